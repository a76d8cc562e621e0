package model

// Scope says where artifacts go: into the hosts' config homes, or into the project.
type Scope string

// The scopes of --scope.
const (
	GlobalScope Scope = "global"
	LocalScope  Scope = "local"
)

// A Runtime is a host as data: where it looks for agents and what its tool model
// can express. Its renderer is the pipeline's; everything a person is told about a
// host comes from here, docs/hosts.md included.
type Runtime struct {
	ID   string // as in --runtime: "claude"
	Name string // as its makers write it: "Claude Code"

	Home   HomeRule
	Global Folder // below the config home; zero when the host has none
	Local  Folder // below the project; zero when the host has none

	// Authored is set for the host in whose form people write agents by hand: its folder
	// is the one that adopt takes sources from.
	Authored bool

	// AlsoReads are other folders, relative to the person's home, whose agents of the
	// same name change what the host sees.
	AlsoReads []string
	// AlsoLocal are such folders below a project.
	AlsoLocal []string

	Tools ToolModel
}

// Folder returns the agents folder of a scope.
func (r Runtime) Folder(s Scope) Folder {
	if s == LocalScope {
		return r.Local
	}
	return r.Global
}

// A HomeRule says how a host finds its config home: the first variable that is set
// to more than white space, then the first probe that holds, then the default.
type HomeRule struct {
	Env     []EnvVar
	Probes  []Probe
	Default string // relative to the person's home, slash separated
}

// An EnvVar is one environment variable that moves a config home.
type EnvVar struct {
	Name string
	File bool   // the value names a file: its folder is meant
	Join string // appended to the value, as "opencode" to XDG_CONFIG_HOME
}

// A Probe is one candidate for a config home: Dir is taken when Needs (relative to
// it, empty for Dir itself) exists.
type Probe struct{ Dir, Needs string }

// A Folder is where a host reads agent files in one scope.
type Folder struct {
	Dir  string // relative to the config home or the project, slash separated; "" when none
	Base string // for a folder that ignores the config home: relative to the person's home
	Ext  string // ".md", ".agent.md", ".yml"
}

// None reports whether a host has no agents folder in this scope.
func (f Folder) None() bool { return f.Dir == "" && f.Base == "" }

// Holding says what a host does with one kind of tool of an agent's list.
type Holding string

// The holdings. A host that Inherits gives the agent everything of that kind,
// whatever the list says; one that is Unknown was never seen to do either.
const (
	Restricts Holding = "restricts" // the list, and nothing else
	Inherits  Holding = "inherits"  // everything of its parent
	Never     Holding = "never"     // none, whatever the list says
	Unknown   Holding = "unknown"
)

// Reading says what a host makes of a list that is absent, empty or null.
type Reading string

// The readings of spec/hosts.md and hosts-b.md chapter 0.
const (
	ReadsAll      Reading = "all"
	ReadsNone     Reading = "none"
	ReadsDefault  Reading = "defaults" // a built-in set of the host
	ReadsRejected Reading = "rejected" // the file does not load
	ReadsUnknown  Reading = "unknown"
)

// A Together is one host word for several of Claude Code's names.
type Together struct {
	Names []string
	As    string
}

// A ToolModel is what a host's agent files can say about tools.
type ToolModel struct {
	Key  string // where the list stands: "tools", "permission"; "" when nowhere
	Form string // its syntax in words: "YAML list or comma separated"

	BuiltIn Holding // what the artifact we write does by default
	MCP     Holding

	Absent, Empty, Null Reading
	// Malformed is what the host makes of a header that is no valid YAML.
	Malformed Reading

	// Deny is the key under which an agent without a list has tools taken away; "" when
	// its files cannot say that.
	Deny string

	// Names maps Claude Code's tool names to the host's own; an empty list says that
	// the host has nothing like it. Names not in the map have no counterpart either,
	// unless Verbatim is set.
	Names    map[string][]string
	Verbatim bool // other names are written as they are
	// Vocabulary is the built-in names that a Verbatim host was seen to know; it passes
	// over others in silence. Nil when that is not known.
	Vocabulary []string
	// Withheld says, per Claude name, why an agent does not have a tool although the
	// host gives it everything.
	Withheld map[string]string
	// Spaces is set where white space parts the names of a one-line list too.
	Spaces bool
	// WholeTool is set where the host accepts parameters, as in Bash(git:*), and
	// ignores them.
	WholeTool bool
	// Widens says, per Claude name, which other ones the host gives with it, as Write
	// comes with Edit where one permission covers both.
	Widens map[string][]string
	// Caveats says, per Claude name, why a tool that is written may still not be there.
	Caveats map[string]string
	// GivesServers is set where mcpServers in a header gives every tool of the servers
	// it lists, whatever the tool list says.
	GivesServers bool
	// Extras is what else of its own the host gives an agent that is not enforced.
	Extras string

	// Together are names the host has one word for when an agent lists them all.
	Together []Together
	Always   []string // names the host adds to every list

	// NoBuiltInGrant is why a built-in tool cannot be granted although the host holds no
	// list; "" where a grant is simply there already.
	NoBuiltInGrant string

	// ServerAlias is another name under which a server may be configured there.
	ServerAlias map[string]string

	// MCPVerbatim is set where MCP entries stay as the author wrote them.
	MCPVerbatim bool
	// MCPTool spells one tool of a server, from their raw names; nil when the host cannot
	// name one. "" stands for a name that would cost the agent its whole file.
	MCPTool func(server, tool string) string
	// MCPServer spells a whole server, or says that it cannot for this name; nil
	// when the host has no such form. Without it a whole server is written as the
	// list of its known tools.
	MCPServer func(server string) (string, bool)
	// MCPOverlap reports whether the form of a whole server also catches another one's
	// tools; nil where it never does.
	MCPOverlap func(server, other string) bool
	// FoldsCase is set where MCP names are compared without regard to case.
	FoldsCase bool
	// OwnIDs are tools of the host's own that an MCP name or pattern may hit there.
	OwnIDs []string

	// ReadOnlyOnly is set where enforcing can do nothing but make an agent that
	// neither writes nor uses a server read-only.
	ReadOnlyOnly bool

	// FillsIn is set where ${NAME} in a prompt is a value that the host must be given;
	// it does not start an agent with one that it has no value for.
	FillsIn          bool
	MinBody, MaxBody int    // characters of prompt the host accepts; 0 when it has no such bound
	NamePattern      string // what an agent's name must match to load; "" when anything goes
	FilePattern      string // what a file's name must match to be looked at

	// Enforceable says whether enforce_tools can make the host hold the list;
	// Refusal is the reason when it cannot.
	Enforceable bool
	Refusal     string

	Remarks []string // what the host adds, merges or cannot hold
	Source  string   // where these facts are from: "hosts-a.md 1, ran 2.1.332"
	Checked string   // date of the newest check, ISO 8601
}
