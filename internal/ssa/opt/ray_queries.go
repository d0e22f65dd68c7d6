package opt

// This file removes ray queries whose results nothing reads.
//
//	before                          after
//	ray_initialize $q, %as, %ray
//	%1 = ray_proceed $q
//	store @out, %2                  store @out, %2

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// RayQueries removes ray queries that are traversed for nothing.
var RayQueries = &pass.Pass{
	Name:      "ray-queries",
	Doc:       "ray queries go if nothing reads what they find",
	Replaces:  []string{"opt_ray_queries"},
	Preserves: ssa.ControlFlow,
	Function:  rayQueries,
}

func rayQueries(f *ssa.Function) bool {
	if !f.MayHave(op.RayInitialize) {
		return false
	}
	read := make([]bool, len(f.Vars))
	uses := make([][]ssa.InstrID, len(f.Vars))
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) != op.DerefVar || !f.VarOf(i).IsLocal() {
				continue
			}
			v := f.VarOf(i) &^ ssa.LocalVar
			for u := f.FirstUse(i); u != 0; u = f.NextUse(u) {
				user, _ := f.UserOf(u)
				switch f.Op(user) {
				case op.RayInitialize, op.RayTerminate, op.RayGenerate, op.RayConfirm, op.RayProceed:
					uses[v] = append(uses[v], user)
					read[v] = read[v] || f.HasUses(user)
				default:
					read[v] = true
				}
			}
		}
	}
	changed := false
	for v, list := range uses {
		if read[v] {
			continue
		}
		for _, i := range list {
			f.Remove(i)
			changed = true
		}
	}
	return changed
}
