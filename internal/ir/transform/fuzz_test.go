package transform

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/internal/ir/compact"
	"refract/ir"
	"refract/ir/validate"
)

// FuzzTransforms runs transforms on any valid module and validates what becomes
// of it.
func FuzzTransforms(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, path := range files {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			f.Fatal(err)
		}
		for _, c := range archive.Files {
			f.Add(string(c.Data))
		}
	}
	everything := validate.Options{Capabilities: validate.All}
	f.Fuzz(func(t *testing.T, text string) {
		m, err := ir.ParseString("fuzz", text)
		if err != nil {
			return
		}
		if _, err := validate.Module(m, everything); err != nil {
			return
		}
		for name, run := range map[string]func(*ir.Module){
			"safe": func(m *ir.Module) {
				Polyfill(m, SPIRVPolyfills)
				Divisions(m, DivisionOptions{})
				Shifts(m)
				Conversions(m, ConversionOptions{})
			},
			"memory": func(m *ir.Module) {
				UniformLoads(m)
				ZeroInitialize(m, ZeroOptions{Locals: true, Private: true, Workgroup: true})
				SpillDynamic(m, SpillOptions{Vectors: true})
				BoundsChecks(m, BoundsOptions{ReadZeroSkipWrite, Restrict, ReadZeroSkipWrite, Restrict, Restrict})
			},
			"control": func(m *ir.Module) {
				BoundLoops(m, LoopOptions{})
				RemoveFallThrough(m)
				ForwardReturns(m)
				ForwardContinues(m)
				SimplifySwitches(m)
			},
			"outputs": func(m *ir.Module) {
				ConvertPositions(m, ir.ClipSpaceOpenGL)
				AddPointSize(m, true)
				ClampFragDepth(m)
				WidenVaryings(m, ir.Scalars(ir.F16))
			},
			"polyfills": func(m *ir.Module) { Polyfill(m, ^SPIRVPolyfills) },
			"compact":   func(m *ir.Module) { compact.Module(m, compact.Options{}) },
		} {
			changed := m.Clone()
			run(changed)
			if _, err := validate.Module(changed, everything); err != nil {
				t.Errorf("%s: %v\n%s", name, err, ir.Print(changed))
			}
		}
	})
}
