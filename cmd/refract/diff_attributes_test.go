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
	{"emit.geom", `#version 450
layout(triangles, invocations = 2) in;
layout(triangle_strip, max_vertices = 3) out;
layout(location = 0) in vec4 a[];
layout(location = 0, xfb_buffer = 1, xfb_offset = 16, xfb_stride = 32) out vec4 b;
layout(location = 2, xfb_buffer = 2, xfb_offset = 0, xfb_stride = 32) out vec4 e;
layout(location = 1, stream = 0) flat out int c;
void main() { for (int i = 0; i < 3; i++) { gl_Position = gl_in[i].gl_Position; gl_Layer = 1; b = a[i]; e = b; c = gl_InvocationID; EmitVertex(); } }
`},
	{"pass.geom", `#version 450
#extension GL_NV_geometry_shader_passthrough : require
layout(triangles) in;
layout(location = 0, passthrough) in V { vec2 a; };
void main() { gl_Layer = gl_PrimitiveIDIn; }
`},
	{"control.tesc", `#version 450
layout(vertices = 3) out;
layout(location = 0) in vec4 a[];
layout(location = 0) out vec4 b[];
layout(location = 1) patch out vec4 p;
void main() { b[gl_InvocationID] = a[gl_InvocationID]; p = vec4(1); gl_TessLevelOuter[0] = 1.0; gl_TessLevelInner[0] = 4.0; }
`},
	{"evaluate.tese", `#version 450
layout(triangles, equal_spacing, cw) in;
layout(location = 0) in vec4 a[];
layout(location = 1) patch in vec4 p;
layout(location = 0) out vec4 c;
void main() { gl_Position = gl_TessCoord.x * a[0] + gl_TessCoord.y * a[1]; c = a[2] * p; }
`},
	{"grid.mesh", `#version 460
#extension GL_EXT_mesh_shader : require
layout(local_size_x = 4) in;
layout(triangles, max_vertices = 4, max_primitives = 2) out;
layout(location = 0) out vec4 c[];
layout(location = 1) perprimitiveEXT out vec4 d[];
taskPayloadSharedEXT uint t;
void main() { SetMeshOutputsEXT(4, 2); gl_MeshVerticesEXT[gl_LocalInvocationIndex].gl_Position = vec4(t); c[gl_LocalInvocationIndex] = vec4(1); d[0] = vec4(2); gl_PrimitiveTriangleIndicesEXT[0] = uvec3(0, 1, 2); }
`},
	{"uniforms.frag", `#version 430
uniform float k = 2.0;
uniform bvec2 pick;
uniform mat2 m = mat2(1.0);
in vec4 color;
in mat2 turn;
layout(location = 0, index = 1) out vec4 c;
void main() { c = pick.x ? color * k : color + m[1].xyxy + turn[1].xxyy; }
`},
	{"registers.hlsl", `cbuffer C : register(b1, space2) { row_major float4x4 m; float3 v; float w; };
Texture2D<float4> t : register(t2);
SamplerState s : register(s3);
float k;
[[vk::input_attachment_index(1)]] SubpassInput<float4> sub;
float4 ps(float2 uv : TEXCOORD1, float4 p : SV_Position) : SV_Target { return mul(m, float4(v, w)) * t.Sample(s, uv) * k + sub.SubpassLoad(); }
`},
	{"wave.hlsl", `RWStructuredBuffer<uint> o : register(u3);
[WaveSize(32)] [numthreads(32, 1, 1)] void main(uint i : SV_GroupIndex) { o[i] = WaveActiveSum(i); }
`},
	{"floats.spvasm", `OpCapability Shader
OpCapability DenormFlushToZero
OpExtension "SPV_KHR_float_controls"
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpExecutionMode %main DenormFlushToZero 32
OpDecorate %b Block
OpMemberDecorate %b 0 Offset 0
OpDecorate %v DescriptorSet 0
OpDecorate %v Binding 0
%void = OpTypeVoid
%f = OpTypeFunction %void
%float = OpTypeFloat 32
%i = OpTypeInt 32 0
%zero = OpConstant %i 0
%b = OpTypeStruct %float
%bp = OpTypePointer StorageBuffer %b
%fp = OpTypePointer StorageBuffer %float
%v = OpVariable %bp StorageBuffer
%main = OpFunction %void None %f
%l = OpLabel
%p = OpAccessChain %fp %v %zero
%x = OpLoad %float %p
%y = OpFMul %float %x %x
OpStore %p %y
OpReturn
OpFunctionEnd
`},
}

// A flipping changes the fields of declarations, one after the other.
type flipping struct {
	try  func(what string) bool // of the changed module: whether it differs
	seen map[string]bool        // fields, as Type.Field, that made a difference
}

// flips calls try for each value of a declaration's field that it might have instead.
func (w *flipping) flips(declaration any, where string) {
	v := reflect.ValueOf(declaration).Elem()
	for k := range v.NumField() {
		x, name := v.Field(k), v.Type().Field(k).Name
		if !canDiffer(declaration, name) {
			continue
		}
		before := reflect.New(x.Type()).Elem()
		before.Set(x)
		try := func(what string) {
			if w.try(where + name + what) {
				w.seen[v.Type().Name()+"."+name] = true
			}
		}
		switch x.Kind() {
		case reflect.Bool:
			x.SetBool(!x.Bool())
			try("")
		case reflect.String:
			if x.Type() == reflect.TypeFor[ir.Words]() {
				x.SetString(strings.Replace(x.String(), "\x00", "\x01", 1))
			} else {
				x.SetString(x.String() + "_")
			}
			try("")
		case reflect.Uint8, reflect.Uint16, reflect.Uint32:
			for n := range uint64(8) {
				if n != before.Uint() {
					x.SetUint(n)
					try(fmt.Sprintf(" from %d to %d", before.Uint(), n))
				}
			}
		case reflect.Array:
			for i := range x.Len() {
				if e := x.Index(i); e.Kind() == reflect.Uint32 && e.Uint() > 0 {
					e.SetUint(e.Uint() + 4)
					try(fmt.Sprintf("[%d]", i))
					e.SetUint(e.Uint() - 4)
				}
			}
		case reflect.Struct:
			if name == "Semantic" {
				x.Set(reflect.ValueOf(ir.SemanticOf("OTHER", 1)))
				try("")
				break
			}
			w.flips(x.Addr().Interface(), where+name+".")
		case reflect.Pointer: // never changed: a copy is
			if !x.IsNil() {
				x.Set(reflect.New(x.Type().Elem()))
				x.Elem().Set(before.Elem())
				w.flips(x.Interface(), where+name+".")
			}
		}
		x.Set(before)
	}
}

// canDiffer reports whether a declaration has a field that is an attribute.
func canDiffer(declaration any, name string) bool {
	switch d := declaration.(type) {
	case *ir.Binding:
		if !hasAttribute(d, name) {
			return false
		}
	case *ir.Member:
		if d.Binding.Kind != ir.NoBinding && (name == "Memory" || name == "RowMajor" || name == "Bool") {
			return false // of members in memory
		}
	case *ir.Override:
		if name == "ID" && !d.HasID {
			return false
		}
	case *ir.UniformPart:
		if d.Of == "" {
			return false // of variables that were a part
		}
	case *ir.Global:
		if d.Space == ir.SpaceHandle && name == "Default" {
			return false // of numbers
		}
	case *ir.Link:
		if d.Parts == 0 && (name == "Columns" || name == "Part") {
			return false // of variables with parts
		}
	}
	_, listed := noAttribute[name]
	_, alone := neverAlone[reflect.TypeOf(declaration).Elem().Name()+"."+name]
	return !listed && !alone
}

// noAttribute are fields that aren't changed alone, with the reasons.
var noAttribute = map[string]string{
	"Name":              "names of items mean nothing; those of links, overrides and entry points are in the text of the interface",
	"Span":              "a place in the source",
	"Doc":               "a comment",
	"Type":              "of all expressions, too: the code has it",
	"Init":              "the code has it",
	"Function":          "the code has it",
	"Kind":              "it goes with the type",
	"Layout":            "the interface has offsets",
	"WorkgroupSizeExpr": "the code has it",
	"SubgroupSizeExpr":  "the code has it",
	"BuiltIn":           "it goes with the type",
	"Space":             "of the pointers, too",
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
	for _, s := range []string{"Interpolation from 0 to 1", "Sampling from 0 to 1", "Sampling from 0 to 4"} {
		if strings.HasSuffix(what, s) {
			return true
		}
	}
	return false
}

// TestAttributes changes each attribute of modules alone.
func TestAttributes(t *testing.T) {
	dir := t.TempDir()
	v := &differing{shaderReading: shaderReading{streams: streams{strings.NewReader(""), io.Discard, io.Discard}, report: new(reportFlags)}}
	seen := map[string]bool{}
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
		try := func(what string) bool {
			if sameAttribute(what) {
				return false
			}
			got, err := meaningOf(m, "after")
			if err != nil || written == original { // what the declaration can't have
				refused++
				return false
			}
			tried++
			if got.host != want.host || got.code != want.code || got.precise != want.precise || got.relaxed != want.relaxed {
				return true
			}
			t.Errorf("%s: %s makes no difference", c.name, what)
			return false
		}
		w := flipping{try, seen}
		for i := range m.Globals[1:] {
			w.flips(&m.Globals[i+1], "variable "+m.Globals[i+1].Name+": ")
		}
		for i := range m.EntryPoints {
			e := &m.EntryPoints[i]
			w.flips(e, "entry point "+e.Name+": ")
			f := m.Functions[e.Function]
			for k := range f.Args {
				w.flips(&f.Args[k].Binding, e.Name+": "+f.Args[k].Name+": ")
			}
			w.flips(&f.ResultBinding, e.Name+": result: ")
		}
		for i := range m.Structs[1:] {
			s := &m.Structs[i+1]
			for k := range s.Members {
				w.flips(&s.Members[k], s.Name+"."+s.Members[k].Name+": ")
			}
		}
		for i := range m.Overrides[1:] {
			w.flips(&m.Overrides[i+1], "override "+m.Overrides[i+1].Name+": ")
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
						try(f.Name + ": " + name + " taken away")
						f.SetFlags(x, flag)
					} else {
						f.SetFlags(x, flag)
						try(f.Name + ": " + name)
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
	unseenFields(t, seen, reflect.TypeFor[ir.Global](), reflect.TypeFor[ir.EntryPoint](), reflect.TypeFor[ir.Member](), reflect.TypeFor[ir.Override]())
}

// unseenFields reports the fields of types, and of the types of their fields, of which no change made
// a difference, and that aren't listed.
func unseenFields(t *testing.T, seen map[string]bool, types ...reflect.Type) {
	for len(types) > 0 {
		ty := types[0]
		types = types[1:]
		for k := range ty.NumField() {
			f := ty.Field(k)
			key := ty.Name() + "." + f.Name
			if _, listed := noAttribute[f.Name]; listed && !seen[key] { // a link's name is one
				continue
			}
			if _, listed := neverAlone[key]; listed {
				continue
			}
			u := f.Type
			if u.Kind() == reflect.Pointer {
				u = u.Elem()
			}
			switch {
			case u.Kind() == reflect.Struct && u != reflect.TypeFor[ir.Semantic]():
				if !slices.Contains(types, u) && u != ty {
					types = append(types, u)
				}
			case !seen[key]:
				t.Errorf("no shader of the test shows that %s makes a difference", key)
			}
		}
	}
}

// neverAlone are fields that a change of their own leaves a module invalid, or the same, with the
// reasons.
var neverAlone = map[string]string{
	"Member.Align":        "offsets count",
	"Member.Size":         "offsets count",
	"Global.HasBinding":   "resources have one, other variables don't",
	"UniformPart.Of":      "the back end of GLSL makes parts",
	"UniformPart.Offset":  "the back end of GLSL makes parts",
	"UniformPart.Default": "the back end of GLSL makes parts",
	"UniformPart.Bool":    "the back end of GLSL makes parts",
	"UniformPart.Rows":    "the back end of GLSL makes parts",
}
