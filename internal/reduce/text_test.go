package reduce

import (
	"strings"
	"testing"
	"time"
)

// TestText: of a text in no language that is known, the words that matter are left.
func TestText(t *testing.T) {
	src := "#version 450\nfloat f(float x) {\n  if (x > 2.0) {\n    return g(x, y) * 3.0;\n  }\n  return 1.0;\n}\nvoid main() {\n  color = f(1.0) + wanted(a[i]);\n}\n"
	tries := 0
	got := Text(src, func(s string) bool {
		tries++
		return strings.Contains(s, "wanted(") && strings.Contains(s, "#version")
	}, time.Minute)
	if got != "#version wanted(\n" {
		t.Errorf("got %q", got)
	}
	if tries > 100 {
		t.Errorf("%d tries", tries)
	}
	// A condition that needs brackets in balance.
	got = Text(src, func(s string) bool {
		return strings.Contains(s, "wanted(") && opened(s) == 0 && strings.Contains(s, "main() {")
	}, time.Minute)
	if got != "main() {wanted()}\n" && got != "main() {\n  wanted()}\n" {
		t.Errorf("got %q", got)
	}
	if got := Text("é 日本 x\n", func(s string) bool { return strings.Contains(s, "日本") }, time.Minute); got != "日本\n" {
		t.Errorf("got %q", got)
	}
	if got := Text("a\n", func(s string) bool { return false }, 0); got != "a\n" {
		t.Errorf("got %q", got)
	}
}
