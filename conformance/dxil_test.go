package conformance

// This file has DXC's own validator judge what DXC makes of HLSL: of the corpus, as it
// is written and minified, and of generated programs. CI takes a sample; REFRACT_ALL=1
// and $REFRACT_PROGRAMS take more.

import (
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/back/hlsl"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

var profiles = map[ir.Stage]string{ir.StageVertex: "vs_6_6", ir.StageFragment: "ps_6_6", ir.StageCompute: "cs_6_6"}

// dxilRows are the entry points of a module as HLSL.
func dxilRows(name string, v *refract.Valid, overrides map[string]float64, minify bool) (rows []compilerRow) {
	var w hlsl.Writer
	o := hlsl.NewOptions()
	o.ShaderModel, o.Minify, o.Overrides = hlsl.ShaderModel66, minify, overrides
	o.SpecialConstants = &hlsl.Register{Space: 100}
	out, r, err := w.Write(v.Module, v.Info, o)
	if err != nil {
		return nil
	}
	for _, e := range r.EntryPoints {
		rows = append(rows, compilerRow{Name: fmt.Sprintf("%s: %s, minified: %v", name, e.Name, minify), Source: string(out),
			Entry: e.Text, Profile: profiles[e.Stage], Args: []string{"-enable-16bit-types"}})
	}
	return rows
}

// TestDXIL compiles with DXC and hands the containers to its validator.
func TestDXIL(t *testing.T) {
	var rows []compilerRow
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 40) {
			continue
		}
		v, err := refract.Check(s.Name, []byte(s.Source), refract.CheckOptions{
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}, Language: refract.WGSL},
			Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			continue
		}
		rows = append(rows, dxilRows(s.Name, v, harness.OverrideValues(v.Module), i%80 == 40)...)
	}
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+number("REFRACT_PROGRAMS", 40); seed++ {
		generate := generated
		if seed%4 == 3 {
			generate = generatedFragment
		}
		j, err := generate(uint64(seed))
		if err != nil {
			t.Error(err)
			continue
		}
		v, err := refract.Validate(j.Module, refract.ValidateOptions{Capabilities: validate.All})
		if err != nil {
			t.Error(err)
			continue
		}
		rows = append(rows, dxilRows(j.Name, v, j.Overrides, seed%3 == 1)...)
	}
	type container struct {
		Name string `json:"name"`
		DXIL string `json:"dxil"`
	}
	var compiled []container
	for i, v := range harness.Oracle(t, "hlsl", rows, "--code") {
		switch {
		case v.OK:
			compiled = append(compiled, container{rows[i].Name, v.Code})
		case v.Crash: // the compiler's own
		default:
			t.Errorf("%s: %s\n%s", rows[i].Name, v.Text(), excerpt(rows[i].Source, &v))
		}
	}
	valid := 0
	for _, v := range harness.Oracle(t, "dxil", compiled) {
		if v.OK {
			valid++
		} else {
			t.Errorf("%s: not valid: %s", v.Name, v.Text())
		}
	}
	t.Logf("%d entry points, %d compile, %d valid", len(rows), len(compiled), valid)
	if valid == 0 {
		t.Error("nothing is valid")
	}
}

// excerpt is what of a text the first message is about.
func excerpt(source string, v *harness.Verdict) string {
	lines := strings.Split(source, "\n")
	if len(v.Messages) == 0 || v.Messages[0].Line < 1 || v.Messages[0].Line > len(lines) {
		return ""
	}
	line := lines[v.Messages[0].Line-1]
	from := max(0, v.Messages[0].Column-80)
	return line[min(from, len(line)):min(from+160, len(line))]
}
