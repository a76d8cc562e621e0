package tui

import (
	"toolgrant/model"
	"toolgrant/tui/cell"
)

// grantMenu lists every box of the agent under the cursor, tools of servers
// included; choosing one toggles it and says what that means.
func (t *talk) grantMenu() {
	t.focus = grantsPane
	for _, s := range t.cat.servers {
		t.grants = t.grants.opening(s.Name)
	}
	for {
		t.Root = t.settle()
		var options []string
		var at []int
		for i, r := range t.grants.rows {
			if r.box != noBox {
				at = append(at, i)
				options = append(options, describe(r))
			}
		}
		n := len(options)
		pick := t.choose("Grants of "+t.agents.current().label, append(options, "type a tool or pattern to grant", "show what changes", "back")...)
		switch {
		case pick < n:
			t.grants.list = t.grants.to(at[pick])
			if r := t.grants.current(); r.lock == "" {
				t.tell("%s", t.effect(r))
			}
			t.act(toggle{})
		case pick == n:
			t.typeGrant()
		case pick == n+1:
			t.showChanges(allRuntimes)
		default:
			return
		}
	}
}

// describe is a row in words.
func describe(r row) string {
	text := r.indent() + r.box.String() + " " + cell.Text(r.label)
	for _, more := range []string{r.detail, r.mark} {
		if more != "" {
			text += ", " + more
		}
	}
	if r.lock != "" {
		text += ", locked"
	}
	return text
}

func (t *talk) typeGrant() {
	known := t.vocabulary()
	text := t.line("Tool, server, server/pattern or mcp__server__tool", func(s string) error {
		_, err := readGrant(s, t.cat, known)
		return err
	})
	if text == "" {
		return
	}
	accepted, err := readGrant(text, t.cat, known)
	if err == nil {
		t.act(grantText{accepted})
	}
}

func (t *talk) hostMenu() {
	for {
		var options []string
		for i := range t.hosts.hosts {
			options = append(options, t.hosts.label(i, t.sel))
		}
		at := t.choose("Runtime", append(options, "back")...)
		if at >= len(t.hosts.hosts) {
			return
		}
		t.hosts.cursor, t.focus = at, hostsPane
		t.tell("%s", t.teachHost(t.hosts.current()))
		switch t.choose(cell.Text(t.hosts.current().Name), "plan for it, or not", "enforce lists there, or not", "back") {
		case 0:
			t.act(toggle{})
		case 1:
			t.act(enforce{})
		}
	}
}

// whoMenu lists who may use a server; choosing an agent gives or takes it.
func (t *talk) whoMenu(s model.Server) {
	for {
		rows := t.whoRows(s.Name)
		var options []string
		for _, w := range rows {
			w.row.label = w.label
			options = append(options, describe(w.row))
		}
		at := t.choose("Who may use "+cell.Text(s.Name), append(options, "back")...)
		if at >= len(rows) {
			return
		}
		t.act(giveTo{[]string{rows[at].stem}, s.Name})
	}
}

func (t *talk) probeMenu(s model.Server) {
	at := s.Asked()
	if at.Command == "" {
		t.tell("no host says how to start %s", cell.Text(s.Name))
		return
	}
	t.tell("This runs or calls: %s\nas configured in %s.", cell.Text(at.Command), t.place().short(at.File))
	if at.Scope == model.FromProject {
		t.tell("That file belongs to the project: make sure that you trust it.")
	}
	if t.choose("Ask it", "ask it", "leave it") == 0 {
		t.act(probeNow{s.Name})
	}
}

func (t *talk) changesMenu() {
	switch t.choose("Show", "one agent on all runtimes", "the config files", "every file of the plan", "launches of one agent", "back") {
	case 0:
		t.chooseAgent(func() { t.showChanges(allRuntimes) })
	case 1:
		t.showChanges(configFile)
	case 2:
		for _, c := range t.plan.Pending() {
			t.tell("%s %s", kindSign(c.Kind), t.place().short(c.Path))
		}
	case 3:
		t.chooseAgent(func() { t.showChanges(launchLines) })
	}
}

// showChanges prints what the diff pane would show.
func (t *talk) showChanges(mode viewMode) {
	t.makePlan()
	l := look{key: viewKey{gen: t.gen, agent: t.agents.current().stem(), mode: mode, plan: t.plan.gen},
		sel: t.sel, sample: t.world.Agents[0].Stem, runtimes: t.hosts.plan(), launches: t.plan.Launches, place: t.place()}
	c, err := l.content(t.ctx, t.engine)
	t.print(c)
	if err != nil {
		t.tell("x %s", problem(err))
	}
}

// applyMenu says what would be written, takes the decisions, and asks.
func (t *talk) applyMenu() {
	t.makePlan()
	if why := t.whyNotApply(); why != "" {
		t.tell("nothing is applied: %s", why)
		return
	}
	o := newConfirm(t.plan, t.world, t.place())
	for _, l := range o.all {
		t.tell("%s", l.text)
	}
	for _, l := range o.all {
		if l.ask && !t.decide(&o, l) {
			return
		}
	}
	if t.choose("Apply exactly this", "yes, apply", "no, go back") == 0 {
		t.act(applyNow{o.plan, o.decide})
	}
}

// decide asks about one file that somebody else wrote. It reports false when the
// person wants out.
func (t *talk) decide(o *confirmOverlay, l confirmLine) bool {
	for {
		switch t.choose(l.text, "keep mine", "overwrite, with a backup", "show the difference", "do not apply") {
		case 0:
			return true
		case 1:
			o.decide[l.path] = Overwrite
			return true
		case 2:
			for _, c := range t.plan.Changes {
				if c.Path == l.path {
					var out content
					out.file(t.place(), Rendered{Change: c})
					t.print(out)
				}
			}
		default:
			return false
		}
	}
}

func (t *talk) undoMenu() {
	if t.world.Undo == "" {
		t.tell("there is no apply to undo")
		return
	}
	t.tell("Puts back what the last apply replaced: %s.", cell.Text(t.world.Undo))
	if t.choose("Undo", "undo it", "leave it") == 0 {
		t.act(undoNow{})
	}
}
