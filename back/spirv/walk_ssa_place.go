package spirv

// This file resolves the addresses of the SSA form: chains of dereferences become one
// OpAccessChain at their first use, reused if that dominates.

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// place is the pointer that an address is; of a resource, the pointer to it.
func (w *Writer) place(v ssa.Value) *place {
	s := &w.ssa
	if p := w.knownPlace(v); p != nil {
		return p
	}
	p := place{pointer: w.resolveDerefs(v), scope: w.scopes[len(w.scopes)-1]}
	switch s.g.Op(v) {
	case op.DerefVar:
		if x := s.g.VarOf(v); x.IsLocal() || !w.globals[x].wrapped {
			p.scope = 0 // the variable itself is known everywhere
		}
	case op.Param:
		p.scope = 0
	}
	w.places = append(w.places, p)
	s.places[v] = uint32(len(w.places))
	return &w.places[len(w.places)-1]
}

// knownPlace is the place of an address if it was computed and is known here.
func (w *Writer) knownPlace(v ssa.Value) *place {
	if i := w.ssa.places[v]; i != 0 {
		if p := &w.places[i-1]; !w.closed[p.scope] {
			return p
		}
	}
	return nil
}

// resourceValue is the value of a resource, which is loaded at its first use.
func (w *Writer) resourceValue(v ssa.Value) id {
	p := w.place(v)
	if p.loaded == 0 || w.closed[p.loadedScope] {
		p.loaded = w.load(p.pointer)
		p.loadedScope = w.scopes[len(w.scopes)-1]
	}
	return p.loaded
}

// localVariable is a local variable, declared at its first use.
func (w *Writer) localVariable(v ssa.VarID) pointer {
	l := ir.LocalID(v &^ ssa.LocalVar)
	if w.locals[l] == 0 {
		w.declareLocal(l)
	}
	return w.local(l)
}

// resolveDerefs computes a place.
func (w *Writer) resolveDerefs(v ssa.Value) pointer {
	s := &w.ssa
	g := s.g
	steps := s.values[:0]
	root := v
	var known *place
	for g.Op(root) == op.DerefArray || g.Op(root) == op.DerefStruct {
		if known = w.knownPlace(root); known != nil {
			break
		}
		steps = append(steps, root)
		root = g.Arg(root, 0)
	}
	s.values = steps
	c := &w.chaining
	c.wrapper, c.indices = false, c.indices[:0]
	switch {
	case known != nil:
		c.at = known.pointer
	case g.Op(root) == op.DerefVar:
		if x := g.VarOf(root); x.IsLocal() {
			c.at = w.localVariable(x)
		} else {
			global := w.use(ir.GlobalID(x))
			c.at, c.wrapper = global.root, global.wrapped
		}
	case g.Op(root) == op.Param:
		t := w.m.Types.At(g.Type(root))
		c.at = pointer{id: w.args[g.IndexOf(root)], ty: t.Base, layout: t.Layout, qualities: qualities{class: w.class(t.Space)}}
	case g.Op(root) == op.DerefAddress:
		t := w.m.Types.At(g.Type(root))
		w.needNarrowStorage(t.Base, t.Space)
		c.at = w.pointerAt(t, w.exactly(g.Arg(root, 0), ir.TypeU64))
	default:
		w.span = g.SpanOf(root)
		w.fail("a pointer from a " + g.Op(root).String() + " has no form in SPIR-V")
		return w.variable(ir.TypeU32)
	}
	c.from = c.at.id
	for i := len(steps) - 1; i >= 0; i-- {
		d := steps[i]
		if g.Op(d) == op.DerefStruct {
			w.stepTo(c, g.IndexOf(d))
		} else {
			index, _ := w.read(g.Src(d, 1), integer)
			w.stepBy(c, index, g.Flags(d)&ir.FlagNonUniform != 0)
		}
	}
	return w.endChain(c)
}

// storeTo stores a value through a pointer.
func (w *Writer) storeTo(to pointer, v ssa.Value) {
	s := &w.ssa
	if v == s.deferred {
		s.deferred = 0
		w.copy(to, w.place(s.g.Arg(v, 0)).pointer)
		return
	}
	t := to.ty
	if ty := w.m.Types.At(t); ty.Kind == ir.TypeAtomic {
		t = ir.ScalarTypeOf(ty.Scalar)
	}
	w.store(to, w.exactly(v, t))
}

// putOffLoad reports whether a load is of an aggregate that the next instruction stores,
// its only use: then it is copied from memory to memory.
func (w *Writer) putOffLoad(i ssa.InstrID, t ir.TypeID) bool {
	g := w.ssa.g
	switch w.m.Types.At(t).Kind {
	case ir.TypeArray, ir.TypeStruct:
	default:
		return false
	}
	u := g.FirstUse(i)
	if u == 0 || g.NextUse(u) != 0 {
		return false
	}
	next := g.Next(i)
	for next != 0 && (g.Op(next).Class() == op.ClassConst || g.Op(next).Class() == op.ClassDeref) {
		next = g.Next(next)
	}
	user, _ := g.UserOf(u)
	if user == 0 || user != next {
		return false
	}
	return g.Op(user) == op.Declare || g.Op(user) == op.Store && g.UseIndex(u) == 1
}

// storeParts stores the components in a mask one by one.
func (w *Writer) storeParts(to pointer, v ssa.Value, mask uint32) {
	x := w.exactly(v, to.ty)
	part := ir.ScalarTypeOf(w.m.Types.ScalarOf(to.ty))
	for k := range uint32(w.m.Types.ComponentCount(to.ty)) {
		if mask>>k&1 != 0 {
			w.store(w.element(to, int(k), w.u32(k)), w.extract(part, x, k))
		}
	}
}

// lengthOf is the number of elements of the array behind a pointer: a member of a
// struct, or a whole buffer.
func (w *Writer) lengthOf(v ssa.Value) id {
	g := w.ssa.g
	switch o := g.Op(v); {
	case o == op.DerefStruct:
		return w.arrayLengthOf(w.place(g.Arg(v, 0)).pointer, uint32(g.IndexOf(v)))
	case o == op.DerefVar && !g.VarOf(v).IsLocal():
		return w.arrayLengthOf(w.use(ir.GlobalID(g.VarOf(v))).root, 0)
	default:
		w.fail("the length of an array behind a " + o.String() + " has no form in SPIR-V")
		return w.u32(0)
	}
}

// imageOf is the image that a value is.
func (w *Writer) imageOf(v ssa.Value) image {
	i := image{id: w.operand(v), ty: w.ssa.g.Type(v), nonUniform: w.differs(v)}
	if t := w.m.Types.At(i.ty); t.Kind == ir.TypeSampledImage {
		i.ty, i.combined = t.Base, true
	}
	return i
}

// differs reports whether a resource is picked by an index that differs among
// invocations.
func (w *Writer) differs(v ssa.Value) bool {
	return w.ssa.g.Op(v) == op.DerefArray && w.ssa.g.Flags(v)&ir.FlagNonUniform != 0
}

// callArguments are the arguments of a call.
func (w *Writer) callArguments(i ssa.InstrID, params []ir.Argument) []id {
	g := w.ssa.g
	args := w.params[:0]
	for k := range params {
		args = append(args, w.exactly(g.Arg(i, k), params[k].Type))
	}
	w.params = args
	return args
}

// atomicPlace is the pointer of an atomic operation and the scalar there.
func (w *Writer) atomicPlace(v ssa.Value) (pointer, ir.Scalar) {
	p := w.place(v).pointer
	return p, w.m.Types.ScalarOf(p.ty)
}
