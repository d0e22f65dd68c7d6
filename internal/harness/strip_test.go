package harness

import "testing"

func TestStripComments(t *testing.T) {
	for in, want := range map[string]string{
		"a // b\nc":          "a \nc",
		"a /* b /* c */ */d": "a  d",
		"a / b // c":         "a / b ",
		"/* open":            " ",
	} {
		if got := StripComments(in); got != want {
			t.Errorf("StripComments(%q) = %q, want %q", in, got, want)
		}
	}
}
