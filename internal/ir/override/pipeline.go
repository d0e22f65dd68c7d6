package override

// Errors of making a pipeline: they depend on the values of overrides (WGSL section
// "override Expressions", "pipeline-creation error").

import (
	"cmp"
	"fmt"
	"strings"

	"refract/diag"
	"refract/internal/ir/consteval"
	"refract/internal/ir/transform"
	"refract/ir"
)

// checkPipelines makes a pipeline of each entry point with the values, which are of the
// overrides' types, and reports expressions that can't be evaluated: a workgroup or an
// array without elements, a division by zero, an index or a shift that is out of range, an
// override that is used and has no value.
func checkPipelines(m *ir.Module, values map[string]float64, list *diag.List) {
	given := make([]consteval.Value, len(m.Overrides))
	var settings []string
	for id := 1; id < len(given) && len(values) > 0; id++ {
		if v, ok := values[m.Overrides[id].Key()]; ok {
			bits, _ := transform.OverrideBits(m.Types.ScalarOf(m.Overrides[id].Type), v)
			given[id] = consteval.Bits(m.Overrides[id].Type, bits)
		}
	}
	for id := 1; id < len(given); id++ {
		if given[id].IsKnown() {
			settings = append(settings, fmt.Sprintf("%s = %v", m.Overrides[id].Name, values[m.Overrides[id].Key()]))
		}
	}
	var e consteval.Evaluator
	e.Start(m)
	for i := range m.EntryPoints {
		entry := &m.EntryPoints[i]
		e.CheckEntryPoint(entry, func(id ir.OverrideID) (consteval.Value, bool) {
			return given[id], given[id].IsKnown()
		}, func(f ir.FuncID, err *consteval.Error) {
			at := cmp.Or(evaluationSpan(m, f, err), entry.Span)
			d := list.Errorf(err.Code, at, "%s", err.Message)
			d.Note("in a pipeline with the entry point %q%s", entry.Name, settingsText(settings))
		})
	}
}

// evaluationSpan is the place of an error of evaluation, as far as that is known.
func evaluationSpan(m *ir.Module, f ir.FuncID, err *consteval.Error) diag.Span {
	switch {
	case err.Expr != 0:
		return m.Consts.SpanOf(ir.ExprID(err.Expr))
	case err.Local != 0 && f != 0:
		fn := m.Functions[f]
		return cmp.Or(fn.SpanOf(culprit(fn, err)), fn.SpanOf(err.Local), fn.Span)
	}
	return diag.Span{}
}

// culprit is the operand that makes an operation fail: an index, a divisor, the
// distance of a shift; else the operation itself.
func culprit(f *ir.Function, err *consteval.Error) ir.ExprID {
	x := err.Local
	switch k := f.Kind(x); {
	case k == ir.KindAccess && err.Code == consteval.CodeIndex:
		return f.Access(x).Index
	case k == ir.KindBinary && (err.Code == consteval.CodeDivisionByZero || err.Code == consteval.CodeShift):
		return f.Binary(x).Right
	}
	return x
}

// settingsText lists values of overrides, a few of them.
func settingsText(settings []string) string {
	const most = 8
	switch n := len(settings); {
	case n == 0:
		return ""
	case n > most:
		return fmt.Sprintf(" and %s and %d more", strings.Join(settings[:most], ", "), n-most)
	default:
		return " and " + strings.Join(settings, ", ")
	}
}
