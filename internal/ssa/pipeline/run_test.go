package pipeline_test

import (
	"errors"
	"strings"
	"testing"

	"refract/internal/ssa/analysis"
	"refract/internal/ssa/lower"
	"refract/internal/ssa/opt"
	"refract/internal/ssa/pipeline"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

const shaderText = `
func @twice($x : f32) -> f32 {
  %0 = param index=0 : f32
  %1 = fadd %0, %0 : f32
  return %1
}
func @f($x : f32) -> f32 {
  %0 = param index=0 : f32
  %1 = const 1 : f32
  %2 = const 2 : f32
  %3 = fadd %1, %2 : f32
  %4 = fmul %0, %3 : f32
  return %4
}
`

func parse(t *testing.T, text string) *ssa.Shader {
	t.Helper()
	s, err := ssa.Parse("test.ssa", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// nothing is a pass that a test makes lie.
func nothing(name string, function func(*ssa.Function) bool) *pass.Pass {
	return &pass.Pass{Name: name, Doc: "for a test", Preserves: ssa.ControlFlow, Function: function}
}

// doubleFirst makes the first addition of a function a multiplication.
func doubleFirst(f *ssa.Function) bool {
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.FAdd {
				f.SetOp(i, op.FMul)
				return true
			}
		}
	}
	return false
}

func TestCheckedPassesThatLie(t *testing.T) {
	tests := []struct {
		name string
		pass *pass.Pass
		want pipeline.CheckKind
	}{
		{"says no change", nothing("sly", func(f *ssa.Function) bool { doubleFirst(f); return false }), pipeline.Unsaid},
		{"says change", nothing("idle", func(f *ssa.Function) bool { return true }), pipeline.Idle},
		{"breaks the shader", nothing("breaker", func(f *ssa.Function) bool {
			for b := range f.Blocks() {
				for i := range f.Instrs(b) {
					if f.Op(i) == op.FAdd {
						f.SetType(i, ir.TypeBool)
						return true
					}
				}
			}
			return false
		}), pipeline.Invalid},
		{"keeps what is stale", &pass.Pass{Name: "stale", Doc: "for a test", Preserves: ssa.Set(ssa.InstrOrder), Function: func(f *ssa.Function) bool {
			order := analysis.InstrOrder(f)
			b := f.Build(f.StartOf(f.FirstBlock()))
			f.SetName(b.Op(op.Undef, ir.TypeF32), "new")
			f.Keep(ssa.InstrOrder, order)
			return true
		}}, pipeline.Stale},
		{"doesn't establish", &pass.Pass{Name: "lazy", Doc: "for a test", Establishes: pass.NoCalls, Function: doubleFirst}, pipeline.LostFact},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			text := shaderText
			if test.want == pipeline.LostFact {
				text = strings.Replace(text, "%4 = fmul %0, %3", "%4 = call @twice, %3", 1)
			}
			s := parse(t, text)
			_, err := pipeline.Run(s, pipeline.Of(opt.CSE, test.pass), pipeline.Options{Verify: true})
			var wrong *pipeline.CheckError
			if !errors.As(err, &wrong) {
				t.Fatalf("the error is %v", err)
			}
			if wrong.Kind != test.want || wrong.Application.Pass != test.pass {
				t.Errorf("kind %d of %s: %v", wrong.Kind, wrong.Application, err)
			}
			if !strings.Contains(err.Error(), test.pass.Name) {
				t.Errorf("the message doesn't name the pass: %v", err)
			}
		})
	}
}

// A pass that requires what an earlier one destroyed is refused, or comes after
// the one that establishes it.
func TestRequirements(t *testing.T) {
	spoil := &pass.Pass{Name: "spoil", Doc: "for a test", Destroys: pass.OneReturn, Function: doubleFirst}
	_, err := pipeline.Run(parse(t, shaderText), pipeline.Of(spoil, lower.InlineFunctions), pipeline.Options{})
	var refused *pipeline.RequirementError
	if !errors.As(err, &refused) || refused.Missing != pass.OneReturn || refused.By != lower.Returns {
		t.Fatalf("the error is %v", err)
	}
	if !strings.Contains(err.Error(), "lower-returns") {
		t.Errorf("the message doesn't name the pass that helps: %v", err)
	}
	r, err := pipeline.Run(parse(t, shaderText), pipeline.Of(spoil, lower.InlineFunctions), pipeline.Options{Establish: true})
	if err != nil {
		t.Fatal(err)
	}
	var ran []string
	for _, a := range r.Applications {
		ran = append(ran, a.Pass.Name)
	}
	if got, want := strings.Join(ran, " "), "spoil spoil lower-returns lower-returns inline-functions"; got != want {
		t.Errorf("ran %s, want %s", got, want)
	}
	_, err = pipeline.Run(parse(t, shaderText), pipeline.Of(&pass.Pass{Name: "odd", Doc: "for a test", Requires: pass.NoVars, Function: doubleFirst}), pipeline.Options{Establish: true})
	if !errors.As(err, &refused) || refused.By != nil {
		t.Errorf("the error is %v", err)
	}
}

// A function that nothing calls can keep a workgroup's memory from being accessed by
// offset: without it, it can be, so that what held of the shader doesn't any more.
func TestFactsOfFewerFunctions(t *testing.T) {
	s := fromWGSL(t, []byte(`var<workgroup> w: array<u32, 4>;
fn part(p: ptr<workgroup, array<u32, 4>>) -> u32 { return p[1]; }
fn unused() -> u32 { return part(&w); }
@compute @workgroup_size(1) fn main() { w[0] = 1; }`))
	if pipeline.Facts(s)&pass.ExplicitShared == 0 {
		t.Fatal("it can be at once")
	}
	if _, err := pipeline.Run(s, pipeline.Of(opt.DeadFunctions), pipeline.Options{Verify: true}); err != nil {
		t.Fatal(err)
	}
	if pipeline.Facts(s)&pass.ExplicitShared != 0 {
		t.Error("it can't be without the function")
	}
}

// A group that always changes something ends at the bound; one that comes to rest
// isn't run again where nothing changed.
func TestFixpoint(t *testing.T) {
	flip := nothing("flip", func(f *ssa.Function) bool {
		for b := range f.Blocks() {
			for i := range f.Instrs(b) {
				switch f.Op(i) {
				case op.FAdd:
					f.SetOp(i, op.FSub)
					return true
				case op.FSub:
					f.SetOp(i, op.FAdd)
					return true
				}
			}
		}
		return false
	})
	r, err := pipeline.Run(parse(t, shaderText), pipeline.Repeated(pipeline.Of(flip)), pipeline.Options{MaxRounds: 7, Verify: true})
	if err != nil || !r.Unfinished || len(r.Applications) != 2*7 {
		t.Errorf("%d applications, unfinished %t, error %v", len(r.Applications), r.Unfinished, err)
	}
	// The first round folds in @f; the second finds nothing in @f, and isn't needed
	// in @twice.
	r, err = pipeline.Run(parse(t, shaderText), pipeline.Repeated(pipeline.Of(opt.ConstantFolding)), pipeline.Options{Verify: true})
	if err != nil || r.Unfinished || len(r.Applications) != 3 {
		t.Errorf("%v, unfinished %t, error %v", r.Applications, r.Unfinished, err)
	}
}

// A planted bad pass is found among good ones.
func TestBisectFindsPlantedPass(t *testing.T) {
	bad := nothing("bad", func(f *ssa.Function) bool {
		if f.Name != "twice" {
			return false
		}
		return doubleFirst(f)
	})
	p := append(append(pipeline.Of(opt.ConstantFolding, opt.DCE), pipeline.Of(bad)...), pipeline.Of(opt.CopyProp, opt.ConstantFolding, opt.CSE, opt.DCE)...)
	r, err := pipeline.Run(parse(t, shaderText), p, pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	fails := func(n int) (bool, error) {
		s := parse(t, shaderText)
		if n > 0 {
			if _, err := pipeline.Run(s, p, pipeline.Options{Limit: n}); err != nil {
				return false, err
			}
		}
		return strings.Contains(ssa.PrintFunction(s.Funcs[1]), "fmul"), nil
	}
	a, err := pipeline.Bisect(r.Applications, fails)
	if err != nil || a.Pass != bad || a.Function != "twice" {
		t.Errorf("found %v, error %v", a, err)
	}
	if _, err := pipeline.Bisect(r.Applications, func(int) (bool, error) { return true, nil }); err != pipeline.ErrAlwaysFails {
		t.Errorf("the error is %v", err)
	}
	if _, err := pipeline.Bisect(r.Applications, func(int) (bool, error) { return false, nil }); err != pipeline.ErrNeverFails {
		t.Errorf("the error is %v", err)
	}
}

func TestDisable(t *testing.T) {
	s := parse(t, shaderText)
	r, err := pipeline.Run(s, pipeline.Of(opt.ConstantFolding, opt.DCE), pipeline.Options{Disable: []string{"constant-folding"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range r.Applications {
		if a.Pass == opt.ConstantFolding {
			t.Errorf("ran %v", &a)
		}
	}
	var unknown *pipeline.UnknownPassError
	if _, err := pipeline.Run(s, nil, pipeline.Options{Disable: []string{"no-such"}}); !errors.As(err, &unknown) || unknown.Name != "no-such" {
		t.Errorf("the error is %v", err)
	}
}

func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"":                       "",
		" dce ":                  "dce",
		"dce,cse":                "dce, cse",
		"( dce , (cse)* )*,dce":  "(dce, (cse)*)*, dce",
		"(dce)":                  "(dce)",
		"-O0":                    "the empty list",
		"dce,":                   "at 5: expected the name",
		"(dce":                   "at 5: expected ',' or ')'",
		"dce)":                   "at 4: expected ',' or the end",
		"nope":                   `no pass "nope"`,
		"dce*":                   "at 4: expected",
		"-O9":                    "no optimization level 9",
		strings.Repeat("(", 1e6): "nested too deeply",
	} {
		p, err := pipeline.Parse(text)
		got := p.String()
		if err != nil {
			got = err.Error()
		} else if text == "-O0" && got == "" {
			got = "the empty list"
		}
		if err != nil && !strings.Contains(got, want) || err == nil && got != want {
			t.Errorf("%.30q: %.100s, want %s", text, got, want)
		}
	}
	level, err := pipeline.Level(1)
	if err != nil {
		t.Fatal(err)
	}
	again, err := pipeline.Parse(level.String())
	if err != nil || again.String() != level.String() {
		t.Errorf("level 1 reads back as %v, error %v", again, err)
	}
	if p, err := pipeline.Parse("-O1, dce"); err != nil || p.String() != level.String()+", dce" {
		t.Errorf("a level in a list is %v, error %v", p, err)
	}
}
