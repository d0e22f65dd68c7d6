package raygen_test

// This file runs programs with ray queries as DXIL, which Microsoft's validator checks and
// dxil-spirv takes to SPIR-V.

import (
	"bytes"
	"encoding/base64"
	"testing"

	"refract"
	"refract/back/dxil"
	"refract/exec/interp"
	"refract/internal/harness"
	"refract/internal/raygen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
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
	for k := range uint64(sweep.Count(40)) {
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
		structure := &vkrun.Structure{Bottoms: p.Bottoms, Instances: p.Instances, Of: p.Of}
		bindings := []vkrun.Binding{{Binding: 100, Structure: structure}}
		for _, class := range []uint32{100, 200} { // read only or not
			bindings = append(bindings, vkrun.Binding{Binding: class + 1, Data: bytes.Clone(p.Rays)}, vkrun.Binding{Binding: class + 3, Data: bytes.Clone(p.Boxes)})
		}
		bindings = append(bindings, vkrun.Binding{Binding: 202, Data: out})
		if err := d.Compute(vkrun.Shader{SPIRV: code}, bindings, nil, [3]uint32{p.Groups, 1, 1}); err != nil {
			t.Fatal(err)
		}
		if err := compare(p, out, wants[i], false); err != nil {
			t.Errorf("program %d: %v\n%s", first()+uint64(i), err, p.Source)
		}
	}
}
