package install

import (
	"time"

	"toolgrant/model"
)

// Limits. A file above MaxFile or an apply above MaxChanges is a mistake or an
// attack, and is refused with the number.
const (
	MaxFile    = 32 << 20 // bytes, the limit of a config file (DECISIONS 17)
	MaxChanges = 100_000
	// KeptReceipts is how many applies can be undone. Older ones are folded into
	// one base receipt, so that uninstall stays exact.
	KeptReceipts = 20
	maxState     = 256 << 20 // bytes of one receipt or journal
	maxPath      = 4096      // bytes, PATH_MAX on Linux
)

// A Store writes files on behalf of one home and remembers what it wrote. Its
// fields are set once, before the first call; a Store holds no other state and may
// be used from several goroutines and processes at once.
type Store struct {
	// Dir is the state folder, absolute: <home>/.gsd/toolgrant. It is made with
	// mode 0700 by the first write.
	Dir string
	// Home is the person's home. Links are followed only when they stay inside it.
	Home string
	// Roots are the folders below which anything may be written at all: the home's
	// config homes, the project, the config files' folders.
	Roots []string
	// Within is a folder out of which no link may lead, though it lies in the home: a
	// project, whose links somebody else made. Empty when there is none.
	Within string
	// FollowLinks allows links that lead out of the home, or out of Within
	// (--follow-links).
	FollowLinks bool
	// Vouched says whether the reference's manifest lists a path with this hash;
	// with an empty hash, whether it lists the path at all. Nil means never.
	Vouched func(path string, sum model.Sum) bool
	// Wait bounds the time spent waiting for the lock; 0 means ten seconds. The
	// context of a call bounds it too.
	Wait time.Duration
	// FS is the file system, nil for the real one.
	FS FS
	// Now is the clock, nil for the real one.
	Now func() time.Time
}

func (s *Store) fs() FS {
	if s.FS == nil {
		return osFS{}
	}
	return s.FS
}

func (s *Store) now() time.Time {
	if s.Now == nil {
		return time.Now().UTC()
	}
	return s.Now().UTC()
}

func (s *Store) vouched(path string, sum model.Sum) bool {
	return s.Vouched != nil && s.Vouched(path, sum)
}

// A Decision is what a person wants done with a file that we did not leave there.
type Decision string

// The decisions. The zero Decision means that nobody has decided.
const (
	Keep      Decision = "keep"
	Overwrite Decision = "overwrite" // with a backup
)

// Options are what a person said about one apply.
type Options struct {
	Decide map[string]Decision // by path; wins over Yes and Keep
	Yes    bool                // overwrite what drifted or is foreign, with a backup
	Keep   bool                // leave it, and say so
	// Progress is called after each file that was put in place.
	Progress func(done, total int, path string)
}

func (o Options) decision(path string) Decision {
	switch d := o.Decide[path]; {
	case d != "":
		return d
	case o.Keep:
		return Keep
	case o.Yes:
		return Overwrite
	}
	return ""
}
