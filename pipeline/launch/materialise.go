package launch

import (
	"cmp"
	"encoding/json"
	"io"
	"slices"
	"strconv"
	"strings"

	"toolgrant/model"
)

// A Result is a launch made ready: the process is Program, Subcommand where there is
// one, and Argv, started in Cwd with Env added to the environment.
type Result struct {
	Program      string            `json:"program"`
	Subcommand   string            `json:"subcommand,omitempty"` // of the app server; Argv follows it
	Argv         []string          `json:"argv"`
	Cwd          string            `json:"cwd"`
	Env          map[string]string `json:"env"`                      // added; nothing else of ours is needed
	Servers      []string          `json:"servers"`                  // canonical ids of what is attached
	Session      []SessionServer   `json:"session_servers,omitzero"` // for session/new, where the list travels by protocol
	ReviewConfig json.RawMessage   `json:"review_config,omitzero"`   // what the file of --review-config must hold
	Warnings     []Warning         `json:"warnings"`
	Notes        []model.Note      `json:"notes,omitzero"`
	ExecRefused  string            `json:"exec_refused,omitempty"` // why it may be printed but not started from here

	attached []attached // for Verify
}

// A SessionServer is a server as the agent client protocol's session/new has it.
type SessionServer struct {
	Name    string     `json:"name"`
	Command string     `json:"command"`
	Args    []string   `json:"args"`
	Env     []Variable `json:"env"`
}

// Materialise turns a command and its settings into a command line or a *Refusal.
// It reads nothing but its arguments.
func Materialise(c Command, s Settings, in Inherited) (Result, error) {
	v, ok := vendorOf(c.Vendor)
	if !ok {
		return Result{}, failed("vendor_unknown", "", "vendor: %q is not known", c.Vendor)
	}
	if v.refused != "" {
		return Result{}, failed("vendor_not_settled", "", "%s cannot be launched: %s", v.id, v.refused)
	}
	l, err := settle(c, s, in, v)
	if err != nil {
		return Result{}, err
	}
	if err := v.admit(l); err != nil {
		return Result{}, err
	}
	argv, err := v.argv(l)
	if err != nil {
		return Result{}, err
	}
	return l.result(v, argv), nil
}

// result gathers everything that a launch comes to.
func (l *launch) result(v vendor, argv []string) Result {
	r := Result{
		Program: v.program, Argv: argv, Cwd: l.cwd, Env: l.env(v), Servers: ids(l.servers),
		ReviewConfig: l.reviewConfig(), Warnings: append([]Warning{}, l.warnings...), Notes: l.notes,
		attached: l.servers,
	}
	if v.path != nil {
		r.Program = cmp.Or(v.path(l.Settings), v.program)
	}
	if l.Transport == TransportAppServer {
		r.Subcommand = v.subcommand
	}
	if v.wire != nil {
		for _, s := range unique(v.wire(*l)) {
			r.Session = append(r.Session, SessionServer{s.ID, s.Command, s.Args, s.Env})
		}
	}
	if v.notes != nil {
		r.Notes = append(r.Notes, v.notes(*l)...)
	}
	r.ExecRefused = l.obstacle(v)
	r.Warnings = append(r.Warnings, l.hostDisabled()...)
	return r
}

// env is what the started agent is told about itself.
func (l *launch) env(v vendor) map[string]string {
	env := map[string]string{"KCAP_RENDERED_AGENT": "1", "KCAP_AGENT_ID": l.agent}
	if strings.TrimSpace(l.ServerURL) != "" {
		env[envURL] = l.ServerURL
	}
	if l.kind == KindReview && l.review != nil {
		env["KCAP_REVIEW_PR"] = strconv.Itoa(l.review.PRNumber)
	}
	if v.env != nil {
		for name, value := range v.env(*l) {
			env[name] = value
		}
	}
	return env
}

// hostDisabled warns of servers that Claude will not start although they are given
// to it: strict does not override what the user switched off for the folder.
func (l *launch) hostDisabled() []Warning {
	if l.inherited.Host == nil {
		return nil
	}
	var warnings []Warning
	for _, id := range ids(l.servers) {
		if slices.Contains(l.inherited.Host.Disabled, id) {
			warnings = append(warnings, Warning{HostDisabled, id, l.agent})
		}
	}
	return warnings
}

// Command is the whole command line, program first.
func (r Result) Command() []string {
	line := []string{r.Program}
	if r.Subcommand != "" {
		line = append(line, r.Subcommand)
	}
	return append(line, r.Argv...)
}

// WriteJSON prints the result for scripts.
func (r Result) WriteJSON(w io.Writer) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(r)
}
