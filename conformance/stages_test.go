package conformance

import (
	"errors"
	"slices"
	"testing"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/ir"
	"refract/ir/validate"
	"refract/reflection"
)

// stageModule is a module with an entry point that does as little as its stage allows.
func stageModule(s ir.Stage) *ir.Module {
	m := ir.NewModule()
	id, f := m.NewFunction("main")
	e := ir.EntryPoint{Name: "main", Stage: s, Function: id}
	var b ir.Builder
	b.Start(m, f)
	mark := b.Begin()
	if s.Info().Workgroups {
		e.WorkgroupSize = [3]uint32{1, 1, 1}
	}
	switch s { // the least setup
	case ir.StageGeometry:
		e.Pipeline = &ir.Pipeline{Geometry: ir.Geometry{Input: ir.TopologyPoints, Output: ir.TopologyPoints, MaxVertices: 1}}
	case ir.StageTessellationControl:
		e.Pipeline = &ir.Pipeline{Tessellation: ir.Tessellation{Vertices: 3}}
	case ir.StageTessellationEvaluation:
		e.Pipeline = &ir.Pipeline{Tessellation: ir.Tessellation{Domain: ir.TessTriangles, Spacing: ir.TessEqual, Order: ir.TessClockwise}}
	case ir.StageMesh:
		e.Pipeline = &ir.Pipeline{Mesh: ir.Mesh{Output: ir.TopologyTriangles, MaxVertices: 3, MaxPrimitives: 1}}
	}
	if s.Info().WritesPosition {
		f.Result = ir.TypeVec4F32
		f.ResultBinding = ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: ir.BuiltInPosition}
		b.Return(b.Zero(f.Result))
	}
	f.Body = b.End(mark)
	m.EntryPoints = append(m.EntryPoints, e)
	return m
}

// TestStages takes every stage through the validator, the text form, reflection, each
// optimization level, each writer and both engines. A writer or engine that lacks the
// stage reports that the stage is unsupported.
func TestStages(t *testing.T) {
	all := []ir.Stage{ir.StageVertex, ir.StageFragment, ir.StageCompute}
	withGeometry := append(all[:3:3], ir.StageGeometry, ir.StageTessellationControl, ir.StageTessellationEvaluation)
	written := func(s ir.Stage, l refract.Language) bool {
		switch l {
		case refract.SPIRV, refract.SPIRVAssembly:
			return true
		case refract.GLSL: // rays are for Vulkan's form
			return slices.Contains(withGeometry, s) || s == ir.StageTask || s == ir.StageMesh
		case refract.ESSL:
			return slices.Contains(withGeometry, s)
		case refract.HLSL: // tessellation stages lack what the other one has
			return s != ir.StageTessellationControl && s != ir.StageTessellationEvaluation
		case refract.DXBC:
			return slices.Contains(all, s) || s == ir.StageGeometry
		case refract.DXIL: // likewise; the mesh has no positions
			return s != ir.StageTessellationControl && s != ir.StageTessellationEvaluation && s != ir.StageMesh
		case refract.MSL:
			return slices.Contains(all, s) || s == ir.StageTask || s == ir.StageMesh || s == ir.StageTessellationEvaluation
		}
		return slices.Contains(all, s)
	}
	for s := ir.NoStage + 1; int(s) < ir.NumStages; s++ {
		t.Run(s.String(), func(t *testing.T) {
			m := stageModule(s)
			text := ir.Print(m)
			again, err := refract.Parse(t.Context(), "again.ir", []byte(text), refract.ParseOptions{})
			if err != nil {
				t.Fatal(err)
			}
			if got := ir.Print(again); got != text {
				t.Errorf("reads as\n%s\ninstead of\n%s", got, text)
			}
			v, err := refract.Validate(t.Context(), m, refract.ValidateOptions{Capabilities: validate.All})
			if err != nil {
				t.Fatal(err)
			}
			if r, err := refract.Reflect(t.Context(), v, reflection.Options{}); err != nil || r.EntryPoints[0].Stage != s.String() {
				t.Errorf("reflects as %v, %v", r, err)
			}
			for level := range 3 {
				better, err := refract.Optimize(t.Context(), v, refract.OptimizeOptions{Level: level})
				if err != nil {
					t.Fatalf("-O%d: %v", level, err)
				}
				for _, l := range refract.Languages() {
					if refract.CanWrite(l) {
						checkStage(t, better, l, written(s, l))
					}
				}
			}
			for _, engine := range []exec.Engine{interp.Engine{}, wasm.Engine{}} {
				p, err := engine.Load(m, exec.LoadOptions{})
				if err != nil {
					t.Errorf("%s: %v", engine.Name(), err)
					continue
				}
				_, err = p.Dispatch(t.Context(), "main", [3]uint32{1, 1, 1}, &exec.Resources{}, exec.RunOptions{})
				if (err == nil) != (s == ir.StageCompute) {
					t.Errorf("%s: dispatched with %v", engine.Name(), err)
				}
			}
		})
	}
}

// checkStage writes a module in a language.
func checkStage(t *testing.T, v *refract.Valid, l refract.Language, written bool) {
	_, err := refract.Write(t.Context(), v, refract.WriteOptions{Language: l})
	var list *diag.Diagnostics
	switch isForm := l == refract.IR || l == refract.SSA || l == refract.DOT; {
	case written || isForm:
		if err != nil {
			t.Errorf("%s: %v", l, err)
		}
	case !errors.As(err, &list) || list.Items[0].Code != diag.CodeUnsupported:
		t.Errorf("%s: %v isn't %s", l, err, diag.CodeUnsupported)
	}
}
