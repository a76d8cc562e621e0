package tui

import "flag"

// update writes goldens, screens and the key table anew.
var update = flag.Bool("update", false, "write the golden files")
