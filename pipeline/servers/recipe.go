package servers

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"log/slog"
	"maps"
	"slices"
	"strings"

	"toolgrant/model"
)

// A recipe is how one place starts or reaches a server, secrets included. It stays
// inside this package; printing it in any way shows the redacted command only.
type recipe struct {
	transport model.Transport
	argv      []string // stdio
	url       string   // http, sse
	env       map[string]string
	headers   map[string]string
	cwd       string

	bearer     string            // variable that holds a bearer token
	envHeaders map[string]string // header -> variable that holds its value
	envVars    []string          // variables that are passed on
	envFile    bool              // more variables are in a file, which is not read

	refs refStyle
	vars map[string]string // names that the host itself fills in
}

// shown is the command line or the address without its secrets, on one line.
func (r recipe) shown() string {
	if r.transport != model.Stdio {
		u, ok := redactURL(r.url)
		if !ok {
			u = redactText(r.url)
		}
		return model.Printable(u)
	}
	words := redactArgs(r.argv)
	for i, w := range words {
		words[i] = quoteWord(w)
	}
	return model.Printable(strings.Join(words, " "))
}

// quoteWord puts a word into single quotes where a shell would split or change it,
// so that two different command lines never look the same.
func quoteWord(w string) string {
	if w != "" && !strings.ContainsAny(w, " \t\n\r'\"\\`;&|<>()") {
		return w
	}
	return "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
}

// hash tells recipes apart without holding anything of a secret, not even its hash:
// it covers what is shown, the folder, and the names of variables and headers.
func (r recipe) hash() string {
	parts := [][]string{
		{string(r.transport), r.cwd, r.bearer},
		redactArgs(r.argv), {redactedURL(r.url)},
		slices.Sorted(maps.Keys(r.env)), slices.Sorted(maps.Keys(r.headers)),
		slices.Sorted(maps.Keys(r.envHeaders)), slices.Sorted(slices.Values(r.envVars)),
	}
	text, err := json.Marshal(parts)
	if err != nil {
		panic(err) // strings always marshal
	}
	sum := sha256.Sum256(text)
	return "sha256:" + hex.EncodeToString(sum[:])
}

func redactedURL(s string) string {
	if u, ok := redactURL(s); ok {
		return u
	}
	return redactText(s)
}

// secrets are the values that no message may repeat: all of the environment and the
// headers, and the parts of the command line that are hidden when it is shown.
func (r recipe) secrets() []string {
	var out []string
	out = slices.AppendSeq(out, maps.Values(r.env))
	for _, v := range r.headers {
		out = append(out, v)
		if _, token, ok := strings.Cut(v, " "); ok {
			out = append(out, token)
		}
	}
	for i, w := range redactArgs(r.argv) {
		if w == r.argv[i] {
			continue
		}
		out = append(out, r.argv[i])
		if before, after, ok := strings.Cut(w, redacted); ok {
			out = append(out, strings.TrimSuffix(strings.TrimPrefix(r.argv[i], before), after))
		}
	}
	if u := redactedURL(r.url); u != r.url {
		out = append(out, r.url)
	}
	return out
}

// String, GoString, MarshalJSON and LogValue keep a recipe from being written out
// by accident.
func (r recipe) String() string               { return r.shown() }
func (r recipe) GoString() string             { return r.shown() }
func (r recipe) MarshalJSON() ([]byte, error) { return json.Marshal(r.shown()) }
func (r recipe) LogValue() slog.Value         { return slog.StringValue(r.shown()) }
