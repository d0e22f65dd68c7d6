package spirv_test

import (
	"errors"
	"os"
	"strings"
	"testing"

	back "refract/back/spirv"
	backend "refract/internal/back"
	"refract/internal/harness"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/pass"
)

// simplified are passes after which values take the place of variables.
var simplified = []*pass.Pass{lower.VarsToSSA, opt.CopyProp, opt.ConstantFolding, opt.CSE, opt.DCE, opt.DeadCF, opt.RemovePhis}

// through is an optimizer that runs passes and verifies what they leave.
func through(passes ...*pass.Pass) backend.Optimizer {
	return backend.Optimizer{Run: func(s *ssa.Shader) error {
		for _, p := range passes {
			p.Run(s)
		}
		return ssa.Verify(s)
	}}
}

// TestCorpusSSA writes every shader of the corpus that is written without SSA
// form through it, as it is and after passes, and has the results validated.
func TestCorpusSSA(t *testing.T) {
	for _, s := range []struct {
		name   string
		passes []*pass.Pass
	}{{"as it is", nil}, {"simplified", simplified}} {
		t.Run(s.name, func(t *testing.T) {
			var rows []row
			var w back.Writer
			for _, shader := range harness.Shaders(t) {
				if only := os.Getenv("SHADER"); only != "" && only != shader.Name {
					continue
				}
				m := parse(t, shader.Name, shader.Source)
				if m == nil {
					continue
				}
				o := back.NewOptions()
				o.Version = 6
				_, plain := w.Write(nil, m, o)
				words, err := w.WriteOptimized(nil, m, o, through(s.passes...))
				var unsupported *back.UnsupportedError
				switch {
				case plain != nil && errors.As(err, &unsupported):
					continue
				case plain != nil && err == nil && len(s.passes) > 0: // dead code was what had no form
				case err != nil || plain != nil:
					t.Errorf("%s: %v; without SSA form %v", shader.Name, err, plain)
					continue
				}
				rows = append(rows, rowOf(shader.Name, words, "vulkan1.3"))
				if v := laidOutside(words); v != 0 {
					t.Errorf("%s: %%%d has offsets or strides and is no buffer", shader.Name, v)
				}
				if os.Getenv("SHADER") != "" {
					text, err := spirv.Disassemble(words, spirv.DisassembleOptions{Names: true})
					t.Logf("%s%v", text, err)
				}
			}
			failed := 0
			for _, v := range harness.Oracle(t, "spirv", rows) {
				if !v.OK {
					failed++
					t.Errorf("%s: %s", v.Name, v.Text())
				}
			}
			t.Logf("%d of %d valid", len(rows)-failed, len(rows))
			if len(s.passes) == 0 && os.Getenv("SHADER") == "" {
				harness.Ratchet(t, "ssa/spirv", harness.Count{Passed: len(rows) - failed, Total: len(rows)})
			}
		})
	}
}

// TestPhis writes a loop that leaves from its continue list: its variables become
// phis, of which the first block of the loop has one each.
func TestPhis(t *testing.T) {
	const source = `
@group(0) @binding(0) var<storage, read_write> b: u32;
@compute @workgroup_size(1) fn main() {
  var sum = 0u;
  var i = 0u;
  loop {
    if i == 3u { continue; }
    sum += i;
    continuing { i += 1u; break if i > 9u; }
  }
  b = sum;
}`
	o := back.NewOptions()
	o.ForceLoopBounding = false
	words, err := new(back.Writer).WriteOptimized(nil, parse(t, "phis", source), o, through(simplified...))
	if err != nil {
		t.Fatal(err)
	}
	count := map[spirv.Op]int{}
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		count[spirv.Op(words[at]&0xffff)]++
	}
	// Two in the header, and that of the sum where the continue list begins.
	if count[spirv.OpPhi] != 3 || count[spirv.OpLoopMerge] != 1 || count[spirv.OpVariable] != 1 {
		t.Errorf("%d phis, %d loops, %d variables", count[spirv.OpPhi], count[spirv.OpLoopMerge], count[spirv.OpVariable])
	}
}

// laidOutside is a variable, of memory that isn't a buffer's, whose type has offsets or
// strides, which Vulkan doesn't allow; or 0.
func laidOutside(words []uint32) uint32 {
	laid, pointee := map[uint32]bool{}, map[uint32]uint32{}
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		w := words[at : at+int(words[at]>>16)]
		switch spirv.Op(w[0] & 0xffff) {
		case spirv.OpDecorate:
			laid[w[1]] = laid[w[1]] || spirv.Decoration(w[2]) == spirv.DecorationArrayStride
		case spirv.OpMemberDecorate:
			laid[w[1]] = laid[w[1]] || spirv.Decoration(w[3]) == spirv.DecorationOffset
		case spirv.OpTypeArray:
			laid[w[1]] = laid[w[1]] || laid[w[2]]
		case spirv.OpTypeStruct:
			for _, member := range w[2:] {
				laid[w[1]] = laid[w[1]] || laid[member]
			}
		case spirv.OpTypePointer:
			pointee[w[1]] = w[3]
		case spirv.OpVariable:
			switch spirv.StorageClass(w[3]) {
			case spirv.StorageClassFunction, spirv.StorageClassPrivate, spirv.StorageClassWorkgroup, spirv.StorageClassInput, spirv.StorageClassOutput:
				if laid[pointee[w[1]]] {
					return w[2]
				}
			}
		}
	}
	return 0
}

// TestLaidValues counts the types that structs and arrays have: one where they lie in
// buffers alone, and another where they are kept elsewhere, too.
func TestLaidValues(t *testing.T) {
	const types = `
struct Inner { a: f32, b: vec3f }
struct S { x: Inner, y: array<Inner, 2> }
@group(0) @binding(0) var<storage, read_write> src: array<S>;
@group(0) @binding(1) var<storage, read_write> dst: array<S>;
@group(0) @binding(2) var<uniform> k: u32;
`
	for _, test := range []struct {
		name, body       string
		structs, extract int // declared, and parts taken
	}{
		{"as they lie", `dst[0] = src[1];`, 4, 0},
		{"changed", `let s = src[1]; dst[0] = S(Inner(2, s.x.b), s.y);`, 4, 3},
		{"indexed", `let s = src[1]; dst[0].x = s.y[k];`, 5, 0},
		{"in a workgroup", `w.x = src[1].x; w.y = src[1].y; dst[0] = w;`, 6, 18},
	} {
		t.Run(test.name, func(t *testing.T) {
			source := types + "@compute @workgroup_size(1) fn main() { " + test.body + " }"
			if strings.Contains(test.body, "w.") {
				source += "var<workgroup> w: S;"
			}
			o := back.NewOptions()
			o.ZeroInitializeWorkgroup = back.ZeroNone
			words, err := new(back.Writer).WriteOptimized(nil, parse(t, test.name, source), o, through(append(simplified, opt.DeadWrites, opt.DCE)...))
			if err != nil {
				t.Fatal(err)
			}
			structs, extracts := 0, 0
			for at := 5; at < len(words); at += int(words[at] >> 16) {
				switch spirv.Op(words[at] & 0xffff) {
				case spirv.OpTypeStruct:
					structs++
				case spirv.OpCompositeExtract:
					extracts++
				}
			}
			if v := laidOutside(words); v != 0 {
				t.Errorf("%%%d has offsets or strides and is no buffer", v)
			}
			if structs != test.structs || extracts != test.extract {
				text, _ := spirv.Disassemble(words, spirv.DisassembleOptions{Names: true})
				t.Errorf("%d structs and %d parts taken, not %d and %d\n%s", structs, extracts, test.structs, test.extract, text)
			}
		})
	}
}
