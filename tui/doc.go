// Package tui provides the terminal face of toolgrant: a screen that lists agents,
// their grants and the live difference of every rendered artifact, and the same job
// as plain numbered prompts.
//
// Root owns the truth: selection, plan, generation, focus and size. A key becomes an
// intent, Root.do acts on it, commands do the work, and answers that come too late
// are dropped by their generation. The package imports model and the Charm
// libraries only; everything it needs of the world comes through Engine.
package tui
