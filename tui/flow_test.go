package tui

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/model"
)

func (s *stage) shows(what ...string) {
	s.t.Helper()
	for _, w := range what {
		if !strings.Contains(s.screen(), w) {
			s.t.Errorf("the screen lacks %q:\n%s", w, s.screen())
		}
	}
}

// A burst of keys in one read acts key by key; pasted text does not.
func TestBurst(t *testing.T) {
	s := open(t, newFake(6, 3), 120, 40)
	s.press("jjlj ")
	if got := s.sel.Global.Tools["reviewer"]; !slices.Equal(got, []string{"mcp__tracker__*"}) {
		t.Errorf("reviewer has %q", got)
	}
	s.press("n")
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("WebFe\ntch"), Paste: true})
	if got := s.overlays[0].(fieldOverlay).field.value(); got != "WebFetch" {
		t.Errorf("pasted text became %q", got)
	}
	s.press("esc")
	s.send(tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune("qq"), Paste: true})
	if s.quit {
		t.Error("pasted text acted as keys")
	}
}

// The whole walk: filter, toggle, look at each host, apply, see "in place", undo.
func TestWalk(t *testing.T) {
	e := newFake(12, 5)
	e.world.Selection = model.Selection{}
	s := open(t, e, 120, 40)
	s.shows("in place", "Agents 12")
	s.press("/", "view", "enter")
	s.shows("Agents 2 of 12")
	s.press("enter", "j", "space")
	s.shows("1 unsaved change", "+tools: Read, Edit, Bash, mcp__tracker__*")
	s.press("]")
	s.shows("Codex  2 of 3", `+  "mcp__tracker__*",`)
	s.press("]")
	s.shows("OpenCode  3 of 3")
	s.press("d", "d")
	s.shows("config files", `+    "reviewer": [mcp__tracker__*]`)
	s.press("d", "d", "a")
	s.shows("Apply exactly this?", "Claude Code        1 changed, 11 in place")
	s.press("y")
	s.shows("in place: 3 files written")
	if len(s.unsaved) > 0 || !s.plan.Empty() || !contains(e.world.Selection.Global.Tools["reviewer"], "mcp__tracker__*") {
		t.Errorf("after apply: %v unsaved, plan %v", s.unsaved, s.plan.Summary())
	}
	s.press("u", "enter")
	s.shows("undone: 1 file put back", "3 files to apply")
	s.press("q")
	if !s.quit {
		t.Error("q did not quit")
	}
}

// The plan that is applied is the one that was shown, and decisions go with it.
func TestApplyKeepsWhatNobodyDecided(t *testing.T) {
	e := newFake(3, 3)
	mine, other := "/home/kim/.claude/agents/planner.md", "/home/kim/.claude/agents/builder.md"
	e.foreign[mine], e.foreign[other] = true, true
	was := e.disk[mine]
	s := open(t, e, 120, 40)
	s.press("a")
	s.shows("[keep mine] ~/.claude/agents/planner.md", "changed by somebody")
	s.press("j", "space")
	s.shows("[overwrite, with backup] ~/.claude/agents/builder.md")
	s.press("y")
	s.shows("8 files written, 1 kept")
	if e.disk[mine] != was || !strings.Contains(e.disk[other], "docs") {
		t.Errorf("decisions were not followed: %v", e.decided)
	}
}

func TestApplySaysWhyNot(t *testing.T) {
	for _, c := range []struct {
		name   string
		change func(*fake)
		keys   []string
		want   string
	}{
		{"nothing to do", func(e *fake) { e.world.Selection = model.Selection{} }, nil, "a: everything is in place"},
		{"only the config would change", func(e *fake) { e.world.Selection = model.Selection{} }, []string{"[", "e", "shift+tab", "space"}, "a: no file would change; s saves the config"},
		{"the plan fails", func(e *fake) { e.fails["plan"] = errors.New("a.md:3: list is torn") }, nil, "a: the plan fails: a.md:3: list is torn"},
		{"no runtime", nil, []string{"shift+tab", "space", "l", "space", "l", "space"}, "a: no runtime is ticked"},
	} {
		t.Run(c.name, func(t *testing.T) {
			e := newFake(3, 3)
			if c.change != nil {
				c.change(e)
			}
			s := open(t, e, 120, 40)
			s.press(c.keys...)
			s.press("a")
			s.shows(c.want)
			if s.top() != "" {
				t.Error("the confirm overlay opened")
			}
		})
	}
}

// What changed on disk while the plan was shown is shown before it is written.
func TestApplyRefusesAPlanThatNobodySaw(t *testing.T) {
	e := newFake(3, 3)
	s := open(t, e, 120, 40)
	s.press("a")
	e.disk["/home/kim/.claude/agents/planner.md"] = "changed"
	s.send(changedMsg{})
	s.press("y")
	s.shows("not applied: something changed on disk")
	if len(e.did("apply")) != 0 {
		t.Error("an unseen plan was applied")
	}
	s.press("a")
	s.send(changedMsg{}) // read again, and nothing of the plan is different
	s.press("y")
	s.shows("in place")
}

func TestApplyThatFails(t *testing.T) {
	e := newFake(3, 3)
	e.fails["apply"] = model.Note{Severity: model.Error, Problem: "the disk is full; everything was put back", Hint: "make room"}
	s := open(t, e, 120, 40)
	s.press("a", "y")
	s.shows("Not applied", "x the disk is full; everything was put back", "make room")
	s.press("esc", "a")
	if s.top() != inConfirm {
		t.Error("a second try is not possible")
	}
}

// An apply shows how far it is, the screen stays live, and esc puts everything back.
func TestApplyCanBeStopped(t *testing.T) {
	e := newFake(4, 3)
	e.gate = make(chan struct{})
	s := open(t, e, 120, 40)
	before := fmt.Sprint(e.disk)
	s.hold = true
	s.press("a", "y")
	msgs := s.start()
	e.gate <- struct{}{}
	s.until(msgs, func() bool { return strings.Contains(s.screen(), "/12") })
	s.send(tea.WindowSizeMsg{Width: 100, Height: 30})
	s.shows("Applying")
	s.press("esc")
	s.shows("Stopping")
	s.until(msgs, func() bool { return s.job == "" })
	s.shows("stopped: everything was put back")
	if got := fmt.Sprint(e.disk); got != before {
		t.Error("files changed")
	}
}

// start runs the held commands in the background, as Bubble Tea does.
func (s *stage) start() chan tea.Msg {
	msgs := make(chan tea.Msg)
	for _, c := range s.held {
		s.launch(c, msgs)
	}
	s.held = nil
	return msgs
}

func (s *stage) launch(c tea.Cmd, msgs chan tea.Msg) {
	if c == nil {
		return
	}
	go func() {
		switch m := c().(type) {
		case nil:
		case tea.BatchMsg:
			for _, c := range m {
				s.launch(c, msgs)
			}
		default:
			select {
			case msgs <- m:
			case <-s.t.Context().Done():
			}
		}
	}()
}

func (s *stage) until(msgs chan tea.Msg, done func() bool) {
	s.t.Helper()
	for !done() {
		select {
		case m := <-msgs:
			s.send(m)
			for _, c := range s.held {
				s.launch(c, msgs)
			}
			s.held = nil
		case <-s.t.Context().Done():
			s.t.Fatal("nothing more happens")
		}
	}
}

// Answers that come too late are dropped: views by their key, plans by generation.
func TestLateAnswersAreDropped(t *testing.T) {
	s := open(t, newFake(4, 3), 120, 40)
	old := viewedMsg{key: s.wanted()}
	old.content.add(contextLine, "an old view")
	plan := plannedMsg{gen: s.gen, plan: model.Plan{Documents: 99}}
	s.press("j", "l", "j", "space")
	s.send(old)
	s.send(plan)
	if strings.Contains(s.screen(), "an old view") || s.plan.Documents == 99 {
		t.Error("a late answer replaced a newer one")
	}
	if s.plan.gen != s.gen {
		t.Error("the newest plan was not made")
	}
}

// A view that was stopped and is wanted again is asked for again.
func TestStoppedViewIsAskedForAgain(t *testing.T) {
	s := open(t, newFake(6, 3), 120, 40)
	s.hold = true
	s.press("j")
	first := s.held
	s.press("j", "k")
	s.hold, s.held = false, nil
	for _, c := range first {
		s.run(c)
	}
	s.shows("~/.claude/agents/planner.md")
	if strings.Contains(s.screen(), "canceled") || s.diff.key != s.wanted() {
		t.Errorf("the stopped view is shown:\n%s", s.screen())
	}
}

// While one plan is made, the next waits; only the newest is started after it, and
// the one under way is told to stop.
func TestOnePlanAtATime(t *testing.T) {
	e := newFake(4, 3)
	s := open(t, e, 120, 40)
	n := len(e.did("plan"))
	s.press("l", "j")
	s.hold = true
	s.press("space")
	s.held = nil
	s.send(viewedMsg{key: s.wanted()})
	if !s.plan.lane.busy {
		t.Fatal("no plan is made after the view")
	}
	stopped := make(chan struct{})
	cancel := s.plan.lane.cancel
	s.plan.lane.cancel = func() { cancel(); close(stopped) }
	first := s.plan.lane.key.gen
	s.press("space", "space", "space")
	s.send(viewedMsg{key: viewKey{gen: first + 1}})
	s.held = nil
	s.send(viewedMsg{key: s.wanted()})
	select {
	case <-stopped:
	default:
		t.Error("the stale plan runs on")
	}
	s.hold = false
	s.plan.lane.cancel = cancel
	s.send(plannedMsg{gen: first})
	if s.plan.gen != s.gen || len(e.did("plan")) != n+1 {
		t.Errorf("plan of generation %d, want %d; %d plans were made", s.plan.gen, s.gen, len(e.did("plan"))-n)
	}
}

func TestQuitAsksAboutUnsavedChanges(t *testing.T) {
	for _, c := range []struct {
		keys        []string
		quit, saved bool
	}{
		{[]string{"enter"}, true, true},
		{[]string{"j", "enter"}, true, false},
		{[]string{"j", "j", "enter"}, false, false},
		{[]string{"esc"}, false, false},
	} {
		e := newFake(4, 3)
		s := open(t, e, 80, 24)
		s.press("j", "l", "j", "space", "q")
		s.shows("Not saved:", "+ planner mcp__tracker__*")
		s.press(c.keys...)
		if s.quit != c.quit || (len(e.did("save")) == 1) != c.saved {
			t.Errorf("%q: quit %v, saved %v", c.keys, s.quit, e.did("save"))
		}
	}
	e := newFake(4, 3)
	e.fails["save"] = errors.New("read-only file system")
	s := open(t, e, 80, 24)
	s.press("j", "l", "j", "space", "q", "enter")
	s.shows("Not saved", "read-only file system")
	if s.quit {
		t.Error("quit although nothing was saved")
	}
}

// What changes on disk is read again; what the person changed meanwhile stays.
func TestReloadKeepsEdits(t *testing.T) {
	e := newFake(6, 3)
	s := open(t, e, 120, 40)
	s.press("j", "j", "l", "j", "space")
	e.world.Selection = model.Selection{Global: layer(map[string][]string{"*": {"mcp__docs__*"}, "reviewer": {"WebFetch"}})}
	e.world.Agents = append([]model.Agent{*agentWith("aaa", "Read")}, e.world.Agents...)
	s.send(changedMsg{})
	if got := s.sel.Global.Tools["reviewer"]; !slices.Equal(got, []string{"WebFetch", "mcp__tracker__*"}) {
		t.Errorf("reviewer has %q", got)
	}
	if s.agents.current().stem() != "reviewer" || len(s.unsaved) != 1 {
		t.Errorf("on %s with %v", s.agents.current().stem(), s.unsaved)
	}
	s.send(changedMsg{err: context.Canceled})
	s.send(changedMsg{err: errors.New("too many files")})
	s.shows("files are not watched: too many files")
}
