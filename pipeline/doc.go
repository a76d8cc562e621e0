// Package pipeline provides the way from a selection to a plan: it takes agent
// documents through the stages, in order, for each runtime of the table, and
// compares what comes out with what is on disk.
//
// Two tables carry it: Stages, where each row says why it stands where it stands,
// and Runtimes, where each row is a host. Renderers are pure functions of a Job.
// Nothing here writes; files are read only through the Input.
package pipeline
