package opt_test

// This file holds the cases that the tests of NIR's vectorizer name, in a notation of
// accesses, one after the other: what is done, the memory, the offset, and the size and
// number of components. Shaders are run before and after.

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"refract/internal/ssa/opt"
	"refract/internal/ssatest"
	"refract/internal/sweep"
	"refract/ssa"
	"refract/ssa/op"
)

// Memories: u uniform, b and c storage, r and q storage with restrict, p immediate data,
// w workgroup, g the address of b, h that of another buffer. In offsets, i is below 64 and j any number; operators apply from left to
// right.
var vectorizeCases = []struct{ name, accesses, want string }{
	{"ubo_load_adjacent", "load u 0 32x1; load u 4 32x1", "load_ubo 2x32"},
	{"ubo_load_intersecting", "load u 0 32x2; load u 4 32x2", "load_ubo 3x32"},
	{"ubo_load_intersecting_range", "load u 0 32x4; load u 4 32x1", "load_ubo 4x32"},
	{"ubo_load_identical", "load u 0 32x1; load u 0 32x1", "load_ubo 1x32"},
	{"ubo_load_large", "load u 0 32x2; load u 8 32x3", "load_ubo 2x32, load_ubo 3x32"},
	{"push_const_load_adjacent", "load p 0 32x1; load p 4 32x1", "load_push_constant 2x32"},
	{"push_const_load_adjacent_base", "load p 0 32x1; load p 0 32x1 base=4", "load_push_constant 2x32"},
	{"ssbo_load_adjacent", "load b 0 32x1; load b 4 32x1", "load_ssbo 2x32"},
	{"ssbo_load_adjacent_indirect", "load b i*4 32x1; load b i*4+4 32x1", "load_ssbo 2x32"},
	{"ssbo_load_adjacent_indirect_sub", "load b i+1*4-4 32x1; load b i+1*4 32x1", "load_ssbo 2x32"},
	{"ssbo_load_adjacent_indirect_neg_stride", "load b i+1*4294967292 32x1; load b i*4294967292 32x1", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_load_identical_store_adjacent", "load b 0 32x1; store b 4 32x1; load b 0 32x1", "load_ssbo 1x32, store_ssbo 1x32"},
	{"ssbo_load_identical_store_intersecting", "load b 0 32x2; store b 4 32x1; load b 0 32x2", "load_ssbo 2x32, store_ssbo 1x32, load_ssbo 2x32"},
	{"ssbo_load_identical_store_identical", "load b 0 32x1; store b 0 32x1; load b 0 32x1", "load_ssbo 1x32, store_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_store_identical_load_identical", "store b 0 32x1; load b 0 32x1; store b 0 32x1", "store_ssbo 1x32, load_ssbo 1x32, store_ssbo 1x32"},
	{"ssbo_load_adjacent_store_identical", "load b 0 32x1; store b 0 32x1; load b 4 32x1", "load_ssbo 2x32, store_ssbo 1x32"},
	{"ssbo_store_adjacent", "store b 0 32x1; store b 4 32x1", "store_ssbo 2x32"},
	{"ssbo_store_intersecting", "store b 0 32x2; store b 4 32x2", "store_ssbo 3x32"},
	{"ssbo_store_identical", "store b 0 32x1; store b 0 32x1", "store_ssbo 1x32"},
	{"ssbo_store_large", "store b 0 32x2; store b 8 32x3", "store_ssbo 2x32, store_ssbo 3x32"},
	{"ubo_load_adjacent_memory_barrier", "load u 0 32x1; barrier 1; load u 4 32x1", "load_ubo 2x32"},
	{"ssbo_load_adjacent_memory_barrier", "load b 0 32x1; barrier 1; load b 4 32x1", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_load_adjacent_barrier", "load b 0 32x1; barrier 0; load b 4 32x1", "load_ssbo 2x32"},
	{"ssbo_load_adjacent_memory_barrier_shared", "load b 0 32x1; barrier 2; load b 4 32x1", "load_ssbo 2x32"},
	{"ssbo_store_adjacent_discard", "store b 0 32x1; call; store b 4 32x1", "store_ssbo 1x32, store_ssbo 1x32"},
	{"ssbo_store_adjacent_demote", "store b 0 32x1; demote; store b 4 32x1", "store_ssbo 1x32, store_ssbo 1x32"},
	{"ssbo_load_adjacent_discard", "load b 0 32x1; call; load b 4 32x1", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_load_adjacent_demote", "load b 0 32x1; demote; load b 4 32x1", "load_ssbo 2x32"},
	{"ssbo_load_adjacent_8_8_16", "load b 0 8x1; load b 1 8x1; load b 2 16x1", "load_ssbo 4x8"},
	{"ssbo_load_adjacent_32_32_64", "load b 0 32x2; load b 8 64x1", "load_ssbo 4x32"},
	{"ssbo_load_adjacent_32_32_64_64", "load b 0 32x2; load b 8 64x1; load b 16 64x1", "load_ssbo 4x32, load_ssbo 1x64"},
	{"ssbo_load_intersecting_32_32_64", "load b 4 32x2; load b 8 64x1", "load_ssbo 3x32"},
	{"ssbo_store_adjacent_8_8_16", "store b 0 8x1; store b 1 8x1; store b 2 16x1", "store_ssbo 4x8"},
	{"ssbo_store_adjacent_32_32_64", "store b 0 32x2; store b 8 64x1", "store_ssbo 4x32"},
	{"ssbo_store_adjacent_32_32_64_64", "store b 0 32x2; store b 8 64x1; store b 16 64x1", "store_ssbo 4x32, store_ssbo 1x64"},
	{"ssbo_store_intersecting_32_32_64", "store b 0 32x2; store b 4 64x1", "store_ssbo 3x32"},
	{"ssbo_store_adjacent_32_64", "store b 0 32x1; store b 4 64x2", "store_ssbo 1x32, store_ssbo 2x64"},
	{"ssbo_store_identical_wrmask", "store b 0 32x4 mask=5; store b 0 32x4 mask=14", "store_ssbo 4x32"},
	{"shared_load_adjacent", "load w 0 32x1; load w 4 32x1", "load_shared 2x32"},
	{"shared_load_distant_64bit", "load w 16 32x1; load w 36 32x1", "load_shared 1x32, load_shared 1x32"},
	{"shared_load_adjacent_indirect", "load w i*4 32x1; load w i+1*4 32x1", "load_shared 2x32"},
	{"shared_load_adjacent_indirect_sub", "load w i+1*4-4 32x1; load w i+1*4 32x1", "load_shared 2x32"},
	{"shared_load_struct", "load w 8 32x1; load w 12 32x1", "load_shared 2x32"},
	{"shared_load_identical_store_adjacent", "load w 0 32x1; store w 4 32x1; load w 0 32x1", "load_shared 1x32, store_shared 1x32"},
	{"shared_load_identical_store_identical", "load w 0 32x1; store w 0 32x1; load w 0 32x1", "load_shared 1x32, store_shared 1x32, load_shared 1x32"},
	{"shared_load_adjacent_store_identical", "load w 0 32x1; store w 0 32x1; load w 4 32x1", "load_shared 2x32, store_shared 1x32"},
	{"shared_load_bool", "bool w 0 32x1; bool w 4 32x1", "load_shared 2x32"},
	{"shared_load_bool_mixed", "bool w 0 32x1; load w 4 32x1", "load_shared 2x32"},
	{"shared_store_adjacent", "store w 0 32x1; store w 4 32x1", "store_shared 2x32"},
	{"push_const_load_separate_base", "load p 0 32x1; load p 4 32x1 base=4", "load_push_constant 1x32, load_push_constant 1x32"},
	{"push_const_load_separate_direct_direct", "load p 0 32x1; load p 8 32x1", "load_push_constant 1x32, load_push_constant 1x32"},
	{"push_const_load_separate_direct_indirect", "load p 0 32x1; load p i 32x1", "load_push_constant 1x32, load_push_constant 1x32"},
	{"push_const_load_separate_indirect_indirect", "load p i+2*16+32 32x1; load p i+3*16+32 32x1", "load_push_constant 1x32, load_push_constant 1x32"},
	{"push_const_load_adjacent_complex_indirect", "load p i*16+12 32x1; load p i+1*16 32x1", "load_push_constant 2x32"},
	{"ssbo_alias0", "load b 0 32x1; store b i*4 32x1; load b 0 32x1", "load_ssbo 1x32, store_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_alias1", "load b j 32x1; store b i*4 32x1; load b j 32x1", "load_ssbo 1x32, store_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_alias2", "load b i*16+4 32x1; store b 0 32x1; load b i*16+4 32x1", "load_ssbo 1x32, store_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_alias3", "load b j*16+16 32x1; store b 0 32x1; load b j*16+16 32x1", "load_ssbo 1x32, store_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_alias4", "load b i*16+16 32x1; store b 0 32x1; load b i*16+16 32x1", "load_ssbo 1x32, store_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_alias5", "load b 0 32x1; store a 0 32x1; load b 0 32x1", "load_ssbo 1x32, store_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_alias6", "load r 0 32x1; store q 0 32x1; load r 0 32x1", "load_ssbo 1x32, store_ssbo 1x32"},
	{"shared_alias0", "load w i*4 32x1; store w i*8+256 32x1; load w i*4 32x1", "load_shared 1x32, store_shared 1x32, load_shared 1x32"},
	{"shared_alias1", "load w 0 32x1; store w 4 32x1; load w 0 32x1", "load_shared 1x32, store_shared 1x32"},
	{"ssbo_load_distant_64bit", "load b 16 32x1; load b 36 32x1", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_load_distant_indirect_64bit", "load b i*16 32x1; load b i*32 32x1", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_offset_overflow_robust", "load b 4294967292 32x1; load b 0 32x1", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_offset_overflow_robust_indirect_stride1", "load b j 32x1; load b j+4 32x1", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_offset_overflow_robust_indirect_stride8", "load b j*8 32x1; load b j*8+4 32x1", "load_ssbo 2x32"},
	{"ssbo_offset_overflow_robust_indirect_stride12", "load b j*12 32x1; load b j*12+4 32x1; load b j*12+8 32x1", "load_ssbo 1x32, load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_offset_overflow_robust_indirect_stride16", "load b j*16 32x1; load b j*16+4 32x1; load b j*16+8 32x1; load b j*16+12 32x1", "load_ssbo 4x32"},
	{"shared_offset_overflow_robust_indirect_stride12", "load w j*12 32x1; load w j*12+4 32x1; load w j*12+8 32x1", "load_shared 1x32, load_shared 1x32, load_shared 1x32"},
	{"ssbo_offset_overflow_base", "load b j*4+4 32x1; load b j*4 32x1 base=4", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_offset_overflow_base_stride8", "load b j*8+8 32x1 base=4; load b j*8 32x1 base=8", "load_ssbo 1x32, load_ssbo 1x32"},
	{"ssbo_offset_base", "load b i*4+4 32x1; load b i*4 32x1 base=4", "load_ssbo 1x32"},
	{"global_load_overflow_base", "load g j*4+4 32x1; load g j*4 32x1 base=4", "load_global 1x32, load_global 1x32"},
	{"global_load_adjacent", "load g 0 32x1; load g 4 32x1", "load_global 2x32"},
	{"global_load_adjacent_base", "load g 0 32x1; load g 0 32x1 base=4", "load_global 2x32"},
	{"global_load_adjacent_wide", "load g 4 32x1; load g 8 32x1; load g 0 32x2 base=12", "load_global 4x32"},
	{"global_load_adjacent_indirect", "load g i*4 32x1; load g i*4+4 32x1", "load_global 2x32"},
	{"global_load_adjacent_indirect_sub", "load g i+1*4-4 32x1; load g i+1*4 32x1", "load_global 2x32"},
	{"global_load_overflow_indirect_stride1", "load g j 32x1; load g j+4 32x1", "load_global 1x32, load_global 1x32"},
	{"global_load_overflow_indirect_stride8", "load g j*8 32x1; load g j*8+4 32x1", "load_global 2x32"},
	{"global_load_overflow_indirect_stride12", "load g j*12 32x1; load g j*12+4 32x1", "load_global 1x32, load_global 1x32"},
	{"global_load_distant", "load g 16 32x1; load g 36 32x1", "load_global 1x32, load_global 1x32"},
	{"global_store_adjacent", "store g 0 32x1; store g 4 32x1", "store_global 2x32"},
	{"global_load_identical_store_adjacent", "load g 0 32x1; store g 4 32x1; load g 0 32x1", "load_global 1x32, store_global 1x32"},
	{"global_load_identical_store_identical", "load g 0 32x1; store g 0 32x1; load g 0 32x1", "load_global 1x32, store_global 1x32, load_global 1x32"},
	{"global_load_adjacent_store_identical", "load g i*4 32x1; store g i*4 32x1; load g i*4+4 32x1", "load_global 2x32, store_global 1x32"},
	{"global_alias0", "load g 0 32x1; store g i*4 32x1; load g 0 32x1", "load_global 1x32, store_global 1x32, load_global 1x32"},
	{"global_alias1", "load g 0 32x1; store h 0 32x1; load g 0 32x1", "load_global 1x32, store_global 1x32, load_global 1x32"},
	{"global_alias2", "load g 0 32x1; store b 4 32x1; load g 0 32x1", "load_global 1x32, store_ssbo 1x32, load_global 1x32"},
	{"global_barrier", "load g 0 32x1; barrier 1; load g 4 32x1", "load_global 1x32, load_global 1x32"},
	{"global_two", "load g i*4 32x1; load h i*4+4 32x1", "load_global 1x32, load_global 1x32"},
	{"ubo_alignment_16_4", "load u i*16+4 32x1", "load_ubo 1x32 align=16+4"},
	{"ubo_alignment_16_4_swapped", "load u i+1*16+4 32x1", "load_ubo 1x32 align=16+4"},
	{"ubo_alignment_16_20", "load u i*16+20 32x1", "load_ubo 1x32 align=16+4"},
	{"ubo_alignment_24_4", "load u i*24+4 32x1", "load_ubo 1x32 align=8+4"},
	{"ubo_alignment_64_16_8", "load u k*16+8 32x1", "load_ubo 1x32 align=64+8"},
	{"ubo_alignment_const_100", "load u 100 32x1", "load_ubo 1x32 align=512+100"},
}

// vectorizeText is the shader of a case.
func vectorizeText(accesses string) string {
	var b strings.Builder
	b.WriteString("var @u : array<u32, 64> ubo binding(0, 0)\nvar @b : array<u32> ssbo(read_write) binding(0, 1)\n" +
		"var @a : array<u32> ssbo(read_write) binding(0, 1) @ALIAS\nvar @r : array<u32> ssbo(read_write) binding(0, 3) restrict\n" +
		"var @q : array<u32> ssbo(read_write) binding(0, 4) restrict\nvar @h : array<u32> ssbo(read_write) binding(0, 5)\nvar @p : array<u32, 32> push_constant\nvar @w : array<u32, 256> shared at(0)\n" +
		"func @g() {\nb1:\n}\nfunc @f($i : u32) -> u32 {\nb1:\n%sum0 = const 0 : u32\n%j = param index=0 : u32\n%m = const 63 : u32\n%i = iand %j, %m : u32\n" +
		"%four = const 4 : u32\n%k = imul %i, %four : u32\n")
	for _, v := range []string{"u", "b", "a", "r", "q", "h"} {
		fmt.Fprintf(&b, "%%v%s = resource_index @%s : u32\n", v, v)
	}
	b.WriteString("%ag = load_ssbo_address %vb : u64\n%ah = load_ssbo_address %vh : u64\n")
	text := strings.Replace(b.String(), " @ALIAS", "", 1)
	b.Reset()
	n, sum := 0, "sum0"
	fresh := func(prefix string) string { n++; return fmt.Sprint(prefix, n) }
	offset := func(s string) string {
		at, rest := "", s
		if c := s[0]; c == 'i' || c == 'j' || c == 'k' {
			at, rest = s[:1], s[1:]
		} else {
			at = fresh("n")
			fmt.Fprintf(&b, "%%%s = const %s : u32\n", at, s)
			return at
		}
		for rest != "" {
			end := strings.IndexAny(rest[1:], "+-*") + 1
			if end == 0 {
				end = len(rest)
			}
			c, v := fresh("c"), fresh("o")
			o := map[byte]string{'+': "iadd", '-': "isub", '*': "imul"}[rest[0]]
			fmt.Fprintf(&b, "%%%s = const %s : u32\n%%%s = %s %%%s, %%%s : u32\n", c, rest[1:end], v, o, at, c)
			at, rest = v, rest[end:]
		}
		return at
	}
	names := map[string]string{"u": "ubo", "b": "ssbo", "a": "ssbo", "r": "ssbo", "q": "ssbo", "p": "push_constant", "w": "shared", "g": "global", "h": "global"}
	for _, a := range strings.Split(accesses, "; ") {
		words := strings.Fields(a)
		switch words[0] {
		case "barrier":
			fmt.Fprintf(&b, "memory_barrier memory=%s, scope=device, order=default\n", words[1])
			continue
		case "demote":
			b.WriteString("demote\n")
			continue
		case "call":
			b.WriteString("call @g\n")
			continue
		}
		var bits, comps int
		fmt.Sscanf(words[3], "%dx%d", &bits, &comps)
		ty := fmt.Sprintf("u%d", bits)
		if comps > 1 {
			ty = fmt.Sprintf("vec%d<u%d>", comps, bits)
		}
		at, fields, block := offset(words[2]), "", ""
		for _, w := range words[4:] {
			fields += ", " + w
		}
		if names[words[1]] == "global" {
			wide, sum := fresh("w"), fresh("a")
			fmt.Fprintf(&b, "%%%s = u2u %%%s : u64\n%%%s = iadd %%a%s, %%%s : u64\n", wide, at, sum, words[1], wide)
			at = sum
		}
		if strings.Contains("ubaqr", words[1]) {
			block = "%v" + words[1] + ", "
		}
		if words[1] == "r" || words[1] == "q" {
			fields += ", restrict=1"
		}
		if words[0] == "store" {
			v := fresh("s")
			list := ""
			for k := range comps {
				list += fmt.Sprintf(", %d", 7*n%100+k)
			}
			fmt.Fprintf(&b, "%%%s = const %s : %s\nstore_%s %%%s, %s%%%s%s\n", v, list[2:], ty, names[words[1]], v, block, at, fields)
			continue
		}
		v := fresh("l")
		fmt.Fprintf(&b, "%%%s = load_%s %s%%%s%s : %s\n", v, names[words[1]], block, at, fields, ty)
		if words[0] == "bool" {
			truth, number := fresh("t"), fresh("b")
			fmt.Fprintf(&b, "%%%s = ine %%%s, %%sum0 : bool\n%%%s = b2i %%%s : u32\n", truth, v, number, truth)
			v = number
		}
		for k := range comps {
			x, y, z := fresh("x"), fresh("y"), fresh("z")
			swizzle := ""
			if comps > 1 {
				swizzle = "." + "xyzw"[k:k+1]
			}
			fmt.Fprintf(&b, "%%%s = u2u %%%s%s : u32\n%%%s = imul %%%s, %%m : u32\n%%%s = iadd %%%s, %%%s : u32\n", x, v, swizzle, y, sum, z, y, x)
			sum = z
		}
	}
	return text + b.String() + "return %" + sum + "\n}\n"
}

// accessesOf lists what accesses memory by offset in a function.
func accessesOf(f *ssa.Function, align bool) string {
	var list []string
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			form := f.Op(i).Memory()
			if form.Kind == op.NoMemory {
				continue
			}
			v := i
			if form.Value >= 0 {
				v = f.Arg(i, int(form.Value))
			}
			s := fmt.Sprintf("%s %dx%d", f.Op(i), f.Comps(v), f.Bits(v))
			if align {
				s += fmt.Sprintf(" align=%d+%d", f.Field(i, "align"), f.Field(i, "align_offset"))
			}
			list = append(list, s)
		}
	}
	return strings.Join(list, ", ")
}

func TestVectorizeMemory(t *testing.T) {
	for _, c := range vectorizeCases {
		t.Run(c.name, func(t *testing.T) {
			s, err := ssa.Parse(c.name, []byte(vectorizeText(c.accesses)))
			if err != nil {
				t.Fatal(err)
			}
			if err := ssa.Verify(s); err != nil {
				t.Fatal(err)
			}
			before := s.Clone()
			opt.VectorizeMemory.Run(s)
			if err := ssa.Verify(s); err != nil {
				t.Fatal(err)
			}
			if got := accessesOf(s.Funcs[2], strings.Contains(c.want, "align")); got != c.want {
				t.Errorf("there is %s, not %s\n%s", got, c.want, s)
			}
			if opt.VectorizeMemory.Run(s) {
				t.Error("there is something to do again")
			}
			if ran := ssatest.Same(t, before, s); ran == 0 && !strings.Contains(c.accesses, " p ") {
				t.Error("nothing ran")
			}
		})
	}
}

// TestVectorizeRandom joins accesses of lists that are made up, of buffers by offset and by address.
func TestVectorizeRandom(t *testing.T) {
	joined, ran := 0, 0
	for seed := range uint64(sweep.Count(1500)) {
		r := rand.New(rand.NewPCG(seed, 21))
		pick := func(list ...string) string { return list[r.IntN(len(list))] }
		var list []string
		memories := []string{"g", "g", pick("b", "b", "h", "w", "u"), pick("g", "h")}
		for range 3 + r.IntN(6) {
			if r.IntN(12) == 0 {
				list = append(list, "barrier 1")
				continue
			}
			offset := pick("0", "4", "8", "12", "20", "i*4", "i*4+4", "i*4-4", "i*8", "i*8+4", "i+1*4", "j", "j+4", "j*8", "j*8+4", "j*4", "j*4+4", "i*16+4")
			m := pick(memories...)
			a := pick("load", "load", "store") + " " + m + " " + offset + " " + pick("32x1", "32x1", "32x2", "16x1", "16x2", "32x3")
			if m == "u" {
				a = strings.Replace(a, "store", "load", 1)
			}
			if r.IntN(4) == 0 {
				a += " base=" + pick("4", "8", "16")
			}
			list = append(list, a)
		}
		accesses := strings.Join(list, "; ")
		s, err := ssa.Parse("a.ssa", []byte(vectorizeText(accesses)))
		if err == nil {
			err = ssa.Verify(s)
		}
		if err != nil {
			t.Fatalf("%s: %v", accesses, err)
		}
		before := s.Clone()
		if opt.VectorizeMemory.Run(s) {
			joined++
		}
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("%s: %v", accesses, err)
		}
		n, difference := ssatest.Compare(before, s)
		if difference != "" {
			t.Fatalf("%s: %s\n%s", accesses, difference, s)
		}
		ran += n
	}
	if joined == 0 || ran == 0 {
		t.Errorf("accesses of %d shaders are joined, %d ran", joined, ran)
	}
}
