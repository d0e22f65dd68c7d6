package transform

// This file sets private variables at the beginning of an entry point instead of their
// declaration. DXC loses the value of a static aggregate with a constant initializer if the
// shader assigns nothing to it but copies of itself:
//
//	static S s = { 1, { 2, 3 } };
//	S t = s; s = t;
//
// leaves it undefined ("Assignment of undefined values to UAV"), as it takes copies for
// no change, and drops the variable with them. Here
//
//	global @s : @S private = ^1
//	func @main() { ... }
//
// becomes
//
//	constant @s_init : @S = ^1
//	global @s : @S private
//	func @main() {
//	  store @s, @s_init
//	  ...

// Zeros are stored too, and stay, if the variable or an array in it is ever given a whole
// value: if that is a constant, DXC takes the variable for that constant,
//
//	static uint s[3] = (uint[3])0;
//	if (c) { static const uint t[3] = { 1u, 2u, 3u }; s = t; }
//
// whatever c is.

import (
	"slices"

	"refract/ir"
)

// InitializePrivate makes stores of the initializers of private structs and arrays that are
// written, at the beginning of each entry point that uses them. Zeros are stored for
// variables that are given whole arrays or structs.
func InitializePrivate(m *ir.Module) {
	isAggregate := func(g ir.Global) bool {
		return g.Space == ir.SpacePrivate && !g.Type.IsElementary() && !m.HoldsRayObject(g.Type)
	}
	if !slices.ContainsFunc(m.Globals, isAggregate) {
		return
	}
	var late []ir.GlobalID
	for i, w := range writes(m) {
		if g := &m.Globals[i]; isAggregate(*g) && (w == writtenWhole || w == writtenPart && !isZero(m, g)) {
			late = append(late, ir.GlobalID(i))
		}
	}
	if late == nil {
		return
	}
	inits := make([]ir.ConstantID, len(m.Globals))
	for _, id := range late {
		g := &m.Globals[id]
		if isZero(m, g) {
			continue
		}
		m.Constants = append(m.Constants, ir.Constant{Name: g.Name + "_init", Type: g.Type, Init: g.Init, Span: g.Span})
		inits[id], g.Init = ir.ConstantID(len(m.Constants)-1), 0
	}
	var r reach
	var b ir.Builder
	for i := range m.EntryPoints {
		r.from(m, m.EntryPoints[i].Function)
		used := func(id ir.GlobalID) bool { return r.globals[id] }
		var list []ir.GlobalID
		for _, id := range late {
			if used(id) && !isSetFirst(m.Functions[m.EntryPoints[i].Function], id) {
				list = append(list, id)
			}
		}
		if list == nil {
			continue
		}
		prepend(&b, m, m.OwnFunction(i), func(b *ir.Builder) {
			for _, id := range list {
				b.Span = m.Globals[id].Span
				v := ir.ExprID(0)
				if inits[id] != 0 {
					v = b.Constant(inits[id])
				} else {
					v = b.Zero(m.Globals[id].Type)
				}
				b.Store(b.Global(id), v)
			}
		})
	}
}

// isSetFirst reports whether a function begins with stores of whole variables, that one
// among them.
func isSetFirst(f *ir.Function, g ir.GlobalID) bool {
	for _, s := range f.Block(f.Body) {
		if f.StmtKind(s) != ir.StmtStore || f.Kind(f.Store(s).Pointer) != ir.KindGlobal {
			return false
		}
		if f.GlobalRef(f.Store(s).Pointer) == g {
			return true
		}
	}
	return false
}

// isZero reports whether a private variable begins as zero.
func isZero(m *ir.Module, g *ir.Global) bool {
	return g.Init == 0 || m.Consts.Kind(ir.ExprID(g.Init)) == ir.KindZeroValue
}

// How a variable is written.
const (
	writtenPart  = 1 + iota // scalars, vectors and matrices of it are
	writtenWhole            // a struct or array is, or it is handed to a function
)

// writes finds out how variables are written, by GlobalID.
func writes(m *ir.Module) []uint8 {
	list := make([]uint8, len(m.Globals))
	note := func(f *ir.Function, x ir.ExprID, how uint8) {
		if x = origin(f, x); f.Kind(x) == ir.KindGlobal {
			g := f.GlobalRef(x)
			list[g] = max(list[g], how)
		}
	}
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			switch f.StmtKind(s) {
			case ir.StmtStore:
				if v := f.Store(s); f.TypeOf(v.Value).IsElementary() {
					note(f, v.Pointer, writtenPart)
				} else {
					note(f, v.Pointer, writtenWhole)
				}
			case ir.StmtCall:
				for _, x := range f.Call(s).Args {
					note(f, x, writtenWhole)
				}
			}
		}
	}
	return list
}
