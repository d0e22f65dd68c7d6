package lower

// This file narrows the access of buffers and storage images that the shader only reads, or
// of images that it only writes.
//
//	before                                          after
//	var @a : array<u32, 64> ssbo(read_write)        var @a : array<u32, 64> ssbo(read)
//	var @i : image<2d, storage, r32uint,            var @i : image<2d, storage, r32uint,
//	               read_write>                                     write>
//
// Memory that nothing writes is the same at each load. Variables of one binding, and
// variables declared to alias others, have the access that any of them needs; images that
// functions hand on, and buffers of which they hand on addresses, stay.

import (
	"slices"

	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// InferAccess infers how buffers and storage images are accessed.
var InferAccess = &pass.Pass{
	Name:      "infer-access",
	Doc:       "buffers and storage images are declared read only, and images write only, if their accesses allow it",
	Replaces:  []string{"opt_access"},
	Preserves: ssa.ControlFlow,
	Machine:   true, // hosts bind them otherwise
	Shader:    inferAccess,
}

// Flags of the uses of a variable.
const (
	isRead = 1 << iota
	isWritten
	isHandedOn
)

func inferAccess(s *ssa.Shader) bool {
	uses := make([]uint8, len(s.Vars))
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				noteAccess(f, i, uses)
			}
		}
	}
	shareAccess(s, uses)
	inferred := make([]bool, len(s.Vars))
	for k := range s.Vars {
		inferred[k] = infer(&s.Vars[k], &s.Module.Types, uses[k])
	}
	if !slices.Contains(inferred, true) {
		return false
	}
	for _, f := range s.Funcs[1:] {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.DerefVar || f.VarOf(i).IsLocal() || !inferred[f.VarOf(i)] {
					continue
				}
				if v := f.Var(f.VarOf(i)); v.Mode == ssa.ModeImage {
					retypeImages(f, i, v.Type, func(*ssa.Function, ssa.InstrID, ir.Type) {})
				} else {
					f.SetType(i, f.VarPointer(f.VarOf(i)))
					repoint(f, i, ir.SpaceStorage)
				}
			}
		}
	}
	return true
}

// infer gives a variable the access that its uses need; it reports whether that is less
// than it had.
func infer(v *ssa.Variable, types *ir.Types, uses uint8) bool {
	to := ir.AccessRead
	switch {
	case uses == isWritten && v.Mode == ssa.ModeImage:
		to = ir.AccessWrite
	case uses != isRead:
		return false
	}
	if v.Mode == ssa.ModeSSBO && v.Access == ir.AccessReadWrite {
		v.Access = to
		return true
	}
	if v.Mode != ssa.ModeImage || v.HasAt { // by its unit
		return false
	}
	t, ok := changedImage(types, v.Type, func(t *ir.Type) bool {
		if t.Class != ir.ImageStorage || t.Access != ir.AccessReadWrite {
			return false
		}
		t.Access = to
		return true
	})
	if ok {
		v.Type = t
	}
	return ok
}

// noteAccess notes the uses of variables by an instruction.
func noteAccess(f *ssa.Function, i ssa.InstrID, uses []uint8) {
	o := f.Op(i)
	form := o.Memory()
	for k := range f.NumSrcs(i) {
		p := f.Arg(i, k)
		if p == 0 {
			continue
		}
		v := ssa.VarID(0)
		if f.Op(p) == op.ResourceIndex {
			v = ssa.VarID(f.Word(p, 0))
		} else if f.Op(p).Class() == op.ClassDeref {
			v = rootVar(f, p)
		}
		if v == 0 || v.IsLocal() {
			continue
		}
		switch {
		case o.IsPath() && k == 0 && o != op.DerefCast:
		case f.Op(p) == op.ResourceIndex && form.Kind == op.NoMemory:
			if o != op.SSBOSize {
				uses[v] |= isHandedOn
			}
		case form.Kind != op.NoMemory && int(form.Block) == k:
			uses[v] |= [...]uint8{op.MemoryLoad: isRead, op.MemoryStore: isWritten, op.MemoryAtomic: isRead | isWritten}[form.Role]
		case k == 0 && o == op.Load:
			uses[v] |= isRead
			if types := &f.Shader.Module.Types; types.At(types.Pointee(f.Type(p))).Kind == ir.TypeAtomic {
				uses[v] |= isWritten // others may, as it is to say
			}
		case k == 0 && (o == op.Store || o == op.ImageStore), k == 0 && o == op.Copy:
			uses[v] |= isWritten
		case k == 1 && o == op.Copy, k == 0 && o == op.ImageLoad:
			uses[v] |= isRead
		case k == 0 && (o == op.ArrayLength || isImageOp(o) && o != op.ImageAtomic):
		case k == 0 && (o == op.Atomic || o == op.ImageAtomic):
			uses[v] |= isRead | isWritten
		default:
			uses[v] |= isHandedOn
		}
	}
}

// shareAccess merges the uses of variables that may be one memory: variables of one
// binding, and pairs of which one may alias any other, as itself or as another of its
// binding.
func shareAccess(s *ssa.Shader, uses []uint8) {
	const modes = ssa.ModeSSBO | ssa.ModeImage
	type memory struct {
		uses    uint8
		aliased bool
	}
	list := make([]memory, len(s.Vars)) // by the first variable of each binding, or by one without
	first := make([]int, len(s.Vars))
	bindings := map[ir.ResourceBinding]int{}
	for k := range s.Vars {
		x := &s.Vars[k]
		if x.Mode&modes == 0 {
			continue
		}
		first[k] = k
		if x.HasBinding {
			if j, ok := bindings[x.Binding]; ok {
				first[k] = j
			}
			bindings[x.Binding] = first[k]
		}
		m := &list[first[k]]
		m.uses |= uses[k]
		if x.Memory&ir.Volatile != 0 {
			m.uses |= isHandedOn
		}
		m.aliased = m.aliased || x.Memory&ir.Aliased != 0
	}
	var all, aliased uint8
	for _, m := range list {
		if all |= m.uses; m.aliased {
			aliased |= m.uses
		}
	}
	for k := range s.Vars {
		if s.Vars[k].Mode&modes == 0 {
			continue
		}
		m := list[first[k]]
		uses[k] = m.uses | aliased
		if m.aliased {
			uses[k] = all
		}
	}
}
