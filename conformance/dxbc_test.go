package conformance

// This file compares Direct3D bytecode with the output of FXC, Microsoft's compiler, for the HLSL
// of the same modules: whether Microsoft's disassembler takes it, signatures, bound resources, and
// numbers of instructions.

import (
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract/back/dxbc"
	"refract/back/hlsl"
	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// A fxcRow is an entry point as FXC takes it.
type fxcRow struct {
	Name    string `json:"name"`
	Source  string `json:"source"`
	Entry   string `json:"entry"`
	Profile string `json:"profile"`
}

// A dxbcRow is a container as Microsoft's disassembler takes it.
type dxbcRow struct {
	Name string `json:"name"`
	DXBC string `json:"dxbc"`
}

var fxcStages = map[ir.Stage]string{ir.StageVertex: "vs", ir.StageFragment: "ps", ir.StageCompute: "cs"}

// fxcHangs are shaders that FXC doesn't finish.
var fxcHangs = []string{
	"tint/benchmark/atan2-const-eval.wgsl",
	"tint/vk-gl-cts/graphicsfuzz/cov-nested-loops-global-loop-counter-do-while-accumulate-float/0-opt.wgsl",
}

// TestDXBCAgainstFXC writes entry points of the corpus as Direct3D bytecode and as HLSL, which FXC
// compiles. DXBC_PROFILE picks the shader model, DXBC_VERBOSE reports each difference.
func TestDXBCAgainstFXC(t *testing.T) {
	profile, model := dxbc.Profile50, hlsl.ShaderModel50
	if os.Getenv("DXBC_PROFILE") == "5_1" {
		profile, model = dxbc.Profile51, hlsl.ShaderModel51
	}
	verbose := os.Getenv("DXBC_VERBOSE") == "1"
	var theirs []fxcRow
	var ours []dxbcRow
	refused := map[string]int{}
	var w dxbc.Writer
	var h hlsl.Writer
	inHLSL := 0
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 16) || slices.Contains(fxcHangs, s.Name) {
			continue
		}
		list := new(diag.List)
		m := front.Parse(s.Source, 1, front.Options{Allowed: front.AllExtensions}, list)
		if m == nil || list.HasErrors() {
			continue
		}
		info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
		if err != nil {
			continue
		}
		ho := hlsl.NewOptions()
		ho.ShaderModel, ho.Overrides, ho.SpecialConstants = model, harness.OverrideValues(m), &hlsl.Register{Register: 13}
		text, r, err := h.Write(m, info, ho)
		if err != nil {
			continue
		}
		source := string(text)
		for _, e := range r.EntryPoints {
			inHLSL++
			name := s.Name + " " + e.Name
			o := dxbc.NewOptions()
			o.Profile, o.Overrides, o.SpecialConstants, o.EntryPoint, o.Stage = profile, ho.Overrides, ho.SpecialConstants, e.Name, e.Stage
			data, _, err := w.Write(m, info, o, nil)
			var unsupported *dxbc.UnsupportedError
			switch {
			case errors.As(err, &unsupported):
				refused[unsupported.Feature]++
				if verbose {
					t.Logf("%s: %v", name, err)
				}
				continue
			case err != nil:
				t.Errorf("%s: %v", name, err)
				continue
			}
			theirs = append(theirs, fxcRow{name, source, e.Text, fxcStages[e.Stage] + "_" + profile.String()})
			ours = append(ours, dxbcRow{name, base64.StdEncoding.EncodeToString(data)})
		}
	}
	for i, v := range harness.Oracle(t, "dxbc", ours, "--text") {
		if !v.OK {
			t.Errorf("%s: %s", ours[i].Name, v.Text())
		}
	}
	compareWithFXC(t, theirs, ours, verbose)
	t.Logf("%d entry points in HLSL, %d written as bytecode; refused: %v", inHLSL, len(ours), refused)
}

// compareWithFXC compares containers with FXC's.
func compareWithFXC(t *testing.T, theirs []fxcRow, ours []dxbcRow, verbose bool) {
	var codes []dxbcRow
	var at []int
	for i, v := range harness.Oracle(t, "hlsl", theirs, "--code") {
		if v.OK {
			codes, at = append(codes, dxbcRow{theirs[i].Name, v.Code}), append(at, i)
		} else if verbose {
			t.Logf("%s: FXC refuses it: %s", theirs[i].Name, v.Text())
		}
	}
	both := make([]dxbcRow, 0, 2*len(codes))
	for k := range codes {
		both = append(both, codes[k], ours[at[k]])
	}
	answers := harness.Oracle(t, "dxbc", both, "--text")
	sum, n := 0.0, 0
	equal := map[string]int{}
	for k := range codes {
		a, b := &answers[2*k], &answers[2*k+1]
		if !a.OK || !b.OK {
			continue
		}
		n++
		x, y := instructionsOf(a.Disassembly), instructionsOf(b.Disassembly)
		sum += math.Log(float64(y) / float64(x))
		for _, part := range []string{"Input signature", "Output signature", "Resource Bindings", "Buffer Definitions"} {
			p, q := partOf(a.Disassembly, part), partOf(b.Disassembly, part)
			if p == q {
				equal[part]++
			} else if verbose {
				t.Logf("%s: %s: FXC's is\n%s\nours\n%s", codes[k].Name, part, p, q)
			}
		}
		if verbose {
			t.Logf("%s: instructions: FXC's are %d, ours %d", codes[k].Name, x, y)
		}
	}
	t.Logf("FXC compiles %d of %d; equal: %v of %d; instructions by FXC's: %.3f", len(codes), len(theirs), equal, n, math.Exp(sum/float64(max(1, n))))
}

var slotCount = regexp.MustCompile(`// Approximately (\d+) instruction`)

// instructionsOf is the number of instructions that a disassembly ends with.
func instructionsOf(text string) (n int) {
	if m := slotCount.FindStringSubmatch(text); m != nil {
		fmt.Sscan(m[1], &n)
	}
	return max(1, n)
}

// partOf is a part of the comments of a disassembly.
func partOf(text, title string) string {
	_, rest, ok := strings.Cut(text, "// "+title)
	if !ok {
		return ""
	}
	var lines []string
	for i, line := range strings.Split(rest, "\n") {
		body, comment := strings.CutPrefix(strings.TrimRight(line, " \r"), "//")
		if i > 0 && (!comment || regexp.MustCompile(`^ (Input signature|Output signature|Resource Bindings|Buffer Definitions)`).MatchString(body)) {
			break
		}
		if strings.TrimSpace(body) != "" && i > 0 {
			lines = append(lines, body)
		}
	}
	return strings.Join(lines, "\n")
}
