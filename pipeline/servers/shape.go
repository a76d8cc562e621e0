package servers

import "toolgrant/model"

// A refStyle says how a host writes a reference to a variable.
type refStyle string

const (
	noRefs     refStyle = ""       // values are taken as they are
	braceRefs  refStyle = "${A}"   // ${A}, ${A:-default}
	dollarRefs refStyle = "$A"     // ${A} and $A
	envRefs    refStyle = "${env}" // ${env:A}, ${input:a} and the editor's own names
	curlyRefs  refStyle = "{env}"  // {env:A}, {file:path}
	shellRefs  refStyle = "$(cmd)" // $A, ${A} and commands, as a shell has them
)

// A shape is how a host writes one server.
type shape struct {
	argv    bool                       // command is an array with the arguments in it
	env     string                     // map of variables
	urls    map[string]model.Transport // key of the address -> transport, unless the type says otherwise
	kind    []string                   // keys of the type, the first that is there counts
	kinds   map[string]model.Transport // words of the type
	nested  string                     // key of an object that may hold all of the above
	headers string                     // map of headers
	on      string                     // key that switches the server off when false
	off     string                     // key that switches the server off when true

	bearer     string // key that names the variable with a bearer token
	envHeaders string // map from header to the variable with its value
	envVars    string // list of variables passed on to the server
	envFile    string // key of a file with more variables

	refs refStyle
}

// commonKinds are the words that nearly every host knows.
func commonKinds() map[string]model.Transport {
	return map[string]model.Transport{
		"stdio": model.Stdio, "local": model.Stdio,
		"http": model.HTTP, "streamable-http": model.HTTP, "streamableHttp": model.HTTP, "streamable_http": model.HTTP,
		"sse": model.SSE,
	}
}

// claudeShape is Claude Code's form, which most others took over.
func claudeShape() shape {
	return shape{
		env: "env", urls: map[string]model.Transport{"url": model.HTTP}, kind: []string{"type"}, kinds: commonKinds(),
		headers: "headers", refs: braceRefs,
	}
}

// with is a shape changed by a function, so that a row shows its differences only.
func (s shape) with(change func(*shape)) shape {
	change(&s)
	return s
}
