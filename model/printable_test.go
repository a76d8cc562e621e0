package model_test

import (
	"testing"
	"unicode"
	"unicode/utf8"

	"toolgrant/model"
)

func TestPrintable(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain text stays", "Bash(git log:*)", "Bash(git log:*)"},
		{"accents, wide text and emoji stay", "café 東京 🚀", "café 東京 🚀"},
		{"combining marks stay", "e\u0301", "e\u0301"},
		{"a title set by OSC", "\x1b]0;x\a", `\x1b]0;x\x07`},
		{"C1 CSI", "\u009b2J", `\u009b2J`},
		{"line breaks and tabs", "a\nb\r\tc", `a\nb\r\tc`},
		{"right-to-left override", "ab\u202ecd", `ab\u202ecd`},
		{"isolates", "\u2066x\u2069", `\u2066x\u2069`},
		{"zero width space and joiner", "a\u200bb\u200dc", `a\u200bb\u200dc`},
		{"soft hyphen", "a\u00adb", `a\u00adb`},
		{"byte order mark", "\ufeffname", `\ufeffname`},
		{"tag characters", "a\U000e0041", `a\U000e0041`},
		{"line separator", "a\u2028b", `a\u2028b`},
		{"a filler that draws nothing", "a\u3164b", `a\u3164b`},
		{"private use", "\ue000", `\ue000`},
		{"invalid UTF-8", "a\xffb\xc3", `a\xffb\xc3`},
		{"the real replacement character", "\ufffd", "\ufffd"},
		{"delete", "\x7f", `\x7f`},
		{"a backslash stays as it is", `C:\x`, `C:\x`},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := model.Printable(c.in); got != c.want {
				t.Errorf("Printable(%q) = %q, want %q", c.in, got, c.want)
			}
		})
	}
}

func FuzzPrintable(f *testing.F) {
	f.Add("\x1b[2J\u202e\xff")
	f.Fuzz(func(t *testing.T, s string) {
		got := model.Printable(s)
		if !utf8.ValidString(got) {
			t.Fatalf("Printable(%q) is not UTF-8: %q", s, got)
		}
		for _, r := range got {
			if unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp) {
				t.Fatalf("Printable(%q) lets %U through", s, r)
			}
		}
		if again := model.Printable(got); again != got {
			t.Fatalf("Printable twice: %q, then %q", got, again)
		}
	})
}
