package a2a

import (
	"encoding/json"
	"strings"

	"toolgrant/agents/peerbridge/js"
)

var null = json.RawMessage("null")

// An Outcome is what a peer's task came to (spec/bridge.md, 7.2 and 9). Values that a
// caller passes on unread are kept as written, and are null when absent or of a type
// that they cannot have.
type Outcome struct {
	Status     string // completed, failed, input-required, ...; unknown for what is no state
	ErrorCode  *string
	Changes    json.RawMessage // array or null
	BestEffort bool
	LogPath    string
	RunID      *string
	Summary    string
	Cost       json.RawMessage // US dollars for the whole subtree, a number or null
}

// Completed reports whether the task reached its end, and not merely an end.
func (o Outcome) Completed() bool { return o.Status == "completed" }

// readOutcome reads the result of a SendMessage request.
func readOutcome(raw json.RawMessage) Outcome {
	var result js.Object
	if js.Kind(raw) == '{' {
		result, _ = js.ParseObject(raw)
	}
	task, _ := result.Object("task")
	status, _ := task.Object("status")
	meta, _ := task.Object("metadata")
	o := Outcome{Status: "unknown", Changes: null, Cost: null}
	if state, ok := status.String("state"); ok {
		if name, ok := strings.CutPrefix(state, "TASK_STATE_"); ok && name != "" {
			o.Status = strings.ReplaceAll(strings.ToLower(name), "_", "-")
		}
	}
	o.ErrorCode = text(meta, "agentmesh/error_code")
	o.RunID = text(meta, "agentmesh/run_id")
	o.LogPath, _ = meta.String("agentmesh/log_path")
	if raw, ok := meta.Get("agentmesh/files_changed"); ok && js.Kind(raw) == '[' {
		o.Changes = raw
	}
	best, _ := meta.Get("agentmesh/best_effort")
	o.BestEffort = string(best) == "true"
	metrics, _ := meta.Object("agentmesh/metrics")
	for _, key := range []string{"subtree_cost_usd", "cost_usd"} {
		if raw, ok := metrics.Get(key); ok && isNumber(raw) {
			o.Cost = raw
			break
		}
	}
	o.Summary = summary(task, status)
	return o
}

// summary is what the peer said: the texts of its artifacts, else of its status.
func summary(task, status js.Object) string {
	var texts []string
	for _, a := range list(task, "artifacts") {
		if js.Kind(a) == '{' {
			artifact, _ := js.ParseObject(a)
			texts = append(texts, parts(artifact)...)
		}
	}
	if len(texts) > 0 {
		return strings.Join(texts, "\n\n")
	}
	message, _ := status.Object("message")
	return strings.Join(parts(message), "\n")
}

func parts(o js.Object) []string {
	var texts []string
	for _, raw := range list(o, "parts") {
		if js.Kind(raw) != '{' {
			continue
		}
		part, _ := js.ParseObject(raw)
		if t, ok := part.String("text"); ok {
			texts = append(texts, t)
		}
	}
	return texts
}

func list(o js.Object, key string) []json.RawMessage {
	var items []json.RawMessage
	if raw, ok := o.Get(key); ok && js.Kind(raw) == '[' && json.Unmarshal(raw, &items) != nil {
		return nil
	}
	return items
}

func text(o js.Object, key string) *string {
	if s, ok := o.String(key); ok {
		return &s
	}
	return nil
}

func isNumber(raw json.RawMessage) bool {
	k := js.Kind(raw)
	return k == '-' || k >= '0' && k <= '9'
}
