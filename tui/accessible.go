package tui

import (
	"context"
	"io"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"
	"github.com/muesli/termenv"

	"toolgrant/model"
	"toolgrant/tui/cell"
)

// A talk is the screen's job as a conversation. It holds the same Root, and what it
// does goes through the same intents.
type talk struct {
	Root
	prompter
}

// RunAccessible does the same job as Run by plain numbered prompts. The end of the
// input, and of the context, ends it without saving anything.
func RunAccessible(outer context.Context, engine Engine, o Options) error {
	ctx, cancel := context.WithCancel(outer)
	defer cancel()
	plain := lipgloss.NewRenderer(io.Discard)
	plain.SetColorProfile(termenv.Ascii)
	o.Renderer, o.ASCII = plain, true
	t := &talk{Root: New(ctx, engine, o)}
	t.prompter = prompter{in: newLines(ctx, o.In), out: o.Out, theme: t.Root.theme}
	t.w, t.h = 100, 40 // nothing is drawn; the lists want a size
	t.watching = true  // nothing is read again while a question stands
	t.work(t.loadCmd())
	if !t.loaded {
		return t.failure
	}
	for t.menu() {
		if ctx.Err() != nil {
			break
		}
	}
	if ctx.Err() != nil {
		return context.Cause(outer)
	}
	return nil
}

// work runs a command and everything that follows from it, one after the other, and
// prints what the screen would have said.
func (t *talk) work(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch m := cmd().(type) {
	case nil, tea.QuitMsg:
	case tea.BatchMsg:
		for _, c := range m {
			t.work(c)
		}
	default:
		var next tea.Cmd
		t.Root, next = t.handle(m)
		t.Root = t.settle()
		t.work(next)
	}
}

// act does an intent and prints what came of it.
func (t *talk) act(i intent) {
	t.status = status{}
	var cmd tea.Cmd
	t.Root, cmd = t.finishOrDo(i)
	t.Root = t.settle()
	t.work(cmd)
	t.report()
}

// finishOrDo lets a conversation use the intents of keys and those of overlays.
func (t *talk) finishOrDo(i intent) (Root, tea.Cmd) {
	switch i.(type) {
	case applyNow, undoNow, probeNow, grantText, giveTo, source:
		return t.finish(i)
	}
	return t.do(i)
}

// report prints the status, and what an overlay would have shown.
func (t *talk) report() {
	for _, o := range t.overlays {
		if text, ok := o.(textOverlay); ok {
			t.tell("%s", text.title)
			t.print(text.body.content)
		}
	}
	t.overlays = nil
	if t.status.text != "" {
		t.tell("%s", t.status.text)
	}
	t.status = status{}
}

func (t *talk) print(c content) {
	for _, l := range c.lines {
		t.tell("%s", l.text)
	}
}

// menu is one turn. It reports false when the person is done.
func (t *talk) menu() bool {
	t.report()
	if len(t.world.Agents) == 0 {
		return t.firstRun()
	}
	t.makePlan()
	t.tell("\ntoolgrant: editing %s (%s), %s, %s to apply", t.layer, t.place().short(t.configPath(t.layer)),
		plural(len(t.unsaved), "unsaved change"), plural(t.plan.files, "file"))
	switch t.choose("What to do", "grants of an agent", "grants of several agents at once", "runtimes", "who may use a server", "ask a server for its tools",
		"edit the other layer", "show changes", "notes", "apply", "save the config only", "undo the last apply", "read everything again", "quit") {
	case 0:
		t.chooseAgent(t.grantMenu)
	case 1:
		t.chooseAgents()
	case 2:
		t.hostMenu()
	case 3:
		t.chooseServer(t.whoMenu)
	case 4:
		t.chooseServer(t.probeMenu)
	case 5:
		t.act(nextLayer{})
	case 6:
		t.changesMenu()
	case 7:
		t.chooseAgent(func() { t.print(t.about()) })
	case 8:
		t.applyMenu()
	case 9:
		t.act(save{})
	case 10:
		t.undoMenu()
	case 11:
		t.act(reload{})
	default:
		return !t.leave()
	}
	return true
}

func (t *talk) makePlan() {
	if t.plan.gen != t.gen {
		t.work(t.planCmd(t.ctx))
	}
}

// firstRun asks what to do where no agents were found.
func (t *talk) firstRun() bool {
	t.tell("No agents were found. Looked for:")
	for _, l := range t.lookedFor() {
		t.tell("%s", l)
	}
	switch t.choose("What to do", "try it with the sample agents", "name a folder with agents", "quit") {
	case 0:
		t.act(source{Source{Demo: true}})
	case 1:
		if folder := t.line("Folder with agent files", func(string) error { return nil }); folder != "" {
			t.act(source{Source{Folder: folder}})
		}
	default:
		return false
	}
	return true
}

// leave asks about unsaved changes. At the end of the input nothing is saved.
func (t *talk) leave() bool {
	if len(t.unsaved) == 0 || t.in.end {
		return true
	}
	for _, e := range t.unsaved {
		t.tell("not saved: %s (%s)", cell.Text(e.text), e.layer)
	}
	switch t.choose("Quit", "save the config and quit", "quit and lose the changes", "stay") {
	case 0:
		t.act(save{})
		return len(t.unsaved) == 0
	case 1:
		return true
	}
	return t.in.end
}

func (t *talk) chooseAgent(then func()) {
	var options []string
	for _, e := range t.agents.all {
		options = append(options, e.label+" "+e.flags(t.count(e)))
	}
	at := t.choose("Agent", append(options, "back")...)
	if at < len(t.agents.all) {
		t.agents = t.agents.filtered("").on(t.agents.all[at].stem())
		t.Root = t.settle()
		then()
	}
}

// chooseAgents marks several agents; what is toggled then is toggled for all of them.
func (t *talk) chooseAgents() {
	for i, e := range t.agents.all[1:] {
		t.tell("%d. %s", i+1, e.label)
	}
	text := t.line("Numbers with blanks between them, 3-7 for a range", func(s string) error {
		_, err := numbers(s, len(t.agents.all)-1)
		return err
	})
	picked, err := numbers(text, len(t.agents.all)-1)
	if err != nil || len(picked) == 0 {
		return
	}
	t.agents = t.agents.filtered("")
	t.agents.picked = map[string]bool{}
	for _, n := range picked {
		t.agents.picked[t.agents.all[n].stem()] = true
	}
	t.agents.list = t.agents.to(picked[0])
	t.grantMenu()
	t.agents.picked = map[string]bool{}
}

func (t *talk) chooseServer(then func(model.Server)) {
	var options []string
	for _, s := range t.cat.servers {
		options = append(options, cell.Text(s.Name)+": "+cell.Text(standing(s)))
	}
	at := t.choose("Server", append(options, "back")...)
	if at < len(t.cat.servers) {
		then(t.cat.servers[at])
	}
}
