package transform

import (
	"os"
	"testing"

	"refract/diag"
	"refract/front/wgsl"
	"refract/ir"
)

// BenchmarkSPIRV runs the transforms that SPIR-V needs on shaders of ours.
func BenchmarkSPIRV(b *testing.B) {
	for _, name := range []string{"arithmetic", "memory", "control"} {
		text, err := os.ReadFile("testdata/run/" + name + ".wgsl")
		if err != nil {
			b.Fatal(err)
		}
		var sources diag.Sources
		var list diag.List
		m := wgsl.Parse(string(text), sources.Add(name, string(text)), wgsl.Options{}, &list)
		if err := list.Err(&sources); err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			b.SetBytes(int64(len(text)))
			work := new(ir.Module)
			for b.Loop() {
				m.CloneInto(work)
				Polyfill(work, SPIRVPolyfills)
				Divisions(work, DivisionOptions{})
				Shifts(work)
				Conversions(work, ConversionOptions{})
				UniformLoads(work)
				ZeroInitialize(work, ZeroOptions{Locals: true, Workgroup: true})
				SpillDynamic(work, SpillOptions{})
				BoundsChecks(work, BoundsOptions{Index: Restrict, Buffer: Restrict, ImageLoad: Restrict, ImageStore: Restrict})
				BoundLoops(work, LoopOptions{})
			}
		})
	}
}
