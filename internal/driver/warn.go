package driver

// Warnings about outputs: parts that are left out, computed in other ways, or rejected by
// some implementations.

import (
	"context"
	"errors"

	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/back"
	"refract/ir"
	"refract/ir/validate"
	"refract/language"
)

// warnOutputs warns of parts that outputs leave out, or compute in other ways.
func warnOutputs(m *ir.Module, f func(*diag.Diagnostics), lists ...[]Output) {
	if f == nil {
		return
	}
	var list diag.List
	for _, outputs := range lists {
		for k := range outputs {
			out := &outputs[k]
			for i := range out.Dropped {
				d := &out.Dropped[i]
				list.Warnf(diag.CodeDropped, d.Span, "%s leaves out %s", out.Language.Title, d.What)
			}
			for i := range out.Beyond {
				b := &out.Beyond[i]
				list.Warnf(diag.CodeBeyond, b.Span, "%s has %s", out.Language.Title, b.What)
			}
			warnEmulated(&list, out)
		}
	}
	if found := list.Diagnostics(m.Sources); found != nil {
		f(found)
	}
}

// warnEmulated warns of scalars that are computed with others.
func warnEmulated(list *diag.List, out *Output) {
	for _, s := range sizedScalars {
		if out.emulated&s.scalars == s.scalars {
			list.Warnf(diag.CodeEmulated, diag.Span{}, "%s lacks %s: they are computed with 32-bit integers", out.Language.Title, s.what)
		}
	}
}

// findDivided notes barriers of WGSL that stand in control flow that isn't uniform, which
// other languages leave to the shader: compilers of WGSL refuse them. The text is read
// only if the module has barriers and branches.
func (o *Output) findDivided(ctx context.Context, m *ir.Module) {
	if o.Language != &language.WGSL {
		return
	}
	barrier, branches := ir.StmtID(0), false
	var in *ir.Function
	for _, f := range m.Functions[1:] {
		branches = branches || f.MayHaveStmt(ir.StmtIf) || f.MayHaveStmt(ir.StmtLoop) || f.MayHaveStmt(ir.StmtSwitch)
		if !f.MayHaveStmt(ir.StmtControlBarrier) || barrier != 0 {
			continue
		}
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtControlBarrier {
				in, barrier = f, s
				break
			}
		}
	}
	if barrier == 0 || !branches {
		return
	}
	_, err := Check(ctx, "", []byte(o.Text), &Input{FrontEnd: &wgsl.FrontEnd, Options: &wgsl.Options{Allowed: wgsl.AllExtensions}, Capabilities: validate.All},
		Rules{Capabilities: validate.All})
	var found *diag.Diagnostics
	if !errors.As(err, &found) {
		return
	}
	for i := range found.Items {
		if found.Items[i].Code == codeBarrierUniformity {
			o.Beyond = append(o.Beyond, back.Dropped{Span: in.StmtSpan(barrier),
				What: "barriers in uniform control flow alone, which this is not known to be in: its compilers refuse the output"})
			return
		}
	}
}

const codeBarrierUniformity diag.Code = "barrier-uniformity"
