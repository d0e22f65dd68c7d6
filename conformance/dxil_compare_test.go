package conformance

// This file compares DXIL with the output of DXC, Microsoft's compiler, for the HLSL of the same
// modules: whether Microsoft's validator takes it, signatures, bound resources, and numbers of
// instructions.

import (
	"encoding/base64"
	"math"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"refract/back/dxil"
	"refract/back/hlsl"
	"refract/diag"
	front "refract/front/wgsl"
	"refract/internal/harness"
	"refract/ir/validate"
)

// A dxcRow is an entry point as DXC takes it.
type dxcRow struct {
	fxcRow
	Args []string `json:"args"`
}

// A dxilContainer is a container as Microsoft's validator takes it.
type dxilContainer struct {
	Name string `json:"name"`
	DXIL string `json:"dxil"`
}

// TestDXILAgainstDXC writes entry points of the corpus as DXIL and as HLSL, which DXC compiles.
// DXIL_VERBOSE reports each difference.
func TestDXILAgainstDXC(t *testing.T) {
	verbose := os.Getenv("DXIL_VERBOSE") == "1"
	var theirs []dxcRow
	var ours []dxilContainer
	refused := map[string]int{}
	var w dxil.Writer
	var h hlsl.Writer
	inHLSL, took := 0, time.Duration(0)
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 16) {
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
		ho.ShaderModel, ho.Overrides, ho.SpecialConstants = hlsl.ShaderModel66, harness.OverrideValues(m), &hlsl.Register{Register: 13}
		text, r, err := h.Write(m, info, ho)
		if err != nil {
			continue
		}
		for _, e := range r.EntryPoints {
			stage, ok := fxcStages[e.Stage]
			if !ok {
				continue
			}
			inHLSL++
			name := s.Name + " " + e.Name
			o := dxil.NewOptions()
			o.Profile, o.Overrides, o.EntryPoint, o.Stage = dxil.Profile66, ho.Overrides, e.Name, e.Stage
			o.SpecialConstants = &dxil.Register{Register: 13}
			start := time.Now()
			data, _, err := w.Write(m, info, o, nil)
			took += time.Since(start)
			switch {
			case unsupported(err):
				refused[err.Error()]++
				if verbose {
					t.Logf("%s: %v", name, err)
				}
				continue
			case err != nil:
				t.Errorf("%s: %v", name, err)
				continue
			}
			theirs = append(theirs, dxcRow{fxcRow{name, string(text), e.Text, stage + "_6_6"}, []string{"-enable-16bit-types"}})
			ours = append(ours, dxilContainer{name, base64.StdEncoding.EncodeToString(data)})
		}
	}
	compareWithDXC(t, theirs, ours, verbose)
	t.Logf("%d entry points in HLSL, %d written as DXIL in %v; refused: %v", inHLSL, len(ours), took.Round(time.Millisecond), refused)
}

// compareWithDXC compares containers with DXC's.
func compareWithDXC(t *testing.T, theirs []dxcRow, ours []dxilContainer, verbose bool) {
	written := disassembled(t, ours)
	for i := range written {
		if v := &written[i]; !v.OK {
			t.Errorf("%s: %s", ours[i].Name, v.Text())
		}
	}
	var codes []dxilContainer
	var at []int
	start := time.Now()
	compiled := harness.Oracle(t, "hlsl", theirs, "--code")
	t.Logf("DXC runs for %v, in two processes", time.Since(start).Round(time.Millisecond))
	for i, v := range compiled {
		if v.OK {
			codes, at = append(codes, dxilContainer{theirs[i].Name, v.Code}), append(at, i)
		} else if verbose {
			t.Logf("%s: DXC refuses it: %s", theirs[i].Name, v.Text())
		}
	}
	answers := disassembled(t, codes)
	sum, bytes, n := 0.0, 0.0, 0
	equal := map[string]int{}
	for k := range codes {
		a, b := &answers[k], &written[at[k]]
		if a.Disassembly == "" || b.Disassembly == "" {
			continue
		}
		n++
		x, y := dxilInstructions(a.Disassembly), dxilInstructions(b.Disassembly)
		sum += math.Log(float64(y) / float64(x))
		bytes += math.Log(float64(len(ours[at[k]].DXIL)) / float64(len(codes[k].DXIL)))
		for _, part := range []string{"Input signature", "Output signature", "Resource Bindings", "Buffer Definitions"} {
			p, q := dxilPart(a.Disassembly, part), dxilPart(b.Disassembly, part)
			if p == q {
				equal[part]++
			} else if verbose {
				t.Logf("%s: %s: DXC's is\n%s\nours\n%s", codes[k].Name, part, p, q)
			}
		}
		if verbose {
			t.Logf("%s: instructions: DXC's are %d, ours %d", codes[k].Name, x, y)
		}
	}
	all := float64(max(1, n))
	t.Logf("DXC compiles %d of %d; equal: %v of %d; instructions by DXC's: %.3f, bytes %.3f", len(codes), len(theirs), equal, n, math.Exp(sum/all), math.Exp(bytes/all))
}

// disassembled has containers judged and disassembled; a process of the disassembler ends up
// without text behind so many.
func disassembled(t *testing.T, list []dxilContainer) (verdicts []harness.Verdict) {
	for part := range slices.Chunk(list, 120) {
		verdicts = append(verdicts, harness.Oracle(t, "dxil", part, "--text")...)
	}
	return verdicts
}

// dxilInstructions is the number of instructions in a disassembly.
func dxilInstructions(text string) (n int) {
	inside := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "define "):
			inside = true
		case strings.HasPrefix(line, "}"):
			inside = false
		case inside && strings.HasPrefix(line, "  ") && !strings.HasPrefix(line, "    "):
			n++
		}
	}
	return max(1, n)
}

// dxilPart is the table of a part of the comments of a disassembly, without names of resources,
// which DXC strips.
func dxilPart(text, title string) string {
	_, rest, ok := strings.Cut(text, "; "+title)
	if !ok {
		return ""
	}
	if title == "Buffer Definitions" {
		rest, _, _ = strings.Cut(rest, "; Resource Bindings")
		return strings.Join(strings.Fields(strings.NewReplacer(";", "", "hostlayout.", "").Replace(rest)), " ")
	}
	var lines []string
	for i, line := range strings.Split(rest, "\n") {
		line = strings.TrimSpace(strings.TrimPrefix(strings.TrimRight(line, " \r"), ";"))
		if i > 0 && line == "" && len(lines) > 0 || strings.HasPrefix(line, "shader hash") || line == "ViewId state:" || strings.HasPrefix(line, "target datalayout") {
			break
		}
		if i == 0 || line == "" || strings.HasPrefix(line, "---") || strings.HasPrefix(line, "Name ") {
			continue
		}
		if title == "Resource Bindings" {
			fields := strings.Fields(line)
			fields = fields[max(0, len(fields)-6):]
			line = strings.Join(slices.Delete(fields, 3, 4), " ") // but for the number within the class
		}
		lines = append(lines, line)
	}
	if title == "Resource Bindings" {
		slices.Sort(lines)
	}
	return strings.Join(lines, "\n")
}
