package ir

import (
	"testing"
	"unsafe"
)

// TestSizeof keeps the nodes small: a change here is a decision.
func TestSizeof(t *testing.T) {
	for _, c := range []struct {
		name      string
		got, want uintptr
	}{
		{"node", unsafe.Sizeof(node{}), 20},
		{"stmt", unsafe.Sizeof(stmt{}), 20},
		{"Type", unsafe.Sizeof(Type{}), 36},
		{"Binding", unsafe.Sizeof(Binding{}), 64},
	} {
		if c.got != c.want {
			t.Errorf("%s is %d bytes, want %d", c.name, c.got, c.want)
		}
	}
}
