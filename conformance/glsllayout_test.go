package conformance

// This file compares the layouts of random blocks of GLSL with those that glslang writes
// into SPIR-V.

import (
	"fmt"
	"testing"

	"refract/diag"
	frontspirv "refract/front/spirv"
	"refract/internal/glslgen"
	"refract/internal/harness/glslang"
	"refract/internal/ir/layout"
	"refract/internal/sweep"
	"refract/ir"
	"refract/spirv"
)

// laid is a module whose layouts are compared.
type laid struct {
	m     *ir.Module
	cache *layout.Cache
}

// TestGLSLLayouts compares the offsets and strides of REFRACT_BLOCKS blocks.
func TestGLSLLayouts(t *testing.T) {
	sweep.Only(t)
	glslang.Find(t)
	const each = 20
	seed := uint64(number("REFRACT_SEED", 1))
	blocks, places := 0, 0
	for i := range uint64(number("REFRACT_BLOCKS", 200)+each-1) / each {
		row := glslRow{Name: "blocks", Stage: "compute", Vulkan: true, Source: glslgen.Blocks(seed+i, each)}
		v, err := row.check()
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed+i, err, row.Source)
		}
		code, err := glslangWords(&row, "1.1")
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed+i, err, row.Source)
		}
		words, err := spirv.FromBytes(code)
		if err != nil {
			t.Fatal(err)
		}
		var list diag.List
		sources := new(diag.Sources)
		sources.Add("blocks.spv", "")
		m := frontspirv.Read(words, frontspirv.Options{}, sources, &list)
		if m == nil {
			t.Fatal(list.Err(sources))
		}
		a, b := laid{v.Module, layout.New(v.Module)}, laid{m, layout.New(m)}
		for k := range v.Module.Globals[1:] {
			g := &v.Module.Globals[k+1]
			if !g.HasBinding {
				continue
			}
			found := false
			for n := range m.Globals[1:] {
				if h := &m.Globals[n+1]; h.HasBinding && h.Binding == g.Binding {
					found = true
					blocks++
					if err := same(a, b, g.Type, h.Type, g.Layout, h.Layout, &places); err != nil {
						t.Errorf("seed %d: %s%v\n%s", seed+i, g.Name, err, row.Source)
					}
				}
			}
			if !found {
				t.Errorf("seed %d: %s isn't in the SPIR-V", seed+i, g.Name)
			}
		}
	}
	t.Logf("%d blocks, %d offsets and strides", blocks, places)
}

// element is how the elements of an array lie. Where a rule lays them out, that the
// matrices in arrays of arrays have rows is known of the whole.
func (l laid) element(t *ir.Type, of ir.LayoutID, info layout.Info) (layout.Info, error) {
	if e := l.m.Types.At(t.Base); of < ir.FirstExplicitLayout && info.RowMajor && e.Kind == ir.TypeArray {
		return layout.Info{Stride: info.Stride / e.Length, RowMajor: true}, nil
	}
	return l.cache.Of(t.Base, l.m.ElementLayout(of))
}

// same compares how two types lie in memory.
func same(a, b laid, s, t ir.TypeID, k, l ir.LayoutID, places *int) error {
	x, err := a.cache.Of(s, k)
	if err != nil {
		return err
	}
	y, err := b.cache.Of(t, l)
	if err != nil {
		return err
	}
	return sameAs(a, b, s, t, k, l, x, y, places)
}

func sameAs(a, b laid, s, t ir.TypeID, k, l ir.LayoutID, x, y layout.Info, places *int) error {
	p, q := a.m.Types.At(s), b.m.Types.At(t)
	*places++
	if p.Kind != q.Kind || p.Scalar != q.Scalar || p.Rows != q.Rows || p.Columns != q.Columns || p.Length != q.Length {
		return fmt.Errorf(": %s and %s", a.m.TypeName(s), b.m.TypeName(t))
	}
	switch p.Kind {
	case ir.TypeMatrix, ir.TypeArray:
		if x.Stride != y.Stride || x.RowMajor != y.RowMajor {
			return fmt.Errorf(": stride %d, row major %v; %d, %v", x.Stride, x.RowMajor, y.Stride, y.RowMajor)
		}
		if p.Kind == ir.TypeArray && a.m.Types.At(p.Base).Kind != ir.TypeMatrix {
			xe, err := a.element(p, k, x)
			if err != nil {
				return err
			}
			ye, err := b.element(q, l, y)
			if err != nil {
				return err
			}
			if err := sameAs(a, b, p.Base, q.Base, a.m.ElementLayout(k), b.m.ElementLayout(l), xe, ye, places); err != nil {
				return fmt.Errorf("[]%w", err)
			}
		}
	case ir.TypeStruct:
		f, h := a.m.StructOf(s).Members, b.m.StructOf(t).Members
		if len(f) != len(h) {
			return fmt.Errorf(": %d and %d members", len(f), len(h))
		}
		for i := range f {
			at, xi, err := a.cache.Member(s, k, i)
			if err != nil {
				return err
			}
			to, yi, err := b.cache.Member(t, l, i)
			if err != nil {
				return err
			}
			if at != to {
				return fmt.Errorf(".%s: offset %d and %d", f[i].Name, at, to)
			}
			if err := sameAs(a, b, f[i].Type, h[i].Type, a.m.MemberLayout(k, i), b.m.MemberLayout(l, i), xi, yi, places); err != nil {
				return fmt.Errorf(".%s%w", f[i].Name, err)
			}
		}
	}
	return nil
}
