package transform

// This file turns the position that vertex shaders write from WGSL's clip space
// (y up, depth from 0 to w) to others:
//
//	return %position
//
// becomes, for Vulkan without a flipped viewport (FlipY) and for OpenGL without
// clip control (FullDepth),
//
//	%y = neg %position.y
//	%z = %position.z * 2 - %position.w
//	return compose %position.x, %y, %z, %position.w
//
// or OpenGL's to Vulkan's (FlipY, HalfDepth):
//
//	%z = (%position.z + %position.w) * 0.5

import (
	"slices"

	"refract/ir"
)

// PositionOptions says how AdjustPosition changes positions.
type PositionOptions struct {
	FlipY     bool // y becomes -y
	FullDepth bool // z becomes 2z-w: depth from -w to w
	HalfDepth bool // z becomes (z+w)/2: the reverse
}

// PositionsFor returns what takes the positions of a module to OpenGL's clip space, or to
// Vulkan's without a flipped viewport.
func PositionsFor(m *ir.Module, openGL bool) PositionOptions {
	switch from := slices.ContainsFunc(m.EntryPoints, func(e ir.EntryPoint) bool { return e.ClipSpace == ir.ClipSpaceOpenGL }); {
	case from && openGL:
		return PositionOptions{}
	case from:
		return PositionOptions{FlipY: true, HalfDepth: true}
	}
	return PositionOptions{FlipY: true, FullDepth: openGL}
}

// AdjustPosition changes the position that every vertex entry point returns.
// Run it once: it changes what it has changed.
func AdjustPosition(m *ir.Module, opts PositionOptions) {
	if opts == (PositionOptions{}) || !hasStage(m, ir.StageVertex) {
		return
	}
	mapOutput(m, ir.StageVertex, ir.BuiltInPosition, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
		x, y, z, w := b.AccessIndex(v, 0), b.AccessIndex(v, 1), b.AccessIndex(v, 2), b.AccessIndex(v, 3)
		if opts.FlipY {
			y = b.Unary(ir.Negate, y)
		}
		if opts.FullDepth {
			z = b.Binary(ir.Sub, b.Binary(ir.Mul, z, b.F32(2)), w)
		}
		if opts.HalfDepth {
			z = b.Binary(ir.Mul, b.Binary(ir.Add, z, w), b.F32(0.5))
		}
		return b.Compose(b.TypeOf(v), x, y, z, w)
	})
}
