package scene

// This file reads steps: passes with their draws, dispatches, and copies between.

import (
	"image"
	"strconv"

	"refract/diag"
	"refract/exec/raster"
	"refract/ir"
)

// A step is one thing that a frame does.
type step struct {
	at      diag.Span
	pass    *pass
	compute *compute
	mips    name      // of a texture
	copy    [2]*place // from, to
	swap    [2]name
	repeat  int
	steps   []step
}

// A compute is a dispatch.
type compute struct {
	shader     name // SHADER or SHADER.ENTRY
	workgroups [3]uint32
	bindings
}

// bindings are the bindings of a draw or a dispatch.
type bindings struct {
	groups []name
	own    []binding
}

// A pass is attachments and draws.
type pass struct {
	label          name
	colors         []attachment
	depth, stencil *attachment
	draws          []*draw
}

// An attachment is a part of a texture that draws write.
type attachment struct {
	place
	clear   []float64 // nil: it keeps what it has
	resolve *place
}

// A draw is a draw call.
type draw struct {
	at       diag.Span
	pipeline *pipeline // its own
	named    name      // or one by name
	bindings
	buffers []vertexBuffer
	indices *vertexBuffer
	mesh    name
	capture []name // buffers of transform feedback; "": none
	call    raster.Draw
	counted bool
}

// A vertexBuffer is a buffer from an offset on.
type vertexBuffer struct {
	buffer name
	offset int
	format raster.IndexFormat
}

// maxSteps is how many steps a list has.
const maxSteps = 1 << 12

func readSteps(r *reader, list []*node) (steps []step) {
	if len(list) > maxSteps {
		r.fail(list[maxSteps].span, "there are more than %d steps", maxSteps)
		return nil
	}
	for _, n := range list {
		steps = append(steps, readStep(r, n))
	}
	return steps
}

func readStep(r *reader, n *node) step {
	s := step{at: n.span, repeat: 1}
	f := r.object(n, "a step")
	label := f.name("name")
	switch {
	case f.has("draws") || f.has("colors") || f.has("depth"):
		s.pass = readPass(r, f)
		s.pass.label = label
	case f.has("compute"):
		s.compute = &compute{shader: f.name("compute"), workgroups: [3]uint32{1, 1, 1}, bindings: readUses(f)}
		for i, w := range f.integers("workgroups", 1, 3, 0, 65535) {
			s.compute.workgroups[i] = uint32(w)
		}
	case f.has("mips"):
		s.mips = f.name("mips")
	case f.has("copy"):
		for i, field := range []string{"copy", "to"} {
			if x := f.get(field); x != nil {
				s.copy[i] = readPlace(r, x)
			} else {
				r.fail(n.span, `a copy says what it goes "to"`)
			}
		}
	case f.has("swap"):
		list := f.names("swap")
		if len(list) != 2 {
			r.fail(n.span, `"swap" has two names`)
			break
		}
		s.swap = [2]name{list[0], list[1]}
	case f.has("repeat"):
		s.repeat = f.integer("repeat", 1, 0, 1<<20)
		s.steps = readSteps(r, f.array("steps"))
	default:
		r.fail(n.span, `a step has "draws", "compute", "mips", "copy", "swap" or "repeat"`)
		return s
	}
	f.done()
	return s
}

// readUses reads the bindings of a draw or a dispatch.
func readUses(f *fields) (b bindings) {
	if n := f.get("groups"); n != nil && n.kind == object {
		f.fail(n.span, `"groups" names groups of the scene's "groups", as "camera" or ["camera", "lights"]; bindings of this step alone are in its "bind"`)
	} else {
		b.groups = f.names("groups")
	}
	if n := f.get("bind"); n != nil {
		b.own = readBindings(f.reader, n)
	}
	return b
}

func readPass(r *reader, f *fields) *pass {
	p := &pass{}
	for _, n := range f.array("colors") {
		p.colors = append(p.colors, *readAttachment(r, n))
	}
	if n := f.get("depth"); n != nil {
		p.depth = readAttachment(r, n)
	}
	if n := f.get("stencil"); n != nil {
		p.stencil = readAttachment(r, n)
	}
	for _, n := range f.array("draws") {
		p.draws = append(p.draws, readDraw(r, n))
	}
	return p
}

func readAttachment(r *reader, n *node) *attachment {
	if n.kind == text {
		return &attachment{place: place{texture: r.textOf(n, "a texture")}}
	}
	f := r.object(n, "an attachment")
	a := &attachment{place: *readPlaceFields(f)}
	if c := f.get("clear"); c != nil {
		if c.kind == number {
			a.clear = []float64{r.numberOf(c, `"clear"`)}
		} else {
			a.clear = f.numbers("clear", 1, 4)
		}
	}
	if x := f.get("resolve"); x != nil {
		a.resolve = readPlace(r, x)
	}
	f.done()
	return a
}

func readDraw(r *reader, n *node) *draw {
	f := r.object(n, "a draw")
	d := &draw{at: n.span, mesh: f.name("mesh")}
	switch p := f.get("pipeline"); {
	case p == nil:
		r.fail(n.span, `a draw has a "pipeline"`)
	case p.kind == text:
		d.named = r.textOf(p, `"pipeline"`)
	default:
		d.pipeline = readPipeline(r, name{}, p)
	}
	d.bindings = readUses(f)
	for _, b := range f.array("buffers") {
		d.buffers = append(d.buffers, readVertexBuffer(r, b, false))
	}
	if b := f.get("indices"); b != nil {
		v := readVertexBuffer(r, b, true)
		d.indices = &v
	}
	if list := f.array("feedback"); len(list) > ir.FeedbackBuffers {
		r.fail(list[ir.FeedbackBuffers].span, "there are %d buffers of transform feedback", ir.FeedbackBuffers)
	} else {
		for _, n := range list {
			d.capture = append(d.capture, r.textOf(n, "a buffer"))
		}
	}
	c := &d.call
	const most = 1<<32 - 1
	d.counted = f.has("count")
	c.First, c.Count = f.integer("first", 0, 0, most), f.integer("count", 0, 0, most)
	c.BaseVertex = f.integer("base_vertex", 0, -1<<31, 1<<31-1)
	c.Groups = [3]uint32{1, 1, 1}
	for i, n := range f.integers("workgroups", 1, 3, 0, 1<<16) {
		c.Groups[i] = uint32(n)
	}
	c.Instances, c.FirstInstance = f.integer("instances", 1, 1, most), f.integer("first_instance", 0, 0, most)
	if v := f.numbers("viewport", 4, 6); v != nil {
		v = append(v, []float64{0, 1}[len(v)-4:]...)
		c.Viewport = &raster.Viewport{X: float32(v[0]), Y: float32(v[1]), Width: float32(v[2]), Height: float32(v[3]), MinDepth: float32(v[4]), MaxDepth: float32(v[5])}
	}
	if v := f.integers("scissor", 4, 4, 0, raster.MaxExtent); v != nil {
		rect := image.Rect(v[0], v[1], v[0]+v[2], v[1]+v[3])
		c.Scissor = &rect
	}
	for i, x := range f.numbers("blend_constant", 4, 4) {
		c.BlendConstant[i] = float32(x)
	}
	c.StencilReference = uint8(f.integer("stencil_reference", 0, 0, 255))
	f.done()
	return d
}

func readVertexBuffer(r *reader, n *node, index bool) (v vertexBuffer) {
	if index {
		v.format = raster.Uint32Indices
	}
	if n.kind == text {
		v.buffer = r.textOf(n, "a buffer")
		return v
	}
	f := r.object(n, "a vertex buffer")
	v.buffer, v.offset = f.name("buffer"), f.integer("offset", 0, 0, maxBuffer)
	if index {
		switch form := f.name("format"); form.text {
		case "", "uint32":
		case "uint16":
			v.format = raster.Uint16Indices
		default:
			r.fail(form.span, `"format" is "uint16" or "uint32"`)
		}
	}
	f.done()
	if !v.buffer.given() {
		r.fail(n.span, `it names no "buffer"`)
	}
	return v
}

// label names a step, for messages.
func (s *step) label(i int) string {
	what := "step " + strconv.Itoa(i+1)
	if s.pass != nil && s.pass.label.given() {
		what = strconv.Quote(s.pass.label.text)
	}
	return what
}
