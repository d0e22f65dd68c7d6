package transform

// This file keeps the depth that fragment shaders write within 0 and 1, for
// targets that don't clamp it to the viewport's range:
//
//	return %depth
//
// becomes
//
//	%1 = clamp %depth, 0f, 1f
//	return %1

import "refract/ir"

// ClampFragDepth clamps the frag_depth that every fragment entry point returns.
// Depth that was just clamped is left alone.
func ClampFragDepth(m *ir.Module) {
	if !hasStage(m, ir.StageFragment) {
		return
	}
	mapOutput(m, ir.StageFragment, ir.BuiltInFragDepth, func(b *ir.Builder, v ir.ExprID) ir.ExprID {
		if b.F.Kind(v) == ir.KindMath {
			if c := b.F.Math(v); c.Op == ir.MathSaturate || c.Op == ir.MathClamp && isLiteral(b.F, c.Args[1], 0) && isLiteral(b.F, c.Args[2], 1) {
				return v
			}
		}
		return b.Math(ir.MathClamp, v, b.F32(0), b.F32(1))
	})
}

// isLiteral reports whether x is the f32 literal v.
func isLiteral(f *ir.Function, x ir.ExprID, v float64) bool {
	return f.Kind(x) == ir.KindLiteral && f.TypeOf(x) == ir.TypeF32 && f.LiteralBits(x) == ir.F32.FloatBits(v)
}
