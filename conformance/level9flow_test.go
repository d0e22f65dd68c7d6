package conformance

// This file compares the control flow that feature level 9 takes with FXC's. Fragment shaders have none in
// either: FXC unrolls and chooses, as we do. FXC's vertex programs have static loops and branches (`rep i0`), and at
// 9.3 dynamic ones; ours choose between the arms of branches, and refuse loops whose number of iterations isn't known. A
// shader that needs more temporary registers than there are is refused by both, though FXC orders the
// instructions of fragment shaders so that they need fewer.

import (
	"strings"
	"testing"

	"refract"
	"refract/back/dxbc"
	"refract/front/hlsl"
	"refract/internal/harness"
	"refract/internal/sweep"
)

// level9Flow are bodies of functions of float4 p, and the verdicts of FXC and of ours for vs 9.1, vs 9.3, ps 9.1 and ps
// 9.3: + and -.
var level9Flow = []struct{ name, body, fxc, ours string }{
	{"uniform loop", "float4 r = p; for (int i = 0; i < n; i++) r += a[0] * i; return r;", "++--", "----"},
	{"dynamic loop", "float4 r = p; for (int i = 0; i < (int)p.x; i++) r += a[0] * i; return r;", "-+--", "----"},
	{"loop that ends early", "float4 r = p; for (int i = 0; i < 8; i++) { if (i >= p.x) break; r += a[i]; } return r;", "++++", "++++"},
	{"long loop", "float4 r = p; for (int i = 0; i < 300; i++) r = r * b + a[0]; return r;", "---+", "---+"},
	{"uniform branch", "float4 r = p; if (u) r = r * b; return r;", "++++", "++++"},
	{"dynamic branch", "float4 r = p; if (p.x > 0) r = r * b; return r;", "++++", "++++"},
	{"dynamic branch that stays", "float4 r = p; [branch] if (p.x > 0) r = r * b; return r;", "-+--", "++++"},
	{"many values", "float4 v[40]; [unroll] for (int i = 0; i < 40; i++) v[i] = sin(p * (i + 1) * b); float4 r = 0; [unroll] for (int k = 0; k < 40; k++) r = r * v[39 - k] + v[(k * 7) % 40]; return r;", "---+", "----"},
}

func TestLevel9Flow(t *testing.T) {
	type row struct {
		Name    string   `json:"name"`
		Source  string   `json:"source"`
		Entry   string   `json:"entry"`
		Profile string   `json:"profile"`
		Args    []string `json:"args"`
	}
	var rows []row
	var want []byte
	for _, x := range level9Flow {
		for k := range 4 {
			stage, in, out := "vs", "POSITION", "SV_Position"
			if k >= 2 {
				stage, in, out = "ps", "TEXCOORD0", "SV_Target"
			}
			source := "float4 a[8]; float4 b; int n; bool u;\nfloat4 main(float4 p : " + in + ") : " + out + " { " + x.body + " }"
			o := refract.CheckOptions{Parse: refract.ParseOptions{Language: refract.HLSL}}
			o.Parse.Options = refract.LanguageOptions{refract.HLSL: &hlsl.Options{EntryPoint: "main", Profile: stage + "_4_0"}}
			v, err := refract.Check(t.Context(), x.name, []byte(source), o)
			if err != nil {
				t.Fatal(err)
			}
			options := dxbc.NewOptions()
			options.Profile = level9Profiles[k%2]
			_, err = refract.Write(t.Context(), v, refract.WriteOptions{Language: refract.DXBC, Options: refract.LanguageOptions{refract.DXBC: &options}})
			if (err == nil) != (x.ours[k] == '+') {
				t.Errorf("%s, %s, %v: %v", x.name, stage, options.Profile, err)
			}
			rows = append(rows, row{x.name, source, "main", stage + "_" + options.Profile.String(), []string{}})
			want = append(want, x.fxc[k])
		}
	}
	if !sweep.On() {
		return
	}
	for i, v := range harness.Oracle(t, "hlsl", rows) {
		if v.OK != (want[i] == '+') {
			t.Errorf("%s, %s: FXC's verdict is %v: %s", rows[i].Name, rows[i].Profile, v.OK, strings.SplitN(v.Text(), "\n", 2)[0])
		}
	}
}
