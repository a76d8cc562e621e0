package rpc

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"

	"toolgrant/agents/peerbridge/frame"
	"toolgrant/agents/peerbridge/js"
)

// session is a server with one granted tool, "search", that counts its calls.
type session struct {
	Server
	mu     sync.Mutex
	calls  int
	logged []string
}

func newSession() *session {
	s := &session{}
	s.Server = Server{
		Name: "srv", Version: "1", Tools: []Tool{{"search", "d", json.RawMessage(`{"type":"object"}`)}},
		Call: func(_ context.Context, _ string, args js.Object) (any, error) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.calls++
			q, _ := args.String("q")
			switch q {
			case "panic":
				panic("a secret")
			case "fail":
				return nil, errors.New("a secret")
			}
			return map[string]any{"fields": len(args), "q": q}, nil
		},
		Log: func(text string) {
			s.mu.Lock()
			defer s.mu.Unlock()
			s.logged = append(s.logged, text)
		},
	}
	return s
}

// talk feeds the input and gives back the answers, ordered so that tables can state
// them although calls may overtake.
func (s *session) talk(t *testing.T, in string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := s.Serve(t.Context(), strings.NewReader(in), &out); err != nil {
		t.Errorf("the session must outlive %.80q: %v", in, err)
	}
	if out.Len() == 0 {
		return nil
	}
	lines := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	slices.Sort(lines)
	return lines
}

const (
	invalid  = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: one object a line is wanted; batches are not supported"}}`
	badID    = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"Invalid request: an id is a string or a whole number"}}`
	badJSON  = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: the line is not valid JSON"}}`
	tooLong  = `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error: line longer than 1 MiB"}}`
	pong     = `{"jsonrpc":"2.0","id":1,"result":{}}`
	ping     = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	searched = `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"fields\":0,\"q\":\"\"}"}]}}`
)

func unknown(name string) string {
	b, _ := js.Marshal("Unknown tool: " + name)
	return `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":` + string(b) + `}}`
}

// TestLines is chapter 4 of the bridge's specification with the cases MS02, MS04,
// MS05 and MS11: what comes in, what goes out, how often the tool ran.
func TestLines(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
		calls    int
	}{
		{"invalid JSON", "{not json}\n" + ping + "\n", []string{pong, badJSON}, 0},
		{"blank lines", "\n\n  \n" + ping + "\n", []string{pong}, 0},
		{"batch", "[" + ping + "]\n" + ping + "\n", []string{pong, invalid}, 0},
		{"scalars", "null\n\"str\"\n42\ntrue\n", []string{invalid, invalid, invalid, invalid}, 0},
		{"no jsonrpc member", `{"id":1,"method":"ping"}` + "\n", []string{pong}, 0},
		{"no method", `{"jsonrpc":"2.0","id":1}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: method must be a string"}}`}, 0},
		{"method is a number", `{"id":1,"method":5}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: method must be a string"}}`}, 0},
		{"method in another case", `{"id":1,"Method":"ping"}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"Invalid request: method must be a string"}}`}, 0},
		{"id null, unknown method", `{"id":null,"method":"nope"}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":null,"error":{"code":-32601,"message":"Unknown method: nope"}}`}, 0},
		{"id null, call", `{"id":null,"method":"tools/call","params":{"name":"search"}}` + "\n", []string{badID}, 0},
		{"id object", `{"id":{"a":1},"method":"ping"}` + "\n", []string{badID}, 0},
		{"id bool", `{"id":true,"method":"ping"}` + "\n", []string{badID}, 0},
		{"id fraction", `{"id":1.5,"method":"ping"}` + "\n", []string{badID}, 0},
		{"id string", `{"id":"007","method":"ping"}` + "\n", []string{`{"jsonrpc":"2.0","id":"007","result":{}}`}, 0},
		{"id beyond a double", `{"id":9007199254740993,"method":"ping"}` + "\n", []string{`{"jsonrpc":"2.0","id":9007199254740993,"result":{}}`}, 0},
		{"id zero", `{"id":0,"method":"ping"}` + "\n", []string{`{"jsonrpc":"2.0","id":0,"result":{}}`}, 0},
		{"id negative", `{"id":-1,"method":"ping"}` + "\n", []string{`{"jsonrpc":"2.0","id":-1,"result":{}}`}, 0},
		{"ping as notification", `{"method":"ping"}` + "\n", nil, 0},
		{"list as notification", `{"method":"tools/list"}` + "\n", nil, 0},
		{"call as notification", `{"method":"tools/call","params":{"name":"search"}}` + "\n", nil, 0},
		{"unknown notification", `{"method":"notifications/roots/list_changed"}` + "\n" + `{"method":"no/such"}` + "\n{}\n", nil, 0},
		{"cancel of nothing", `{"method":"notifications/cancelled","params":{"requestId":99}}` + "\n" + `{"method":"notifications/cancelled"}` + "\n" + ping + "\n", []string{pong}, 0},
		{"CRLF and CRLFCRLF", ping + "\r\n\r\n" + ping + "\r\n", []string{pong, pong}, 0},
		{"header block", "Content-Length: 99999999\r\n\r\n" + ping + "\n", []string{pong, badJSON}, 0},
		{"no final newline", ping, nil, 0},
		{"2 MiB line", `{"id":2,"method":"tools/call","params":{"name":"search","arguments":{"q":"` + strings.Repeat("x", 2*frame.MaxLine) + `"}}}` + "\n" + ping + "\n", []string{pong, tooLong}, 0},
		{"unoffered methods", `{"id":1,"method":"prompts/list"}` + "\n", []string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Unknown method: prompts/list"}}`}, 0},
		{"call", `{"id":1,"method":"tools/call","params":{"name":"search"}}` + "\n", []string{searched}, 1},
		{"arguments are no object", `{"id":1,"method":"tools/call","params":{"name":"search","arguments":"abc"}}` + "\n", []string{searched}, 1},
		{"arguments null", `{"id":1,"method":"tools/call","params":{"name":"search","arguments":null}}` + "\n", []string{searched}, 1},
		{"unlisted tool", `{"id":1,"method":"tools/call","params":{"name":"delete"}}` + "\n", []string{unknown("delete")}, 0},
		{"wrong case", `{"id":1,"method":"tools/call","params":{"name":"SEARCH"}}` + "\n", []string{unknown("SEARCH")}, 0},
		{"padding", `{"id":1,"method":"tools/call","params":{"name":" search"}}` + "\n", []string{unknown(" search")}, 0},
		{"prefix", `{"id":1,"method":"tools/call","params":{"name":"mcp__srv__search"}}` + "\n", []string{unknown("mcp__srv__search")}, 0},
		{"name in an array", `{"id":1,"method":"tools/call","params":{"name":["search"]}}` + "\n", []string{unknown(`["search"]`)}, 0},
		{"name is a number", `{"id":1,"method":"tools/call","params":{"name":5}}` + "\n", []string{unknown("5")}, 0},
		{"key in another case", `{"id":1,"method":"tools/call","params":{"Name":"search"}}` + "\n", []string{unknown("undefined")}, 0},
		{"no params", `{"id":1,"method":"tools/call"}` + "\n", []string{unknown("undefined")}, 0},
		{"params an array", `{"id":1,"method":"tools/call","params":[1]}` + "\n", []string{unknown("undefined")}, 0},
		{"panic", `{"id":1,"method":"tools/call","params":{"name":"search","arguments":{"q":"panic"}}}` + "\n" + `{"id":2,"method":"ping"}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}`, `{"jsonrpc":"2.0","id":2,"result":{}}`}, 1},
		{"failure", `{"id":1,"method":"tools/call","params":{"name":"search","arguments":{"q":"fail"}}}` + "\n",
			[]string{`{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"Internal error"}}`}, 1},
	} {
		s := newSession()
		if got := s.talk(t, c.in); !slices.Equal(got, c.want) {
			t.Errorf("%s:\n got %.300q\nwant %.300q", c.name, got, c.want)
		}
		if s.calls != c.calls {
			t.Errorf("%s: the tool ran %d times, want %d", c.name, s.calls, c.calls)
		}
	}
}

func TestInitializeNegotiates(t *testing.T) {
	for asked, want := range map[string]string{
		`{"protocolVersion":"2024-11-05"}`: "2024-11-05",
		`{"protocolVersion":"2025-03-26"}`: "2025-03-26",
		`{"protocolVersion":"2025-06-18"}`: "2025-06-18",
		`{"protocolVersion":"2025-11-25"}`: "2025-11-25",
		`{"protocolVersion":"1999-01-01"}`: "2025-11-25",
		`{"protocolVersion":5}`:            "2025-11-25",
		`[]`:                               "2025-11-25",
	} {
		got := newSession().talk(t, `{"id":1,"method":"initialize","params":`+asked+"}\n")
		line := `{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"` + want + `","capabilities":{"tools":{}},"serverInfo":{"name":"srv","version":"1"}}}`
		if !slices.Equal(got, []string{line}) {
			t.Errorf("%s: got %q, want %s", asked, got, line)
		}
	}
}

func TestRefusalIsOneLineOfTheLog(t *testing.T) {
	s := newSession()
	s.talk(t, `{"id":1,"method":"tools/call","params":{"name":"a\nb\u001b[31m`+strings.Repeat("x", 1000)+`"}}`+"\n")
	if len(s.logged) != 1 || strings.ContainsAny(s.logged[0], "\n\x1b") || len(s.logged[0]) > 400 || !strings.HasPrefix(s.logged[0], "tool not available: ") {
		t.Errorf("one clean line is wanted, got %q", s.logged)
	}
}

// TestTextNeverBreaksTheFrame is case MS13: one line a message, whatever the text.
func TestTextNeverBreaksTheFrame(t *testing.T) {
	s := newSession()
	s.Call = func(context.Context, string, js.Object) (any, error) { return "a\nb\r\u2028c\u2029\x00\xff<&>", nil }
	got := s.talk(t, `{"id":1,"method":"tools/call","params":{"name":"search"}}`+"\n")
	var r struct {
		Result struct{ Content []struct{ Text string } }
	}
	if len(got) != 1 || strings.ContainsAny(got[0], "\r\u2028\u2029\x00") || json.Unmarshal([]byte(got[0]), &r) != nil {
		t.Fatalf("got %q", got)
	}
	var text string
	if err := json.Unmarshal([]byte(r.Result.Content[0].Text), &text); err != nil || text != "a\nb\r\u2028c\u2029\x00\ufffd<&>" {
		t.Errorf("the text came back as %q, %v", text, err)
	}
}

func TestEmptyListIsAList(t *testing.T) {
	s := newSession()
	s.Tools = nil
	if got := s.talk(t, `{"id":1,"method":"tools/list","params":{"cursor":"x"}}`+"\n"); !slices.Equal(got, []string{`{"jsonrpc":"2.0","id":1,"result":{"tools":[]}}`}) {
		t.Errorf("got %q", got)
	}
}

// TestCancelledCallIsSilent is case MS09: the call ends and nothing is answered, while
// a call with another id goes on.
func TestCancelledCallIsSilent(t *testing.T) {
	s := newSession()
	started, ended := make(chan struct{}), make(chan struct{})
	s.Call = func(ctx context.Context, _ string, args js.Object) (any, error) {
		if len(args) == 0 {
			return "quick", nil
		}
		close(started)
		<-ctx.Done()
		close(ended)
		return nil, ctx.Err()
	}
	in, feed := io.Pipe()
	var out bytes.Buffer
	done := make(chan error, 1)
	go func() { done <- s.Serve(t.Context(), in, &out) }()
	io.WriteString(feed, `{"id":"a","method":"tools/call","params":{"name":"search","arguments":{"q":1}}}`+"\n")
	<-started
	io.WriteString(feed, `{"method":"notifications/cancelled","params":{"requestId":"b"}}`+"\n")
	io.WriteString(feed, `{"method":"notifications/cancelled","params":{"requestId":"\u0061"}}`+"\n")
	<-ended
	io.WriteString(feed, `{"id":2,"method":"tools/call","params":{"name":"search"}}`+"\n")
	feed.Close()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	if got, want := out.String(), `{"jsonrpc":"2.0","id":2,"result":{"content":[{"type":"text","text":"\"quick\""}]}}`+"\n"; got != want {
		t.Errorf("got %s want %s", got, want)
	}
}

func TestEndOfContextEndsCalls(t *testing.T) {
	s := newSession()
	ctx, cancel := context.WithCancel(t.Context())
	s.Call = func(ctx context.Context, _ string, _ js.Object) (any, error) {
		cancel()
		<-ctx.Done()
		return nil, ctx.Err()
	}
	in, feed := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.Serve(ctx, in, io.Discard) }()
	io.WriteString(feed, `{"id":1,"method":"tools/call","params":{"name":"search"}}`+"\n")
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestNobodyReadsAnyMore(t *testing.T) {
	in, feed := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- newSession().Serve(t.Context(), in, deaf{}) }()
	io.WriteString(feed, ping+"\n")
	if err := <-done; !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v", err)
	}
}

func TestTooManyCallsAreRefused(t *testing.T) {
	s := newSession()
	release := make(chan struct{})
	s.Call = func(context.Context, string, js.Object) (any, error) { <-release; return 1, nil }
	in, feed := io.Pipe()
	answers, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.Serve(t.Context(), in, out); out.Close() }()
	go func() {
		for range maxInFlight + 3 {
			io.WriteString(feed, `{"id":1,"method":"tools/call","params":{"name":"search"}}`+"\n")
		}
		feed.Close()
	}()
	lines, refused, total := bufio.NewScanner(answers), 0, 0
	for lines.Scan() {
		total++
		if strings.Contains(lines.Text(), "too many calls at once") {
			if refused++; refused == 3 {
				close(release)
			}
		}
	}
	if err := <-done; err != nil || refused != 3 || total != maxInFlight+3 {
		t.Errorf("%d answers, %d of them refusals, %v; want %d and 3", total, refused, err, maxInFlight+3)
	}
}
