package scene

// This file runs the steps of a frame.

import (
	"context"
	"fmt"

	"refract/exec"
	"refract/exec/raster"
	"refract/internal/exec/setup"
	"refract/internal/mesh"
	"refract/ir"
)

// Draw draws a frame: the contents of textures and buffers stay for the next one. The
// moment's size is the scene's. Errors are *diag.Diagnostics and the errors of contexts.
func (f *Frame) Draw(ctx context.Context, moment setup.Frame) error {
	moment.Width, moment.Height = f.scene.Width, f.scene.Height
	f.moment = moment
	f.done, f.all = 0, f.count(f.scene.steps)
	if !f.started {
		f.all += f.count(f.scene.start)
	}
	if f.all > f.env.Limits.Steps {
		return f.fail(f.scene.steps[0].at, "a frame has %d steps, the repeated ones counted; at most %d are taken", f.all, f.env.Limits.Steps)
	}
	if !f.started {
		if err := f.run(ctx, f.scene.start); err != nil {
			return err
		}
		f.started = true
	}
	return f.run(ctx, f.scene.steps)
}

// count is how many steps are taken.
func (f *Frame) count(steps []step) (n uint64) {
	for i := range steps {
		s := &steps[i]
		if len(s.steps) == 0 {
			n++
			continue
		}
		inner := f.count(s.steps)
		if inner > f.env.Limits.Steps || uint64(s.repeat) > f.env.Limits.Steps {
			return f.env.Limits.Steps + 1
		}
		if n += uint64(s.repeat) * inner; n > f.env.Limits.Steps {
			return n
		}
	}
	return n
}

// run takes steps in order.
func (f *Frame) run(ctx context.Context, steps []step) error {
	for i := range steps {
		s := &steps[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if len(s.steps) > 0 {
			for range s.repeat {
				if err := f.run(ctx, s.steps); err != nil {
					return err
				}
			}
			continue
		}
		if f.done++; f.env.Step != nil {
			f.env.Step(f.done, f.all)
		}
		if err := f.step(ctx, s); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return f.wrap(s.at, s.label(i), err)
		}
	}
	return nil
}

// step takes one step.
func (f *Frame) step(ctx context.Context, s *step) error {
	switch {
	case s.pass != nil:
		return f.pass(ctx, s)
	case s.compute != nil:
		return f.dispatch(ctx, s)
	case s.mips.given():
		return f.textures[s.mips.text].MakeLevels()
	case s.swap[0].given():
		a, b := s.swap[0].text, s.swap[1].text
		if f.buffers[a] != nil {
			f.buffers[a], f.buffers[b] = f.buffers[b], f.buffers[a]
		} else {
			f.textures[a], f.textures[b] = f.textures[b], f.textures[a]
		}
	case s.copy[0] != nil:
		return f.copy(s.copy[0], s.copy[1])
	}
	return nil
}

// viewOf is a level and a layer of a texture.
func (f *Frame) viewOf(p *place) (*exec.TextureView, error) {
	t := f.textures[p.texture.text]
	if p.level >= int(t.Levels) || p.layer >= int(t.Layers) {
		return nil, f.fail(p.texture.span, "%q has %d levels and %d layers", p.texture.text, t.Levels, t.Layers)
	}
	return &exec.TextureView{Texture: t, Dim: t.Dim, BaseLevel: uint32(p.level), Levels: 1, BaseLayer: uint32(p.layer), Layers: 1}, nil
}

// bytesOf is the memory of a place.
func (f *Frame) bytesOf(p *place) ([]byte, exec.TextureDesc, error) {
	v, err := f.viewOf(p)
	if err != nil {
		return nil, exec.TextureDesc{}, err
	}
	w, h, d := v.Size(0)
	t := v.Texture
	size := int(w) * int(h) * int(d) * int(t.Samples) * t.Format.Bytes()
	return t.Level(v.BaseLevel)[p.layer*size:][:size], exec.TextureDesc{Dim: t.Dim, Format: t.Format, Width: w, Height: h, Depth: d, Samples: t.Samples}, nil
}

// copy copies a level and a layer to another.
func (f *Frame) copy(from, to *place) error {
	a, x, err := f.bytesOf(from)
	if err != nil {
		return err
	}
	b, y, err := f.bytesOf(to)
	if err != nil {
		return err
	}
	if x != y {
		return f.fail(to.texture.span, "%q has another size, format or number of samples than %q", to.texture.text, from.texture.text)
	}
	copy(b, a)
	return nil
}

// dispatch runs a compute shader.
func (f *Frame) dispatch(ctx context.Context, s *step) error {
	c := s.compute
	p, entry, err := f.entry(c.shader, ir.StageCompute)
	if err != nil {
		return err
	}
	u := user{Frame: f, at: c.shader.span, shaders: []raster.Shader{{Program: p, Entry: entry}}, uses: &c.bindings}
	r, err := u.resources()
	if err != nil {
		return err
	}
	if f.checking {
		return nil
	}
	_, err = p.Dispatch(ctx, entry, c.workgroups, r, f.env.Options)
	return err
}

// check binds everything once, and finds faults.
func (f *Frame) check() error {
	f.checking = true
	defer func() { f.checking = false }()
	for _, steps := range [][]step{f.scene.start, f.scene.steps} {
		if err := f.checkSteps(steps); err != nil {
			return err
		}
	}
	_, err := f.viewOf(f.scene.output)
	return err
}

func (f *Frame) checkSteps(steps []step) error {
	for i := range steps {
		s := &steps[i]
		var err error
		switch {
		case s.pass != nil:
			err = f.pass(context.Background(), s)
		case s.compute != nil:
			err = f.dispatch(context.Background(), s)
		}
		if err == nil {
			err = f.checkSteps(s.steps)
		}
		if err != nil {
			return f.wrap(s.at, s.label(i), err)
		}
	}
	return nil
}

// pass clears and draws.
func (f *Frame) pass(ctx context.Context, s *step) error {
	p := &raster.Pass{Workers: f.env.Workers, Options: f.env.Options, Progress: f.env.Tiles}
	for i := range s.pass.colors {
		a := &s.pass.colors[i]
		v, err := f.viewOf(&a.place)
		if err != nil {
			return err
		}
		c := raster.Color{View: v}
		if a.resolve != nil {
			if c.Resolve, err = f.viewOf(a.resolve); err != nil {
				return err
			}
		}
		p.Colors = append(p.Colors, c)
	}
	var err error
	if a := s.pass.depth; a != nil {
		if p.Depth, err = f.viewOf(&a.place); err != nil {
			return err
		}
	}
	if a := s.pass.stencil; a != nil {
		if p.Stencil, err = f.viewOf(&a.place); err != nil {
			return err
		}
	}
	draws := !f.checking
	if draws {
		if err := clearAll(p, s.pass); err != nil {
			return err
		}
	}
	for i, d := range s.pass.draws {
		if err := f.draw(ctx, p, d, draws); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return f.wrap(d.at, fmt.Sprintf("draw %d", i+1), err)
		}
	}
	if !draws {
		return nil
	}
	if why := p.Tally.Nothing(); why != "" && f.env.Warn != nil && !f.warned[s] {
		if f.warned == nil {
			f.warned = map[*step]bool{}
		}
		f.warned[s] = true
		at, _ := f.scene.sources.Position(s.at.Start)
		f.env.Warn(fmt.Sprintf("%s:%d:%d: nothing was drawn in this pass: %s", at.File, at.Line, at.Column, why))
	}
	return p.Resolve()
}

// clearAll clears the attachments of a pass.
func clearAll(p *raster.Pass, s *pass) error {
	for i := range s.colors {
		if c := s.colors[i].clear; c != nil {
			value := [4]float64{0, 0, 0, 1}
			copy(value[:], c)
			if err := p.ClearColor(i, value); err != nil {
				return err
			}
		}
	}
	if s.depth != nil && s.depth.clear != nil {
		if err := p.ClearDepth(s.depth.clear[0]); err != nil {
			return err
		}
	}
	if s.stencil != nil && s.stencil.clear != nil {
		x := s.stencil.clear[0]
		if !(x >= 0 && x <= 255) {
			return fmt.Errorf("a stencil value is from 0 to 255, not %g", x)
		}
		return p.ClearStencil(uint8(x))
	}
	return nil
}

// draw runs a draw call, one for each part of a mesh.
func (f *Frame) draw(ctx context.Context, p *raster.Pass, d *draw, draws bool) error {
	call, err := f.call(d)
	if err != nil {
		return err
	}
	state := call.Pipeline
	u := user{Frame: f, at: d.at, shaders: []raster.Shader{state.Vertex, state.Fragment}, uses: &d.bindings}
	if isKage(state) {
		if err := u.kage(p, call); err != nil {
			return err
		}
	}
	parts := []mesh.Part{{First: call.First, Count: call.Count, Material: -1}}
	if d.mesh.given() {
		u.mesh = f.meshes[d.mesh.text]
		if len(u.mesh.Parts) > 0 && !d.counted {
			parts = u.mesh.Parts
		}
	}
	if n := uint64(call.Count) * uint64(max(call.Instances, 1)); n > f.env.Limits.Vertices {
		return f.fail(d.at, "it has %d vertices, those of all instances; at most %d are drawn", n, f.env.Limits.Vertices)
	}
	if len(d.capture) > 0 {
		call.Feedback = new(raster.Feedback)
		for i, n := range d.capture {
			if n.given() {
				call.Feedback.Buffers[i] = f.buffers[n.text].Data
			}
		}
	}
	for _, part := range parts {
		if part.Material >= 0 {
			u.material = &u.mesh.Materials[part.Material]
		}
		if call.Resources, err = u.resources(); err != nil {
			return err
		}
		call.First, call.Count = part.First, part.Count
		if !draws {
			call.Count = 0
		}
		if err := p.Draw(ctx, call); err != nil {
			return err
		}
	}
	return nil
}

// call is a draw call, but for its resources.
func (f *Frame) call(d *draw) (*raster.Draw, error) {
	from := d.pipeline
	for _, p := range f.scene.pipelines {
		if p.text == d.named.text && from == nil {
			from = p
		}
	}
	call, state := d.call, from.state
	var err error
	if from.vertex.given() {
		if state.Vertex.Program, state.Vertex.Entry, err = f.entry(from.vertex, ir.StageVertex); err != nil {
			return nil, err
		}
	} else if !d.counted && !from.hasMesh() {
		call.Count = raster.Fullscreen
	}
	for i, n := range from.between {
		if !n.given() {
			continue
		}
		b := &betweenStages[i]
		to := b.in(&state)
		if to.Program, to.Entry, err = f.entry(n, b.stage); err != nil {
			return nil, err
		}
	}
	if from.fragment.given() {
		if state.Fragment.Program, state.Fragment.Entry, err = f.entry(from.fragment, ir.StageFragment); err != nil {
			return nil, err
		}
	}
	call.Pipeline = &state
	for _, b := range d.buffers {
		data, err := f.from(&b)
		if err != nil {
			return nil, err
		}
		call.Buffers = append(call.Buffers, data)
	}
	if d.indices != nil {
		if call.Indices, err = f.from(d.indices); err != nil {
			return nil, err
		}
		call.IndexFormat = d.indices.format
		if size := []int{1, 2, 4}[call.IndexFormat]; !d.counted {
			call.Count = max(len(call.Indices)/size-call.First, 0)
		}
	}
	if d.mesh.given() {
		m := f.meshes[d.mesh.text]
		if !from.vertex.given() {
			return nil, f.fail(d.mesh.span, "the pipeline has no vertex shader that would draw the mesh")
		}
		if from.noLayout {
			attributes, err := Attributes(state.Vertex.Program.Module(), state.Vertex.Entry)
			if err != nil {
				return nil, f.fail(d.mesh.span, "%v", err)
			}
			state.Buffers = []raster.VertexLayout{Layout(attributes)}
		}
		call.Buffers, call.Indices, call.IndexFormat = [][]byte{m.vertices}, m.indices, raster.Uint32Indices
		if !d.counted {
			call.Count = max(len(m.Mesh.Indices)-call.First, 0)
		}
	} else if !d.counted && d.indices == nil && from.vertex.given() {
		if call.Count, err = f.vertexCount(&state, call.Buffers); err != nil {
			return nil, f.fail(d.at, `say how many vertices are drawn: "count"`)
		}
		call.Count = max(call.Count-call.First, 0)
	}
	return &call, nil
}

// vertexCount is how many vertices the buffers hold.
func (f *Frame) vertexCount(p *raster.Pipeline, buffers [][]byte) (int, error) {
	least := -1
	for i, l := range p.Buffers {
		if i >= len(buffers) || l.PerInstance || l.Stride == 0 {
			continue
		}
		if n := len(buffers[i]) / l.Stride; least < 0 || n < least {
			least = n
		}
	}
	if least < 0 {
		return 0, fmt.Errorf("no buffer says it")
	}
	return least, nil
}

// from is a buffer's bytes from an offset on.
func (f *Frame) from(b *vertexBuffer) ([]byte, error) {
	data := f.buffers[b.buffer.text].Data
	if b.offset > len(data) {
		return nil, f.fail(b.buffer.span, "%q has %d bytes", b.buffer.text, len(data))
	}
	return data[b.offset:], nil
}

// Output is the name of the texture that the scene shows, and its level and layer.
func (f *Frame) Output() (texture string, level, layer int) {
	p := f.scene.output
	return p.texture.text, p.level, p.layer
}

// Texture is a texture by name; nil: there is none.
func (f *Frame) Texture(name string) *exec.Texture { return f.textures[name] }

// Textures are the textures' names.
func (f *Frame) Textures() (list []string) {
	for _, t := range f.scene.textures {
		list = append(list, t.text)
	}
	return list
}

// Buffer is a buffer by name; nil: there is none.
func (f *Frame) Buffer(name string) *exec.Buffer { return f.buffers[name] }
