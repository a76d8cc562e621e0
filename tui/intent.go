package tui

import "toolgrant/model"

// An intent is what a person wants, whichever key, click or prompt said so. Panes
// and Root act on intents and never see a key.
type intent any

// The intents.
type (
	quit      struct{}
	suspend   struct{}
	help      struct{}
	focusBy   struct{ by int }
	focusOn   struct{ pane pane }
	moveBy    struct{ by int }
	pageBy    struct{ by int }
	edge      struct{ last bool }
	sideways  struct{ by int } // expand, collapse, scroll, or walk the strip
	toggle    struct{}
	pointAt   struct{ row int } // a click on a line of an overlay
	openRow   struct{}          // enter: show a server's tools, or go to the next pane
	mark      struct{}
	escape    struct{}
	walkHost  struct{ by int }
	walkDiff  struct{ by int }
	nextView  struct{}
	wrapLines struct{}
	nextLayer struct{}
	enforce   struct{}
	filter    struct{}
	addGrant  struct{}
	who       struct{}
	probe     struct{}
	explain   struct{}
	apply     struct{}
	save      struct{}
	undo      struct{}
	reload    struct{}

	choose    struct{}             // confirm: turn the decision of one file round
	chooseAll struct{ d Decision } // confirm: one decision for all files
	showDiff  struct{}             // confirm: the difference of one file
	yes       struct{}
	no        struct{}
)

// The intents that overlays hand to Root when they end.
type (
	applyNow struct {
		plan   model.Plan // as it was shown
		decide map[string]Decision
	}
	saveQuit  struct{}
	quitNow   struct{}
	undoNow   struct{}
	probeNow  struct{ server string }
	grantText struct{ text string }
	source    struct{ Source }
	askFolder struct{}
	goTo      struct{ agent string }
	giveTo    struct {
		agents []string
		tool   string
	}
	cancel   struct{}
	showFile struct{ path string }
)
