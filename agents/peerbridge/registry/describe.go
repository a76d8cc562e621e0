package registry

import (
	"io"
	"os"
	"regexp"
	"strings"

	"toolgrant/agents/peerbridge/js"
)

// The bounds of a description (spec/bridge.md, chapter 10), in UTF-16 units but for
// the last two.
const (
	maxText      = 1200
	truncated    = "... [truncated]"
	enoughText   = 80 // shorter text is thin and gets a fingerprint of the folder
	maxCaps      = 20
	maxSelfBytes = 64 << 10
	maxEntries   = 10_000
)

// A Card is what list_peers says about a peer.
type Card struct {
	Name         string   `json:"name"`
	Description  *string  `json:"description"` // null for a peer without a local folder
	Capabilities []string `json:"capabilities,omitempty"`
}

// Cards describes all peers, in registry order. It never fails and runs nothing.
func (r Registry) Cards() []Card {
	cards := []Card{}
	for _, name := range r.Names() {
		cards = append(cards, r.card(name))
	}
	return cards
}

func (r Registry) card(name string) Card {
	c := Card{Name: name}
	root, ok := r.Root(name)
	if !ok {
		return c
	}
	// An os.Root holds every look inside the folder, whatever its links say.
	folder, err := os.OpenRoot(root)
	if err != nil {
		folder = nil
	} else {
		defer folder.Close()
	}
	text := bound(strings.Join(js.Fields(read(folder, "AGENT.md")), " "))
	c.Capabilities = capabilities(text)
	if js.Len(text) < enoughText {
		text = bound(strings.TrimLeft(text+" "+fingerprint(folder, name), " "))
	}
	c.Description = &text
	return c
}

// read is the beginning of a plain file, and nothing for anything else: opening a pipe
// somebody left there would wait for ever.
func read(folder *os.Root, name string) string {
	if folder == nil {
		return ""
	}
	if info, err := folder.Stat(name); err != nil || !info.Mode().IsRegular() {
		return ""
	}
	f, err := folder.Open(name)
	if err != nil {
		return ""
	}
	defer f.Close()
	data, _ := io.ReadAll(io.LimitReader(f, maxSelfBytes))
	return strings.ToValidUTF8(string(data), "\ufffd")
}

func bound(text string) string {
	if js.Len(text) <= maxText {
		return text
	}
	return js.TrimRight(js.Cut(text, maxText-len(truncated))) + truncated
}

var capabilityList = regexp.MustCompile(`(?i)capabilities\s*:([^.;]*)`)

func capabilities(text string) []string {
	m := capabilityList.FindStringSubmatch(text)
	if m == nil {
		return nil
	}
	var list []string
	for _, c := range strings.FieldsFunc(m[1], func(r rune) bool { return r == ',' || r == '|' }) {
		if c = js.Trim(c); c != "" && len(list) < maxCaps {
			list = append(list, c)
		}
	}
	return list
}
