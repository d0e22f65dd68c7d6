package conformance

// This file makes coordinates for sampleformats_test.go, and compares the drawings.

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"strings"

	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/vkrun"
	"refract/ir"
)

// choosePlaces makes the three vectors of each of 8 by 4 pixels.
func (c *sampleCase) choosePlaces() {
	places := make([]float32, 12*32)
	c.uniform = c.pick(int(c.desc.Levels))
	for y := 0; y < 4; y += 2 {
		for x := 0; x < 8; x += 2 {
			c.chooseQuad(func(dx, dy int) []float32 { n := 12 * (8*(y+dy) + x + dx); return places[n : n+12] })
		}
	}
	c.places = nil
	for _, v := range places {
		c.places = binary.LittleEndian.AppendUint32(c.places, math.Float32bits(v))
	}
}

// chooseQuad makes the vectors of the pixels of a quad, which share a layer and, if they select
// a level, lie powers of two texels apart.
func (c *sampleCase) chooseQuad(at func(dx, dy int) []float32) {
	layer := float32(c.pick(int(max(c.desc.Layers, 1))+2)-1) + float32(c.pick(3)-1)*0.25
	divisor := []float32{1, 2, 4, 0.5}[c.pick(4)]
	if c.row.ways&fetches != 0 {
		for n := range 4 {
			c.fetched(at(n&1, n>>1))
		}
		return
	}
	size := [3]float32{float32(c.desc.Width), float32(c.desc.Height), float32(max(c.desc.Depth, 1))}
	for {
		k := c.pick(5) - 1
		slope := []float32{0.5, 2, 4, 8}[c.pick(4)] // whose logarithm drivers have exactly
		var base, dx, dy [3]float32
		for i := range base {
			base[i] = c.coordinate(size[i])
		}
		dx[0], dy[1] = float32(math.Ldexp(1, k))/size[0], float32(math.Ldexp(1, k-1))/size[1]
		if strings.HasPrefix(c.row.shape, "Cube") {
			base, dx, dy = c.direction(k)
		}
		if !c.row.implicit {
			dx, dy = [3]float32{}, [3]float32{}
		}
		clear := true
		for n := range 4 {
			v := at(n&1, n>>1)
			if !c.row.implicit && n > 0 {
				for i := range base {
					base[i] = c.coordinate(size[i])
				}
				if strings.HasPrefix(c.row.shape, "Cube") {
					base, _, _ = c.direction(k)
				}
			}
			for i := range base {
				v[i] = base[i] + float32(n&1)*dx[i] + float32(n>>1)*dy[i]
			}
			v[3] = divisor
			if v[4], v[5] = layer, c.level(); c.row.ways&numbers != 0 {
				v[5] = float32(c.uniform)
			}
			v[6] = float32(c.pick(17))/16 + 1.0/32
			if c.desc.Format == exec.Depth32Float && c.pick(3) == 0 {
				v[6] -= 1.0 / 32
			}
			v[7] = []float32{-1, 0.25, 1}[c.pick(3)]
			v[8], v[9] = slope/size[0], slope/2/size[1]
			clear = clear && c.isClear([3]float32(v[:3]))
		}
		if clear {
			break
		}
	}
	if bias := at(0, 0)[7]; c.row.implicit {
		for n := range 4 {
			at(n&1, n>>1)[7] = bias
		}
	}
}

// fetched makes the place of a texel that the texture has, of the one level that all read: see
// package vkrun.
func (c *sampleCase) fetched(v []float32) {
	level := c.uniform
	for i, n := range [3]uint32{c.desc.Width, c.desc.Height, max(c.desc.Depth, 1)} {
		v[i] = float32(c.pick(int(max(n>>level, 1))))
	}
	v[4], v[5] = float32(c.pick(int(max(c.desc.Layers, 1)))), float32(level)
	if c.row.shape == "2DMS" {
		v[5] = float32(c.pick(4))
	}
}

// coordinate is a place along an axis: in the texture and around it, on its edges, on lines
// between texels, or far away.
func (c *sampleCase) coordinate(size float32) float32 {
	if c.row.implicit { // without rounding
		return float32(c.pick(int(size)*5*64)-int(size)*2*64) / 64 / size
	}
	switch c.pick(8) {
	case 0:
		return []float32{0, 1, 0.5 / size, 1 - 0.5/size, -1, 2}[c.pick(6)]
	case 1:
		return float32(c.pick(int(size)+1)) / size
	case 2:
		return float32(c.random.Float64()*80 - 40)
	}
	return float32(c.random.Float64()*5 - 2)
}

// direction is a direction, and steps along its cube's face.
func (c *sampleCase) direction(k int) (d, dx, dy [3]float32) {
	axis := c.pick(3)
	width := float32(c.desc.Width)
	length := float32(1)
	if !c.row.implicit {
		length = []float32{1, 3, 0.125}[c.pick(3)]
	}
	for i := range d {
		d[i] = length * float32(c.pick(249)-124) / 128
	}
	d[axis] = length * float32(2*c.pick(2)-1)
	u, v := (axis+1)%3, (axis+2)%3
	dx[u], dy[v] = float32(math.Ldexp(2, k))/width, float32(math.Ldexp(1, k))/width
	return d, dx, dy
}

// level is a level of detail that is clearly nearer to one of two levels, and clearly magnifies
// or doesn't.
func (c *sampleCase) level() float32 {
	for {
		v := float32(c.random.Float64()*float64(c.desc.Levels+2) - 1)
		f := v - float32(math.Floor(float64(v)))
		if math.Abs(float64(f)-0.5) > 1.0/16 && math.Abs(float64(v)) > 1.0/16 {
			return v
		}
	}
}

// isClear reports whether it is clear which texels a coordinate means.
func (c *sampleCase) isClear(p [3]float32) bool {
	s, axes := c.sampler, shapes[c.row.shape].axes
	if strings.HasPrefix(c.row.shape, "Cube") {
		axis := 0
		for i := range p {
			if math.Abs(float64(p[i])) > math.Abs(float64(p[axis])) {
				axis = i
			}
		}
		major := float32(math.Abs(float64(p[axis])))
		u, v := p[(axis+1)%3]/major, p[(axis+2)%3]/major
		if c.row.implicit && major > 1 { // the quad is on two faces
			return false
		}
		if max(u, v) > 1-1.0/64 || min(u, v) < -1+1.0/64 {
			return false
		}
		p, axes = [3]float32{(u + 1) / 2, (v + 1) / 2}, 2
	}
	for i := range axes {
		for level := range c.desc.Levels {
			size := [3]uint32{c.desc.Width, c.desc.Height, c.desc.Depth}
			x := float64(p[i]) * float64(max(size[i]>>level, 1))
			if strings.HasPrefix(c.row.shape, "Cube") {
				x = float64(p[i]) * float64(max(c.desc.Width>>level, 1))
			}
			f := x - math.Floor(x)
			if c.row.ways&gathers != 0 && math.Abs(f-0.5) < 1.0/64 {
				return false
			}
			if c.row.ways&gathers == 0 && (s.Magnify == exec.Nearest || s.Minify == exec.Nearest) && (f < 1.0/64 || f > 1-1.0/64) {
				return false
			}
		}
	}
	return true
}

// differ draws by each engine and, if d isn't nil, on a driver, and describes the first
// difference, or returns "".
func (c *sampleCase) differ(d *vkrun.Device) string {
	j := c.job
	want, err := j.FragmentsOn(interp.Engine{}, 8, 4, 0)
	if err != nil {
		return err.Error()
	}
	got, err := j.FragmentsOn(wasm.Engine{}, 8, 4, 0)
	if err != nil {
		return "fast engine: " + err.Error()
	}
	if s := j.CompareDrawings(want, got); s != "" {
		return "fast engine: " + s
	}
	if got, err = j.DrawRaster(wasm.Engine{}, 8, 4, 1); err != nil {
		return "rasterizer: " + err.Error()
	}
	if s := j.CompareDrawings(want, got); s != "" {
		return "rasterizer: " + s
	}
	if d == nil {
		return ""
	}
	var unsupported *vkrun.UnsupportedError
	if got, err = j.DrawSPIRV(d, 8, 4); errors.As(err, &unsupported) {
		return ""
	} else if err != nil {
		return "driver: " + err.Error()
	}
	return c.compare(want.Pixels, got.Pixels)
}

// compare describes the first component in which the driver's pixels are too far from ours.
func (c *sampleCase) compare(want, got []byte) string {
	scalar, _, _ := c.job.Target()
	most := c.tolerance()
	for at := 0; at < len(want); at += 4 {
		x, y := binary.LittleEndian.Uint32(want[at:]), binary.LittleEndian.Uint32(got[at:])
		a, b := float64(math.Float32frombits(x)), float64(math.Float32frombits(y))
		if x == y || scalar == ir.F32 && (math.Abs(a-b) <= most || a != a && b != b) {
			continue
		}
		n := at / 16
		vectors := make([]float32, 12)
		for k := range vectors {
			vectors[k] = math.Float32frombits(binary.LittleEndian.Uint32(c.places[4*(12*n+k):]))
		}
		if scalar != ir.F32 {
			return fmt.Sprintf("pixel %d's component %d is %#x, and %#x on the driver; %v", n, at/4%4, x, y, vectors)
		}
		return fmt.Sprintf("pixel %d's component %d is %v, and %v on the driver (%v are allowed); %v", n, at/4%4, a, b, most, vectors)
	}
	return ""
}

// tolerance is how far numbers may be apart.
func (c *sampleCase) tolerance() float64 {
	format := c.desc.Format.String()
	span := c.most - c.least
	if c.row.ways&numbers != 0 {
		return 1.0 / 32
	}
	most := 0.0
	switch {
	case strings.Contains(format, "srgb"):
		most = 0.01 + 2.0/255
	case strings.Contains(format, "norm"):
		most = 0x1p-18
	}
	if strings.HasPrefix(c.row.shape, "Cube") { // the average of the texels around a corner
		most += span * 0x1p-20
	}
	if c.row.ways&(fetches|gathers) != 0 {
		return most
	}
	if c.row.ways&shadow != 0 {
		span = 1
	}
	if c.filters() {
		most += span / 4096
		if strings.Contains(format, "8") && strings.Contains(format, "norm") {
			most += 3.0 / 255
		}
	}
	if c.sampler.Mipmap == exec.Linear && c.desc.Levels > 1 {
		most += span / 32
	}
	return most
}
