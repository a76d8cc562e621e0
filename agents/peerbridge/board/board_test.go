package board

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

var then = time.Date(2026, 11, 30, 14, 7, 39, 94e6, time.UTC)

// recorded is the file that a node bridge wrote for the first brief of the recorded
// session, and advanced what it held two steps later.
const recorded = `{
  "id": "alpha-beta-001",
  "from": "alpha",
  "to": "beta",
  "title": "T",
  "objective": "O",
  "context": "",
  "requirements": "R",
  "pointers": "",
  "state": "assigned",
  "created_at": "2026-11-30T14:07:39.094Z",
  "result": null,
  "seen_by_from": false,
  "history": [
    {
      "state": "assigned",
      "at": "2026-11-30T14:07:39.094Z",
      "by": "alpha"
    }
  ]
}
`

func brief() Brief {
	return Brief{From: "alpha", To: "beta", Title: "T", Objective: "O", Requirements: "R"}
}

func put(t *testing.T, b Board, name, text string) {
	t.Helper()
	if err := os.MkdirAll(b.dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(b.dir, name), []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func get(t *testing.T, b Board, id string) string {
	t.Helper()
	data, err := os.ReadFile(b.path(id))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestFilesAreByteForByteTheMeshs(t *testing.T) {
	b := Open(t.TempDir())
	id, err := b.Create(t.Context(), brief(), then)
	if err != nil || id != "alpha-beta-001" || get(t, b, id) != recorded {
		t.Fatalf("created %s, %v:\n%s", id, err, get(t, b, id))
	}
	if info, err := os.Stat(b.path(id)); err != nil || info.Mode().Perm() != 0o644 {
		t.Errorf("mode: %v, %v", info.Mode(), err)
	}
	result := "late"
	for i, state := range []string{Acknowledged, InProgress, Done} {
		if err := b.Update(t.Context(), id, "beta", state, &result, then.Add(time.Duration(i+1)*time.Second)); err != nil {
			t.Fatal(err)
		}
		if state != Done && !strings.Contains(get(t, b, id), `"result": null`) {
			t.Errorf("%s kept a result", state)
		}
	}
	want := strings.Replace(recorded, `"state": "assigned",
  "created_at"`, `"state": "done",
  "created_at"`, 1)
	want = strings.Replace(want, `"result": null`, `"result": "late"`, 1)
	want = strings.Replace(want, `"by": "alpha"
    }`, `"by": "alpha"
    },
    {
      "state": "acknowledged",
      "at": "2026-11-30T14:07:40.094Z",
      "by": "beta"
    },
    {
      "state": "in-progress",
      "at": "2026-11-30T14:07:41.094Z",
      "by": "beta"
    },
    {
      "state": "done",
      "at": "2026-11-30T14:07:42.094Z",
      "by": "beta"
    }`, 1)
	if got := get(t, b, id); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestUpdateKeepsWhatItDoesNotKnow(t *testing.T) {
	b := Open(t.TempDir())
	put(t, b, "a-b-001.json", `{"later":{"x":1.50},"id":"a-b-001","to":"b","state":"assigned","note":"`+"\u2028"+`<&>"}`)
	if err := b.Update(t.Context(), "a-b-001", "b", Acknowledged, nil, then); err != nil {
		t.Fatal(err)
	}
	want := "{\n  \"later\": {\n    \"x\": 1.50\n  },\n  \"id\": \"a-b-001\",\n  \"to\": \"b\",\n  \"state\": \"acknowledged\",\n  \"note\": \"\u2028<&>\",\n  \"history\": [\n    {\n      \"state\": \"acknowledged\",\n      \"at\": \"2026-11-30T14:07:39.094Z\",\n      \"by\": \"b\"\n    }\n  ]\n}\n"
	if got := get(t, b, "a-b-001"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestIds(t *testing.T) {
	for _, c := range []struct {
		from, to, want string
		there          []string
	}{
		{"alpha", "beta", "alpha-beta-001", nil},
		{"a", "b", "a-b-003", []string{"a-b-2-002.json"}}, // shared counters waste numbers
		{"a", "B_", "a-B-001", nil},
		{"ä.ö", "--", "agent-agent-001", nil},
		{"x y/../z", "b", "x-y-z-b-001", nil},
		{"a", "b", "a-b-1501", []string{"a-b-1500.json"}},
		{"a", "b", "a-b-008", []string{"a-b-007-copy.json", "a-b-009.txt", "a-b-x.json"}},
		{"a", "b", "a-b-002", []string{"a-b-001.json", "a-b-99999999999999999999.json"}},
	} {
		b := Open(t.TempDir())
		for _, name := range c.there {
			put(t, b, name, "{}")
		}
		id, err := b.Create(t.Context(), Brief{From: c.from, To: c.to}, then)
		if err != nil || id != c.want || !taskID.MatchString(id) {
			t.Errorf("%s to %s beside %q: %s, %v; want %s", c.from, c.to, c.there, id, err, c.want)
		}
	}
}

func TestRefusals(t *testing.T) {
	mesh := t.TempDir()
	b := Open(mesh)
	put(t, b, "a-b-001.json", `{"id":"a-b-001","to":"b","state":"assigned"}`)
	put(t, b, "a-b-002.json", `{"id":"../../../pwned","to":"b","state":"assigned"}`)
	put(t, b, "a-b-003.json", `{"id":"a-b-003","state":"assigned"}`)
	put(t, b, "a-b-004.json", `{"id":"a-b-004","to":"b","state":5}`)
	put(t, b, "a-b-005.json", `[]`)
	put(t, b, "a-b-006.json", `{nope`)
	put(t, b, "a-b-007.json", strings.Repeat(" ", maxFile)+`{"id":"a-b-007","to":"b","state":"assigned"}`)
	put(t, b, "a-b-008.json", `{"id":"a-b-008","to":"b","state":"zzz"}`)
	secret := filepath.Join(mesh, "secret-001.json")
	if err := os.WriteFile(secret, []byte(`{"id":"a-b-009","to":"hunter2","state":"assigned"}`), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(secret, b.path("a-b-009")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ id, me, state, code string }{
		{"a-b-001", "b", "acknowledged ", InvalidTransition},
		{"a-b-001", "b", Done, InvalidTransition},
		{"a-b-001", "b", Assigned, InvalidTransition},
		{"a-b-001", "b", "", InvalidTransition},
		{"a-b-008", "b", Acknowledged, InvalidTransition},
		{"a-b-001", "a", Acknowledged, NotAssignee},
		{"a-b-001", "B", Acknowledged, NotAssignee},
		{"a-b-999", "b", Acknowledged, NoTask},
		{"nope", "b", Acknowledged, NoTask},
		{"../../../secret-001", "b", Acknowledged, NoTask},
		{"../tasks/a-b-001", "b", Acknowledged, NoTask},
		{"a-b-001\x00", "b", Acknowledged, NoTask},
		{"a-b-001\n", "b", Acknowledged, NoTask},
		{"/etc/a-001", "b", Acknowledged, NoTask},
		{"a-b-002", "b", Acknowledged, NoTask},
		{"a-b-003", "b", Acknowledged, NoTask},
		{"a-b-004", "b", Acknowledged, NoTask},
		{"a-b-005", "b", Acknowledged, NoTask},
		{"a-b-006", "b", Acknowledged, NoTask},
		{"a-b-007", "b", Acknowledged, NoTask},
		{"a-b-009", "b", Acknowledged, NoTask},
	} {
		err := b.Update(t.Context(), c.id, c.me, c.state, nil, then)
		r, ok := errors.AsType[*Refusal](err)
		if !ok || r.Code != c.code || strings.Contains(r.Summary, "hunter2") {
			t.Errorf("%q by %s to %q: %v, want %s", c.id, c.me, c.state, err, c.code)
		}
	}
	if got := get(t, b, "a-b-001"); got != `{"id":"a-b-001","to":"b","state":"assigned"}` {
		t.Errorf("a refusal changed the file: %s", got)
	}
	if found, _ := filepath.Glob(filepath.Join(mesh, "*pwned*")); found != nil {
		t.Errorf("a task wrote outside the board: %q", found)
	}
}

func TestInbox(t *testing.T) {
	b := Open(t.TempDir())
	if got, err := b.Inbox("b"); err != nil || got == nil || len(got) != 0 {
		t.Errorf("no board: %v, %v", got, err)
	}
	put(t, b, "b.json", `{"to":"b","n":2}`)
	put(t, b, "a.json", `{"to":"b","n":1}`)
	put(t, b, "c.json", `{"to":"B"}`)
	put(t, b, "d.json", `{nope`)
	put(t, b, "e.json.0123456789ab.tmp", `{"to":"b"}`)
	put(t, b, "f.json", `null`)
	got, err := b.Inbox("b")
	if err != nil || len(got) != 2 || string(got[0]) != `{"to":"b","n":1}` || string(got[1]) != `{"to":"b","n":2}` {
		t.Errorf("inbox: %s, %v", got, err)
	}
}

// TestAStepIsTakenOnce lets twenty updates of the same task race; the reference
// acknowledged most of such steps to everybody.
func TestAStepIsTakenOnce(t *testing.T) {
	b := Open(t.TempDir())
	id, err := b.Create(t.Context(), brief(), then)
	if err != nil {
		t.Fatal(err)
	}
	var taken atomic.Int32
	var all sync.WaitGroup
	for range 20 {
		all.Go(func() {
			if b.Update(t.Context(), id, "beta", Acknowledged, nil, then) == nil {
				taken.Add(1)
			}
		})
	}
	all.Wait()
	if taken.Load() != 1 {
		t.Errorf("%d updates were told that they took the step", taken.Load())
	}
}
