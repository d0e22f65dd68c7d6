package spirv_test

import (
	"errors"
	"os"
	"testing"

	backend "refract/back"
	back "refract/back/spirv"
	"refract/internal/harness"
	"refract/spirv"
	"refract/ssa"
	"refract/ssa/lower"
	"refract/ssa/opt"
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
