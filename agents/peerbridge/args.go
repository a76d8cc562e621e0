package peerbridge

import (
	"toolgrant/agents/peerbridge/js"
)

// maxText is the longest text of an argument in UTF-16 units.
const maxText = 16384

// filled is the string under a key, if it is one with something in it.
func filled(args js.Object, key string) (string, bool) {
	s, ok := args.String(key)
	return s, ok && js.Trim(s) != ""
}

// task is the argument of that name, checked as both delegating verbs check it.
func task(args js.Object) (string, *refusal) {
	text, ok := filled(args, "task")
	if !ok {
		return "", refuse(badInput, "task text is required.")
	}
	if js.Len(text) > maxText {
		return "", tooLong("task")
	}
	return text, nil
}

func tooLong(field string) *refusal {
	return refuse(badInput, "%s is longer than the limit of %d characters.", field, maxText)
}
