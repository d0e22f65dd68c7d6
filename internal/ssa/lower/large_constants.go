package lower

// This file moves arrays of constants with unknown indices into the shader's constant data.
//
//	before                                  after
//	declare $k, %table                      var @k : array<f32, 9> constant at(0)
//	%1 = deref_var $k
//	%2 = deref_array %1, %i                 %1 = umin %i, 8
//	%3 = load %2 : f32                      %2 = imul %1, 4
//	                                        %3 = load_constant %2, align=4 : f32
//	%4 = extract_dynamic %table, %j         %4 = load_constant ...
//
// A local array is one that nothing writes to but its declaration, and stores behind that in
// the same block and ahead of all loads, and these constants. It needs no memory of the
// function and no stores then. A constant of the module is there once, however often it is
// indexed. Bools become words of zero and one.

import (
	"cmp"
	"slices"

	"refract/diag"
	"refract/internal/ir/layout"
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// ConstantOptions selects the arrays that become constant data.
type ConstantOptions struct {
	Least int `doc:"elements that an array has at least"`
	Bytes int `doc:"bytes that it has at least"`
}

// LargeConstants moves arrays of four elements and more.
var LargeConstants = &pass.Pass{
	Name:      "large-constants",
	Doc:       "arrays of constants with unknown indices become the shader's constant data",
	Replaces:  []string{"opt_large_constants"},
	Destroys:  pass.Scalar | pass.LoopClosed,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return largeConstants(s, ConstantOptions{Least: 4}) },
}

// Constants is the pass with options.
func Constants(o ConstantOptions) *pass.Pass {
	p := *LargeConstants
	p.Shader = func(s *ssa.Shader) bool { return largeConstants(s, o) }
	return &p
}

// A constantTable finds the variables that hold constants.
type constantTable struct {
	s       *ssa.Shader
	o       ConstantOptions
	changed bool
}

func largeConstants(s *ssa.Shader, o ConstantOptions) bool {
	t := constantTable{s: s, o: o}
	for _, f := range s.Funcs[1:] {
		t.locals(f)
		t.values(f)
	}
	if !t.changed {
		return false
	}
	x := newExplicitMemory(s, ssa.ModeConstant)
	all := make([]bool, len(s.Vars))
	for k := range all {
		all[k] = true
	}
	x.place(s.Vars, ssa.ModeConstant, make([]bool, len(s.Vars)), all)
	for _, f := range s.Funcs[1:] {
		x.enter(f)
		x.run()
	}
	return true
}

// isTable reports whether a type is an array that may become constant data.
func (t *constantTable) isTable(ty ir.TypeID) bool {
	m := t.s.Module
	a := m.Types.At(ty)
	if a.Kind != ir.TypeArray || int(a.Length) < t.o.Least || !isPlaced(m, ty, false) || leaves(m, ty) > maxLeaves || holdsBools(m, ty) {
		return false
	}
	if t.o.Bytes <= 0 {
		return true
	}
	info, err := layout.NewPlaces(m).Info(layout.Place{Type: ty})
	return err == nil && int(info.Size) >= t.o.Bytes
}

// holdsBools reports whether a type has bools in it, or atomic numbers, other than as elements
// of arrays: they have no one form in memory.
func holdsBools(m *ir.Module, t ir.TypeID) bool {
	switch ty := m.Types.At(t); ty.Kind {
	case ir.TypeArray:
		return holdsBools(m, ty.Base)
	case ir.TypeStruct:
		return slices.ContainsFunc(m.Structs[ty.Struct].Members, func(x ir.Member) bool {
			for at := x.Type; ; at = m.Types.At(at).Base {
				if y := m.Types.At(at); y.Kind != ir.TypeArray {
					return y.Scalar == ir.Bool || holdsBools(m, at)
				}
			}
		})
	case ir.TypeAtomic:
		return true
	}
	return false
}

// variable is a variable of the constant data that holds an expression, one for all that
// hold the same.
func (t *constantTable) variable(name string, ty ir.TypeID, init ir.ExprID) ssa.VarID {
	t.changed = true
	for k := range t.s.Vars {
		if v := &t.s.Vars[k]; v.Mode == ssa.ModeConstant && v.Type == ty && v.Init == ir.ConstID(init) {
			return ssa.VarID(k)
		}
	}
	return t.s.AddVar(ssa.Variable{Name: name, Mode: ssa.ModeConstant, Type: ty, Access: ir.AccessRead, Init: ir.ConstID(init)})
}

// locals moves local variables.
func (t *constantTable) locals(f *ssa.Function) {
	declares := make([]ssa.InstrID, len(f.Vars))
	derefs := make([][]ssa.InstrID, len(f.Vars))
	bad := make([]bool, len(f.Vars))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Declare:
				v := f.VarOf(i) &^ ssa.LocalVar
				bad[v] = bad[v] || declares[v] != 0
				declares[v] = i
			case op.DerefVar:
				if v := f.VarOf(i); v.IsLocal() {
					v &^= ssa.LocalVar
					derefs[v] = append(derefs[v], i)
				}
			}
		}
	}
	var dom *analysis.Dom
	for k := range f.Vars {
		v := &f.Vars[k]
		if bad[k] || declares[k] == 0 || v.Mode != ssa.ModeFunctionTemp || !t.isTable(v.Type) {
			continue
		}
		var x localTable
		only := true
		for _, d := range derefs[k] {
			only = only && x.collect(f, d)
		}
		if !only || !x.dynamic {
			continue
		}
		if dom == nil {
			dom = analysis.Dominance(f)
		}
		order := analysis.InstrOrder(f)
		first := append([]ssa.InstrID{declares[k]}, x.stores...)
		if slices.ContainsFunc(x.loads, func(i ssa.InstrID) bool {
			return slices.ContainsFunc(first, func(j ssa.InstrID) bool { return !analysis.InstrDominates(f, dom, order, j, i) })
		}) || slices.ContainsFunc(x.stores, func(i ssa.InstrID) bool {
			return f.Block(i) != f.Block(declares[k]) || order.Index[i] < order.Index[declares[k]]
		}) {
			continue
		}
		whole := tablePart{t: v.Type, comp: wholeValue}
		if f.NumSrcs(declares[k]) > 0 {
			whole.v = f.Arg(declares[k], 0)
		}
		slices.SortFunc(x.stores, func(i, j ssa.InstrID) int { return cmp.Compare(order.Index[i], order.Index[j]) })
		stored := true
		for _, i := range x.stores {
			stored = stored && t.store(f, &whole, i)
		}
		if !stored {
			continue
		}
		init, ok := t.expression(f, &whole)
		if !ok {
			continue
		}
		for _, i := range x.stores {
			f.Remove(i)
		}
		to := t.variable(v.Name, t.words(v.Type), init)
		for _, d := range derefs[k] {
			b := f.BuildBefore(d)
			p := b.DerefVar(to)
			f.ReplaceUses(d, p)
			f.Remove(d)
			t.repointWords(f, p)
		}
		f.Remove(declares[k])
	}
}

// A localTable is how a local variable is accessed.
type localTable struct {
	loads, stores []ssa.InstrID
	dynamic       bool // an index that something is loaded by isn't known
}

// collect notes the uses of an address. It reports whether they only load its memory, and
// store by known indices.
func (x *localTable) collect(f *ssa.Function, p ssa.Value) bool {
	n := len(x.stores)
	return onlyLoaded(f, p, &x.loads, &x.stores, &x.dynamic) && !slices.ContainsFunc(x.stores[n:], func(i ssa.InstrID) bool {
		for q := f.Arg(i, 0); f.Op(q) != op.DerefVar; q = f.Arg(q, 0) {
			if f.Op(q) == op.DerefArray {
				if _, known := f.KnownBits(f.Arg(q, 1), 0); !known {
					return true
				}
			}
		}
		return false
	})
}

// wholeValue is the component of a part that is a value of its own.
const wholeValue = -1

// A tablePart is the contents of a part of a table: a value or a component of one, or the
// contents of its own parts.
type tablePart struct {
	t    ir.TypeID
	v    ssa.Value // 0: zero
	comp int
	kids []tablePart
}

// split gives a part its own parts; it reports whether they are known.
func (t *constantTable) split(f *ssa.Function, p *tablePart) bool {
	if p.kids != nil {
		return true
	}
	m := t.s.Module
	ty := *m.Types.At(p.t)
	n, each := int(ty.Length), ty.Base
	switch ty.Kind {
	case ir.TypeVector:
		n, each = int(ty.Rows), ir.ScalarTypeOf(ty.Scalar)
	case ir.TypeMatrix:
		n, each = int(ty.Columns), ir.VectorOf(ty.Scalar, int(ty.Rows))
	case ir.TypeStruct:
		n = len(m.Structs[ty.Struct].Members)
	}
	kids := make([]tablePart, n)
	for k := range kids {
		kids[k] = tablePart{t: each, comp: wholeValue}
		if ty.Kind == ir.TypeStruct {
			kids[k].t = m.Structs[ty.Struct].Members[k].Type
		}
		switch {
		case p.v == 0 || f.Op(p.v) == op.Zero:
		case f.Op(p.v) == op.Compose:
			kids[k].v = f.Arg(p.v, k)
		case ty.Kind == ir.TypeVector:
			kids[k].v, kids[k].comp = p.v, k
		default:
			return false
		}
	}
	p.kids = kids
	return true
}

// store puts the value of a store into a table; it reports whether it can.
func (t *constantTable) store(f *ssa.Function, whole *tablePart, i ssa.InstrID) bool {
	var path []int
	for q := f.Arg(i, 0); f.Op(q) != op.DerefVar; q = f.Arg(q, 0) {
		k := f.IndexOf(q)
		if f.Op(q) == op.DerefArray {
			bits, _ := f.KnownBits(f.Arg(q, 1), 0)
			k = int(min(bits, 1<<31))
		}
		path = append(path, k)
	}
	at := whole
	for k := len(path) - 1; k >= 0; k-- {
		if !t.split(f, at) || path[k] >= len(at.kids) {
			return false
		}
		at = &at.kids[path[k]]
	}
	v, mask := f.Arg(i, 1), f.Field(i, "mask")
	n := t.s.Module.Types.ComponentCount(at.t)
	if mask == 0 || n > 0 && mask == 1<<n-1 {
		*at = tablePart{t: at.t, v: v, comp: wholeValue}
		return true
	}
	if !t.split(f, at) {
		return false
	}
	for k := range at.kids {
		if mask>>k&1 != 0 {
			at.kids[k] = tablePart{t: at.kids[k].t, v: v, comp: k}
		}
	}
	return true
}

// expression is a part as an expression of the module, if it is known.
func (t *constantTable) expression(f *ssa.Function, p *tablePart) (ir.ExprID, bool) {
	m := t.s.Module
	switch {
	case p.kids != nil:
		var list []ir.ExprID
		for k := range p.kids {
			x, ok := t.expression(f, &p.kids[k])
			if !ok {
				return 0, false
			}
			list = append(list, x)
		}
		return m.Consts.AddCompose(t.words(p.t), list, diag.Span{}), true
	case p.v == 0:
		return m.Consts.AddZeroValue(t.words(p.t), diag.Span{}), true
	case p.comp != wholeValue:
		bits, ok := knownComponent(f, p.v, p.comp)
		if !ok {
			return 0, false
		}
		return m.Consts.AddLiteral(t.words(p.t), bits, diag.Span{}), true
	}
	return t.constant(f, p.v)
}

// words is a type with words in place of bools; types of structs have none.
func (t *constantTable) words(ty ir.TypeID) ir.TypeID {
	types := &t.s.Module.Types
	switch x := *types.At(ty); {
	case x.Kind == ir.TypeArray:
		return types.Array(t.words(x.Base), x.Length)
	case x.Scalar == ir.Bool && x.Kind == ir.TypeVector:
		return ir.VectorOf(ir.U32, int(x.Rows))
	case x.Scalar == ir.Bool && x.Kind == ir.TypeScalar:
		return ir.TypeU32
	}
	return ty
}

// repointWords gives the addresses that begin with one of the constant data the types that
// they have there, and makes bools of the words that are loaded.
func (t *constantTable) repointWords(f *ssa.Function, p ssa.Value) {
	types := &t.s.Module.Types
	access := types.At(f.Type(p)).Access
	for u := f.FirstUse(p); u != 0; {
		next := f.NextUse(u)
		switch i, _ := f.UserOf(u); {
		case f.Op(i).IsPath():
			q := *types.At(f.Type(i))
			f.SetType(i, types.Pointer(t.words(q.Base), ir.SpacePrivate, access, q.Layout))
			t.repointWords(f, i)
		case f.Op(i) == op.Load && t.words(f.Type(i)) != f.Type(i):
			b := f.BuildBefore(i)
			x := t.bools(&b, f.Type(i), b.Load(p))
			replace(f, i, x)
		}
		u = next
	}
}

// bools makes a value with bools of one with words.
func (t *constantTable) bools(b *ssa.Builder, ty ir.TypeID, v ssa.Value) ssa.Value {
	types := &t.s.Module.Types
	x := *types.At(ty)
	if x.Kind != ir.TypeArray {
		n := types.ComponentCount(ty)
		return b.Op(op.INe, ty, v, b.Const(t.words(ty), make([]uint64, n)...))
	}
	var list []ssa.Value
	for k := range x.Length {
		list = append(list, t.bools(b, x.Base, b.Extract(t.words(x.Base), v, int(k))))
	}
	return b.Op(op.Compose, ty, list...)
}

// onlyLoaded reports whether the memory of an address is only loaded and stored, by which
// instructions, and whether any index is unknown.
func onlyLoaded(f *ssa.Function, p ssa.Value, loads, stores *[]ssa.InstrID, dynamic *bool) bool {
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		switch {
		case i == 0 || f.UseIndex(u) != 0:
			return false
		case f.Op(i) == op.Load:
			*loads = append(*loads, i)
			continue
		case f.Op(i) == op.Store:
			*stores = append(*stores, i)
			continue
		case f.Op(i) == op.DerefArray:
			if _, ok := f.KnownBits(f.Arg(i, 1), 0); !ok {
				*dynamic = true
			}
		case f.Op(i) != op.DerefStruct:
			return false
		}
		if !onlyLoaded(f, i, loads, stores, dynamic) {
			return false
		}
	}
	return true
}

// repoint gives the addresses that begin with one another address space, and the access
// and layout that the first has.
func repoint(f *ssa.Function, p ssa.Value, space ir.AddressSpace) {
	types := &f.Shader.Module.Types
	access := types.At(f.Type(p)).Access
	for u := f.FirstUse(p); u != 0; u = f.NextUse(u) {
		i, _ := f.UserOf(u)
		if i == 0 || !f.Op(i).IsPath() {
			continue
		}
		t := *types.At(f.Type(i))
		f.SetType(i, types.Pointer(t.Base, space, access, t.Layout))
		repoint(f, i, space)
	}
}

// values moves constants that are indexed as values.
func (t *constantTable) values(f *ssa.Function) {
	of := map[ssa.Value]ssa.VarID{}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.ExtractDynamic {
				continue
			}
			whole := f.Arg(i, 0)
			if !t.isTable(f.Type(whole)) {
				continue
			}
			if _, known := f.KnownBits(f.Arg(i, 1), 0); known {
				continue
			}
			v, seen := of[whole]
			if !seen {
				init, ok := t.constant(f, whole)
				if !ok {
					continue
				}
				v = t.variable("table", t.words(f.Type(whole)), init)
				of[whole] = v
			}
			types := &f.Shader.Module.Types
			at := f.BuildBefore(i)
			p := at.DerefVar(v)
			ptr := types.At(f.Type(p))
			q := at.DerefArray(types.Pointer(t.words(f.Type(i)), ptr.Space, ptr.Access, 0), p, f.Arg(i, 1))
			x := at.Load(q)
			if f.Type(x) != f.Type(i) {
				x = t.bools(&at, f.Type(i), x)
			}
			replace(f, i, x)
		}
	}
}

// constant is a value as an expression of the module, if it is known.
func (t *constantTable) constant(f *ssa.Function, v ssa.Value) (ir.ExprID, bool) {
	m := t.s.Module
	ty := f.Type(v)
	switch f.Op(v) {
	case op.Constant:
		if t.words(ty) != ty {
			return 0, false
		}
		return ir.ExprID(m.Constants[f.Word(v, 0)].Init), true
	case op.Zero:
		return m.Consts.AddZeroValue(t.words(ty), diag.Span{}), true
	case op.Const, op.Vec, op.Mov:
		var parts [4]ir.ExprID
		n := f.Comps(v)
		ty = t.words(ty)
		scalar := ir.ScalarTypeOf(m.Types.ScalarOf(ty))
		for k := range n {
			bits, ok := knownComponent(f, v, k)
			if !ok {
				return 0, false
			}
			parts[k] = m.Consts.AddLiteral(scalar, bits, diag.Span{})
		}
		if n == 1 {
			return parts[0], true
		}
		return m.Consts.AddCompose(ty, parts[:n], diag.Span{}), true
	case op.Compose:
		var parts []ir.ExprID
		for k := range f.NumSrcs(v) {
			x, ok := t.constant(f, f.Arg(v, k))
			if !ok {
				return 0, false
			}
			parts = append(parts, x)
		}
		return m.Consts.AddCompose(t.words(ty), parts, diag.Span{}), true
	}
	return 0, false
}

// knownComponent are the bits of a component of a constant, or of a vec or move of constants.
func knownComponent(f *ssa.Function, v ssa.Value, k int) (uint64, bool) {
	if f.Op(v) == op.Mov {
		s := f.Src(v, 0)
		return f.KnownBits(s.Value, s.Swizzle.At(k))
	}
	if f.Op(v) != op.Vec {
		return f.KnownBits(v, k)
	}
	for p := range f.NumSrcs(v) {
		s := f.Src(v, p)
		if k < int(s.Comps) {
			return f.KnownBits(s.Value, s.Swizzle.At(k))
		}
		k -= int(s.Comps)
	}
	return 0, false
}
