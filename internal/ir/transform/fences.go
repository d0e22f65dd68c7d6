package transform

// This file spells memory barriers that don't wait for targets whose only barriers wait
// (WGSL section "Synchronization Built-in Functions", Metal before 3.2). One beside a
// barrier of the workgroup becomes part of it:
//
//	memory_barrier storage device              control_barrier storage workgroup device
//	control_barrier workgroup
//
// One alone that orders memory for no more than the workgroup may wait as well, since that
// includes its order, if all invocations come by together:
//
//	memory_barrier workgroup                   control_barrier workgroup
//
// Barriers stay that the target can't express: ones that order memory for other workgroups,
// without waiting for this one, or in control flow that may not be uniform.

import (
	"refract/ir"
)

// HasFences reports whether there is a memory barrier that doesn't wait.
func HasFences(m *ir.Module) bool {
	for _, f := range m.Functions[1:] {
		if f.MayHaveStmt(ir.StmtMemoryBarrier) {
			return true
		}
	}
	return false
}

// MergeFences makes barriers of the workgroup of the memory barriers for which these can
// stand. The scope of a barrier that orders buffers or textures for other workgroups as
// well is the device or the queue family.
func MergeFences(m *ir.Module) {
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtMemoryBarrier) {
			continue
		}
		for b := 1; b < f.BlockCount(); b++ {
			mergeFences(f, f.Block(ir.BlockID(b)))
		}
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		if f := m.Functions[e.Function]; f.MayHaveStmt(ir.StmtMemoryBarrier) && e.Stage.Info().Workgroups {
			waitAtFences(f, f.Body)
		}
	}
}

// mergeFences makes the memory barriers next to a barrier of the workgroup part of it.
func mergeFences(f *ir.Function, list []ir.StmtID) {
	for i := 0; i < len(list); {
		n, waits := i, ir.StmtID(0)
		for ; n < len(list) && isFence(f, list[n]); n++ {
			if f.StmtKind(list[n]) == ir.StmtControlBarrier {
				waits = list[n]
			}
		}
		if waits != 0 && n-i > 1 {
			all := f.Barrier(waits)
			for _, s := range list[i:n] {
				all = joined(all, f.Barrier(s))
			}
			for _, s := range list[i:n] {
				if f.StmtKind(s) == ir.StmtMemoryBarrier {
					f.OverwriteStmt(s, f.AddEmit(nil, f.StmtSpan(s)))
				}
			}
			f.OverwriteStmt(waits, f.AddBarrier(ir.StmtControlBarrier, all, f.StmtSpan(waits)))
		}
		i = n + 1
	}
}

// isFence reports whether a statement is a memory barrier, or a barrier of the workgroup.
func isFence(f *ir.Function, s ir.StmtID) bool {
	switch f.StmtKind(s) {
	case ir.StmtMemoryBarrier:
		return true
	case ir.StmtControlBarrier:
		return f.Barrier(s).Memory&ir.MemorySubgroup == 0
	}
	return false
}

// joined is a barrier of the workgroup that includes the order of another.
func joined(a, b ir.Barrier) ir.Barrier {
	a.Memory |= b.Memory &^ ir.MemorySubgroup
	if !OrdersDevice(a) && OrdersDevice(b) {
		a.Scope = b.Scope
	}
	if a.Ordering != b.Ordering {
		a.Ordering = ir.OrderDefault // both acquires and releases
	}
	return a
}

// OrdersDevice reports whether a barrier orders memory that other workgroups see for them,
// too.
func OrdersDevice(b ir.Barrier) bool {
	return b.Memory&(ir.MemoryStorage|ir.MemoryTexture) != 0 && (b.Scope == ir.ScopeDevice || b.Scope == ir.ScopeQueueFamily)
}

// waitAtFences makes barriers of the workgroup of memory barriers in a list that all
// invocations go through together. It reports whether they still do behind it.
func waitAtFences(f *ir.Function, b ir.BlockID) bool {
	for _, s := range f.Block(b) {
		switch k := f.StmtKind(s); k {
		case ir.StmtMemoryBarrier:
			if v := f.Barrier(s); !OrdersDevice(v) {
				v.Memory &^= ir.MemorySubgroup
				v.Scope = ir.ScopeDefault
				f.OverwriteStmt(s, f.AddBarrier(ir.StmtControlBarrier, v, f.StmtSpan(s)))
			}
		case ir.StmtBlock:
			if !waitAtFences(f, f.BlockStmt(s)) {
				return false
			}
		case ir.StmtIf, ir.StmtSwitch, ir.StmtLoop, ir.StmtReturn, ir.StmtTerminate:
			if mayReturn(f, s) {
				return false
			}
		}
	}
	return true
}

// mayReturn reports whether an invocation may leave the function in a statement, or a list
// that it holds.
func mayReturn(f *ir.Function, s ir.StmtID) bool {
	in := func(b ir.BlockID) bool {
		if b == 0 {
			return false
		}
		for _, s := range f.Block(b) {
			if mayReturn(f, s) {
				return true
			}
		}
		return false
	}
	switch f.StmtKind(s) {
	case ir.StmtReturn, ir.StmtTerminate:
		return true
	case ir.StmtBlock:
		return in(f.BlockStmt(s))
	case ir.StmtIf:
		v := f.If(s)
		return in(v.Accept) || in(v.Reject)
	case ir.StmtLoop:
		v := f.Loop(s)
		return in(v.Body) || in(v.Continuing)
	case ir.StmtSwitch:
		for _, c := range f.Switch(s).Cases {
			if in(c.Body) {
				return true
			}
		}
	}
	return false
}
