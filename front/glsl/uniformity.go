package glsl

// This file implements GLSL's rules for uniform control flow. Derivatives, and samples
// whose level comes of them, are undefined where control flow isn't uniform, but no error,
// and operations on the subgroup are for those that are there; WGSL has an error for each
// unless the module turns the rule off.

import (
	"refract/diag"
	"refract/ir"
)

// allowNonUniform turns WGSL's rules off for modules that they might find fault with:
// those that branch and take derivatives, or operate on the subgroup.
func (c *checker) allowNonUniform() {
	derivatives, groups, branches, apart := false, false, false, false
	for _, f := range c.m.Functions[1:] {
		derivatives = derivatives || f.MayHaveAny(ir.Kinds(ir.KindDerivative)) || f.MayHaveAny(ir.Kinds(ir.KindImageSample)) && samplesByDerivatives(f)
		for _, k := range []ir.StmtKind{ir.StmtSubgroupBallot, ir.StmtSubgroupGather, ir.StmtSubgroupCollective, ir.StmtCooperative} {
			groups = groups || f.MayHaveStmt(k)
		}
		apart = apart || f.MayHaveStmt(ir.StmtSubgroupGather) && movesByValues(f)
		for _, k := range []ir.StmtKind{ir.StmtIf, ir.StmtLoop, ir.StmtSwitch, ir.StmtTerminate} {
			branches = branches || f.MayHaveStmt(k)
		}
	}
	if derivatives && branches && c.hasQuads() {
		c.m.Diagnostics = append(c.m.Diagnostics, ir.DiagnosticFilter{Severity: diag.Off, Rule: "derivative_uniformity"})
	}
	if groups && (branches || apart) {
		c.m.Diagnostics = append(c.m.Diagnostics, ir.DiagnosticFilter{Severity: diag.Off, Rule: "subgroup_uniformity"})
	}
}

// samplesByDerivatives reports whether a function has samples whose level derivatives
// select.
func samplesByDerivatives(f *ir.Function) bool {
	for i := 1; i < f.ExprCount(); i++ {
		if e := ir.ExprID(i); f.Kind(e) == ir.KindImageSample && f.ImageSample(e).Level.IsImplicit() {
			return true
		}
	}
	return false
}

// movesByValues reports whether a function moves values between invocations by a distance or
// mask that isn't a literal: WGSL wants those to be uniform, too.
func movesByValues(f *ir.Function) bool {
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtSubgroupGather {
			switch v := f.SubgroupGather(s); v.Mode {
			case ir.ShuffleUp, ir.ShuffleDown, ir.ShuffleXor:
				if f.Kind(v.Index) != ir.KindLiteral {
					return true
				}
			}
		}
	}
	return false
}
