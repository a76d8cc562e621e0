package rewrite

import "strings"

// placeholders keeps a host from taking ${NAME} in a prompt for a value that it must be
// given: Qwen Code and Gemini CLI do not start an agent with one they have no value for
// (ran 0.24.4 and 0.61.0), and neither has an escape. To a shell ${NAME-} is the same,
// but where unset names are errors.
func placeholders() Step {
	return Step{At: "${", Cases: []Case{{Take: placeholderEnd, Edit: func(match string) (string, bool) {
		return strings.TrimSuffix(match, "}") + "-}", true
	}}}}
}

// placeholderEnd takes a name and the brace that closes it.
func placeholderEnd(text string, at int) int {
	end := span(text, at, word)
	if end == at || end == len(text) || text[end] != '}' {
		return -1
	}
	return end + 1
}

// HasPlaceholder reports whether a text holds a ${NAME}.
func HasPlaceholder(text string) bool {
	for {
		i := strings.Index(text, "${")
		if i < 0 {
			return false
		}
		text = text[i+2:]
		if placeholderEnd(text, 0) >= 0 {
			return true
		}
	}
}
