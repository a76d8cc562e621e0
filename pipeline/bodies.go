package pipeline

import (
	"sync"

	"toolgrant/model"
)

// bodies keeps what no selection changes, texts and the hosts' names of MCP tools, so
// that toggling a grant costs a header and nothing else. It is safe for concurrent use
// and belongs to one Pipeline.
type bodies struct {
	mu    sync.Mutex
	texts map[bodyKey]string
	spelt map[spellingKey]spelling
}

type bodyKey struct {
	doc  *model.Document
	text string
}

func (b *bodies) get(k bodyKey, text func() string) string {
	b.mu.Lock()
	s, ok := b.texts[k]
	b.mu.Unlock()
	if ok {
		return s
	}
	s = text() // twice by two goroutines is harmless: it is a pure function
	b.mu.Lock()
	if b.texts == nil {
		b.texts = map[bodyKey]string{}
	}
	b.texts[k] = s
	b.mu.Unlock()
	return s
}

type spellingKey struct{ runtime, entry string }

// spelling is what a row and a catalogue make of one MCP entry.
func (b *bodies) spelling(k spellingKey, spell func() spelling) spelling {
	b.mu.Lock()
	s, ok := b.spelt[k]
	b.mu.Unlock()
	if ok {
		return s
	}
	s = spell()
	b.mu.Lock()
	if b.spelt == nil {
		b.spelt = map[spellingKey]spelling{}
	}
	b.spelt[k] = s
	b.mu.Unlock()
	return s
}
