package scene

// This file makes Go values of the contents that a scene file gives a variable.

import (
	"math"
	"strconv"

	"refract/internal/mesh"
)

// valuer makes values for a moment of a frame.
type valuer struct {
	frame   *Frame
	seconds float64
	aspect  float64
}

// value is a node as exec.View.Set takes it: an object of names, a list, a number, or a
// matrix in words.
func (v *valuer) value(n *node) (any, error) {
	switch n.kind {
	case boolean:
		return n.text == "true", nil
	case number:
		if i, err := strconv.ParseInt(n.text, 10, 64); err == nil {
			return i, nil
		}
		if u, err := strconv.ParseUint(n.text, 10, 64); err == nil {
			return u, nil
		}
		return strconv.ParseFloat(n.text, 64)
	case array:
		list := make([]any, len(n.list))
		for i, x := range n.list {
			var err error
			if list[i], err = v.value(x); err != nil {
				return nil, err
			}
		}
		return list, nil
	case object:
		if len(n.keys) == 1 && n.keys[0].name == "matrix" && n.list[0].kind == array && len(n.list[0].list) > 0 && n.list[0].list[0].kind == object {
			m, err := v.product(n.list[0])
			return m[:], err
		}
		out := map[string]any{}
		for i, k := range n.keys {
			x, err := v.value(n.list[i])
			if err != nil {
				return nil, err
			}
			out[k.name] = x
		}
		return out, nil
	}
	return nil, v.frame.fail(n.span, "%v is no value of a variable", n.kind)
}

// product is the product of matrices: the last one comes first to a vector.
func (v *valuer) product(n *node) (mesh.Matrix, error) {
	m := mesh.Identity
	if n.kind != array {
		return m, v.frame.fail(n.span, "matrices are an array of them, not %v", n.kind)
	}
	for _, x := range n.list {
		one, err := v.matrix(x)
		if err != nil {
			return m, err
		}
		m = m.Times(&one)
	}
	return m, nil
}

// matrix is one matrix.
func (v *valuer) matrix(n *node) (m mesh.Matrix, err error) {
	r := v.frame.reader()
	f := r.object(n, "a matrix")
	vector := func(f *fields, field string, without [3]float64) [3]float64 {
		if list := f.numbers(field, 3, 3); list != nil {
			return [3]float64(list)
		}
		return without
	}
	inner := func(field string) *fields { return r.object(f.get(field), strconv.Quote(field)) }
	const most = 1e12
	m = mesh.Identity
	switch {
	case f.has("perspective"):
		g := inner("perspective")
		m = mesh.Perspective(g.number("fov", 60, 0.01, 179.9)*math.Pi/180, g.number("aspect", v.aspect, 1e-6, 1e6), g.number("near", 0.1, 1e-9, most), g.number("far", 100, 1e-9, most))
		g.done()
	case f.has("orthographic"):
		g := inner("orthographic")
		h := g.number("height", 2, 1e-9, most)
		w := g.number("width", h*v.aspect, 1e-9, most)
		m = mesh.Orthographic(-w/2, w/2, -h/2, h/2, g.number("near", 0, -most, most), g.number("far", 100, -most, most))
		g.done()
	case f.has("look_at"):
		g := inner("look_at")
		m = mesh.LookAt(vector(g, "eye", [3]float64{0, 0, 5}), vector(g, "target", [3]float64{}), vector(g, "up", [3]float64{0, 1, 0}))
		g.done()
	case f.has("translate"):
		m = mesh.Translation(vector(f, "translate", [3]float64{}))
	case f.has("scale"):
		if x := f.get("scale"); x.kind == number {
			s := r.numberOf(x, `"scale"`)
			m = mesh.Scaling([3]float64{s, s, s})
		} else {
			m = mesh.Scaling(vector(f, "scale", [3]float64{1, 1, 1}))
		}
	case f.has("rotate"):
		g := inner("rotate")
		degrees := g.number("degrees", 0, -most, most) + g.number("degrees_per_second", 0, -most, most)*v.seconds
		m = mesh.Rotation(vector(g, "axis", [3]float64{0, 1, 0}), degrees*math.Pi/180)
		g.done()
	case f.has("columns"):
		if list := f.numbers("columns", 16, 16); list != nil {
			m = mesh.Matrix(list)
		}
	case f.has("transpose"):
		if m, err = v.product(f.get("transpose")); err == nil {
			m = m.Transposed()
		}
	case f.has("inverse"):
		if m, err = v.product(f.get("inverse")); err == nil {
			var ok bool
			if m, ok = m.Inverse(); !ok {
				return m, v.frame.fail(n.span, "the matrix has no inverse")
			}
		}
	default:
		return m, v.frame.fail(n.span, `there is no such matrix; there are "perspective", "orthographic", "look_at", "translate", "scale", "rotate", "columns", "transpose" and "inverse"`)
	}
	if err != nil {
		return m, err
	}
	f.done()
	return m, r.list.Err(v.frame.scene.sources)
}
