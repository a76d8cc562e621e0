package launch

import (
	"context"
	"fmt"
	"io"
	"os"
)

// Options are what the command line of a launch says, and what of the machine it may
// look at.
type Options struct {
	Settings
	FromConfig func() ([]string, error) // --agent: the configured list; asked only when the wire brings none
	Inherited  string                   // empty: ask codex; "none"; else the path of a listing
	Env        []string
	Home       string
}

// Prepare reads a command and makes it ready: [Decode], [Enumerate] where the vendor
// needs it, [Materialise], and [Verify] for what was enumerated. The host's settings
// and the worktree are looked at too, for what would keep it from being started.
// A command that would be refused anyway starts no other program.
func Prepare(ctx context.Context, stdin io.Reader, o Options) (Result, error) {
	c, err := Decode(stdin)
	if err != nil {
		return Result{}, err
	}
	if c.Allowlist == nil && o.FromConfig != nil {
		list, err := o.FromConfig()
		if err != nil {
			return Result{}, err
		}
		c = c.FillAllowlist(list)
	}
	dry, err := Materialise(c, o.Settings, NoneInherited())
	if err != nil {
		return Result{}, err
	}
	v, _ := vendorOf(c.Vendor)
	isolated := v.enumerates && c.Kind == KindReviewFlow
	in, err := o.inherited(ctx, dry, isolated)
	if err != nil {
		return Result{}, err
	}
	var unreadable error
	if v.load != nil {
		host, err := v.load(o.Home, o.Env, dry.Cwd)
		if unreadable = err; err == nil {
			in.Host = &host
		}
	}
	in.Authored = authored(dry.Cwd)
	r, err := Materialise(c, o.Settings, in)
	if err != nil {
		return Result{}, err
	}
	if unreadable != nil && r.ExecRefused != "" {
		r.ExecRefused += fmt.Sprintf(": %v", unreadable)
	}
	if isolated && in.read {
		if err := Verify(ctx, r, ChildEnv(o.Env, r)); err != nil {
			return Result{}, err
		}
	}
	return r, nil
}

// inherited gets the servers that the host would add, in the way that was asked for.
func (o Options) inherited(ctx context.Context, dry Result, isolated bool) (Inherited, error) {
	switch {
	case !isolated || o.Inherited == "none":
		return NoneInherited(), nil
	case o.Inherited == "":
		return Enumerate(ctx, dry.Program, dry.Cwd, ChildEnv(o.Env, dry))
	}
	f, err := os.Open(o.Inherited)
	if err != nil {
		return Inherited{}, isolation("", "--inherited: %v", err)
	}
	defer f.Close()
	return ReadInherited(f)
}
