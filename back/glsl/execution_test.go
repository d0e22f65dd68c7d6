package glsl_test

// This file runs compute shaders as GLSL on a Vulkan driver and compares what
// they do with what the interpreter does.

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"refract/back/glsl"
	"refract/exec"
	"refract/exec/interp"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/internal/ir/transform"
	"refract/internal/progen"
	"refract/internal/sweep"
	"refract/internal/vkrun"
)

// number is a number from the environment.
func number(name string, otherwise int) int {
	if n, err := strconv.Atoi(os.Getenv(name)); err == nil {
		return n
	}
	return otherwise
}

// fullest is one of executionOptions that lacks least.
const fullest = 0

// executionOptions are ways to write what is run.
func executionOptions() []glsl.Options {
	plain := glsl.NewOptions()
	plain.Vulkan = true
	small := plain
	small.Minify, small.Version.Number = true, 460
	desktop := glsl.NewOptions()
	es := desktop
	es.Version, es.ImageFormats = glsl.Version{Number: 310, ES: true}, false // which glslang lacks
	es.ExternalForm = transform.ExternalSingle                               // samplerExternalOES is nothing to Vulkan
	old := desktop
	old.Version.Number = 430 // the first with compute shaders
	return []glsl.Options{plain, small, desktop, es, old}
}

// TestGenerated runs generated programs: a few, or as many as $REFRACT_PROGRAMS
// says, from $REFRACT_SEED on.
func TestGenerated(t *testing.T) {
	d := vkrun.OpenTest(t)
	reference := differential.Interpreter()
	var engines []differential.Engine
	for _, o := range executionOptions() {
		engines = append(engines, engine(t, d, o))
	}
	first := number("REFRACT_SEED", 0)
	wrong := 0
	for seed := first; seed < first+sweep.Count(40) && wrong < 10; seed++ {
		p := progen.Generate(uint64(seed), progen.Options{Size: 1 + seed%3, F16: seed%7 == 0 && seed%5 != 4, Wide: seed%2 == 1})
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, p.Overrides, uint64(seed))
		if err != nil {
			t.Error(err)
			continue
		}
		want, err := reference.Run(j)
		if err != nil {
			t.Error(err)
			continue
		}
		got, err := engines[seed%len(engines)].Run(j)
		if err != nil {
			t.Errorf("%s: %v\n%s", j.Name, err, j.Source)
			wrong++
		} else if s := j.Compare(want, got); s != "" {
			t.Errorf("%s: %s", j.Name, s)
			wrong++
		}
	}
}

var entryPoint = regexp.MustCompile(`@compute[^{;]*?fn\s+(\w+)`)

// TestCorpusShaders runs those compute shaders of the corpus whose results are
// the same everywhere: every sixteenth, or as [harness.Chosen] says. They take turns with the ways to write them, from that of
// $REFRACT_SEED on; what one lacks is written in the fullest.
func TestCorpusShaders(t *testing.T) {
	d := vkrun.OpenTest(t)
	seed := number("REFRACT_SEED", 1)
	var ways []differential.Engine
	for _, o := range executionOptions() {
		ways = append(ways, engine(t, d, o))
	}
	vulkan := differential.Vulkan(d, differential.SPIRVOptions(), false)
	ran, same := 0, map[string]int{}
	skipped := map[string]int{}
	for i, s := range harness.Shaders(t) {
		if !harness.Chosen(i, &s, 16) {
			continue
		}
		for _, entry := range entryPoint.FindAllStringSubmatch(s.Source, -1) {
			j, err := differential.NewJob(s.Name+" "+entry[1], s.Source, entry[1], [3]uint32{1, 1, 1}, nil, uint64(seed))
			if err != nil {
				why := err.Error()
				skipped["no job: "+why[strings.LastIndex(why, ": ")+2:]]++
				continue
			}
			// What depends on the order of invocations, or leaves memory, is not
			// defined.
			want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
			if err != nil {
				why, _, _ := strings.Cut(err.Error(), "\n")
				skipped["interpreter: "+why[strings.LastIndex(why, "[")+1:]]++
				continue
			}
			direct, err := vulkan.Run(j)
			if err != nil {
				skipped["SPIR-V"]++
				continue
			}
			way := (ran + seed) % len(ways)
			got, err := ways[way].Run(j)
			var unsupported *glsl.UnsupportedError
			if errors.As(err, &unsupported) {
				skipped["written otherwise, for want of "+unsupported.Feature]++
				got, err = ways[fullest].Run(j)
			}
			if err != nil {
				t.Errorf("%s: %v", j.Name, err)
				continue
			}
			ran++
			switch a, why := j.Compare(want, got), j.Inexact(); {
			case a == "":
				same["the interpreter"]++
			case j.Compare(direct, got) == "":
				same["SPIR-V, with "+why]++
			case why != "":
				skipped[why]++
			default:
				t.Errorf("%s: %s", j.Name, a)
			}
		}
	}
	t.Logf("%d ran, with the results of %v; skipped: %v", ran, same, skipped)
}

// programs are small shaders that were once written wrongly, or not at all.
var programs = []struct{ name, source string }{
	// The array pads S at its end, which the struct that was seen first holds.
	{"struct padded for a later array", `
struct S { m: u32, @size(20) @align(32) v: vec2i, a: u32, @size(20) @align(32) w: u32 }
struct T { @align(64) s: S, @align(16) b: u32 }
@group(0) @binding(0) var<storage, read> one: T;
@group(0) @binding(1) var<storage, read> many: array<S>;
@group(0) @binding(2) var<storage, read_write> out: array<u32, 8>;
@compute @workgroup_size(1) fn main() {
	out[0] = one.s.m; out[1] = u32(one.s.v.y); out[2] = one.s.w; out[3] = one.b;
	out[4] = many[1].m; out[5] = u32(many[2].v.x); out[6] = many[3].a; out[7] = many[4].w;
}`},
	// Columns of three halves leave two bytes ahead of what follows them.
	{"halves after columns of three", `
enable f16;
struct S { m: mat2x3<f16>, h: f16, v: vec4i }
@group(0) @binding(0) var<uniform> one: S;
@group(0) @binding(1) var<storage, read> other: S;
@group(0) @binding(2) var<storage, read_write> out: array<vec4f, 4>;
@compute @workgroup_size(1) fn main() {
	out[0] = vec4f(vec3f(one.m[1]), f32(one.h)); out[1] = vec4f(one.v & vec4i(255));
	out[2] = vec4f(vec3f(other.m[1]), f32(other.h)); out[3] = vec4f(other.v & vec4i(255));
}`},
}

// TestPrograms runs the small shaders with every way to write them.
func TestPrograms(t *testing.T) {
	d := vkrun.OpenTest(t)
	reference := differential.Interpreter()
	for _, o := range executionOptions() {
		through := engine(t, d, o)
		for _, p := range programs {
			if strings.Contains(p.source, "enable f16") && !o.Version.ES && o.Version.Number < 450 {
				continue // refused by name
			}
			j, err := differential.NewJob(p.name, p.source, "main", [3]uint32{1, 1, 1}, nil, 1)
			if err != nil {
				t.Fatal(err)
			}
			want, err := reference.Run(j)
			if err != nil {
				t.Fatal(err)
			}
			got, err := through.Run(j)
			if err != nil {
				t.Errorf("%s: %v: %v", p.name, o.Version, err)
			} else if s := j.Compare(want, got); s != "" {
				t.Errorf("%s: %v: %s", p.name, o.Version, s)
			}
		}
	}
}

// TestGeneratedTextures runs generated programs that read textures: a few, or as many
// as $REFRACT_PROGRAMS says, from $REFRACT_SEED on.
func TestGeneratedTextures(t *testing.T) {
	d := vkrun.OpenTest(t)
	var ways []differential.Engine
	for _, o := range executionOptions() {
		ways = append(ways, engine(t, d, o))
	}
	first, wrong, other := number("REFRACT_SEED", 0), 0, 0
	for seed := first; seed < first+sweep.Count(8) && wrong < 10; seed++ {
		p := progen.Textures(uint64(seed))
		j, err := differential.NewJob(fmt.Sprint("seed ", seed), p.Source, p.Entry, p.Workgroups, nil, uint64(seed))
		if err != nil {
			t.Fatal(err)
		}
		want, err := differential.Interpreter().Run(j)
		if err != nil {
			t.Fatal(err)
		}
		got, err := ways[seed%len(ways)].Run(j)
		var unsupported *glsl.UnsupportedError
		if errors.As(err, &unsupported) {
			other++
			got, err = ways[fullest].Run(j)
		}
		if err != nil {
			t.Errorf("%s: %v\n%s", j.Name, err, j.Source)
			wrong++
		} else if s := j.Compare(want, got); s != "" {
			t.Errorf("%s: %s\n%s", j.Name, s, j.Source)
			wrong++
		}
	}
	t.Logf("%d are written otherwise, for want of a feature", other)
}
