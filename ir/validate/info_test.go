package validate

import (
	"slices"
	"strings"
	"testing"

	"refract/diag"
	"refract/ir"
)

const infoText = `
global @in : u32 storage(read) binding(0, 0)
global @out : array<u32, 4> storage(read_write) binding(0, 1)
global @counter : atomic<u32> storage(read_write) binding(0, 2)
global @tex : image<2d, sampled, f32> handle binding(1, 0)
global @other : image<2d, sampled, f32> handle binding(1, 1)
global @smp : sampler handle binding(1, 2)
global @named : u32 private
func @deep($t : image<2d, sampled, f32>, $s : sampler) -> vec4<f32> {
  %1 = image_sample $t with $s at zero(vec2<f32>) level_zero : vec4<f32>
  return %1
}
func @middle($t : image<2d, sampled, f32>) -> vec4<f32> {
  %1 = call @deep($t, @smp) : vec4<f32>
  return %1
}
func @put($p : ptr<storage, array<u32, 4>, read_write>) {
  %1 = access_index $p, 1 : ptr<storage, u32, read_write>
  store %1, 2u
}
func @main() {
  %1 = load @in : u32
  %2 = add %1, %1 : u32
  call @put(@out)
  %3 = call @middle(@tex) : vec4<f32>
  atomic add @counter, %2
  %4 = image_query size @other : vec2<u32>
  control_barrier storage
}
entry compute @main workgroup(1, 1, 1)
`

func TestInfo(t *testing.T) {
	m, err := ir.ParseString("info", infoText)
	if err != nil {
		t.Fatal(err)
	}
	info, err := Module(m, Options{})
	if err != nil {
		t.Fatal(err)
	}
	const in, out, counter, tex, other, smp, named = 1, 2, 3, 4, 5, 6, 7
	const deep, middle, put, main = 1, 2, 3, 4
	e := &info.EntryPoints[0]
	for g, want := range map[ir.GlobalID]Access{
		in: Referenced | Read, out: Referenced | Write, counter: Referenced | Read | Write | Atomic, tex: Referenced | Read,
		other: Referenced | Query, smp: Referenced | Read, named: 0,
	} {
		if got := Find(e.Globals, g); got != want {
			t.Errorf("%s is used as %b, want %b", m.Globals[g].Name, got, want)
		}
	}
	if want := []Sampling{{root(rootGlobal, tex), root(rootGlobal, smp)}}; !slices.Equal(e.Samplings, want) {
		t.Errorf("samplings %v, want %v", e.Samplings, want)
	}
	if f := &info.Functions[middle]; len(f.Samplings) != 1 || f.Samplings[0].Image.Param() != 0 || f.Samplings[0].Sampler.Global() != smp {
		t.Errorf("samplings of middle %v", f.Samplings)
	}
	if f := &info.Functions[put]; f.Params[0] != Referenced|Write || len(f.Globals) != 0 {
		t.Errorf("put: parameters %v, globals %v", f.Params, f.Globals)
	}
	if f := &info.Functions[main]; f.Own != UsesBarrier|UsesAtomic || f.All != UsesBarrier|UsesAtomic || f.Stages != computeStages|controlStage || len(f.Calls) != 2 {
		t.Errorf("main: %+v", f)
	}
	if info.Functions[deep].Stages != allStages {
		t.Error("deep can run in every stage")
	}
	if i, j := slices.Index(info.Order, deep), slices.Index(info.Order, main); len(info.Order) != 4 || i < 0 || j < i {
		t.Errorf("order %v", info.Order)
	}
	// %2 is used once, %1 twice, by one expression.
	f := m.Functions[main]
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		want := uint32(0)
		switch f.Kind(x) {
		case ir.KindLoad:
			want = 2
		case ir.KindBinary:
			want = 1
		default:
			continue
		}
		if got := info.Functions[main].Refs[x]; got != want {
			t.Errorf("%s is used %d times, want %d", f.Kind(x), got, want)
		}
	}
}

// TestReuse validates different modules with one Validator, and an invalid one
// between them.
func TestReuse(t *testing.T) {
	var v Validator
	for range 3 {
		for _, m := range samples(t) {
			var list diag.List
			first := v.Validate(m, Options{Capabilities: All}, &list)
			var again diag.List
			if second := new(Validator).Validate(m, Options{Capabilities: All}, &again); (first == nil) != (second == nil) {
				t.Errorf("%v and %v", list.Sorted(), again.Sorted())
			} else if first != nil && first.Required != second.Required {
				t.Errorf("required %s and %s", first.Required, second.Required)
			}
		}
	}
}

func TestStageOfUse(t *testing.T) {
	m, err := ir.ParseString("stage", fragment("call @a()")+"func @a() {\ncall @b()\n}\nfunc @b() {\ncontrol_barrier workgroup\n}\n")
	if err != nil {
		t.Fatal(err)
	}
	_, err = Module(m, Options{})
	if err == nil || !strings.Contains(err.Error(), "a fragment entry point can't use a workgroup barrier") {
		t.Error(err)
	}
}

func TestCapabilities(t *testing.T) {
	for i, name := range capabilityNames[1:] {
		c := SetOf(Capability(i + 1))
		if name == "" || c.String() != name {
			t.Errorf("capability %d is %q and %q", i, name, c)
		}
		for _, spelled := range []string{name, strings.ReplaceAll(name, "-", "_"), " " + name + " ,"} {
			if got, err := ParseCapabilities(spelled); got != c || err != nil {
				t.Errorf("%q is %s, %v", spelled, got, err)
			}
		}
	}
	for _, e := range enables {
		if got, err := ParseCapabilities(e.name); got != SetOf(e.caps...) || err != nil || got.Empty() {
			t.Errorf("%q is %s, %v", e.name, got, err)
		}
	}
	for text, want := range map[string]Capabilities{
		"": {}, "none": None, "core,-core": None, "none,float16": SetOf(Float16), "all": All, "core": Core, "default": Default, "f16,subgroups": SetOf(Float16, Subgroups),
		"all,-float64": All.Without(Float64), All.String(): All, Default.String(): Default,
	} {
		if got, err := ParseCapabilities(text); got != want || err != nil {
			t.Errorf("%q is %s, %v", text, got, err)
		}
	}
	if _, err := ParseCapabilities("float16,flux"); err == nil || !strings.Contains(err.Error(), `"flux"`) {
		t.Error(err)
	}
	if s := SetOf().String() + " " + None.String(); s != "none none" {
		t.Error(s)
	}
	if !Default.HasAll(Core) || !All.HasAll(Default) || Default.Has(Float64) {
		t.Error("the sets don't nest")
	}
}

// TestMaxErrors: errors are capped.
func TestMaxErrors(t *testing.T) {
	m := built(func(m *ir.Module, f *ir.Function, b *ir.Builder) {
		for i := range uint32(1000) {
			b.Span = diag.Span{Start: i + 1, End: i + 2}
			b.Store(b.U32(1), b.U32(1))
		}
	})
	_, err := Module(m, Options{MaxErrors: 5})
	if ds, ok := err.(*diag.Diagnostics); !ok || len(ds.Items) != 5 || ds.Dropped != 995 {
		t.Error(err)
	}
}

// big makes a module with many functions of mixed code.
func big(functions int) *ir.Module {
	var b strings.Builder
	b.WriteString(prelude)
	for i := range functions {
		b.WriteString("func @f" + string(rune('a'+i%26)) + strings.Repeat("x", i/26) + `($x : u32, $v : vec4<f32>) -> vec4<f32> {
  var $sum : vec4<f32>
  var $i : u32
  local $sum = zero(vec4<f32>)
  local $i = 0u
  loop for {
    %1 = load $i : u32
    %2 = lt %1, $x : bool
    if %2 {
    } else {
      break
    }
    %3 = access_index @rw, .rest : ptr<storage, array<u32>, read_write>
    %4 = access %3, %1 : ptr<storage, u32, read_write>
    %5 = load %4 : u32
    %6 = as %5 : f32
    %7 = mul $v, %6 : vec4<f32>
    %8 = load $sum : vec4<f32>
    %9 = add %8, %7 : vec4<f32>
    %10 = clamp %9, zero(vec4<f32>), %7 : vec4<f32>
    %11 = swizzle %10 wzyx : vec4<f32>
    store $sum, %11
  } continuing {
    %12 = load $i : u32
    %13 = add %12, 1u : u32
    store $i, %13
  }
  %14 = load $sum : vec4<f32>
  return %14
}
`)
	}
	m, err := ir.ParseString("big", b.String())
	if err != nil {
		panic(err)
	}
	return m
}

func BenchmarkValidate(b *testing.B) {
	m := big(100)
	nodes := 0
	for _, f := range m.Functions[1:] {
		nodes += f.ExprCount() + f.StmtCount()
	}
	var v Validator
	for b.Loop() {
		var list diag.List
		if v.Validate(m, Options{Capabilities: All}, &list) == nil {
			b.Fatal(list.Sorted()[0].Message)
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*nodes), "ns/node")
	b.ReportMetric(0, "ns/op")
}
