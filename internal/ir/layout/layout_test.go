package layout

import (
	"slices"
	"strings"
	"testing"

	"refract/ir"
)

var (
	vec2f = ir.VectorOf(ir.F32, 2)
	vec3f = ir.VectorOf(ir.F32, 3)
	vec4f = ir.VectorOf(ir.F32, 4)
	vec3h = ir.VectorOf(ir.F16, 3)
)

func mat(c, r int) ir.TypeID  { return ir.MatrixOf(ir.F32, c, r) }
func math(c, r int) ir.TypeID { return ir.MatrixOf(ir.F16, c, r) }

// structOf declares a struct with members of the given types.
func structOf(m *ir.Module, types ...ir.TypeID) ir.TypeID {
	s := ir.Struct{Name: "S"}
	for i, t := range types {
		s.Members = append(s.Members, ir.Member{Name: string(rune('a' + i)), Type: t})
	}
	return m.AddStruct(s)
}

func TestRules(t *testing.T) {
	m := ir.NewModule()
	arr := func(base ir.TypeID, n uint32) ir.TypeID { return m.Types.Array(base, n) }
	nested := structOf(m, ir.TypeF32)
	type want struct{ size, align, stride uint32 }
	for _, c := range []struct {
		name                             string
		ty                               ir.TypeID
		natural, std140, std430, scalar_ want
	}{
		{"f32", ir.TypeF32, want{4, 4, 0}, want{4, 4, 0}, want{4, 4, 0}, want{4, 4, 0}},
		{"f16", ir.TypeF16, want{2, 2, 0}, want{2, 2, 0}, want{2, 2, 0}, want{2, 2, 0}},
		{"u64", ir.TypeU64, want{8, 8, 0}, want{8, 8, 0}, want{8, 8, 0}, want{8, 8, 0}},
		{"bool", ir.TypeBool, want{4, 4, 0}, want{4, 4, 0}, want{4, 4, 0}, want{4, 4, 0}},
		{"atomic", ir.TypeAtomicU32, want{4, 4, 0}, want{4, 4, 0}, want{4, 4, 0}, want{4, 4, 0}},
		{"vec2", vec2f, want{8, 8, 0}, want{8, 8, 0}, want{8, 8, 0}, want{8, 4, 0}},
		{"vec3", vec3f, want{12, 16, 0}, want{12, 16, 0}, want{12, 16, 0}, want{12, 4, 0}},
		{"vec4", vec4f, want{16, 16, 0}, want{16, 16, 0}, want{16, 16, 0}, want{16, 4, 0}},
		{"vec3h", vec3h, want{6, 8, 0}, want{6, 8, 0}, want{6, 8, 0}, want{6, 2, 0}},
		{"mat2x3", mat(2, 3), want{32, 16, 16}, want{32, 16, 16}, want{32, 16, 16}, want{24, 4, 12}},
		{"mat3x2", mat(3, 2), want{24, 8, 8}, want{48, 16, 16}, want{24, 8, 8}, want{24, 4, 8}},
		{"mat4x4", mat(4, 4), want{64, 16, 16}, want{64, 16, 16}, want{64, 16, 16}, want{64, 4, 16}},
		{"mat3x3h", math(3, 3), want{24, 8, 8}, want{48, 16, 16}, want{24, 8, 8}, want{18, 2, 6}},
		{"array<f32,3>", arr(ir.TypeF32, 3), want{12, 4, 4}, want{48, 16, 16}, want{12, 4, 4}, want{12, 4, 4}},
		{"array<vec3,2>", arr(vec3f, 2), want{32, 16, 16}, want{32, 16, 16}, want{32, 16, 16}, want{24, 4, 12}},
		{"array<mat2x2,2>", arr(mat(2, 2), 2), want{32, 8, 16}, want{64, 16, 32}, want{32, 8, 16}, want{32, 4, 16}},
		{"struct{f32}", nested, want{4, 4, 0}, want{16, 16, 0}, want{4, 4, 0}, want{4, 4, 0}},
		{"struct{vec3,f32}", structOf(m, vec3f, ir.TypeF32), want{16, 16, 0}, want{16, 16, 0}, want{16, 16, 0}, want{16, 4, 0}},
		{"struct{f32,vec3}", structOf(m, ir.TypeF32, vec3f), want{32, 16, 0}, want{32, 16, 0}, want{32, 16, 0}, want{16, 4, 0}},
		{"struct{S,f32}", structOf(m, nested, ir.TypeF32), want{8, 4, 0}, want{32, 16, 0}, want{8, 4, 0}, want{8, 4, 0}},
		{"array<S,2>", arr(nested, 2), want{8, 4, 4}, want{32, 16, 16}, want{8, 4, 4}, want{8, 4, 4}},
	} {
		cache := New(m)
		for i, w := range []want{c.natural, c.natural, c.std140, c.std430, c.scalar_} {
			got, err := cache.Of(c.ty, ir.LayoutID(i))
			if err != nil || (want{got.Size, got.Align, got.Stride}) != w {
				t.Errorf("%s under layout %d: %+v, %v; want %v", c.name, i, got, err, w)
			}
		}
	}
}

func TestRowMajor(t *testing.T) {
	m := ir.NewModule()
	s := ir.Struct{Name: "S", Members: []ir.Member{
		{Name: "a", Type: ir.TypeF32},
		{Name: "b", Type: mat(2, 3), RowMajor: true},
		{Name: "c", Type: m.Types.Array(mat(2, 3), 2), RowMajor: true},
	}}
	ty := m.AddStruct(s)
	c := New(m)
	for _, w := range []struct {
		layout  ir.LayoutID
		offsets []uint32
		size    uint32
		stride  uint32
		rows    bool
	}{
		{ir.LayoutNatural, []uint32{0, 16, 48}, 112, 16, false},
		{ir.LayoutStd140, []uint32{0, 16, 64}, 160, 16, true},
		{ir.LayoutStd430, []uint32{0, 8, 32}, 80, 8, true},
		{ir.LayoutScalar, []uint32{0, 4, 28}, 76, 8, true},
	} {
		info, err := c.Of(ty, w.layout)
		_, mem, _ := c.Member(ty, w.layout, 1)
		if err != nil || info.Size != w.size || !slices.Equal(c.Offsets(ty, w.layout), w.offsets) ||
			mem.Stride != w.stride || mem.RowMajor != w.rows {
			t.Errorf("layout %d: %+v, offsets %v, member %+v, %v", w.layout, info, c.Offsets(ty, w.layout), mem, err)
		}
	}
}

func TestAttributes(t *testing.T) {
	m := ir.NewModule()
	ty := m.AddStruct(ir.Struct{Name: "S", Members: []ir.Member{
		{Name: "a", Type: ir.TypeF32, Size: 20},
		{Name: "b", Type: ir.TypeF32, Align: 64},
		{Name: "c", Type: m.Types.Array(vec3f, 0)},
	}})
	c := New(m)
	info, err := c.Of(ty, ir.LayoutNatural)
	if err != nil || info.Align != 64 || !info.Open || !slices.Equal(c.Offsets(ty, ir.LayoutNatural), []uint32{0, 64, 80}) {
		t.Errorf("%+v %v %v", info, c.Offsets(ty, ir.LayoutNatural), err)
	}
	if n, err := c.MinSize(ty, ir.LayoutNatural); n != 128 || err != nil {
		t.Errorf("minimum size %d, %v", n, err)
	}
	if n, err := c.MinSize(m.Types.Array(vec3f, 0), ir.LayoutNatural); n != 16 || err != nil {
		t.Errorf("minimum size of an array %d, %v", n, err)
	}
}

func TestExplicit(t *testing.T) {
	m := ir.NewModule()
	arr := m.Types.Array(vec3f, 2)
	ty := structOf(m, ir.TypeF32, arr, ir.TypeF32, mat(2, 3))
	m.Layouts = []ir.LayoutNode{
		{Offsets: []uint32{4, 16, 44, 48}, Members: []ir.LayoutID{0, ir.FirstExplicitLayout + 1, 0, ir.FirstExplicitLayout + 2}},
		{Stride: 16, Members: []ir.LayoutID{0}},
		{Stride: 8, RowMajor: true},
	}
	c := New(m)
	info, err := c.Of(ty, ir.FirstExplicitLayout)
	if err != nil || info.Size != 72 || info.Align != 4 {
		t.Fatalf("%+v %v", info, err)
	}
	if offset, mem, err := c.Member(ty, ir.FirstExplicitLayout, 3); offset != 48 || mem.Stride != 8 || !mem.RowMajor || err != nil {
		t.Errorf("%d %+v %v", offset, mem, err)
	}
	for _, b := range []struct {
		message string
		change  func()
	}{
		{"overlaps", func() { m.Layouts[0].Offsets[2] = 40 }},
		{"overlaps", func() { m.Layouts[0].Offsets[0] = 20 }},
		{"multiple of the alignment", func() { m.Layouts[0].Offsets[2] = 46 }},
		{"less than the 12 bytes", func() { m.Layouts[1].Stride = 8 }},
		{"multiple of the alignment", func() { m.Layouts[1].Stride = 13 }},
		{"for 4 members", func() { m.Layouts[0].Members = m.Layouts[0].Members[:2] }},
		{"larger", func() { m.Layouts[0].Offsets[3] = 0xFFFFFFF0 }},
		{"no such layout", func() { m.Layouts[0].Members[1] = 99 }},
		{"contain itself", func() { m.Layouts[1].Members[0] = ir.FirstExplicitLayout + 1 }},
	} {
		saved := m.Clone()
		b.change()
		c.Reset(m)
		if _, err := c.Of(ty, ir.FirstExplicitLayout); b.message == "contain itself" {
			// Another type under the same node is no cycle; vectors end the nesting.
			if err != nil {
				t.Error(err)
			}
		} else if err == nil || !strings.Contains(err.Error(), b.message) {
			t.Errorf("want %q, got %v", b.message, err)
		}
		m.Layouts = saved.Layouts
	}
}

func TestErrors(t *testing.T) {
	m := ir.NewModule()
	self := structOf(m, ir.TypeF32)
	m.StructOf(self).Members[0].Type = self
	big := m.Types.Array(ir.TypeF32, 1<<30-4)
	deep := ir.TypeF32
	for range MaxDepth + 10 {
		deep = m.Types.Array(deep, 1)
	}
	for _, c := range []struct {
		ty      ir.TypeID
		message string
	}{
		{self, "contain itself"},
		{m.Types.Array(self, 3), "contain itself"},
		{m.Types.Array(ir.TypeF32, 1<<30), "possible"},
		{m.Types.Array(big, 0xFFFFFFFF), "possible"},
		{structOf(m, big, ir.TypeF32), "large"},
		{structOf(m), "must have a member"},
		{structOf(m, m.Types.Array(ir.TypeF32, 0), ir.TypeF32), "only the last member"},
		{m.Types.Array(m.Types.Array(ir.TypeF32, 0), 2), "fixed size"},
		{ir.TypeSamplerFiltering, "no place in memory"},
		{0, "no place in memory"},
		{ir.TypeAbstractInt, "no size"},
		{ir.VectorOf(ir.AbstractFloat, 2), "no size"},
		{99999, "no such type"},
		{m.Types.Intern(ir.Type{Kind: ir.TypeStruct, Struct: 1000}), "no such struct"},
		{m.AddStruct(ir.Struct{Members: []ir.Member{{Type: ir.TypeF32, Align: 12}}}), "power of two"},
		{m.AddStruct(ir.Struct{Members: []ir.Member{{Type: vec4f, Size: 12}}}), "less than"},
		{m.AddStruct(ir.Struct{Members: []ir.Member{{Type: vec4f, Size: 0xFFFFFFFF}}}), "larger"},
		{deep, "nest deeper"},
	} {
		for l := ir.NoLayout; l <= ir.LayoutScalar; l++ {
			_, err := New(m).Of(c.ty, l)
			natural := l <= ir.LayoutNatural
			if err == nil && !natural && m.StructOf(c.ty) != nil {
				continue // attributes are read by the natural layout only
			}
			if err == nil || !strings.Contains(err.Error(), c.message) {
				t.Errorf("%s: want %q, got %v", m.TypeName(c.ty), c.message, err)
			}
		}
	}
}

func TestCheckSpace(t *testing.T) {
	m := ir.NewModule()
	inner := structOf(m, ir.TypeF32)
	wide := m.AddStruct(ir.Struct{Name: "Wide", Members: []ir.Member{{Name: "x", Type: ir.TypeF32, Size: 16}}})
	for _, c := range []struct {
		name             string
		ty               ir.TypeID
		storage, uniform string // part of the message, or ""
	}{
		{"plain", structOf(m, ir.TypeF32, vec3f), "", ""},
		{"array<f32>", m.Types.Array(ir.TypeF32, 4), "", "stride of array<f32, 4> in the uniform space must be a multiple of 16 bytes, but is 4"},
		{"array<vec4>", m.Types.Array(vec4f, 4), "", ""},
		{"array<Wide>", m.Types.Array(wide, 4), "", ""},
		{"member array", structOf(m, ir.TypeF32, m.Types.Array(ir.TypeF32, 4)), "", `16 bytes, but "b" is at offset 4`},
		{"member struct", structOf(m, ir.TypeF32, inner), "", `16 bytes, but "b" is at offset 4`},
		{"after struct", structOf(m, inner, ir.TypeF32), "", `"b" must lie at least 16 bytes behind the start of the struct before it, but is 4`},
		{"align too small", m.AddStruct(ir.Struct{Members: []ir.Member{{Name: "a", Type: ir.TypeF32}, {Name: "b", Type: vec4f, Align: 4}}}),
			`16 bytes, but "b" is at offset 4`, `16 bytes, but "b" is at offset 4`},
		{"matrix", structOf(m, ir.TypeF32, mat(2, 2)), "", ""},
	} {
		for _, standard := range []bool{false, true} {
			cache := New(m)
			for range 2 {
				for _, space := range []ir.AddressSpace{ir.SpaceStorage, ir.SpaceUniform} {
					want := c.storage
					if space == ir.SpaceUniform && !standard {
						want = c.uniform
					}
					switch v := cache.CheckSpace(c.ty, space, standard); {
					case v == nil && want != "":
						t.Errorf("%s in %s: no violation, want %q", c.name, space, want)
					case v != nil && (want == "" || !strings.Contains(v.Error(), want)):
						t.Errorf("%s in %s: %v, want %q", c.name, space, v, want)
					}
				}
			}
		}
	}
}

func TestDescribe(t *testing.T) {
	m := ir.NewModule()
	ty := structOf(m, ir.TypeF32, vec4f, ir.TypeF32)
	got := strings.Join(New(m).Describe(ty, ir.LayoutNatural, 1), "\n")
	want := strings.Join([]string{
		"   /*            align(16) size(48) */ struct S {",
		"   /* offset( 0) align( 4) size( 4) */   a : f32,",
		"   /* offset( 4)           size(12) */   // padding",
		"-> /* offset(16) align(16) size(16) */   b : vec4<f32>,",
		"   /* offset(32) align( 4) size( 4) */   c : f32,",
		"   /* offset(36)           size(12) */   // padding",
		"   /*                               */ };",
	}, "\n")
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func BenchmarkMemo(b *testing.B) {
	m := ir.NewModule()
	ty := m.Types.Array(structOf(m, ir.TypeF32, vec3f, mat(4, 4)), 8)
	c := New(m)
	b.Run("cold", func(b *testing.B) {
		for b.Loop() {
			c.Reset(m)
			c.Of(ty, ir.LayoutStd140)
		}
	})
	b.Run("warm", func(b *testing.B) {
		for b.Loop() {
			c.Of(ty, ir.LayoutStd140)
		}
	})
}
