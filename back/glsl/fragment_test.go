package glsl_test

// This file runs fragment shaders as GLSL on a Vulkan driver, which draws a
// triangle over the whole of a small target, and compares pixels and buffers
// with what the interpreter makes of them.

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"testing"

	"refract/back/glsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/vkrun"
	"refract/ir"
)

// artist draws jobs as GLSL.
type artist struct {
	c *compiler
	d *vkrun.Device
	w glsl.Writer
}

func (a *artist) draw(j *differential.Job, o glsl.Options, width, height int) (*differential.Drawing, error) {
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageFragment, j.Overrides
	if !o.Vulkan {
		mapped(&o, j)
	}
	text, r, err := a.w.Write(j.Module, nil, o)
	if err != nil {
		return nil, err
	}
	words, err := a.c.compile(text, "frag")
	if err != nil {
		return nil, err
	}
	drawing := &differential.Drawing{Buffers: j.Fresh()}
	list, err := bindings(&o, r, j, drawing.Buffers)
	if err != nil {
		return nil, err
	}
	drawing.Pixels, err = j.DrawWith(a.d, vkrun.Shader{SPIRV: words, Entry: "main"}, list, width, height)
	return drawing, err
}

// compare draws a job written in one way. It returns why the job has no result to
// compare with, or "", and what differs or fails.
func (a *artist) compare(j *differential.Job, o glsl.Options) (skipped string, wrong error) {
	want, width, height, err := j.Reference()
	if err != nil {
		return "interpreter: " + err.Error(), nil
	}
	got, err := a.draw(j, o, width, height)
	if err != nil {
		return "", fmt.Errorf("%v: %w", o.Version, err)
	}
	s := j.CompareDrawings(want, got)
	if s == "" {
		return "", nil
	}
	if why := j.Inexact(); why != "" {
		// What SPIR-V of ours makes of it will do, then.
		direct, err := j.DrawSPIRV(a.d, width, height)
		if err != nil || j.CompareDrawings(direct, got) != "" {
			return why, nil
		}
		return "", nil
	}
	return "", fmt.Errorf("%v: %s", o.Version, s)
}

var fragmentEntry = regexp.MustCompile(`@fragment[^{;]*?fn\s+(\w+)`)

// TestFragments draws fragment shaders of the corpus: every 32nd, or as
// [harness.Chosen] says. They take turns with the ways to write them, from that of
// $REFRACT_SEED on; what one lacks is written in the fullest.
func TestFragments(t *testing.T) {
	a := &artist{c: newCompiler(t), d: vkrun.OpenTest(t)}
	ways, turn := executionOptions(), number("REFRACT_SEED", 1)
	drawn := 0
	skipped := map[string]int{}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 32) {
			continue
		}
		for _, entry := range fragmentEntry.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewFragmentJob(s.Name+" "+entry[1], s.Source, entry[1], 1)
			if err != nil {
				skipped["no job"]++
				continue
			}
			turn++
			why, err := a.compare(j, ways[turn%len(ways)])
			var unsupported *glsl.UnsupportedError
			if errors.As(err, &unsupported) {
				why, err = a.compare(j, ways[fullest])
			}
			if errors.As(err, &unsupported) {
				why, err = "not written: "+unsupported.Feature, nil
			}
			switch {
			case err != nil:
				t.Errorf("%s: %v", j.Name, err)
			case why != "":
				skipped[strings.Trim(why[strings.LastIndexAny(why, "[:")+1:], " ]")]++
			default:
				drawn++
			}
		}
	}
	t.Logf("%d drawn as the interpreter does; skipped: %v", drawn, skipped)
	if drawn == 0 {
		t.Error("nothing was drawn")
	}
}

var (
	mainFunction = regexp.MustCompile(`(?s)@compute @workgroup_size\([^)]*\)\s*fn main\((.*?)\) \{`)
	parameter    = regexp.MustCompile(`(?:@builtin\((\w+)\)\s*)?(\w+): ([\w<>]+)`)
	attribute    = regexp.MustCompile(`@builtin\(\w+\)\s*`)
	resultVar    = regexp.MustCompile(`@group\(\d+\) @binding\(\d+\) var<storage, read_write> result: array<u32, \d+>;`)
	resultStore  = regexp.MustCompile(`result\[z_here \* \d+u \+ (\d+)u\]`)
)

// builtInValues are what a fragment has instead of an invocation's built-in values.
var builtInValues = map[string]string{"global_invocation_id": "z_at", "workgroup_id": "z_at", "num_workgroups": "vec3u(1)",
	"local_invocation_id": "vec3u()", "local_invocation_index": "0u"}

// asFragment makes a fragment shader of a generated program with a single
// invocation: where that was, there is the fragment, and what the program tells
// is folded into the color. It is "" for programs with what fragments lack.
func asFragment(source string) string {
	at := mainFunction.FindStringSubmatchIndex(source)
	if at == nil || strings.Contains(source, "var<workgroup>") || strings.Contains(source, "Barrier()") ||
		len(resultVar.FindAllString(source, -1)) != 1 {
		return ""
	}
	var params, args []string
	for _, p := range parameter.FindAllStringSubmatch(source[at[2]:at[3]], -1) {
		value := builtInValues[p[1]]
		if p[1] == "" { // a struct with built-in values
			i := strings.Index(source, "struct "+p[3]+" {")
			if i < 0 {
				return ""
			}
			var list []string
			for _, q := range parameter.FindAllStringSubmatch(source[i:i+strings.Index(source[i:], "}")], -1) {
				list = append(list, builtInValues[q[1]])
			}
			value = p[3] + "(" + strings.Join(list, ", ") + ")"
		}
		if value == "" || strings.Contains(value, "(,") || strings.Contains(value, " ,") {
			return ""
		}
		params, args = append(params, p[2]+": "+p[3]), append(args, value)
	}
	before, after := attribute.ReplaceAllString(source[:at[0]], ""), source[at[1]:]
	source = before + "fn z_body(" + strings.Join(params, ", ") + ") {" + after + fmt.Sprintf(`

@fragment
fn main(@builtin(position) z_position: vec4f, @location(0) @interpolate(flat) z_flat: u32, @location(1) z_linear: vec2f)
	-> @location(0) vec4u {
	let z_at = vec3u(vec2u(z_position.xy), z_flat + u32(z_linear.x));
	z_body(%s);
	var z_color = vec4u(z_acc);
	for (var z_i = 0; z_i < 16; z_i++) { z_color[z_i %% 4] = (z_color[z_i %% 4] ^ z_result[z_i]) * 16777619u; }
	return z_color;
}
`, strings.Join(args, ", "))
	source = resultVar.ReplaceAllString(source, "var<private> z_result: array<u32, 16>;")
	return resultStore.ReplaceAllString(source, "z_result[$1]")
}

// TestGeneratedFragments draws generated programs: a few, or as many as
// $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedFragments(t *testing.T) {
	a := &artist{c: newCompiler(t), d: vkrun.OpenTest(t)}
	options := executionOptions()
	first := number("REFRACT_SEED", 0)
	drawn, wrong := 0, 0
	skipped := map[string]int{}
	for seed := first; seed < first+number("REFRACT_PROGRAMS", 15) && wrong < 10; seed++ {
		p := progen.Generate(uint64(seed), progen.Options{Size: 1 + seed%3, Solo: true})
		source := asFragment(p.Source)
		if source == "" {
			skipped["for compute alone"]++
			continue
		}
		j, err := differential.NewFragmentJob(fmt.Sprint("seed ", seed), source, "main", uint64(seed))
		if err != nil {
			t.Errorf("seed %d: %v\n%s", seed, err, source)
			wrong++
			continue
		}
		j.Overrides = p.Overrides
		why, err := a.compare(j, options[seed%len(options)])
		switch {
		case err != nil:
			t.Errorf("%s: %v", j.Name, err)
			wrong++
		case why != "":
			why, _, _ = strings.Cut(why, ":")
			skipped[why]++
		default:
			drawn++
		}
	}
	t.Logf("%d drawn as the interpreter does; skipped: %v", drawn, skipped)
	if drawn == 0 {
		t.Error("nothing was drawn")
	}
}
