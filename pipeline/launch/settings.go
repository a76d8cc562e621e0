package launch

// A Work says whose checkout an agent works in.
type Work string

// WorkOwned is a throw-away worktree that the launcher made; WorkBorrowed is a
// person's own checkout, where an agent may look but a reviewer may not write.
const (
	WorkOwned    Work = "owned"
	WorkBorrowed Work = "borrowed"
)

// A Transport says how the launcher talks to the agent.
type Transport string

// The transports: a terminal, or Codex's app server.
const (
	TransportPTY       Transport = "pty"
	TransportAppServer Transport = "app-server"
)

// DefaultCLIPath is the product's own program, found on the PATH.
const DefaultCLIPath = "kcap"

// Settings are what a launcher knows and the wire does not say. The wire wins where
// both speak, and a setting that contradicts it is refused rather than ignored.
type Settings struct {
	ServerURL    string    // the control plane; blank means that no server can be attached
	CLIPath      string    // command of every owned server; blank likewise
	Worktree     string    // absolute path of the folder to work in
	Work         Work      // empty: as the wire says, else owned
	Transport    Transport // empty: a terminal
	ReviewConfig string    // kind review, Claude: absolute path of the launcher's temporary MCP file
	SystemPrompt string    // kind review: the rendered instructions
	CodexPath    string    // the codex program: a name, or an absolute path
	IsolatedDir  string    // OpenCode: absolute path of an empty configuration folder
	Nonces       Nonces    // Gemini: what makes this launch's server names unguessable
	Strict       bool      // refuse a list with anything but read-only servers
}

// A Nonces holds the random parts of one launch's server names. A repository under
// review can register a server under any name it can guess, so a host that admits
// servers by name alone is told names that it cannot.
type Nonces struct {
	Channel string // 32 lower-case hexadecimal digits
	Servers string // likewise, and different
}
