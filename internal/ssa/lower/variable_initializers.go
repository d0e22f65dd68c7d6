package lower

// This file makes initial values of local variables stores.
//
//	before            after
//	declare x, %1     declare x
//	                  %2 = deref_var x
//	                  store %2, %1
//
// Passes over memory then look at stores alone.

import (
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// VariableInitializers makes initial values of local variables stores.
var VariableInitializers = &pass.Pass{
	Name:        "lower-variable-initializers",
	Doc:         "initial values of local variables become stores",
	Replaces:    []string{"lower_variable_initializers"},
	Establishes: pass.NoInits,
	Preserves:   ssa.ControlFlow,
	Function: func(f *ssa.Function) bool {
		changed := false
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				if f.Op(i) != op.Declare || f.NumSrcs(i) == 0 || f.Arg(i, 0) == 0 {
					continue
				}
				v := f.Arg(i, 0)
				build := f.BuildAfter(i)
				build.Store(build.DerefVar(f.VarOf(i)), v)
				f.SetSrcs(i)
				changed = true
			}
		}
		return changed
	},
}
