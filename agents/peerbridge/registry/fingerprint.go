package registry

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"toolgrant/agents/peerbridge/js"
)

const (
	maxDirs       = 12
	maxExtensions = 6
)

// fingerprint describes a folder that says too little about itself by what lies at its
// top level.
func fingerprint(folder *os.Root, name string) string {
	pkg, _ := js.ParseObject([]byte(read(folder, "package.json")))
	if own, ok := pkg.String("name"); ok && own != "" {
		name = own
	}
	parts := []string{"name: " + name}
	if d, ok := pkg.String("description"); ok && d != "" {
		parts = append(parts, d)
	}
	if e := entry(pkg); e != "" {
		parts = append(parts, "entry: "+e)
	}
	dirs, exts := contents(folder)
	if len(dirs) > 0 {
		parts = append(parts, "dirs: "+strings.Join(dirs, ","))
	}
	if len(exts) > 0 {
		parts = append(parts, strings.Join(exts, ","))
	}
	return "[auto] " + strings.Join(parts, " · ")
}

// entry is where a package begins, by the fields in the order Node honours them here.
func entry(pkg js.Object) string {
	if m, ok := pkg.String("main"); ok && m != "" {
		return m
	}
	exports, _ := pkg.Object("exports")
	if e, ok := exports.String("."); ok && e != "" {
		return e
	}
	if b, ok := pkg.String("bin"); ok {
		return b
	}
	if bin, ok := pkg.Object("bin"); ok && len(bin) > 0 {
		b, _ := js.String(bin[0].Value)
		return b
	}
	return ""
}

// contents lists the visible folders, and the endings of the visible files with how
// often they occur.
func contents(folder *os.Root) (dirs, exts []string) {
	if folder == nil {
		return nil, nil
	}
	f, err := folder.Open(".")
	if err != nil {
		return nil, nil
	}
	defer f.Close()
	entries, _ := f.ReadDir(maxEntries)
	count := map[string]int{}
	for _, e := range entries {
		switch name := e.Name(); {
		case strings.HasPrefix(name, "."):
		case e.IsDir() && name != "node_modules":
			dirs = append(dirs, name)
		case e.Type().IsRegular() && path.Ext(name) != "":
			count[path.Ext(name)]++
		}
	}
	slices.Sort(dirs)
	byCount := slices.SortedFunc(maps.Keys(count), func(a, b string) int {
		return cmp.Or(cmp.Compare(count[b], count[a]), cmp.Compare(a, b))
	})
	for _, e := range byCount[:min(maxExtensions, len(byCount))] {
		exts = append(exts, fmt.Sprintf("%s:%d", e, count[e]))
	}
	return dirs[:min(maxDirs, len(dirs))], exts
}
