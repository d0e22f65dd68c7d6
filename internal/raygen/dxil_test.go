package raygen_test

// This file runs programs with ray queries as DXIL, which Microsoft's validator checks and
// dxil-spirv takes to SPIR-V.

import (
	"bytes"
	"context"
	"encoding/base64"
	"strings"
	"testing"

	"refract"
	"refract/back/dxil"
	"refract/back/hlsl"
	rexec "refract/exec"
	"refract/exec/interp"
	"refract/internal/harness"
	"refract/internal/raygen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
)

// TestDXIL compares a driver that runs programs as DXIL with the reference engine.
func TestDXIL(t *testing.T) {
	d := vkrun.OpenRays(t)
	type row struct {
		DXIL string `json:"dxil,omitempty"`
		Code string `json:"code,omitempty"`
	}
	var checked, codes []row
	var programs []*raygen.Program
	var wants [][]byte
	for k := range uint64(sweep.Sample(40)) {
		seed := first() + k
		p := raygen.New(seed)
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		wants = append(wants, run(t, interp.Engine{}, module(read(t, p.Source, 0).Module), p, scene))
		o := dxil.NewOptions()
		if seed%2 == 1 {
			o.Profile = dxil.Profile66
		}
		code := base64.StdEncoding.EncodeToString(written(t, read(t, p.Source, int(seed%3)), refract.DXIL, &o, p.Source))
		checked, codes, programs = append(checked, row{DXIL: code}), append(codes, row{Code: code}), append(programs, p)
	}
	for i, v := range harness.Oracle(t, "dxil", checked) {
		if !v.OK {
			t.Errorf("program %d: %s", first()+uint64(i), v.Text())
		}
	}
	for i, v := range harness.Oracle(t, "d3d-spirv", codes) {
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err != nil || !v.OK {
			t.Errorf("program %d: %v %s", first()+uint64(i), err, v.Text())
			continue
		}
		p := programs[i]
		out := make([]byte, p.Size)
		bindings := registers(&vkrun.Structure{Bottoms: p.Bottoms, Instances: p.Instances, Of: p.Of}, p.Rays, p.Boxes, out)
		if err := d.Compute(vkrun.Shader{SPIRV: code}, bindings, nil, [3]uint32{p.Groups, 1, 1}); err != nil {
			t.Fatal(err)
		}
		if err := compare(p, out, wants[i], false); err != nil {
			t.Errorf("program %d: %v\n%s", first()+uint64(i), err, p.Source)
		}
	}
}

// TestQueriesAsHLSL compares programs by way of HLSL with themselves: on a driver as DXC compiles it, and on
// the reference engine as it is read again.
func TestQueriesAsHLSL(t *testing.T) {
	d := vkrun.OpenRays(t)
	type row struct {
		Source  string `json:"source,omitempty"`
		Entry   string `json:"entry,omitempty"`
		Profile string `json:"profile,omitempty"`
		Code    string `json:"code,omitempty"`
	}
	var rows, codes []row
	var programs []*raygen.Program
	var wants [][]byte
	for k := range uint64(sweep.Sample(24)) {
		seed := first() + k
		p := raygen.New(seed)
		scene, err := p.Build()
		if err != nil {
			t.Fatal(err)
		}
		want := run(t, interp.Engine{}, module(read(t, p.Source, 0).Module), p, scene)
		o := hlsl.NewOptions()
		o.ShaderModel = hlsl.ShaderModel65
		text := written(t, read(t, p.Source, int(seed%3)), refract.HLSL, &o, p.Source)
		again, err := refract.Check(context.Background(), "test.hlsl", text, refract.CheckOptions{Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			t.Fatalf("program %d: %v\n%s", seed, err, text)
		}
		if err := compare(p, runRegisters(t, again.Module, p, scene), want, true); err != nil {
			t.Errorf("program %d, read again: %v\n%s\n%s", seed, err, p.Source, text)
		}
		rows, programs, wants = append(rows, row{Source: string(text), Entry: "main", Profile: "cs_6_5"}), append(programs, p), append(wants, want)
	}
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if !v.OK {
			t.Fatalf("program %d: %s\n%s", first()+uint64(i), v.Text(), rows[i].Source)
		}
		codes = append(codes, row{Code: v.Code})
	}
	for i, v := range harness.Oracle(t, "d3d-spirv", codes) {
		code, err := base64.StdEncoding.DecodeString(v.SPIRV)
		if err != nil || !v.OK {
			t.Errorf("program %d: %v %s", first()+uint64(i), err, v.Text())
			continue
		}
		p := programs[i]
		out := make([]byte, p.Size)
		if err := d.Compute(vkrun.Shader{SPIRV: code}, registers(&vkrun.Structure{Bottoms: p.Bottoms, Instances: p.Instances, Of: p.Of}, p.Rays, p.Boxes, out), nil, [3]uint32{p.Groups, 1, 1}); err != nil {
			t.Fatal(err)
		}
		if err := compare(p, out, wants[i], false); err != nil {
			t.Errorf("program %d by DXC: %v\n%s\n%s", first()+uint64(i), err, p.Source, rows[i].Source)
		}
	}
}

// runRegisters runs a program that was written as HLSL: bindings are registers.
func runRegisters(t testing.TB, m *ir.Module, p *raygen.Program, scene *rexec.AccelerationStructure) []byte {
	t.Helper()
	program, err := interp.Engine{}.Load(m, rexec.LoadOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var r rexec.Resources
	out := rexec.NewBuffer(int(p.Size))
	for i := range m.Globals {
		g := &m.Globals[i]
		if !g.HasBinding {
			continue
		}
		b := g.Binding
		switch {
		case m.Types.At(g.Type).Kind == ir.TypeAccelerationStructure:
			r.Bind(b.Group, b.Binding, scene)
		case b.Binding == 1:
			r.Bind(b.Group, b.Binding, &rexec.Buffer{Data: bytes.Clone(p.Rays)})
		case b.Binding == 2:
			r.Bind(b.Group, b.Binding, out)
		default:
			r.Bind(b.Group, b.Binding, &rexec.Buffer{Data: bytes.Clone(p.Boxes)})
		}
	}
	if _, err := program.Dispatch(context.Background(), "main", [3]uint32{p.Groups, 1, 1}, &r, rexec.RunOptions{}); err != nil {
		t.Fatal(err)
	}
	return out.Data
}

// registers are the bindings of a program by its registers.
func registers(structure *vkrun.Structure, rays, boxes, out []byte) []vkrun.Binding {
	list := []vkrun.Binding{{Binding: 100, Structure: structure}, {Binding: 202, Data: out}}
	for _, class := range []uint32{100, 200} { // read only or not
		list = append(list, vkrun.Binding{Binding: class + 1, Data: bytes.Clone(rays)}, vkrun.Binding{Binding: class + 3, Data: bytes.Clone(boxes)})
	}
	return list
}

// TestDXILPipelines compares pipelines whose shaders are libraries of DXIL. Records are constants in
// them: a root signature tells a record from a constant buffer, and dxil-spirv has none.
func TestDXILPipelines(t *testing.T) {
	d := vkrun.OpenRays(t)
	type row struct {
		Code string `json:"code"`
	}
	left := 0
	for k := range uint64(sweep.Sample(20)) {
		seed := first() + k
		p := raygen.NewPipeline(seed)
		for i := range p.Hit {
			h := &p.Hit[i]
			h.Record = nil
			for _, text := range []*string{&h.ClosestHit, &h.AnyHit, &h.Intersection} {
				*text = strings.Replace(*text, "layout(shaderRecordEXT, std430) readonly buffer Record { uint salt; };", "const uint salt = 77u;", 1)
			}
		}
		var sources []stageSource
		var rows []row
		refused := false
		want := runPipeline(t, p, pipelineOf(t, p, func(s stageSource) rexec.Program {
			x, err := interp.Engine{}.Load(readStage(t, s, 0).Module, rexec.LoadOptions{})
			if err != nil {
				t.Fatal(err)
			}
			o := dxil.NewOptions()
			if seed%2 == 1 {
				o.Profile = dxil.Profile66
			}
			out, err := refract.Write(context.Background(), readStage(t, s, int(seed%3)), refract.WriteOptions{Language: refract.DXIL, Options: refract.LanguageOptions{refract.DXIL: &o}})
			if err != nil {
				t.Log(err)
				refused = true
				return x
			}
			refused = refused || strings.Contains(s.text, "shaderRecordEXT")
			sources, rows = append(sources, s), append(rows, row{base64.StdEncoding.EncodeToString(out.Bytes())})
			return x
		}))
		if refused {
			left++
			continue
		}
		codes := map[stageSource][]byte{}
		for i, v := range harness.Oracle(t, "d3d-spirv", rows) {
			code, err := base64.StdEncoding.DecodeString(v.SPIRV)
			if err != nil || !v.OK {
				t.Fatalf("pipeline %d, %s: %v %s", seed, sources[i].extension, err, v.Text())
			}
			codes[sources[i]] = code
		}
		out := make([]byte, p.Size)
		tracePipeline(t, d, p, func(s stageSource) []byte { return codes[s] }, registers(&vkrun.Structure{Bottoms: p.Bottoms, Instances: p.Instances, Of: p.Of}, p.Rays, p.Boxes, out))
		if err := compareWords(p.IsFloat, out, want, false); err != nil {
			t.Errorf("pipeline %d: %v\n%s", seed, err, pipelineText(p))
		}
	}
	t.Logf("%d left out", left)
}
