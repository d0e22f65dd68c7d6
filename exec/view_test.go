package exec_test

import (
	"errors"
	"reflect"
	"testing"

	"refract/exec"
	"refract/ir"
)

// sample is a module with a struct whose layout has gaps.
func sample() (*ir.Module, ir.TypeID) {
	m := ir.NewModule()
	t := m.AddStruct(ir.Struct{Name: "Light", Members: []ir.Member{
		{Name: "color", Type: ir.VectorOf(ir.F32, 3)},
		{Name: "power", Type: ir.TypeF16},
		{Name: "on_off", Type: ir.TypeU32},
		{Name: "turn", Type: ir.MatrixOf(ir.F32, 2, 3)},
		{Name: "rows", Type: ir.MatrixOf(ir.F32, 2, 3), RowMajor: true},
		{Name: "list", Type: m.Types.Array(ir.TypeI32, 2)},
	}})
	return m, t
}

// TestView sets and reads values whole and by path.
func TestView(t *testing.T) {
	m, ty := sample()
	for _, layout := range []ir.LayoutID{ir.LayoutNatural, ir.LayoutStd140, ir.LayoutStd430, ir.LayoutScalar} {
		v, err := exec.NewView(m, m.Types.Array(ty, 2), layout, make([]byte, 512))
		if err != nil {
			t.Fatal(err)
		}
		type light struct {
			Color [3]float32
			Power float32
			OnOff uint8
			Spin  [][]float64 `wgsl:"turn"`
			Rows  []float32
			List  []int
		}
		want := []light{
			{[3]float32{1, 2, 3}, 0.5, 7, [][]float64{{1, 2, 3}, {4, 5, 6}}, []float32{6, 5, 4, 3, 2, 1}, []int{-1, 2}},
			{[3]float32{9, 8, 7}, -2, 1, [][]float64{{0, 0, 1}, {0, 1, 0}}, []float32{1, 2, 3, 4, 5, 6}, []int{3, 4}},
		}
		if err := v.Set(want); err != nil {
			t.Fatal(err)
		}
		var got []light
		if err := v.Get(&got); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("layout %d: got %v, want %v", layout, got, want)
		}
		for path, want := range map[string]string{
			"[1].color.y": "8.0", "[0].turn[1].x": "4.0", "[0].rows[1]": "[3.0, 2.0, 1.0]", "[1].list": "[3, 4]", "[0].rows[0].z": "4.0",
		} {
			part, err := v.At(path)
			if err != nil || part.String() != want {
				t.Errorf("layout %d: %s is %v (%v), want %s", layout, path, part, err, want)
			}
		}
		part, err := v.At("[0].rows[1][2]")
		if err == nil {
			err = part.Set(42)
		}
		if err != nil {
			t.Fatal(err)
		}
		if err := v.Get(&got); err != nil || got[0].Rows[5] != 42 {
			t.Errorf("layout %d: after a change rows are %v (%v)", layout, got[0].Rows, err)
		}
		if part, err = v.At("[0].rows"); err == nil {
			err = part.Set([6]float32{1, 2, 3, 4, 5, 6})
		}
		if err != nil || part.String() != "[[1.0, 2.0, 3.0], [4.0, 5.0, 6.0]]" {
			t.Errorf("layout %d: rows are %v (%v)", layout, part, err)
		}
	}
}

// TestViewErrors checks that what doesn't fit is refused, with its path.
func TestViewErrors(t *testing.T) {
	m, ty := sample()
	v, err := exec.NewView(m, ty, ir.LayoutNatural, make([]byte, 128))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		value any
		want  string
	}{
		{map[string]any{"colour": 1}, `Light has no member "colour"; it has color, power, on_off, turn, rows, list`},
		{map[string]any{"color": []int{1, 2}}, "color: 2 elements for vec3<f32>"},
		{map[string]any{"on_off": -1}, "on_off: -1 doesn't fit in u32"},
		{map[string]any{"on_off": 1.5}, "on_off: 1.5 doesn't fit in u32"},
		{map[string]any{"list": []any{1, "x"}}, "list[1]: a Go string is no i32"},
		{map[string]any{"color": nil}, "color: nil is no vec3<f32>"},
		{struct{ Other int }{}, "no field of struct { Other int } is named like a member of Light"},
		{3, "a Go int is no Light"},
	} {
		err := v.Set(c.value)
		var value *exec.ValueError
		if !errors.As(err, &value) || err.Error() != c.want {
			t.Errorf("setting %v: got %v, want %s", c.value, err, c.want)
		}
	}
	for _, path := range []string{"list[2]", "list[x]", "nothing", "color.w", "list[1"} {
		if _, err := v.At(path); err == nil {
			t.Errorf("the path %q is accepted", path)
		}
	}
	if _, err := exec.NewView(m, ty, ir.LayoutNatural, make([]byte, 8)); err == nil {
		t.Error("memory that is too short is accepted")
	}
}

// TestBind checks the refusals of resources.
func TestBind(t *testing.T) {
	m := ir.NewModule()
	add := func(g ir.Global) ir.GlobalID {
		g.HasBinding, g.Binding.Binding = true, uint32(len(m.Globals))
		m.Globals = append(m.Globals, g)
		return ir.GlobalID(len(m.Globals) - 1)
	}
	storage := add(ir.Global{Name: "storage", Space: ir.SpaceStorage, Access: ir.AccessReadWrite, Layout: ir.LayoutNatural, Type: m.Types.Array(ir.VectorOf(ir.F32, 3), 0)})
	image := func(t ir.Type) ir.TypeID { t.Kind = ir.TypeImage; return m.Types.Intern(t) }
	float := add(ir.Global{Name: "float", Space: ir.SpaceHandle, Type: image(ir.Type{Dim: ir.Dim2D, Scalar: ir.F32})})
	store := add(ir.Global{Name: "store", Space: ir.SpaceHandle, Type: image(ir.Type{Dim: ir.Dim2D, Class: ir.ImageStorage, Format: ir.Rgba8Unorm, Access: ir.AccessWrite})})
	sampler := add(ir.Global{Name: "sampler", Space: ir.SpaceHandle, Type: ir.TypeSamplerFiltering})
	texture := func(d exec.TextureDesc) *exec.Texture {
		d.Width, d.Height = 4, 4
		x, err := exec.NewTexture(d)
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
	rgba := texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm)})
	for _, c := range []struct {
		global  ir.GlobalID
		res     exec.Resource
		problem exec.Problem
		ok      bool
	}{
		{storage, nil, exec.Missing, false},
		{storage, rgba, exec.WrongKind, false},
		{storage, exec.NewBuffer(12), exec.TooSmall, false},
		{storage, exec.NewBuffer(18), exec.Misaligned, false},
		{storage, &exec.Buffer{Data: make([]byte, 16), ReadOnly: true}, exec.WrongAccess, false},
		{storage, exec.BufferRange{Buffer: exec.NewBuffer(512), Offset: 16}, exec.Misaligned, false},
		{storage, exec.BufferRange{Buffer: exec.NewBuffer(512), Offset: 256}, 0, true},
		{storage, exec.BufferRange{Buffer: exec.NewBuffer(512), Offset: 256, Size: 300}, exec.TooSmall, false},
		{storage, exec.NewBuffer(16), 0, true},
		{float, rgba, 0, true},
		{float, texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Uint)}), exec.WrongFormat, false},
		{float, texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Layers: 2}), exec.WrongDim, false},
		{float, texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Unorm), Samples: 4}), exec.WrongDim, false},
		{float, exec.NewSampler(exec.Linear, exec.Repeat), exec.WrongKind, false},
		{store, rgba, 0, true},
		{store, texture(exec.TextureDesc{Dim: ir.Dim2D, Format: exec.FormatOf(ir.Rgba8Snorm)}), exec.WrongFormat, false},
		{sampler, exec.NewSampler(exec.Linear, exec.Repeat), 0, true},
		{sampler, &exec.Sampler{Compare: exec.CompareLess}, exec.WrongSampler, false},
	} {
		var r exec.Resources
		if c.res != nil {
			r.Bind(0, m.Globals[c.global].Binding.Binding, c.res)
		}
		_, err := r.Resolve(m, []ir.GlobalID{c.global})
		var binding *exec.BindingError
		switch {
		case c.ok && err != nil:
			t.Errorf("%s with %T: %v", m.Globals[c.global].Name, c.res, err)
		case !c.ok && (!errors.As(err, &binding) || binding.Problem != c.problem):
			t.Errorf("%s with %T: got %v, want %v", m.Globals[c.global].Name, c.res, err, c.problem)
		}
	}
}
