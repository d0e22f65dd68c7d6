package conformance

// This file has DXC's own validator judge what DXC makes of HLSL: of the corpus, as it
// is written and minified, and of generated programs. CI takes a sample; REFRACT_ALL=1
// and $REFRACT_PROGRAMS take more.

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/back/hlsl"
	"refract/front/wgsl"
	"refract/internal/harness"
	"refract/internal/sweep"
	"refract/ir"
	"refract/ir/validate"
)

var profiles = map[ir.Stage]string{ir.StageVertex: "vs_6_6", ir.StageFragment: "ps_6_6", ir.StageCompute: "cs_6_6"}

// dxilRow is an entry point as HLSL, with the features of a device that its containers may ask for.
type dxilRow struct {
	compilerRow
	may uint64
}

// Features of a device, as bits of a container's part SFI0.
const (
	featureDoubles = 1 << 0
	featureInt64   = 1 << 15
)

// wideFeatures are those of features that a module has types for.
func wideFeatures(v *refract.Valid) (may uint64) {
	if v.Info.Required.Has(validate.Float64) {
		may |= featureDoubles
	}
	if v.Info.Required.Has(validate.Int64) {
		may |= featureInt64
	}
	return may
}

// featuresOf reads what a container asks for.
func featuresOf(t *testing.T, code string) uint64 {
	t.Helper()
	c, err := base64.StdEncoding.DecodeString(code)
	if err != nil {
		t.Fatal(err)
	}
	const header, partHeader = 32, 8
	for i := range int(binary.LittleEndian.Uint32(c[28:])) {
		part := c[binary.LittleEndian.Uint32(c[header+4*i:]):]
		if string(part[:4]) == "SFI0" {
			return binary.LittleEndian.Uint64(part[partHeader:])
		}
	}
	return 0
}

// dxilRows are the entry points of a module as HLSL.
func dxilRows(name string, v *refract.Valid, overrides map[string]float64, minify bool) (rows []dxilRow) {
	var w hlsl.Writer
	o := hlsl.NewOptions()
	o.ShaderModel, o.Minify, o.Overrides = hlsl.ShaderModel66, minify, overrides
	o.SpecialConstants = &hlsl.Register{Space: 100}
	out, r, err := w.Write(v.Module, v.Info, o)
	if err != nil {
		return nil
	}
	for _, e := range r.EntryPoints {
		rows = append(rows, dxilRow{compilerRow{Name: fmt.Sprintf("%s: %s, minified: %v", name, e.Name, minify), Source: string(out),
			Entry: e.Text, Profile: profiles[e.Stage], Args: []string{"-enable-16bit-types"}}, wideFeatures(v)})
	}
	return rows
}

// compiledByDXC are DXC's verdicts on rows, which must be good ones. What it takes for
// wider than 32 bits asks for features that not all devices have, and is computed otherwise:
// of literals that nothing gives a type it makes 64-bit values.
func compiledByDXC(t *testing.T, rows []dxilRow) []harness.Verdict {
	t.Helper()
	verdicts := harness.Oracle(t, "hlsl", rows, "--code")
	for i := range verdicts {
		v, row := &verdicts[i], &rows[i]
		switch {
		case v.Crash: // the compiler's own
		case !v.OK:
			t.Errorf("%s: %s\n%s", row.Name, v.Text(), excerpt(row.Source, v))
		default:
			if extra := featuresOf(t, v.Code) &^ row.may & (featureDoubles | featureInt64); extra != 0 {
				t.Errorf("%s: needs features of a device that the module doesn't: %#x\n%s", row.Name, extra, row.Source)
			}
		}
	}
	return verdicts
}

// TestDXIL compiles with DXC and hands the containers to its validator.
func TestDXIL(t *testing.T) {
	var rows []dxilRow
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 40) {
			continue
		}
		v, err := refract.Check(context.Background(), s.Name, []byte(s.Source), refract.CheckOptions{
			Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}, Language: refract.WGSL},
			Validate: refract.ValidateOptions{Capabilities: validate.All}})
		if err != nil {
			continue
		}
		rows = append(rows, dxilRows(s.Name, v, harness.OverrideValues(v.Module), i%80 == 40)...)
	}
	first := number("REFRACT_SEED", 0)
	for seed := first; seed < first+sweep.Count(40); seed++ {
		generate := generated
		if seed%4 == 3 {
			generate = generatedFragment
		}
		j, err := generate(uint64(seed))
		if err != nil {
			t.Error(err)
			continue
		}
		v, err := refract.Validate(context.Background(), j.Module, refract.ValidateOptions{Capabilities: validate.All})
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
	for i, v := range compiledByDXC(t, rows) {
		if v.OK {
			compiled = append(compiled, container{rows[i].Name, v.Code})
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
