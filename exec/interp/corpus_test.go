package interp_test

// Every compute and fragment entry point of the corpus runs on resources made to
// measure: no crash, and no error but those that the shader asks for.

import (
	"context"
	"errors"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// resourceFor makes a resource that suits a type.
func resourceFor(t testing.TB, m *ir.Module, g ir.GlobalID, ty ir.TypeID) exec.Resource {
	t.Helper()
	kind := m.Types.At(ty)
	switch kind.Kind {
	case ir.TypeBindingArray:
		var list exec.Array
		for range max(kind.Length, 2) {
			list = append(list, resourceFor(t, m, g, kind.Base))
		}
		return list
	case ir.TypeSampler:
		s := exec.NewSampler(exec.Linear, exec.Repeat)
		if kind.Comparison {
			s.Compare = exec.CompareLess
		}
		return s
	case ir.TypeImage:
		d := exec.TextureDesc{Dim: kind.Dim, Width: 4, Height: 4, Levels: 3, Format: exec.FormatOf(ir.Rgba8Unorm)}
		switch {
		case kind.Class == ir.ImageStorage:
			d.Format, d.Levels = exec.FormatOf(kind.Format), 1
		case kind.Class == ir.ImageDepth:
			d.Format = exec.Depth32Float
		case kind.Scalar == ir.U32:
			d.Format = exec.FormatOf(ir.Rgba32Uint)
		case kind.Scalar == ir.I32:
			d.Format = exec.FormatOf(ir.Rgba32Sint)
		}
		switch {
		case kind.Dim == ir.Dim1D:
			d.Height, d.Levels = 1, 1
		case kind.Dim == ir.Dim3D:
			d.Depth = 4
		case kind.Dim == ir.DimCube:
			d.Dim, d.Layers = ir.Dim2D, 6
			if kind.Arrayed {
				d.Layers = 12
			}
		case kind.Arrayed:
			d.Layers = 3
		}
		if kind.Multisampled {
			d.Samples, d.Levels = 4, 1
		}
		if kind.Class == ir.ImageExternal {
			d.Levels = 1
		}
		x, err := exec.NewTexture(d)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	b, err := exec.BufferFor(m, g, 8)
	if err != nil {
		t.Fatal(err)
	}
	for i := range b.Data {
		b.Data[i] = byte(i % 3)
	}
	return b
}

// runEntry runs an entry point on a small grid.
func runEntry(t testing.TB, p exec.Program, ep *ir.EntryPoint, o exec.RunOptions) error {
	t.Helper()
	m := p.Module()
	globals, err := p.Globals(ep.Name)
	if err != nil {
		return err
	}
	var r exec.Resources
	r.Immediate = make([]byte, 1<<12)
	for _, g := range globals {
		global := &m.Globals[g]
		switch global.Space {
		case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceHandle:
			r.Bind(global.Binding.Group, global.Binding.Binding, resourceFor(t, m, g, global.Type))
		}
	}
	if ep.Stage == ir.StageFragment {
		_, err = p.Fragments(context.Background(), ep.Name, exec.FragmentGrid{Width: 3, Height: 2}, &r, o)
	} else {
		_, err = p.Dispatch(context.Background(), ep.Name, [3]uint32{2, 1, 1}, &r, o)
	}
	return err
}

// excused reports whether an error is the shader's own wish: overrides without
// value, no end, or what is refused by name.
func excused(err error) bool {
	var (
		override    *exec.OverrideError
		steps       *exec.StepLimitError
		unsupported *exec.UnsupportedError
		limit       *exec.LimitError
	)
	return errors.As(err, &override) || errors.As(err, &steps) || errors.As(err, &unsupported) || errors.As(err, &limit)
}

// TestCorpus runs the corpus plainly, with checks, and with other subgroups.
func TestCorpus(t *testing.T) {
	var r wgsl.Reader
	var v validate.Validator
	runs, refused := 0, map[string]int{}
	for _, s := range harness.Shaders(t) {
		m := ir.NewModule()
		var list diag.List
		if r.Read(m, s.Source, 1, wgsl.Options{Allowed: wgsl.AllExtensions}, &list) == nil {
			continue
		}
		if v.Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
			continue
		}
		p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
		if err != nil {
			if !excused(err) {
				t.Errorf("%s: %v", s.Name, err)
			}
			refused[err.Error()]++
			continue
		}
		for i := range m.EntryPoints {
			ep := &m.EntryPoints[i]
			if ep.Stage != ir.StageCompute && ep.Stage != ir.StageFragment {
				continue
			}
			for _, o := range []exec.RunOptions{{MaxSteps: 200_000}, {MaxSteps: 50_000, Check: exec.CheckAll, SubgroupSize: 4}, {MaxSteps: 50_000, SubgroupSize: 32}} {
				runs++
				switch err := runEntry(t, p, ep, o); {
				case err == nil:
				case excused(err):
					refused[err.Error()]++
				default:
					t.Errorf("%s: %s: %v", s.Name, ep.Name, err)
				}
			}
		}
	}
	t.Logf("%d runs", runs)
	for text, n := range refused {
		t.Logf("%d times: %s", n, text)
	}
}
