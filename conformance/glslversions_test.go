package conformance

// This file writes the GLSL of the corpus in other versions of GLSL, for glslang.

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"sort"
	"strings"
	"testing"

	"refract"
	glslback "refract/back/glsl"
	front "refract/front/glsl"
	"refract/internal/harness"
	"refract/internal/harness/differential"
	"refract/ir"
)

// glslangLacks are what this glslang doesn't know, and a driver may: extensions, and what
// belongs to those that it knows in part; and buffers in arrays of OpenGL ES, whose
// indices must be constant there.
var glslangLacks = regexp.MustCompile(`extension not supported|only partially supported|'gl_(BaseVertex|BaseInstance|DrawID)ARB'|'doubleBitsTo|` +
	`'atomic\w+' : no matching|vertex-shader .double. type|to ' global 4-component vector of int64_t|variable indexing buffer block array`)

// TestGLSLVersions writes every eighth row that glslang accepts, or each where
// REFRACT_ALL is 1, in other versions. What is written compiles; what a version lacks is
// refused. Most rows can be written as 310 es and as 430.
func TestGLSLVersions(t *testing.T) {
	versions := []glslback.Version{{Number: 300, ES: true}, {Number: 310, ES: true}, {Number: 320, ES: true}, {Number: 330}, {Number: 410}, {Number: 430}, {Number: 450}}
	short := map[string]string{"vertex": "vert", "fragment": "frag", "compute": "comp"}
	written, total := make([]int, len(versions)), 0
	var list []agreementRow
	refused := map[string]int{}
	for i, row := range glslShaders(t) {
		v, err := row.check()
		if err != nil || len(v.Module.EntryPoints) == 0 || number("REFRACT_ALL", 0) == 0 && os.Getenv("REFRACT_ONLY") == "" && i%8 != 0 {
			continue
		}
		total++
		for k, version := range versions {
			o := glslback.NewOptions()
			o.Version = version
			out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &o}})
			if err != nil {
				text, _, _ := strings.Cut(err.Error(), "\n")
				_, text, _ = strings.Cut(text, "error: ")
				refused[text]++
				continue
			}
			written[k]++
			list = append(list, agreementRow{fmt.Sprintf("%s as %v", row.Name, version), string(out.Bytes()), short[row.Stage]})
		}
	}
	lacks := map[string]int{}
	for i, verdict := range harness.Oracle(t, "glsl", list) {
		if verdict.OK {
			continue
		}
		missing := ""
		for _, m := range verdict.Messages { // warnings, too
			if missing == "" {
				missing = glslangLacks.FindString(m.Text)
			}
		}
		if missing == "" {
			t.Errorf("%s: %s", list[i].Name, verdict.Text())
		}
		lacks[missing]++
	}
	var lines []string
	for why, n := range refused {
		lines = append(lines, fmt.Sprintf("%4d %s", n, why))
	}
	sort.Sort(sort.Reverse(sort.StringSlice(lines)))
	t.Logf("%d rows, written as %v: %v; glslang lacks %v; refused:\n%s", total, versions, written, lacks, strings.Join(lines, "\n"))
	if os.Getenv("REFRACT_ONLY") == "" && (written[1]*2 < total || written[5]*2 < total) {
		t.Error("less than half of the rows can be written as 310 es or 430")
	}
}

// TestGLSLOfVersions: what one version spells otherwise than another, needs an extension
// for, or lacks.
func TestGLSLOfVersions(t *testing.T) {
	es := func(n uint16) glslback.Version { return glslback.Version{Number: n, ES: true} }
	desktop := func(n uint16) glslback.Version { return glslback.Version{Number: n} }
	const barrier = "void main() { memoryBarrierBuffer(); gl_Position = vec4(1); }"
	const layer = "layout(location = 0) out vec4 c;\nvoid main() { c = vec4(gl_Layer); }"
	const cull = "out float gl_CullDistance[1];\nvoid main() { gl_CullDistance[0] = 1; gl_Position = vec4(1); }"
	const buffer = "layout(std430, binding = 0) coherent buffer B { uint n; };\nvoid main() { gl_Position = vec4(n); }"
	const open = "#extension GL_EXT_nonuniform_qualifier : require\nlayout(binding = 0) uniform sampler2D t[];\nlayout(location = 0) flat in int i;\nlayout(location = 0) out vec4 c;\nvoid main() { c = texture(t[i], vec2(0)); }"
	const cubes = "layout(local_size_x = 1) in;\nlayout(rgba8, binding = 0) writeonly uniform imageCubeArray p;\nvoid main() { imageStore(p, ivec3(gl_GlobalInvocationID), vec4(1)); }"
	for _, c := range []struct {
		stage, source string
		version       glslback.Version
		want, refused string
	}{
		{"vertex", barrier, desktop(450), "memoryBarrierBuffer()", ""},
		{"vertex", barrier, desktop(410), "GL_ARB_shader_image_load_store : require", ""},
		{"vertex", barrier, desktop(410), "memoryBarrier();", ""},
		{"vertex", barrier, es(310), "memoryBarrierBuffer()", ""},
		{"vertex", barrier, es(300), "", "memory barriers"},
		{"fragment", layer, desktop(430), "#version 430\n\n", ""},
		{"fragment", layer, desktop(330), "GL_ARB_fragment_layer_viewport : require", ""},
		{"fragment", layer, es(310), "", "layers of fragments"},
		{"vertex", cull, desktop(450), "#version 450\n\n", ""},
		{"vertex", cull, desktop(330), "GL_ARB_cull_distance : require", ""},
		{"vertex", buffer, desktop(410), "GL_ARB_shader_image_load_store : require", ""},
		{"vertex", buffer, desktop(430), "#version 430\n\n", ""},
		{"fragment", open, desktop(450), "t[]", ""},
		{"fragment", open, es(320), "", "arrays of resources without a size"},
		{"compute", cubes, desktop(450), "ivec3(0, 0, int(", ""},
	} {
		row := glslRow{Name: "row", Stage: c.stage, Vulkan: true, Source: "#version 450\n" + c.source}
		v, err := row.check()
		if err != nil {
			t.Fatal(err)
		}
		o := glslback.NewOptions()
		o.Version = c.version
		out, err := refract.Write(context.Background(), v, refract.WriteOptions{Language: refract.GLSL, Options: refract.LanguageOptions{refract.GLSL: &o}})
		switch {
		case c.refused != "":
			if err == nil || !strings.Contains(err.Error(), "can't express "+c.refused) {
				t.Errorf("%v of %q: %v, not refused for %s", c.version, c.source, err, c.refused)
			}
		case err != nil:
			t.Errorf("%v of %q: %v", c.version, c.source, err)
		case !strings.Contains(string(out.Bytes()), c.want):
			t.Errorf("%v of %q lacks %q:\n%s", c.version, c.source, c.want, out.Bytes())
		}
	}
}

// TestGLSLVersionsDrawn draws hostile fragment shaders, and every so many of both corpora, as
// they are read again from the GLSL of older versions: with uniforms in blocks and outside
// of any, minified, with functions of OpenGL ES and without.
func TestGLSLVersionsDrawn(t *testing.T) {
	var jobs []*differential.Job
	for _, s := range hostileShaders(t, "testdata/hostile", "testdata/hostile/compile") {
		for _, e := range s.valid.Module.EntryPoints {
			if e.Stage != ir.StageFragment && e.Stage != ir.StageVertex {
				continue
			}
			if j, err := differential.NewDeviceModuleJob(s.name+": "+e.Name, s.valid.Module, s.valid.Info, e.Stage, e.Name, 4); err == nil {
				j.Loose, j.Overrides = s.loose, s.overrides
				jobs = append(jobs, j)
			}
		}
	}
	if os.Getenv("REFRACT_SHADERS") == "" {
		jobs = append(jobs, esslJobs(t, 32)...)
	}
	all := os.Getenv("REFRACT_ALL") != "" || os.Getenv("REFRACT_SHADERS") != ""
	versions := append([]glslback.Version{{Number: 300, ES: true}, {Number: 310, ES: true}, {Number: 320, ES: true}}, glslback.Versions...)
	versions = slices.DeleteFunc(versions, func(v glslback.Version) bool { return v.Number < 140 }) // of which other tests are
	reader := new(front.Reader)
	drawn, refused, skipped := map[string]int{}, 0, map[string]int{}
	for n, j := range jobs {
		if strings.HasSuffix(j.Name, "texture_buffer.vert") {
			continue // fetches beyond the end of a buffer, and what is written clamps that
		}
		for k, version := range versions {
			if !all && k%4 != n%4 {
				continue
			}
			o := glslback.NewOptions()
			if version.ES {
				o = glslback.NewOptionsES()
			}
			o.Version, o.LooseUniforms, o.Minify = version, (n+k)%3 == 0, (n+k)%5 == 0
			again, text, err := j.AsGLSL(reader, o)
			switch {
			case text == nil:
				refused++
				continue
			case errors.Is(err, differential.ErrNoESSL100) || errors.Is(err, differential.ErrNotBound):
				skipped["contents"]++
				continue
			case err != nil && strings.Contains(err.Error(), "nobody told of"):
				skipped["a texture"]++
				continue
			case err != nil:
				t.Errorf("%s, %v: %v\n%s", j.Name, version, err, text)
				continue
			}
			why, wrong := esslDiffers(j, again)
			switch {
			case strings.Contains(wrong, "bgra8unorm"): // which GLSL has no word for
				skipped["bgra8unorm"]++
			case strings.Contains(wrong, "a Go "): // components of a location have inputs of their own
				skipped["components"]++
			case wrong != "":
				t.Errorf("%s, %v, loose %v: %s\n%s", j.Name, version, o.LooseUniforms, wrong, text)
			case why != "":
				skipped[why]++
			default:
				drawn[version.String()]++
			}
		}
	}
	t.Logf("of %d: drawn %v, refused %d, left out %v", len(jobs), drawn, refused, skipped)
	if len(drawn) == 0 {
		t.Error("nothing was drawn")
	}
}
