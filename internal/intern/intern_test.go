package intern

import (
	"fmt"
	"testing"
)

func TestInterner(t *testing.T) {
	in := New([]string{"one", "two"}, []string{"a name of more than eight bytes"})
	if in.Lookup("one") != 1 || in.Lookup("two") != 2 || in.Intern("a name of more than eight bytes") != 3 {
		t.Error("seeds aren't dense from 1")
	}
	for range 2 {
		for i := range 5000 { // the table grows
			name := fmt.Sprintf("name%d", i)
			if s := in.Intern(name); s != Symbol(4+i) || in.Name(s) != name || in.Intern(name) != s || in.Lookup(name) != s {
				t.Fatalf("%s is %d, %q", name, s, in.Name(s))
			}
		}
		in.Reset()
		if in.Len() != 4 || in.Lookup("name7") != NoSymbol || in.Lookup("two") != 2 {
			t.Error("Reset keeps something else than the seeds")
		}
	}
	in.Intern("kept")
	in.Keep()
	in.Reset()
	if in.Lookup("kept") != 4 {
		t.Error("Keep didn't")
	}
	defer func() {
		if recover() == nil {
			t.Error("a name given twice is taken")
		}
	}()
	New([]string{"x"}, []string{"x"})
}
