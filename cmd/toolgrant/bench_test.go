package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	tea "github.com/charmbracelet/bubbletea"

	"toolgrant/tui"
)

// awaited is a terminal that ends a program once it has shown a text.
type awaited struct {
	mu    sync.Mutex
	shown bytes.Buffer
	text  string
	done  context.CancelFunc
}

func (a *awaited) Write(b []byte) (int, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.shown.Write(b)
	if strings.Contains(a.shown.String(), a.text) {
		a.done()
	}
	return len(b), nil
}

// empty is a Bubble Tea program that does nothing, the least a start can cost.
type empty struct{}

func (empty) Init() tea.Cmd                       { return nil }
func (empty) Update(tea.Msg) (tea.Model, tea.Cmd) { return empty{}, nil }
func (empty) View() string                        { return "Agents 64" }

// BenchmarkFirstScreen is the time from the start of the screen to its first picture of
// 64 agents and three hosts, read from disk, as a ratio to a program that shows a word.
func BenchmarkFirstScreen(b *testing.B) {
	home := b.TempDir()
	src := filepath.Join(home, "src")
	for _, dir := range []string{src, filepath.Join(home, ".claude"), filepath.Join(home, ".codex"), filepath.Join(home, ".config", "kilo")} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
	}
	body := strings.Repeat("Do the step that was asked for, and say what you did.\n", 300)
	for i := range 64 {
		name := fmt.Sprintf("agent-%02d", i)
		text := "---\nname: " + name + "\ndescription: Does one thing.\ntools: Read, Grep, mcp__docs__search\n---\n\n" + body
		if err := os.WriteFile(filepath.Join(src, name+".md"), []byte(text), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	p := &program{
		stdin: strings.NewReader(""), stdout: io.Discard, stderr: io.Discard, cwd: home,
		environ: []string{"HOME=" + home, "TOOLGRANT_AGENTS=" + src, "TERM=xterm-256color"},
		flags:   flags{runtime: "detected", scope: "global", pack: "auto", color: "never"},
	}
	silent, _ := io.Pipe()
	for b.Loop() {
		showFirst(b, silent, func(ctx context.Context, out io.Writer) tea.Model {
			return tui.New(ctx, &engine{program: p}, tui.Options{In: silent, Out: out})
		})
	}
	b.StopTimer()
	ours := b.Elapsed().Seconds() / float64(b.N)
	b.ReportMetric(ours/emptyStart(b), "x-empty-program")
}

// showFirst runs a program on a terminal of 120 by 40 until its first picture is drawn.
func showFirst(b *testing.B, in io.Reader, model func(context.Context, io.Writer) tea.Model) {
	ctx, cancel := context.WithTimeout(b.Context(), 10*time.Second)
	defer cancel()
	out := &awaited{text: "Agents 64", done: cancel}
	p := tea.NewProgram(model(ctx, out), tea.WithContext(ctx), tea.WithInput(in), tea.WithOutput(out), tea.WithoutSignalHandler())
	go p.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
	_, _ = p.Run()
	if !strings.Contains(out.shown.String(), out.text) {
		b.Fatal("nothing was shown in ten seconds")
	}
}

// emptyStart is the best of some starts of the empty program, in seconds.
func emptyStart(b *testing.B) float64 {
	best := time.Hour
	silent, _ := io.Pipe()
	for range 10 {
		start := time.Now()
		showFirst(b, silent, func(context.Context, io.Writer) tea.Model { return empty{} })
		best = min(best, time.Since(start))
	}
	return best.Seconds()
}
