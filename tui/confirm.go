package tui

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"toolgrant/model"
	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// A confirmOverlay shows what an apply would do, file by file, and takes a decision
// for each file that somebody else wrote. Yes means exactly what it shows.
type confirmOverlay struct {
	list
	all    []confirmLine // as they are
	lines  []confirmLine // broken to the width
	decide map[string]Decision
	plan   model.Plan
	w      int
}

// A confirmLine is one line of the overlay; path is set where there is a decision
// to take or a difference to look at.
type confirmLine struct {
	kind lineKind
	text string
	path string
	ask  bool
}

// newConfirm lists counts, then decisions, then warnings, then every other path.
func newConfirm(p planState, w World, at place) confirmOverlay {
	o := confirmOverlay{decide: map[string]Decision{}, plan: p.Plan}
	pending := p.Pending()
	o.counts(p.Plan, w)
	asked := false
	for _, c := range pending {
		if !c.Drifted() {
			continue
		}
		if !asked {
			o.add(confirmLine{}, confirmLine{kind: warnLine, text: "Files that somebody else wrote or changed: space decides, d shows"})
			asked = true
		}
		o.decide[c.Path] = Keep
		o.add(confirmLine{kind: contextLine, text: at.short(c.Path) + "  " + ownership(c.Ownership), path: c.Path, ask: true})
	}
	if groups := grouped(concerning(p.Plan), model.Warning); len(groups) > 0 {
		o.add(confirmLine{}, confirmLine{kind: fileLine, text: "Know first"})
		o.add(groups...)
	}
	o.add(confirmLine{}, confirmLine{kind: fileLine, text: "Files"})
	for _, c := range pending {
		if !c.Drifted() {
			o.add(confirmLine{kind: kindLine(c.Kind), text: fmt.Sprintf("%s %s", kindSign(c.Kind), at.short(c.Path)), path: c.Path})
		}
	}
	o.lines = o.all
	o.cursor = max(0, slices.IndexFunc(o.lines, func(l confirmLine) bool { return l.ask }))
	return o
}

func (o *confirmOverlay) add(l ...confirmLine) { o.all = append(o.all, l...) }

// concerning is the notes of a plan without those about hosts that are no part of it.
func concerning(p model.Plan) []model.Note {
	return slices.DeleteFunc(slices.Clone(p.Notes), func(n model.Note) bool {
		return n.Runtime != "" && len(p.Runtimes) > 0 && !slices.Contains(p.Runtimes, n.Runtime)
	})
}

// counts says for each runtime how many files are created, updated and removed.
func (o *confirmOverlay) counts(p model.Plan, w World) {
	sums, order := map[string]model.Plan{}, []string{}
	for _, c := range p.Changes {
		s, ok := sums[c.Runtime]
		if !ok {
			order = append(order, c.Runtime)
		}
		s.Changes = append(s.Changes, c)
		sums[c.Runtime] = s
	}
	for _, id := range order {
		s := sums[id].Summary()
		if s.Create+s.Update+s.Remove == 0 {
			continue
		}
		name := id
		if i := hostIndex(w.Hosts, id); i >= 0 {
			name = w.Hosts[i].Name
		}
		o.add(confirmLine{kind: contextLine, text: cell.Fit(cell.Text(name), 18) + counted(s)})
	}
}

// counted is a summary in words, without what there is none of.
func counted(s model.Summary) string {
	var parts []string
	for _, c := range []struct {
		n    int
		what string
	}{{s.Create, "new"}, {s.Update, "changed"}, {s.Remove, "removed"}, {s.Unchanged, "in place"}} {
		if c.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", c.n, c.what))
		}
	}
	return " " + strings.Join(parts, ", ")
}

// grouped is one line for each problem at least as bad as asked, with how often it
// occurs: a loss on 64 documents is one thing to know (DECISIONS 21).
func grouped(notes []model.Note, least model.Severity) []confirmLine {
	times, order := map[string]int{}, []model.Note{}
	for _, n := range notes {
		if n.Severity == model.Info && least != model.Info {
			continue
		}
		key := n.Code + "\x00" + n.Runtime + "\x00" + n.Problem
		if times[key] == 0 {
			order = append(order, n)
		}
		times[key]++
	}
	var out []confirmLine
	for _, n := range order {
		l := confirmLine{kind: warnLine, text: "! " + cell.Text(n.Problem)}
		switch n.Severity {
		case model.Error:
			l = confirmLine{kind: badLine, text: "x " + cell.Text(n.Problem)}
		case model.Info:
			l = confirmLine{kind: infoLine, text: "i " + cell.Text(n.Problem)}
		}
		if k := times[n.Code+"\x00"+n.Runtime+"\x00"+n.Problem]; k > 1 {
			l.text += fmt.Sprintf(" (%d times)", k)
		}
		out = append(out, l)
		if n.Hint != "" {
			out = append(out, confirmLine{kind: infoLine, text: "  " + cell.Text(n.Hint)})
		}
	}
	return out
}

func kindSign(k model.Kind) string {
	switch k {
	case model.Create:
		return "+"
	case model.Remove:
		return "-"
	}
	return "~"
}

func kindLine(k model.Kind) lineKind {
	switch k {
	case model.Create:
		return addedLine
	case model.Remove:
		return removedLine
	}
	return contextLine
}

func (o confirmOverlay) scope() scope { return inConfirm }

func (o confirmOverlay) size(w, h int) overlay {
	if w == o.w && h == o.height {
		return o
	}
	at := o.lines[o.cursor]
	o.lines = nil
	for _, l := range o.all {
		if l.path != "" || l.text == "" {
			o.lines = append(o.lines, l)
			continue
		}
		for i, piece := range cell.Wrap(l.text, max(1, w-4)) {
			if i > 0 {
				piece = "  " + piece
			}
			o.lines = append(o.lines, confirmLine{kind: l.kind, text: piece})
		}
	}
	o.w, o.list = w, o.resize(len(o.lines), h)
	if i := slices.Index(o.lines, at); i >= 0 {
		o.list = o.to(i)
	}
	return o
}

func (o confirmOverlay) do(i intent) (overlay, intent) {
	l, chosen, moved := o.walk(i)
	if o.list = l; chosen {
		return o.do(choose{})
	}
	if moved {
		return o, nil
	}
	switch i := i.(type) {
	case choose:
		if l := o.lines[o.cursor]; l.ask {
			o.decide = maps.Clone(o.decide)
			o.decide[l.path] = Overwrite - o.decide[l.path]
		}
	case chooseAll:
		o.decide = maps.Clone(o.decide)
		for path := range o.decide {
			o.decide[path] = i.d
		}
	case showDiff:
		if path := o.lines[o.cursor].path; path != "" {
			return o, showFile{path}
		}
	case yes:
		return nil, applyNow{o.plan, o.decide}
	case no:
		return nil, nil
	}
	return o, nil
}

func (o confirmOverlay) view(t theme.Theme) (string, []string) {
	var out []string
	from, to := o.window()
	for i := from; i < to; i++ {
		l := o.lines[i]
		text := "  " + l.text
		if l.ask {
			text = "  " + o.decide[l.path].String() + " " + l.text
		}
		style := lineStyle(t, l.kind)
		if i == o.cursor {
			text, style = t.Marks.Point+text[1:], t.Cursor
		}
		out = append(out, style.Render(cell.Fit(text, o.w)))
	}
	return "Apply exactly this?", out
}

// String is the decision as the overlay shows it.
func (d Decision) String() string {
	if d == Overwrite {
		return "[overwrite, with backup]"
	}
	return "[keep mine]"
}
