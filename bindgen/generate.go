package bindgen

// This file writes models by templates.

import (
	"bytes"
	"embed"
	"fmt"
	"go/format"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"text/template"
	"unicode"

	"refract/internal/lazy"
	"refract/reflection"
)

//go:embed templates
var templates embed.FS

// Options configure the output.
type Options struct {
	Language string // one of Languages
	Package  string // Go: the package; C++: the namespace; C: what the include guard begins with
	Prefix   string // before every name

	// Map gives types of the user's for the shader's: "vec3f=github.com/go-gl/mathgl/mgl32.Vec3";
	// "mgl32" stands for all of that package's. In languages other than Go the type stands as it
	// is given. Types with padding inside, such as a matrix of three rows, aren't mapped.
	Map []string

	// Layouts names the API in whose types the layouts of bind groups and vertex buffers are
	// written: "cogentcore" and "gogpu" in Go, "wgpu" in Rust; or "encase": structs of Rust for
	// that crate, which lays them out, with vectors and matrices of the crate mint. One of APIs;
	// "": plain data.
	Layouts string

	// Template is a template (package text/template) in the place of the language's own.
	Template string

	Embeds []Embed

	// Shaders are entry points as values of gioui.org/shader, in Go. DescribeForGio makes them.
	Shaders []*ShaderSource
}

// Languages are the hosts' languages.
func Languages() []string { return []string{"go", "c", "cpp", "rust", "ts"} }

// An api is a Go API of WebGPU.
type api struct {
	imports []string
	entry   string // the type of an entry of a bind group layout
	types   string // the package of all others
	pointer string // before the layouts in an entry: they are pointers
}

var apis = lazy.Value[map[string]api]{Make: func() map[string]api {
	return map[string]api{
		"cogentcore": {[]string{"github.com/cogentcore/webgpu/wgpu"}, "wgpu.BindGroupLayoutEntry", "wgpu", ""},
		"gogpu":      {[]string{"github.com/gogpu/gputypes"}, "gputypes.BindGroupLayoutEntry", "gputypes", "&"},
	}
}}

// APIs are the values of Options.Layouts.
func APIs() []string { return append(APIsOf("go"), APIsOf("rust")...) }

// APIsOf lists the APIs of a host's language.
func APIsOf(language string) []string {
	switch language {
	case "go":
		return []string{"cogentcore", "gogpu"}
	case "rust":
		return []string{encase, wgpu}
	}
	return nil
}

// encase is a crate of Rust that lays structs out when they are written.
const encase = "encase"

// Libraries are the libraries of mathematics whose names Options.Map takes, for all their
// types.
func Libraries() []string { return slices.Sorted(maps.Keys(presets.Get())) }

// presets are the types of libraries of mathematics.
var presets = lazy.Value[map[string][]string]{Make: func() map[string][]string {
	return map[string][]string{
		"mgl32": {
			"vec2f=github.com/go-gl/mathgl/mgl32.Vec2", "vec3f=github.com/go-gl/mathgl/mgl32.Vec3", "vec4f=github.com/go-gl/mathgl/mgl32.Vec4",
			"mat2x2f=github.com/go-gl/mathgl/mgl32.Mat2", "mat4x4f=github.com/go-gl/mathgl/mgl32.Mat4",
			"mat3x2f=github.com/go-gl/mathgl/mgl32.Mat2x3", "mat4x2f=github.com/go-gl/mathgl/mgl32.Mat2x4",
			"mat2x4f=github.com/go-gl/mathgl/mgl32.Mat4x2", "mat3x4f=github.com/go-gl/mathgl/mgl32.Mat4x3",
		},
	}
}}

var shortType = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`^(vec[234]|mat[234]x[234])([fhiu])$`) }}

var majorVersion = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`^v[0-9]+$`) }}

// mapping reads Options.Map.
func (o *Options) mapping() (types map[string]string, imports []string, err error) {
	types = map[string]string{}
	var pairs []string
	for _, m := range o.Map {
		if list, ok := presets.Get()[m]; ok {
			pairs = append(pairs, list...)
		} else {
			pairs = append(pairs, m)
		}
	}
	if o.Language == "ts" && len(pairs) > 0 {
		return nil, nil, fmt.Errorf("types of TypeScript have no memory to map a shader's types to")
	}
	for _, pair := range pairs {
		from, to, ok := strings.Cut(pair, "=")
		if !ok || from == "" || to == "" {
			return nil, nil, fmt.Errorf("%s: SHADERTYPE=TYPE is expected, as in vec3f=example.org/math.Vec3, or the name of a library: mgl32", pair)
		}
		from = strings.ReplaceAll(from, " ", "")
		if m := shortType.Get().FindStringSubmatch(from); m != nil {
			from = m[1] + map[string]string{"f": "<f32>", "h": "<f16>", "i": "<i32>", "u": "<u32>"}[m[2]]
		}
		if o.Language == "go" {
			if dot := strings.LastIndexByte(to, '.'); dot > strings.LastIndexByte(to, '/') && dot > 0 {
				pkg := to[:dot]
				if !slices.Contains(imports, pkg) {
					imports = append(imports, pkg)
				}
				base := path.Base(pkg)
				if majorVersion.Get().MatchString(base) {
					base = path.Base(path.Dir(pkg))
				}
				to = base + to[dot:]
			}
		}
		types[from] = to
	}
	slices.Sort(imports)
	return types, imports, nil
}

// Generate writes the declarations that hosts need for shaders. Errors are Build's and the
// template's, or report that an API has no form of a resource.
func Generate(sources []Source, o Options) ([]byte, error) {
	m, err := Build(sources, o)
	if err != nil {
		return nil, err
	}
	return m.Write(o)
}

// Write writes the model, which Build made with the same options.
func (m *Model) Write(o Options) ([]byte, error) {
	a := apis.Get()[o.Layouts]
	if len(m.Shaders) > 0 && o.Language != "go" {
		return nil, fmt.Errorf("values of gioui.org/shader are of Go")
	}
	if o.Layouts != "" && !slices.Contains(APIsOf(o.Language), o.Layouts) {
		return nil, fmt.Errorf("there are no layouts of %q in %s; in Go there are %s, in Rust %s", o.Layouts, o.Language, strings.Join(APIsOf("go"), " and "), strings.Join(APIsOf("rust"), " and "))
	}
	for _, s := range m.Structs {
		if o.Layouts == encase && !s.Wrapper {
			if _, err := encaseFields(s); err != nil {
				return nil, err
			}
		}
	}
	t := template.New("user").Funcs(functions.Get()).Funcs(template.FuncMap{
		"api":     func() string { return o.Layouts },
		"imports": func() []string { return goImports(m, a) },
		"entry":   func(b Binding) (string, error) { return a.layoutEntry(o.Layouts, &b) },
		"types":   func() string { return a.types },
		"entries": func() string { return a.entry },
		"encase":  func() bool { return o.Layouts == encase },
		"wgpu":    func() bool { return o.Layouts == wgpu },
	})
	name := languages.Get()[o.Language].template
	if o.Template == "" {
		text, err := templates.ReadFile("templates/" + name)
		if err != nil {
			return nil, err
		}
		o.Template = string(text)
	}
	if strings.HasPrefix(name, "c") {
		shared, err := templates.ReadFile("templates/struct.tmpl")
		if err != nil {
			return nil, err
		}
		if t, err = t.Parse(string(shared)); err != nil {
			return nil, err
		}
	}
	t, err := t.Parse(o.Template)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := t.Execute(&b, m); err != nil {
		return nil, err
	}
	if o.Language == "go" {
		out, err := format.Source(b.Bytes())
		if err != nil {
			return nil, fmt.Errorf("the output of the template isn't Go: %w", err)
		}
		return out, nil
	}
	return b.Bytes(), nil
}

// goImports are the imports of the Go output.
func goImports(m *Model, a api) []string {
	list := slices.Concat(m.Imports, a.imports)
	if slices.ContainsFunc(m.Structs, func(s *Struct) bool { return len(s.Fields) > 0 }) {
		list = append(list, "structs")
	}
	if len(m.Structs)+len(m.Mapped)+len(m.Elements) > 0 {
		list = append(list, "unsafe")
	}
	if len(m.Embeds) > 0 {
		list = append(list, "embed")
	}
	if len(m.Shaders) > 0 {
		list = append(list, "gioui.org/shader")
	}
	slices.Sort(list)
	list = slices.Compact(list)
	slices.SortStableFunc(list, func(x, y string) int { return strings.Count(x, ".") - strings.Count(y, ".") }) // the standard library first
	return list
}

// layoutEntry is an entry of a bind group layout in an API's types.
func (a *api) layoutEntry(name string, b *Binding) (string, error) {
	var s strings.Builder
	if stage := beyondWebGPU(b.Visibility); stage != "" {
		return "", fmt.Errorf("%s: %s has no stage %s", b.Binding.Name, name, stage)
	}
	fmt.Fprintf(&s, "{Binding: %d, Visibility: %s, ", b.Binding.Binding.Value(), a.stages(b.Visibility))
	switch b.Kind {
	case "uniform", "storage":
		kind := "Uniform"
		if b.Kind == "storage" {
			kind = "Storage"
			if b.Access == "read" {
				kind = "ReadOnlyStorage"
			}
		}
		fmt.Fprintf(&s, "Buffer: %s%s.BufferBindingLayout{Type: %s.BufferBindingType%s, MinBindingSize: %d}}", a.pointer, a.types, a.types, kind, b.MinBindingSize)
	case "texture":
		sample := map[string]string{"float": "Float", "unfilterable-float": "UnfilterableFloat", "sint": "Sint", "uint": "Uint", "depth": "Depth"}[b.SampleType]
		fmt.Fprintf(&s, "Texture: %s%s.TextureBindingLayout{SampleType: %s.TextureSampleType%s, ViewDimension: %s.TextureViewDimension%s, Multisampled: %t}}",
			a.pointer, a.types, a.types, sample, a.types, dimensionWord(b.Dimension), b.Multisampled)
	case "storage_texture":
		access := map[string]string{"read": "ReadOnly", "write": "WriteOnly", "read_write": "ReadWrite"}[b.Access]
		fmt.Fprintf(&s, "StorageTexture: %s%s.StorageTextureBindingLayout{Access: %s.StorageTextureAccess%s, Format: %s.TextureFormat%s, ViewDimension: %s.TextureViewDimension%s}}",
			a.pointer, a.types, a.types, access, a.types, formatWord(b.Format), a.types, dimensionWord(b.Dimension))
	case "sampler":
		kind := map[string]string{"filtering": "Filtering", "non-filtering": "NonFiltering", "comparison": "Comparison"}[b.SamplerType]
		fmt.Fprintf(&s, "Sampler: %s%s.SamplerBindingLayout{Type: %s.SamplerBindingType%s}}", a.pointer, a.types, a.types, kind)
	default:
		return "", fmt.Errorf("%s: %s has no form of a resource of kind %s", b.Binding.Name, name, b.Kind)
	}
	if b.Count.Is() {
		return "", fmt.Errorf("%s: %s has no form of an array of resources", b.Binding.Name, name)
	}
	return s.String(), nil
}

func (a *api) stages(list []string) string {
	var words []string
	for _, stage := range list {
		words = append(words, a.types+".ShaderStage"+upperFirst(stage))
	}
	if words == nil {
		return a.types + ".ShaderStageNone"
	}
	return strings.Join(words, " | ")
}

// dimensionWord is a view dimension of WebGPU as Go's APIs spell it: "2d-array" is
// "2DArray".
func dimensionWord(d string) string {
	word, array, _ := strings.Cut(d, "-")
	if word == "cube" {
		word = "Cube"
	}
	word = strings.ToUpper(word[:1]) + strings.Replace(word[1:], "d", "D", 1)
	if array != "" {
		word += "Array"
	}
	return word
}

var formatParts = lazy.Value[*regexp.Regexp]{Make: func() *regexp.Regexp { return regexp.MustCompile(`[a-z]+|[0-9]+`) }}

// formatWord is a format of WebGPU as Go's APIs spell it: "rgba8unorm" is "RGBA8Unorm".
func formatWord(f string) string {
	parts := formatParts.Get().FindAllString(f, -1)
	for i, p := range parts {
		if i+1 < len(parts) {
			parts[i] = strings.ToUpper(p)
		} else {
			parts[i] = upperFirst(p)
		}
	}
	return strings.Join(parts, "")
}

// functions are the functions for templates.
var functions = lazy.Value[template.FuncMap]{Make: func() template.FuncMap {
	return template.FuncMap{
		"unions":       unions,
		"gotype":       goType,
		"cdecl":        cDeclaration,
		"rusttype":     rustType,
		"members":      encaseFields,
		"wgpuEntry":    wgpuEntry,
		"tstype":       tsType,
		"tswrite":      func(t *Type, value, at string) string { return tsWrite(t, value, at, 0) },
		"tsread":       func(t *Type, at string) string { return tsRead(t, at, 0) },
		"capital":      upperFirst,
		"values":       (*Struct).values,
		"tsentry":      tsEntry,
		"quote":        quote,
		"upper":        strings.ToUpper,
		"lower":        lowerFirst,
		"join":         strings.Join,
		"base":         goBase,
		"deref":        reflection.Number.Value,
		"vertexFormat": func(f string) string { return upperFirst(f) },
		"guard":        guard,
		"comment":      comment,
		"shader":       shaderType,
		"tsshader":     tsShaderType,
		"literal":      literal,
	}
}}

// quote is a string literal that all the languages read the same: characters beyond ASCII
// stand for themselves, as bytes may be escaped in different ways.
func quote(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, s)
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

// matrixIn is the matrix that a type is, or an array of them at some depth; nil: none.
func matrixIn(t *Type) *Type {
	for ; t != nil && t.Kind == Array; t = t.Element {
		if t.RowMajor || strings.HasPrefix(t.Shader, "mat") && t.Element.Kind == Array {
			return t
		}
	}
	return nil
}

// shaderType is a type in the shader's words, for comments, and whether matrices in it lie
// by rows: as arrays they look like matrices that lie by columns.
func shaderType(t *Type) string {
	text := comment(t.Shader)
	if m := matrixIn(t); text != "" && m != nil && m.RowMajor {
		text += ", by rows"
	}
	return text
}

// tsShaderType is the same, with the numbers that a matrix has in memory.
func tsShaderType(t *Type) string {
	text, m := comment(t.Shader), matrixIn(t)
	if text == "" || m == nil {
		return text
	}
	lines := "columns"
	if m.RowMajor {
		lines = "rows"
	}
	return fmt.Sprintf("%s: %d %s of %d numbers", text, m.Length, lines, m.Element.Length)
}

// comment makes text safe in a comment of either kind.
func comment(s string) string {
	s = strings.NewReplacer("*/", "* /", "/*", "/ *").Replace(s)
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' || r == '\\' {
			return ' '
		}
		return r
	}, s)
}

// literal is a value as all hosts' languages spell it.
func literal(v any) string { return fmt.Sprint(v) }

// guard makes an include guard of a name; standard output has none.
func guard(s string) string {
	if s == "" {
		s = "shaders"
	}
	return strings.ToUpper(strings.Map(func(r rune) rune {
		if r < 128 && (unicode.IsLetter(r) || unicode.IsDigit(r)) {
			return r
		}
		return '_'
	}, s))
}

func lowerFirst(s string) string {
	if s == "" {
		return s
	}
	return strings.ToLower(s[:1]) + s[1:]
}

var goScalars = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"i8": "int8", "u8": "uint8", "i16": "int16", "u16": "uint16", "f16": "uint16", "i32": "int32", "u32": "uint32", "f32": "float32",
		"i64": "int64", "u64": "uint64", "f64": "float64", "bool": "uint32", "byte": "byte",
	}
}}

// goType spells a type.
func goType(t *Type) string {
	switch t.Kind {
	case Scalar:
		return goScalars.Get()[t.Scalar]
	case Array:
		return fmt.Sprintf("[%d]%s", t.Length, goType(t.Element))
	case Record:
		return t.Struct.Name
	case Mapped:
		return t.Mapped
	}
	panic("bindgen: kind of type " + strconv.Itoa(int(t.Kind)))
}

// goBase is the innermost type of arrays.
func goBase(t *Type) *Type {
	for t.Kind == Array {
		t = t.Element
	}
	return t
}

var cScalars = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"i8": "int8_t", "u8": "uint8_t", "i16": "int16_t", "u16": "uint16_t", "f16": "uint16_t", "i32": "int32_t", "u32": "uint32_t", "f32": "float",
		"i64": "int64_t", "u64": "uint64_t", "f64": "double", "bool": "uint32_t", "byte": "unsigned char",
	}
}}

// cDeclaration declares a name of a type.
func cDeclaration(t *Type, name string) string {
	for t.Kind == Array {
		name += fmt.Sprintf("[%d]", t.Length)
		t = t.Element
	}
	switch t.Kind {
	case Scalar:
		return cScalars.Get()[t.Scalar] + " " + name
	case Record:
		return t.Struct.Name + " " + name
	case Mapped:
		return t.Mapped + " " + name
	}
	panic("bindgen: kind of type " + strconv.Itoa(int(t.Kind)))
}

// rustType spells a type.
func rustType(t *Type) string {
	switch t.Kind {
	case Scalar:
		switch t.Scalar {
		case "f16":
			return "u16"
		case "bool":
			return "u32"
		case "byte":
			return "u8"
		}
		return t.Scalar
	case Array:
		return fmt.Sprintf("[%s; %d]", rustType(t.Element), t.Length)
	case Record:
		return t.Struct.Name
	case Mapped:
		return t.Mapped
	}
	panic("bindgen: kind of type " + strconv.Itoa(int(t.Kind)))
}

var tsSetters = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"i8": "setInt8", "u8": "setUint8", "byte": "setUint8", "i16": "setInt16", "u16": "setUint16", "f16": "setUint16", "bool": "setUint32",
		"i32": "setInt32", "u32": "setUint32", "f32": "setFloat32", "i64": "setBigInt64", "u64": "setBigUint64", "f64": "setFloat64",
	}
}}

func tsNumber(scalar string) string {
	if scalar == "i64" || scalar == "u64" {
		return "bigint"
	}
	return "number"
}

// tsType spells a type: numbers, and nested arrays of numbers as one list.
func tsType(t *Type) string {
	if scalar, n := t.Flat(); n == 1 && t.Kind == Scalar {
		return tsNumber(scalar)
	} else if n > 0 {
		return "ArrayLike<" + tsNumber(scalar) + ">"
	}
	switch t.Kind {
	case Array:
		return "ArrayLike<" + tsType(t.Element) + ">"
	case Record:
		return t.Struct.Name
	case Mapped:
		return t.Mapped
	}
	panic("bindgen: kind of type " + strconv.Itoa(int(t.Kind)))
}

// tsWrite is the statement that writes a value at an offset into "view". Lists may be
// shorter than the memory.
func tsWrite(t *Type, value, at string, depth int) string {
	if scalar, n := t.Flat(); n > 0 {
		size, order := tsScalar(scalar)
		if t.Kind == Scalar {
			return fmt.Sprintf("view.%s(%s, %s%s);", tsSetters.Get()[scalar], at, value, order)
		}
		return fmt.Sprintf("for (let i%d = 0; i%d < %d && i%d < %s.length; i%d++) view.%s(%s + %d * i%d, %s[i%d]%s);",
			depth, depth, n, depth, value, depth, tsSetters.Get()[scalar], at, size, depth, value, depth, order)
	}
	switch t.Kind {
	case Array:
		i := fmt.Sprintf("i%d", depth)
		return fmt.Sprintf("for (let %s = 0; %s < %d && %s < %s.length; %s++) { %s }", i, i, t.Length, i, value, i,
			tsWrite(t.Element, value+"["+i+"]", fmt.Sprintf("%s + %d * %s", at, t.Element.Size, i), depth+1))
	case Record:
		return fmt.Sprintf("write%s(view, %s, %s);", upperFirst(t.Struct.Name), at, value)
	}
	panic("bindgen: kind of type " + strconv.Itoa(int(t.Kind)))
}

// tsScalar is the number of bytes of a scalar, and the argument for their order, which single bytes
// have none of.
func tsScalar(scalar string) (size uint64, order string) {
	if scalar == "byte" {
		return 1, ""
	}
	if size = scalarSizes.Get()[scalar]; size > 1 {
		order = ", true"
	}
	return size, order
}

// tsRead is the expression that reads a value at an offset into "view".
func tsRead(t *Type, at string, depth int) string {
	list := func(n uint64, element string) string {
		return fmt.Sprintf("Array.from({ length: %d }, (_, i%d) => %s)", n, depth, element)
	}
	if scalar, n := t.Flat(); n > 0 {
		size, order := tsScalar(scalar)
		getter := "get" + strings.TrimPrefix(tsSetters.Get()[scalar], "set")
		if t.Kind == Scalar {
			return fmt.Sprintf("view.%s(%s%s)", getter, at, order)
		}
		return list(n, fmt.Sprintf("view.%s(%s + %d * i%d%s)", getter, at, size, depth, order))
	}
	switch t.Kind {
	case Array:
		return list(t.Length, tsRead(t.Element, fmt.Sprintf("%s + %d * i%d", at, t.Element.Size, depth), depth+1))
	case Record:
		return fmt.Sprintf("read%s(view, %s)", upperFirst(t.Struct.Name), at)
	}
	panic("bindgen: kind of type " + strconv.Itoa(int(t.Kind)))
}

// stageBit is the bit of GPUShaderStage; 0: WebGPU lacks the stage.
func stageBit(stage string) int {
	switch stage {
	case "vertex":
		return 1
	case "fragment":
		return 2
	case "compute":
		return 4
	}
	return 0
}

// beyondWebGPU is a stage that WebGPU lacks, or "".
func beyondWebGPU(list []string) string {
	for _, stage := range list {
		if stageBit(stage) == 0 {
			return stage
		}
	}
	return ""
}

// tsStages is the bit set of GPUShaderStage.
func tsStages(list []string) int {
	set := 0
	for _, stage := range list {
		set |= stageBit(stage)
	}
	return set
}

// tsEntry is an entry of a GPUBindGroupLayoutDescriptor, or a comment with the reason that
// there is none.
func tsEntry(b Binding) string {
	var resource string
	switch {
	case beyondWebGPU(b.Visibility) != "":
		return "// " + comment(b.Binding.Name) + " is used in the stage " + beyondWebGPU(b.Visibility) + ", which WebGPU has no form of"
	case b.Count.Is():
		return "// " + comment(b.Binding.Name) + " is an array of resources, which WebGPU has no form of"
	case b.Kind == "uniform":
		resource = fmt.Sprintf("buffer: { type: \"uniform\" as const, minBindingSize: %d }", b.MinBindingSize)
	case b.Kind == "storage":
		kind := "storage"
		if b.Access == "read" {
			kind = "read-only-storage"
		}
		resource = fmt.Sprintf("buffer: { type: %q as const, minBindingSize: %d }", kind, b.MinBindingSize)
	case b.Kind == "texture":
		resource = fmt.Sprintf("texture: { sampleType: %q as const, viewDimension: %q as const, multisampled: %t }", b.SampleType, b.Dimension, b.Multisampled)
	case b.Kind == "storage_texture":
		access := map[string]string{"read": "read-only", "write": "write-only", "read_write": "read-write"}[b.Access]
		resource = fmt.Sprintf("storageTexture: { access: %q as const, format: %q as const, viewDimension: %q as const }", access, b.Format, b.Dimension)
	case b.Kind == "sampler":
		resource = fmt.Sprintf("sampler: { type: %q as const }", b.SamplerType)
	case b.Kind == "external_texture":
		resource = "externalTexture: {}"
	default:
		return fmt.Sprintf("// %s is of kind %s, which WebGPU has no form of", comment(b.Binding.Name), b.Kind)
	}
	return fmt.Sprintf("{ binding: %d, visibility: %d, %s }, // %s", b.Binding.Binding.Value(), tsStages(b.Visibility), resource, comment(b.Binding.Name))
}

// maxUnion is how many types Go takes in a union, and maxUnions how many unions there are
// names for.
const maxUnion, maxUnions = 100, 100

// A union is some of the types that may be copied as memory.
type union struct {
	Suffix string // of the names that are about it; "" of the first
	Types  []*Type
}

// unions are types in groups that Go takes.
func unions(types []*Type) (list []union, err error) {
	for group := range slices.Chunk(types, maxUnion) {
		u := union{Types: group}
		if len(list) > 0 {
			u.Suffix = fmt.Sprint(len(list) + 1)
		}
		if list = append(list, u); len(list) > maxUnions {
			return nil, fmt.Errorf("there are more than %d types", maxUnion*maxUnions)
		}
	}
	return list, nil
}
