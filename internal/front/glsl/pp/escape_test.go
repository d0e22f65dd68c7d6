package pp

import "testing"

// TestUnescape replaces escape sequences.
func TestUnescape(t *testing.T) {
	for _, c := range []struct {
		in, want string
		ok       bool
	}{
		{`plain`, "plain", true}, {`a\nb\t\"\\`, "a\nb\t\"\\", true}, {`\x41\102\0`, "AB\x00", true},
		{`\q`, `\q`, false}, {`\x`, `\x`, false}, {`\xg`, `\xg`, false}, {`end\`, `end\`, true}, {`\1018`, "A8", true},
	} {
		if got, ok := Unescape(c.in); got != c.want || ok != c.ok {
			t.Errorf("%s is %q, %v", c.in, got, ok)
		}
	}
}
