package bindgen

// This file gives things names that the host's language allows.

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"refract/internal/lazy"
)

// A language is the facts about a host's language for naming things.
type language struct {
	template string
	camel    bool   // exported names in camel case, in any script; else ASCII
	keywords string // that nothing can be called
	reserved string // that fields can't be called
	helpers  string // what the output defines besides
	blank    bool   // padding has no name

	structNames    []string // what is made of the name of a struct
	openNames      []string // of one with an open end
	bindingNames   []string
	overrideNames  []string
	entryNames     []string
	immediateNames []string
}

const cWords = "auto break case char const continue default do double else enum extern float for goto if inline int long register restrict return short signed sizeof static struct switch typedef union unsigned void volatile while alignas alignof bool constexpr false nullptr static_assert thread_local true typeof typeof_unqual asm " +
	"and and_eq bitand bitor catch class co_await co_return co_yield compl concept const_cast consteval constinit decltype delete dynamic_cast explicit export friend mutable namespace new noexcept not not_eq operator or or_eq private protected public reinterpret_cast requires static_cast template this throw try typeid typename using virtual wchar_t char8_t char16_t char32_t xor xor_eq " +
	"int8_t int16_t int32_t int64_t uint8_t uint16_t uint32_t uint64_t size_t offsetof NULL std"

// languages are the hosts' languages by name.
var languages = lazy.Value[map[string]*language]{Make: func() map[string]*language {
	return map[string]*language{
		"go": {
			template: "go.tmpl", camel: true, blank: true, reserved: "Append Size",
			helpers:        "Shareable AppendSlice Load VertexLayout VertexAttribute BindGroupLayouts BindGroupLayoutEntry",
			structNames:    []string{"%s"},
			openNames:      []string{"%s", "%sHeader", "%sOffset", "%sStride", "%sMinSize"},
			bindingNames:   []string{"%sGroup", "%sBinding", "%sElementStride"},
			overrideNames:  []string{"Override%s", "Override%sID"},
			entryNames:     []string{"Entry%s", "%sWorkgroupSizeX", "%sWorkgroupSizeY", "%sWorkgroupSizeZ", "%sVertexLayout", "%sLocation"},
			immediateNames: []string{"%sSize"},
		},
		"c": {
			template: "c.tmpl", keywords: cWords,
			structNames: []string{"%s"}, openNames: []string{"%s", "%s_OFFSET", "%s_STRIDE", "%s_MIN_SIZE"},
			bindingNames: []string{"%s_GROUP", "%s_BINDING", "%s_ELEMENT_STRIDE"}, overrideNames: []string{"OVERRIDE_%s", "OVERRIDE_%s_ID"},
			entryNames: []string{"ENTRY_%s", "%s_WORKGROUP_SIZE_X", "%s_LOCATION"}, immediateNames: []string{"%s_SIZE"},
		},
		"cpp": {
			template: "cpp.tmpl", keywords: cWords,
			structNames: []string{"%s"}, openNames: []string{"%s", "%s_offset", "%s_stride", "%s_min_size"},
			bindingNames: []string{"%s_group", "%s_binding", "%s_element_stride"}, overrideNames: []string{"override_%s", "override_%s_id"},
			entryNames: []string{"entry_%s", "%s_workgroup_size", "%s_location"}, immediateNames: []string{"%s_size"},
		},
		"rust": {
			template: "rust.tmpl", helpers: "BIND_GROUP_LAYOUTS bind_group_layouts",
			keywords:    "as break const continue crate else enum extern false fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait true type unsafe use where while async await dyn abstract become box do final macro override priv typeof unsized virtual yield try gen union u8 u16 u32 u64 i8 i16 i32 i64 f32 f64 usize bool str char core bytemuck wgpu size_of offset_of",
			structNames: []string{"%s"}, openNames: []string{"%s", "%s_OFFSET", "%s_STRIDE", "%s_MIN_SIZE"},
			bindingNames: []string{"%s_GROUP", "%s_BINDING", "%s_ELEMENT_STRIDE"}, overrideNames: []string{"OVERRIDE_%s", "OVERRIDE_%s_ID"},
			entryNames: []string{"ENTRY_%s", "%s_WORKGROUP_SIZE", "%s_LOCATION", "%s_VERTEX_LAYOUT"}, immediateNames: []string{"%s_SIZE"},
		},
		"ts": {
			template:    "ts.tmpl",
			keywords:    "break case catch class const continue debugger default delete do else enum export extends false finally for function if import in instanceof new null return super switch this throw true try typeof var void while with as implements interface let package private protected public static yield any boolean constructor declare get module require number set string symbol type from of async await eval arguments undefined bigint object never unknown DataView ArrayLike Number",
			structNames: []string{"%s", "read%s", "write%s", "%sLayout"}, openNames: []string{"%s", "read%s", "write%s", "%sLayout", "%sOffset", "%sStride"},
			bindingNames: []string{"%sGroup", "%sBinding"}, overrideNames: []string{"override%s", "override%sId"},
			entryNames: []string{"entry%s", "%sWorkgroupSize", "%sVertexBuffer"}, immediateNames: []string{"%sSize"},
		},
	}
}}

// names gives names out.
type names struct {
	language *language
	prefix   string
	taken    map[string]bool
}

func newNames(l *language, prefix string) names {
	return names{l, prefix, map[string]bool{}}
}

// claim returns a name like that of the shader with which none of the forms is taken
// (names that differ in case alone don't count as different), and takes them.
func (n *names) claim(shader string, forms ...string) string {
	base := n.prefix + n.word(shader)
	name := base
	for i := 2; !n.free(name, forms); i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	for _, f := range forms {
		n.taken[strings.ToLower(fmt.Sprintf(f, name))] = true
	}
	return name
}

func (n *names) free(name string, forms []string) bool {
	for _, f := range forms {
		if n.taken[strings.ToLower(fmt.Sprintf(f, name))] {
			return false
		}
	}
	return true
}

// fields are the names within one struct.
func (n *names) fields() *fieldNames { return &fieldNames{n, map[string]bool{}} }

type fieldNames struct {
	names *names
	taken map[string]bool
}

func (f *fieldNames) claim(shader string) string {
	base := f.names.field(shader)
	name := base
	for i := 2; f.taken[name]; i++ {
		name = fmt.Sprintf("%s_%d", base, i)
	}
	f.taken[name] = true
	return name
}

// field is the name of a field, if nothing else has it.
func (n *names) field(shader string) string {
	name := n.word(shader)
	for _, word := range strings.Fields(n.language.reserved) {
		if name == word {
			return name + "_"
		}
	}
	return name
}

// padding is the name of the padding after i others.
func (n *names) padding(i int) string {
	if n.language.blank {
		return "_"
	}
	return fmt.Sprintf("pad%d_", i)
}

// word is a name that the language allows.
func (n *names) word(shader string) string {
	if n.language.camel {
		return camel(shader)
	}
	var b strings.Builder
	for _, r := range shader {
		switch {
		case r == '_' || r < utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsDigit(r)):
			b.WriteRune(r)
		case r < utf8.RuneSelf:
			b.WriteByte('_')
		default:
			fmt.Fprintf(&b, "u%04x", r)
		}
	}
	s := strings.ReplaceAll(b.String(), "__", "_") // C and C++ keep names with two for themselves
	for strings.Contains(s, "__") {
		s = strings.ReplaceAll(s, "__", "_")
	}
	switch {
	case s == "" || s == "_":
		return "x"
	case s[0] == '_' || unicode.IsDigit(rune(s[0])):
		s = "x" + s
	}
	for _, word := range strings.Fields(n.language.keywords) {
		if s == word {
			return s + "_"
		}
	}
	return s
}

// camel is an exported name of Go: "base_color" is "BaseColor".
func camel(shader string) string {
	var b strings.Builder
	up := true
	for _, r := range shader {
		switch {
		case r == '_' || !unicode.IsLetter(r) && !unicode.IsDigit(r):
			if b.Len() > 0 && unicode.IsDigit(last(b.String())) {
				b.WriteByte('_') // "a1_2" is not "a12"
			}
			up = true
		case up:
			b.WriteRune(unicode.ToUpper(r))
			up = false
		default:
			b.WriteRune(r)
		}
	}
	s := strings.TrimRight(b.String(), "_")
	if r, _ := utf8.DecodeRuneInString(s); !unicode.IsUpper(r) {
		s = "X" + s
	}
	return s
}

func last(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

func upperFirst(s string) string {
	r, n := utf8.DecodeRuneInString(s)
	if n == 0 {
		return "X"
	}
	return string(unicode.ToUpper(r)) + s[n:]
}
