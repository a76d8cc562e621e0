package manifest

import (
	"errors"
	"path/filepath"

	"toolgrant/model/splice"
)

// ServerName is the name under which every host knows the peer bridge. The mesh
// reserves the beginning of it.
const ServerName = "agentmesh_peerbridge"

// A Bridge is an entry of an agent's .mcp.json that starts our bridge.
type Bridge struct {
	Command string // the absolute path of the toolgrant program
	Folder  string // the agent's folder, absolute
	Mesh    string // the mesh's root, absolute
}

// SetBridge puts the entry into the content of an .mcp.json, in place of the one that
// starts the node bridge if that is there; empty content makes a new file. Members that
// somebody added to the entry, such as `disabled`, stay.
//
// The token is named, never written: the host fills the placeholder in.
func SetBridge(data []byte, b Bridge) ([]byte, error) {
	if !filepath.IsAbs(b.Command) || !filepath.IsAbs(b.Folder) || !filepath.IsAbs(b.Mesh) {
		return nil, errors.New("the bridge's entry needs absolute paths: a host starts it from anywhere")
	}
	path := []string{"mcpServers", ServerName}
	entry := splice.Object{
		{Name: "command", Value: b.Command},
		{Name: "args", Value: []string{"bridge", b.Folder}},
		{Name: "env", Value: splice.Object{
			{Name: "AGENT_MESH_MESH_ROOT", Value: filepath.Join(b.Mesh, "mesh")},
			{Name: "AGENT_MESH_MESH_CEILING", Value: b.Mesh},
			{Name: "CLAUDE_CODE_OAUTH_TOKEN", Value: "${CLAUDE_CODE_OAUTH_TOKEN}"},
		}},
	}
	if len(data) == 0 {
		return splice.NewJSON(path, entry)
	}
	old, ok, err := splice.GetJSON(data, path)
	if err != nil {
		return nil, err
	}
	if ok && old.Kind() == splice.JSONObject {
		for _, m := range old.Members() {
			switch m.Name {
			case "command", "args", "env":
			default:
				entry = append(entry, splice.Member{Name: m.Name, Value: splice.Keep{}})
			}
		}
	}
	return splice.PutJSON(data, path, entry)
}

// DropBridge takes the entry away, and with it a mcpServers object that held nothing
// else and that we added.
func DropBridge(data []byte, servers bool) ([]byte, error) {
	return splice.DropJSON(data, []string{"mcpServers", ServerName}, servers)
}

// Starts is the command line of the entry in an .mcp.json, nil when there is none. It
// tells whether the verbs that are written are also enforced: only our bridge does.
func Starts(data []byte) []string {
	top, _ := object(data)
	servers, _ := object(top["mcpServers"])
	entry, _ := object(servers[ServerName])
	command, ok := text(entry["command"])
	if !ok {
		return nil
	}
	line := []string{command}
	if args, ok := list(entry["args"]); ok {
		for _, raw := range args {
			a, _ := text(raw)
			line = append(line, a)
		}
	}
	return line
}
