package peerbridge

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

const good = `"title":"T","objective":"O","requirements":"R"`

// TestBoardRefusals is 7.4 in its order.
func TestBoardRefusals(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "beta")
	m.put("mesh/board/tasks/a-alpha-001.json", `{"id":"a-alpha-001","to":"alpha","state":"assigned"}`)
	m.put("mesh/board/tasks/a-beta-001.json", `{"id":"a-beta-001","to":"beta","state":"assigned"}`)
	m.put("secret/t-001.json", `{"id":"../../../pwned","to":"alpha","state":"assigned"}`)
	start := m.starter("alpha")
	for _, c := range []struct {
		name, tool, args, code, summary string
		env                             []string
	}{
		{"no mesh", "create_task_for_peer", `{}`, noMesh, "mesh", nil},
		{"no mesh", "list_my_tasks", `{}`, noMesh, "mesh", nil},
		{"no mesh", "update_my_task", `{}`, noMesh, "mesh", nil},
		{"no name", "create_task_for_peer", `{}`, callerUnresolved, "doctor", []string{"AGENT_MESH_MESH_CEILING=/no/such"}},
		{"no name", "list_my_tasks", `{}`, callerUnresolved, "doctor", []string{"AGENT_MESH_MESH_CEILING=/no/such"}},
		{"no name", "update_my_task", `{}`, callerUnresolved, "doctor", []string{"AGENT_MESH_MESH_CEILING=/no/such"}},
		{"no peer", "create_task_for_peer", `{}`, badInput, "peer name", m.env()},
		{"peer empty", "create_task_for_peer", `{"peer":"",` + good + `}`, badInput, "peer name", m.env()},
		{"no title", "create_task_for_peer", `{"peer":"ghost"}`, badInput, "title", m.env()},
		{"blank title", "create_task_for_peer", `{"peer":"ghost","title":" ","objective":""}`, badInput, "title", m.env()},
		{"title a number", "create_task_for_peer", `{"peer":"ghost","title":5,"objective":"O"}`, badInput, "title", m.env()},
		{"no objective", "create_task_for_peer", `{"peer":"ghost","title":"T"}`, badInput, "objective", m.env()},
		{"no requirements", "create_task_for_peer", `{"peer":"ghost","title":"T","objective":"O"}`, badInput, "requirements", m.env()},
		{"long title first", "create_task_for_peer", `{"peer":"ghost","title":"` + long(16385) + `","objective":"` + long(16385) + `","requirements":"R"}`, badInput, "title is longer", m.env()},
		{"long context before requirements", "create_task_for_peer", `{"peer":"ghost","title":"T","objective":"O","requirements":"` + long(16385) + `","context":"` + long(16385) + `"}`, badInput, "context is longer", m.env()},
		{"long pointers", "create_task_for_peer", `{"peer":"ghost",` + good + `,"pointers":"` + long(16385) + `"}`, badInput, "pointers is longer", m.env()},
		{"unknown", "create_task_for_peer", `{"peer":"ghost",` + good + `}`, badPeer, "ghost", m.env()},
		{"constructor", "create_task_for_peer", `{"peer":"constructor",` + good + `}`, badPeer, "constructor", m.env()},
		{"no id", "update_my_task", `{}`, badInput, "task_id", m.env()},
		{"id a number", "update_my_task", `{"task_id":1}`, badInput, "task_id", m.env()},
		{"result an object", "update_my_task", `{"task_id":"a-alpha-001","state":"acknowledged","result":{"x":1}}`, badInput, "result", m.env()},
		{"long result", "update_my_task", `{"task_id":"a-alpha-001","state":"acknowledged","result":"` + long(16385) + `"}`, badInput, "result", m.env()},
		{"no such task", "update_my_task", `{"task_id":"a-alpha-009","state":"acknowledged"}`, "no_task", "a-alpha-009", m.env()},
		{"path", "update_my_task", `{"task_id":"../../../secret/t-001","state":"acknowledged"}`, "no_task", "not found", m.env()},
		{"somebody else's", "update_my_task", `{"task_id":"a-beta-001","state":"acknowledged"}`, "not_assignee", `it is for "beta"`, m.env()},
		{"two steps", "update_my_task", `{"task_id":"a-alpha-001","state":"in-progress"}`, "invalid_transition", `from "assigned" to "in-progress"`, m.env()},
		{"no state", "update_my_task", `{"task_id":"a-alpha-001"}`, "invalid_transition", `from "assigned" to ""`, m.env()},
	} {
		s := start(c.env)
		got := s.call(c.tool, c.args)
		if want := `{"ok":false,"error_code":"` + c.code + `","summary":`; !strings.HasPrefix(got, want) || !strings.Contains(field(t, got, "summary"), c.summary) {
			t.Errorf("%s, %s: got %s, want %s with %q", c.tool, c.name, got, c.code, c.summary)
		}
	}
	if found, _ := filepath.Glob(m.path("*pwned*")); found != nil {
		t.Errorf("written outside the board: %q", found)
	}
}

// TestATaskGoesItsWay follows one task from one agent to the other and back, in ask
// mode, which does not gate the board.
func TestATaskGoesItsWay(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "beta")
	a, b := m.start("alpha", m.env()...), m.start("beta", "AGENT_MESH_MESH_ROOT="+m.path("mesh")+"//")
	if got, want := a.call("create_task_for_peer", `{"peer":"beta","title":" T ","objective":"O","requirements":"R","context":{"a":1}}`), `{"ok":true,"task_id":"alpha-beta-001","to":"beta","state":"assigned"}`; got != want {
		t.Fatalf("got %s", got)
	}
	listed := b.call("list_my_tasks", "")
	if !strings.HasPrefix(listed, `{"ok":true,"tasks":[{"id":"alpha-beta-001","from":"alpha","to":"beta","title":" T ","objective":"O","context":"","requirements":"R","pointers":"","state":"assigned","created_at":"2`) ||
		!strings.Contains(listed, `Z","result":null,"seen_by_from":false,"history":[{"state":"assigned","at":"2`) {
		t.Errorf("listed %s", listed)
	}
	if got := a.call("list_my_tasks", ""); got != `{"ok":true,"tasks":[]}` {
		t.Errorf("alpha's own: %s", got)
	}
	for _, state := range []string{"acknowledged", "in-progress", "done"} {
		if got, want := b.call("update_my_task", `{"task_id":"alpha-beta-001","state":"`+state+`","result":"`+state+`"}`), `{"ok":true,"task_id":"alpha-beta-001","state":"`+state+`"}`; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got := m.get("mesh/board/tasks/alpha-beta-001.json"); !strings.Contains(got, `"result": "done"`) || strings.Count(got, `"by": "beta"`) != 3 {
		t.Errorf("the file at the end:\n%s", got)
	}
	a.end()
	b.end()
}

// TestTenCreatesInOneBridge is the race in which the reference lost nine of ten.
func TestTenCreatesInOneBridge(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "beta")
	s := m.start("alpha", m.env()...)
	for range 10 {
		s.request("create_task_for_peer", `{"peer":"beta",`+good+`}`)
	}
	ids := map[string]bool{}
	for range 10 {
		ids[field(t, s.text(s.recv()), "task_id")] = true
	}
	s.end()
	if len(ids) != 10 {
		t.Errorf("%d ids for ten tasks", len(ids))
	}
}

// TestSixBridgesNeverShareAnId lets 6 bridges create 60 tasks each on one board.
func TestSixBridgesNeverShareAnId(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "beta")
	var mu sync.Mutex
	ids := map[string]int{}
	var all sync.WaitGroup
	for range 6 {
		s := m.start("alpha", m.env()...)
		all.Go(func() {
			for range 60 {
				s.request("create_task_for_peer", `{"peer":"beta",`+good+`}`)
			}
			for range 60 {
				id := field(t, s.text(s.recv()), "task_id")
				mu.Lock()
				ids[id]++
				mu.Unlock()
			}
			s.end()
		})
	}
	all.Wait()
	files, err := filepath.Glob(m.path("mesh/board/tasks/*"))
	if err != nil || len(ids) != 360 || len(files) != 360 {
		t.Errorf("%d ids and %d files for 360 tasks, %v", len(ids), len(files), err)
	}
	for i := range 360 {
		id := fmt.Sprintf("alpha-beta-%03d", i+1)
		if _, err := os.Stat(m.path("mesh/board/tasks", id+".json")); err != nil || ids[id] != 1 {
			t.Errorf("%s was given out %d times, %v", id, ids[id], err)
		}
	}
	t.Logf("6 bridges x 60 creates: %d ids, %d files", len(ids), len(files))
}
