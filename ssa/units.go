package ssa

// This file has the units of textures, samplers and storage images: numbers in place of variables. Each of
// the three kinds has numbers of its own; a variable's first one is in its field At.

import "refract/ir"

// A UnitKind is a kind of resources with units.
type UnitKind uint8

const (
	NoUnits     UnitKind = iota
	UnitTexture          // sampled, depth and external textures, also with samplers in them
	UnitSampler
	UnitImage // storage images
)

// UnitKindOf is the kind of a variable's type, whose resources may be an array of known length.
func UnitKindOf(types *ir.Types, t ir.TypeID) UnitKind {
	ty := types.At(t)
	if ty.Kind == ir.TypeBindingArray {
		if ty.Length == 0 || ty.LengthExpr != 0 {
			return NoUnits
		}
		ty = types.At(ty.Base)
	}
	switch {
	case ty.Kind == ir.TypeSampler:
		return UnitSampler
	case ty.Kind == ir.TypeImage && ty.Class == ir.ImageStorage:
		return UnitImage
	case ty.Kind == ir.TypeImage && ty.Dim != ir.DimSubpass, ty.Kind == ir.TypeSampledImage:
		return UnitTexture
	}
	return NoUnits
}

// Units is the number of units of a texture, sampler or storage image: its resources.
func (v *Variable) Units(types *ir.Types) uint32 {
	if t := types.At(v.Type); t.Kind == ir.TypeBindingArray {
		return t.Length
	}
	return 1
}

// UnitVar is the variable that has a unit, if its resources are of a type; or 0.
func (s *Shader) UnitVar(t ir.TypeID, unit uint32) VarID {
	types := &s.Module.Types
	kind := UnitKindOf(types, t)
	for k := 1; k < len(s.Vars); k++ {
		v := &s.Vars[k]
		if !v.HasAt || v.Mode&(ModeResource|ModeImage) == 0 || unit < v.At || unit-v.At >= v.Units(types) || UnitKindOf(types, v.Type) != kind {
			continue
		}
		if v.Type == t || types.At(v.Type).Kind == ir.TypeBindingArray && types.At(v.Type).Base == t {
			return VarID(k)
		}
		return 0
	}
	return 0
}
