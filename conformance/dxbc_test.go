package conformance

// This file compares Direct3D bytecode with the output of FXC, Microsoft's compiler, for the HLSL
// of the same modules: whether Microsoft's disassembler takes it, signatures, bound resources, and
// numbers of instructions.

import (
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"math"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"refract"
	"refract/back/dxbc"
	"refract/back/hlsl"
	"refract/diag"
	front "refract/front/wgsl"
	format "refract/internal/dxbc"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/vkrun"
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
	inHLSL, took := 0, time.Duration(0)
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
			start := time.Now()
			data, _, err := w.Write(m, info, o, nil)
			took += time.Since(start)
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
			if err := checkContainer(data); err != nil {
				t.Errorf("%s: %v", name, err)
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
	t.Logf("%d entry points in HLSL, %d written as bytecode in %v; refused: %v", inHLSL, len(ours), took.Round(time.Millisecond), refused)
}

// checkContainer checks the program of a container.
func checkContainer(data []byte) error {
	c, err := format.ReadContainer(data)
	if err != nil {
		return err
	}
	chunk, _ := c.Chunk(format.ChunkSHEX, format.ChunkSHDR)
	p, err := format.ReadProgram(chunk)
	if err != nil {
		return err
	}
	return p.Check()
}

// bytecodeCases are shaders with operations that the corpus lacks.
var bytecodeCases = []struct {
	name, source string
	stage        ir.Stage
}{
	{"atomics.wgsl", `
struct B { a: array<atomic<u32>, 8>, b: array<atomic<i32>, 8>, out: array<u32, 32> }
@group(0) @binding(0) var<storage, read_write> b: B;
var<workgroup> w: array<atomic<u32>, 4>;
var<workgroup> v: array<atomic<i32>, 2>;
@compute @workgroup_size(1) fn main() {
  b.out[0] = atomicAnd(&b.a[0], 0xF0F0u); b.out[1] = atomicOr(&b.a[1], 0xF0Fu); b.out[2] = atomicXor(&b.a[2], 0xFFu);
  b.out[3] = atomicMin(&b.a[3], 77u); b.out[4] = atomicMax(&b.a[4], 77u); b.out[5] = bitcast<u32>(atomicMin(&b.b[0], -5)); b.out[6] = bitcast<u32>(atomicMax(&b.b[1], -5));
  b.out[7] = atomicSub(&b.a[5], b.out[3]); b.out[8] = atomicExchange(&b.a[6], 9u);
  atomicStore(&w[0], 5u); let r = atomicCompareExchangeWeak(&w[0], 5u, 8u); b.out[9] = r.old_value; b.out[10] = select(0u, 1u, r.exchanged);
  b.out[11] = atomicOr(&w[1], 3u) + atomicXor(&w[1], 7u) + atomicAnd(&w[1], 6u) + atomicMax(&w[1], 100u) + atomicMin(&w[1], 50u);
  b.out[12] = bitcast<u32>(atomicMin(&v[0], -3) + atomicMax(&v[1], -3) + atomicAdd(&v[0], 4)) + atomicLoad(&w[1]);
  let s = atomicCompareExchangeWeak(&b.a[7], atomicLoad(&b.a[7]), 3u); b.out[13] = atomicLoad(&b.a[7]);
}`, ir.StageCompute},
	{"halves.wgsl", `
@group(0) @binding(0) var<storage, read_write> out: array<u32, 16>;
@group(0) @binding(1) var<storage, read> data: array<u32, 16>;
@compute @workgroup_size(1) fn main() {
  let f = vec2f(vec2i(vec2u(data[0], data[1]) & vec2u(255u))) * 0.25;
  out[0] = pack2x16float(f);
  let h = unpack2x16float(out[0] ^ 0x80000000u);
  out[1] = u32(abs(h.x * 4.0)) + u32(abs(h.y * 4.0)) * 7u;
  out[2] = bitcast<u32>(quantizeToF16(f.x)); out[3] = pack4x8unorm(vec4f(0.0, 1.0, 0.5, 2.0)); out[4] = pack2x16snorm(f / 64.0);
  var n = 0u;
  for (var i = 0u; i < 9u; ) { i++; if (data[i & 15u] & 1u) == 0u { continue; } n += i; }
  out[5] = n;
  var m = 0u;
  var k = 0u;
  loop { k++; if k > 12u { break; } if (data[k & 15u] & 2u) == 0u { continue; } m ^= data[k & 15u] * k; }
  out[6] = m; out[7] = firstLeadingBit(data[7]) + countLeadingZeros(data[8]) + countTrailingZeros(data[9]) + firstTrailingBit(data[10]);
  out[8] = bitcast<u32>(firstLeadingBit(bitcast<i32>(data[11]))) + countOneBits(data[12]) + reverseBits(data[13]) + extractBits(data[14], 3u, 7u) + insertBits(data[1], data[2], 5u, 9u);
}`, ir.StageCompute},
	{"wide.wgsl", `enable wgpu_int64;
@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
@group(0) @binding(1) var<storage, read> data: array<u32, 8>;
@compute @workgroup_size(1) fn main() {
  let a = (u64(data[0]) << 32u) | u64(data[1]);
  let b = (u64(data[2]) << 32u) | u64(data[3]);
  let c = a * b + a - b;
  out[0] = u32(c); out[1] = u32(c >> 32u); out[2] = select(0u, 1u, a < b); out[3] = u32((a + b) >> 31u);
}`, ir.StageCompute},
	{"samples.wgsl", `
@group(0) @binding(0) var<storage, read_write> out: array<u32, 8>;
@group(0) @binding(1) var t: texture_multisampled_2d<f32>;
@group(0) @binding(2) var u: texture_2d_array<f32>;
@compute @workgroup_size(1) fn main() {
  out[0] = textureNumSamples(t); out[1] = textureDimensions(t).x; out[2] = textureNumLayers(u); out[3] = textureNumLevels(u); out[4] = textureDimensions(u, 0).y;
}`, ir.StageCompute},
	{"interpolated.frag", `#version 450
layout(location = 0) in vec2 a; layout(location = 1) noperspective in float b; layout(location = 0) out vec4 c;
void main() { c = vec4(interpolateAtCentroid(a).x, interpolateAtSample(a, 0).y, interpolateAtOffset(a, vec2(0.25, -0.25)).x, interpolateAtOffset(b, vec2(0.0, 0.125))); }`, ir.StageFragment},
	{"lod.frag", `#version 450
layout(set = 0, binding = 0) uniform texture2D t; layout(set = 0, binding = 1) uniform sampler s; layout(location = 0) in vec2 a; layout(location = 0) out vec4 c;
void main() { c = vec4(textureQueryLod(sampler2D(t, s), a * 0.0).x, 0.25, 0.0, 1.0); }`, ir.StageFragment},
	{"offsets.frag", `#version 450
layout(set = 0, binding = 0) uniform texture2D t; layout(set = 0, binding = 1) uniform sampler s; layout(location = 0) in vec2 a; layout(location = 1) flat in int k; layout(location = 0) out vec4 c;
void main() { c = textureGatherOffset(sampler2D(t, s), fract(a * 0.125), ivec2(k & 3, -(k & 1)), 1); }`, ir.StageFragment},
}

// TestBytecodeOperations runs operations that the corpus lacks.
func TestBytecodeOperations(t *testing.T) {
	t.Run("dxbc", func(t *testing.T) { bytecodeOperations(t, differential.DXBC(varyDXBC)) })
	t.Run("dxil", func(t *testing.T) { bytecodeOperations(t, differential.DXIL(varyDXIL)) })
}

func bytecodeOperations(t *testing.T, b *differential.Bytecode) {
	d := vkrun.OpenTest(t)
	var compute, fragments []*differential.Job
	var results []differential.Result
	var drawn []*differential.Drawing
	var sizes [][2]int
	for _, x := range bytecodeCases {
		o := hostileOptions()
		if x.stage == ir.StageFragment {
			o = refract.CheckOptions{}
		}
		v, err := refract.Check(context.Background(), x.name, []byte(x.source), o)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if x.name == "wide.wgsl" { // 64-bit integers are pairs, as the library makes them
			if v, err = refract.Optimize(context.Background(), v, refract.OptimizeOptions{Passes: "int64-to-pairs", Strict: true}); err != nil {
				t.Fatal(err)
			}
		}
		j, err := differential.NewModuleJob(x.name, v.Module, v.Info, x.stage, [3]uint32{1, 1, 1}, 1)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		if x.stage == ir.StageFragment {
			want, width, height, err := j.Reference()
			if err != nil {
				t.Fatalf("%s: %v", x.name, err)
			}
			fragments, drawn, sizes = append(fragments, j), append(drawn, want), append(sizes, [2]int{width, height})
			continue
		}
		want, err := differential.Interpreter().Run(j)
		if err != nil {
			t.Fatalf("%s: %v", x.name, err)
		}
		compute, results = append(compute, j), append(results, want)
	}
	got, errs := b.Run(t, d, compute)
	for i, j := range compute {
		if errs[i] != nil {
			t.Errorf("%s: %v", j.Name, errs[i])
		} else if s := j.Compare(results[i], got[i]); s != "" {
			t.Errorf("%s: %s", j.Name, s)
		}
	}
	pictures, errs := b.Draw(t, d, fragments, sizes)
	for i, j := range fragments {
		if errs[i] != nil {
			t.Errorf("%s: %v", j.Name, errs[i])
		} else if s := j.CompareDrawings(drawn[i], pictures[i]); s != "" {
			t.Errorf("%s: %s", j.Name, s)
		}
	}
}

// compareWithFXC compares containers with FXC's.
func compareWithFXC(t *testing.T, theirs []fxcRow, ours []dxbcRow, verbose bool) {
	var codes []dxbcRow
	var at []int
	start := time.Now()
	compiled := harness.Oracle(t, "hlsl", theirs, "--code")
	t.Logf("FXC runs for %v, in two processes", time.Since(start).Round(time.Millisecond))
	for i, v := range compiled {
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

// commentPart begins a part of the comments of a disassembly.
var commentPart = regexp.MustCompile(`^ (Input signature|Output signature|Resource Bindings|Buffer Definitions)`)

// partOf is a part of the comments of a disassembly.
func partOf(text, title string) string {
	_, rest, ok := strings.Cut(text, "// "+title)
	if !ok {
		return ""
	}
	var lines []string
	for i, line := range strings.Split(rest, "\n") {
		body, comment := strings.CutPrefix(strings.TrimRight(line, " \r"), "//")
		if i > 0 && (!comment || commentPart.MatchString(body)) {
			break
		}
		if strings.TrimSpace(body) != "" && i > 0 {
			lines = append(lines, body)
		}
	}
	return strings.Join(lines, "\n")
}
