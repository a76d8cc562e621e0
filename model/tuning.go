package model

// A Tuning is the reference installer's own configuration as far as it shapes agent
// files (spec/pipeline.md 2.3 and 2.6). toolgrant reads it and never writes it.
// Each runtime has its own, because the project file is looked up from its target.
type Tuning struct {
	// ModelOverrides is agent stem or name to the raw JSON value. Values that are
	// no text are notes, never crashes.
	ModelOverrides map[string]any
	ModelProfile   string         // "" when unset
	HasProject     bool           // a project config file was found
	ProfileInHome  bool           // the home file sets model_profile
	Runtime        string         // the configured runtime; "" means no tier models
	ModelPolicy    map[string]any // nil when unset
	ProfileTiers   map[string]any // model_profile_overrides; nil when unset
	Effort         *Effort        // nil when neither file has an effort object
	Attribution    Attribution
}

// An Effort is the merged effort object.
type Effort struct {
	Default        string
	AgentOverrides map[string]string
	RoutingTiers   map[string]string
}

// An Attribution says what happens to Co-Authored-By lines.
type Attribution struct {
	Mode  AttributionMode
	Value string // for ReplaceAttribution
}

// AttributionMode is what the host's own settings ask for.
type AttributionMode string

// The modes of spec/pipeline.md 6. The zero value keeps.
const (
	KeepAttribution    AttributionMode = ""
	RemoveAttribution  AttributionMode = "remove"
	ReplaceAttribution AttributionMode = "replace"
)
