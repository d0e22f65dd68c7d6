package conformance

// This file gives shaders under every value of every option of every language to the
// compilers of that language and version: .ci/options, and a sample in tests. A refusal
// with a code is fine; output that its compiler refuses isn't, nor is a fault.

import (
	"cmp"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"refract"
	"refract/diag"
	"refract/front/wgsl"
	"refract/internal/dxbc"
	"refract/internal/harness"
	"refract/ir"
	"refract/ir/validate"
)

// A setting is the options that differ from the default, for one language.
type setting struct {
	language refract.Language
	options  [][2]string // name and value
	level    int         // of optimization
}

func (s *setting) String() string {
	parts := []string{string(s.language), fmt.Sprintf("-O%d", s.level)}
	for _, o := range s.options {
		parts = append(parts, o[0]+"="+o[1])
	}
	return strings.Join(parts, " ")
}

// get is the value of an option, without the language in its name; "": the default.
func (s *setting) get(name string) string {
	for _, o := range s.options {
		if o[0] == string(s.language)+"."+name {
			return o[1]
		}
	}
	return ""
}

// optionWords are the values of options that are words or more, by the end of their name.
var optionWords = map[string][]string{
	"glsl.version": {"140", "150", "330", "400", "410", "420", "430", "440", "450", "460"},
	"essl.version": {"100", "300 es", "310 es", "320 es"},
	"spv.version":  {"1.0", "1.1", "1.2", "1.3", "1.4", "1.5", "1.6"},
	"msl.version":  {"1.0", "1.1", "1.2", "2.0", "2.1", "2.2", "2.3", "2.4", "3.0", "3.1", "3.2", "4.0"},

	"dxil.profile":                  {"6_0", "6_1", "6_2", "6_3", "6_4", "6_5", "6_6", "6_7", "6_8"},
	"dxbc.profile":                  {"4_0_level_9_1", "4_0_level_9_3", "4_0", "4_1", "5_0", "5_1"},
	"dxbc.doubles":                  {"emulated", "basic", "extended"},
	"shader_model":                  {"5.0", "5.1", "6.0", "6.1", "6.2", "6.3", "6.4", "6.5", "6.6", "6.7"},
	"external_form":                 {"planar", "single", "native"},
	"debug":                         {"none", "lines", "non_semantic"},
	"source_language":               {"unknown", "wgsl", "glsl", "essl"},
	"spv.zero_initialize_workgroup": {"polyfill", "native", "none"},
	"multiview":                     {"2"},
	"special_constants":             {`{"register": 3, "space": 9}`},
	"root_constants":                {`{"register": 4, "space": 9}`},
	"semantic":                      {"TEXCOORD"},
	"vertex_outputs":                {"[0]", "[]"},
	"argument_buffers":              {"[0]"},
	"allowed_capabilities":          {`["Shader"]`, `[]`},
	"sampler_heap": {`{"samplers": {"register": 0, "space": 20}, "comparisons": {"register": 0, "space": 21},` +
		` "indices": [{"group": 0, "register": {"register": 0, "space": 22}}]}`},
}

// boundsPolicies are the values of the options of accesses out of bounds.
var boundsPolicies = []string{"restrict", "read_zero_skip_write", "unchecked"}

// boundsClasses are the ends of the names of these options.
var boundsClasses = []string{"index", "buffer", "image_load", "image_store", "binding_array"}

// valuesOf are the values to try of an option.
func valuesOf(o refract.Option) []string {
	last := o.Name[strings.LastIndexByte(o.Name, '.')+1:]
	switch {
	case o.Type == "bool":
		return []string{"false", "true"}
	case strings.Contains(o.Name, ".bounds."):
		return boundsPolicies
	}
	if list := optionWords[o.Name]; list != nil {
		return list
	}
	return optionWords[last]
}

// settings are all values of all options, and pairs of policies.
func settings() (list []*setting) {
	for _, o := range refract.Options() {
		language := refract.Language(o.Name[:strings.IndexByte(o.Name, '.')])
		if language == refract.IR || language == refract.SSA || language == "dot" {
			continue
		}
		for _, v := range valuesOf(o) {
			for _, level := range []int{0, 1} {
				list = append(list, &setting{language, [][2]string{{o.Name, v}}, level})
			}
		}
		if strings.HasSuffix(o.Name, ".vulkan") {
			for _, v := range optionWords[string(language)+".version"] {
				list = append(list, &setting{language, [][2]string{{o.Name, "true"}, {string(language) + ".version", v}}, 0})
			}
		}
		if strings.HasSuffix(o.Name, ".webgl") {
			for _, v := range []string{"100", "300 es"} {
				list = append(list, &setting{language, [][2]string{{o.Name, "true"}, {string(language) + ".version", v}}, 0})
			}
		}
	}
	for _, l := range []refract.Language{refract.GLSL, refract.ESSL, refract.HLSL, refract.MSL, refract.SPIRV, refract.DXIL} {
		for i, a := range boundsClasses {
			for _, b := range boundsClasses[i+1:] {
				for _, p := range boundsPolicies {
					for _, q := range boundsPolicies {
						list = append(list, &setting{l, [][2]string{{string(l) + ".bounds." + a, p}, {string(l) + ".bounds." + b, q}}, (i + len(b)) % 2})
					}
				}
			}
		}
		// All policies at once, in the oldest version and the newest.
		for _, p := range boundsPolicies {
			s := &setting{l, nil, 0}
			for _, c := range boundsClasses {
				s.options = append(s.options, [2]string{string(l) + ".bounds." + c, p})
			}
			name := cmp.Or(map[refract.Language]string{refract.HLSL: "hlsl.shader_model", refract.DXIL: "dxil.profile"}[l], string(l)+".version")
			versions := optionWords[name]
			if l == refract.HLSL {
				versions = optionWords["shader_model"]
			}
			for _, v := range []string{versions[0], versions[len(versions)/2], versions[len(versions)-1]} {
				for level := range 2 {
					list = append(list, &setting{l, append(slices.Clone(s.options), [2]string{name, v}), level})
				}
			}
		}
	}
	return list
}

// optionShader is a shader that options are tried on.
type optionShader struct {
	name, source string
	language     refract.Language
	entries      []ir.EntryPoint
	overrides    map[string]float64
}

// shaderOf reads a shader of the language that its name says, or of WGSL; nil if it is refused.
func shaderOf(t *testing.T, name, source string) *optionShader {
	language := refract.Auto
	if !slices.Contains([]string{".frag", ".vert", ".comp"}, filepath.Ext(name)) {
		language = refract.WGSL
	}
	v, err := refract.Check(context.Background(), name, []byte(source), refract.CheckOptions{
		Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}, Language: language},
		Validate: refract.ValidateOptions{Capabilities: validate.All}})
	if err != nil {
		t.Logf("%s: %v", name, err)
		return nil
	}
	return &optionShader{name, source, language, v.Module.EntryPoints, harness.OverrideValues(v.Module)}
}

// cubeArrays are storage textures that no SPIR-V is read with, so that the shader isn't in
// a folder whose shaders are read again.
const cubeArrays = `#version 450
layout(r32ui, binding = 0) uniform uimageCubeArray counts;
layout(rgba16f, binding = 1) uniform writeonly imageCubeArray colors;
layout(r32f, binding = 2) uniform readonly imageCubeArray heights;
layout(binding = 3) buffer B { ivec4 at; float o; };
void main() {
  o = imageLoad(heights, at.xyz).x + float(imageAtomicAdd(counts, at.zyx, 1u));
  imageStore(colors, ivec3(1, 2, 8), vec4(o));
  at.xyz = imageSize(heights);
}
`

// optionShaders are shaders of the repository, in WGSL and GLSL, or of the folder
// that $REFRACT_SHADERS names; with more, also those of the corpora.
func optionShaders(t *testing.T, more int) (list []optionShader) {
	add := func(name, source string) {
		if s := shaderOf(t, name, source); s != nil {
			list = append(list, *s)
		}
	}
	folders := []string{"../testdata/shaders", "../testdata/golden12", "testdata/hostile/compile", "testdata/regress", "testdata/options", "../testdata/glsl", "testdata/beyond"}
	if dir := os.Getenv("REFRACT_SHADERS"); dir != "" {
		folders = []string{dir}
	}
	for _, dir := range folders {
		files, _ := filepath.Glob(filepath.Join(dir, "*"))
		for _, file := range files {
			if !slices.Contains([]string{".wgsl", ".frag", ".vert", ".comp"}, filepath.Ext(file)) || strings.HasSuffix(file, "/dead_continuing.wgsl") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			add(filepath.Base(file), string(text))
		}
	}
	if os.Getenv("REFRACT_SHADERS") == "" {
		add("cube_arrays.comp", cubeArrays)
	}
	if more > 0 {
		shaders := harness.Shaders(t)
		for i := 0; i < len(shaders); i += max(1, len(shaders)/more) {
			add(shaders[i].Name, shaders[i].Source)
		}
	}
	return list
}

// optionRow is a text for a compiler, with what it was written by.
type optionRow struct {
	compilerRow
	SPIRV []byte `json:"spirv,omitempty"`
	Env   string `json:"env,omitempty"`
	DXIL  string `json:"dxil,omitempty"`
	DXBC  string `json:"dxbc,omitempty"`

	setting *setting
}

// rows are what a shader becomes under a setting, a row for each entry point, or for
// all of them. A row without a text is a fault. What the language refuses is left out.
func (s *setting) rows(sh *optionShader) (rows []optionRow) {
	fault := func(err error) {
		rows = append(rows, optionRow{compilerRow: compilerRow{Name: sh.name + ": " + err.Error()}, setting: s})
	}
	o := refract.TranslateOptions{From: sh.language, To: s.language, Overrides: sh.overrides, Optimize: refract.OptimizeOptions{Level: s.level},
		Parse:    refract.ParseOptions{Options: refract.LanguageOptions{refract.WGSL: &wgsl.Options{Allowed: wgsl.AllExtensions}}},
		Validate: refract.ValidateOptions{Capabilities: validate.All}}
	for _, x := range s.options {
		if err := o.Write.Set(x[0], x[1]); err != nil {
			fault(err)
			return rows
		}
	}
	entries := sh.entries
	if !slices.Contains([]refract.Language{refract.GLSL, refract.ESSL, refract.DXBC, refract.DXIL}, s.language) {
		entries = make([]ir.EntryPoint, 1)
	}
	for i := range entries {
		e := &entries[i]
		o.Write.EntryPoint, o.Write.Stage = e.Name, e.Stage
		beyond := false // only some implementations take it, which a warning has said
		o.Warn = func(found *diag.Diagnostics) {
			beyond = beyond || slices.ContainsFunc(found.Items, func(d *diag.Diagnostic) bool { return d.Code == diag.CodeBeyond })
		}
		out, err := refract.Translate(context.Background(), sh.name, []byte(sh.source), o)
		if err != nil {
			var failed *refract.FaultError
			var optimizer *refract.OptimizeError
			if errors.As(err, &failed) || errors.As(err, &optimizer) {
				fault(err)
			}
			continue
		}
		row := optionRow{compilerRow: compilerRow{Name: sh.name + ": " + e.Name, Source: out.Text}, setting: s}
		switch s.language {
		case refract.WGSL:
			if beyond || s.checker() == "tint" && (strings.Contains(out.Text, "enable wgpu_") || strings.Contains(out.Text, "@early_depth_test")) {
				continue // extensions of wgpu, which Tint lacks
			}
		case refract.GLSL, refract.ESSL:
			row.Stage, row.Client = e.Stage.String(), "opengl"
			if s.get("vulkan") == "true" {
				row.Client = "vulkan"
			}
		case refract.DXBC:
			c, err := dxbc.ReadContainer(out.Bytes())
			if err == nil {
				_, err = c.Text()
			}
			if err != nil || !dxbc.Verify(out.Bytes()) {
				fault(fmt.Errorf("the container is broken: %v", err))
				continue
			}
			row.DXBC = base64.StdEncoding.EncodeToString(out.Bytes())
		case refract.DXIL:
			row.DXIL = base64.StdEncoding.EncodeToString(out.Bytes())
		case refract.SPIRV:
			row.SPIRV, row.Env = out.Bytes(), "vulkan1.3"
		case refract.HLSL:
			model := strings.Replace(cmp.Or(s.get("shader_model"), "6.6"), ".", "_", 1)
			for _, m := range out.Mapping().EntryPoints {
				r := row
				r.Entry, r.Profile = m.Text, map[string]string{"vertex": "vs_", "fragment": "ps_", "compute": "cs_"}[m.Stage]+model
				if model >= "6_2" {
					r.Args = []string{"-enable-16bit-types"}
				}
				rows = append(rows, r)
			}
			continue
		}
		rows = append(rows, row)
	}
	return rows
}

// checker is the oracle for the rows of a setting.
func (s *setting) checker() string {
	switch {
	case s.language == refract.WGSL && s.get("wgpu") == "true":
		return "naga"
	case s.language == refract.WGSL:
		return "tint"
	case s.language == refract.SPIRV:
		return "spirv"
	case s.language == refract.GLSL || s.language == refract.ESSL:
		return "glsl"
	}
	return string(s.language)
}

// TestOptions gives what settings make of shaders to compilers: every so many-th pair
// of a setting and a shader, or all where REFRACT_ALL is 1. $REFRACT_OPTIONS is a
// pattern for the settings, $REFRACT_MORE how many shaders of the corpus take part.
func TestOptions(t *testing.T) {
	every := 97
	if os.Getenv("REFRACT_ALL") == "1" {
		every = 1
	}
	every = number("REFRACT_EVERY", every)
	tryOptions(t, settings(), optionShaders(t, number("REFRACT_MORE", 0)), every)
}

// tryOptions writes shaders with settings and gives the texts to compilers: every so many-th pair.
// $REFRACT_OPTIONS is a pattern for the settings.
func tryOptions(t *testing.T, list []*setting, shaders []optionShader, every int) {
	pattern := regexp.MustCompile(os.Getenv("REFRACT_OPTIONS"))
	type unit struct{ shader, setting int }
	var units []unit
	for i, s := range list {
		if !pattern.MatchString(s.String()) {
			continue
		}
		for k := range shaders {
			if (i*len(shaders)+k)%every == 0 {
				units = append(units, unit{k, i})
			}
		}
	}
	rows := map[string][]optionRow{}
	seen := map[string]bool{}
	written := make([][]optionRow, len(units))
	var wait sync.WaitGroup
	for w := range runtime.NumCPU() {
		wait.Go(func() {
			for i := w; i < len(units); i += runtime.NumCPU() {
				written[i] = list[units[i].setting].rows(&shaders[units[i].shader])
			}
		})
	}
	wait.Wait()
	failed := newOptionFaults()
	for _, part := range written {
		for _, r := range part {
			checker := r.setting.checker()
			key := fmt.Sprint(checker, r.Source, string(r.SPIRV), r.DXIL, r.DXBC, r.Stage, r.Client, r.Entry, r.Profile)
			switch {
			case r.Source == "" && r.SPIRV == nil && r.DXIL == "" && r.DXBC == "":
				failed.add(&r, "fault", r.Name)
			case !seen[key]:
				seen[key] = true
				rows[checker] = append(rows[checker], r)
			}
		}
	}
	for _, checker := range []string{"tint", "naga", "glsl", "hlsl", "msl", "spirv", "dxil", "dxbc"} {
		mine := rows[checker]
		if checker == "naga" {
			byNaga(t, mine, failed)
			continue
		}
		verdicts := harness.Oracle(t, checker, mine)
		if checker == "glsl" {
			byMesa(t, mine, verdicts)
		}
		for i, v := range verdicts {
			if !v.OK && !v.Crash && !checkerLacks.MatchString(v.Text()) {
				failed.add(&mine[i], v.Text(), v.Text()+" | "+excerpt(mine[i].Source, &v))
			}
		}
		if checker == "spirv" {
			byNewSPIRVVal(t, mine, failed)
		}
		t.Logf("%s: %d texts", checker, len(mine))
	}
	failed.report(t)
}

// optionFaults are faults by what is said of them.
type optionFaults struct {
	order []string
	first map[string]string
	count map[string]int
}

func newOptionFaults() *optionFaults {
	return &optionFaults{first: map[string]string{}, count: map[string]int{}}
}

var optionDetails = regexp.MustCompile(`'[^']*'|"[^"]*"|[0-9]+`)

func (f *optionFaults) add(r *optionRow, kind, what string) {
	key := string(r.setting.language) + ": " + optionDetails.ReplaceAllString(kind, "#")
	if len(key) > 150 {
		key = key[:150]
	}
	if f.count[key]++; f.count[key] == 1 {
		f.order = append(f.order, key)
		f.first[key] = fmt.Sprintf("%s, %s: %s", r.Name, r.setting, what)
		if dir := os.Getenv("REFRACT_KEEP"); dir != "" {
			name := filepath.Join(dir, fmt.Sprintf("%d-%s", len(f.order), strings.ReplaceAll(r.setting.checker()+r.Profile+r.Stage, "/", "-")))
			os.WriteFile(name+".txt", append([]byte(r.Source), r.SPIRV...), 0o666)
		}
	}
}

func (f *optionFaults) report(t *testing.T) {
	for i, key := range f.order {
		t.Errorf("%d: %d times: %s\n\t%s", i+1, f.count[key], key, f.first[key])
	}
}

// checkerLacks matches messages about what the checkers lack: parts of Metal's library, and
// for spirv-val the feature of a device that modules with small strides say they need.
var checkerLacks = regexp.MustCompile(`calculate_clamped_lod|is not available at this stage|thread sync operation found in varying flow control|intersection_query|must follow relaxed uniform buffer layout rules: member \d+ contains an array with stride`)

// lacksExtension matches texts whose extensions glslang knows in part, or messages about such.
var lacksExtension = regexp.MustCompile(`^#version (1..|330|4[012]0)\n#extension|extension not supported`)

// driverLacks matches what the driver says of extensions that it doesn't have.
var driverLacks = regexp.MustCompile("extension `[^']*' unsupported in")

// byMesa asks a driver about texts that glslang refuses for extensions that it doesn't
// know.
func byMesa(t *testing.T, rows []optionRow, verdicts []harness.Verdict) {
	var again []compilerRow
	var at []int
	for i := range verdicts {
		if v := &verdicts[i]; !v.OK && rows[i].Client == "opengl" && (lacksExtension.MatchString(rows[i].Source) || lacksExtension.MatchString(v.Text())) {
			again, at = append(again, rows[i].compilerRow), append(at, i)
		}
	}
	for k, v := range harness.Oracle(t, "glsl", again, "--mesa") {
		v.OK = v.OK || driverLacks.MatchString(v.Text())
		verdicts[at[k]] = v
	}
}

// byNaga has naga check WGSL, where it is installed.
func byNaga(t *testing.T, rows []optionRow, failed *optionFaults) {
	naga, err := exec.LookPath("naga")
	if err != nil {
		t.Log("naga is not installed")
		return
	}
	var texts [][]byte
	for i := range rows {
		texts = append(texts, []byte(rows[i].Source))
	}
	for i, said := range harness.EachFile(t, texts, ".wgsl", naga) {
		if said != "" && !checkerLacks.MatchString(said) {
			failed.add(&rows[i], said, said)
		}
	}
}

// byNewSPIRVVal has a newer spirv-val check modules, where it is installed.
func byNewSPIRVVal(t *testing.T, rows []optionRow, failed *optionFaults) {
	var modules [][]byte
	for i := range rows {
		modules = append(modules, rows[i].SPIRV)
	}
	for i, said := range harness.NewSPIRVVal(t, modules) {
		if said != "" {
			failed.add(&rows[i], said, said)
		}
	}
}
