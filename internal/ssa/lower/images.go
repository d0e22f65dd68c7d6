package lower

// This file makes storage images of the kinds that a machine has.
//
//	before                                             after
//	var @c : image<cube, storage, r32uint, read>       var @c : image<2d_array, storage, ...>
//	%1 = image_load %c, %p                             %2 = mov %p.xy
//	                                                   %3 = mov %p.z
//	                                                   %1 = image_load %c, %2, array: %3
//
//	var @r : image<2d, storage, r32uint, read>         var @r : image<2d, sampled, u32>
//	%1 = image_load %r, %p                             %1 = txf %r, %p, lod: 0
//
// The faces of a cube are layers; an array of cubes has six times as many. An image that
// the shader only reads becomes a texture. Outside of an image's bounds, a face past the
// sixth is one of the next cube then. Hosts bind views of the new kinds to the same texels.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ImageCubes makes arrays of layers of storage images of cubes.
var ImageCubes = &pass.Pass{
	Name:      "image-cubes",
	Doc:       "storage images of cubes become arrays of layers",
	Replaces:  []string{"lower_image"},
	Destroys:  pass.Scalar,
	Preserves: ssa.ControlFlow,
	Shader: func(s *ssa.Shader) bool {
		return changeImages(s, func(t *ir.Type) bool {
			if t.Class != ir.ImageStorage || t.Dim != ir.DimCube {
				return false
			}
			t.Dim, t.Arrayed = ir.Dim2D, true
			return true
		}, flattenCube)
	},
}

// ReadOnlyImages makes textures of storage images that are only read.
var ReadOnlyImages = &pass.Pass{
	Name:      "readonly-images",
	Doc:       "storage images that are only read become textures",
	Replaces:  []string{"lower_readonly_images_to_tex"},
	Preserves: ssa.ControlFlow,
	Shader: func(s *ssa.Shader) bool {
		return changeImages(s, func(t *ir.Type) bool {
			if t.Class != ir.ImageStorage || t.Access&^ir.AccessRead != 0 || t.Dim == ir.DimCube || t.Dim == ir.DimBuffer {
				return false
			}
			*t = ir.Type{Kind: ir.TypeImage, Class: ir.ImageSampled, Dim: t.Dim, Arrayed: t.Arrayed, Multisampled: t.Multisampled, Scalar: t.Texel()}
			return true
		}, fetchTexel)
	},
}

// changeImages changes the types of variables of images, and the operations on them with
// the type as it was. Images that functions hand on stay.
func changeImages(s *ssa.Shader, change func(t *ir.Type) bool, each func(f *ssa.Function, i ssa.InstrID, was ir.Type)) bool {
	types := &s.Module.Types
	changes := map[ssa.VarID]ir.TypeID{}
	for k := range s.Vars {
		v := &s.Vars[k]
		if v.Mode != ssa.ModeImage {
			continue
		}
		if t, ok := changedImage(types, v.Type, change); ok {
			changes[ssa.VarID(k)] = t
		}
	}
	if len(changes) == 0 {
		return false
	}
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) == op.DerefVar && !usesAreImages(f, i) {
					delete(changes, f.VarOf(i))
				}
			}
		}
	}
	for v, t := range changes {
		s.Vars[v].Type = t
		s.Vars[v].Mode = ssa.ModeOf(types, ir.SpaceHandle, t)
	}
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.DerefVar || f.VarOf(i).IsLocal() {
					continue
				}
				if t, ok := changes[f.VarOf(i)]; ok && f.Type(i) != t {
					retypeImages(f, i, t, each)
				}
			}
		}
	}
	return len(changes) > 0
}

// changedImage is the type of an image, or of an array of them, changed.
func changedImage(types *ir.Types, t ir.TypeID, change func(t *ir.Type) bool) (ir.TypeID, bool) {
	x := *types.At(t)
	switch x.Kind {
	case ir.TypeImage:
		if !change(&x) {
			return t, false
		}
	case ir.TypeBindingArray:
		base, ok := changedImage(types, x.Base, change)
		if !ok {
			return t, false
		}
		x.Base = base
	default:
		return t, false
	}
	return types.Intern(x), true
}

// isImageOp reports whether an operation is one on an image, its first source.
func isImageOp(o op.Op) bool {
	switch o {
	case op.ImageLoad, op.ImageStore, op.ImageAtomic, op.Txs, op.TexLayers, op.TexLevels, op.TexSamples:
		return true
	}
	return false
}

// usesAreImages reports whether all that a resource is used for is known here.
func usesAreImages(f *ssa.Function, d ssa.Value) bool {
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch {
		case i == 0 || f.UseIndex(u) != 0:
			return false
		case f.Op(i) == op.DerefArray:
			if !usesAreImages(f, i) {
				return false
			}
		case !isImageOp(f.Op(i)):
			return false
		}
	}
	return true
}

// retypeImages gives a resource and the elements of it their types, and changes the
// operations on them.
func retypeImages(f *ssa.Function, d ssa.Value, t ir.TypeID, each func(f *ssa.Function, i ssa.InstrID, was ir.Type)) {
	types := &f.Shader.Module.Types
	was := *types.At(f.Type(d))
	f.SetType(d, t)
	var users []ssa.InstrID
	for u := f.FirstUse(d); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		users = append(users, i)
	}
	for _, i := range users {
		if f.Op(i) == op.DerefArray {
			retypeImages(f, i, types.At(t).Base, each)
		} else {
			each(f, i, was)
		}
	}
}

// flattenCube changes an operation on an image that was of cubes.
func flattenCube(f *ssa.Function, i ssa.InstrID, was ir.Type) {
	switch f.Op(i) {
	case op.ImageLoad, op.ImageStore, op.ImageAtomic:
		at := f.BuildBefore(i)
		p := f.Arg(i, 1)
		layer := at.Component(p, 2)
		if was.Arrayed {
			cube := f.Arg(i, 2)
			six := at.Const(f.Type(cube), 6)
			first := at.Op(op.IMul, f.Type(cube), cube, six)
			layer = at.Op(op.IAdd, f.Type(cube), first, layer)
		}
		f.SetSrc(i, 1, ssa.Whole(at.Swizzle(p, ssa.Identity, 2)))
		f.SetSrc(i, 2, f.SrcFor(f.Op(i), 2, layer))
	case op.TexLayers:
		at := f.BuildAfter(i)
		six := at.U32(6)
		var uses []ssa.UseID
		for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
			uses = append(uses, u)
		}
		n := at.Op(op.UDiv, ir.TypeU32, i, six)
		for _, u := range uses {
			x := f.SrcAt(u)
			x.Value = n
			f.SetSrcAt(u, x)
		}
	}
}

// fetchTexel makes a texture's operation of an image's.
func fetchTexel(f *ssa.Function, i ssa.InstrID, was ir.Type) {
	if f.Op(i) != op.ImageLoad {
		return
	}
	at := f.BuildBefore(i)
	level := ssa.Src{}
	if !was.Multisampled {
		level = f.SrcFor(op.Txf, 4, at.U32(0))
	}
	x := at.Instr(op.Txf, f.Type(i), f.Src(i, 0), f.Src(i, 1), f.Src(i, 2), f.Src(i, 3), level)
	f.SetFlags(x, f.Flags(i))
	f.SetName(x, f.NameOf(i))
	f.ReplaceUses(i, x)
	f.Remove(i)
}
