package conformance

// This file runs the shaders of testdata/glsl, which are written by hand in styles that
// no corpus and no generator has: what they do in the interpreter is what glslang's SPIR-V
// of the same source does on a Vulkan driver, and what everything that this module writes
// of them does. $REFRACT_SHADERS names another folder, $SHADER a part of file names.
//
// Lines at its start may say how one runs: see manner. One that is OpenGL's is given to
// glslang as version 460, with its rules for Vulkan relaxed, and its places are made those
// of the module. What "not" names are outputs that can't have it.

import (
	"context"
	"errors"
	"fmt"
	"os"
	osexec "os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"refract"
	"refract/diag"
	"refract/exec"
	"refract/exec/interp"
	"refract/exec/wasm"
	"refract/internal/harness/differential"
	"refract/internal/sweep"
	"refract/internal/vkrun"
	"refract/ir"
	"refract/spirv"
)

// older is what words of older versions are called in version 460, by stage.
var older = map[string]string{
	"attribute": "in", "texture1D": "texture", "texture2D": "texture", "texture3D": "texture", "textureCube": "texture", "texture2DProj": "textureProj",
	"texture2DLod": "textureLod", "textureCubeLod": "textureLod", "texture2DLodEXT": "textureLod", "texture2DGradEXT": "textureGrad", "gl_FragColor": "r_FragColor",
	"shadow2D": "vec4_texture", "GL_ES": "R_ES", "lowp": "", "mediump": "", "highp": "",
}

var (
	styleWord     = regexp.MustCompile(`[A-Za-z_]\w*`)
	precisionLine = regexp.MustCompile(`(?m)\bprecision\s+\w+\s+\w+;`)
	versionLine   = regexp.MustCompile(`(?m)^#version.*$`)
	extensionLine = regexp.MustCompile(`(?m)^\s*#extension.*$`)
)

// modern is a shader of an older version of GLSL as one of version 460.
func modern(source, stage string) string {
	head := "#version 460\n"
	if strings.Contains(source, "gl_FragColor") {
		head += "layout(location = 0) out vec4 r_FragColor;\n"
	}
	if strings.Contains(versionLine.FindString(source), "es") || strings.Contains(versionLine.FindString(source), "100") {
		head += "#define R_ES 1\n"
	}
	source = extensionLine.ReplaceAllString(versionLine.ReplaceAllString(precisionLine.ReplaceAllString(source, ""), ""), "")
	return head + styleWord.ReplaceAllStringFunc(source, func(s string) string {
		if s == "varying" {
			return map[string]string{"vertex": "out", "fragment": "in"}[stage]
		}
		if now, ok := older[s]; ok {
			return now
		}
		return s
	})
}

// placed gives the variables of SPIR-V the places that those of the module have by name.
func placed(m *ir.Module, entry *ir.Function, words []uint32) error {
	bindings, locations := map[string]ir.ResourceBinding{}, map[string]uint32{}
	for i := 1; i < len(m.Globals); i++ {
		if g := &m.Globals[i]; g.HasBinding {
			bindings[g.Name] = g.Binding
			if g.Name == "uniforms" {
				bindings["gl_DefaultUniformBlock"] = g.Binding
			}
			if st := m.StructOf(g.Type); st != nil {
				bindings[st.Name] = g.Binding
			}
		}
	}
	for i := range entry.Args {
		if a := &entry.Args[i]; a.Binding.Kind == ir.BindLocation {
			locations[a.Name] = a.Binding.Location
		}
	}
	names, pointee, types, class := map[uint32]string{}, map[uint32]uint32{}, map[uint32]uint32{}, map[uint32]uint32{}
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		switch op := words[at:]; spirv.Op(op[0] & 0xffff) {
		case spirv.OpName:
			names[op[1]], _ = spirv.String(op[2 : op[0]>>16])
		case spirv.OpTypePointer:
			pointee[op[1]] = op[3]
		case spirv.OpVariable:
			types[op[2]], class[op[2]] = pointee[op[1]], op[3]
		}
	}
	for at := 5; at < len(words); at += int(words[at] >> 16) {
		op := words[at:]
		if spirv.Op(op[0]&0xffff) != spirv.OpDecorate || class[op[1]] == 0 && types[op[1]] == 0 {
			continue
		}
		name := names[op[1]]
		if name == "" {
			name = names[types[op[1]]]
		}
		b, bound := bindings[name]
		switch d := spirv.Decoration(op[2]); {
		case d == spirv.DecorationBinding && bound:
			op[3] = b.Binding
		case d == spirv.DecorationDescriptorSet && bound:
			op[3] = b.Group
		case d == spirv.DecorationBinding:
			return fmt.Errorf("no variable of the module is called %s", name)
		case d == spirv.DecorationLocation && spirv.StorageClass(class[op[1]]) == spirv.StorageClassInput:
			if l, ok := locations[name]; ok {
				op[3] = l
			}
		}
	}
	return nil
}

// A styleShader is a shader with what its lines say of it.
type styleShader struct {
	glslRow
	manner
}

func styleShaders(t *testing.T) (list []*styleShader) {
	for _, file := range shaderFiles(t, []string{"testdata/glsl"}, ".comp", ".frag", ".vert") {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		stage := map[string]string{".vert": "vertex", ".frag": "fragment", ".comp": "compute"}[filepath.Ext(file)]
		s := &styleShader{glslRow: glslRow{Name: filepath.Base(file), Stage: stage, Source: string(source)}}
		if s.manner, err = mannerOf(s.Source); err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		s.Vulkan = !s.opengl
		list = append(list, s)
	}
	slices.SortFunc(list, func(a, b *styleShader) int { return strings.Compare(a.Name, b.Name) })
	return list
}

// words is what glslang makes of it.
func (s *styleShader) words(compiler, dir string, m *ir.Module) ([]byte, error) {
	row, flags := s.glslRow, []string{"-V", "--target-env", "vulkan1.2"}
	if s.opengl {
		row.Source, flags = modern(s.Source, s.Stage), append(flags, "-R", "--auto-map-locations", "--auto-map-bindings")
	}
	in := filepath.Join(dir, "a."+map[string]string{"vertex": "vert", "fragment": "frag", "compute": "comp"}[s.Stage])
	out := filepath.Join(dir, "a.spv")
	if err := os.WriteFile(in, []byte(row.Source), 0o644); err != nil {
		return nil, err
	}
	if log, err := osexec.Command(compiler, append(flags, in, "-o", out)...).CombinedOutput(); err != nil {
		return nil, errors.New(string(log))
	}
	code, err := os.ReadFile(out)
	if err != nil || !s.opengl {
		return code, err
	}
	words, err := spirv.FromBytes(code)
	if err == nil {
		err = placed(m, m.Func(m.EntryPoints[0].Function), words)
	}
	return spirv.AppendBytes(nil, words), err
}

// TestGLSLStyles runs them: every fourth, each by some of the ways out, or all of them by
// all where REFRACT_ALL is set.
func TestGLSLStyles(t *testing.T) {
	sweep.Only(t)
	compiler, err := osexec.LookPath("glslangValidator")
	if err != nil {
		t.Skip(err)
	}
	d := vkrun.OpenTest(t)
	c := differential.OpenGLSL(t)
	all := os.Getenv("REFRACT_ALL") != "" || os.Getenv("REFRACT_SHADERS") != "" || os.Getenv("SHADER") != ""
	var msl []*differential.Job
	var mslWant []differential.Result
	ran, dir := 0, t.TempDir()
	for n, s := range styleShaders(t) {
		if !all && n%4 != 0 {
			continue
		}
		v, err := s.check()
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		words, err := s.words(compiler, dir, v.Module)
		if err != nil {
			t.Errorf("%s: glslang: %v", s.Name, err)
			continue
		}
		if s.Stage == "vertex" {
			continue
		}
		j, err := differential.NewModuleJob(s.Name, v.Module, v.Info, glslStages[s.Stage], s.workgroups, uint64(n+1))
		if err != nil { // WGSL has no words for it
			s.not = append(s.not, "wgsl", "wasm", "msl")
			j, err = differential.NewDeviceJob(s.Name, v.Module, v.Info, glslStages[s.Stage], s.workgroups, uint64(n+1))
		}
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		j.Turn, j.Loose, j.Rounds = n, s.loose, s.loose > 0
		for id := ir.FirstModuleType; int(id) < v.Module.Types.Len(); id++ {
			if v.Module.Types.At(id).Kind == ir.TypeSampledImage {
				s.not = append(s.not, "wgsl") // which has textures and samplers apart, at other places
			}
		}
		if s.zero {
			for i := range j.Buffers {
				clear(j.Buffers[i].Data)
			}
		}
		turn := 0
		wants := func(tool string) bool {
			turn++
			return !slices.Contains(s.not, tool) && (all || turn%3 == n%3)
		}
		report := func(how, difference string, err error) {
			switch {
			case lacks(err):
				t.Logf("%s: %s: %v", s.Name, how, err)
			case err != nil && (strings.Contains(err.Error(), "no form in a module") || strings.Contains(err.Error(), "can't express")):
				t.Logf("%s: %s: %v", s.Name, how, err)
			case err != nil:
				t.Errorf("%s: %s: %v", s.Name, how, err)
			case difference != "":
				t.Errorf("%s: %s: %s", s.Name, how, difference)
			}
		}
		glslang := vkrun.Shader{SPIRV: words, Entry: "main"}
		optimized := func(level int) *differential.Job {
			again, err := optimizedFor(j, v, refract.OptimizeOptions{Level: level, Strict: s.loose == 0})
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
				return j
			}
			return again
		}
		if s.Stage == "fragment" {
			want, width, height, err := j.Reference()
			if err != nil {
				t.Errorf("%s: %v", s.Name, err)
				continue
			}
			compare := func(how string, got *differential.Drawing, err error) {
				difference := ""
				if err == nil {
					difference = j.CompareDrawings(want, got)
				}
				report(how, difference, err)
			}
			got, err := j.Draw(d, glslang, width, height)
			compare("glslang", got, err)
			for level := range 3 {
				again := j
				if level > 0 {
					again = optimized(level)
				}
				if wants("spirv") {
					got, err := again.DrawSPIRV(d, width, height)
					compare(fmt.Sprint("SPIR-V, -O", level), got, err)
				}
				if wants("glsl") {
					got, err := c.Draw(again, d, width, height)
					compare(fmt.Sprint("GLSL, -O", level), got, err)
				}
				if wants("wgsl") {
					again, err := differential.Reread(j, level)
					if err != nil {
						report(fmt.Sprint("WGSL, -O", level), "", err)
						continue
					}
					got, err := again.Fragments(width, height, 0)
					compare(fmt.Sprint("WGSL, -O", level), got, err)
				}
			}
			if wants("wasm") {
				got, err := j.FragmentsOn(wasm.Engine{}, width, height, 0)
				compare("wasm", got, err)
			}
			ran++
			continue
		}
		want, err := differential.Run(interp.Engine{}, j, exec.CheckRaces|exec.CheckBounds|exec.CheckBarriers)
		if err != nil {
			t.Errorf("%s: %v", s.Name, err)
			continue
		}
		compare := func(how string, got differential.Result, err error) {
			difference := ""
			if err == nil {
				difference = j.Compare(want, got)
			}
			report(how, difference, err)
		}
		got, err := j.OnDevice(d, glslang)
		compare("glslang", got, err)
		if wants("spirv") && validSPIRV(t, words) {
			got, err := differential.ReadSPIRV(words).Run(j)
			compare("glslang's SPIR-V, read", got, err)
		}
		for level := range 3 {
			again := j
			if level > 0 {
				again = optimized(level)
			}
			for _, e := range []differential.Engine{differential.Interpreter(), differential.Vulkan(d, differential.SPIRVOptions(), false), differential.GLSL(t, d), differential.Of(wasm.Engine{})} {
				if name := map[bool]string{true: "wasm", false: e.Name}[strings.Contains(e.Name, "wasm")]; (level > 0 || e.Name != "interp") && wants(name) {
					got, err := e.Run(again)
					compare(fmt.Sprintf("%s, -O%d", e.Name, level), got, err)
				}
			}
			if wants("wgsl") {
				again, err := differential.Reread(j, level)
				if err != nil {
					report(fmt.Sprint("WGSL, -O", level), "", err)
					continue
				}
				got, err := differential.Interpreter().Run(again)
				compare(fmt.Sprint("WGSL, -O", level), got, err)
			}
		}
		if !slices.Contains(s.not, "msl") && (all || n%8 == 0) {
			msl, mslWant = append(msl, j), append(mslWant, want)
		}
		ran++
	}
	t.Logf("%d ran", ran)
	for _, r := range runners() {
		if r.name == "msl" || all {
			t.Run(r.name, func(t *testing.T) { r.agree(t, msl, mslWant) })
		}
	}
}

// TestGLSLFences: memory barriers that all invocations pass ahead of a barrier order what
// they wrote to buffers; without them, or with that of other memory, it is a race.
func TestGLSLFences(t *testing.T) {
	for fence, ordered := range map[string]bool{
		"barrier();": false, "memoryBarrierBuffer(); barrier();": true, "memoryBarrier(); barrier();": true, "groupMemoryBarrier(); barrier();": true,
		"memoryBarrierShared(); barrier();": false, "if (me == 0u) memoryBarrierBuffer(); barrier();": false, "barrier(); memoryBarrierBuffer();": false,
		"memoryBarrierBuffer(); barrier(); b[me] = 1u; barrier();": false,
	} {
		row := glslRow{Name: fence, Stage: "compute", Vulkan: true, Source: `#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B { uint a[4], b[4]; };
void main() { uint me = gl_LocalInvocationIndex; a[me] = b[me] = me; ` + fence + ` a[me] = b[3u - me]; }`}
		v, err := row.check()
		if err != nil {
			t.Fatal(err)
		}
		for level := range 2 {
			better, err := refract.Optimize(context.Background(), v, refract.OptimizeOptions{Level: level})
			if err != nil {
				t.Fatal(err)
			}
			j, err := differential.NewModuleJob(fence, better.Module, better.Info, ir.StageCompute, [3]uint32{1, 1, 1}, 1)
			if err != nil {
				t.Fatal(err)
			}
			if _, err := differential.Run(interp.Engine{}, j, exec.CheckRaces); (err == nil) != ordered {
				t.Errorf("%s at level %d: %v", fence, level, err)
			}
		}
	}
}

// TestGLSLFencesWritten: what memory barriers order is part of the barrier beside them where a
// language has none that don't wait; that it is the workgroup's alone there gets a warning.
func TestGLSLFencesWritten(t *testing.T) {
	for _, c := range []struct {
		source, wgsl string // what the WGSL has, or what is wrong with it
		warns        bool
	}{
		{"barrier();", "workgroupBarrier();", false},
		{"memoryBarrierShared(); barrier();", "workgroupBarrier();", false},
		{"groupMemoryBarrier(); barrier();", "storageBarrier();textureBarrier();workgroupBarrier();", false},
		{"memoryBarrierBuffer(); barrier();", "storageBarrier();workgroupBarrier();", true},
		{"memoryBarrierImage(); memoryBarrierShared(); barrier();", "textureBarrier();workgroupBarrier();", true},
		{"barrier(); memoryBarrier();", "storageBarrier();textureBarrier();workgroupBarrier();", true},
		{"groupMemoryBarrier();", "storageBarrier();textureBarrier();workgroupBarrier();", false},
		{"memoryBarrierShared();", "workgroupBarrier();", false},
		{"memoryBarrierBuffer();", "for other workgroups", false},
		{"if (s[0] > 1u) memoryBarrierShared();", "may not be uniform", false},
	} {
		row := glslRow{Name: c.source, Stage: "compute", Vulkan: true, Source: `#version 450
layout(local_size_x = 4) in;
layout(std430, binding = 0) buffer B { uint a[4]; };
layout(binding = 1, r32ui) uniform uimage2D picture;
shared uint s[4];
void main() {
    uint me = gl_LocalInvocationIndex;
    s[me] = a[me];
    imageStore(picture, ivec2(me), uvec4(me));
    ` + c.source + `
    a[me] = s[3u - me];
}`}
		v, err := row.check()
		if err != nil {
			t.Fatal(err)
		}
		for _, to := range []refract.Language{refract.WGSL, refract.MSL} {
			warned := false
			o := refract.WriteOptions{Language: to, Warn: func(*diag.Diagnostics) { warned = true }}
			out, err := refract.Write(context.Background(), v, o)
			if !strings.HasSuffix(c.wgsl, ";") {
				if err == nil || !strings.Contains(err.Error(), c.wgsl) && to == refract.WGSL {
					t.Errorf("%s as %s: %v, not %q", c.source, to, err, c.wgsl)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s as %s: %v", c.source, to, err)
				continue
			}
			if warned != c.warns {
				t.Errorf("%s as %s: warns: %v", c.source, to, warned)
			}
			text := strings.Join(strings.Fields(string(out.Bytes())), "")
			if to == refract.WGSL && (!strings.Contains(text, c.wgsl) || strings.Count(text, "Barrier();") != strings.Count(c.wgsl, ";")) {
				t.Errorf("%s: %s", c.source, out.Bytes())
			}
		}
	}
}
