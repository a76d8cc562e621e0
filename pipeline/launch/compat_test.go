package launch

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
)

// frozenCommand is the command as it was read before it had an allowlist. It is a
// copy and must stay as it is: it stands for daemons that are out there and will
// never be rebuilt. Its kind is one that reads names only, as theirs did.
type frozenCommand struct {
	AgentID       string          `json:"agent_id"`
	Prompt        *string         `json:"prompt"`
	Model         string          `json:"model"`
	Effort        *string         `json:"effort"`
	RepoPath      string          `json:"repo_path"`
	Tools         []string        `json:"tools"`
	AttachmentIDs []string        `json:"attachment_ids"`
	Vendor        string          `json:"vendor"`
	Kind          string          `json:"kind"`
	Review        *frozenReview   `json:"review"`
	BaseRef       *string         `json:"base_ref"`
	SyncFromRoot  json.RawMessage `json:"sync_from_repo_root"`
}

type frozenReview struct {
	Owner    string `json:"owner"`
	Repo     string `json:"repo"`
	PRNumber int    `json:"pr_number"`
}

const newWire = `{"agent_id":"a-1","prompt":"p","model":"m","effort":"low","repo_path":"/r","tools":["t"],
	"attachment_ids":["x"],"vendor":"codex","kind":"review","review":{"owner":"o","repo":"r","pr_number":7},
	"base_ref":"main","mcp_allowlist":["kcap-review",null]}`

// A new sender and an old reader: the list is not there for the reader, and every
// other member binds as it did.
func TestOldReaderStillBinds(t *testing.T) {
	data, err := json.Marshal(decode(t, newWire))
	if err != nil {
		t.Fatal(err)
	}
	var got frozenCommand
	if err := json.Unmarshal(data, &got); err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	p, effort, ref := "p", "low", "main"
	want := frozenCommand{
		AgentID: "a-1", Prompt: &p, Model: "m", Effort: &effort, RepoPath: "/r", Tools: []string{"t"},
		AttachmentIDs: []string{"x"}, Vendor: "codex", Kind: "review",
		Review: &frozenReview{"o", "r", 7}, BaseRef: &ref,
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
}

// An old sender and a new reader: no list, and the member that is gone is ignored.
func TestNewReaderReadsOldWire(t *testing.T) {
	data, err := json.Marshal(frozenCommand{
		AgentID: "a-1", Model: "m", RepoPath: "/r", Vendor: "codex", Kind: "ReviewFlow", SyncFromRoot: json.RawMessage(`true`),
	})
	if err != nil {
		t.Fatal(err)
	}
	got, err := Decode(strings.NewReader(string(data)))
	if err != nil {
		t.Fatalf("%s: %v", data, err)
	}
	if got.Allowlist != nil {
		t.Errorf("a list out of nowhere: %v", got.Allowlist)
	}
	if got.Kind != KindReviewFlow || got.AgentID != "a-1" || got.Prompt != nil {
		t.Errorf("got %+v", got)
	}
}

// The same new wire, cut down to what an old sender knew, gives the same launch as
// one with a null list: nothing is granted by being left out.
func TestLeavingTheListOutGrantsNothing(t *testing.T) {
	s := Settings{ServerURL: "u", CLIPath: "p", Worktree: "/wt"}
	with, err := Materialise(decode(t, needed+`,"kind":"reviewFlow","mcp_allowlist":null}`), s, Inherited{})
	if err != nil {
		t.Fatal(err)
	}
	without, err := Materialise(decode(t, needed+`,"kind":"reviewFlow"}`), s, Inherited{})
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(with, without) {
		t.Errorf("\n got %+v\nwant %+v", with, without)
	}
}
