package direct3d

// This file checks the sizes of workgroups (D3D12_CS_THREAD_GROUP_MAX_X and its like).

import "refract/ir"

// CheckGroup reports a workgroup that is too large for Direct3D. Stages without workgroups pass.
func CheckGroup(e *ir.EntryPoint, report Report) {
	if !e.Stage.Info().Workgroups {
		return
	}
	total := uint64(1)
	for k, n := range e.WorkgroupSize {
		total *= uint64(max(1, n))
		if n > 1024 || k == 2 && n > 64 || total > 1024 {
			report("a workgroup of so many invocations: the most are 1024, 64 of them in the third dimension", e.Span)
			return
		}
	}
}
