package transform

// This file puts values in the place of overrides, as creating a pipeline does
// (WGSL section "Override Declarations", WebGPU section "GPUProgrammableStage"):
// overrides become literals, lengths of arrays and sizes of workgroups numbers.

import (
	"fmt"
	"maps"
	"math"
	"slices"

	"refract/diag"
	"refract/internal/ir/consteval"
	"refract/internal/num"
	"refract/ir"
)

// OverrideError reports a value that can't be substituted, or a dependent expression that
// can't be evaluated.
type OverrideError struct {
	Name    string // of the override, or what depends on one
	Message string
	Span    diag.Span // zero where the module has no such override
	Code    diag.Code // of the diagnostic that it becomes: one of those below, or of consteval
}

// The codes of OverrideErrors.
const (
	CodeNoOverride    diag.Code = "no-such-override" // a value for what the module doesn't have
	CodeOverrideValue diag.Code = "override-value"   // a value that the type doesn't have
	CodeOverrideUnset           = consteval.CodeMissingOverride
	CodeOverrideSize            = consteval.CodeSize
)

func (e *OverrideError) Error() string { return e.Name + ": " + e.Message }

// SubstituteOverrides gives overrides the values of the pipeline, by their id in decimal if
// they have one, else by name; the others get the values of their initializers. The module
// has no overrides afterwards. On an error, a *OverrideError, it is partly changed.
func SubstituteOverrides(m *ir.Module, values map[string]float64) error {
	if len(m.Overrides) == 1 && len(values) == 0 {
		return nil
	}
	if len(m.Overrides) == 1 {
		for _, key := range slices.Sorted(maps.Keys(values)) {
			return &OverrideError{Name: key, Message: "there is no such override", Code: CodeNoOverride}
		}
		return nil
	}
	s := &substitution{m: m, set: make([]bool, len(m.Overrides)), bits: make([]uint64, len(m.Overrides))}
	if err := s.assign(values); err != nil {
		return err
	}
	if err := s.evaluate(); err != nil {
		return err
	}
	if err := s.sizes(); err != nil {
		return err
	}
	s.replace(&m.Consts)
	for _, f := range m.Functions[1:] {
		s.replace(&f.Exprs)
	}
	m.Overrides = m.Overrides[:1]
	return s.fold()
}

type substitution struct {
	m    *ir.Module
	eval consteval.Evaluator
	set  []bool          // by OverrideID: the pipeline or evaluation gave it a value
	bits []uint64        // by OverrideID
	kept []ir.OverrideID // of FreezeOverrides, by OverrideID: its new id; 0: it has its value for good
}

// isOpen reports whether a length or size stays an expression.
func (s *substitution) isOpen(c ir.ConstID) bool { return s.kept != nil && DependsOnOverride(s.m, c) }

// assign takes the pipeline's values.
func (s *substitution) assign(values map[string]float64) error {
	for i := 1; i < len(s.m.Overrides) && len(values) > 0; i++ {
		o := &s.m.Overrides[i]
		v, ok := values[o.Key()]
		if !ok {
			continue
		}
		bits, fits := OverrideBits(s.m.Types.ScalarOf(o.Type), v)
		if !fits {
			return &OverrideError{o.Name, fmt.Sprintf("%v is no value of type %s", v, s.m.TypeName(o.Type)), o.Span, CodeOverrideValue}
		}
		s.set[i], s.bits[i] = true, bits
	}
	for _, key := range slices.Sorted(maps.Keys(values)) {
		if FindOverride(s.m, key) == 0 {
			return &OverrideError{Name: key, Message: "there is no such override", Code: CodeNoOverride}
		}
	}
	return nil
}

// FindOverride returns the first override that a pipeline names so, by its id in
// decimal if it has one, else by name; 0: none.
func FindOverride(m *ir.Module, key string) ir.OverrideID {
	for i := 1; i < len(m.Overrides); i++ {
		if m.Overrides[i].Key() == key {
			return ir.OverrideID(i)
		}
	}
	return 0
}

// OverrideBits converts the value of an override of a scalar type as WebGPU does: to bool by comparison with zero,
// to an integer by truncation, to a float by rounding; it must be finite and in
// the type's range, else it is no value of the type.
func OverrideBits(s ir.Scalar, v float64) (uint64, bool) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		return 0, false
	}
	switch {
	case s.IsInteger():
		v = math.Trunc(v)
		limit := math.Ldexp(1, s.Bits()) // one more than the greatest value
		if !s.IsSigned() {
			if v < 0 || v >= limit {
				return 0, false
			}
			return uint64(v), true
		}
		if limit /= 2; v < -limit || v >= limit {
			return 0, false
		}
		return uint64(int64(v)) & (1<<s.Bits() - 1), true
	}
	switch s {
	case ir.Bool:
		if v != 0 {
			return 1, true
		}
		return 0, true
	case ir.F16:
		h := num.F16FromF64(v)
		return uint64(h), h.IsFinite()
	case ir.F32:
		f := float32(v)
		return uint64(math.Float32bits(f)), !math.IsInf(float64(f), 0)
	case ir.F64:
		return math.Float64bits(v), true
	}
	return 0, false
}

// value is the value of an override for the evaluator.
func (s *substitution) value(o ir.OverrideID) (consteval.Value, bool) {
	return consteval.Bits(s.m.Overrides[o].Type, s.bits[o]), s.set[o]
}

// evaluate gives the other overrides the values of their initializers.
func (s *substitution) evaluate() error {
	s.eval.Start(s.m)
	for i := 1; i < len(s.m.Overrides); i++ {
		o := &s.m.Overrides[i]
		if s.set[i] {
			continue
		}
		if o.Init == 0 {
			return &OverrideError{o.Name, "the pipeline must give it a value", o.Span, CodeOverrideUnset}
		}
		v, err := s.eval.Evaluate(o.Init, s.value)
		if err != nil {
			return &OverrideError{o.Name, err.Message, s.span(err, o.Span), err.Code}
		}
		s.bits[i] = v.Bits
	}
	for i := range s.set {
		s.set[i] = true
	}
	return nil
}

func (s *substitution) span(err *consteval.Error, otherwise diag.Span) diag.Span {
	if err.Expr != 0 {
		if at := s.m.Consts.SpanOf(ir.ExprID(err.Expr)); !at.IsZero() {
			return at
		}
	}
	return otherwise
}

// size evaluates a length or size, which must be at least 1.
func (s *substitution) size(what string, c ir.ConstID, at diag.Span) (uint32, error) {
	v, err := s.eval.Evaluate(c, s.value)
	if err != nil {
		return 0, &OverrideError{what, err.Message, s.span(err, at), err.Code}
	}
	n, ok := v.Integer()
	if !ok || n < 1 || n > math.MaxUint32 {
		return 0, &OverrideError{what, fmt.Sprintf("it is %d and must be at least 1", n), at, CodeOverrideSize}
	}
	return uint32(n), nil
}

// sizes evaluates the sizes of workgroups and the lengths of arrays.
func (s *substitution) sizes() error {
	m := s.m
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		for d, c := range e.WorkgroupSizeExpr {
			if c == 0 || s.isOpen(c) {
				continue
			}
			n, err := s.size("workgroup size of "+e.Name, c, e.Span)
			if err != nil {
				return err
			}
			e.WorkgroupSize[d], e.WorkgroupSizeExpr[d] = n, 0
		}
		if rule := e.DerivativeGroup.Misfit(e.WorkgroupSize); rule != "" && e.WorkgroupSizeExpr == [3]ir.ConstID{} {
			return &OverrideError{"workgroup size of " + e.Name, rule, e.Span, CodeOverrideSize}
		}
		if c := e.SubgroupSizeExpr; c != 0 && !s.isOpen(c) {
			n, err := s.size("subgroup size of "+e.Name, c, e.Span)
			if err != nil {
				return err
			}
			if n&(n-1) != 0 {
				return &OverrideError{"subgroup size of " + e.Name, fmt.Sprintf("it is %d and must be a power of two", n), e.Span, CodeOverrideSize}
			}
			e.SubgroupSize, e.SubgroupSizeExpr = n, 0
		}
	}
	var to []ir.TypeID // by old type; nil: nothing changes
	last := m.Types.Len()
	for id := ir.FirstModuleType; int(id) < last; id++ {
		t := *m.Types.At(id)
		if t.LengthExpr != 0 && !s.isOpen(t.LengthExpr) {
			n, err := s.size("array length", t.LengthExpr, m.Consts.SpanOf(ir.ExprID(t.LengthExpr)))
			if err != nil {
				return err
			}
			t.Length, t.LengthExpr = n, 0
		} else if to == nil {
			continue
		}
		if to == nil {
			to = make([]ir.TypeID, last)
			for i := range to {
				to[i] = ir.TypeID(i)
			}
		}
		t.Base = to[t.Base]
		to[id] = m.Types.Intern(t)
	}
	if to != nil {
		m.MapTypes(func(t ir.TypeID) ir.TypeID { return to[t] })
	}
	return nil
}

// replace makes literals of the overrides in an arena.
func (s *substitution) replace(x *ir.Exprs) {
	for id, n := ir.ExprID(1), ir.ExprID(x.ExprCount()); id < n; id++ {
		if x.Kind(id) == ir.KindOverride {
			o := x.OverrideRef(id)
			if s.kept != nil && s.kept[o] != 0 {
				x.Overwrite(id, x.AddRef(ir.KindOverride, x.TypeOf(id), uint32(s.kept[o]), x.SpanOf(id)))
				continue
			}
			x.Overwrite(id, x.AddLiteral(s.m.Overrides[o].Type, s.bits[o], x.SpanOf(id)))
		}
	}
}

// fold evaluates the initial values of globals.
func (s *substitution) fold() error {
	s.eval.Start(s.m)
	for i := 1; i < len(s.m.Globals); i++ {
		g := &s.m.Globals[i]
		if g.Init == 0 || !s.m.Consts.Kind(ir.ExprID(g.Init)).NeedsEmit() {
			continue
		}
		v, err := s.eval.Evaluate(g.Init, nil)
		switch {
		case err != nil && err.Code == consteval.CodeTooLarge: // it stays an expression
		case err != nil:
			return &OverrideError{g.Name, err.Message, s.span(err, g.Span), err.Code}
		default:
			g.Init = ir.ConstID(s.eval.MaterializeInto(&s.m.Consts, v, g.Span))
		}
	}
	return nil
}

// Diagnostic is the code of the error, and its place.
func (e *OverrideError) Diagnostic() (diag.Code, diag.Span) { return e.Code, e.Span }
