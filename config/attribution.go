package config

import (
	"path/filepath"

	"toolgrant/model"
	"toolgrant/model/splice"
)

// An AttributionSource says where a host keeps what happens to Co-Authored-By lines
// (spec/pipeline.md 2.6). The zero source is a host without such a setting.
type AttributionSource struct {
	Files []string // in the host's config home; the first that exists is read
	Key   []string // path of keys
	// Boolean is a setting that removes the lines when it is exactly true. Others
	// are a text that replaces them, and empty or null removes them.
	Boolean bool
}

// Attribution reads the setting from a host's global config home, which counts for
// local installs too. A file that cannot be read and a value of another kind keep
// the lines, with a note.
func Attribution(home string, source AttributionSource) (model.Attribution, []model.Note) {
	for _, name := range source.Files {
		path := filepath.Join(home, name)
		if !there(path) {
			continue
		}
		file, notes := settingsOf(path)
		s, ok := file.get(source.Key...)
		if !ok {
			return model.Attribution{}, notes
		}
		a, ok := source.read(s)
		if !ok {
			notes = append(notes, s.odd(source.Key, "a text or null"))
		}
		return a, notes
	}
	return model.Attribution{}, nil
}

func (source AttributionSource) read(s setting) (a model.Attribution, ok bool) {
	switch {
	case source.Boolean:
		if s.Kind() == splice.JSONBoolean && s.Text() == "true" {
			a.Mode = model.RemoveAttribution
		}
	case s.Kind() == splice.JSONNull, s.Kind() == splice.JSONString && s.Text() == "":
		a.Mode = model.RemoveAttribution
	case s.Kind() == splice.JSONString:
		a = model.Attribution{Mode: model.ReplaceAttribution, Value: s.Text()}
	default:
		return a, false
	}
	return a, true
}
