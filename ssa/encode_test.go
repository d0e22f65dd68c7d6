package ssa_test

import (
	"testing"
	"time"

	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/ssa"
)

// TestCorpusEncode encodes the shaders of the corpus in three forms and reads
// them back, positions and all; and clones them.
func TestCorpusEncode(t *testing.T) {
	shaders, size, bodies := 0, 0, 0
	var encoding, decoding time.Duration
	check := func(name string, s *ssa.Shader) {
		start := time.Now()
		data := ssa.Encode(s)
		encoding += time.Since(start)
		start = time.Now()
		back, err := ssa.Decode(data)
		decoding += time.Since(start)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		size += len(data)
		for _, f := range s.Funcs[1:] {
			bodies += f.InstrCount()
		}
		if d := ssa.Diff(s, back); d != "" {
			t.Fatalf("%s: %s", name, d)
		}
		if err := ssa.Verify(back); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		for k := 1; k < len(s.Funcs); k++ {
			f, g := s.Funcs[k], back.Funcs[k]
			b, c := f.FirstBlock(), g.FirstBlock()
			for ; b != 0 && c != 0; b, c = f.NextBlock(b), g.NextBlock(c) {
				i, j := f.First(b), g.First(c)
				for ; i != 0 && j != 0; i, j = f.Next(i), g.Next(j) {
					if f.SpanOf(i) != g.SpanOf(j) {
						t.Fatalf("%s: %s is at %v, not %v", name, f.Op(i), g.SpanOf(j), f.SpanOf(i))
					}
				}
			}
		}
		if d := ssa.Diff(s, s.Clone()); d != "" {
			t.Fatalf("%s: the clone differs: %s", name, d)
		}
		if again := ssa.Encode(back); len(again) != len(data) {
			t.Errorf("%s: %d bytes, %d once read back", name, len(data), len(again))
		}
	}
	for _, x := range harness.Shaders(t) {
		m := front.Parse(x.Source, 1, front.Options{Allowed: front.AllExtensions, DocComments: true}, new(diag.List))
		if m == nil {
			continue
		}
		shaders++
		s := fromir.Module(m, fromir.Options{})
		check(x.Name, s)
		lower.VarsToSSA.Run(s)
		check(x.Name+" as values", s)
		lower.LeaveSSA.Run(s)
		check(x.Name+" in registers", s)
	}
	harness.Ratchet(t, "ssa/binary", harness.Count{Passed: shaders, Total: shaders})
	mb := float64(size) / 1e6
	t.Logf("%d shaders, %d bytes, %.1f bytes an instruction; encoding %.1f MB/s, decoding %.1f MB/s", shaders, size,
		float64(size)/float64(bodies), mb/encoding.Seconds(), mb/decoding.Seconds())
}

// encodedSamples are shaders for the tests that damage encodings.
var encodedSamples = []string{
	ruleDecls + "func @f($x : f32) -> f32 {\nvar $t : f32 function_temp\nreg r1 : f32\nb1:\n%1 = deref_var $t : ptr<function, f32>\n%2 = param index=0 : f32\nstore %1, %2\n" +
		"%c = const true : bool\nif %c {\nb2:\n} else {\nb3:\n}\n%5 = phi b2: %2, b3: %2 : f32 !precise \"p\"\npcopy r1: %5\n%6 = call @g, %5 : f32\nreturn %6\n}\n" +
		"func @h() {\nloop while {\nbreak\n} continue {\n}\n%1 = const 7, 8 : vec2<u32>\n%2 = mov %1.y : u32\nswitch %2 {\ncase 1, default fallthrough {\n}\ncase 3 {\nreturn\n}\n}\n}\n" +
		"entry compute @h workgroup(1, 1, 1)\n",
	"func @f() {\n}\n",
}

// TestDecodeDamaged reads encodings of which a byte is changed or what follows
// is missing: each gives an error or a shader that can be printed.
func TestDecodeDamaged(t *testing.T) {
	for _, text := range encodedSamples {
		s, err := ssa.Parse("sample", []byte(text))
		if err != nil {
			t.Fatal(err)
		}
		data := ssa.Encode(s)
		for k := range data {
			if _, err := ssa.Decode(data[:k]); err == nil {
				t.Errorf("the first %d of %d bytes are read without an error", k, len(data))
			}
			for _, by := range []byte{0, 1, 0x7F, 0x80, 0xFF, data[k] + 1, data[k] - 1} {
				changed := append([]byte(nil), data...)
				changed[k] = by
				if s, err := ssa.Decode(changed); err == nil {
					_ = ssa.Verify(s)
					ssa.Print(s)
				}
			}
		}
	}
}

// FuzzDecode reads any bytes; what is read and verifies is written and reads back
// the same.
func FuzzDecode(f *testing.F) {
	for _, text := range encodedSamples {
		s, err := ssa.Parse("sample", []byte(text))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(ssa.Encode(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		s, err := ssa.Decode(data)
		if err != nil {
			return
		}
		ssa.Print(s)
		if ssa.Verify(s) != nil {
			return
		}
		back, err := ssa.Decode(ssa.Encode(s))
		if err != nil {
			t.Fatal(err)
		}
		if d := ssa.Diff(s, back); d != "" {
			t.Fatal(d)
		}
	})
}
