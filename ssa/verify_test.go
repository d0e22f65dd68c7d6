package ssa_test

import (
	"strings"
	"testing"

	"refract/ssa"
)

// TestVerifyComplains gives Verify shaders with one fault each.
func TestVerifyComplains(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"%1 = const 1 : f32\n%2 = const 1, 2 : vec2<f32>\n%3 = fadd %1, %2 : f32", "source 1 has 2 components"},
		{"%1 = const 1 : f32\n%2 = const 1 : f16\n%3 = fadd %1, %2 : f32", "source 1 has 16 bits"},
		{"%1 = const 1 : f32\n%2 = fadd %1 : f32", "source 1 is missing"},
		{"%1 = const 1 : f32\n%2 = fadd %1, %1, %1 : f32", "3 sources"},
		{"%1 = const 1 : f32\n%2 = fadd %1.x, %1.y : f32", "picks a component"},
		{"%1 = const 1 : f32\nif %1 {\n}", "isn't one bool"},
		{"%1 = const 1 : i32\nswitch %1 {\ncase 1 {\n}\n}", "one default, not 0"},
		{"%1 = const 1 : i32\nswitch %1 {\ncase 1, 1, default {\n}\n}", "same value"},
		{"break", "outside of what it leaves"},
		{"%1 = const 1 : f32\nreturn %1", "source 0 is f32, not none"},
		{"%1 = const 0x100 : u8", "bits above the size"},
		{"call @f, %1\n%1 = const 1 : f32", "1 arguments"},
		{"%1 = fadd _, _ : f32", "source 0 is absent"},
	} {
		s, err := ssa.Parse("test", []byte("func @f() {\n"+c.body+"\n}\n"))
		if err != nil {
			t.Errorf("%s\n%v", c.body, err)
			continue
		}
		if err := ssa.Verify(s); err == nil || !strings.Contains(err.Error(), "// ^ ") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nhave %v\nwant %s", c.body, err, c.want)
		}
	}
}

// TestParseFails reads malformed texts.
func TestParseFails(t *testing.T) {
	for _, c := range []struct{ body, want string }{
		{"%1 = fadd %2, %2 : f32", "no value %2"},
		{"%1 = nosuch : f32", "unknown operation"},
		{"%1 = const 1 : f32\n%1 = const 1 : f32", "defined twice"},
		{"%1 = const 1", "neither"},
		{"%1 = const 1, 2 : f32", "as many values"},
		{"%1 = phi b7: %1 : f32", "no block b7"},
		{"return\n%1 = const 1 : f32", "ended with a jump"},
		{"deref_var $x", "no variable $x"},
		{"if %1 {", "isn't closed"},
		{"switch %1 {\n}", "at least one case"},
		{"%1 = fadd.quick %1, %1 : f32", "no floating-point freedom"},
		{"%1 = derivative %1, axis=z2 : f32", "no value of axis"},
	} {
		_, err := ssa.Parse("test", []byte("func @f() {\n"+c.body+"\n}\n"))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s\nhave %v\nwant %s", c.body, err, c.want)
		}
	}
}

// FuzzParse reads any text; what is read prints and reads back the same.
func FuzzParse(f *testing.F) {
	f.Add([]byte("struct @S {\n  a : f32\n}\nvar @b : @S ubo binding(0, 1)\nfunc @f($x : u32) -> f32 {\n  var $t : f32 function_temp\n  reg r1 : f32\n  b1:\n  %1 = deref_var $t : ptr<function, f32>\n  %2 = const 2.5 : f32\n  store %1, %2, mask=1\n  %c = const true : bool\n  if %c {\n  b2:\n  } else {\n  b3:\n  }\n  %5 = phi b2: %2, b3: %2 : f32 !precise \"p\"\n  return %5\n}\n"))
	f.Add([]byte("func @f() {\nloop while {\nbreak\n} continue {\n}\n%1 = const 7 : u32\nswitch %1 {\ncase 1, default fallthrough {\n}\ncase 3 {\nreturn\n}\n}\n}\nentry compute @f workgroup(1, 1, 1)\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		s, err := ssa.Parse("fuzz", src)
		if err != nil {
			return
		}
		_ = ssa.Verify(s)
		text := ssa.Print(s)
		back, err := ssa.Parse("printed", text)
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if d := ssa.Diff(s, back); d != "" {
			t.Fatal(d)
		}
	})
}
