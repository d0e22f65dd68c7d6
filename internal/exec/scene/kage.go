package scene

// This file draws programs in Kage: a pipeline without a vertex shader whose fragment shader is
// one draws as Ebitengine does, over the whole of the attachment.

import (
	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/ebitengine"
	"refract/ir"
)

// kage prepares a draw call of a program in Kage, and finds its source images.
func (u *user) kage(p *raster.Pass, call *raster.Draw) error {
	state := call.Pipeline
	m := state.Fragment.Program.Module()
	d := &ebitengine.Drawing{Color: [4]float32{1, 1, 1, 1}}
	if len(p.Colors) > 0 {
		w, h, _ := p.Colors[0].View.Texture.Size(p.Colors[0].View.BaseLevel)
		d.Width, d.Height = int(w), int(h)
	}
	for i := range m.Globals {
		g := &m.Globals[i]
		n := ebitengine.Source(g.Name)
		if n < 0 || g.Space != ir.SpaceHandle {
			continue
		}
		b := u.binding(g)
		if b == nil {
			continue
		}
		r, err := u.bound(b, m, ir.GlobalID(i), g.Type)
		if err != nil {
			return err
		}
		if v, ok := r.(*exec.TextureView); ok {
			d.Sources[n] = v.Texture
		}
	}
	d.Prepare(call, state)
	state.Vertex = raster.Shader{Program: state.Fragment.Program, Entry: ebitengine.VertexEntry}
	u.drawing = d
	u.shaders = []raster.Shader{state.Vertex, state.Fragment}
	return nil
}

// isKage reports whether a draw is of a program in Kage alone.
func isKage(state *raster.Pipeline) bool {
	return state.Vertex.Program == nil && state.Fragment.Program != nil && ebitengine.IsProgram(state.Fragment.Program.Module())
}
