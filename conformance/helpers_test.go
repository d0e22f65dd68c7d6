package conformance

// This file draws fragments that are discarded and stay as helpers for the derivatives of the
// others: in the interpreter, the fast engine, the rasterizer and on a Vulkan driver, as
// demote and as GLSL's discard. docs/conventions.md has the rule.

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"refract"
	"refract/back/dxil"
	spirvback "refract/back/spirv"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/harness/differential"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/ir/validate"
	"refract/spirv"
)

// TestHelpers draws generated fragment shaders with discards anywhere and derivatives behind
// them: a few, or as many as $REFRACT_PROGRAMS gives, from $REFRACT_SEED on.
func TestHelpers(t *testing.T) {
	var d *vkrun.Device
	var c *differential.GLSLCompiler
	if sweep.On() {
		d, c = vkrun.OpenTest(t), differential.OpenGLSL(t)
		if !derives(t, d) {
			d = nil
		}
	}
	first, wrong := number("REFRACT_SEED", 0), 0
	for seed := first; seed < first+sweep.Count(240) && wrong < 10; seed++ {
		if s := helped(uint64(seed), d, c); s != "" {
			wrong++
			t.Errorf("seed %d: %s", seed, s)
		}
	}
}

// derives reports whether a driver has the derivative of a number that is the same in all
// fragments as zero, behind a loop. The lavapipe of Mesa 22.3 hasn't.
func derives(t *testing.T, d *vkrun.Device) bool {
	j, err := differential.NewFragmentJob("derivative", `
@group(0) @binding(1) var<storage, read> a: array<u32, 4>;
@group(0) @binding(2) var<uniform> b: vec4u;
@fragment fn main(@builtin(position) p: vec4f) -> @location(0) vec4u {
  let at = vec2u(p.xy);
  let v = dpdyFine(f32((at.x * at.y) & 7u)) + dpdxFine(f32((at.x ^ at.y) & 3u));
  var sum = 5u;
  if b.x > 5u {
    for (var n = 0i; n < 2i; n++) { if b.y == 1234567u { break; } sum += 1u; }
  }
  sum += a[3];
  return vec4u(u32(i32(dpdxFine(f32(sum & 255u)))), u32(i32(v)), 0u, 1u);
}`, "main", 4)
	if err != nil {
		t.Fatal(err)
	}
	want, err := j.Fragments(8, 4, 0)
	if err != nil {
		t.Fatal(err)
	}
	got, err := j.DrawSPIRV(d, 8, 4)
	if err != nil {
		t.Fatal(err)
	}
	return j.CompareDrawings(want, got) == ""
}

// helped draws the shader of a seed in each way and describes the first difference, or
// returns "".
func helped(seed uint64, d *vkrun.Device, c *differential.GLSLCompiler) string {
	p := progen.Generate(seed, progen.Options{Size: sizes[seed%uint64(len(sizes))], Helpers: true})
	demoted, err := differential.NewFragmentJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, seed)
	if err != nil {
		return err.Error()
	}
	demoted.Overrides = p.Overrides
	m := demoted.Module.Clone()
	discards(m)
	jobs := []*differential.Job{demoted}
	if discarded, err := demoted.With("discard", m); err == nil {
		jobs = append(jobs, discarded)
	} else if !strings.Contains(err.Error(), "a continuing block can't end the invocation") {
		return err.Error()
	}
	const width, height = 8, 4
	want, err := demoted.Fragments(width, height, 0)
	if err != nil {
		return err.Error()
	}
	draw := func(how string, by func(j *differential.Job) (*differential.Drawing, error)) string {
		for _, j := range jobs {
			got, err := by(j)
			if err != nil {
				return j.Name + ", " + how + ": " + err.Error()
			}
			if s := j.CompareDrawings(want, got); s != "" {
				return j.Name + ", " + how + ": " + s
			}
		}
		return ""
	}
	ways := []struct {
		how string
		by  func(j *differential.Job) (*differential.Drawing, error)
	}{
		{"interpreter", func(j *differential.Job) (*differential.Drawing, error) {
			return j.FragmentsOn(interp.Engine{}, width, height, 0)
		}},
		{"fast engine", func(j *differential.Job) (*differential.Drawing, error) {
			return j.FragmentsOn(wasm.Engine{}, width, height, 0)
		}},
		{"rasterizer", func(j *differential.Job) (*differential.Drawing, error) {
			return j.DrawRaster(wasm.Engine{}, width, height, 1)
		}},
		{"WGSL", func(j *differential.Job) (*differential.Drawing, error) {
			again, err := differential.Reread(j, 0)
			if err != nil {
				return nil, err
			}
			return again.Fragments(width, height, 0)
		}},
		{"SPIR-V read again", func(j *differential.Job) (*differential.Drawing, error) {
			again, err := throughWords(j)
			if err != nil {
				return nil, err
			}
			return again.Fragments(width, height, 0)
		}},
		{"SPIR-V", func(j *differential.Job) (*differential.Drawing, error) { return j.DrawSPIRV(d, width, height) }},
		{"GLSL", func(j *differential.Job) (*differential.Drawing, error) { return c.Draw(j, d, width, height) }},
	}
	if d == nil {
		ways = ways[:5]
	}
	for _, w := range ways {
		if s := draw(w.how, w.by); s != "" {
			return s
		}
	}
	return ""
}

// throughWords is the job with the module that is read from its SPIR-V.
func throughWords(j *differential.Job) (*differential.Job, error) {
	o := differential.SPIRVOptions()
	o.EntryPoint, o.Stage, o.Overrides = j.Entry, ir.StageFragment, j.Overrides
	if o.Overrides == nil {
		o.Overrides = map[string]float64{}
	}
	words, err := new(spirvback.Writer).Write(nil, j.Module, o)
	if err != nil {
		return nil, err
	}
	m, err := refract.Parse(context.Background(), "a.spv", spirv.AppendBytes(nil, words), refract.ParseOptions{})
	if err != nil {
		return nil, err
	}
	again, err := j.With("read again", m)
	if err == nil {
		again.Overrides = nil
	}
	return again, err
}

// discards makes terminates of the demotes of a module, which are last in their blocks.
func discards(m *ir.Module) {
	for _, f := range m.Functions[1:] {
		for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
			if f.StmtKind(s) == ir.StmtDemote {
				f.OverwriteStmt(s, f.AddSimple(ir.StmtTerminate, f.StmtSpan(s)))
			}
		}
	}
}

// discardForms are functions in GLSL with a discard, for fragments with odd x and y. A helper
// goes on behind the statement that holds the discard.
var discardForms = []struct{ name, text string }{
	{"alone in an if", "float f(float v) { if (odd()) discard; return v; }"},
	{"behind an assignment", "float f(float v) { if (odd()) { v += 16.0; discard; } return v; }"},
	{"before a statement", "float f(float v) { if (odd()) { discard; v += 64.0; } return v; }"},
	{"with an else", "float f(float v) { if (odd()) { discard; } else { v *= 2.0; } return v; }"},
	{"condition seen again", "float f(float v) { if (odd()) discard; if (odd()) v += 32.0; return v; }"},
	{"in a called function", "float g(float v) { if (odd()) { v += 16.0; discard; } return v + 4.0; } float f(float v) { return g(v) + 1.0; }"},
	{"at the end of a function", "float g(float v) { if (!odd()) { return v + 4.0; } discard; return v; } float f(float v) { return v + 0.0 * g(v); }"},
	{"in a loop", "float f(float v) { for (int i = 0; i < 4; i++) { if (odd() && i == 1) { v += 16.0; discard; } v += 1.0; } return v; }"},
	{"in a loop of loops", "float f(float v) { for (int i = 0; i < 3; i++) { for (int k = 0; k < i; k++) { if (odd()) { discard; } else { v += 2.0; } v += 1.0; } } return v; }"},
	{"in the last clause of a switch", "float f(float v) { switch (int(odd())) { case 0: v += 2.0; break; default: v += 16.0; discard; } return v + 1.0; }"},
	{"in divergent flow", "float f(float v) { if (gl_FragCoord.x > 2.0) { if (odd()) { v += 8.0; discard; } v += 1.0; } return v; }"},
	{"in a loop that may not end", "float f(float v) { float w = 1.0; while (w < 60.0) { if (odd() && w > 4.0) { v += 16.0; discard; } v += 1.0; w *= 2.0; } return v; }"},
	{"in a loop that only it ends", "float f(float v) { for (;;) { if (odd()) { discard; } else { break; } } return v + 2.0; }"},
	{"in a function that a loop calls", "void g(float w) { if (odd() && w > 4.0) discard; } float f(float v) { float w = 1.0; while (w < 60.0) { g(w); v += 1.0; w *= 2.0; } return v; }"},
	{"ahead of a loop that doesn't end for it", "float f(float v) { if (odd()) discard; float s = odd() ? 0.0 : 1.0; for (float w = 0.0; w < 3.0; w += s) {} return v; }"},
	{"in loops of loops that it only ends", "float f(float v) { for (;;) { for (;;) { if (odd()) { discard; } else { break; } } if (!odd()) break; } return v + 2.0; }"},
	{"ahead of a sum of the quad", "float f(float v) { if (odd()) discard; return v * subgroupClusteredAdd(1.0, 4u); }"},
	{"ahead of sums and a vote", "float f(float v) { if (odd()) discard; if (subgroupAll(!odd())) v += subgroupAdd(1.0) == float(subgroupBallotBitCount(subgroupBallot(true))) ? 8.0 : 4.0; return v; }"},
	{"ahead of an election", "float f(float v) { if (!odd()) discard; return v + float(subgroupBallotBitCount(subgroupBallot(subgroupElect()))); }"},
	{"ahead of extremes", "float f(float v) { if (odd()) discard; return v + 4.0 * subgroupMax(odd() ? 9.0 : 1.0) + 16.0 * float(subgroupOr(odd() ? 6u : 1u)); }"},
	{"ahead of a broadcast", "float f(float v) { if (!odd()) discard; float b = subgroupBroadcastFirst(odd() ? 9.0 : 1.0); return v + (odd() ? 4.0 * b : 36.0); }"},

	{"ahead of a ballot", "float f(float v) { if (odd()) discard; return v + float(subgroupBallotBitCount(subgroupBallot(true))) * 64.0; }"},
	{"ahead of a swap in the quad", "float f(float v) { if (odd()) discard; return v + 3.0 * subgroupQuadSwapDiagonal(v); }"},
	{"in a loop with votes", "float f(float v) { for (uint n = 0u; subgroupAny(n < 3u); n++) { if (odd() && n == 1u) discard; v += 1.0; } return v; }"},
}

// clusters reports whether a driver sums clusters of four lanes alone. Mesa 22.3's lavapipe has the sum of the
// whole subgroup instead, and that of Mesa 25 leaves out lanes of whole quads, where nothing is discarded.
func clusters(t *testing.T, d *vkrun.Device) bool {
	_, wrong := discardDrawn("clusters", `#version 460
#extension GL_KHR_shader_subgroup_clustered : enable
layout(location = 0) out vec4 color;
void main() { color = vec4(subgroupClusteredAdd(1.0, 4u)); }`, d)
	if wrong != "" {
		t.Logf("sums of clusters aren't drawn: %s", wrong)
	}
	return wrong == ""
}

// TestHelpersOfDiscards draws each form with derivatives and samples of implicit level behind it.
func TestHelpersOfDiscards(t *testing.T) {
	var d *vkrun.Device
	clustered := false
	if sweep.On() {
		d = vkrun.OpenTest(t)
		clustered = clusters(t, d)
	}
	var drawn []discardDrawing
	for _, form := range discardForms {
		for _, seen := range []string{
			"vec4(dFdxFine(v), dFdyFine(v), fwidthFine(v), 1.0)",
			"texture(sampler2D(t, s), vec2(v, 0.5) / vec2(textureSize(sampler2D(t, s), 0)))",
			"texture(sampler2D(t, s), vec2(v, 0.5) / vec2(textureSize(sampler2D(t, s), 0)), 1.0)",
		} {
			source := `#version 460
#extension GL_KHR_shader_subgroup_ballot : enable
#extension GL_KHR_shader_subgroup_vote : enable
#extension GL_KHR_shader_subgroup_arithmetic : enable
#extension GL_KHR_shader_subgroup_clustered : enable
#extension GL_KHR_shader_subgroup_quad : enable
layout(location = 0) out vec4 color;
layout(set = 0, binding = 0) uniform texture2D t;
layout(set = 0, binding = 1) uniform sampler s;
bool odd() { return mod(gl_FragCoord.x, 2.0) > 1.0 && mod(gl_FragCoord.y, 2.0) > 1.0; }
` + form.text + `
void main() { float v = f(2.0 * gl_FragCoord.x + 8.0 * gl_FragCoord.y); color = ` + seen + `; }`
			driver := d
			if strings.Contains(form.text, "subgroupClusteredAdd") && !clustered {
				driver = nil
			}
			one, s := discardDrawn(form.name+", "+seen, source, driver)
			if s != "" {
				t.Errorf("%s, %s: %s", form.name, seen, s)
				continue
			}
			if driver != nil {
				drawn = append(drawn, one)
			}
		}
	}
	if d == nil {
		return
	}
	var jobs []*differential.Job
	var sizes [][2]int
	for _, one := range drawn {
		jobs, sizes = append(jobs, one.job), append(sizes, [2]int{8, 4})
	}
	level := func(_ int, o *dxil.Options) int { return 0 }
	got, errs := differential.DXIL(level).Draw(t, d, jobs, sizes)
	for k, one := range drawn {
		if errs[k] != nil {
			t.Errorf("%s, DXIL: %v", one.job.Name, errs[k])
		} else if worst, n := one.job.Differences(one.want, got[k], 0.5/255); n > 0 {
			t.Errorf("%s, DXIL: %d pixels differ by up to %v", one.job.Name, n, worst)
		}
	}
}

// A discardDrawing is a shader with the interpreter's drawing of it.
type discardDrawing struct {
	job  *differential.Job
	want *differential.Drawing
}

// discardDrawn draws a shader in GLSL by each engine and, if d isn't nil, as SPIR-V on a
// driver, and describes the first difference.
func discardDrawn(name, source string, d *vkrun.Device) (one discardDrawing, wrong string) {
	m, err := refract.Parse(context.Background(), "a.frag", []byte(source), refract.ParseOptions{})
	if err != nil {
		return one, err.Error()
	}
	info, err := validate.Module(m, validate.Options{Capabilities: validate.All})
	if err != nil {
		return one, err.Error()
	}
	j, err := differential.NewModuleJob(name, m, info, ir.StageFragment, [3]uint32{}, 7)
	if err != nil {
		return one, err.Error()
	}
	want, err := j.Fragments(8, 4, 0)
	if err != nil {
		return one, err.Error()
	}
	draws := map[string]func() (*differential.Drawing, error){
		"fast engine": func() (*differential.Drawing, error) { return j.FragmentsOn(wasm.Engine{}, 8, 4, 0) },
		"rasterizer":  func() (*differential.Drawing, error) { return j.DrawRaster(interp.Engine{}, 8, 4, 1) },
	}
	draws["WGSL"] = func() (*differential.Drawing, error) {
		again, err := differential.Reread(j, 0)
		if err != nil {
			return nil, err
		}
		return again.Fragments(8, 4, 0)
	}
	if d != nil {
		draws["driver"] = func() (*differential.Drawing, error) { return j.DrawSPIRV(d, 8, 4) }
	}
	for how, draw := range draws {
		got, err := draw()
		var unsupported *exec.UnsupportedError
		if how == "fast engine" && errors.As(err, &unsupported) {
			continue // operations on subgroups of more than a quad
		}
		if err != nil {
			return one, how + ": " + err.Error()
		}
		if worst, n := j.Differences(want, got, 0.5/255); n > 0 {
			return one, fmt.Sprintf("%s: %d pixels differ by up to %v: %s", how, n, worst, j.CompareDrawings(want, got))
		}
	}
	return discardDrawing{j, want}, ""
}
