package conformance

// This file mutates GLSL and asks two other compilers: where glslang and Mesa's compiler
// agree on whether a source is in order, so do we.

import (
	"errors"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/glslgen"
	"refract/internal/harness"
	"refract/internal/sweep"
)

// glslWords are words that may stand for each other.
var glslWords = [][]string{
	{"+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>", "&&", "||", "^^"},
	{"==", "!=", "<", "<=", ">", ">="}, {"=", "+=", "-=", "*=", "/=", "%=", "&=", "|=", "<<="},
	{"0", "1", "2", "3", "1u", "-1", "7"}, {"0.0", "1.0", "0.5", "1e9", "2"},
	{"float", "int", "uint", "bool"}, {"vec2", "vec3", "vec4", "mat3", "float"}, {"ivec2", "ivec3", "uvec2", "bvec2", "int"}, {"mat2", "mat3", "mat4", "mat2x3"},
	{"x", "y", "z", "xy", "xyz", "zw", "rgb"}, {"sin", "abs", "floor", "sqrt", "length", "normalize"}, {"min", "max", "pow", "dot", "cross", "mod"},
	{"true", "false", "1"}, {"break", "continue", "return", "discard"}, {"in", "out", "inout", "const"}, {"uniform", "in", "out", "shared", "const"},
	{"highp", "mediump", "flat", "smooth"}, {"sampler2D", "sampler3D", "samplerCube", "isampler2D"}, {"texture", "textureLod", "texelFetch", "textureSize"},
}

var glslWord = regexp.MustCompile(`[A-Za-z_][A-Za-z_0-9]*|[0-9][0-9.eEuU]*|[-+*/%&|^<>=!]+`)

// glslMutant changes a word or two of a source for others of their kind, for a word of
// the source, or for nothing.
func glslMutant(r *rand.Rand, src string) string {
	for range 1 + r.IntN(2) {
		words := glslWord.FindAllStringIndex(src, -1)
		for range 40 {
			at := words[r.IntN(len(words))]
			was, now := src[at[0]:at[1]], ""
			switch k := r.IntN(12); {
			case k == 0:
			case k == 1:
				other := words[r.IntN(len(words))]
				now = src[other[0]:other[1]]
			default:
				for _, kind := range glslWords {
					for _, w := range kind {
						if w == was {
							now = kind[r.IntN(len(kind))]
						}
					}
				}
				if now == "" {
					continue
				}
			}
			line := src[strings.LastIndexByte(src[:at[0]], '\n')+1 : at[0]]
			if now == was || strings.Contains(line, "#") || strings.Contains(line, "//") {
				continue
			}
			src = src[:at[0]] + now + src[at[1]:]
			break
		}
	}
	return src
}

// elsewhere are errors of what isn't one source's language: programs without main, which
// are libraries here, numbers in text that is left out, sets, by which Vulkan's GLSL is known
// here, and #error; the one binding of atomic counters that an implementation must have at
// least.
var elsewhere = regexp.MustCompile("Missing entry point|only allowed when using GLSL for Vulkan|set is too large|#error|" +
	"(numeric|octal|hexadecimal) literal too big|bad character in float exponent|atomic_uint binding is too large")

// unjudged are Mesa's errors of a version or an extension that it doesn't know: where we
// differ, it is from glslang alone.
var unjudged = regexp.MustCompile("GLSL 4.60 is not supported|extension `[A-Za-z_0-9]*' unsupported")

type agreementRow struct {
	Name   string `json:"name"`
	Source string `json:"source"`
	Stage  string `json:"stage"`
}

// TestGLSLAgreement reads REFRACT_PROGRAMS mutants and generated sources from REFRACT_SEED
// on. Those of which we think otherwise than the others are left in the folder
// REFRACT_KEEP, and listed by what is said of them; fewer than one in a hundred may be.
func TestGLSLAgreement(t *testing.T) {
	short := map[string]string{"vertex": "vert", "fragment": "frag", "compute": "comp"}
	var list []agreementRow
	var rows []glslRow
	r := rand.New(rand.NewPCG(uint64(number("REFRACT_SEED", 1)), 5))
	var seeds []glslRow
	for _, row := range glslShaders(t) {
		if row.OpenGL && len(row.Source) < 6000 && glslWord.MatchString(row.Source) {
			seeds = append(seeds, row)
		}
	}
	if len(seeds) == 0 {
		t.Skip("no corpus")
	}
	for i := range sweep.Count(100) {
		row := glslRow{Name: "seed", Stage: "compute", OpenGL: true}
		if i%5 == 4 {
			row.Source = glslMutant(r, glslgen.Program(r.Uint64(), glslgen.Options{ES: i%2 == 0}))
		} else {
			row = seeds[r.IntN(len(seeds))]
			row.Source = glslMutant(r, row.Source)
		}
		row.Vulkan = false
		rows = append(rows, row)
		list = append(list, agreementRow{row.Name, row.Source, short[row.Stage]})
	}
	theirs, mesas := harness.Oracle(t, "glsl", list), harness.Oracle(t, "glsl", list, "--mesa")
	agree, differ, refused, classes := 0, 0, 0, map[string][]string{}
	var alone []string
	for i := range rows {
		if theirs[i].OK != mesas[i].OK || elsewhere.MatchString(theirs[i].Text()+mesas[i].Text()) {
			continue
		}
		_, err := rows[i].check()
		if (err == nil) == theirs[i].OK {
			agree++
			continue
		}
		var found *diag.Diagnostics
		what := "accepted: " + mesas[i].Text() + " / " + theirs[i].Text()
		if errors.As(err, &found) {
			first := found.Items[0]
			for _, d := range found.Items {
				if d.Severity == diag.Error {
					first = d
					break
				}
			}
			if first.Code == "unsupported-feature" {
				refused++
				continue
			}
			what = "rejected: " + first.Message
		}
		if unjudged.MatchString(mesas[i].Text()) {
			alone = append(alone, rows[i].Name+": "+theirs[i].Text())
		} else {
			differ++
			what = regexp.MustCompile(`[0-9]+`).ReplaceAllString(what, "N")
			classes[what] = append(classes[what], rows[i].Name)
		}
		if keep := os.Getenv("REFRACT_KEEP"); keep != "" {
			name := filepath.Join(keep, strings.ReplaceAll(rows[i].Name, "/", "_")+"."+short[rows[i].Stage])
			if err := os.WriteFile(name, []byte("// "+what+"\n"+rows[i].Source), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	var lines []string
	for what, names := range classes {
		lines = append(lines, what+" ("+strings.Join(names[:min(3, len(names))], ", ")+")")
	}
	sort.Strings(lines)
	t.Logf("%d sources: the others agree with each other and with us on %d; we differ on %d, and refuse features in %d\n%s",
		len(rows), agree, differ, refused, strings.Join(lines, "\n"))
	if len(alone) > 0 {
		t.Logf("we differ from glslang where Mesa doesn't judge on %d:\n%s", len(alone), strings.Join(alone, "\n"))
	}
	if differ*100 > agree+100 {
		t.Errorf("we differ on more than one in a hundred")
	}
}
