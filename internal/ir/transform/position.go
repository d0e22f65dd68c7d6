package transform

// This file converts the positions of vertex entry points from one clip space to another,
// so that a picture stays the same:
//
//	return %position
//
// becomes, from WebGPU's to OpenGL's clip space,
//
//	%y = neg %position.y
//	%z = %position.z * 2 - %position.w
//	return compose %position.x, %y, %z, %position.w
//
// The rows of OpenGL's images begin at the bottom. On the way to OpenGL an image keeps its
// place in memory, as fragment positions, derivatives and later reads of the image assume:
// a program turns the last image over when it presents it. On the way from OpenGL the
// picture on the screen stays.

import (
	"slices"

	"refract/ir"
)

// positionChange is the difference of two clip spaces.
type positionChange struct {
	flip bool // y becomes -y
	full bool // z becomes 2z-w: depth from -w to w
	half bool // z becomes (z+w)/2: the reverse
}

// positionChanges lists the changes by source and target.
var positionChanges = [ir.NumClipSpaces][ir.NumClipSpaces]positionChange{
	ir.ClipSpaceWebGPU: {ir.ClipSpaceVulkan: {flip: true}, ir.ClipSpaceOpenGL: {flip: true, full: true}},
	ir.ClipSpaceVulkan: {ir.ClipSpaceWebGPU: {flip: true}, ir.ClipSpaceOpenGL: {full: true}},
	ir.ClipSpaceOpenGL: {ir.ClipSpaceWebGPU: {half: true}, ir.ClipSpaceVulkan: {flip: true, half: true}},
}

// HasOtherClipSpace reports whether the positions of a vertex entry point are in another
// clip space.
func HasOtherClipSpace(m *ir.Module, than ir.ClipSpace) bool {
	return slices.ContainsFunc(m.EntryPoints, func(e ir.EntryPoint) bool { return e.Stage.Info().WritesPosition && e.ClipSpace != than })
}

// ConvertPositions converts the position that each vertex entry point returns to a clip
// space, and records it; and positions in the variables of other stages, unless KeepsPositions.
func ConvertPositions(m *ir.Module, to ir.ClipSpace) {
	var stages []int // to convert, found before any changes
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if info := e.Stage.Info(); info.HasPositions && info.Variables && e.ClipSpace != to && !KeepsPositions(m, e) {
			stages = append(stages, i)
		}
	}
	if len(stages) > 0 {
		done := make([]bool, len(m.Functions))
		for _, i := range stages {
			convertStage(m, &m.EntryPoints[i], to, done)
		}
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if !e.Stage.Info().WritesPosition || e.ClipSpace == to {
			continue
		}
		change := positionChanges[e.ClipSpace][to]
		e.ClipSpace = to
		mapOutputOf(m, i, ir.BuiltInPosition, change.apply)
		mapOutputOf(m, i, ir.BuiltInSecondaryPosition, change.apply)
		mapOutputOf(m, i, ir.BuiltInPositionPerView, change.applyEach)
	}
}

// applyEach returns an array of changed positions.
func (c positionChange) applyEach(b *ir.Builder, v ir.ExprID) ir.ExprID {
	t := b.TypeOf(v)
	list := make([]ir.ExprID, b.M.Types.At(t).Length)
	for k := range list {
		list[k] = c.apply(b, b.AccessIndex(v, uint32(k)))
	}
	return b.Compose(t, list...)
}

// apply returns the changed position.
func (c positionChange) apply(b *ir.Builder, v ir.ExprID) ir.ExprID {
	x, y, z, w := b.AccessIndex(v, 0), b.AccessIndex(v, 1), b.AccessIndex(v, 2), b.AccessIndex(v, 3)
	if c.flip {
		y = b.Unary(ir.Negate, y)
	}
	if c.full {
		z = b.Binary(ir.Sub, b.Binary(ir.Mul, z, b.F32(2)), w)
	}
	if c.half {
		z = b.Binary(ir.Mul, b.Binary(ir.Add, z, w), b.F32(0.5))
	}
	return b.Compose(b.TypeOf(v), x, y, z, w)
}
