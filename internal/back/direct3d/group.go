package direct3d

// This file checks the sizes of workgroups (D3D12_CS_THREAD_GROUP_MAX_X and its like), and derivatives
// in them.

import (
	"fmt"

	"refract/diag"
	"refract/internal/back"
	"refract/ir"
)

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

// CheckDerivatives passes derivatives in a stage with workgroups to need, which shader model 6.6 has,
// and reports derivatives of other quads than Direct3D's, which has no declaration of them. A row of threads has
// quads of four successive ones, any other group 2x2 threads.
func CheckDerivatives(m *ir.Module, e *ir.EntryPoint, need, report Report) {
	size, group := e.WorkgroupSize, ir.DerivativeGroupQuads
	if size[1] <= 1 && size[2] <= 1 {
		group = ir.DerivativeGroupLinear
	}
	back.GroupDerivatives(m, e, func(feature string, at diag.Span) {
		need(feature, at)
		if group != e.DerivativeGroup {
			report(fmt.Sprintf("%s of quads of the kind %q in a workgroup of %d, %d, %d: they are of the kind %q there", feature, e.DerivativeGroup, size[0], size[1], size[2], group), at)
		}
	})
}
