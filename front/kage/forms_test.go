package kage_test

// This file draws random programs in several forms: as they are read, optimized, and read again
// from outputs. The pictures are the same.

import (
	"context"
	"testing"

	"refract"
	"refract/front/kage"
	"refract/internal/kagegen"
	"refract/internal/sweep"
)

// again writes a program in a language and reads that.
func again(v *refract.Valid, l refract.Language) (*refract.Valid, error) {
	ctx := context.Background()
	out, err := refract.Write(ctx, v, refract.WriteOptions{Language: l})
	if err != nil {
		return nil, err
	}
	m, err := refract.Parse(ctx, "again", out.Bytes(), refract.ParseOptions{Language: l})
	if err != nil {
		return nil, err
	}
	return refract.Validate(ctx, m, refract.ValidateOptions{})
}

func TestForms(t *testing.T) {
	for i := range uint64(sweep.Count(300)) {
		src := kagegen.Program(20000 + i)
		v, err := read(src, &kage.Options{EngineNames: true})
		if err != nil {
			t.Fatal(err)
		}
		r := uniformsOf(t, v.Module)
		want, err := inInterpreter(v, values(&r, false))
		if err != nil {
			t.Fatal(err)
		}
		forms := map[string]func() (*refract.Valid, error){
			"WGSL":   func() (*refract.Valid, error) { return again(v, refract.WGSL) },
			"SPIR-V": func() (*refract.Valid, error) { return again(v, refract.SPIRV) },
			"optimized": func() (*refract.Valid, error) {
				return refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: 2})
			},
		}
		for name, make := range forms {
			form, err := make()
			if err != nil {
				t.Errorf("program %d as %s: %v\n%s", i, name, err, src)
				continue
			}
			got, err := inInterpreter(form, values(&r, false))
			if err != nil {
				t.Errorf("program %d as %s: %v", i, name, err)
				continue
			}
			if n, most := apart(want, got, 1); n > 0 {
				t.Errorf("program %d as %s: %d pixels differ, by %d at most\n%s", i, name, n, most, src)
			}
		}
	}
}
