package launch

import "strings"

// obstacle says why a launch may be printed but not started from here; empty when it
// may. A launcher does things before a start that a command line cannot hold, and an
// agent that nobody watches must not wait for somebody, or start without them.
func (l *launch) obstacle(v vendor) string {
	if why := v.driven(l); why != "" || l.kind != KindReviewFlow {
		return why
	}
	host := l.inherited.Host
	switch {
	case v.owned && l.borrowed:
		return "an unattended review by " + v.id + " may not run in a borrowed checkout"
	case l.certified:
		return "the command asks for a certified version of the program, and nothing here compares versions"
	case v.enumerates && !l.inherited.read:
		return "the inherited servers were given and not read from " + v.id + ", so the isolation is only a preview"
	case !l.borrowed && len(l.inherited.Authored) > 0:
		return "the worktree still has files that configure servers or hooks: " + strings.Join(l.inherited.Authored, ", ") + " (remove them, it is a throw-away copy)"
	case host == nil:
		return v.id + "'s own settings were not read, so it might wait at a dialog for ever"
	case !host.Trusted:
		return v.id + " does not trust the worktree yet and would wait at its trust dialog"
	case v.bypass != "" && !host.SkipsPrompt:
		return v.id + " would wait at the consent dialog for bypassed permissions (user setting " + v.bypass + ")"
	}
	return ""
}

// driven says what of a launch travels by protocol, and so needs a launcher.
func (v vendor) driven(l *launch) string {
	switch {
	case l.Transport == TransportAppServer:
		return "the app server is driven by protocol: model, effort, sandbox, approval and prompt have to be sent to it"
	case v.unattended:
		return "the program is driven by protocol: the session, its servers and the prompt have to be sent to it"
	}
	return ""
}
