package wasm

// This file computes the inputs of fragments in generated code, from quads and records of triangles: the
// arithmetic of package raster, in floats of 64 bits, so that both make the same bits. A function of the module
// fills the records of a batch before its first quad runs.

import (
	"encoding/binary"
	"math"
	"unsafe"

	"refract/exec"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// The state of a fragment stage lies in the pool. Its fields, by their offsets in bytes; merge.go has those of the
// target:
const (
	fragmentQuads     = 0 // address of the quads
	fragmentTriangles = 4 // address of the triangles' records; 0: the inputs are in place
	fragmentMerge     = 16
	fragmentBytes     = fragmentMerge + mergeBytes
)

// quadBytes is the size of an exec.QuadPlace; its fields follow, by their offsets.
const (
	quadBytes    = 20
	quadX        = 0
	quadY        = 4
	quadTriangle = 8
	quadOffset   = 12
	quadCoverage = 16
)

// triangleRecord is the size of a triangle's record, in vectors.
func (l *stageLayout) triangleRecord() int { return exec.TriangleWords + exec.TriangleWord*l.inWords }

// maxInterpolated is how many words of inputs are interpolated here.
const maxInterpolated = 32

// interpolates reports whether all inputs follow from quads and triangles.
func (l *stageLayout) interpolates() bool {
	if l.inWords > maxInterpolated {
		return false
	}
	for i := range l.inputs {
		p := &l.inputs[i]
		switch {
		case p.Kind == ir.BindLocation && !exec.IsSampleCount(&p.Binding):
			for _, s := range p.Scalars {
				if s == ir.F16 {
					return false
				}
			}
		case p.Kind == ir.BindBuiltIn:
			switch p.BuiltIn {
			case ir.BuiltInSampleIndex, ir.BuiltInSamplePosition, ir.BuiltInSampleMask, ir.BuiltInBarycentric, ir.BuiltInPointCoord:
				return false
			}
		}
	}
	return true
}

// Interpolate implements exec.Interpolator.
func (s *stage) Interpolate(count int) ([]exec.QuadPlace, [][2]float64) {
	if s.i == nil || s.kind != ir.StageFragment || count > batchSize || !s.e.layout.interpolates() {
		return nil, nil
	}
	quads := s.quadPlaces(count)
	binary.LittleEndian.PutUint32(s.i.memory[s.e.fragmentAt+fragmentTriangles:], uint32(s.triangles))
	s.places = quads
	size := count / lanes * s.e.layout.triangleRecord()
	return quads, unsafe.Slice((*[2]float64)(unsafe.Pointer(&s.i.memory[s.triangles])), size)
}

// quadPlaces are the quads of a batch, of which generated code is told.
func (s *stage) quadPlaces(count int) []exec.QuadPlace {
	binary.LittleEndian.PutUint32(s.i.memory[s.e.fragmentAt+fragmentQuads:], uint32(s.quads))
	return unsafe.Slice((*exec.QuadPlace)(unsafe.Pointer(&s.i.memory[s.quads])), count/lanes)
}

// fragmentState makes the state of a fragment stage.
func (c *compiler) fragmentState() {
	for len(c.pool)%16 != 0 {
		c.pool = append(c.pool, 0)
	}
	c.fragmentAt = c.poolStart() + uint32(len(c.pool))
	c.pool = append(c.pool, make([]byte, fragmentBytes)...)
}

// fragmentField loads a field of the state.
func (c *compiler) fragmentField(w *wasmbin.Func, o wasmbin.Op, offset uint32) {
	w.I32(0)
	w.Mem(o, 2, c.fragmentAt+offset)
}

// interpolate calls the function that makes the inputs of quads, if they aren't in place.
func (c *compiler) interpolate(first, count uint32, live bool) {
	if !c.stage.interpolates() {
		return
	}
	w := c.w
	t := c.module.AddType(wasmbin.Signature{Params: []wasmbin.Type{wasmbin.I32, wasmbin.I32}})
	f := c.module.NewFunc(t)
	c.kernelFuncs = append(c.kernelFuncs, kernelFunc{Func: f, unnamed: true})
	c.fragmentField(w, wasmbin.I32Load, fragmentTriangles)
	w.If()
	w.Get(first)
	w.Get(count)
	w.Call(uint32(1 + len(c.kernelFuncs)))
	w.End()
	g := &interpolateCode{wide: wide{w: f}, c: c, live: live}
	g.function()
}

// interpolateCode writes that function.
type interpolateCode struct {
	wide
	c    *compiler
	live bool // it is told which fragments are helpers

	quad, triangle, in uint32 // locals: addresses
	x                  kept   // of the pixels, from the triangle's origin
	y                  kept   // splat for each row
	second, third      kept   // weights over the window
	near, far          kept   // weights that follow the perspective, in their places
	overW              kept
}

// function writes the loop over quads.
func (g *interpolateCode) function() {
	w, l := g.w, g.c.stage
	const first, count = 0, 1
	g.quad, g.triangle, g.in = w.Local(wasmbin.I32), w.Local(wasmbin.I32), w.Local(wasmbin.I32)
	live, end := w.Local(wasmbin.I32), w.Local(wasmbin.I32)
	address := func(to, from uint32, bytes int) {
		w.I32(0)
		w.Mem(wasmbin.I32Load, 2, from)
		w.Get(first)
		w.I32(int32(bytes))
		w.Op(wasmbin.I32Mul)
		w.Op(wasmbin.I32Add)
		w.Set(to)
	}
	address(g.quad, g.c.fragmentAt+fragmentQuads, quadBytes)
	address(g.in, headIn, 4*lanes*l.inWords)
	address(live, headLive, 4*lanes)
	w.Get(g.quad)
	w.Get(count)
	w.I32(quadBytes)
	w.Op(wasmbin.I32Mul)
	w.Op(wasmbin.I32Add)
	w.Set(end)
	out := w.Block()
	top := w.Loop()
	w.Get(g.quad)
	w.Get(end)
	w.Op(wasmbin.I32GeU)
	w.BrIf(out)
	g.coverage(live)
	g.fill()
	advance := func(local uint32, bytes int) {
		w.Get(local)
		w.I32(int32(bytes))
		w.Op(wasmbin.I32Add)
		w.Set(local)
	}
	advance(g.quad, quadBytes)
	advance(g.in, 4*lanes*l.inWords)
	advance(live, 4*lanes)
	w.Br(top)
	w.End()
	w.End()
}

// coverage names the helpers of a quad.
func (g *interpolateCode) coverage(live uint32) {
	w := g.w
	if !g.live {
		return
	}
	w.Get(live)
	w.Get(g.quad)
	w.Mem(wasmbin.V128Load32Splat, 2, quadCoverage)
	w.V128([4]uint32{15, 15 << 4, 15 << 8, 15 << 12})
	w.Op(wasmbin.V128And)
	w.Mem(wasmbin.V128Store, 4, 0)
}

// fill makes the inputs of a quad that are read.
func (g *interpolateCode) fill() {
	w, l := g.w, g.c.stage
	g.c.fragmentField(w, wasmbin.I32Load, fragmentTriangles)
	w.Get(g.quad)
	w.Mem(wasmbin.I32Load, 2, quadTriangle)
	w.Op(wasmbin.I32Add)
	w.Tee(g.triangle)
	// One check of bounds does for all of a record.
	w.Mem(wasmbin.I32Load, 2, 16*uint32(l.triangleRecord())-4)
	w.Op(wasmbin.Drop)
	if l.inWords > 0 {
		w.Get(g.in)
		w.Mem(wasmbin.I32Load, 2, 4*lanes*uint32(l.inWords)-4)
		w.Op(wasmbin.Drop)
	}
	if !g.weights() {
		g.words()
		return
	}
	w.Get(g.triangle)
	w.Mem(wasmbin.I64Load, 3, 16*exec.TriangleFlatW)
	w.Op(wasmbin.I64Eqz)
	w.If()
	g.perspective()
	g.words()
	w.Else()
	a := g.constant(exec.TriangleOverW)
	g.near, g.far, g.overW = g.second, g.third, g.both(a)
	g.words()
	w.End()
}

// words makes the words of the inputs.
func (g *interpolateCode) words() {
	w, l := g.w, g.c.stage
	for i := range l.inputs {
		p := &l.inputs[i]
		for k := range p.Scalars {
			word := p.First + k
			if !g.c.inputWords[word] {
				continue
			}
			switch kindOf(p, k) {
			case inPosition:
				g.position(word, k)
			case inConstant:
				w.Get(g.in)
				g.constant(exec.TriangleWords + exec.TriangleWord*word)()
				w.Mem(wasmbin.V128Store, 4, uint32(4*lanes*word))
			case inLinear:
				g.varying(word, g.second, g.third)
			default:
				g.varying(word, g.near, g.far)
			}
		}
	}
}

// inputKind is how a word of the inputs is computed.
type inputKind uint8

const (
	inPosition inputKind = iota
	inConstant           // on the triangle
	inLinear
	inPerspective
)

func kindOf(p *exec.Port, k int) inputKind {
	switch {
	case p.Kind == ir.BindBuiltIn && p.BuiltIn == ir.BuiltInPosition:
		return inPosition
	case p.Kind != ir.BindLocation || exec.IsSampleCount(&p.Binding) || p.InterpolationOf(k) == ir.InterpolateFlat:
		return inConstant
	case p.InterpolationOf(k) == ir.InterpolateLinear:
		return inLinear
	}
	return inPerspective
}

// varying interpolates a word with the weights of the second vertex and the third.
func (g *interpolateCode) varying(word int, second, third kept) {
	at := exec.TriangleWords + exec.TriangleWord*word
	g.store(word, g.add(g.constant(at), g.add(g.mul(second.get, g.constant(at+1)), g.mul(third.get, g.constant(at+2)))))
}

// constant is a vector of the triangle's record.
func (g *interpolateCode) constant(at int) term {
	return func() {
		g.w.Get(g.triangle)
		g.w.Mem(wasmbin.V128Load, 4, 16*uint32(at))
	}
}

// store rounds the numbers of the four pixels to a word of the record.
func (g *interpolateCode) store(word int, y term) {
	x := g.demoted(g.let(y))
	g.w.Get(g.in)
	g.w.Get(x.local[0])
	g.w.Mem(wasmbin.V128Store, 4, uint32(4*lanes*word))
}

// slope is a value that is linear over the window.
func (g *interpolateCode) slope(at int) term {
	left := g.let(g.add(g.constant(at), g.mul(g.x.get, g.constant(at+1))))
	return g.add(left.get, g.mul(g.y.get, g.constant(at+2)))
}

// corner is a coordinate of the quad's corner, as an integer in all lanes.
func (g *interpolateCode) corner(field uint32, steps [4]uint32) {
	w := g.w
	w.Get(g.quad)
	w.Mem(wasmbin.V128Load32Splat, 2, field)
	w.V128(steps)
	w.Op(wasmbin.I32x4Add)
}

// used finds the weights that the inputs need: places for any, and 1/w.
func (g *interpolateCode) used() (places, weights, overW bool) {
	l := g.c.stage
	for i := range l.inputs {
		p := &l.inputs[i]
		for k := range p.Scalars {
			if !g.c.inputWords[p.First+k] {
				continue
			}
			switch kind := kindOf(p, k); {
			case kind == inPosition && k == 2:
				places = true
			case kind == inPosition && k == 3, kind == inPerspective:
				overW = true
			case kind == inLinear:
				weights = true
			}
		}
	}
	weights = weights || overW
	return places || weights, weights, overW
}

// weights computes the weights of the vertices for the centers of the pixels, over the window. It reports whether
// 1/w is needed, too. Places are in 1/256 pixel from the origin, so that sums of them are exact.
func (g *interpolateCode) weights() (overW bool) {
	w := g.w
	places, weights, overW := g.used()
	if !places {
		return false
	}
	center := g.both(g.sub(g.add(func() {
		w.Get(g.quad)
		w.Mem(wasmbin.V128Load64Zero, 2, quadX)
		w.Op(wasmbin.F64x2ConvertLowI32x4S)
	}, g.number(0.5)), g.constant(exec.TriangleOrigin)))
	splat := func(lane int) term {
		return func() {
			center.get()
			w.Lane(wasmbin.F64x2ExtractLane, lane)
			w.Op(wasmbin.F64x2Splat)
		}
	}
	one := uint32(math.Float64bits(1) >> 32)
	g.x = g.both(g.add(splat(0), func() { w.V128([4]uint32{0, 0, 0, one}) }))
	above := g.both(splat(1))
	below := g.both(g.add(above.get, g.number(1)))
	g.y = kept{&g.wide, [2]uint32{above.local[0], below.local[0]}}
	if weights {
		g.second, g.third = g.let(g.slope(exec.TriangleSecond)), g.let(g.slope(exec.TriangleThird))
	}
	return overW
}

// perspective computes 1/w, and the weights that follow the perspective.
func (g *interpolateCode) perspective() {
	a, b, c := g.constant(exec.TriangleOverW), g.constant(exec.TriangleOverW+1), g.constant(exec.TriangleOverW+2)
	first := g.sub(g.sub(g.number(1), g.second.get), g.third.get)
	g.overW = g.let(g.add(g.add(g.mul(a, first), g.mul(b, g.second.get)), g.mul(c, g.third.get)))
	by := g.let(g.apply(wasmbin.F64x2Div, g.number(1), g.overW.get))
	g.near = g.let(g.mul(g.mul(b, g.second.get), by.get))
	g.far = g.let(g.mul(g.mul(c, g.third.get), by.get))
}

// both is a value that is the same for both halves.
func (g *interpolateCode) both(x term) kept {
	k := kept{g: &g.wide, local: [2]uint32{g.w.Local(wasmbin.V128)}}
	k.local[1] = k.local[0]
	x()
	g.w.Set(k.local[0])
	return k
}

// position makes a component of the position.
func (g *interpolateCode) position(word, k int) {
	w := g.w
	pixel := func(field uint32, steps [4]uint32) {
		w.Get(g.in)
		g.corner(field, steps)
		w.Op(wasmbin.F32x4ConvertI32x4S)
		half := uint32(0x3f00_0000)
		w.V128([4]uint32{half, half, half, half})
		w.Op(wasmbin.F32x4Add)
		w.Mem(wasmbin.V128Store, 4, uint32(4*lanes*word))
	}
	switch k {
	case 0:
		pixel(quadX, [4]uint32{0, 1, 0, 1})
	case 1:
		pixel(quadY, [4]uint32{0, 0, 1, 1})
	case 2:
		g.store(word, g.slope(exec.TriangleDepth))
	case 3:
		g.store(word, g.overW.get)
	}
}

// findReads finds the words of the inputs' records that a stage reads.
func (c *compiler) findReads() {
	f := c.f
	used := make([]bool, len(c.slots))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.Param || c.isName(i) {
				continue
			}
			for s := range f.NumSrcs(i) {
				if v := f.Arg(i, s); v == 0 || c.isBig(v) {
					continue
				}
				for k := range c.width(i, s) {
					used[c.root(c.src(i, s, k))] = true
				}
			}
		}
	}
	for n := 1; n < f.NodeCount(); n++ {
		if k := f.Kind(ssa.NodeID(n)); k == ssa.NodeIf || k == ssa.NodeSwitch {
			if s := f.Cond(ssa.NodeID(n)); s.Value != 0 && !c.isBig(s.Value) {
				used[c.root(c.comp(s.Value, s.Swizzle.At(0)))] = true
			}
		}
	}
	c.inputWords = make([]bool, c.stage.inWords)
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.Param {
				continue
			}
			for k := range c.d.Count(i) {
				if word := c.stage.in[f.IndexOf(i)][k]; word >= 0 && used[c.comp(i, k)] {
					c.inputWords[word] = true
				}
			}
		}
	}
}

// isName reports whether an instruction's components are other names for those of its sources.
func (c *compiler) isName(i ssa.InstrID) bool {
	n := c.d.Count(i)
	for k := range n {
		if c.slots[c.comp(i, k)].kind != slotAlias {
			return false
		}
	}
	return n > 0
}
