package back

import "refract/ir"

// Unprinted adds to a list the first statement of a module that prints, if the output lacks them.
func Unprinted(m *ir.Module, list []Dropped) []Dropped {
	for _, f := range m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtPrint) {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtPrint {
				return append(list, Dropped{What: "what the shader prints", Span: f.StmtSpan(s)})
			}
		}
	}
	return list
}
