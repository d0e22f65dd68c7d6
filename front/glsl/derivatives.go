package glsl

// This file reads how the invocations of a workgroup form quads, for derivatives in compute, task
// and mesh shaders (GL_KHR_compute_shader_derivatives and NV's extension before it).

import (
	"strings"

	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// derivativeDefaults notes how the invocations of a workgroup form quads.
func (c *checker) derivativeDefaults(n syntax.Node, l *layoutInfo) {
	if l.derivatives == ir.NoDerivativeGroup {
		return
	}
	if !c.stage.Info().Workgroups {
		c.errorf(codeStage, c.t.Span(n), "only compute, task and mesh shaders have groups of derivatives")
		return
	}
	if a := only(exts{extComputeDerivatives, extComputeDerivativesNV}); !c.needs(c.t.Span(n), "derivative_group_"+l.derivatives.String(), &a) {
		return
	}
	if old := c.defaults.derivatives; old != ir.NoDerivativeGroup && old != l.derivatives {
		c.errorf(codeLayout, c.t.Span(n), "the group of derivatives is %s and %s", old, l.derivatives)
	}
	c.defaults.derivatives = l.derivatives
}

// findDerivatives reads ahead how the invocations form quads: functions in front of the layout depend on it.
func (c *checker) findDerivatives() {
	c.quads = false
	if !c.stage.Info().Workgroups {
		return
	}
	for _, n := range c.t.Items() {
		if c.t.Kind(n) != syntax.KindRequalify || len(c.t.Requalify(n).Names) > 0 {
			continue
		}
		for _, q := range c.t.Requalify(n).Quals {
			if c.t.Kind(q) != syntax.KindLayout {
				continue
			}
			for _, id := range c.t.Layout(q) {
				c.quads = c.quads || strings.HasPrefix(c.t.Name(c.t.LayoutID(id).Name), "derivative_group_")
			}
		}
	}
}

// hasQuads reports whether the invocations form quads, so that there are derivatives.
func (c *checker) hasQuads() bool { return c.stage.Info().Quads || c.quads }

// needsQuads refuses a function that takes derivatives in a stage that has none.
func (c *checker) needsQuads(n syntax.Node, name string) bool {
	if c.hasQuads() {
		return true
	}
	if c.stage.Info().Workgroups && (c.lang.exts[extComputeDerivatives] || c.lang.exts[extComputeDerivativesNV]) {
		c.errorf(codeStage, c.t.Span(n), "%s needs layout(derivative_group_quadsKHR) in; or layout(derivative_group_linearKHR) in;", name)
		return false
	}
	c.errorf(codeStage, c.t.Span(n), "only fragment shaders have %s", name)
	return false
}
