package transform

import "refract/ir"

// This file changes types of images wherever a module has them, for transforms that make
// images of another dimension: alone, combined with samplers and in binding arrays.

// imageTypes changes types of images. change returns the type that takes the place of one,
// and whether that is another.
type imageTypes struct {
	m      *ir.Module
	change func(t ir.Type) (ir.Type, bool)
}

// any reports whether there is a type to change.
func (r imageTypes) any() bool {
	for i := ir.FirstModuleType; int(i) < r.m.Types.Len(); i++ {
		if r.isOne(i) {
			return true
		}
	}
	return false
}

// isOne reports whether a type is one to change.
func (r imageTypes) isOne(id ir.TypeID) bool {
	t := *r.m.Types.At(id)
	if t.Kind != ir.TypeImage {
		return false
	}
	_, is := r.change(t)
	return is
}

// of is the type that takes the place of a type.
func (r imageTypes) of(id ir.TypeID) ir.TypeID {
	t := *r.m.Types.At(id)
	switch t.Kind {
	case ir.TypeImage:
		changed, is := r.change(t)
		if !is {
			return id
		}
		t = changed
	case ir.TypeSampledImage, ir.TypeBindingArray:
		base := r.of(t.Base)
		if base == t.Base {
			return id
		}
		t.Base = base
	default:
		return id
	}
	return r.m.Types.Intern(t)
}

// apply changes the types of variables, parameters and expressions.
func (r imageTypes) apply() {
	for i := range r.m.Globals[1:] {
		g := &r.m.Globals[1+i]
		g.Type = r.of(g.Type)
	}
	for _, f := range r.m.Functions[1:] {
		for i := range f.Args {
			f.Args[i].Type = r.of(f.Args[i].Type)
		}
		for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
			f.SetType(x, r.of(f.TypeOf(x)))
		}
	}
}
