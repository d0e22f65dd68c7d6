package lower

// This file does what old hardware did with positions: it clipped by planes of the host, and
// made positions places on the screen. The example is clip{1}.
//
//	before                          after
//	store @position, %1             %2 = load @clip_planes[0]
//	                                %3 = fdot %1, %2
//	                                store @clip_distances, [%3]
//	                                store @position, %1

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ClipPlanes makes clip distances of planes that the host gives.
var ClipPlanes = &pass.Pass{
	Name:      "clip",
	Doc:       "vertices write their distances from clip planes, which a uniform buffer has",
	Replaces:  []string{"lower_clip"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitBuffers | pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return clipPlanes(s, NoPlanes) },
}

// ClipOptions is the state of clip planes.
type ClipOptions struct {
	Planes  int    `doc:"the number of planes, up to 8"`
	Vertex  int    `doc:"the location of the output that is clipped, -1: gl_ClipVertex if the shader writes it, else the position"`
	Group   uint32 `doc:"the group of the buffer with the planes, of type array<vec4f, PLANES>"`
	Binding uint32 `doc:"its binding"`
}

// NoPlanes clips by no plane.
var NoPlanes = ClipOptions{Vertex: -1}

// ClipPlanesOf is the pass with options.
func ClipPlanesOf(o ClipOptions) *pass.Pass {
	p := *ClipPlanes
	p.Shader = func(s *ssa.Shader) bool { return clipPlanes(s, o) }
	return &p
}

func clipPlanes(s *ssa.Shader, o ClipOptions) bool {
	n := uint32(min(max(o.Planes, 0), 8))
	if n == 0 {
		return false
	}
	return fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool {
		want := atBuiltIn(ir.BuiltInPosition)
		own := x.variables(ssa.ModeShaderOut, isClipVertex)
		switch {
		case o.Vertex >= 0:
			want = atLocation(uint32(o.Vertex))
		case len(own) == 1:
			want = isClipVertex
		}
		clipped := x.variables(ssa.ModeShaderOut, want)
		if len(clipped) != 1 || x.s.Vars[clipped[0]].Type != ir.VectorOf(ir.F32, 4) || len(x.variables(ssa.ModeShaderOut, atBuiltIn(ir.BuiltInClipDistances))) > 0 {
			return false
		}
		t := x.types().Array(ir.TypeF32, n)
		out := ioVar(x.s, "clip_distances", ssa.ModeShaderOut, ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInClipDistances}, t)
		planes := x.types().Array(ir.VectorOf(ir.F32, 4), n)
		done := false
		x.mapOutput(clipped[0], func(c *calc, value ssa.Value) ssa.Value {
			buffer := x.uniform(&c.Builder, FixedBinding{o.Group, o.Binding}, "clip_planes", planes)
			distances := make([]ssa.Value, n)
			for k := range distances {
				p := c.DerefArray(x.s.Module.ElementType(c.F.Type(buffer), 0), buffer, c.U32(uint32(k)))
				distances[k] = c.do(op.FDot, value, c.Load(p))
			}
			c.Store(c.DerefVar(out), c.Op(op.Compose, t, distances...))
			done = true
			return value
		})
		if done && o.Vertex < 0 && len(own) == 1 { // nothing else reads it
			x.s.Vars[own[0]].Mode, x.s.Vars[own[0]].IO = ssa.ModeShaderTemp, ir.Binding{}
		}
		return done
	})
}

// isClipVertex selects GLSL's gl_ClipVertex, as the front end has it.
func isClipVertex(at *ir.Binding) bool {
	return at.Kind == ir.BindLocation && at.Link.Name == "ClipVertex" && !at.Link.Open
}

// ClipDisable takes clip distances out of use.
var ClipDisable = &pass.Pass{
	Name:      "clip-disable",
	Doc:       "distances from clip planes that are off become zero",
	Replaces:  []string{"lower_clip_disable"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return clipDisable(s, ClipDisableOptions{AllPlanes}) },
}

// ClipDisableOptions selects planes.
type ClipDisableOptions struct {
	Enabled Planes `doc:"the planes that are on"`
}

// Planes is a set of clip planes.
type Planes uint8

// AllPlanes has all planes.
const AllPlanes Planes = 0xFF

// Elements are the names of the planes.
func (Planes) Elements() []string { return []string{"p0", "p1", "p2", "p3", "p4", "p5", "p6", "p7"} }

// ClipDisableOf is the pass with options.
func ClipDisableOf(o ClipDisableOptions) *pass.Pass {
	p := *ClipDisable
	p.Shader = func(s *ssa.Shader) bool { return clipDisable(s, o) }
	return &p
}

func clipDisable(s *ssa.Shader, o ClipDisableOptions) bool {
	return fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderOut, atBuiltIn(ir.BuiltInClipDistances)) {
			t := *x.types().At(x.s.Vars[v].Type)
			if t.Kind != ir.TypeArray || o.Enabled&(1<<t.Length-1) == 1<<t.Length-1 {
				continue
			}
			changed = x.mapOutput(v, func(c *calc, value ssa.Value) ssa.Value {
				f := c.F
				parts := make([]ssa.Value, t.Length)
				same := f.Op(value) == op.Compose
				for k := range parts {
					if o.Enabled>>k&1 != 0 {
						parts[k] = c.Extract(t.Base, value, k)
						continue
					}
					parts[k] = c.f32(0)
					if same {
						bits, known := f.KnownBits(f.Arg(value, k), 0)
						same = known && bits == 0
					}
				}
				if same {
					return value
				}
				return c.Op(op.Compose, f.Type(value), parts...)
			}) || changed
		}
		return changed
	})
}

// ViewportTransform makes positions places on the screen.
var ViewportTransform = &pass.Pass{
	Name:      "viewport-transform",
	Doc:       "positions of vertices become places on the screen, with 1 / w: divided, scaled and moved as a uniform buffer says",
	Replaces:  []string{"lower_viewport_transform"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitBuffers | pass.ExplicitTemps | pass.NoMatrices | pass.Scalar,
	Preserves: ssa.NoAnalyses,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return viewportTransform(s, ViewportOptions{}) },
}

// ViewportOptions is the place of the viewport's transform.
type ViewportOptions struct {
	Group   uint32 `doc:"the group of the buffer with scale and offset, of type array<vec4f, 2>"`
	Binding uint32 `doc:"its binding"`
}

// ViewportTransformOf is the pass with options. It is not idempotent.
func ViewportTransformOf(o ViewportOptions) *pass.Pass {
	p := *ViewportTransform
	p.Shader = func(s *ssa.Shader) bool { return viewportTransform(s, o) }
	return &p
}

func viewportTransform(s *ssa.Shader, o ViewportOptions) bool {
	return fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool {
		changed := false
		for _, v := range x.variables(ssa.ModeShaderOut, atBuiltIn(ir.BuiltInPosition)) {
			changed = x.mapOutput(v, func(c *calc, p ssa.Value) ssa.Value {
				buffer := x.uniform(&c.Builder, FixedBinding{o.Group, o.Binding}, "viewport", x.types().Array(ir.VectorOf(ir.F32, 4), 2))
				at := func(k uint32) ssa.Value {
					v := c.Load(c.DerefArray(x.s.Module.ElementType(c.F.Type(buffer), 0), buffer, c.U32(k)))
					return c.Swizzle(v, ssa.Identity, 3)
				}
				w := c.do(op.FRcp, c.Component(p, 3))
				ndc := c.Instr(op.FMul, ir.VectorOf(ir.F32, 3), ssa.Src{Value: p, Swizzle: ssa.Identity, Comps: 3}, ssa.Src{Value: w, Comps: 3})
				place := c.do(op.FAdd, c.do(op.FMul, ndc, at(0)), at(1))
				return c.Op(op.Vec, c.F.Type(p), c.Component(place, 0), c.Component(place, 1), c.Component(place, 2), w)
			}) || changed
		}
		return changed
	})
}
