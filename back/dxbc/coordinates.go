package dxbc

// This file joins the parts of coordinates, which the machine takes as one operand: the layer, a
// float if the texture is sampled, stands behind the coordinate, and the level of a load is
// the last of four components:
//
//	%4 = tex %t, %s, coord: %uv, array: %k      %3 = i2f %k
//	                                            %5 = vec %uv, %3
//	                                            %4 = tex %t, %s, coord: %5
//	%6 = txf %t, coord: %p, lod: %l             %7 = vec %p, 0, %l
//	                                            %6 = txf %t, coord: %7

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// coordinates is a pass of the back end's own.
var coordinates = &pass.Pass{
	Name:      "dxbc-coordinates",
	Doc:       "coordinates, layers and levels become one operand",
	Destroys:  pass.Scalar,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  joinCoordinates,
}

func joinCoordinates(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Tex:
				changed = joinLayer(f, i, 2, true) || changed
			case op.Txf:
				changed = joinFetch(f, i, 4) || changed
			case op.ImageLoad:
				if t := f.Shader.Module.Types.At(f.Type(f.Arg(i, 0))); t.Access&^ir.AccessRead == 0 && t.Dim != ir.DimBuffer {
					changed = joinFetch(f, i, -1) || changed
				} else {
					changed = joinLayer(f, i, 1, false) || changed
				}
			case op.ImageStore, op.ImageAtomic:
				changed = joinLayer(f, i, 1, false) || changed
			}
		}
	}
	return changed
}

// convert is a number of one component as a float, or as an integer of the size.
func convert(b *ssa.Builder, v ssa.Value, float bool) ssa.Value {
	s := b.F.Shader.Module.Types.ScalarOf(b.F.Type(v))
	switch {
	case !float || s.IsFloat():
		return v
	case s.IsSigned():
		return b.Op(op.I2F, ir.TypeF32, v)
	}
	return b.Op(op.U2F, ir.TypeF32, v)
}

// joinLayer puts the layer, the source behind the coordinate, into the coordinate.
func joinLayer(f *ssa.Function, i ssa.InstrID, coord int, float bool) bool {
	layer := f.Arg(i, coord+1)
	if layer == 0 {
		return false
	}
	b := f.BuildBefore(i)
	at := f.Arg(i, coord)
	s := ir.U32
	if float {
		s = ir.F32
	}
	v := b.Op(op.Vec, ir.VectorOf(s, f.Comps(at)+1), at, convert(&b, layer, float))
	f.SetSrc(i, coord, ssa.Whole(v))
	f.SetSrc(i, coord+1, ssa.Src{})
	return true
}

// joinFetch puts the layer and the level, source lod or zero, into the coordinate of a load.
func joinFetch(f *ssa.Function, i ssa.InstrID, lod int) bool {
	t := f.Shader.Module.Types.At(f.Type(f.Arg(i, 0)))
	at := f.Arg(i, 1)
	switch {
	case t.Multisampled:
		return joinLayer(f, i, 1, false)
	case t.Dim == ir.DimBuffer || f.Comps(at) == 4:
		return false
	}
	b := f.BuildBefore(i)
	list := []ssa.Value{at}
	n := f.Comps(at)
	if layer := f.Arg(i, 2); layer != 0 {
		list = append(list, layer)
		n++
	}
	for ; n < 3; n++ {
		list = append(list, b.U32(0))
	}
	level := ssa.Value(0)
	if lod >= 0 {
		level = f.Arg(i, lod)
	}
	if level == 0 {
		level = b.U32(0)
	}
	list = append(list, level)
	v := b.Op(op.Vec, ir.VectorOf(ir.U32, 4), list...)
	f.SetSrc(i, 1, ssa.Whole(v))
	f.SetSrc(i, 2, ssa.Src{})
	if lod >= 0 {
		f.SetSrc(i, lod, ssa.Src{})
	}
	return true
}

// bitcasts is a pass of the back end's own: registers have no types.
var bitcasts = &pass.Pass{
	Name:      "dxbc-bitcasts",
	Doc:       "bitcasts that change nothing but the type are removed",
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Function:  dropBitcasts,
}

func dropBitcasts(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if o := f.Op(i); o != op.Bitcast && o != op.I2I && o != op.U2U {
				continue
			}
			if s := f.Src(i, 0); s.IsIdentity() && f.Comps(s.Value) == f.Comps(i) && f.Bits(s.Value) == f.Bits(i) {
				f.ReplaceUses(i, s.Value)
				f.Remove(i)
				changed = true
			}
		}
	}
	return changed
}
