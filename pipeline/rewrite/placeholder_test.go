package rewrite

import "testing"

func TestPlaceholders(t *testing.T) {
	for _, c := range []struct{ in, want string }{
		{"run ${TOOL} now", "run ${TOOL-} now"},
		{"${a}${b_1}", "${a-}${b_1-}"},
		{"${X:-y} ${X-} ${#list[@]} ${} ${un closed", "${X:-y} ${X-} ${#list[@]} ${} ${un closed"},
		{"$HOME and {NAME}", "$HOME and {NAME}"},
		{"${é}", "${é}"},
	} {
		pass := Pass{placeholders()}
		if got := pass.Apply(c.in); got != c.want {
			t.Errorf("%q became %q, want %q", c.in, got, c.want)
		}
		if HasPlaceholder(c.in) != (c.in != c.want) || HasPlaceholder(pass.Apply(c.in)) {
			t.Errorf("HasPlaceholder is wrong about %q", c.in)
		}
	}
}
