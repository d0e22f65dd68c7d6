package op

import (
	"strings"
	"testing"
)

// isWord reports whether the text form can hold a name.
func isWord(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz_0123456789") == ""
}

// TestTable checks that every row agrees with itself: names can be written and
// are different, fields lie apart, and properties fit the class.
func TestTable(t *testing.T) {
	for o := Op(1); o < numOps; o++ {
		info := o.Info()
		if !isWord(info.Name) || info.Doc == "" {
			t.Errorf("operation %d: name %q, doc %q", o, info.Name, info.Doc)
		}
		if back, ok := ByName(info.Name); !ok || back != o {
			t.Errorf("%s is found as %v", info.Name, back)
		}
		if info.Class >= numClasses {
			t.Errorf("%s: class %d", info.Name, info.Class)
		}
		if (info.Class == ClassJump) != o.Has(Terminator) {
			t.Errorf("%s: only jumps are terminators", info.Name)
		}
		if info.Class == ClassALU && !o.Has(Pure) {
			t.Errorf("%s: an ALU operation is pure", info.Name)
		}
		if o.Has(Commutative) && len(info.Srcs) < 2 {
			t.Errorf("%s: commutes with fewer than two sources", info.Name)
		}
		if o.Has(Variadic) && len(info.Srcs) == 0 {
			t.Errorf("%s: variadic without a row for its sources", info.Name)
		}
		if o.Has(Eliminable) && o.Has(WritesMemory) {
			t.Errorf("%s: may go though it writes", info.Name)
		}
		var used [2]uint64
		names := map[string]bool{}
		for k := range info.Fields {
			f := &info.Fields[k]
			mask := (uint64(1)<<f.Bits - 1) << f.Shift
			if f.Bits == 0 || f.Shift+f.Bits > 32 || f.Word > 1 || used[f.Word&1]&mask != 0 {
				t.Errorf("%s: field %s overlaps or doesn't fit", info.Name, f.Name)
			}
			used[f.Word&1] |= mask
			if !isWord(f.Name) || names[f.Name] {
				t.Errorf("%s: name of field %q", info.Name, f.Name)
			}
			names[f.Name] = true
			var words [2]uint32
			f.Put(&words, 1)
			if f.Get(words) != 1 {
				t.Errorf("%s: field %s doesn't hold what is put into it", info.Name, f.Name)
			}
			if f.Names == nil {
				continue
			}
			if f.Count == 0 || uint64(f.Count) > 1<<f.Bits {
				t.Errorf("%s: field %s has %d values in %d bits", info.Name, f.Name, f.Count, f.Bits)
			}
			values := map[string]bool{}
			for v := range f.Count {
				if n := f.Names(v); !isWord(n) || values[n] {
					t.Errorf("%s: field %s spells %d as %q", info.Name, f.Name, v, n)
				} else {
					values[n] = true
				}
			}
		}
		for k := range info.Srcs {
			s := &info.Srcs[k]
			if s.Name != "" && (!isWord(s.Name) || names[s.Name]) {
				t.Errorf("%s: name of source %q", info.Name, s.Name)
			}
			names[s.Name] = s.Name != ""
			if info.Class != ClassALU && s.Optional && s.Name == "" {
				t.Errorf("%s: an optional source without a name", info.Name)
			}
		}
	}
}
