package tui

import (
	"slices"

	"toolgrant/tui/cell"
	"toolgrant/tui/theme"
)

// A whoOverlay lists every agent and what it may use of one server, those with any
// of it first. Space gives and takes the whole server there.
type whoOverlay struct {
	list
	server string
	rows   []whoRow
	w      int
}

type whoRow struct {
	stem, label string
	row         row
}

// whoRows finds out for every agent. It is asked for once, and again after a change.
func (r Root) whoRows(server string) []whoRow {
	i, ok := r.cat.at[server]
	if !ok {
		return nil
	}
	var with, without []whoRow
	for _, e := range r.agents.all {
		s := subject{agent: e.agent, sel: r.sel, layer: r.layer}
		w := whoRow{e.stem(), e.label, s.serverRow(r.cat.servers[i])}
		if w.row.box == off {
			without = append(without, w)
		} else {
			with = append(with, w)
		}
	}
	return append(with, without...)
}

func (r Root) askWho() Root {
	server := r.grants.current().server
	if server == "" {
		return r.complain("v: put the cursor of the middle pane on a server first")
	}
	return r.push(whoOverlay{server: server, rows: r.whoRows(server)})
}

// refreshWho brings the rows up to date in the order in which they stand, so that
// nothing jumps away under the cursor.
func (r Root) refreshWho() Root {
	n := len(r.overlays)
	if n == 0 {
		return r
	}
	o, ok := r.overlays[n-1].(whoOverlay)
	if !ok {
		return r
	}
	fresh := map[string]whoRow{}
	for _, w := range r.whoRows(o.server) {
		fresh[w.stem] = w
	}
	o.rows = slices.Clone(o.rows)
	for i, w := range o.rows {
		o.rows[i] = fresh[w.stem]
	}
	return r.replace(o)
}

func (o whoOverlay) scope() scope { return inWho }

func (o whoOverlay) size(w, h int) overlay {
	o.w, o.list = w, o.resize(len(o.rows), h)
	return o
}

func (o whoOverlay) do(i intent) (overlay, intent) {
	l, chosen, moved := o.walk(i)
	if o.list = l; chosen {
		return o.do(toggle{})
	}
	if moved {
		return o, nil
	}
	switch i.(type) {
	case mark:
		o.list = o.mark()
	case toggle:
		from, to := o.span()
		var stems []string
		for _, w := range o.rows[from : to+1] {
			stems = append(stems, w.stem)
		}
		// The one under the cursor says which way all of them go.
		at := slices.Index(stems, o.rows[o.cursor].stem)
		stems[0], stems[at] = stems[at], stems[0]
		return o, giveTo{stems, o.server}
	case openRow:
		return nil, goTo{o.rows[o.cursor].stem}
	case no:
		return nil, nil
	}
	return o, nil
}

func (o whoOverlay) view(t theme.Theme) (string, []string) {
	var out []string
	from, to := o.window()
	for i := from; i < to; i++ {
		w := o.rows[i]
		point, style := "  ", t.Text
		switch {
		case i == o.cursor:
			point, style = t.Marks.Point+" ", t.Cursor
		case o.marked(i):
			point, style = t.Marks.Dot+" ", t.Marked
		case w.row.lock != "":
			style = t.Locked
		case w.row.box == on:
			style = t.On
		}
		end := w.row.mark
		if w.row.box == part {
			end = w.row.detail
		}
		out = append(out, style.Render(cell.Ends(point+w.row.box.String()+" "+w.label, end, o.w)))
	}
	return "Who may use " + cell.Text(o.server), out
}
