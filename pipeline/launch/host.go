package launch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/pelletier/go-toml/v2"
)

// maxState bounds a host's own settings file, in bytes.
const maxState = 32 << 20

// A Host is what a host's own settings say about a folder, as far as they decide
// whether an unattended launch gets anywhere. They are read and never written.
type Host struct {
	Trusted     bool     // no trust dialog is to come
	SkipsPrompt bool     // Claude: the dialog for bypassed permissions was accepted for good
	Disabled    []string // Claude: servers switched off for the folder; --strict-mcp-config does not override it
}

// ReadClaude reads ~/.claude.json and the user's settings.json for one folder. An
// empty file, or none, says nothing and trusts nothing.
func ReadClaude(state, settings []byte, folder string) (Host, error) {
	var user struct {
		Projects map[string]struct {
			Disabled []string `json:"disabledMcpServers"`
			Trusted  bool     `json:"hasTrustDialogAccepted"`
		} `json:"projects"`
	}
	var own struct {
		Skips bool `json:"skipDangerousModePermissionPrompt"`
	}
	for _, f := range []struct {
		name string
		data []byte
		dst  any
	}{{".claude.json", state, &user}, {"settings.json", settings, &own}} {
		if len(f.data) == 0 {
			continue
		}
		if err := json.Unmarshal(f.data, f.dst); err != nil {
			return Host{}, fmt.Errorf("%s: %w", f.name, err)
		}
	}
	p := user.Projects[filepath.Clean(folder)]
	return Host{Trusted: p.Trusted, SkipsPrompt: own.Skips, Disabled: p.Disabled}, nil
}

// ReadCodex reads config.toml for one folder. The nearest folder above that has an
// entry decides (measured, codex 0.171.0: a trusted parent is enough, and a folder
// that is marked untrusted still gets a dialog).
func ReadCodex(config []byte, folder string) (Host, error) {
	var file struct {
		Projects map[string]struct {
			Trust string `toml:"trust_level"`
		} `toml:"projects"`
	}
	if err := toml.Unmarshal(config, &file); err != nil {
		return Host{}, fmt.Errorf("config.toml: %w", err)
	}
	for dir := filepath.Clean(folder); ; dir = filepath.Dir(dir) {
		if p, ok := file.Projects[dir]; ok {
			return Host{Trusted: p.Trust == "trusted"}, nil
		}
		if dir == filepath.Dir(dir) {
			return Host{}, nil
		}
	}
}

// loadClaude finds the settings where a Claude with this environment would.
func loadClaude(home string, env []string, folder string) (Host, error) {
	stateDir, settingsDir := home, filepath.Join(home, ".claude")
	if dir := value(env, "CLAUDE_CONFIG_DIR"); dir != "" {
		stateDir, settingsDir = dir, dir
	}
	state, err := slurp(filepath.Join(stateDir, ".claude.json"))
	if err != nil {
		return Host{}, err
	}
	settings, err := slurp(filepath.Join(settingsDir, "settings.json"))
	if err != nil {
		return Host{}, err
	}
	return ReadClaude(state, settings, folder)
}

// loadCodex finds the configuration where a Codex with this environment would.
func loadCodex(home string, env []string, folder string) (Host, error) {
	dir := value(env, "CODEX_HOME")
	if dir == "" {
		dir = filepath.Join(home, ".codex")
	}
	config, err := slurp(filepath.Join(dir, "config.toml"))
	if err != nil {
		return Host{}, err
	}
	return ReadCodex(config, folder)
}

// slurp reads a file of bounded length; one that is not there is empty.
func slurp(path string) ([]byte, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxState+1))
	if err == nil && len(data) > maxState {
		err = fmt.Errorf("%s: longer than %d bytes", path, maxState)
	}
	return data, err
}
