package raster

// This file runs the fragment stage on the quads that a tile has gathered, and
// hands its results to the tests and to blending.

import (
	"math"

	"refract/exec"
	"refract/internal/num"
	"refract/ir"
)

// shading is the memory of the fragment stage's batches, and where its built-in
// values are: words of the records, -1 where there are none.
type shading struct {
	batch exec.Batch

	position, frontFacing, sampleIndex, sampleMask int
	samplePosition                                 int
	primitive, barycentric, pointCoord, layer      int
	fragDepth, outMask                             int
	barycentricLinear                              bool

	plain  bool // the fragment's position is all that the stage reads
	tested bool // something may yet take samples from a fragment
}

// prepare finds the built-in values.
func (t *tile) prepare() {
	d, s := t.d, &t.shading
	in, out := d.fragmentIn, d.fragmentOut
	s.position = builtIn(in, ir.BuiltInPosition)
	s.frontFacing = builtIn(in, ir.BuiltInFrontFacing)
	s.sampleIndex = builtIn(in, ir.BuiltInSampleIndex)
	s.samplePosition = builtIn(in, ir.BuiltInSamplePosition)
	s.sampleMask = builtIn(in, ir.BuiltInSampleMask)
	s.primitive = builtIn(in, ir.BuiltInPrimitiveIndex)
	s.layer = builtIn(in, ir.BuiltInLayer)
	if p := portOf(in, ir.BuiltInBarycentric); p != nil {
		s.barycentricLinear = p.Interpolation == ir.InterpolateLinear
	}
	s.barycentric = builtIn(in, ir.BuiltInBarycentric)
	s.pointCoord = builtIn(in, ir.BuiltInPointCoord)
	s.fragDepth = builtIn(out, ir.BuiltInFragDepth)
	s.outMask = builtIn(out, ir.BuiltInSampleMask)
	words := 0
	if s.position >= 0 {
		words = 4
	}
	s.plain = d.fragmentWords == words && !d.perSample
	s.tested = s.outMask >= 0 || d.pipeline.AlphaToCoverage || !d.early && (d.pipeline.Depth != nil || d.pipeline.Stencil != nil)
	times := 1
	if d.perSample {
		times = d.samples
	}
	n := 4 * maxQuads * times
	s.batch = exec.Batch{In: make([]uint32, n*d.fragmentWords+4), Out: make([]uint32, n*d.outWords+4),
		Pixels: make([][2]uint32, n), Helper: make([]bool, n), Discarded: make([]bool, n)}
}

// flush shades the quads that wait.
func (t *tile) flush() error {
	d := t.d
	if len(t.quads) == 0 {
		return nil
	}
	defer func() { t.quads = t.quads[:0] }()
	if t.stage == nil {
		return nil // the tests have written all there is
	}
	b := &t.shading.batch
	b.Count = 0
	times := 1
	if d.perSample {
		times = d.samples
	}
	for i := range t.quads {
		for s := range times {
			t.load(&t.quads[i], s)
		}
	}
	clear(b.Out[:b.Count*d.outWords])
	if err := t.stage.Run(b); err != nil {
		return err
	}
	at := 0
	for i := range t.quads {
		q := &t.quads[i]
		for s := range times {
			out := b.Out[exec.FragmentWord(d.outWords, at, 0):]
			var masks [4]uint8
			for p := range masks {
				mask := q.mask[p]
				if d.perSample {
					mask &= 1 << s
				}
				if b.Discarded[at+p] {
					mask = 0
				}
				if mask != 0 && t.shading.tested {
					mask = t.test(q, p, mask, out[p:])
				}
				masks[p] = mask
			}
			at += 4
			for k := range d.colors {
				d.writeQuad(k, q, &masks, out)
			}
		}
	}
	return nil
}

// load makes the inputs of a quad's four fragments.
func (t *tile) load(q *quad, sample int) {
	d, b := t.d, &t.shading.batch
	tri := &d.triangles[q.triangle]
	if t.shading.plain {
		t.place(q, tri)
		return
	}
	for p := range 4 {
		at := b.Count
		b.Count++
		x, y := int(q.x)+p&1, int(q.y)+p>>1
		mask := q.mask[p]
		if d.perSample {
			mask &= 1 << sample
		}
		b.Helper[at] = mask == 0
		b.Pixels[at] = [2]uint32{uint32(x), uint32(y)}
		in := b.In[exec.FragmentWord(d.fragmentWords, at, 0):]
		fx, fy := float64(x)+0.5, float64(y)+0.5
		if d.perSample {
			fx, fy = float64(x)+float64(t.samples[sample][0])/one, float64(y)+float64(t.samples[sample][1])/one
		}
		center := tri.weights(float64(x)+0.5, float64(y)+0.5)
		here := center
		if d.perSample {
			here = tri.weights(fx, fy)
		}
		centroid, haveCentroid := here, d.perSample
		for k := range d.varyings {
			v := &d.varyings[k]
			if v.kind == ir.InterpolateFlat {
				in[4*v.to] = d.records[tri.flat+v.from]
				continue
			}
			w := &center
			switch v.where {
			case ir.SampleSample:
				w = &here
			case ir.SampleCentroid:
				if !haveCentroid {
					centroid, haveCentroid = t.centroid(tri, x, y, mask, center), true
				}
				w = &centroid
			}
			in[4*v.to] = v.at(d.records, tri, w)
		}
		t.builtIns(in, q, tri, fx, fy, mask, sample, &here)
	}
}

// place makes the inputs of a quad whose fragments read their position and nothing else.
func (t *tile) place(q *quad, tri *triangle) {
	b := &t.shading.batch
	at := b.Count
	b.Count += 4
	for p, mask := range q.mask {
		b.Helper[at+p] = mask == 0
		b.Pixels[at+p] = [2]uint32{uint32(int(q.x) + p&1), uint32(int(q.y) + p>>1)}
	}
	if t.shading.position < 0 {
		return
	}
	in := b.In[exec.FragmentWord(4, at, 0):][:16]
	x, y := float64(q.x)+0.5, float64(q.y)+0.5
	x0, x1 := math.Float32bits(float32(x)), math.Float32bits(float32(x+1))
	y0, y1 := math.Float32bits(float32(y)), math.Float32bits(float32(y+1))
	in[0], in[1], in[2], in[3], in[4], in[5], in[6], in[7] = x0, x1, x0, x1, y0, y0, y1, y1
	if tri.z.dx == 0 && tri.z.dy == 0 && tri.flatW {
		z, w := math.Float32bits(float32(tri.z.at)), math.Float32bits(float32(tri.oow[0]))
		in[8], in[9], in[10], in[11], in[12], in[13], in[14], in[15] = z, z, z, z, w, w, w, w
		return
	}
	for p := range 4 {
		fx, fy := x+float64(p&1), y+float64(p>>1)
		in[8+p] = math.Float32bits(float32(tri.z.value(fx-tri.x, fy-tri.y)))
		in[12+p] = math.Float32bits(float32(tri.perspective(fx, fy)))
	}
}

// centroid are the weights at a place that is covered: the center if all samples
// are, else the first sample that is (Vulkan leaves the choice open).
func (t *tile) centroid(tri *triangle, x, y int, mask uint8, center weights) weights {
	all := uint8(1)<<len(t.samples) - 1
	if mask == 0 || mask == all {
		return center
	}
	for s, at := range t.samples {
		if mask>>s&1 != 0 {
			return tri.weights(float64(x)+float64(at[0])/one, float64(y)+float64(at[1])/one)
		}
	}
	return center
}

// builtIns fills the built-in values; the words of a record are four apart.
func (t *tile) builtIns(in []uint32, q *quad, tri *triangle, x, y float64, mask uint8, sample int, w *weights) {
	d, s := t.d, &t.shading
	if s.position >= 0 {
		in[4*s.position] = math.Float32bits(float32(x))
		in[4*s.position+4] = math.Float32bits(float32(y))
		in[4*s.position+8] = math.Float32bits(float32(tri.z.value(x-tri.x, y-tri.y))) // clamped at the test only
		in[4*s.position+12] = math.Float32bits(float32(w.oow))
	}
	if s.frontFacing >= 0 {
		in[4*s.frontFacing] = 0
		if tri.front {
			in[4*s.frontFacing] = 1
		}
	}
	if s.sampleIndex >= 0 {
		in[4*s.sampleIndex] = uint32(sample)
	}
	if s.samplePosition >= 0 {
		at := [2]int64{one / 2, one / 2}
		if d.perSample {
			at = t.samples[sample]
		}
		in[4*s.samplePosition] = math.Float32bits(float32(at[0]) / one)
		in[4*s.samplePosition+4] = math.Float32bits(float32(at[1]) / one)
	}
	if s.sampleMask >= 0 {
		in[4*s.sampleMask] = uint32(mask)
	}
	if s.primitive >= 0 {
		in[4*s.primitive] = tri.primitive
	}
	if s.layer >= 0 && d.layer >= 0 {
		in[4*s.layer] = d.records[int(tri.flat)+d.layer]
	}
	if s.barycentric >= 0 {
		b := d.barycentric(tri, x, y, s.barycentricLinear)
		for k := range b {
			in[4*(s.barycentric+k)] = math.Float32bits(float32(b[k]))
		}
	}
	if s.pointCoord >= 0 && tri.point {
		in[4*s.pointCoord] = math.Float32bits(float32(tri.coord[0].value(x-tri.x, y-tri.y)))
		in[4*s.pointCoord+4] = math.Float32bits(float32(tri.coord[1].value(x-tri.x, y-tri.y)))
	}
}

// barycentric are the coordinates of a place in the triangle that was there before
// clipping: in the plane that the vertices span, the volumes that the place makes
// with each two of them.
func (d *drawing) barycentric(tri *triangle, x, y float64, linear bool) (b [3]float64) {
	p := &d.viewport
	at := [3]float64{(x-float64(p.X))/float64(p.Width)*2 - 1, (y-float64(p.Y))/float64(p.Height)*2 - 1, 1}
	var v [3][3]float64
	for i, c := range tri.corners {
		clip := &d.vertices[c].clip
		v[i] = [3]float64{float64(clip[0]), float64(clip[1]), float64(clip[3])}
	}
	sum := 0.0
	for i := range b {
		j, k := &v[(i+1)%3], &v[(i+2)%3]
		b[i] = at[0]*(j[1]*k[2]-j[2]*k[1]) + at[1]*(j[2]*k[0]-j[0]*k[2]) + at[2]*(j[0]*k[1]-j[1]*k[0])
		if linear {
			b[i] *= v[i][2]
		}
		sum += b[i]
	}
	for i := range b {
		b[i] /= sum
	}
	return b
}

// weights are those of the second and third vertex at a place, linear in the window
// and with perspective, and 1/w there.
type weights struct{ l1, l2, p1, p2, oow float64 }

func (tri *triangle) weights(x, y float64) (w weights) {
	x, y = x-tri.x, y-tri.y
	w.l1, w.l2 = tri.l1.value(x, y), tri.l2.value(x, y)
	if tri.flatW {
		w.oow, w.p1, w.p2 = tri.oow[0], w.l1, w.l2
		return w
	}
	w.oow = tri.oow[0]*(1-w.l1-w.l2) + tri.oow[1]*w.l1 + tri.oow[2]*w.l2
	by := 1 / w.oow
	w.p1, w.p2 = tri.oow[1]*w.l1*by, tri.oow[2]*w.l2*by
	return w
}

// perspective is 1/w at a place.
func (tri *triangle) perspective(x, y float64) float64 {
	if tri.flatW {
		return tri.oow[0]
	}
	x, y = x-tri.x, y-tri.y
	l1, l2 := tri.l1.value(x, y), tri.l2.value(x, y)
	return tri.oow[0]*(1-l1-l2) + tri.oow[1]*l1 + tri.oow[2]*l2
}

// at interpolates a scalar.
func (v *varying) at(records []uint32, tri *triangle, w *weights) uint32 {
	a, b, c := records[tri.records[0]+v.from], records[tri.records[1]+v.from], records[tri.records[2]+v.from]
	w1, w2 := w.p1, w.p2
	if v.kind == ir.InterpolateLinear {
		w1, w2 = w.l1, w.l2
	}
	if v.scalar == ir.F16 {
		x := float64(num.F16(a).F32())
		x += w1*(float64(num.F16(b).F32())-x) + w2*(float64(num.F16(c).F32())-x)
		return uint32(num.F16FromF32(float32(x)))
	}
	x := float64(math.Float32frombits(a))
	x += w1*(float64(math.Float32frombits(b))-x) + w2*(float64(math.Float32frombits(c))-x)
	return math.Float32bits(float32(x))
}

// test makes the tests that come after the fragment stage and returns the samples that
// are left; the words of the record are four apart.
func (t *tile) test(q *quad, p int, mask uint8, out []uint32) uint8 {
	d, s := t.d, &t.shading
	if s.outMask >= 0 {
		mask &= uint8(out[4*s.outMask])
	}
	// Integers have no alpha that could say how much is covered (OpenGL 4.6, section 17.3.1).
	if d.pipeline.AlphaToCoverage && len(d.outputs) > 0 && d.outputs[0].color[3] >= 0 && d.outputs[0].scalar.IsFloat() {
		mask &= d.coverage(d.outputs[0].float(out, 3))
	}
	if d.early || d.pipeline.Depth == nil && d.pipeline.Stencil == nil {
		return mask
	}
	x, y := int(q.x)+p&1, int(q.y)+p>>1
	tri := &d.triangles[q.triangle]
	for k := range t.samples {
		if mask>>k&1 == 0 {
			continue
		}
		z := q.z[4*p+k]
		if s.fragDepth >= 0 {
			z = d.clampDepth(math.Float32frombits(out[4*s.fragDepth]))
		}
		if !d.test(x, y, k, z, tri.front) {
			mask &^= 1 << k
		}
	}
	return mask
}

// coverage is the samples that an alpha covers: the first of them, as many as alpha
// says, rounded up (Vulkan leaves the choice open, "Multisample Coverage": none at 0, all
// at 1).
func (d *drawing) coverage(alpha float32) uint8 {
	if !(alpha > 0) { // NaN too
		return 0
	}
	n := int(math.Ceil(float64(min(alpha, 1)) * float64(d.samples)))
	return 1<<n - 1
}
