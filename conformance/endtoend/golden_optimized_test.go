package endtoend

// This file keeps some of the twelve shaders as they come out of the optimizer, in
// archives under testdata/optimized. That too should read as a person would write
// it.

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract"
	glslback "refract/back/glsl"
)

var optimizedShaders = []string{
	"testdata/golden12/skinning.wgsl",
	"testdata/shaders/histogram.wgsl",
	"testdata/shaders/mandelbrot.wgsl",
	"testdata/shaders/particles.wgsl",
	"testdata/shaders/pbr.wgsl",
	"testdata/shaders/prefix_sum.wgsl",
	"testdata/shaders/raymarch.wgsl",
	"testdata/shaders/terrain.wgsl",
}

// TestGoldenOptimized writes shaders at the highest level of optimization.
func TestGoldenOptimized(t *testing.T) {
	var wanted []string
	for _, file := range optimizedShaders {
		src, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		name := file[:len(file)-len(".wgsl")]
		archive := filepath.Join("testdata", "optimized", filepath.Base(name)+".txtar")
		wanted = append(wanted, archive)
		t.Run(filepath.Base(name), func(t *testing.T) { goldenArchive(t, archive, inTextLanguages(t, file, src)) })
	}
	have, _ := filepath.Glob("testdata/optimized/*")
	for _, name := range have {
		if !slices.Contains(wanted, name) {
			t.Errorf("nothing reads %s", name)
		}
	}
}

// inTextLanguages optimizes a shader and writes it in the languages that people
// read.
func inTextLanguages(t *testing.T, name string, src []byte) (files []txtar.File) {
	t.Helper()
	plain, err := refract.Check(context.Background(), name, src, refract.CheckOptions{})
	if err != nil {
		t.Fatal(err)
	}
	v, err := refract.Optimize(context.Background(), plain, refract.OptimizeOptions{Level: refract.MaxOptimization})
	if err != nil {
		t.Fatal(err)
	}
	add := func(name string, o refract.WriteOptions) {
		out, err := refract.Write(context.Background(), v, o)
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		files = append(files, txtar.File{Name: name, Data: []byte(out.Text)})
	}
	add("wgsl", refract.WriteOptions{Language: refract.WGSL})
	for i := range v.Module.EntryPoints {
		e := &v.Module.EntryPoints[i]
		o := glslback.NewOptions()
		o.EntryPoint, o.Stage = e.Name, e.Stage
		add(fmt.Sprintf("%s.%s", e.Name, stageNames[e.Stage]), refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &o}})
	}
	add("hlsl", refract.WriteOptions{Language: refract.HLSL})
	add("msl", refract.WriteOptions{Language: refract.MSL})
	return files
}

// shapes are bodies of entry points that come out of the optimizer as they are
// written.
var shapes = map[string]string{
	"compound assignments": `
    for (var i = 0u; i < 4u; i++) {
        a[i] += 1.0;
        a[i].x *= 2.0;
        a[i + 1u] += a[i];
    }
`,
	"several variables of a loop": `
    var sum: vec4f;
    var weight = 1.0;
    for (var i = id.y; i < id.x; i++) {
        if a[i].x < 0.0 {
            continue;
        }
        sum += a[i] * weight;
        if sum.x > 8.0 {
            break;
        }
        weight *= 0.5;
    }
    a[0] = sum / weight;
`,
	"conditions": `
    var low = 0u;
    while low < id.x && a[low].x > 0.5 {
        low++;
    }
    if low > 3u || a[low].y > 0.5 {
        a[low] = vec4f();
    }
`,
	"variables that exchange what they hold": `
    var x = a[0];
    var y = a[1];
    var z = a[2];
    for (var i = 0u; i < id.x; i++) {
        let t = x;
        x = y;
        y = z;
        z = t;
    }
    a[0] = x;
    a[1] = y;
    a[2] = z;
`,
	"indices into values": `
    let table = array<vec4f, 3>(a[3], a[4], a[5]);
    a[id.x] = table[id.y] + table[id.z];
`,
	"a value for one arm": `
    var color = vec4f(1.0);
    if id.x > 7u {
        color = a[id.x];
    }
    switch id.y {
        case 1: {
            color *= 2.0;
        }
        case 2: {
            color.x = color.y;
        }
        default: {}
    }
    a[0] = color;
`,
}

// TestOptimizedIsValid: what passes leave of loops that never end, and of indices out
// of bounds, is a module that every reader takes.
func TestOptimizedIsValid(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"a loop that never ends, in a function with a result": {`
fn f(x: u32) -> u32 { const c = false; loop { o[0] += x; if c { return x; } } }
@compute @workgroup_size(1) fn main() { o[1] = f(o[2]) + f(o[3]); }
`, "return 0u;"},
		"in an arm": {`
fn f(x: u32) -> vec3f { if x > 3 { let q = false; loop { o[0] += x; if q { break; } } return vec3f(1.0); } for (var i = 0u; i < x; i++) { if o[i] == 2 { return vec3f(3.0); } } return vec3f(2.0); }
@compute @workgroup_size(1) fn main() { o[1] = u32(f(o[2]).x + f(o[3]).y); }
`, "return vec3f();"},
		"in a loop": {`
fn f(x: u32) -> u32 { let q = false; loop { loop { o[0] += x; if q { break; } } if x == 2 { return 1; } } }
@compute @workgroup_size(1) fn main() { o[1] = f(o[2]) + f(o[3]); }
`, "return 0u;"},
		"an override beside constants, which must not fail when a pipeline is made": {`
override d: u32 = 0;
@compute @workgroup_size(1) fn main() { var a = 5u; o[0] = a / d; o[1] = a << (d + 40u); o[2] = d * 2u; }
`, "var v = d;\n    o[0] = 5u / v;\n    o[1] = 5u << (v + 40u);"},
		"a negative index": {`
@compute @workgroup_size(1) fn main() { var n = 0; o[n - 1] = 1; }
`, "o[4294967295u] = 1u;"},
	} {
		t.Run(name, func(t *testing.T) {
			v, err := refract.Check(context.Background(), name+".wgsl", []byte("@group(0) @binding(0) var<storage, read_write> o: array<u32>;"+c.src), refract.CheckOptions{})
			if err != nil {
				t.Fatal(err)
			}
			better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: refract.MaxOptimization})
			if err != nil {
				t.Fatal(err)
			}
			for _, l := range []refract.Language{refract.WGSL, refract.HLSL, refract.MSL} {
				out, err := refract.Write(context.Background(), better, refract.WriteOptions{Language: l})
				if err != nil {
					t.Fatal(err)
				}
				if l != refract.WGSL {
					continue
				}
				if !strings.Contains(out.Text, c.want) {
					t.Errorf("no %q in\n%s", c.want, out.Text)
				}
				if _, err := refract.Check(context.Background(), "again.wgsl", []byte(out.Text), refract.CheckOptions{}); err != nil {
					t.Errorf("%v\n%s", err, out.Text)
				}
			}
		})
	}
}

// TestOptimizedReadsTheSame: where there is nothing to optimize a shader comes back
// as it was.
func TestOptimizedReadsTheSame(t *testing.T) {
	for name, body := range shapes {
		t.Run(name, func(t *testing.T) {
			src := "@group(0) @binding(0) var<storage, read_write> a: array<vec4f>;\n\n" +
				"@compute @workgroup_size(64)\nfn main(@builtin(global_invocation_id) id: vec3u) {" + body + "}\n"
			v, err := refract.Check(context.Background(), name+".wgsl", []byte(src), refract.CheckOptions{})
			if err != nil {
				t.Fatal(err)
			}
			better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: refract.MaxOptimization})
			if err != nil {
				t.Fatal(err)
			}
			out, err := refract.Write(context.Background(), better, refract.WriteOptions{Language: refract.WGSL})
			if err != nil {
				t.Fatal(err)
			}
			if out.Text != src {
				t.Errorf("%s\ncomes back as\n%s", src, out.Text)
			}
		})
	}
}
