package opt

// This file removes functions that nothing calls.
//
//	before              after
//	fn unused() { }     fn main() { }
//	fn main() { }
//
// Entry points and their callees stay. A function that nothing calls can hand on the
// address of a workgroup's variable, which keeps its accesses from being made explicit;
// without it they can be.

import (
	"refract/ssa"
	"refract/ssa/pass"
)

// DeadFunctions removes functions that no entry point reaches; of a shader
// without entry points, none.
var DeadFunctions = &pass.Pass{
	Name:      "dead-functions",
	Doc:       "functions that no entry point reaches are removed",
	Preserves: ssa.AllAnalyses,
	Destroys:  pass.ExplicitShared,
	Shader:    func(s *ssa.Shader) bool { return s.KeepFuncs(s.Reached()) },
}
