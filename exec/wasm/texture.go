package wasm

// This file compiles operations on textures. The host does them, with the sampler that
// the reference engine has, so that the bits are the same; levels of detail that follow
// from derivatives get them from the lanes of a quad.
//
// A resource is no value here: an operation knows the variables of its texture and sampler,
// by their places among the entry point's variables.

import (
	"math"
	"sync/atomic"

	"refract/exec"
	"refract/internal/ir/arith"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// A handle is a resource: the number of its variable.
type handle struct {
	variable int
	image    *ir.Type // of a texture
}

// resources are the textures and samplers of a run, by the numbers of the variables.
type resources struct {
	bound []exec.Bound
	clock atomic.Uint64 // counts its own reads, as the reference engine's
}

func (r *resources) texture(v int) *exec.TextureView { return r.bound[v].Textures[0] }
func (r *resources) sampler(v int) *exec.Sampler     { return r.bound[v].Samplers[0] }

// handleOf finds the resource that a source is.
func (c *compiler) handleOf(i ssa.InstrID, v ssa.Value) (handle, bool) {
	h, ok := c.handles[v]
	if !ok {
		c.unsupported(i, "textures that are chosen at run time in generated code")
	}
	return h, ok
}

// derefHandle notes the variable of a resource.
func (c *compiler) derefHandle(i ssa.InstrID) {
	f := c.f
	v := f.VarOf(i)
	t := c.m.Types.At(f.Var(v).Type)
	if t.Kind == ir.TypeBindingArray {
		c.unsupported(i, "arrays of textures, samplers and acceleration structures in generated code")
		return
	}
	if t.Kind == ir.TypeSampledImage {
		t = c.m.Types.At(t.Base)
	}
	switch t.Kind {
	case ir.TypeImage, ir.TypeSampler, ir.TypeAccelerationStructure:
	default:
		c.unsupported(i, "resources of type "+c.m.TypeName(f.Var(v).Type)+" in generated code")
		return
	}
	if t.Dim == ir.DimSubpass {
		c.unsupported(i, "input attachments in generated code")
		return
	}
	n, ok := c.byHandle[v]
	if !ok {
		n = len(c.handleVars)
		c.byHandle[v] = n
		c.handleVars = append(c.handleVars, v)
	}
	c.handles[i] = handle{n, t}
}

// imageSources appends the components of a source that may be absent. It returns the place
// of the first, or -1.
func (c *compiler) imageSource(i ssa.InstrID, s int, in *[]int32) int {
	if s >= c.f.NumSrcs(i) || c.f.Arg(i, s) == 0 {
		return -1
	}
	at := len(*in)
	for k := range c.width(i, s) {
		*in = append(*in, c.src(i, s, k))
	}
	return at
}

// textured compiles an operation on a texture.
func (c *compiler) textured(i ssa.InstrID, m mask) {
	f := c.f
	h, ok := c.handleOf(i, f.Arg(i, 0))
	if !ok {
		return
	}
	var call func(r *resources, in, out []uint32)
	var quick *quickSample
	var in []int32
	each := false
	switch o := f.Op(i); o {
	case op.Tex:
		if call, quick, in = c.sample(i, h, m); c.err != nil {
			return
		}
	case op.Txf, op.ImageLoad:
		coordinate, array, sample, level := c.imageSource(i, 1, &in), c.imageSource(i, 2, &in), -1, -1
		if sample = c.imageSource(i, 3, &in); o == op.Txf {
			level = c.imageSource(i, 4, &in)
		}
		n := h.image.Dim.CoordinateCount()
		residency := f.Field(i, "residency") != 0
		call = func(r *resources, in, out []uint32) {
			x, y, z := texelPlace(in, coordinate, array, n)
			var l uint32
			if level >= 0 {
				l = in[level]
			}
			if residency {
				out[0] = truth(r.texture(h.variable).Resident(l, x, y, z))
				return
			}
			t, _ := r.texture(h.variable).Load(l, x, y, z, sampleOf(in, sample))
			for k := range out {
				out[k] = uint32(t[k])
			}
		}
	case op.ImageStore:
		coordinate, array, value := c.imageSource(i, 1, &in), c.imageSource(i, 2, &in), c.imageSource(i, 3, &in)
		sample := c.imageSource(i, 4, &in)
		n := h.image.Dim.CoordinateCount()
		m, each = c.writers(m), c.live != 0
		call = func(r *resources, in, _ []uint32) {
			x, y, z := texelPlace(in, coordinate, array, n)
			var t exec.Texel
			for k := range t {
				t[k] = uint64(in[value+k])
			}
			r.texture(h.variable).Store(0, x, y, z, sampleOf(in, sample), t)
		}
	case op.ImageAtomic:
		coordinate, array := c.imageSource(i, 1, &in), c.imageSource(i, 2, &in)
		value, compare, sample := c.imageSource(i, 3, &in), c.imageSource(i, 4, &in), c.imageSource(i, 5, &in)
		n := h.image.Dim.CoordinateCount()
		what := ir.AtomicOp(f.Word(i, 0) & 15)
		texel := h.image.Texel()
		if texel.Bits() != 32 {
			c.unsupported(i, "atomic operations on texels of such a type in generated code")
			return
		}
		each = true
		arith.Fill()
		live := len(in)
		if c.live != 0 {
			in = append(in, c.liveComp)
		}
		helpers := c.live != 0
		call = func(r *resources, in, out []uint32) {
			x, y, z := texelPlace(in, coordinate, array, n)
			view := r.texture(h.variable)
			var with uint32
			if compare >= 0 {
				with = in[compare]
			}
			s := sampleOf(in, sample)
			t, ok := view.Load(0, x, y, z, s)
			old := uint32(t[0])
			if ok && !(helpers && in[live] == 0) {
				t[0] = arith.Atomic(what, texel, uint64(old), uint64(in[value]), uint64(with))
				view.Store(0, x, y, z, s, t)
			}
			if len(out) > 0 {
				out[0] = old
			}
			if len(out) > 1 {
				out[1] = 0
				if old == with {
					out[1] = 1
				}
			}
		}
	case op.Txs:
		level := c.imageSource(i, 1, &in)
		call = func(r *resources, in, out []uint32) {
			view := r.texture(h.variable)
			var l uint32
			if level >= 0 {
				l = min(in[level], view.Levels-1)
			}
			var size [3]uint32
			size[0], size[1], size[2] = view.Size(l)
			copy(out, size[:])
		}
	case op.TexLevels:
		call = func(r *resources, _, out []uint32) { out[0] = r.texture(h.variable).Levels }
	case op.TexLayers:
		call = func(r *resources, _, out []uint32) { out[0] = r.texture(h.variable).LayerCount() }
	case op.TexSamples:
		call = func(r *resources, _, out []uint32) { out[0] = r.texture(h.variable).Texture.Samples }
	}
	var out []int32
	for k := range c.d.Count(i) {
		out = append(out, c.comp(i, k))
	}
	if len(in) > hostComps {
		bug("%s has %d sources", f.Op(i), len(in))
	}
	number := int32(len(c.hosts))
	c.hosts = append(c.hosts, hostFunc{op: f.Op(i), in: len(in), out: len(out), image: call})
	if quick != nil {
		c.hosts[number].quick = quick.run
	}
	if quick != nil && c.canInline(quick, in, out) {
		c.callSampler(quick, in, out, m)
		return
	}
	c.callNumber(number, in, out, m, each)
}

func truth(b bool) uint32 {
	if b {
		return 1
	}
	return 0
}

// sampleOf is the number of a sample, 0 if there is none.
func sampleOf(in []uint32, sample int) uint32 {
	if sample < 0 {
		return 0
	}
	return in[sample]
}

// texelPlace reads the coordinates of a texel; z is the slice or the layer.
func texelPlace(in []uint32, coordinate, array, n int) (x, y, z uint32) {
	var p [3]uint32
	if coordinate >= 0 {
		copy(p[:n], in[coordinate:])
	}
	switch {
	case array >= 0 && n == 3: // the face of a cube
		if p[2] < 6 && in[array] < 1<<28 {
			p[2] += 6 * in[array]
		} else {
			p[2] = 1<<32 - 1
		}
	case array >= 0:
		p[2] = in[array]
	}
	return p[0], p[1], p[2]
}

// sample prepares a sampling: the host's function, and its arguments.
func (c *compiler) sample(i ssa.InstrID, h handle, m mask) (call func(r *resources, in, out []uint32), quick *quickSample, in []int32) {
	f := c.f
	s := h
	if f.Arg(i, 1) != 0 {
		var ok bool
		if s, ok = c.handleOf(i, f.Arg(i, 1)); !ok {
			return
		}
	}
	word := f.Word(i, 0)
	mode, gather, clampEdge := ir.SampleLevel(word&15), int(word>>4&7)-1, word>>7&1 != 0
	coordinate, array, offset := c.imageSource(i, 2, &in), c.imageSource(i, 3, &in), c.imageSource(i, 4, &in)
	level, levelY, reference := c.imageSource(i, 5, &in), c.imageSource(i, 6, &in), c.imageSource(i, 7, &in)
	least := c.imageSource(i, 8, &in)
	residency := f.Field(i, "residency") != 0
	cube := h.image.Dim == ir.DimCube
	n := h.image.Dim.CoordinateCount()
	signed := array >= 0 && c.m.Types.ScalarOf(f.Type(f.Arg(i, 3))).IsSigned()
	intLevel := level >= 0 && h.image.Class == ir.ImageDepth && mode == ir.LevelExact && !c.m.Types.ScalarOf(f.Type(f.Arg(i, 5))).IsFloat()
	slopes := -1
	if mode.IsImplicit() && gather < 0 && !clampEdge {
		slopes = len(in)
		for axis := range 2 {
			for k := range n {
				in = append(in, c.slope(c.src(i, 2, k), axis, false, m))
			}
		}
	}
	vector := func(in []uint32, at int) (v [3]float32) {
		for k := range n {
			v[k] = math.Float32frombits(in[at+k])
		}
		return v
	}
	if n == 2 && !cube && array < 0 && gather < 0 && !clampEdge && mode != ir.LevelQuery && least < 0 && !residency {
		quick = &quickSample{texture: h.variable, sampler: s.variable, number: len(c.hosts), coordinate: coordinate, offset: offset,
			level: level, levelY: levelY, reference: reference, slopes: slopes, mode: mode, intLevel: intLevel, out: c.d.Count(i)}
	}
	return func(r *resources, in, out []uint32) {
		view, sampler := r.texture(h.variable), r.sampler(s.variable)
		q := exec.SampleQuery{Coordinate: vector(in, coordinate), ClampEdge: clampEdge}
		if array >= 0 {
			q.Layer = int64(in[array])
			if signed {
				q.Layer = int64(int32(in[array]))
			}
		}
		if offset >= 0 {
			for k := range n {
				q.Offset[k] = int32(in[offset+k])
			}
		}
		if reference >= 0 {
			q.Compare, q.Reference = true, math.Float32frombits(in[reference])
		}
		detail := func(x, y int) float32 {
			q.HasSlopes, q.Ddx, q.Ddy = true, vector(in, x), vector(in, y)
			if cube {
				return view.CubeLevelOfDetail(q.Coordinate, vector(in, x), vector(in, y))
			}
			return view.LevelOfDetail(vector(in, x), vector(in, y))
		}
		computed := func() float32 {
			switch mode {
			case ir.LevelZero:
				return 0
			case ir.LevelExact:
				if intLevel {
					return float32(int32(in[level]))
				}
				return math.Float32frombits(in[level])
			case ir.LevelGradient:
				return detail(level, levelY)
			case ir.LevelBias:
				return detail(slopes, slopes+n) + min(max(math.Float32frombits(in[level]), -16), 15.99)
			}
			return detail(slopes, slopes+n)
		}
		if mode == ir.LevelQuery {
			q.Level = computed()
			accessed, level := view.QueryLevel(sampler, q)
			out[0], out[1] = math.Float32bits(accessed), math.Float32bits(level)
			return
		}
		if gather < 0 {
			if !clampEdge {
				q.Level = computed()
			}
			if least >= 0 {
				q.AtLeast(math.Float32frombits(in[least]))
			}
		}
		var t exec.Texel
		switch {
		case residency:
			t[0] = uint64(truth(view.SampleResident(sampler, q, gather >= 0)))
		case gather >= 0:
			t = view.Gather(sampler, q, gather)
		default:
			t = view.Sample(sampler, q)
		}
		for k := range out {
			out[k] = uint32(t[k])
		}
	}, quick, in
}

// spareComp makes a component that no value has, a vector of floats, or of integers.
func (c *compiler) spareComp(float bool) int32 {
	c.slots = append(c.slots, slot{kind: slotLocal, vec: true, float: float, most: math.MaxUint32})
	return int32(len(c.slots) - 1)
}

// setSpare pops a vector into a component that no value has.
func (c *compiler) setSpare(k int32) {
	x := &c.slots[k]
	c.local(x)
	c.w.Set(x.local)
}

// slope is a component with the difference of another along an axis of the quad: of the
// lane's own row or column, or of the first one. If a neighbour isn't active it is zero.
func (c *compiler) slope(k int32, axis int, coarse bool, m mask) int32 {
	to := c.spareComp(true)
	c.difference(k, axis, coarse, m)
	c.setSpare(to)
	return to
}

// Which lanes the far and near ends of differences are, along x and along y, by lane.
var quadEnds = [2][2][2][4]byte{
	{{{1, 1, 3, 3}, {0, 0, 2, 2}}, {{1, 1, 1, 1}, {0, 0, 0, 0}}},
	{{{2, 3, 2, 3}, {0, 1, 0, 1}}, {{2, 2, 2, 2}, {0, 0, 0, 0}}},
}

// pick rearranges the lanes of the vector on the stack.
func (c *compiler) pick(by [4]byte) {
	w := c.w
	v := c.temp(wasmbin.V128)
	w.Tee(v)
	w.Get(v)
	var bytes [16]byte
	for lane, from := range by {
		for k := range 4 {
			bytes[4*lane+k] = 4*from + byte(k)
		}
	}
	w.Shuffle(bytes)
	c.free(wasmbin.V128, v)
}

// difference puts a difference within quads on the stack.
func (c *compiler) difference(k int32, axis int, coarse bool, m mask) {
	w := c.w
	ends := &quadEnds[axis][0]
	if coarse {
		ends = &quadEnds[axis][1]
	}
	c.vector(k)
	c.pick(ends[0])
	c.vector(k)
	c.pick(ends[1])
	w.Op(wasmbin.F32x4Sub)
	if !m.full {
		for _, end := range ends {
			w.Get(m.local)
			c.pick(end)
			w.Op(wasmbin.V128And)
		}
	}
}

// derivative compiles op.Derivative.
func (c *compiler) derivative(i ssa.InstrID, m mask) {
	f, w := c.f, c.w
	word := f.Word(i, 0)
	coarse := ir.DerivativeControl(word>>4&15) == ir.ControlCoarse
	if c.isHalf(i) {
		c.unsupported(i, "derivatives of numbers of type f16 in generated code")
		return
	}
	for k := range c.d.Count(i) {
		from, to := c.src(i, 0, k), c.comp(i, k)
		switch ir.DerivativeAxis(word & 15) {
		case ir.AxisX:
			c.difference(from, 0, coarse, m)
		case ir.AxisY:
			c.difference(from, 1, coarse, m)
		case ir.AxisWidth:
			c.difference(from, 0, coarse, m)
			w.Op(wasmbin.F32x4Abs)
			c.difference(from, 1, coarse, m)
			w.Op(wasmbin.F32x4Abs)
			w.Op(wasmbin.F32x4Add)
		}
		c.done(i, to, true, m)
	}
}
