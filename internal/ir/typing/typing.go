// Package typing checks the types of expressions: that the operands obey the rule of each
// kind and operation (the doc comments of ir's kinds and enumerations are the rules), and
// that the stored type is the one that follows from the operands' types.
//
// It is independent of the inference in package ir, which trusts its input.
// Because every operand has a stored type that was checked in its own turn, a
// check looks at one node only, in any order, and allocates nothing unless it
// finds a problem. Handles must be in range (ir.Module.CheckHandles) and types
// valid (Facts.Problems empty); then no expression whatsoever makes it panic.
package typing

import (
	"fmt"

	"refract/diag"
	"refract/ir"
)

// Code is the stable name of a rule.
type Code = diag.Code

// The rules that types and expressions can break.
const (
	CodeTypeCycle        Code = "type-cycle"
	CodeTypeNesting      Code = "type-nesting"
	CodeInvalidType      Code = "invalid-type"
	CodeInvalidStruct    Code = "invalid-struct"
	CodeInvalidImageType Code = "invalid-image-type"

	CodeExprType      Code = "expression-type"     // the stored type is not the one that follows
	CodeOperandType   Code = "operand-type"        // an operand has a type that the operation doesn't take
	CodeOperandCount  Code = "operand-count"       // an operand is missing or superfluous
	CodeIndexRange    Code = "index-out-of-bounds" // of a static index
	CodeLiteral       Code = "invalid-literal"
	CodeCompose       Code = "invalid-compose"
	CodeSwizzle       Code = "invalid-swizzle"
	CodeConversion    Code = "invalid-conversion"
	CodePointer       Code = "invalid-pointer-use" // of a load, access or array length
	CodeImageClass    Code = "image-class"         // the image is none that the operation works on
	CodeImageOperand  Code = "image-operand"       // coordinate, array index, offset, level, sample, depth reference
	CodeSampler       Code = "sampler-kind"
	CodeNotConstant   Code = "not-constant" // an operand must be a constant expression
	CodeRayQuery      Code = "ray-query"
	CodeNotConstExpr  Code = "not-const-expression" // a kind that can't stand at module scope
	CodeConstructible Code = "not-constructible"
)

// A Problem is a rule that an expression breaks.
type Problem struct {
	Code    Code
	Operand ir.ExprID // the operand at fault, or 0 for the expression itself
	Message string
}

// A Checker checks the expressions of one arena after the other.
type Checker struct {
	Problem Problem // what Check found last

	m     *ir.Module
	facts *Facts
	e     *ir.Exprs
	f     *ir.Function // nil: module scope
}

// Start makes the checker serve a module with the given facts.
func (c *Checker) Start(m *ir.Module, facts *Facts) {
	c.m, c.facts = m, facts
	c.e, c.f = &m.Consts, nil
}

// Function makes Check look at the expressions of a function.
func (c *Checker) Function(f *ir.Function) { c.e, c.f = &f.Exprs, f }

// Consts makes Check look at module-scope expressions.
func (c *Checker) Consts() { c.e, c.f = &c.m.Consts, nil }

func (c *Checker) fail(code Code, operand ir.ExprID, format string, args ...any) bool {
	c.Problem = Problem{code, operand, fmt.Sprintf(format, args...)}
	return false
}

// name spells the type of an expression.
func (c *Checker) name(x ir.ExprID) string { return c.m.TypeName(c.e.TypeOf(x)) }

func (c *Checker) at(x ir.ExprID) *ir.Type { return c.m.Types.At(c.e.TypeOf(x)) }

// is checks the stored type against the one that follows.
func (c *Checker) is(id ir.ExprID, want ir.TypeID) bool {
	if c.e.TypeOf(id) == want && want != 0 {
		return true
	}
	return c.fail(CodeExprType, 0, "the expression is recorded as %s, but is %s", c.name(id), c.m.TypeName(want))
}

// constKinds are the kinds that may stand at module scope.
const constKinds = 1<<ir.KindLiteral | 1<<ir.KindConstant | 1<<ir.KindOverride | 1<<ir.KindZeroValue | 1<<ir.KindCompose |
	1<<ir.KindSplat | 1<<ir.KindSwizzle | 1<<ir.KindAccess | 1<<ir.KindAccessIndex | 1<<ir.KindUnary | 1<<ir.KindBinary |
	1<<ir.KindSelect | 1<<ir.KindRelational | 1<<ir.KindMath | 1<<ir.KindAs

// Check reports whether the expression obeys its rules; if not, Problem is the one it
// breaks. Result kinds have the types that their statements give them, which is not checked
// here.
func (c *Checker) Check(id ir.ExprID) bool {
	kind := c.e.Kind(id)
	if c.f == nil && constKinds>>kind&1 == 0 {
		return c.fail(CodeNotConstExpr, 0, "a %s can't stand at module scope", kind)
	}
	switch kind {
	case ir.KindLiteral:
		return c.literal(id)
	case ir.KindConstant:
		return c.is(id, c.m.Constants[c.e.ConstantRef(id)].Type)
	case ir.KindOverride:
		return c.is(id, c.m.Overrides[c.e.OverrideRef(id)].Type)
	case ir.KindZeroValue:
		if !c.facts.Has(c.e.TypeOf(id), Constructible) {
			return c.fail(CodeConstructible, 0, "there is no zero value of %s", c.name(id))
		}
		return true
	case ir.KindArgument:
		return c.is(id, c.f.Args[c.e.ArgumentIndex(id)].Type)
	case ir.KindGlobal:
		return c.global(id)
	case ir.KindLocal:
		return c.isPointer(id, c.f.Locals[c.e.LocalRef(id)].Type, ir.SpaceFunction, ir.AccessReadWrite, ir.NoLayout)
	case ir.KindCompose:
		return c.compose(id)
	case ir.KindSplat:
		return c.splat(id)
	case ir.KindSwizzle:
		return c.swizzle(id)
	case ir.KindAccess:
		return c.access(id)
	case ir.KindAccessIndex:
		a := c.e.AccessIndex(id)
		return c.element(id, a.Base, a.Index, true)
	case ir.KindLoad:
		return c.load(id)
	case ir.KindUnary:
		return c.unary(id)
	case ir.KindBinary:
		return c.binary(id)
	case ir.KindSelect:
		return c.selection(id)
	case ir.KindRelational:
		return c.relational(id)
	case ir.KindMath:
		return c.math(id)
	case ir.KindAs:
		return c.as(id)
	case ir.KindDerivative:
		return c.derivative(id)
	case ir.KindImageSample:
		return c.imageSample(id)
	case ir.KindImageLoad:
		return c.imageLoad(id)
	case ir.KindImageQuery:
		return c.imageQuery(id)
	case ir.KindArrayLength:
		return c.arrayLength(id)
	case ir.KindRayQueryGet, ir.KindRayQueryVertex:
		return c.rayQuery(id)
	case ir.KindPointerAt:
		return c.pointerAt(id)
	case ir.KindBufferView:
		return c.bufferView(id)
	case ir.KindInterpolate:
		return c.interpolate(id)
	case ir.KindCallResult, ir.KindAtomicResult, ir.KindWorkgroupUniformResult, ir.KindSubgroupResult, ir.KindRayQueryProceedResult,
		ir.KindPipelineResult:
		return true
	}
	panic("typing: check of " + kind.String())
}

func (c *Checker) literal(id ir.ExprID) bool {
	t := c.at(id)
	if t.Kind != ir.TypeScalar {
		return c.fail(CodeLiteral, 0, "a literal is a scalar, not %s", c.name(id))
	}
	if w := t.Scalar.Bits(); w < 64 && c.e.LiteralBits(id)>>w != 0 {
		return c.fail(CodeLiteral, 0, "the literal has more bits than %s", c.name(id))
	}
	return true
}

// isPointer checks that the stored type is the given pointer.
func (c *Checker) isPointer(id ir.ExprID, base ir.TypeID, space ir.AddressSpace, access ir.AccessMode, layout ir.LayoutID) bool {
	t := c.at(id)
	if t.Kind == ir.TypePointer && t.Base == base && t.Space == space && t.Access == access && t.Layout == layout {
		return true
	}
	return c.fail(CodeExprType, 0, "the expression is recorded as %s, but is a pointer to %s in %s, %s, layout %d",
		c.name(id), c.m.TypeName(base), space, access, layout)
}

func (c *Checker) global(id ir.ExprID) bool {
	g := &c.m.Globals[c.e.GlobalRef(id)]
	if g.Space == ir.SpaceHandle {
		return c.is(id, g.Type)
	}
	return c.isPointer(id, g.Type, g.Space, g.Access, g.Layout)
}

// constantBudget bounds how many expressions IsConstant looks at.
const constantBudget = 64

// IsConstant reports whether an expression of the arena is made of literals and
// named constants only. It looks at a few dozen expressions at most.
func (c *Checker) IsConstant(id ir.ExprID) bool {
	budget := constantBudget
	return c.constant(id, &budget)
}

func (c *Checker) constant(id ir.ExprID, budget *int) bool {
	if *budget--; *budget < 0 {
		return false
	}
	switch c.e.Kind(id) {
	case ir.KindLiteral, ir.KindConstant, ir.KindZeroValue:
		return true
	case ir.KindCompose:
		for _, x := range c.e.Compose(id).Components {
			if !c.constant(x, budget) {
				return false
			}
		}
		return true
	case ir.KindSplat, ir.KindUnary, ir.KindAs, ir.KindAccessIndex, ir.KindSwizzle:
		return c.constant(c.e.Operand(id), budget)
	case ir.KindBinary:
		b := c.e.Binary(id)
		return c.constant(b.Left, budget) && c.constant(b.Right, budget)
	}
	return false
}
