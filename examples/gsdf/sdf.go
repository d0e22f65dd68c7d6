// Package gsdf shows refract in a program that models solids by distance functions, as gsdf does:
// a shape writes itself as GLSL, for the GPU, and computes its distance in Go, for tests and
// machines without a GPU. The two must agree. Evaluate runs the GLSL on the CPU, so that a test
// proves it, and a program without a GPU needs no second implementation at all.
package gsdf

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"strings"

	"refract"
	"refract/exec"
	"refract/exec/wasm"
)

// A Shape is a solid: its distance is below 0 inside.
type Shape interface {
	// Distance is the distance of a point, computed in Go.
	Distance(p [3]float32) float32
	// write writes the functions that the shape needs, and returns an expression for the distance
	// of the point p.
	write(b *builder, p string) string
}

// A builder collects the functions of a program.
type builder struct {
	functions strings.Builder
	names     map[string]bool
}

// function writes a function once.
func (b *builder) function(name, text string) {
	if !b.names[name] {
		b.names[name] = true
		b.functions.WriteString(text)
	}
}

// Sphere is a ball around the origin.
type Sphere struct{ Radius float32 }

// Distance implements Shape.
func (s Sphere) Distance(p [3]float32) float32 {
	return float32(math.Sqrt(float64(p[0]*p[0]+p[1]*p[1]+p[2]*p[2]))) - s.Radius
}

func (s Sphere) write(b *builder, p string) string {
	return fmt.Sprintf("(length(%s) - %g)", p, s.Radius)
}

// Box is a box around the origin, with half of its extents.
type Box struct{ Half [3]float32 }

// Distance implements Shape.
func (s Box) Distance(p [3]float32) float32 {
	var out [3]float32
	inside := float32(math.Inf(-1))
	for k := range p {
		q := float32(math.Abs(float64(p[k]))) - s.Half[k]
		out[k], inside = max(q, 0), max(inside, q)
	}
	return Sphere{}.Distance(out) + min(inside, 0)
}

func (s Box) write(b *builder, p string) string {
	b.function("box", `
float box(vec3 p, vec3 b) {
	vec3 q = abs(p) - b;
	return length(max(q, 0.0)) + min(max(q.x, max(q.y, q.z)), 0.0);
}
`)
	return fmt.Sprintf("box(%s, vec3(%g, %g, %g))", p, s.Half[0], s.Half[1], s.Half[2])
}

// Moved is a shape that is moved by an offset.
type Moved struct {
	Shape
	By [3]float32
}

// Distance implements Shape.
func (s Moved) Distance(p [3]float32) float32 {
	return s.Shape.Distance([3]float32{p[0] - s.By[0], p[1] - s.By[1], p[2] - s.By[2]})
}

func (s Moved) write(b *builder, p string) string {
	return s.Shape.write(b, fmt.Sprintf("(%s - vec3(%g, %g, %g))", p, s.By[0], s.By[1], s.By[2]))
}

// Union joins two shapes, with a smooth seam of width Smooth.
type Union struct {
	A, B   Shape
	Smooth float32 // more than 0
}

// Distance implements Shape.
func (s Union) Distance(p [3]float32) float32 {
	a, b := s.A.Distance(p), s.B.Distance(p)
	h := max(s.Smooth-float32(math.Abs(float64(a-b))), 0) / s.Smooth
	return min(a, b) - h*h*s.Smooth*0.25
}

func (s Union) write(b *builder, p string) string {
	b.function("join", `
float join(float a, float b, float k) {
	float h = max(k - abs(a - b), 0.0) / k;
	return min(a, b) - h * h * k * 0.25;
}
`)
	return fmt.Sprintf("join(%s, %s, %g)", s.A.write(b, p), s.B.write(b, p), s.Smooth)
}

// Program is the compute shader of a shape: binding 0 has points, binding 1 gets their distances.
func Program(s Shape) string {
	b := &builder{names: map[string]bool{}}
	distance := s.write(b, "p")
	return `#version 430
layout(local_size_x = 64) in;
layout(std430, binding = 0) readonly buffer Points { vec4 points[]; };
layout(std430, binding = 1) writeonly buffer Distances { float distances[]; };
` + b.functions.String() + `
float shape(vec3 p) { return ` + distance + `; }

void main() {
	uint i = gl_GlobalInvocationID.x;
	if (i < uint(distances.length()))
		distances[i] = shape(points[i].xyz);
}
`
}

// Evaluate runs the program of a shape on the CPU. A shader that a driver would refuse is an error
// with the place in the program.
func Evaluate(ctx context.Context, s Shape, points [][3]float32) ([]float32, error) {
	m, err := refract.Parse(ctx, "shape.comp", []byte(Program(s)), refract.ParseOptions{})
	if err != nil {
		return nil, err
	}
	program, err := wasm.Auto{}.Load(m, exec.LoadOptions{})
	if err != nil {
		return nil, err
	}
	in, out := &exec.Buffer{}, &exec.Buffer{Data: make([]byte, 4*len(points))}
	for _, p := range points {
		for _, x := range [4]float32{p[0], p[1], p[2], 0} {
			in.Data = binary.LittleEndian.AppendUint32(in.Data, math.Float32bits(x))
		}
	}
	var r exec.Resources
	r.Bind(0, 0, in)
	r.Bind(0, 1, out)
	if _, err := program.Dispatch(ctx, "main", [3]uint32{uint32(len(points)+63) / 64, 1, 1}, &r, exec.RunOptions{}); err != nil {
		return nil, err
	}
	distances := make([]float32, len(points))
	for i := range distances {
		distances[i] = math.Float32frombits(binary.LittleEndian.Uint32(out.Data[4*i:]))
	}
	return distances, nil
}
