package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"toolgrant/config"
)

func contains(list []string, s string) bool { return slices.Contains(list, s) }

// oneOf is a list of choices as people write it: a, b or c.
func oneOf(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " or " + words[len(words)-1]
}

// counted is a number with its noun.
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// suggestFlag adds the nearest flag to pflag's complaint about an unknown one.
func suggestFlag(c *cobra.Command, err error) error {
	name, ok := strings.CutPrefix(err.Error(), "unknown flag: --")
	if !ok {
		return err
	}
	var names []string
	c.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near := nearest(name, names)
	if len(near) == 0 {
		return err
	}
	return fmt.Errorf("%w (did you mean --%s?)", err, strings.Join(near, " or --"))
}

// noCommand refuses a word that is no command, and names those that come near.
func noCommand(root *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range root.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near := nearest(args[0], names); len(near) > 0 {
		return hint("did you mean "+oneOf(near)+"?", "there is no command %q", args[0])
	}
	return hint("toolgrant --help lists the commands", "there is no command %q", args[0])
}

// nearest is the names that a word was meant for: those that it begins or that begin
// it, else those a few letters away.
func nearest(word string, names []string) []string {
	var near []string
	for _, n := range names {
		if len(word) > 2 && strings.HasPrefix(n, word) || len(n) > 2 && strings.HasPrefix(word, n) {
			near = append(near, n)
		}
	}
	if len(near) > 0 {
		return near
	}
	return config.Near(word, names)
}
