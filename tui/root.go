package tui

import (
	"context"
	"io"
	"sync"

	tea "github.com/charmbracelet/bubbletea"
	"github.com/charmbracelet/lipgloss"

	"toolgrant/model"
	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// Options are what a terminal and its owner ask for.
type Options struct {
	In  io.Reader
	Out io.Writer
	// Renderer knows the colours of Out; nil finds them out.
	Renderer *lipgloss.Renderer
	// ASCII draws frames with plain characters, for consoles that draw lines two
	// columns wide.
	ASCII bool
}

// Root is the whole screen. It owns what is true: the selection and its generation,
// the plan, the focus and the size. Panes own their cursors.
type Root struct {
	ctx    context.Context
	engine Engine
	theme  theme.Theme
	binds  []binding

	loaded   bool
	watching bool
	world    World // its Selection is what the config files say
	cat      catalog
	sel      model.Selection
	layer    model.Origin
	unsaved  []edit
	gen      int // counts changes of selection, world and ticked runtimes

	agents agentList
	grants grantList
	diff   diffView
	hosts  hostStrip
	sample string // the agent that stands in for every agent

	focus    pane
	w, h     int
	lay      layout
	overlays []overlay
	search   *field // the filter being typed
	status   status

	looking lane // the command that renders what the diff shows
	plan    planState
	job     string // what runs that must not run twice: "saving", "applying"
	run     applyRun

	crash    *crash
	writes   *sync.WaitGroup // commands that write; shared by all copies of Root
	failure  error           // why nothing could be read at the start
	quitting bool            // quit when the config is saved
}

// A status is one line about what just happened.
type status struct {
	text string
	bad  bool
}

// A lane runs one command at a time. What is asked meanwhile starts when it ends,
// and only the newest of it.
type lane struct {
	busy   bool
	key    viewKey
	cancel context.CancelFunc
}

// done is the lane after its command has answered.
func (l lane) done() lane {
	if l.cancel != nil {
		l.cancel()
	}
	return lane{}
}

// planState is the whole plan, made in the background.
type planState struct {
	model.Plan
	gen   int // the generation it was made for; older than Root's while stale
	err   error
	files int // that would be written
	lane  lane
}

// applyRun is an apply under way.
type applyRun struct {
	cancel context.CancelFunc
	ticks  chan progressMsg
}

// New makes the screen. It shows something before the engine has read anything.
func New(ctx context.Context, engine Engine, o Options) Root {
	if o.Renderer == nil {
		o.Renderer = theme.RendererOf(o.Out)
	}
	return Root{
		ctx: ctx, engine: engine, theme: theme.New(o.Renderer, o.ASCII), binds: bindings(),
		crash: &crash{}, writes: &sync.WaitGroup{}, layer: model.Global, gen: 1, agents: newAgentList(World{}), diff: diffView{wrap: true},
	}
}

// Init starts reading.
func (r Root) Init() tea.Cmd { return r.loadCmd() }

// Update acts on one message. A burst of keys in one read arrives as one message in
// Bubble Tea v1; it is taken apart first, so that "jj " acts key by key.
func (r Root) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	defer r.crash.note()
	var cmds []tea.Cmd
	for _, m := range apart(msg) {
		var cmd tea.Cmd
		r, cmd = r.handle(m)
		cmds = append(cmds, cmd)
		r = r.settle()
	}
	r, cmd := r.refresh()
	return r, tea.Batch(append(cmds, cmd)...)
}

// apart splits a burst of keys. Pasted text stays whole.
func apart(msg tea.Msg) []tea.Msg {
	k, ok := msg.(tea.KeyMsg)
	if !ok || k.Type != tea.KeyRunes || k.Paste || len(k.Runes) < 2 {
		return []tea.Msg{msg}
	}
	var out []tea.Msg
	for _, c := range k.Runes {
		out = append(out, tea.KeyMsg{Type: tea.KeyRunes, Runes: []rune{c}, Alt: k.Alt})
	}
	return out
}

func (r Root) place() place { return place{r.world.Home, r.world.Project} }

// subject is whose grants the middle pane shows.
func (r Root) subject(e agentEntry) subject {
	return subject{agent: e.agent, sel: r.sel, layer: r.layer, opened: r.grants.opened}
}

// changed takes a new selection.
func (r Root) changed(sel model.Selection) Root {
	r.sel = sel
	r.unsaved = edits(r.world.Selection, sel)
	r.gen++
	return r
}

func (r Root) say(text string) Root {
	r.status = status{text: cell.Text(text)}
	return r
}

func (r Root) complain(text string) Root {
	r.status = status{cell.Text(text), true}
	return r
}
