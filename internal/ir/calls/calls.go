// Package calls walks the call graph of a module. Calls outside any body count, as statements
// of a function's arena do.
package calls

import (
	"iter"

	"refract/internal/reuse"
	"refract/ir"
)

// Of yields the function of each call of a function, in the order of its statements.
func Of(f *ir.Function) iter.Seq[ir.FuncID] {
	return func(yield func(ir.FuncID) bool) {
		if !f.MayHaveStmt(ir.StmtCall) {
			return
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtCall && !yield(f.Call(s).Function) {
				return
			}
		}
	}
}

// Reached are functions, and the functions that they reach by calls. It keeps its memory.
type Reached struct {
	Has  []bool // by ir.FuncID
	List []ir.FuncID
}

// Start empties the set, for a module.
func (r *Reached) Start(m *ir.Module) {
	r.Has = reuse.Zeroed(r.Has, len(m.Functions))
	r.List = r.List[:0]
}

// Add adds functions of the module and all that they reach, each once, the nearest first.
func (r *Reached) Add(m *ir.Module, ids ...ir.FuncID) {
	next := len(r.List)
	for _, id := range ids {
		r.add(id)
	}
	for ; next < len(r.List); next++ {
		for to := range Of(m.Functions[r.List[next]]) {
			r.add(to)
		}
	}
}

func (r *Reached) add(id ir.FuncID) {
	if !r.Has[id] {
		r.Has[id] = true
		r.List = append(r.List, id)
	}
}
