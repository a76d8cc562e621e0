// Package model provides the nouns and laws of toolgrant: agents, tools, grants,
// verbs, runtimes, plans, receipts and notes. It imports the standard library only
// and does no I/O, so everything in it can be tested, compared and reasoned about
// as plain values.
package model
