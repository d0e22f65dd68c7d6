package raster_test

// Random small scenes, drawn here and by a Vulkan driver.

import (
	"bytes"
	"context"
	"fmt"
	"image"
	"maps"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"refract"
	"refract/back/spirv"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/raster"
	"refract/exec/wasm"
	"refract/internal/vkrun"
)

// A sceneShader is a shader in both forms.
type sceneShader struct {
	program exec.Program
	fast    exec.Program
	spirv   []byte
}

// asWritten are options by which positions stay as shaders write them: tests choose the clip
// space by the pipeline.
func asWritten() refract.WriteOptions {
	o := spirv.NewOptions()
	o.AdjustCoordinateSpace = false
	return refract.WriteOptions{Options: refract.LanguageOptions{refract.SPIRV: &o}}
}

var sceneShaders = map[string]*sceneShader{}

// shaderOf loads and translates a shader, once.
func shaderOf(t *testing.T, source string) *sceneShader {
	if s := sceneShaders[source]; s != nil {
		return s
	}
	out, err := refract.Translate(context.Background(), "scene.wgsl", []byte(source), refract.TranslateOptions{From: refract.WGSL, To: refract.SPIRV, Write: asWritten()})
	if err != nil {
		t.Fatalf("%v\n%s", err, source)
	}
	s := &sceneShader{spirv: out.Bytes()}
	m, err := refract.Parse(context.Background(), "scene.wgsl", []byte(source), refract.ParseOptions{Language: refract.WGSL})
	if err != nil {
		t.Fatal(err)
	}
	if s.program, err = (interp.Engine{}).Load(m, exec.LoadOptions{}); err != nil {
		t.Fatal(err)
	}
	if s.fast, err = (wasm.Engine{}).Load(m, exec.LoadOptions{}); err != nil {
		t.Fatal(err)
	}
	sceneShaders[source] = s
	return s
}

// sceneKinds are what a set of scenes may have.
type sceneKinds struct {
	centroid, perSample, derivatives, clip, fragDepth, coverage, wide bool

	sampled bool // a texture by implicit levels, also with anisotropy
	many    bool // up to eight targets

	resources bool // arrays, cubes, comparisons and borders by explicit levels; writes to buffers and textures
	second    bool // blending with a second output
	states    bool // more formats of targets, ranges of vertices and indices, depths that run backwards
	steps     int  // how many 255ths a channel may be off; 0: 1
	even      bool // of a draw: w is 1
}

// enumeration numbers of Vulkan.
var (
	vkTopology = map[raster.Topology]uint32{raster.PointList: 0, raster.LineList: 1, raster.LineStrip: 2, raster.TriangleList: 3, raster.TriangleStrip: 4, raster.TriangleFan: 5}
	vkStencil  = map[raster.StencilOp]uint32{raster.StencilKeep: 0, raster.StencilZero: 1, raster.StencilReplace: 2, raster.StencilIncrementClamp: 3,
		raster.StencilDecrementClamp: 4, raster.StencilInvert: 5, raster.StencilIncrementWrap: 6, raster.StencilDecrementWrap: 7}
	vkFactor = map[raster.BlendFactor]uint32{raster.BlendZero: 0, raster.BlendOne: 1, raster.BlendSrc: 2, raster.BlendOneMinusSrc: 3, raster.BlendDst: 4,
		raster.BlendOneMinusDst: 5, raster.BlendSrcAlpha: 6, raster.BlendOneMinusSrcAlpha: 7, raster.BlendDstAlpha: 8, raster.BlendOneMinusDstAlpha: 9,
		raster.BlendConstant: 10, raster.BlendOneMinusConstant: 11, raster.BlendSrcAlphaSaturated: 14, raster.BlendSrc1: 15, raster.BlendOneMinusSrc1: 16, raster.BlendSrc1Alpha: 17, raster.BlendOneMinusSrc1Alpha: 18}
)

// near reports whether a channel of a format is within 1/255 of another, or within a
// step of the format where that is more: how values are rounded is the driver's
// choice (Vulkan, "Conversion From Floating-Point to Normalized Fixed-Point").
// Blending adds two steps for each draw: it need be no more exact than the format
// ("Blending", its first paragraph).
func near(f exec.Format, channel, blends, steps int, a, b float64) bool {
	if a == b || math.IsNaN(a) && math.IsNaN(b) {
		return true
	}
	size := max(1, math.Abs(a), math.Abs(b))
	step := 1 / 255.0
	switch name := f.String(); {
	case strings.HasSuffix(name, "8snorm"):
		step = 1 / 127.0
	case strings.HasSuffix(name, "srgb"):
		step = 3 / 255.0
	case name == "rgb10a2unorm" && channel == 3:
		step = 1 / 3.0
	case name == "rg11b10ufloat":
		// Small numbers are exact; what was sampled isn't.
		if steps > 1 && math.Abs(a-b) <= float64(steps)/255 {
			return true
		}
		step, size = 1/31.0, max(math.Abs(a), math.Abs(b))
	}
	return math.Abs(a-b) <= step*size*(0.01+float64(max(steps, 1)+2*blends))
}

// channels decodes a texel.
func channels(f exec.Format, b []byte) (out [4]float64) {
	t := f.Decode(b)
	for k, x := range t {
		if f.Texel().IsFloat() {
			out[k] = float64(math.Float32frombits(uint32(x)))
		} else {
			out[k] = float64(uint32(x))
		}
	}
	return out
}

// featuresOf are the features of a scene, to see which of them the scenes have in
// common that differ.
func featuresOf(s *vkrun.Scene, draws []*raster.Draw) map[string]bool {
	out := map[string]bool{"all": true, "multisampled": s.Samples > 1}
	for i, d := range draws {
		p := d.Pipeline
		for source, x := range sceneShaders {
			if x.program == p.Vertex.Program {
				for _, word := range []string{"centroid", ", sample)", "sample_index", "clip_distances", "frag_depth", "sample_mask", "dpdx", "discard", "0.02", "fract", "f.p.z;", "f.p.xy", "(linear)"} {
					out[word] = out[word] || strings.Contains(source, word)
				}
			}
		}
		out["bias"] = out["bias"] || p.Depth != nil && s.Draws[i].BiasEnable
		out["stencil"] = out["stencil"] || p.Stencil != nil
		out["depth"] = out["depth"] || p.Depth != nil
		out["unclipped"] = out["unclipped"] || p.Primitive.Unclipped
		out["viewport"] = out["viewport"] || d.Viewport != nil
		out["mask"] = out["mask"] || p.SampleMask != 0
		out["cull"] = out["cull"] || p.Primitive.Cull != 0
		for _, t := range p.Targets {
			out["blend"] = out["blend"] || t.Blend != nil
			out["keep"] = out["keep"] || t.Keep != 0
		}
		out[p.Primitive.Topology.String()] = true
	}
	for f, has := range out {
		if !has {
			delete(out, f)
		}
	}
	return out
}

// TestScenes compares random scenes with a Vulkan driver, pixel by pixel.
// REFRACT_SCENES and REFRACT_SEED choose how many and from where.
func TestScenes(t *testing.T) {
	compareScenes(t, sceneKinds{perSample: true, derivatives: true, clip: true, fragDepth: true, many: true, coverage: true, states: true}, 0.999)
}

// TestLinesAndPoints does it with all topologies, and with centroids, whose place the
// driver chooses ("Interpolation Decorations").
func TestLinesAndPoints(t *testing.T) {
	compareScenes(t, sceneKinds{centroid: true, derivatives: true, fragDepth: true, wide: true, states: true}, 0.98)
}

// TestCoverage does it with alpha to coverage more often.
func TestCoverage(t *testing.T) {
	compareScenes(t, sceneKinds{coverage: true, derivatives: true}, 0.999)
}

// TestSecondSource does it with blending that a second output of the fragment stage is a
// factor of.
func TestSecondSource(t *testing.T) {
	compareScenes(t, sceneKinds{second: true, clip: true}, 0.999)
}

// TestResources does it with textures of more kinds, and with shaders that write memory.
func TestResources(t *testing.T) {
	compareScenes(t, sceneKinds{resources: true, clip: true, fragDepth: true, coverage: true}, 0.999)
}

// TestSampledScenes does it with wide lines, textures whose levels are implicit, and
// anisotropy. The driver filters stretched footprints in a way of its own
// (TestDriverAnisotropy; Vulkan, "Texel Anisotropic Filtering"), of a level that the
// sampler's bound doesn't count for (TestDriverLevels). Levels of detail are as exact as it
// likes (the limit mipmapPrecisionBits), so that the nearest may be another, and those of a
// quad may be of its first row and column ("Derivative Image Operations").
func TestSampledScenes(t *testing.T) {
	compareScenes(t, sceneKinds{sampled: true, wide: true, derivatives: true, steps: 4}, 0.98)
}

// TestWorkers draws scenes with different numbers of workers: the same bytes.
func TestWorkers(t *testing.T) {
	for seed := range uint64(12) {
		var first [][]byte
		for workers := 1; workers <= 4; workers++ {
			_, pass, draws := scene(t, seed, sceneKinds{clip: true})
			pass.Workers = workers
			for _, d := range draws {
				if err := pass.Draw(context.Background(), d); err != nil {
					t.Fatal(err)
				}
			}
			for i, c := range pass.Colors {
				got := c.View.Texture.Level(0)
				if workers == 1 {
					first = append(first, got)
				} else if !bytes.Equal(got, first[i]) {
					t.Errorf("scene %d, color %d: %d workers draw something else", seed, i, workers)
				}
			}
		}
	}
}

// TestEngines draws scenes on both engines: the same bytes. REFRACT_SCENES and
// REFRACT_SEED choose how many and from where.
func TestEngines(t *testing.T) {
	n, seed := sceneRange(40)
	for i := seed; i < seed+n; i++ {
		for _, kinds := range []sceneKinds{
			{perSample: true, derivatives: true, clip: true, fragDepth: true, states: true},
			{centroid: true, derivatives: true, fragDepth: true, wide: true},
		} {
			var first [][]byte
			for k := range 2 {
				_, pass, draws := scene(t, uint64(i), kinds)
				for _, d := range draws {
					if k == 1 {
						for _, s := range sceneShaders {
							if s.program == d.Pipeline.Vertex.Program {
								d.Pipeline.Vertex.Program, d.Pipeline.Fragment.Program = s.fast, s.fast
								break
							}
						}
					}
					if err := pass.Draw(context.Background(), d); err != nil {
						t.Fatalf("scene %d: %v", i, err)
					}
				}
				for at, c := range pass.Colors {
					got := c.View.Texture.Level(0)
					if k == 0 {
						first = append(first, got)
					} else if !bytes.Equal(got, first[at]) {
						t.Errorf("scene %d, color %d: the fast engine draws something else", i, at)
					}
				}
			}
		}
	}
}

// sceneRange is how many scenes there are, and the first.
func sceneRange(n int) (count, seed int) {
	seed = 1
	if s := os.Getenv("REFRACT_SCENES"); s != "" {
		n, _ = strconv.Atoi(s)
	}
	if s := os.Getenv("REFRACT_SEED"); s != "" {
		seed, _ = strconv.Atoi(s)
	}
	return n, seed
}

// anisotropic reports whether a sampler of a scene is.
func anisotropic(s *vkrun.Scene) bool {
	for i := range s.Draws {
		for _, b := range s.Draws[i].Bindings {
			if b.Sampler != nil && b.Sampler.Anisotropy > 1 {
				return true
			}
		}
	}
	return false
}

// edgesOf tells the pixels whose samples llvmpipe takes for those of their neighbors where
// there are several: it draws a row or a column outside a scissor with samples 1 and 2
// (TestDriverScissor; Vulkan, "Scissor Test": each sample's coordinates are compared), and
// nothing in a pixel that the viewport has a part of (TestDriverViewport; "Primitive
// Clipping"). It cuts wide lines off where the viewport ends, whatever the samples
// (TestDriverWideLine).
func edgesOf(s *vkrun.Scene, draws []*raster.Draw) func(x, y int) bool {
	type ring struct{ outer, inner image.Rectangle }
	var rings []ring
	for _, d := range draws {
		if v, p := d.Viewport, &d.Pipeline.Primitive; v != nil && p.LineWidth > 1 && (p.Topology == raster.LineList || p.Topology == raster.LineStrip) {
			inner := image.Rect(int(math.Ceil(float64(v.X))), int(math.Ceil(float64(v.Y))), int(v.X+v.Width), int(v.Y+v.Height))
			rings = append(rings, ring{inner.Inset(-1 - int(p.LineWidth)/2), inner})
		}
	}
	if s.Samples > 1 {
		for _, d := range draws {
			if d.Scissor != nil {
				rings = append(rings, ring{d.Scissor.Inset(-1), *d.Scissor})
			}
			if v := d.Viewport; v != nil {
				right, bottom := float64(v.X+v.Width), float64(v.Y+v.Height)
				rings = append(rings, ring{image.Rect(int(v.X), int(v.Y), int(math.Ceil(right)), int(math.Ceil(bottom))), image.Rect(int(v.X), int(v.Y), int(right), int(bottom))})
			}
		}
	}
	return func(x, y int) bool {
		at := image.Pt(x, y)
		return slices.ContainsFunc(rings, func(r ring) bool { return at.In(r.outer) && !at.In(r.inner) })
	}
}

// withoutLines makes lines of several samples triangles: llvmpipe interpolates them half a
// pixel off (TestDriverLines).
func withoutLines(s *vkrun.Scene, draws []*raster.Draw) {
	if s.Samples == 1 {
		return
	}
	for i, d := range draws {
		switch p := &d.Pipeline.Primitive; p.Topology {
		case raster.LineList:
			p.Topology = raster.TriangleList
		case raster.LineStrip:
			p.Topology = raster.TriangleStrip
		}
		s.Draws[i].Topology = vkTopology[d.Pipeline.Primitive.Topology]
	}
}

// withoutDither turns alpha to coverage off: drivers that dither it cover other samples
// (TestDriverAlphaToCoverage).
func withoutDither(s *vkrun.Scene, draws []*raster.Draw) {
	for i, d := range draws {
		s.Draws[i].ToCoverage, d.Pipeline.AlphaToCoverage = false, false
	}
}

// compareDepths counts the depths and stencil values of single samples, and those of which
// the driver's differ.
func compareDepths(s *vkrun.Scene, pass *raster.Pass, depths []byte, leave func(x, y int) bool) (values, bad int) {
	if s.Depth == 0 || s.Samples > 1 {
		return 0, 0
	}
	f, got := pass.Depth.Texture.Format, pass.Depth.Texture.Level(0)
	for at := range int(s.Width * s.Height) {
		if leave(at%int(s.Width), at/int(s.Width)) {
			continue
		}
		values++
		a, b := channels(f, got[at*f.Bytes():])[0], channels(f, depths[at*f.Bytes():])[0]
		if !(math.Abs(a-b) <= 1/2048.0) {
			bad++
		}
		if s.Depth == vkrun.DepthStencil {
			values++
			if pass.Stencil.Texture.Level(0)[at] != s.Stencils[at] {
				bad++
			}
		}
	}
	return values, bad
}

func compareScenes(t *testing.T, kinds sceneKinds, least float64) {
	device := vkrun.OpenTest(t)
	n, seed := sceneRange(40)
	features := map[string][2]int{}
	verbose := os.Getenv("REFRACT_SCENE_ROWS") != ""
	var total, good, exempt int
	var plain [2]int // pixels of scenes without anisotropy: all, and those that differ
	for i := seed; i < seed+n; i++ {
		s, pass, draws := scene(t, uint64(i), kinds)
		withoutLines(s, draws)
		if kinds.coverage && dithers(t, device) {
			withoutDither(s, draws)
		}
		want, depths, err := device.DrawScene(s)
		if err != nil {
			t.Fatalf("scene %d: %v", i, err)
		}
		for _, d := range draws {
			if err := pass.Draw(context.Background(), d); err != nil {
				t.Fatalf("scene %d: %v", i, err)
			}
		}
		if err := pass.Resolve(); err != nil {
			t.Fatal(err)
		}
		pixels, bad := 0, 0
		first := ""
		edges := edgesOf(s, draws)
		for k, c := range pass.Colors {
			v := c.View
			if c.Resolve != nil {
				v = c.Resolve
			}
			f := v.Texture.Format
			got := v.Texture.Level(0)
			blends := 0
			for _, d := range draws {
				if d.Pipeline.Targets[k].Blend != nil {
					blends++
				}
			}
			for at := 0; at < len(got); at += f.Bytes() {
				if n := at / f.Bytes(); edges(n%int(s.Width), n/int(s.Width)) {
					exempt++
					continue
				}
				a, b := channels(f, got[at:]), channels(f, want[k][at:])
				pixels++
				for j := range a {
					if !near(f, j, blends, kinds.steps, a[j], b[j]) {
						if n := at / f.Bytes(); os.Getenv("REFRACT_SCENE_PRINT") == strconv.Itoa(i) && bad%97 == 0 {
							t.Logf("attachment %d at %d, %d: %v, driver %v", k, n%int(s.Width), n/int(s.Width), a, b)
						}
						if bad++; first == "" {
							n := at / f.Bytes()
							first = fmt.Sprintf("%s at %d, %d: %v, driver %v", f, n%int(s.Width), n/int(s.Width), a, b)
						}
						break
					}
				}
			}
		}
		if p, b := compareDepths(s, pass, depths, edges); true {
			if pixels, bad = pixels+p, bad+b; b > 0 && first == "" {
				first = fmt.Sprintf("%d of %d depths and stencil values", b, p)
			}
		}
		if kinds.resources {
			p, b := compareWritten(s, draws, edges, func(draw, x, y int, got, want uint32) {
				if os.Getenv("REFRACT_SCENE_PRINT") == strconv.Itoa(i) {
					t.Logf("draw %d wrote %#x at %d, %d, driver %#x", draw, got, x, y, want)
				}
			})
			if pixels, bad = pixels+p, bad+b; b > 0 && first == "" {
				first = fmt.Sprintf("%d of %d words that were written", b, p)
			}
		}
		if verbose {
			for f := range featuresOf(s, draws) {
				x := features[f]
				x[0]++
				if bad*1000 > pixels*2 {
					x[1]++
				}
				features[f] = x
			}
		}
		total, good = total+pixels, good+pixels-bad
		if kinds.sampled && !anisotropic(s) {
			plain[0], plain[1] = plain[0]+pixels, plain[1]+bad
		}
		if os.Getenv("REFRACT_SCENE_PRINT") == strconv.Itoa(i) {
			for k := range s.Draws {
				d := *draws[k]
				t.Logf("%+v samples %#x to coverage %v depth %+v stencil %+v targets %+v", d.Pipeline.Primitive, d.Pipeline.SampleMask, d.Pipeline.AlphaToCoverage, d.Pipeline.Depth, d.Pipeline.Stencil, d.Pipeline.Targets)
				d.Buffers = nil
				t.Logf("%+v viewport %v", d, s.Draws[k].Viewport)
				for source, x := range sceneShaders {
					if x.program == d.Pipeline.Vertex.Program {
						t.Log(source)
					}
				}
			}
		}
		if bad*1000 > pixels*2 && verbose {
			t.Logf("scene %d: %d of %d pixels differ: %s (%d samples)", i, bad, pixels, first, s.Samples)
		}
	}
	if verbose {
		for _, f := range slices.Sorted(maps.Keys(features)) {
			x := features[f]
			t.Logf("%-20s %3d of %3d scenes differ (%.0f%%)", f, x[1], x[0], 100*float64(x[1])/float64(x[0]))
		}
	}
	share := float64(good) / float64(total)
	t.Logf("%.4f%% of %d pixels of %d scenes within %d/255; %d at edges of scissors and viewports left out", 100*share, total, n, max(kinds.steps, 1), exempt)
	if plain[0] > 0 {
		t.Logf("%.4f%% of %d pixels without anisotropy", 100*float64(plain[0]-plain[1])/float64(plain[0]), plain[0])
	}
	if share < least {
		t.Errorf("less than %.1f%%", 100*least)
	}
}
