package back

// This file finds the residency of texels, which only some outputs can express.

import "refract/ir"

// Unsparse adds to a list the first residency of texels of a module, for an output in which all texels
// are taken to have memory.
func Unsparse(m *ir.Module, list []Dropped) []Dropped {
	for _, f := range m.Functions[1:] {
		if !f.MayHaveAny(ir.Kinds(ir.KindImageSample) | ir.Kinds(ir.KindImageLoad)) {
			continue
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			if k := f.Kind(x); k == ir.KindImageSample && f.ImageSample(x).Residency || k == ir.KindImageLoad && f.ImageLoad(x).Residency {
				return append(list, Dropped{"whether texels have memory: all have it there", f.SpanOf(x)})
			}
		}
	}
	return list
}
