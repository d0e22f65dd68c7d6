package refract

// Barriers in WGSL that stand in control flow that isn't uniform, which other languages
// leave to the shader.

import (
	"errors"

	"refract/back"
	"refract/diag"
	"refract/front/wgsl"
	"refract/ir"
	"refract/ir/validate"
)

// findDivided notes the barriers of WGSL written from another language that compilers of
// WGSL refuse. The text is read where there are barriers and branches alone.
func (o *Output) findDivided(m *ir.Module) {
	if o.Language != WGSL {
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
	_, err := Check("", []byte(o.Text), CheckOptions{
		Parse:    ParseOptions{Language: WGSL, Options: LanguageOptions{WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}},
		Validate: ValidateOptions{Capabilities: validate.All}})
	var found *diag.Diagnostics
	if !errors.As(err, &found) {
		return
	}
	for i := range found.Items {
		if found.Items[i].Code == codeBarrierUniformity {
			o.beyond = append(o.beyond, back.Dropped{Span: in.StmtSpan(barrier),
				What: "barriers in uniform control flow alone, which this is not known to be in: its compilers refuse the output"})
			return
		}
	}
}

const codeBarrierUniformity diag.Code = "barrier-uniformity"
