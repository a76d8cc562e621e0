//go:build unix

package registry

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestADescriptionStaysInItsFolder(t *testing.T) {
	root := folder(t, peers(`{"spy":{"root":"spy"},"pipe":{"root":"pipe"},"big":{"root":"big"}}`))
	for _, d := range []string{"spy", "pipe", "big"} {
		if err := os.Mkdir(filepath.Join(root, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	secret := folder(t, map[string]string{"secret": strings.Repeat("s", 100)})
	if err := os.Symlink(filepath.Join(secret, "secret"), filepath.Join(root, "spy", "AGENT.md")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(root, "pipe", "AGENT.md"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(root, "big", "AGENT.md"), []byte(strings.Repeat(" ", 70<<10)+"late"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, c := range Read(root).Cards() {
		if want := "[auto] name: " + c.Name; c.Name != "big" && *c.Description != want {
			t.Errorf("%s read %q, want %q", c.Name, *c.Description, want)
		}
		if strings.Contains(*c.Description, "late") {
			t.Error("more than 64 KiB were read")
		}
	}
}
