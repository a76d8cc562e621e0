package board

import (
	"os"
	"strconv"
	"strings"
)

// slug is a name as ids carry it: letters and digits, one dash for every run of others.
func slug(name string) string {
	parts := strings.FieldsFunc(name, func(r rune) bool {
		return (r < '0' || r > '9') && (r < 'A' || r > 'Z') && (r < 'a' || r > 'z')
	})
	if len(parts) == 0 {
		return "agent"
	}
	return strings.Join(parts, "-")
}

// highest is the greatest number behind the prefix. Two pairs of names may share a
// prefix and with it a counter; that wastes numbers and harms nothing.
func (b Board) highest(prefix string) (int, error) {
	folder, err := os.Open(b.dir)
	if err != nil {
		return 0, err
	}
	defer folder.Close()
	names, err := folder.Readdirnames(-1)
	if err != nil {
		return 0, err
	}
	top := 0
	for _, name := range names {
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok || !strings.HasSuffix(rest, ".json") {
			continue
		}
		digits := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
		// Nine digits are more tasks than a folder holds; a longer number is somebody's
		// own file and must not push ids out of range.
		if n, err := strconv.Atoi(digits); err == nil && len(digits) <= 9 {
			top = max(top, n)
		}
	}
	return top, nil
}
