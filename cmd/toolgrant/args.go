package main

import (
	"github.com/spf13/cobra"
)

// atLeast refuses a command line with too few words, and shows the right one.
func atLeast(n int, usage string) cobra.PositionalArgs {
	return func(_ *cobra.Command, args []string) error {
		if len(args) < n {
			return hint(usage, "%d of %d arguments are missing", n-len(args), n)
		}
		return nil
	}
}

// exactly refuses too few words and too many: one that is passed over in silence may
// have been meant.
func exactly(n int, usage string) cobra.PositionalArgs {
	return func(c *cobra.Command, args []string) error {
		if len(args) > n {
			return surplus(usage, args[n:])
		}
		return atLeast(n, usage)(c, args)
	}
}

// noArgs is for commands that take flags only.
func noArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		return surplus(c.CommandPath(), args)
	}
	return nil
}

func surplus(usage string, args []string) error {
	return hint(usage, "%q is an argument too many", args[0])
}
