package tui

import "flag"

// updating reports whether goldens, screens and the key table are to be written anew.
// The flag -update is teatest's, which defines it for every program that imports it.
func updating() bool {
	f := flag.Lookup("update")
	return f != nil && f.Value.String() == "true"
}
