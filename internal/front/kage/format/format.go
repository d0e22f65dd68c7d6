// Package format formats Kage as gofmt does.
package format

import (
	"go/format"

	"refract/diag"
	"refract/internal/front/kage/syntax"
)

// Source formats a source. The error is a *diag.Diagnostics.
func Source(name string, src []byte) ([]byte, error) {
	out, err := format.Source(src)
	if err == nil {
		return out, nil
	}
	var diags diag.List
	sources, base := diag.NewSources(name, string(src))
	syntax.Report(&diags, base, uint32(len(src)), err)
	return nil, diags.Err(sources)
}
