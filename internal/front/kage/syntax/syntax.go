// Package syntax reports the errors of syntax in Kage, which package go/parser finds.
package syntax

import (
	"go/scanner"

	"refract/diag"
)

// Report reports the errors of go/parser in a source of some bytes at an offset.
func Report(diags *diag.List, base, size uint32, err error) {
	const code diag.Code = "syntax-error"
	list, ok := err.(scanner.ErrorList)
	if !ok {
		diags.Errorf(code, diag.Span{Start: base, End: base}, "%s", err)
		return
	}
	for _, e := range list {
		at := base + min(uint32(max(e.Pos.Offset, 0)), size)
		diags.Errorf(code, diag.Span{Start: at, End: at}, "%s", e.Msg)
	}
}
