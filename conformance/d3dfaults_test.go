package conformance

// This file proves, by texts of a few lines, the faults and limits of outside tools for Direct3D
// that package differential excuses. If a test fails, a tool has changed, and its excuse can go.

import (
	"strings"
	"testing"

	"refract/internal/harness"
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
