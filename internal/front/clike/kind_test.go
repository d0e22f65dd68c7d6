package clike

import "testing"

// TestNames checks that each kind has a name of its own, and each operator a spelling.
func TestNames(t *testing.T) {
	seen := map[string]Kind{}
	for k := range kindCount {
		if other, ok := seen[k.String()]; ok || k.String() == "" {
			t.Errorf("kind %d is called %q, as kind %d", k, k, other)
		}
		seen[k.String()] = k
	}
	for o := OpNone + 1; o < opCount; o++ {
		if o.String() == "" {
			t.Errorf("operator %d has no spelling", o)
		}
	}
	for k, l := range levels {
		if (l.prec == 0) != (l.op == OpNone) || l.op != OpNone && l.op < OpMul {
			t.Errorf("token %d is operator %v of level %d", k, l.op, l.prec)
		}
	}
}
