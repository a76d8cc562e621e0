package main

import (
	"context"
	"os"
	"path/filepath"
	"slices"

	"toolgrant/config"
	"toolgrant/model"
	"toolgrant/pipeline/install"
)

// settings are both configuration files as they were read.
type settings struct {
	places
	global, project config.File
	selection       model.Selection
	notes           []model.Note
}

// settings reads the configuration. A file that does not parse ends the command: what
// it restricts would be lost.
func (p *program) settings(pl places) (settings, error) {
	s := settings{places: pl}
	var fatal noteErrors
	load := func(path string, origin model.Origin) config.File {
		f, notes, err := config.Load(path, origin)
		s.notes = append(s.notes, notes...)
		if n, open := worldWritable(filepath.Dir(path)); open {
			s.notes = append(s.notes, n)
		}
		if err != nil {
			fatal = append(fatal, asNote(err, path))
		}
		return f
	}
	s.global = load(config.GlobalPath(pl.Home), model.Global)
	s.project = load(pl.projectConfig(), model.Project)
	if fatal != nil {
		return s, fatal
	}
	s.selection = model.Selection{Global: s.global.Layer, Project: s.project.Layer}
	return s, nil
}

// worldWritable warns of a folder in which anybody on the machine can decide for the
// person. A sticky folder, as /tmp is, keeps others from replacing files.
func worldWritable(dir string) (model.Note, bool) {
	info, err := os.Stat(dir)
	if err != nil || info.Mode().Perm()&0o002 == 0 || info.Mode()&os.ModeSticky != 0 {
		return model.Note{}, false
	}
	return model.Note{
		Severity: model.Warning, Code: "world-writable", File: dir,
		Problem: "anybody on this machine can change what is in this folder", Hint: "chmod o-w " + dir,
	}, true
}

// asNote keeps what an error knows of its place.
func asNote(err error, path string) model.Note {
	if n, ok := err.(model.Note); ok {
		return n
	}
	return model.Note{Severity: model.Error, Code: "config", File: path, Problem: err.Error()}
}

// file is the configuration file of a layer.
func (s settings) file(o model.Origin) config.File {
	if o == model.Project {
		return s.project
	}
	return s.global
}

// edits are the changes to the configuration files that make a selection theirs.
func (s settings) edits(want model.Selection) ([]model.Change, error) {
	var changes []model.Change
	for _, o := range []model.Origin{model.Global, model.Project} {
		f := s.file(o)
		data, err := config.Edit(f, want.Layer(o))
		if err != nil {
			return nil, err
		}
		if string(data) == string(f.Data) {
			continue
		}
		c := model.Change{Runtime: model.ConfigFile, Path: f.Path, Kind: model.Update, Before: f.Data, After: data}
		if !f.Exists {
			c.Kind, c.Before = model.Create, nil
		}
		changes = append(changes, c)
	}
	return changes, nil
}

// edit changes one layer of the configuration and says what is pending.
func (p *program) edit(ctx context.Context, o model.Origin, change func(model.Selection) (model.Selection, error)) error {
	pl, err := p.places()
	if err != nil {
		return err
	}
	if err := p.recover(ctx, pl); err != nil {
		return err
	}
	s, err := p.settings(pl)
	if err != nil {
		return err
	}
	p.notes(s.notes)
	want, err := change(s.selection)
	if err != nil {
		return err
	}
	changes, err := s.edits(want)
	if err != nil {
		return err
	}
	if len(changes) == 0 {
		p.say("nothing to change in %s", pl.tilde(s.file(o).Path))
		return p.edited(pl, nil)
	}
	if p.flags.dryRun {
		return p.edited(pl, changes)
	}
	store := p.store(pl, nil, parentOf(s.project.Path))
	if o == model.Project {
		store.Within = filepath.Dir(parentOf(s.project.Path))
	}
	if _, notes, err := store.Apply(ctx, changes, install.Options{}); err != nil {
		p.notes(notes)
		return err
	}
	p.say("pending: run toolgrant apply")
	return p.edited(pl, changes)
}

// layer reads the --layer flag.
func layer(value string) (model.Origin, error) {
	o := model.Origin(value)
	if !slices.Contains([]model.Origin{model.Global, model.Project}, o) {
		return "", hint("write --layer global or --layer project", "--layer does not know %q", value)
	}
	return o, nil
}
