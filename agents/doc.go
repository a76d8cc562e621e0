// Package agents provides agent documents: finding the files people keep, reading
// them without loss, and adding tools to their lists by splicing bytes.
//
// Reading never fails. What is wrong with a document is in its notes, and a list
// that has no safe reading is Unreadable: nothing may be granted to it, and no
// host may be told that it is absent, because absent means every tool.
package agents
