package pipeline_test

import (
	"strings"
	"testing"

	"refract/internal/ssa/lower"
	"refract/internal/ssatest"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// TestBySize runs the passes that choose variables by their bytes, with options that take
// one of two.
func TestBySize(t *testing.T) {
	const source = `fn f(i: u32, j: u32) -> f32 {
  var small = array<f32, 4>(1.0, 2.0, 3.0, 4.0);
  var large = array<f32, 8>(1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0, 8.0);
  WRITE
  return small[i] + large[j];
}`
	for _, c := range []struct {
		name  string
		pass  *pass.Pass
		write string
		loads op.Op
		count int
	}{
		{"constants of 1 byte", lower.Constants(lower.ConstantOptions{Bytes: 1}), "", op.LoadConstant, 2},
		{"constants of 17 bytes", lower.Constants(lower.ConstantOptions{Bytes: 17}), "", op.LoadConstant, 1},
		{"constants of 33 bytes", lower.Constants(lower.ConstantOptions{Bytes: 33}), "", op.LoadConstant, 0},
		{"scratch of 1 byte", lower.ScratchOf(lower.ScratchOptions{Least: 1}), "small[j] = 5.0; large[i] = 2.0;", op.LoadScratch, 2},
		{"scratch of 17 bytes", lower.ScratchOf(lower.ScratchOptions{Least: 17}), "small[j] = 5.0; large[i] = 2.0;", op.LoadScratch, 1},
		{"scratch of 33 bytes", lower.ScratchOf(lower.ScratchOptions{Least: 33}), "small[j] = 5.0; large[i] = 2.0;", op.LoadScratch, 0},
		{"registers of 4 elements", lower.Regs(lower.RegOptions{Most: 4}), "small[j] = 5.0; large[i] = 2.0;", op.LoadReg, 1},
		{"registers of 3 elements", lower.Regs(lower.RegOptions{Most: 3}), "small[j] = 5.0; large[i] = 2.0;", op.LoadReg, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := fromWGSL(t, []byte(strings.Replace(source, "WRITE", c.write, 1)))
			before := s.Clone()
			if c.pass.Run(s) != (c.count > 0) {
				t.Errorf("it says otherwise than that it finds %d", c.count)
			}
			if err := ssa.Verify(s); err != nil {
				t.Fatal(err)
			}
			ssatest.Same(t, before, s)
			n := 0
			for _, f := range s.Funcs[1:] {
				for b := range f.Blocks() {
					for i := range f.Instrs(b) {
						if f.Op(i) == c.loads {
							n++
						}
					}
				}
			}
			if n != c.count {
				t.Errorf("%d of %s, not %d\n%s", n, c.loads, c.count, ssa.Print(s))
			}
		})
	}
}
