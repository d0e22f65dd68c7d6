package scene

// This file reads the state of pipelines.

import (
	"refract/exec"
	"refract/exec/raster"
	"refract/internal/lazy"
	"refract/ir"
)

// A pipeline is a pipeline's state, and the shaders of its stages by name.
type pipeline struct {
	name
	vertex, fragment name // SHADER or SHADER.ENTRY
	between          [len(betweenStages)]name
	noLayout         bool // vertex buffers are those of a mesh
	state            raster.Pipeline
}

// betweenStages are the stages between vertices and fragments, and their fields.
var betweenStages = [...]struct {
	field string
	stage ir.Stage
	in    func(*raster.Pipeline) *raster.Shader
}{
	{"control", ir.StageTessellationControl, func(p *raster.Pipeline) *raster.Shader { return &p.Control }},
	{"evaluation", ir.StageTessellationEvaluation, func(p *raster.Pipeline) *raster.Shader { return &p.Evaluation }},
	{"geometry", ir.StageGeometry, func(p *raster.Pipeline) *raster.Shader { return &p.Geometry }},
	{"task", ir.StageTask, func(p *raster.Pipeline) *raster.Shader { return &p.Task }},
	{"mesh", ir.StageMesh, func(p *raster.Pipeline) *raster.Shader { return &p.Mesh }},
}

// hasMesh reports whether a mesh stage takes the place of the vertex stage.
func (p *pipeline) hasMesh() bool { return p.between[len(betweenStages)-1].given() }

// complete reports whether the pipeline has a stage that makes primitives, or one that draws them.
func (p *pipeline) complete() bool {
	return p.vertex.given() || p.fragment.given() || p.hasMesh()
}

func readPipeline(r *reader, at name, n *node) *pipeline {
	f := r.object(n, "a pipeline")
	p := &pipeline{name: at, vertex: f.name("vertex"), fragment: f.name("fragment")}
	for i := range betweenStages {
		p.between[i] = f.name(betweenStages[i].field)
	}
	s := &p.state
	s.PatchVertices = f.integer("patch_vertices", 3, 1, 32)
	p.noLayout = !f.has("buffers")
	for _, b := range f.array("buffers") {
		s.Buffers = append(s.Buffers, readLayout(r, b))
	}
	s.Primitive = raster.Primitive{
		Topology:  choice(f, "topology", raster.TriangleList, raster.TopologyByName, raster.Topology.String),
		Restart:   f.flag("restart"),
		Front:     choice(f, "front", raster.CounterClockwise, raster.FrontFaceByName, raster.FrontFace.String),
		Cull:      choice(f, "cull", raster.CullNone, raster.CullByName, raster.Cull.String),
		Unclipped: f.flag("unclipped"),
		Discard:   f.flag("discard"),
		LineWidth: float32(f.number("line_width", 1, 0, 1024)),
	}
	s.Clip = choice(f, "clip", f.clip, raster.ClipSpaceByName, raster.ClipSpace.String)
	if d := f.get("depth"); d != nil {
		s.Depth = readDepth(r.object(d, "a depth test"))
	}
	if d := f.get("stencil"); d != nil {
		s.Stencil = readStencil(r.object(d, "a stencil test"))
	}
	for _, t := range f.array("targets") {
		s.Targets = append(s.Targets, readTarget(r.object(t, "a target")))
	}
	s.SampleMask = uint32(f.integer("sample_mask", 0, 0, 15))
	s.AlphaToCoverage = f.flag("alpha_to_coverage")
	f.done()
	return p
}

func readLayout(r *reader, n *node) (l raster.VertexLayout) {
	f := r.object(n, "a vertex buffer's layout")
	l.Stride = f.integer("stride", 0, 0, 1<<16)
	switch step := f.name("step"); step.text {
	case "", "vertex":
	case "instance":
		l.PerInstance = true
	default:
		r.fail(step.span, `"step" is "vertex" or "instance"`)
	}
	end := 0
	for _, a := range f.array("attributes") {
		g := r.object(a, "an attribute")
		x := raster.Attribute{Location: uint32(g.integer("location", len(l.Attributes), 0, 31)), Format: choice(g, "format", raster.NoVertexFormat,
			vertexFormatByName, raster.VertexFormat.String), Offset: g.integer("offset", end, 0, 1<<16)}
		g.done()
		if !g.has("format") {
			r.fail(a.span, `an attribute has a "format"`)
		}
		end = x.Offset + x.Format.Bytes()
		l.Attributes = append(l.Attributes, x)
	}
	f.done()
	if !f.has("stride") { // packed
		for _, a := range l.Attributes {
			l.Stride = max(l.Stride, a.Offset+a.Format.Bytes())
		}
	}
	return l
}

func vertexFormatByName(s string) (raster.VertexFormat, bool) {
	f := raster.VertexFormatByName(s)
	return f, f != raster.NoVertexFormat
}

func readDepth(f *fields) *raster.Depth {
	d := &raster.Depth{Compare: choice(f, "compare", exec.CompareLess, exec.CompareByName, exec.Compare.String), Write: true,
		Bias: int32(f.integer("bias", 0, -1<<30, 1<<30)), BiasSlope: float32(f.number("bias_slope", 0, -1e6, 1e6)), BiasClamp: float32(f.number("bias_clamp", 0, -1, 1))}
	if f.has("write") {
		d.Write = f.flag("write")
	} else {
		f.asked = append(f.asked, "write")
	}
	f.done()
	return d
}

func readStencil(f *fields) *raster.Stencil {
	face := func(f *fields) raster.StencilFace {
		op := func(field string) raster.StencilOp {
			return choice(f, field, raster.StencilKeep, raster.StencilOpByName, raster.StencilOp.String)
		}
		return raster.StencilFace{Compare: choice(f, "compare", exec.CompareAlways, exec.CompareByName, exec.Compare.String),
			Fail: op("fail"), DepthFail: op("depth_fail"), Pass: op("pass")}
	}
	s := &raster.Stencil{ReadMask: uint8(f.integer("read_mask", 255, 0, 255)), WriteMask: uint8(f.integer("write_mask", 255, 0, 255))}
	s.Front = face(f)
	s.Back = s.Front
	for field, to := range map[string]*raster.StencilFace{"front": &s.Front, "back": &s.Back} {
		if n := f.get(field); n != nil {
			g := f.object(n, "a side's test")
			*to = face(g)
			g.done()
		}
	}
	f.done()
	return s
}

// blends are equations that are known by a name.
var blends = lazy.Value[map[string]raster.Blend]{Make: func() map[string]raster.Blend {
	return map[string]raster.Blend{
		"alpha": {Color: raster.Equation{Src: raster.BlendSrcAlpha, Dst: raster.BlendOneMinusSrcAlpha},
			Alpha: raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOneMinusSrcAlpha}},
		"premultiplied": {Color: raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOneMinusSrcAlpha},
			Alpha: raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOneMinusSrcAlpha}},
		"add":      {Color: raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOne}, Alpha: raster.Equation{Src: raster.BlendOne, Dst: raster.BlendOne}},
		"multiply": {Color: raster.Equation{Src: raster.BlendDst, Dst: raster.BlendZero}, Alpha: raster.Equation{Src: raster.BlendDst, Dst: raster.BlendZero}},
	}
}}

func readTarget(f *fields) (t raster.Target) {
	equation := func(g *fields) raster.Equation {
		factor := func(field string, without raster.BlendFactor) raster.BlendFactor {
			return choice(g, field, without, raster.BlendFactorByName, raster.BlendFactor.String)
		}
		return raster.Equation{Src: factor("src", raster.BlendOne), Dst: factor("dst", raster.BlendZero),
			Op: choice(g, "op", raster.BlendAdd, raster.BlendOpByName, raster.BlendOp.String)}
	}
	switch n := f.get("blend"); {
	case n == nil:
	case n.kind == text:
		b, ok := blends.Get()[n.text]
		if !ok {
			f.fail(n.span, `there is no blending %q; there are "alpha", "premultiplied", "add" and "multiply", and equations`, n.text)
		}
		t.Blend = &b
	default:
		g := f.object(n, "blending")
		t.Blend = &raster.Blend{}
		if c := g.get("color"); c != nil {
			h := f.object(c, "an equation")
			t.Blend.Color = equation(h)
			h.done()
		} else {
			t.Blend.Color = equation(g)
		}
		t.Blend.Alpha = t.Blend.Color
		if a := g.get("alpha"); a != nil {
			h := f.object(a, "an equation")
			t.Blend.Alpha = equation(h)
			h.done()
		}
		g.done()
	}
	if w := f.name("write"); w.given() {
		t.Keep = raster.KeepRed | raster.KeepGreen | raster.KeepBlue | raster.KeepAlpha
		for _, c := range w.text {
			switch c {
			case 'r':
				t.Keep &^= raster.KeepRed
			case 'g':
				t.Keep &^= raster.KeepGreen
			case 'b':
				t.Keep &^= raster.KeepBlue
			case 'a':
				t.Keep &^= raster.KeepAlpha
			case '-':
			default:
				f.fail(w.span, `"write" has letters of "rgba", or is "-" for none`)
			}
		}
	}
	f.done()
	return t
}
