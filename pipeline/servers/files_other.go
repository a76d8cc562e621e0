//go:build !unix

package servers

// isNotDir is false where the system reports such a path as not existing anyway.
func isNotDir(error) bool { return false }
