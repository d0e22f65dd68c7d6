package main

// Flags about sources: macros and features, folders of included files, the stage, and the
// surroundings of shaders from Shadertoy.

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"refract"
	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/wgsl"
	"refract/internal/confine"
	"refract/internal/front/glsl/pp"
	"refract/ir"
)

// shadertoyName is the language that --from takes for the image shaders of
// Shadertoy: GLSL with inputs and without main.
const shadertoyName = "shadertoy"

// A sourceFlags is the flags about inputs.
type sourceFlags struct {
	includes []string
	defines  []string
	stage    string
	tagStage ir.Stage // of a shader in a program; or ir.NoStage
	profile  string
	entry    string // of HLSL: the function that is the entry point
	program  string
	wesl     bool     // files in WGSL are WESL
	links    []string // files
	flip     bool
	clip     string
	all      bool   // all programs of a file are read
	root     string // folder of the project, or ""
}

// register adds the flags.
func (f *sourceFlags) register(c *cobra.Command) {
	c.Flags().StringArrayVarP(&f.includes, "include", "I", nil, "look in this `folder` for files of #include; may be repeated")
	c.Flags().StringArrayVarP(&f.defines, "define", "D", nil, "define a macro of GLSL or HLSL, `NAME[=TEXT]`, without a text 1, or a feature of WESL, NAME or NAME=false; may be repeated")
	c.Flags().BoolVar(&f.wesl, "wesl", false, "read files in WGSL as WESL, with imports and conditions, like files named .wesl")
	c.Flags().StringArrayVar(&f.links, "link", nil, "another `file` of a program of GLSL: the module has both stages, and their shared names match; may be repeated")
	c.Flags().BoolVar(&f.flip, "flip-fragments", false, "let gl_FragCoord and dFdy of OpenGL's GLSL run up the image in other languages, too; the uniform framebuffer_height has its height")
	c.Flags().StringVar(&f.clip, "clip-space", "", "the clip `space` of the positions that shaders write: webgpu, vulkan or opengl; else that of the language")
	c.Flags().StringVar(&f.stage, "stage", "", "the `stage` of GLSL or HLSL if its file name has none, by its name or its files' extension: vertex, frag, geometry, tesc, mesh, closest_hit")
	c.Flags().StringVar(&f.profile, "profile", "", "the `target` that HLSL is written for, a stage and a shader model, as ps_6_0")
	registerCompletion(c, "clip-space", clipSpaces())
	c.Flags().StringVar(&f.program, "program", "", "the `name` of the program, or stage, of a file with several as sokol-shdc takes them")
	registerCompletion(c, "stage", stageNames())
}

// stageNames are the names of the stages.
func stageNames() (names []string) {
	for s := ir.NoStage + 1; int(s) < ir.NumStages; s++ {
		names = append(names, s.String())
	}
	return names
}

// clipSpaces lists the names of the clip spaces.
func clipSpaces() (names []string) {
	for c := range ir.NumClipSpaces {
		names = append(names, c.String())
	}
	return names
}

// apply puts the values of the flags into the options of reading. from is the flag of that
// name.
func (f *sourceFlags) apply(o *refract.ParseOptions, from string) error {
	options := new(glsl.Options)
	if from == shadertoyName {
		*options = glsl.Shadertoy()
	}
	if f.stage != "" {
		if options.Stage = ir.StageByName(strings.ToLower(f.stage)); options.Stage == ir.NoStage {
			return usagef("--stage %s: one of %s is expected", f.stage, strings.Join(stageNames(), ", "))
		}
	}
	if f.tagStage != ir.NoStage {
		options.Stage = f.tagStage
	}
	options.FlipFragments, options.Program, options.AllPrograms = f.flip, f.program, f.all
	if f.clip != "" {
		c, ok := ir.ClipSpaceByName(f.clip)
		if !ok {
			return usagef("--clip-space %s: webgpu, vulkan or opengl is expected", f.clip)
		}
		o.ClipSpace = &c
	}
	for _, name := range f.links {
		text, err := readFile(name)
		if err != nil {
			return fmt.Errorf("%s cannot be read: %w", name, cause(err))
		}
		options.Link = append(options.Link, glsl.Linked{Name: name, Text: string(text)})
	}
	options.Preprocessor.Includer = &pp.Search{Dirs: f.includes, Roots: f.roots}
	for _, text := range f.defines {
		name, value, given := strings.Cut(text, "=")
		if !given {
			value = "1"
		}
		if name == "" || strings.ContainsAny(name, "\r\n\\") || strings.ContainsAny(value, "\r\n") {
			return usagef("-D %s: NAME or NAME=TEXT is expected", text)
		}
		options.Preprocessor.Defines = append(options.Preprocessor.Defines, pp.Define{Name: name, Text: value})
	}
	o.Options = refract.LanguageOptions{refract.GLSL: options,
		refract.HLSL: &hlsl.Options{EntryPoint: f.entry, Stage: options.Stage, Profile: f.profile, Preprocessor: options.Preprocessor},
		refract.WGSL: &wgsl.Options{WESL: f.wesl, Features: features(f.defines), Importer: newImporter()}}
	return nil
}

// roots are the folders whose files a source may name: that of its project, or of the
// nearest refract.toml above, else the working directory, if the source is below it; and
// the source's own folder.
func (f *sourceFlags) roots(source string) []string {
	if f.root != "" {
		return []string{f.root, filepath.Dir(source)}
	}
	return rootsOf(source)
}

// rootsOf are the folders whose files a file may name that isn't read by a project.
func rootsOf(file string) []string {
	roots := confine.Standard(file)
	full, err := filepath.Abs(file)
	if err != nil {
		return roots
	}
	for dir := filepath.Dir(full); dir != filepath.Dir(dir); dir = filepath.Dir(dir) {
		if info, err := os.Stat(filepath.Join(dir, projectName)); err == nil && info.Mode().IsRegular() {
			return append(roots, dir)
		}
	}
	return roots
}
