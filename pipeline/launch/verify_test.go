package launch

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

// The check after the fact compares what is on with what was given, to the letter.
func TestAgree(t *testing.T) {
	given := attach("/c", "u", "a", nil)
	good := func() Server {
		return Server{
			Name: channelID, Enabled: true, Kind: "stdio", Command: "/c", Args: []string{"mcp", "flow-result"},
			Env: map[string]string{envURL: "u", envChannel: "a"}, Extras: []string{"env"},
		}
	}
	tests := map[string]struct {
		change func(*Server)
		more   []Server
		want   string
	}{
		"as given":          {func(*Server) {}, []Server{{Name: "off"}}, ""},
		"another is on":     {func(*Server) {}, []Server{{Name: "linear", Enabled: true}}, `would still start the inherited server "linear"`},
		"like-named one":    {func(*Server) {}, []Server{{Name: "KCAP-Flow-Result", Enabled: true}}, "would still start"},
		"ours is off":       {func(s *Server) { s.Enabled = false }, nil, "missing or switched off"},
		"other command":     {func(s *Server) { s.Command = "/evil" }, nil, "as it was given"},
		"other arguments":   {func(s *Server) { s.Args = append(s.Args, "--x") }, nil, "as it was given"},
		"merged variable":   {func(s *Server) { s.Env["LD_PRELOAD"] = "x" }, nil, "as it was given"},
		"changed variable":  {func(s *Server) { s.Env[envURL] = "https://evil" }, nil, "as it was given"},
		"surviving setting": {func(s *Server) { s.Extras = append(s.Extras, "cwd") }, nil, "as it was given"},
	}
	for name, tt := range tests {
		s := good()
		tt.change(&s)
		err := agree(append(tt.more, s), given)
		if (err == nil) != (tt.want == "") || err != nil && !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%s: got %v, want %q", name, err, tt.want)
		}
	}
	if err := agree(nil, nil); err != nil {
		t.Errorf("nothing given, nothing on: %v", err)
	}
}

func TestWriteJSON(t *testing.T) {
	c, s := plain("claude", KindDefault)
	r, err := Materialise(c, s, Inherited{})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := r.WriteJSON(&b); err != nil {
		t.Fatal(err)
	}
	var compacted bytes.Buffer
	if err := json.Compact(&compacted, b.Bytes()); err != nil {
		t.Fatal(err)
	}
	const want = `{"program":"claude","argv":[],"cwd":"/wt","env":{"KCAP_AGENT_ID":"a-1","KCAP_RENDERED_AGENT":"1","KCAP_URL":"https://t"},"servers":[],"warnings":[]}`
	if compacted.String() != want {
		t.Errorf("got  %s\nwant %s", compacted.String(), want)
	}
}

// A blank address is no address: the agent is not told one either.
func TestBlankURLIsNotInTheEnvironment(t *testing.T) {
	c, s := plain("claude", KindDefault)
	s.ServerURL = " "
	if r, err := Materialise(c, s, Inherited{}); err != nil || len(r.Env) != 2 {
		t.Errorf("got %v, %v", r.Env, err)
	}
}
