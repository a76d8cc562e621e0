//go:build unix

package peerbridge

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// until waits for a condition that another process brings about.
func until(t *testing.T, what string, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("in vain: %s", what)
		}
	}
}

func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// TestAKilledBridgeLeavesNoSecondWriter kills a bridge while its peer writes. The next
// bridge must wait until that peer has ended, and one that knows only do.lock must
// find the peer's own id in it.
func TestAKilledBridgeLeavesNoSecondWriter(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "writer")
	env := append(m.env(), "AGENT_MESH_MODE=do", "AGENT_MESH_TIMEOUT_MS=20000")
	first := m.start("alpha", env...)
	first.request("delegate_to_peer", `{"peer":"writer","mode":"do","task":"first"}`)
	until(t, "the first writer", func() bool { return exists(m.path("beta/writing")) })
	until(t, "the writer's id", func() bool { return m.get("beta/writing") != "" })
	writer := m.get("beta/writing")
	if err := first.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	first.cmd.Wait()
	if got := m.get("beta/.agent-mesh/do.lock"); got != writer+"\n" {
		t.Errorf("do.lock holds %q, want the peer %s", got, writer)
	}
	second := m.start("alpha", append(m.env(), "AGENT_MESH_MODE=do", "AGENT_MESH_TIMEOUT_MS=50")...)
	if got := field(t, second.call("delegate_to_peer", `{"peer":"writer","mode":"do","task":"second"}`), "error_code"); got != lockTimeout {
		t.Errorf("beside a living writer: %s", got)
	}
	third := m.start("alpha", env...)
	third.request("delegate_to_peer", `{"peer":"writer","mode":"do","task":"third"}`)
	m.put("beta/go-on", "")
	if got := third.text(third.recv()); field(t, got, "status") != "completed" {
		t.Errorf("after the writer's end: %s", got)
	}
	third.end()
	if exists(m.path("beta/overlap")) {
		t.Error("two writers at once")
	}
	if exists(m.path("beta/.agent-mesh/do.lock")) {
		t.Error("the lock was not given back")
	}
}

// TestBridgesTakeTurns lets four bridges write in one folder, three tasks each.
func TestBridgesTakeTurns(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "writer")
	m.put("beta/go-on", "") // each task is short
	var sessions []*session
	for range 4 {
		s := m.start("alpha", append(m.env(), "AGENT_MESH_MODE=do", "AGENT_MESH_TIMEOUT_MS=60000")...)
		for range 3 {
			s.request("delegate_to_peer", `{"peer":"writer","mode":"do","task":"x"}`)
		}
		sessions = append(sessions, s)
	}
	for _, s := range sessions {
		for range 3 {
			if got := s.text(s.recv()); field(t, got, "ok") != "true" {
				t.Errorf("got %s", got)
			}
		}
		s.end()
	}
	if exists(m.path("beta/overlap")) {
		t.Error("two writers at once")
	}
}

// TestALockThatANodeBridgeHolds is respected while its holder lives, and taken over
// when it does not.
func TestALockThatANodeBridgeHolds(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "ok")
	s := m.start("alpha", append(m.env(), "AGENT_MESH_MODE=do", "AGENT_MESH_TIMEOUT_MS=30")...)
	call := func() string { return s.call("delegate_to_peer", `{"peer":"ok","mode":"do","task":"x"}`) }
	m.put("beta/.agent-mesh/do.lock", fmt.Sprintln(os.Getpid()))
	if got := call(); field(t, got, "error_code") != lockTimeout {
		t.Errorf("held: %s", got)
	}
	if m.get("beta/.agent-mesh/do.lock") != fmt.Sprintln(os.Getpid()) {
		t.Error("the holder's file was touched")
	}
	m.put("beta/.agent-mesh/do.lock", "999999999\n")
	if got := call(); field(t, got, "ok") != "true" {
		t.Errorf("left behind: %s", got)
	}
	if err := os.RemoveAll(m.path("beta/.agent-mesh")); err != nil {
		t.Fatal(err)
	}
	m.put("beta/.agent-mesh", "a file in its place")
	if got := call(); field(t, got, "error_code") != spawnFailed {
		t.Errorf("no folder for the lock: %s", got)
	}
	s.end()
}

// TestCancelEndsThePeer cancels one call of two. The peer of the first is gone, nothing
// is answered for it, and the other goes on.
func TestCancelEndsThePeer(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "hang", "ok="+m.scripted("ok", m.path("gamma")))
	s := m.start("alpha", append(m.env(), "AGENT_MESH_MODE=do")...)
	id := s.request("delegate_to_peer", `{"peer":"hang","mode":"do","task":"x"}`)
	until(t, "the peer", func() bool { return exists(m.path("beta/pid")) && m.get("beta/pid") != "" })
	pid, err := strconv.Atoi(m.get("beta/pid"))
	if err != nil {
		t.Fatal(err)
	}
	s.send(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":%d}}`+"\n", id))
	until(t, "the peer's end", func() bool { return syscall.Kill(pid, 0) != nil })
	until(t, "the lock", func() bool { return !exists(m.path("beta/.agent-mesh/do.lock")) })
	if got := s.call("delegate_to_peer", `{"peer":"ok","task":"x"}`); field(t, got, "ok") != "true" {
		t.Errorf("got %s", got)
	}
	if rest, status := s.end(); rest != "" || status != 0 {
		t.Errorf("after the end: %q, exit status %d", rest, status)
	}
}

// TestAPeerThatIgnoresItsEnd is killed after the grace, and the answer stands.
func TestAPeerThatIgnoresItsEnd(t *testing.T) {
	m := newMesh(t)
	m.peers("alpha", "deaf")
	s := m.start("alpha", append(m.env(), "BRIDGE_TEST_GRACE=50ms")...)
	if got := s.call("delegate_to_peer", `{"peer":"deaf","task":"x"}`); !strings.Contains(got, `"status":"completed"`) {
		t.Errorf("got %s", got)
	}
	s.end()
}
