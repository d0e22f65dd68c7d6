package raster

// This file is the vertex stage of pipelines that have none.

import (
	"math"

	"refract/exec"
	"refract/ir"
)

// Fullscreen is how many vertices cover the viewport if a pipeline has no vertex shader: a
// triangle. Inputs of the fragment stage that are vectors of two floats run from (0, 0) at
// the first pixel of the first row to (1, 1) at the last.
const Fullscreen = 3

// fullscreen is that vertex stage.
type fullscreen struct {
	inputs, outputs []exec.Port
	words           int
	down            float32 // y where rows end
}

// newFullscreen writes the inputs of a fragment stage.
func newFullscreen(inputs []exec.Port, clip ClipSpace) (*fullscreen, error) {
	f := &fullscreen{
		inputs: []exec.Port{{Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInVertexIndex}, Type: ir.TypeU32, Scalars: []ir.Scalar{ir.U32}}},
		down:   1,
	}
	if clip == ClipWebGPU {
		f.down = -1
	}
	position := exec.Port{Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}, Type: ir.VectorOf(ir.F32, 4),
		Scalars: []ir.Scalar{ir.F32, ir.F32, ir.F32, ir.F32}}
	f.outputs, f.words = append(f.outputs, position), 4
	for _, p := range inputs {
		if p.Kind != ir.BindLocation {
			continue
		}
		if len(p.Scalars) != 2 || p.Scalars[0] != ir.F32 {
			return nil, inputError("pipeline", "it has no vertex shader, and the fragment stage reads more at location %d than a vector of two f32", p.Location)
		}
		p.First = f.words
		f.outputs, f.words = append(f.outputs, p), f.words+2
	}
	return f, nil
}

func (f *fullscreen) Inputs() []exec.Port  { return f.inputs }
func (f *fullscreen) Outputs() []exec.Port { return f.outputs }

// Close implements exec.Stage.
func (f *fullscreen) Close() {}

// Run implements exec.Stage.
func (f *fullscreen) Run(b *exec.Batch) error {
	for i := range b.Count {
		// (0, 0), (2, 0) and (0, 2) of the viewport.
		u, v := float32(2*(b.In[i]&1)), float32(b.In[i]&2)
		out := b.Out[i*f.words : (i+1)*f.words]
		out[0] = math.Float32bits(2*u - 1)
		out[1] = math.Float32bits((2*v - 1) * f.down)
		out[2], out[3] = 0, math.Float32bits(1)
		for k := 4; k < f.words; k += 2 {
			out[k], out[k+1] = math.Float32bits(u), math.Float32bits(v)
		}
	}
	return nil
}
