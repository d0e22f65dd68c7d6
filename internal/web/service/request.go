package service

// This file is the common part of requests: a shader and how it is read.

import (
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"refract"
	"refract/front/glsl"
	"refract/front/wgsl"
	"refract/internal/front/glsl/pp"
	"refract/ir"
	"refract/ir/validate"
)

// A Request is the object that a method takes. The methods document their fields; all take
// the first ones.
type Request struct {
	Name    string             `json:"name"`       // of the file, for its extension and for reports
	Text    string             `json:"text"`       // the source, unless
	Bytes   []byte             `json:"bytes"`      // it is binary
	From    string             `json:"from"`       // language; "": by the name
	Clip    string             `json:"clip_space"` // of vertex shaders' positions: webgpu, vulkan, opengl; "": by the language
	Stage   string             `json:"stage"`      // of GLSL: vertex, fragment, compute; "": by the name
	Defines map[string]any     `json:"defines"`    // macros of GLSL, features of WESL
	Files   map[string]string  `json:"files"`      // what #include and import find
	WESL    bool               `json:"wesl"`       // WGSL is read as WESL
	Allow   bool               `json:"allow"`      // every extension and capability, as the engines have them
	Values  map[string]float64 `json:"overrides"`

	To       []string        `json:"to"` // languages
	Entry    string          `json:"entry"`
	Options  json.RawMessage `json:"options"`  // by language, as the command's --options
	Optimize Level           `json:"optimize"` // "0", "1", "2", "s"
	Strict   bool            `json:"strict"`   // floating point keeps its bits
	Passes   string          `json:"passes"`   // instead of a level

	// Of running and drawing.
	Workgroups []uint32           `json:"workgroups"`
	Buffers    map[string]string  `json:"buffers"` // contents by name or group.binding, as --buffer
	Textures   map[string]Texture `json:"textures"`
	Find       bool               `json:"find"` // look for races, bounds and the like
	MaxSteps   uint64             `json:"max_steps"`
	Width      int                `json:"width"`
	Height     int                `json:"height"`
	Time       float64            `json:"time"`
	Frame      int                `json:"frame"`
	Mouse      []float64          `json:"mouse"`
	Vertices   int                `json:"vertices"`

	// Of an editor's questions, from 0; characters are code units of UTF-16.
	Line      int `json:"line"`
	Character int `json:"character"`
}

// A Texture is the picture that a 2D texture holds.
type Texture struct {
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Pixels []byte `json:"pixels"` // RGBA, 8 bits each, the upper row first
}

// A Level is one of the optimizer, a number or "s".
type Level string

// UnmarshalJSON takes a string or a number.
func (l *Level) UnmarshalJSON(text []byte) error {
	var number json.Number
	if err := json.Unmarshal(text, &number); err == nil && len(text) > 0 && text[0] != '"' {
		*l = Level(number)
		return nil
	}
	return json.Unmarshal(text, (*string)(l))
}

// shadertoy is the language of Shadertoy's images: GLSL without main.
const shadertoy = "shadertoy"

// Source is the text or the bytes.
func (c *Call) Source() []byte {
	if c.Bytes != nil {
		return c.Bytes
	}
	return []byte(c.Text)
}

// Language is the language of the source.
func (c *Call) Language() (refract.Language, error) {
	if c.Name == "" {
		c.Name = "shader"
	}
	switch c.From {
	case "":
		l, ok := refract.LanguageOfFile(c.Name)
		if !ok {
			return "", fmt.Errorf("%q has no extension of a language; say from", c.Name)
		}
		return l, nil
	case shadertoy:
		return refract.GLSL, nil
	}
	l, ok := refract.LanguageByName(c.From)
	if !ok {
		return "", fmt.Errorf("there is no language %q", c.From)
	}
	return l, nil
}

// Parse makes the options of reading.
func (c *Call) Parse() (o refract.ParseOptions, err error) {
	if o.Language, err = c.Language(); err != nil {
		return o, err
	}
	g := new(glsl.Options)
	if c.From == shadertoy {
		*g = glsl.Shadertoy()
		g.Stage = ir.StageFragment
	}
	if c.Stage != "" {
		if g.Stage = ir.StageByName(c.Stage); g.Stage == ir.NoStage {
			return o, fmt.Errorf("stage %q: the name of a stage is expected, as vertex", c.Stage)
		}
	}
	if c.Clip != "" {
		clip, ok := ir.ClipSpaceByName(c.Clip)
		if !ok {
			return o, fmt.Errorf("clip_space %q: webgpu, vulkan or opengl is expected", c.Clip)
		}
		o.ClipSpace = &clip
	}
	if c.Files != nil {
		g.Preprocessor.Includer = files(c.Files)
	}
	features := map[string]bool{}
	for _, name := range sortedKeys(c.Defines) {
		text := fmt.Sprint(c.Defines[name])
		if b, is := c.Defines[name].(bool); is {
			features[name] = b
			text = map[bool]string{true: "1", false: "0"}[b]
		}
		g.Preprocessor.Defines = append(g.Preprocessor.Defines, pp.Define{Name: name, Text: text})
	}
	w := &wgsl.Options{WESL: c.WESL, Features: features, Importer: importer(c.Files)}
	if c.Allow {
		w.Allowed = wgsl.AllExtensions
	}
	o.Options = refract.LanguageOptions{refract.GLSL: g, refract.WGSL: w}
	o.Warn = c.Warn
	return o, nil
}

// Check reads and validates the shader.
func (c *Call) Check() (*refract.Valid, error) {
	parse, err := c.Parse()
	if err != nil {
		return nil, err
	}
	v := refract.ValidateOptions{Warn: c.Warn, Overrides: c.Values}
	if c.Allow {
		v.Capabilities = validate.All
	}
	return refract.Check(c.Context, c.Name, c.Source(), refract.CheckOptions{Parse: parse, Validate: v})
}

// files finds included files by their names, from the including file's folder first.
type files map[string]string

func (f files) Include(name, from string, system bool) (string, string, error) {
	if !system {
		near := path.Join(path.Dir(from), name)
		if text, ok := f[near]; ok {
			return near, text, nil
		}
	}
	if text, ok := f[path.Clean(name)]; ok {
		return path.Clean(name), text, nil
	}
	return "", "", fmt.Errorf("there is no file %q", name)
}

// importer finds the modules of WESL, of one package.
type importer map[string]string

func (f importer) Self(name string) (string, []string) { return "", wgsl.ModulePath(path.Clean(name)) }

func (f importer) Package(from, name string) (string, error) { return "", fs.ErrNotExist }

func (f importer) Module(pkg string, module []string) (name, text string, err error) {
	for _, file := range wgsl.ModuleFiles(module) {
		if text, ok := f[file]; ok {
			return file, text, nil
		}
	}
	return strings.Join(module, "/"), "", fs.ErrNotExist
}
