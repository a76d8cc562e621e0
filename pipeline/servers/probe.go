package servers

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"toolgrant/model"
)

// Options bound a probe. The zero value is usable.
type Options struct {
	Timeout time.Duration // for one server, from start to last answer; 30 s when zero
	Grace   time.Duration // that a process is given to end by itself; 500 ms when zero
	Bytes   int64         // that a server may send in all; 16 MiB when zero
	Tools   int           // that a server may list; 2,000 when zero
	Now     func() time.Time
	Version string // of this program, told to the server
}

func (o Options) withDefaults() Options {
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.Grace = cmp.Or(o.Grace, 500*time.Millisecond)
	o.Bytes = cmp.Or(o.Bytes, 16<<20)
	o.Tools = cmp.Or(o.Tools, 2000)
	o.Version = cmp.Or(o.Version, "dev")
	if o.Now == nil {
		o.Now = time.Now
	}
	return o
}

// protocol is what is asked for. A server that speaks a later version answers this
// one too; many earlier ones do not survive a question that they do not know.
const protocol = "2025-11-25"

// Probe asks one server of the list for its tools: it starts the command or connects
// to the address of the place that Server.Asked shows, and nothing else. The server
// comes back with its tools, or with a State and Problem that say why not, and then
// also as an error. Notes tell of what was odd but did no harm.
//
// A started process runs in a process group of its own, which is gone when Probe
// returns, whatever happened. It gets the variables that the configuration names and
// a small common set (path, home, locale, proxy), not the whole environment.
func (l List) Probe(ctx context.Context, name string, o Options) (model.Server, []model.Note, error) {
	i := slices.IndexFunc(l.entries, func(e entry) bool { return e.server.Name == name })
	if i < 0 {
		return model.Server{Name: name}, nil, fmt.Errorf("no host has a server %q configured", name)
	}
	o = o.withDefaults()
	s, r := l.entries[i].server.Clone(), l.entries[i].recipes[0]
	asked := s.Asked()
	ctx, cancel := context.WithTimeout(ctx, o.Timeout)
	defer cancel()

	link, err := l.open(r, o)
	var tools []model.ServerTool
	var odd []string
	if err == nil {
		tools, odd, err = ask(ctx, link, o)
		odd = append(odd, link.close()...)
		err = link.explain(ctx, err)
	}
	var notes []model.Note
	note := func(sev model.Severity, code, problem string) {
		notes = append(notes, model.Note{
			Severity: sev, Code: code, File: asked.File, Line: asked.Line, Runtime: asked.Host, Tool: name,
			Problem: fmt.Sprintf("the server %s %s", name, problem),
		})
	}
	for _, text := range odd {
		note(model.Info, "server-odd", text)
	}
	if err != nil {
		s.State, s.Problem = model.Failed, err.Error()
		if errors.Is(err, errLogin) {
			s.State = model.NeedsLogin
		}
		note(model.Warning, "server-"+string(s.State), err.Error())
		return s, notes, fmt.Errorf("%s: %w", name, err)
	}
	s.State, s.Tools, s.Probed, s.Cached = model.Answered, tools, o.Now(), false
	return s, notes, nil
}

// errLogin is the cause when a server refuses without credentials of the host's.
var errLogin = errors.New("needs login")

// A link is a way to one server that is open.
type link struct {
	transport mcp.Transport
	// close ends it for good and tells what was odd on the way.
	close func() []string
	// explain puts what only the link knows into the place of a general error, and
	// takes the secrets out of what the server said.
	explain func(ctx context.Context, err error) error
}

func (l List) open(r *recipe, o Options) (*link, error) {
	switch {
	case r.envFile:
		return nil, errors.New("takes variables from a file, which is not read: its host alone can start it")
	case r.transport == model.Stdio:
		return l.startStdio(r, o)
	}
	return l.openRemote(r, o)
}

// ask runs the conversation: initialize, then tools/list page by page.
func ask(ctx context.Context, l *link, o Options) ([]model.ServerTool, []string, error) {
	client := mcp.NewClient(&mcp.Implementation{Name: "toolgrant", Version: o.Version},
		&mcp.ClientOptions{Capabilities: &mcp.ClientCapabilities{}})
	session, err := client.Connect(ctx, l.transport, &mcp.ClientSessionOptions{ProtocolVersion: protocol})
	if err != nil {
		return nil, nil, fmt.Errorf("did not answer initialize: %w", err)
	}
	defer hangUp(session, o.Grace)
	if caps := session.InitializeResult().Capabilities; caps != nil && caps.Tools == nil {
		return nil, []string{"says that it has no tools"}, nil
	}
	var raw []*mcp.Tool
	seen := map[string]bool{}
	for cursor := ""; ; {
		page, err := session.ListTools(ctx, &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			return nil, nil, fmt.Errorf("did not answer tools/list: %w", err)
		}
		raw = append(raw, page.Tools...)
		cursor = page.NextCursor
		switch {
		case len(raw) > o.Tools:
			return nil, nil, fmt.Errorf("lists more than %d tools", o.Tools)
		case cursor == "":
			tools, odd := understood(raw)
			return tools, odd, nil
		case seen[cursor]:
			return nil, nil, errors.New("sends the same page of tools again and again")
		case len(seen) >= o.Tools:
			return nil, nil, errors.New("sends pages of tools without end")
		}
		seen[cursor] = true
	}
}

// hangUp closes a session, and does not wait longer than the grace for a server that
// wants to be asked first. Closing the link afterwards ends what is still waiting.
func hangUp(session *mcp.ClientSession, grace time.Duration) {
	closed := make(chan struct{})
	go func() {
		defer close(closed)
		session.Close()
	}()
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-closed:
	case <-timer.C:
	}
}

// maxDescription bounds what is kept of a description, in bytes.
const maxDescription = 2000

// understood keeps the tools with usable names, sorted, each once.
func understood(raw []*mcp.Tool) (tools []model.ServerTool, odd []string) {
	for _, t := range raw {
		if t == nil {
			odd = append(odd, "lists a tool that is null")
			continue
		}
		if problem := badName(t.Name); problem != "" {
			odd = append(odd, fmt.Sprintf("lists a tool whose name %q %s: it is left out", cut(t.Name, 80), problem))
			continue
		}
		st := model.ServerTool{Name: t.Name, Description: cut(strings.ToValidUTF8(t.Description, "\ufffd"), maxDescription)}
		if a := t.Annotations; a != nil {
			st.ReadOnly, st.Destructive = &a.ReadOnlyHint, a.DestructiveHint
		}
		tools = append(tools, st)
	}
	slices.SortStableFunc(tools, func(a, b model.ServerTool) int { return cmp.Compare(a.Name, b.Name) })
	once := slices.CompactFunc(tools, func(a, b model.ServerTool) bool { return a.Name == b.Name })
	if len(once) < len(tools) {
		odd = append(odd, "lists a tool twice")
	}
	return once, odd
}

// cut shortens a text to at most n bytes, at a character.
func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "..."
}
