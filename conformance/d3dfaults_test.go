package conformance

// This file proves, by texts of a few lines, the faults and limits of outside tools for Direct3D
// that package differential excuses. If a test fails, a tool has changed, and its excuse can go.

import (
	"encoding/base64"
	"encoding/binary"
	"strings"
	"testing"

	"refract/back/dxbc"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
)

// computeRow is a function f of an integer, for a compiler of HLSL.
func computeRow(name, profile, body string) compilerRow {
	text := "RWByteAddressBuffer o : register(u0);\nint f(int n) { " + body + " }\n" +
		"[numthreads(1, 1, 1)]\nvoid main() { o.Store(0, f(o.Load(4))); }\n"
	return compilerRow{Name: name, Source: text, Entry: "main", Profile: profile}
}

// TestDXILSPIRVCrashes has dxil-spirv crash at containers that DXC compiles and its validator
// accepts: a switch of which two clauses return, in a loop.
func TestDXILSPIRVCrashes(t *testing.T) {
	const clauses = "switch (n) { case 4: { return 44; } case 8: { return 0; } }"
	rows := []compilerRow{
		computeRow("alone", "cs_6_0", clauses+" return 7;"),
		computeRow("in a loop", "cs_6_0", "while (o.Load(8) != 0) { "+clauses+" } return 7;"),
		computeRow("in an if", "cs_6_0", "while (o.Load(8) != 0) { if (o.Load(16) == 0) { "+clauses+" } } return 7;"),
		computeRow("in a switch", "cs_6_0", "while (o.Load(8) != 0) { switch (n & 3) { case 0: { "+clauses+" } } } return 7;"),
	}
	type container struct {
		Name string `json:"name"`
		DXIL string `json:"dxil"`
		Code string `json:"code"`
	}
	var list []container
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		if !v.OK {
			t.Fatalf("%s: %s", rows[i].Name, v.Text())
		}
		list = append(list, container{rows[i].Name, v.Code, v.Code})
	}
	for i, v := range harness.Oracle(t, "dxil", list) {
		if !v.OK {
			t.Errorf("%s: the validator: %s", list[i].Name, v.Text())
		}
	}
	for i, v := range harness.Oracle(t, "d3d-spirv", list) {
		if v.Crash != (i > 0) {
			t.Errorf("%s: dxil-spirv crashes: %v, %s", list[i].Name, v.Crash, v.Text())
		}
	}
}

// TestDirect3DCompilersRefuseEndlessLoops has DXC and FXC refuse a loop that nothing leaves.
func TestDirect3DCompilersRefuseEndlessLoops(t *testing.T) {
	const body = "if (n == 3) { while (true) { o.Store(8, n++); } } return n;"
	messages := []string{"Loop must have break", "X3696: infinite loop detected"}
	rows := []compilerRow{computeRow("DXC", "cs_6_0", body), computeRow("FXC", "cs_5_1", body)}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if v.OK || !strings.Contains(v.Text(), messages[i]) {
			t.Errorf("%s: %v, %s", rows[i].Name, v.OK, v.Text())
		}
	}
}

// TestDXILSPIRVArrays has dxil-spirv read an array that is filled from a constant buffer at the wrong
// place: it reads the buffer instead, whose rows have four components, as if they had three.
func TestDXILSPIRVArrays(t *testing.T) {
	d := vkrun.OpenTest(t)
	row := computeRow("array", "cs_6_0", "uint3 a[2] = { u[0].xyz, u[1].xyz }; return a[n & 1][n % 3];")
	row.Source = "cbuffer B : register(b0) { uint4 u[2]; }\n" + row.Source
	v := harness.Oracle(t, "hlsl", []compilerRow{row}, "--code")[0]
	if !v.OK {
		t.Fatal(v.Text())
	}
	v = harness.Oracle(t, "d3d-spirv", []map[string]string{{"code": v.Code}})[0]
	code, err := base64.StdEncoding.DecodeString(v.SPIRV)
	if err != nil || !v.OK {
		t.Fatal(v.Text(), err)
	}
	words := func(list ...uint32) (b []byte) {
		for _, w := range list {
			b = binary.LittleEndian.AppendUint32(b, w)
		}
		return b
	}
	out := words(0, 1, 0, 0) // n is 1: u[1].y
	bindings := []vkrun.Binding{{Binding: 0, Data: words(10, 11, 12, 13, 20, 21, 22, 23)}, {Binding: 200, Data: out}}
	if err := d.Compute(vkrun.Shader{SPIRV: code}, bindings, nil, [3]uint32{1, 1, 1}); err != nil {
		t.Fatal(err)
	}
	if got := binary.LittleEndian.Uint32(bindings[1].Data); got == 21 {
		t.Error("the element is read")
	}
}

// TestDXILSPIRVFoldsRemainders has dxil-spirv fold the remainder of two numbers as their quotient, if
// its own folding finds them: of a component that is known in a division of vectors. Of random
// programs one in sixty differs for it.
func TestDXILSPIRVFoldsRemainders(t *testing.T) {
	const source = `@group(0) @binding(0) var<storage, read_write> o: array<vec2u>;
@compute @workgroup_size(1) fn main() { o[0] = vec2u(65531u, 65535u) % ((vec2u(o[1].x, 1786u) & vec2u(15u)) + vec2u(1u)); }`
	j, err := differential.NewJob("remainder", source, "main", [3]uint32{1, 1, 1}, nil, 1)
	if err != nil {
		t.Fatal(err)
	}
	got, errs := differential.DXBC(func(int, *dxbc.Options) int { return 0 }).Run(t, vkrun.OpenTest(t), []*differential.Job{j})
	if errs[0] != nil {
		t.Fatal(errs[0])
	}
	if v := binary.LittleEndian.Uint32(got[0][0][4:]); v != 65535/11 {
		t.Errorf("65535 %% 11 is %d, not the quotient", v)
	}
}
