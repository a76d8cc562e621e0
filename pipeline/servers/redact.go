package servers

import (
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"toolgrant/model"
)

// redacted stands for what is not shown.
const redacted = "***"

// redactArgs is a command line without its secrets. What follows a flag or name
// that promises a secret goes, and so does whatever looks like one.
func redactArgs(args []string) []string {
	out := make([]string, len(args))
	for i, a := range args {
		before := ""
		if i > 0 {
			before = args[i-1]
		}
		pair := namedValue.FindStringSubmatch(a)
		switch {
		case slices.Contains(carriers, before) && pair != nil:
			out[i] = pair[1] + pair[2] + hideUnlessVariable(pair[3])
		case secretFlag(before) && !strings.HasPrefix(a, "-"):
			out[i] = hideUnlessVariable(a)
		default:
			out[i] = redactWord(a)
		}
	}
	return out
}

// secretFlag reports whether an argument is a flag that takes a secret as the next.
func secretFlag(a string) bool {
	return strings.HasPrefix(a, "-") && !strings.ContainsAny(a, "= :") && isSecretName(a)
}

// redactWord handles one argument on its own: NAME=value, Name: value, an address,
// or a value with a token in it.
func redactWord(a string) string {
	if variable.MatchString(a) {
		return a
	}
	if u, ok := redactURL(a); ok {
		return u
	}
	for _, sep := range []string{"=", ": ", ":"} {
		name, value, found := strings.Cut(a, sep)
		if !found || name == "" || strings.ContainsAny(name, "/\\{ ") {
			continue
		}
		if isSecretName(name) {
			return name + sep + hideUnlessVariable(value)
		}
		if u, ok := redactURL(value); ok {
			return name + sep + u
		}
	}
	return redactText(a)
}

func hideUnlessVariable(value string) string {
	if value == "" || variable.MatchString(value) {
		return value
	}
	return redacted
}

// redactURL is an address without its user, without the values of its query and
// fragment, and without path segments that look like tokens. False for what is no
// address.
func redactURL(s string) (string, bool) {
	scheme, rest, found := strings.Cut(s, "://")
	if !found || scheme == "" || strings.ContainsFunc(scheme, func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '+' && r != '-' && r != '.'
	}) {
		return "", false
	}
	head, tail, hasQuery := strings.Cut(rest, "?")
	head, _, hadFragment := strings.Cut(head, "#")
	authority, path, hasPath := strings.Cut(head, "/")
	if at := strings.LastIndexByte(authority, '@'); at >= 0 {
		user := authority[:at]
		if !variable.MatchString(user) {
			user = redacted
		}
		authority = user + "@" + authority[at+1:]
	}
	out := scheme + "://" + redactText(authority)
	if hasPath {
		segments := strings.Split(path, "/")
		for i, seg := range segments {
			if looksRandom(seg) {
				segments[i] = redacted
			} else {
				segments[i] = redactText(seg)
			}
		}
		out += "/" + strings.Join(segments, "/")
	}
	if hasQuery {
		out += "?" + redactQuery(tail)
	} else if hadFragment {
		out += "#" + redacted
	}
	return out, true
}

// redactQuery keeps the names and hides every value but variables: what a server
// takes for a secret there is not known from its name.
func redactQuery(query string) string {
	query, _, _ = strings.Cut(query, "#")
	pairs := strings.Split(query, "&")
	for i, pair := range pairs {
		name, value, found := strings.Cut(pair, "=")
		if plain, err := url.QueryUnescape(value); found && err == nil && variable.MatchString(plain) {
			continue
		}
		switch {
		case found:
			pairs[i] = name + "=" + redacted
		case name != "":
			pairs[i] = redacted
		}
	}
	return strings.Join(pairs, "&")
}

// redactText hides what looks like a secret inside any text.
func redactText(s string) string {
	s = tokenShape.ReplaceAllString(s, redacted)
	for _, shape := range []*regexp.Regexp{defaultShape, pairShape, flagShape} {
		s = hideThird(s, shape, func(name, value string) bool { return isSecretName(name) || looksRandom(value) })
	}
	s = hideThird(s, schemeShape, func(_, value string) bool { return len(value) >= 8 })
	return longRun.ReplaceAllStringFunc(s, func(run string) string {
		if looksRandom(run) {
			return redacted
		}
		return run
	})
}

// hideThird replaces the third group of each match for which hide holds.
func hideThird(s string, shape *regexp.Regexp, hide func(name, value string) bool) string {
	return shape.ReplaceAllStringFunc(s, func(match string) string {
		g := shape.FindStringSubmatch(match)
		if g == nil || variable.MatchString(g[3]) || strings.HasPrefix(g[3], "$") || strings.HasPrefix(strings.TrimLeft(g[3], "-"), redacted) || !hide(g[1], g[3]) {
			return match
		}
		return g[1] + g[2] + redacted
	})
}

// scrub takes known secrets out of text that a server wrote, then what looks like
// one, and makes the rest safe to show on one line.
func scrub(text string, secrets []string) string {
	sorted := slices.Clone(secrets)
	slices.SortFunc(sorted, func(a, b string) int { return len(b) - len(a) })
	for _, s := range sorted {
		if len(s) >= 4 {
			text = strings.ReplaceAll(text, s, redacted)
		}
	}
	for _, word := range strings.Fields(text) {
		if clean := redactWord(word); clean != word {
			text = strings.ReplaceAll(text, word, clean)
		}
	}
	return model.Printable(redactText(text))
}
