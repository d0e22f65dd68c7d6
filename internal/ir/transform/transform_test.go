package transform

import (
	"flag"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"refract/ir"
	"refract/ir/validate"
)

var update = flag.Bool("update", false, "rewrite the expected modules under testdata")

// options are the words and key=value pairs after a case's name.
type options map[string]string

func (o options) has(key string) bool { _, ok := o[key]; return ok }

func (o options) number(key string) int {
	if !o.has(key) {
		return 0
	}
	n, _ := strconv.Atoi(o[key])
	return n
}

// transforms are what the files under testdata test, by file name.
var transforms = map[string]func(m *ir.Module, o options) error{
	"division": func(m *ir.Module, o options) error {
		Divisions(m, DivisionOptions{Magnitudes: o.has("magnitudes")})
		return nil
	},
	"terminate":     func(m *ir.Module, o options) error { CarryTermination(m); return nil },
	"helpdiscarded": func(m *ir.Module, o options) error { HelpDiscarded(m, o.has("guard")); return nil },
	"shift":         func(m *ir.Module, o options) error { Shifts(m); return nil },
	"conversion":    func(m *ir.Module, o options) error { Conversions(m, ConversionOptions{NaN: o.has("nan")}); return nil },
	"zero": func(m *ir.Module, o options) error {
		ZeroInitialize(m, ZeroOptions{Locals: o.has("locals"), Private: o.has("private"), Workgroup: o.has("workgroup")})
		return nil
	},
	"spill": func(m *ir.Module, o options) error {
		SpillDynamic(m, SpillOptions{Vectors: o.has("vectors")})
		return nil
	},
	"bounds": func(m *ir.Module, o options) error {
		policy := func(key string) BoundsPolicy { return BoundsPolicy(o.number(key)) }
		BoundsChecks(m, BoundsOptions{policy("index"), policy("buffer"), policy("load"), policy("store"), policy("binding")})
		return nil
	},
	"polyfill": func(m *ir.Module, o options) error {
		set := SPIRVPolyfills
		if o["set"] == "rest" {
			set = ^SPIRVPolyfills
		}
		Polyfill(m, set)
		return nil
	},
	"loopbound": func(m *ir.Module, o options) error {
		BoundLoops(m, LoopOptions{Limit: uint64(o.number("limit"))})
		return nil
	},
	"position": func(m *ir.Module, o options) error {
		for c := range ir.NumClipSpaces {
			if o.has(c.String()) {
				ConvertPositions(m, c)
			}
		}
		return nil
	},
	"components": func(m *ir.Module, o options) error { MergeComponents(m); return nil },
	"pointsize":  func(m *ir.Module, o options) error { AddPointSize(m, o.has("force")); return nil },
	"w":          func(m *ir.Module, o options) error { ReciprocalW(m); return nil },
	"fragdepth":  func(m *ir.Module, o options) error { ClampFragDepth(m); return nil },
	"collective": func(m *ir.Module, o options) error {
		CollectiveLoops(m, func(v ir.SubgroupCollective, _ ir.TypeID) bool { return v.Op >= ir.SubgroupMin })
		return nil
	},
	"narrow": func(m *ir.Module, o options) error {
		return NarrowScalars(m, ir.Scalars(ir.I8, ir.U8, ir.I16, ir.U16, ir.I64, ir.U64, ir.F64))
	},
	"buffer_words": func(m *ir.Module, o options) error {
		return BufferWords(m, BufferWordsOptions{Scalars: ir.Scalars(ir.I8, ir.U8, ir.I16, ir.U16, ir.I64, ir.U64, ir.F64)})
	},
	"half": func(m *ir.Module, o options) error { WidenVaryings(m, ir.Scalars(ir.F16)); return nil },
	"override": func(m *ir.Module, o options) error {
		if len(o) == 0 {
			return SubstituteOverrides(m, nil)
		}
		values := map[string]float64{}
		for k, v := range o {
			values[k], _ = strconv.ParseFloat(v, 64)
		}
		return SubstituteOverrides(m, values)
	},
	"override_freeze": func(m *ir.Module, o options) error {
		if o.has("twins") {
			_, err := MergeTwins(m)
			return err
		}
		var marked []bool
		MarkLengths(m, o.has("outermost"), &marked)
		MarkTwins(m, marked)
		_, err := FreezeOverrides(m, marked)
		return err
	},
	"result_params": func(m *ir.Module, o options) error {
		ResultParams(m, func(t ir.TypeID) bool { return m.Types.At(t).Kind == ir.TypeArray })
		return nil
	},
	"split_samplers": func(m *ir.Module, o options) error { SplitSamplers(m); return nil },
	"fallthrough":    func(m *ir.Module, o options) error { RemoveFallThrough(m); return nil },
	"switches":       func(m *ir.Module, o options) error { SimplifySwitches(m); return nil },
	"ifchain":        func(m *ir.Module, o options) error { SwitchesToIfs(m); return nil },
	"selectors":      func(m *ir.Module, o options) error { ComputeSelectors(m); return nil },
	"elementary":     func(m *ir.Module, o options) error { Elementary(m); return nil },
	"signedwords":    func(m *ir.Module, o options) error { SignedWords(m); return nil },
	"continues":      func(m *ir.Module, o options) error { ForwardContinues(m); return nil },

	"fold_integers":   func(m *ir.Module, o options) error { FoldIntegers(m); return nil },
	"storage_order":   func(m *ir.Module, o options) error { OrderStorage(m); return nil },
	"end_returns":     func(m *ir.Module, o options) error { EndReturns(m); return nil },
	"forward_returns": func(m *ir.Module, o options) error { ForwardReturns(m); return nil },
	"stores": func(m *ir.Module, o options) error {
		StoreParts(m, StorePartsOptions{Vectors: o.has("vectors")})
		return nil
	},
	"wrap": func(m *ir.Module, o options) error { CountersDontWrap(m); WrapSigned(m); return nil },
	"inputs": func(m *ir.Module, o options) error {
		SplitInputs(m, func(e *ir.EntryPoint, _ ir.TypeID) bool { return e.Stage == ir.StageVertex })
		SeparateOutputs(m, "Output", func(e *ir.EntryPoint, _ ir.TypeID) bool { return o.has("outputs") })
		return nil
	},
	"vertexpull": func(m *ir.Module, o options) error {
		format := VertexFormat("float16x2")
		if o.has("format") {
			format = VertexFormat(o["format"])
		}
		vertexBuffers[0].Attributes[3].Format = format
		_, err := PullVertices(m, vertexBuffers)
		return err
	},
	"uniformload": func(m *ir.Module, o options) error { UniformLoads(m); return nil },
	"fences":      func(m *ir.Module, o options) error { MergeFences(m); return nil },
}

// vertexBuffers are what the test of PullVertices reads; one format is the case's.
var vertexBuffers = []VertexBuffer{
	{Index: 3, Stride: 24, Attributes: []VertexAttribute{{0, 0, "float32x3"}, {1, 12, "unorm8x4-bgra"}, {2, 18, "snorm16"}, {3, 20, ""}}},
	{Index: 4, Stride: 8, PerInstance: true, Attributes: []VertexAttribute{{4, 4, "sint8x2"}, {5, 6, "uint8"}}},
}

// once are the transforms that change a module again when run twice.
var once = map[string]bool{"loopbound": true, "fences": true, "terminate": true, "w": true, "pointsize": true, "bindings": true, "override": true, "zero workgroup": true, "inputs": true, "vertexpull": true}

// TestTransforms runs the cases of testdata/NAME.txtar. A file "case key=value"
// holds a module, the file after it, ".out", what becomes of it: the text of the
// module, or "error: " and the error.
func TestTransforms(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for _, path := range files {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		run, ok := transforms[name]
		if !ok {
			t.Errorf("no transform reads %s", path)
			continue
		}
		seen++
		t.Run(name, func(t *testing.T) { testFile(t, path, name, run) })
	}
	if seen != len(transforms) {
		t.Errorf("%d of %d transforms have a test", seen, len(transforms))
	}
}

func testFile(t *testing.T, path, name string, run func(*ir.Module, options) error) {
	archive, err := txtar.ParseFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var out []txtar.File
	for i := 0; i < len(archive.Files); i++ {
		c := archive.Files[i]
		want := ""
		if i+1 < len(archive.Files) && archive.Files[i+1].Name == ".out" {
			i++
			want = string(archive.Files[i].Data)
		}
		words := strings.Fields(c.Name)
		o := options{}
		for _, w := range words[1:] {
			k, v, _ := strings.Cut(w, "=")
			o[k] = v
		}
		got := testCase(t, words[0], name, string(c.Data), o, run)
		if got != want && !*update {
			t.Errorf("%s:\ngot\n%s\nwant\n%s", c.Name, got, want)
		}
		out = append(out, c, txtar.File{Name: ".out", Data: []byte(got)})
	}
	if *update {
		data := txtar.Format(&txtar.Archive{Comment: archive.Comment, Files: out})
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

func testCase(t *testing.T, name, transform, text string, o options, run func(*ir.Module, options) error) string {
	m, err := ir.ParseString(name, text)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return ""
	}
	check(t, name+" before", m)
	if err := run(m, o); err != nil {
		return "error: " + err.Error() + "\n"
	}
	check(t, name+" after", m)
	got := ir.Print(m)
	read, err := ir.ParseString("printed", got)
	if err != nil {
		t.Errorf("%s: %v\n%s", name, err, got)
		return got
	}
	if d := ir.Diff(m, read, ir.EqualOptions{}); d != "" {
		t.Errorf("%s: printed and read again: %s", name, d)
	}
	if !once[transform] && !(o.has("workgroup") && once[transform+" workgroup"]) {
		if err := run(m, o); err != nil {
			t.Errorf("%s: second run: %v", name, err)
		}
		if again := ir.Print(m); again != got {
			t.Errorf("%s: a second run makes of\n%s\nthis\n%s", name, got, again)
		}
	}
	return got
}

// check validates a module.
func check(t *testing.T, what string, m *ir.Module) {
	t.Helper()
	if _, err := validate.Module(m, validate.Options{Capabilities: validate.All}); err != nil {
		t.Errorf("%s: %v\n%s", what, err, ir.Print(m))
	}
}

// TestNothingToDo sees that transforms that find nothing allocate nothing.
func TestNothingToDo(t *testing.T) {
	m, err := ir.ParseString("t", `
func @f($a : i32, $x : f32) -> i32 {
  var $t : i32
  local $t = 1i
  loop while {
    %1 = load $t : i32
    %2 = lt %1, $a : bool
    if %2 {
    } else {
      break
    }
    %3 = add %1, 1i : i32
    store $t, %3
  }
  %4 = load $t : i32
  return %4
}
`)
	if err != nil {
		t.Fatal(err)
	}
	for name, run := range transforms {
		if needsWork[name] {
			continue
		}
		o := options{}
		if n := testing.AllocsPerRun(5, func() { _ = run(m, o) }); n != 0 {
			t.Errorf("%s allocates %v times", name, n)
		}
	}
}

// needsWork are the transforms that the module of TestNothingToDo gives work.
var needsWork = map[string]bool{"pointer_params": true, "wrap": true}
