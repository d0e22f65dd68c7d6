package transform

// This file gives variables of one invocation a defined initial value: zero, as
// WGSL has it (section "Initial Values of Variables").
//
//	global @g : u32 private
//	...
//	var $a : f32
//	var $b : f32
//	local $a
//
// becomes
//
//	global @g : u32 = zero(u32) private
//	...
//	var $a : f32
//	var $b : f32
//	local $b = zero(f32)
//	local $a = zero(f32)
//
// A local that its first statement stores to as a whole isn't touched.

import (
	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ZeroOptions selects the variables that ZeroInitialize initializes.
type ZeroOptions struct {
	Locals    bool // each time their scope is entered
	Private   bool
	Workgroup bool // see zeroworkgroup.go
}

// ZeroInitialize gives an initial value to variables without one. Variables with ray
// queries have none.
func ZeroInitialize(m *ir.Module, opts ZeroOptions) {
	if opts.Private {
		for i := 1; i < len(m.Globals); i++ {
			if g := &m.Globals[i]; g.Space == ir.SpacePrivate && g.Init == 0 && !m.HoldsRayObject(g.Type) {
				g.Init = ir.ConstID(m.Consts.AddZeroValue(g.Type, g.Span))
			}
		}
	}
	if opts.Locals {
		for _, f := range m.Functions[1:] {
			zeroLocals(m, f)
		}
	}
	if opts.Workgroup {
		zeroWorkgroup(m)
	}
}

func zeroLocals(m *ir.Module, f *ir.Function) {
	if allInitialized(f) {
		return
	}
	z := &zeroing{declared: make([]bool, len(f.Locals))}
	rewrite.Function(m, f, z)
	undeclared := false
	for l := 1; l < len(f.Locals); l++ {
		undeclared = undeclared || !z.declared[l] && !m.HoldsRayObject(f.Locals[l].Type)
	}
	if !undeclared {
		return
	}
	prepend(&z.b, m, f, func(b *ir.Builder) {
		for l := 1; l < len(f.Locals); l++ {
			if v := &f.Locals[l]; !z.declared[l] && !m.HoldsRayObject(v.Type) {
				b.Span = v.Span
				b.DeclareLocal(ir.LocalID(l), b.Zero(v.Type))
			}
		}
	})
}

// allInitialized reports whether every local is declared by statements that all initialize
// it; it may be false if there are very many.
func allInitialized(f *ir.Function) bool {
	var declared [256 / 64]uint64
	n := len(f.Locals)
	if n > 256 {
		return false
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount() && n > 1; s++ {
		if f.StmtKind(s) == ir.StmtLocal {
			v := f.LocalDecl(s)
			if v.Init == 0 {
				return false
			}
			declared[v.Local/64] |= 1 << (v.Local % 64)
		}
	}
	for l := 1; l < n; l++ {
		if declared[l/64]>>(l%64)&1 == 0 {
			return false
		}
	}
	return true
}

// zeroing initializes the locals that a StmtLocal declares, in place.
type zeroing struct {
	b        ir.Builder
	declared []bool // by LocalID
}

// Kinds implements rewrite.Selective.
func (*zeroing) Kinds() ir.KindSet { return 0 }

func (z *zeroing) Expr(*rewrite.Editor, ir.ExprID) {}

func (z *zeroing) Stmt(e *rewrite.Editor, s ir.StmtID) {
	if e.F.StmtKind(s) != ir.StmtLocal {
		return
	}
	v := e.F.LocalDecl(s)
	z.declared[v.Local] = true
	t := e.F.Locals[v.Local].Type
	if v.Init != 0 || storedNext(e.F, e.Rest(), v.Local) || e.M.HoldsRayObject(t) {
		return
	}
	e.F.SetLocalInit(s, e.F.AddZeroValue(t, diag.Span{}))
}

// storedNext reports whether the statements begin with a store to the whole of a
// local, whose value doesn't depend on it.
func storedNext(f *ir.Function, list []ir.StmtID, l ir.LocalID) bool {
	for _, s := range list {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, x := range f.Emit(s) {
				var buf [16]ir.ExprID
				for _, o := range f.Operands(x, buf[:0]) {
					if f.Kind(o) == ir.KindLocal && f.LocalRef(o) == l {
						return false
					}
				}
			}
		case ir.StmtStore:
			p := f.Store(s).Pointer
			return f.Kind(p) == ir.KindLocal && f.LocalRef(p) == l
		default:
			return false
		}
	}
	return false
}
