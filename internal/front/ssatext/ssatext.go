// Package ssatext is the front end for the text of the SSA form, which package ssa
// prints and reads.
package ssatext

import (
	"errors"

	"refract/diag"
	"refract/internal/budget"
	"refract/internal/front"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/pipeline"
	"refract/internal/ssa/toir"
	"refract/ir"
	"refract/language"
	"refract/ssa"
)

// Codes of the diagnostics.
const (
	CodeInvalid     diag.Code = "ssa-invalid"     // the shader breaks a rule of the SSA form
	CodeUnsupported diag.Code = "ssa-unsupported" // the shader has no form as a module
)

// FrontEnd is the front end for the text of the SSA form. It has no options.
var FrontEnd = front.FrontEnd{
	Language:   &language.SSA,
	Everything: true,
	New:        func() front.Reader { return reader{} },
}

type reader struct{}

func (reader) Read(m *ir.Module, s *front.Source, r *front.Request) {
	shader := ssa.ParseText(s.Text, s.Base, &s.List)
	if shader == nil {
		return
	}
	shader.Module.Meter = r.Meter
	whole := diag.Span{Start: s.Base, End: s.Base + uint32(len(s.Text))}
	if err := ssa.Verify(shader); err != nil {
		var broken *ssa.VerifyError
		if errors.As(err, &broken) && len(broken.Complaints) > 0 {
			s.List.Errorf(CodeInvalid, broken.Span, "%s", broken.Complaints[0])
		} else {
			s.List.Errorf(CodeInvalid, whole, "%v", err)
		}
		return
	}
	defer func() {
		// Verification doesn't see every type that is wrong.
		switch fault := recover().(type) {
		case nil:
		case *budget.Stopped:
			panic(fault)
		default:
			s.List.Errorf(CodeUnsupported, whole, "the shader has no form as a module: %v", fault)
		}
	}()
	lower.GotoIfs.Run(shader)
	if err := pipeline.ToModule(shader); err != nil {
		s.List.Errorf(CodeUnsupported, whole, "%v", err)
		return
	}
	lower.LeaveSSA.Run(shader)
	var lacking *toir.UnsupportedError
	switch err := toir.Into(m, shader); {
	case errors.As(err, &lacking):
		s.List.Errorf(CodeUnsupported, lacking.Span, "%v", err)
	case err != nil:
		s.List.Errorf(CodeUnsupported, whole, "%v", err)
	}
}
