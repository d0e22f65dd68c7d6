package interp_test

// Every compute and fragment entry point of the corpus leaves the same behind in
// SSA form as in the module IR: buffers, textures, outputs and discards.

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/ir/transform"
	"refract/internal/ssa/fromir"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ir/validate"
	"refract/ssa"
)

// forms are ways into SSA form.
var forms = []struct {
	name string
	run  func(*ssa.Shader) error
}{
	{"plain", func(*ssa.Shader) error { return nil }},
	{"values", func(s *ssa.Shader) error { lower.VarsToSSA.Run(s); return nil }},
	{"registers", func(s *ssa.Shader) error { lower.VarsToSSA.Run(s); lower.LeaveSSA.Run(s); return nil }},
	{"optimized", func(s *ssa.Shader) error {
		p, err := pipeline.Level(1)
		if err == nil {
			_, err = pipeline.Run(s, p, pipeline.Options{})
		}
		return err
	}},
}

// trace runs an entry point and returns all that it leaves behind.
func trace(t testing.TB, p exec.Program, ep *ir.EntryPoint, o exec.RunOptions) ([]byte, error) {
	t.Helper()
	m := p.Module()
	r := exec.Resources{Immediate: bytes.Repeat([]byte{1, 0, 0, 0}, 1<<10)}
	var out []byte
	var memory [][]byte
	for g := ir.GlobalID(1); int(g) < len(m.Globals); g++ {
		v := &m.Globals[g]
		if v.Space != ir.SpaceUniform && v.Space != ir.SpaceStorage && v.Space != ir.SpaceHandle {
			continue
		}
		x := resourceFor(t, m, g, v.Type)
		r.Bind(v.Binding.Group, v.Binding.Binding, x)
		switch x := x.(type) {
		case *exec.Buffer:
			memory = append(memory, x.Data)
		case *exec.Texture:
			for level := range x.Levels {
				texels := x.Level(level)
				for k := range texels {
					texels[k] = byte(k*7) & 63
				}
				memory = append(memory, texels)
			}
		}
	}
	var err error
	if ep.Stage == ir.StageFragment {
		_, err = p.Fragments(context.Background(), ep.Name, exec.FragmentGrid{Width: 3, Height: 2,
			Input: func(x, y int, b ir.Binding, value exec.View) error {
				if b.Kind == ir.BindLocation && m.Types.ScalarOf(value.Place.Type) == ir.F32 && m.Types.IsScalarOrVector(value.Place.Type) {
					for k := 0; k < m.Types.ComponentCount(value.Place.Type); k++ {
						binary.LittleEndian.PutUint32(value.Data[4*k:], uint32(0x3f000000+(x*3+y*5+k)<<18))
					}
				}
				return nil
			},
			Output: func(x, y int, b ir.Binding, value exec.View) error {
				out = fmt.Appendf(out, "(%d,%d) %v %x\n", x, y, b, value.Data[:value.Size()])
				return nil
			},
			Discarded: func(x, y int) { out = fmt.Appendf(out, "(%d,%d) discarded\n", x, y) },
		}, &r, o)
	} else {
		_, err = p.Dispatch(context.Background(), ep.Name, [3]uint32{2, 1, 1}, &r, o)
	}
	for _, b := range memory {
		out = fmt.Appendf(out, "%x\n", b)
	}
	return out, err
}

// TestCorpusSSA compares every fourth shader, or all where REFRACT_ALL is 1.
func TestCorpusSSA(t *testing.T) {
	var r wgsl.Reader
	var v validate.Validator
	runs := 0
	for k, s := range harness.Shaders(t) {
		if k%4 != 0 && os.Getenv("REFRACT_ALL") != "1" {
			continue
		}
		m := ir.NewModule()
		var list diag.List
		if r.Read(m, s.Source, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
			continue
		}
		if v.Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
			continue
		}
		transform.ZeroInitialize(m, transform.ZeroOptions{Locals: true, Private: true})
		p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			continue
		}
		for _, form := range forms {
			shader := fromir.Module(m, fromir.Options{Strict: true})
			if err := form.run(shader); err != nil {
				t.Errorf("%s: %s: %v", s.Name, form.name, err)
				continue
			}
			q, err := interp.SSAEngine{}.Load(shader, exec.LoadOptions{})
			if err != nil {
				t.Errorf("%s: %s: %v", s.Name, form.name, err)
				continue
			}
			for i := range m.EntryPoints {
				ep := &m.EntryPoints[i]
				if ep.Stage != ir.StageCompute && ep.Stage != ir.StageFragment {
					continue
				}
				o := exec.RunOptions{MaxSteps: 400_000}
				want, err := trace(t, p, ep, o)
				if err != nil {
					continue
				}
				got, err := trace(t, q, ep, o)
				var steps *exec.StepLimitError
				switch {
				case errors.As(err, &steps):
				case err != nil:
					t.Errorf("%s: %s: %s: %v", s.Name, ep.Name, form.name, err)
				case !bytes.Equal(want, got):
					t.Errorf("%s: %s: %s: the results differ", s.Name, ep.Name, form.name)
				default:
					runs++
				}
			}
		}
	}
	if runs == 0 && !t.Failed() {
		t.Error("nothing ran")
	}
	t.Logf("%d runs", runs)
}
