package transform_test

// This file runs a vertex shader that pulls its attributes.

import (
	"context"
	"encoding/binary"
	"math"
	"testing"

	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/front/wgsl"
	"refract/internal/ir/transform"
	"refract/ir"
)

const pulledShader = `
struct Vertex { @location(0) place: vec3f, @location(1) color: vec4f }
@vertex
fn vs(v: Vertex, @location(2) joints: vec4u, @location(3) lift: f32) -> @builtin(position) vec4f {
    return vec4f(v.place + v.color.rgb, v.color.a + lift + f32(joints.x + 2 * joints.w));
}`

// TestPulledVertices reads the third of four vertices, of the second instance.
func TestPulledVertices(t *testing.T) {
	var sources diag.Sources
	var list diag.List
	m := wgsl.Parse(pulledShader, sources.Add("pulled", pulledShader), wgsl.Options{}, &list)
	if err := list.Err(&sources); err != nil {
		t.Fatal(err)
	}
	globals, err := transform.PullVertices(m, []transform.VertexBuffer{
		{Index: 0, Stride: 20, Attributes: []transform.VertexAttribute{{0, 0, "float32x3"}, {1, 12, "unorm8x4"}, {2, 16, "uint8x4"}}},
		{Index: 1, Stride: 4, PerInstance: true, Attributes: []transform.VertexAttribute{{3, 2, "float16"}}},
	})
	if err != nil || len(globals) != 2 {
		t.Fatal(globals, err)
	}
	var vertices, instances []byte
	for i := range 4 {
		for j := range 3 {
			vertices = binary.LittleEndian.AppendUint32(vertices, math.Float32bits(float32(10*i+j)))
		}
		vertices = append(vertices, 255, 0, 51, byte(51*i), byte(i), 99, 99, byte(10*i))
	}
	for _, half := range []uint16{0x3C00, 0x4200} { // 1, 3
		instances = binary.LittleEndian.AppendUint16(append(instances, 0, 0), half)
	}
	for i, g := range globals {
		m.Globals[g].HasBinding, m.Globals[g].Binding = true, ir.ResourceBinding{Binding: uint32(i)}
	}
	var args []any
	f := m.Functions[m.EntryPoints[0].Function]
	for i := range f.Args {
		switch b := &f.Args[i].Binding; b.BuiltIn {
		case ir.BuiltInVertexIndex:
			args = append(args, uint32(2))
		case ir.BuiltInInstanceIndex:
			args = append(args, uint32(1))
		default:
			t.Fatalf("parameter %s stays", f.Args[i].Name)
		}
		f.Args[i].Binding = ir.Binding{}
	}
	f.ResultBinding = ir.Binding{}
	m.EntryPoints = nil // to be called
	transform.Check(t, "pulled", m)
	p, err := interp.Engine{}.Load(m, exec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var r exec.Resources
	r.Bind(0, 0, &exec.Buffer{Data: vertices})
	r.Bind(0, 1, &exec.Buffer{Data: instances})
	v, _, err := p.Call(context.Background(), "vs", args, &r, exec.RunOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var got [4]float32
	if err := v.Get(&got); err != nil {
		t.Fatal(err)
	}
	if want := [4]float32{21, 21, 22.2, 0.4 + 3 + 42}; !near(got, want, 1e-5) {
		t.Errorf("the vertex is %v, not %v", got, want)
	}
}
