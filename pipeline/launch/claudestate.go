package launch

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// maxState bounds the host's own settings files, in bytes.
const maxState = 32 << 20

// Claude is what Claude Code's own settings say about a folder, as far as they
// decide whether an unattended launch works. They are read and never written.
type Claude struct {
	Disabled    []string // servers switched off for the folder; --strict-mcp-config does not override it
	Trusted     bool     // the folder's trust dialog was accepted
	SkipsPrompt bool     // the dialog for bypassed permissions was accepted for good
}

// ReadClaude reads ~/.claude.json and the user's settings.json for one folder. A nil
// reader stands for a file that is not there, which says nothing and trusts nothing.
func ReadClaude(state, settings io.Reader, folder string) (Claude, error) {
	var c Claude
	var user struct {
		Projects map[string]struct {
			Disabled []string `json:"disabledMcpServers"`
			Trusted  bool     `json:"hasTrustDialogAccepted"`
		} `json:"projects"`
	}
	if err := readState(state, &user); err != nil {
		return Claude{}, fmt.Errorf(".claude.json: %w", err)
	}
	if p, ok := user.Projects[filepath.Clean(folder)]; ok {
		c.Disabled, c.Trusted = p.Disabled, p.Trusted
	}
	var own struct {
		Skips bool `json:"skipDangerousModePermissionPrompt"`
	}
	if err := readState(settings, &own); err != nil {
		return Claude{}, fmt.Errorf("settings.json: %w", err)
	}
	c.SkipsPrompt = own.Skips
	return c, nil
}

func readState(r io.Reader, dst any) error {
	if r == nil {
		return nil
	}
	data, err := io.ReadAll(io.LimitReader(r, maxState+1))
	if err != nil {
		return err
	}
	if len(data) > maxState {
		return fmt.Errorf("longer than %d bytes", maxState)
	}
	return json.Unmarshal(data, dst)
}

// LoadClaude reads the settings that a Claude started with this home would read.
// configDir is the value of CLAUDE_CONFIG_DIR, empty when it is not set.
func LoadClaude(home, configDir, folder string) (Claude, error) {
	state, settings := filepath.Join(home, ".claude.json"), filepath.Join(home, ".claude", "settings.json")
	if configDir != "" {
		state, settings = filepath.Join(configDir, ".claude.json"), filepath.Join(configDir, "settings.json")
	}
	var readers [2]io.Reader
	for i, path := range []string{state, settings} {
		f, err := os.Open(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return Claude{}, err
		}
		defer f.Close()
		readers[i] = f
	}
	return ReadClaude(readers[0], readers[1], folder)
}
