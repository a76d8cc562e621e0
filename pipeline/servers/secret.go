package servers

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
)

// secretWords are the words that make a flag, variable, header or query name the
// name of a secret. They are compared with the words of the name, not with parts of
// words, so that --keyboard and --tokenizer stay readable.
var secretWords = []string{
	"token", "secret", "password", "passwd", "passphrase", "pwd", "auth", "authorization", "credential",
	"credentials", "bearer", "apikey", "key", "pat", "cookie", "session", "signature", "sig", "jwt", "dsn", "pass",
}

// tokenShape matches values that are secrets by their looks, wherever they stand:
// the prefixes that vendors give their tokens, and JSON web tokens.
var tokenShape = regexp.MustCompile(
	`\b(?:gh[pousr]_|github_pat_|glpat-|xox[abeprs]-|sk-|sk_|pk_live_|rk_live_|AKIA|ASIA|AIza|npm_|hf_|ya29\.|dop_v1_|shpat_|lin_api_|ntn_|eyJ)[A-Za-z0-9_.\-]{8,}`)

// longRun matches what could be a random token by its length.
var longRun = regexp.MustCompile(`[A-Za-z0-9_+/=\-]{24,}`)

// variable matches a value that is nothing but a reference to a variable, which is
// no secret itself. A default after :- is not matched, because it may be one.
var variable = regexp.MustCompile(
	`^(?:Bearer +|Basic +|token +)?(?:\$\{(?:(?:env|input|command|config|file):)?[A-Za-z_][\w.\- ]*\}|\$[A-Za-z_]\w*|\{(?:env|file):[^}]*\})$`)

// The shapes in which a secret stands inside a longer text, as in a shell command:
// a name and its value, a flag and its value, a scheme of HTTP authorization, the
// default of a variable.
var (
	pairShape    = regexp.MustCompile(`([A-Za-z_][\w.\-]*)(["']?\s*[=:]\s*["']?)([^\s"'&,;}]+)`)
	flagShape    = regexp.MustCompile(`(--?[A-Za-z][\w\-]*)(\s+["']?)([^\s"'\-][^\s"']*)`)
	schemeShape  = regexp.MustCompile(`(?i)\b((?:bearer|basic))(\s+)([^\s"']+)`)
	defaultShape = regexp.MustCompile(`(\$\{[A-Za-z_]\w*)(:?[-=+])([^}]+)`)
)

// carriers are the flags whose value is NAME=value or Name: value of a header or an
// environment, none of which is shown.
var carriers = []string{"-H", "--header", "--headers", "-e", "--env"}

var namedValue = regexp.MustCompile(`^([A-Za-z_][\w\-]*)(=|:\s*)(.+)$`)

// isSecretName reports whether a name promises a secret.
func isSecretName(name string) bool {
	words := strings.FieldsFunc(splitCase(name), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	return slices.ContainsFunc(words, func(w string) bool { return slices.Contains(secretWords, strings.ToLower(w)) })
}

// splitCase puts a blank before each upper-case letter that follows a lower-case one.
func splitCase(s string) string {
	var b strings.Builder
	lower := false
	for _, r := range s {
		if lower && unicode.IsUpper(r) {
			b.WriteByte(' ')
		}
		lower = unicode.IsLower(r)
		b.WriteRune(r)
	}
	return b.String()
}

// looksRandom guesses that a run of characters is a token: at least 20, digits and
// letters mixed again and again, no words of a path or of a package's name.
func looksRandom(s string) bool {
	if tokenShape.MatchString(s) {
		return true
	}
	if len(s) < 20 || strings.ContainsAny(s, "/.@ ${}") {
		return false
	}
	changes, digits, last := 0, 0, rune(0)
	for _, r := range s {
		class := rune('x')
		switch {
		case unicode.IsDigit(r):
			class, digits = '0', digits+1
		case unicode.IsUpper(r):
			class = 'A'
		case unicode.IsLower(r):
			class = 'a'
		}
		if last != 0 && class != last {
			changes++
		}
		last = class
	}
	return digits >= 3 && changes*5 >= len(s)
}
