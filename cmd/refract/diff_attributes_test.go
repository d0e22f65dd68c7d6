package main

// Each attribute of a module changed alone: the shaders differ.

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/ir"
	"refract/ir/validate"
)

// attributed are shaders that have something of all that has attributes.
var attributed = []struct{ name, text string }{
	{"draw.wgsl", `enable dual_source_blending;
struct V { @builtin(position) p: vec4f, @location(0) a: vec2f, @location(1) @interpolate(flat) b: u32, @location(2) @interpolate(linear, centroid) c: f32 }
struct F { @location(0) @blend_src(0) a: vec4f, @location(0) @blend_src(1) b: vec4f }
struct D { @builtin(frag_depth) d: f32, @location(0) a: vec4f }
@vertex fn v(@location(0) a: vec2f, @location(1) b: u32, @builtin(vertex_index) i: u32) -> V { return V(vec4f(a, f32(i), 1), a, b, 2.0); }
@fragment fn f(x: V) -> F { return F(vec4f(x.a, x.c, f32(x.b)), x.p); }
@fragment fn d(@location(0) a: vec2f, @builtin(sample_mask) m: u32) -> D { return D(a.x, vec4f(a, a * f32(m))); }
`},
	{"compute.wgsl", `override a: u32 = 4;
@id(7) override b: f32 = 2;
struct S { x: vec3f, y: mat2x2f, z: array<u32> }
@group(0) @binding(0) var<storage, read_write> s: S;
@group(0) @binding(1) var<storage> r: array<u32>;
@group(1) @binding(2) var t: texture_storage_2d<rgba8unorm, write>;
var<workgroup> w: array<f32, 4>;
@compute @workgroup_size(4) fn main(@builtin(local_invocation_index) i: u32) {
	w[i] = f32(r[i]) * b + s.y[0].x;
	workgroupBarrier();
	s.x.x = w[(i + a) % 4] * 3.0 + 1.5;
	textureStore(t, vec2u(i), vec4f(s.x, 1));
}
`},
	{"memory.comp", `#version 450
layout(local_size_x = 4) in;
layout(set = 0, binding = 0, std430) coherent restrict buffer O { float o[4]; readonly mat3 m; };
layout(set = 0, binding = 1, std430) volatile buffer P { layout(row_major) mat2x3 n; uint p[]; };
layout(constant_id = 3) const uint c = 5u;
void main() {
	precise float x = o[0] * o[1] + o[2];
	o[3] = x * m[1].x + n[0].y;
	p[c] = p[gl_LocalInvocationIndex];
}
`},
	{"low.essl", `#version 310 es
precision mediump float;
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 c;
void main() { highp vec4 b = a * 2.0; c = a * a + b; }
`},
	{"depth.frag", `#version 450
layout(early_fragment_tests) in;
layout(location = 0) sample in vec4 a;
layout(location = 1) noperspective in vec4 b;
layout(location = 2, component = 1) in vec2 d;
layout(location = 0) out vec4 c;
void main() { c = a + b * d.x; }
`},
}

// flips calls try for each value of a declaration's field that it might have instead.
func flips(declaration any, try func(what string)) {
	v := reflect.ValueOf(declaration).Elem()
	for k := range v.NumField() {
		x, name := v.Field(k), v.Type().Field(k).Name
		if b, ok := declaration.(*ir.Binding); ok && !hasAttribute(b, name) {
			continue
		}
		if m, ok := declaration.(*ir.Member); ok && m.Binding.Kind != ir.NoBinding && (name == "Memory" || name == "RowMajor") {
			continue // of members in memory
		}
		if g, ok := declaration.(*ir.Global); ok && g.Space == ir.SpaceHandle && name == "Default" {
			continue // of numbers
		}
		if l, ok := declaration.(*ir.Link); ok && l.Parts == 0 && (name == "Columns" || name == "Part") {
			continue // of variables with parts
		}
		if _, ok := declaration.(*ir.Member); ok && name == "Bool" {
			continue // of loose uniforms
		}
		if slices.Contains([]string{"Span", "Doc", "Type", "Init", "Function", "Kind", "Layout", "WorkgroupSizeExpr", "SubgroupSizeExpr", "BuiltIn", "Space"}, name) {
			continue
		}
		before := reflect.New(x.Type()).Elem()
		before.Set(x)
		switch x.Kind() {
		case reflect.Bool:
			x.SetBool(!x.Bool())
			try(name)
		case reflect.Uint8, reflect.Uint16, reflect.Uint32:
			for n := range uint64(8) {
				if n != before.Uint() {
					x.SetUint(n)
					try(fmt.Sprintf("%s from %d to %d", name, before.Uint(), n))
				}
			}
		case reflect.Array:
			for i := range x.Len() {
				if e := x.Index(i); e.Kind() == reflect.Uint32 && e.Uint() > 0 {
					e.SetUint(e.Uint() + 1)
					try(fmt.Sprintf("%s[%d]", name, i))
					e.SetUint(e.Uint() - 1)
				}
			}
		case reflect.Struct:
			if name == "Semantic" {
				x.Set(reflect.ValueOf(ir.SemanticOf("OTHER", 1)))
				try(name)
				break
			}
			flips(x.Addr().Interface(), func(what string) { try(name + "." + what) })
		}
		x.Set(before)
	}
}

// hasAttribute reports whether an input or output of a kind has an attribute.
func hasAttribute(b *ir.Binding, name string) bool {
	switch name {
	case "Invariant":
		return b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInPosition
	case "Depth":
		return b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInFragDepth
	case "BlendSrc":
		return b.HasBlendSrc
	}
	return b.Kind == ir.BindLocation
}

// sameAttribute reports changes of attributes that mean nothing.
func sameAttribute(what string) bool {
	for _, s := range []string{
		"Align", "Size", "Name", // of members and variables: offsets count, and names don't
		"Interpolation from 0 to 1", "Sampling from 0 to 1", "Sampling from 0 to 4",
		"HasBinding", "HasID", "ID",
	} {
		if strings.Contains(what, s) {
			return true
		}
	}
	return false
}

// TestAttributes changes each attribute of modules alone.
func TestAttributes(t *testing.T) {
	dir := t.TempDir()
	v := &differing{shaderReading: shaderReading{streams: streams{strings.NewReader(""), io.Discard, io.Discard}, report: new(reportFlags)}}
	written := ""
	meaningOf := func(m *ir.Module, name string) (*meaning, error) {
		valid, err := refract.Validate(context.Background(), m, refract.ValidateOptions{Capabilities: validate.All})
		if err != nil {
			return nil, err
		}
		text, err := refract.Write(context.Background(), valid, refract.WriteOptions{Language: refract.IR})
		if err != nil {
			return nil, err
		}
		written = text.Text
		file := filepath.Join(dir, name+".ir")
		if err := os.WriteFile(file, []byte(text.Text), 0o666); err != nil {
			t.Fatal(err)
		}
		return v.meaningOf(&job{name: file}, file)
	}
	for _, c := range attributed {
		parse := refract.ParseOptions{}
		if strings.HasSuffix(c.name, ".essl") {
			if err := (&sourceFlags{stage: "fragment"}).apply(&parse, ""); err != nil {
				t.Fatal(err)
			}
		}
		m, err := refract.Parse(context.Background(), c.name, []byte(c.text), parse)
		if err != nil {
			t.Fatal(err)
		}
		want, err := meaningOf(m, "before")
		if err != nil {
			t.Fatalf("%s: %v", c.name, err)
		}
		tried, refused, original := 0, 0, written
		try := func(where string) func(string) {
			return func(what string) {
				if sameAttribute(what) {
					return
				}
				got, err := meaningOf(m, "after")
				if err != nil || written == original { // what the declaration can't have
					refused++
					return
				}
				tried++
				if got.host == want.host && got.code == want.code && got.precise == want.precise && got.relaxed == want.relaxed {
					t.Errorf("%s: %s: %s makes no difference", c.name, where, what)
				}
			}
		}
		for i := range m.Globals[1:] {
			flips(&m.Globals[i+1], try("variable "+m.Globals[i+1].Name))
		}
		for i := range m.EntryPoints {
			e := &m.EntryPoints[i]
			flips(e, try("entry point "+e.Name))
			f := m.Functions[e.Function]
			for k := range f.Args {
				flips(&f.Args[k].Binding, try(e.Name+": "+f.Args[k].Name))
			}
			flips(&f.ResultBinding, try(e.Name+": result"))
		}
		for i := range m.Structs[1:] {
			s := &m.Structs[i+1]
			for k := range s.Members {
				flips(&s.Members[k], try(s.Name+"."+s.Members[k].Name))
			}
		}
		for i := range m.Overrides[1:] {
			flips(&m.Overrides[i+1], try("override "+m.Overrides[i+1].Name))
		}
		for _, f := range m.Functions[1:] {
			for id := range f.ExprCount() {
				x := ir.ExprID(id)
				for flag, name := range map[ir.Flags]string{ir.FlagPrecise: "precise", ir.FlagRelaxed: "relaxed"} {
					if f.Kind(x) != ir.KindBinary || m.Types.ScalarOf(f.TypeOf(x)) != ir.F32 {
						continue
					}
					if f.Flags(x)&flag != 0 {
						f.ClearFlags(x, flag)
						try(f.Name)(name + " taken away")
						f.SetFlags(x, flag)
					} else {
						f.SetFlags(x, flag)
						try(f.Name)(name)
						f.ClearFlags(x, flag)
					}
				}
			}
		}
		t.Logf("%s: %d changes, and %d that no module may have", c.name, tried, refused)
		if tried < 5 {
			t.Errorf("%s: %d changes are too few", c.name, tried)
		}
	}
}
