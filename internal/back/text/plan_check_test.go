package text

import (
	"strings"
	"testing"

	"refract/ir"
)

func init() { CheckPlans(func(wrong string) { panic(wrong) }) }

// checkedModule has a function of every shape whose plan can go wrong by moving
// lines.
const checkedModule = `
global @g : i32 private
global @out : array<i32, 4> storage(read_write) binding(0, 0)
func @bump($x : i32) -> i32 {
  %1 = load @g : i32
  %2 = add %1, $x : i32
  store @g, %2
  return %2
}
func @f($x : i32) -> i32 {
  let %t = $x
  var $k : i32
  local $k = 0i
  loop {
  } continuing {
    %1 = load $k : i32
    %2 = add %1, 1i : i32
    store $k, %2
    %3 = gt %2, 3i : bool
    break_if %3
  }
  %4 = load @g : i32
  store @g, 5i
  %5 = call @bump(%4) : i32
  %6 = mul %5, %4 : i32
  %7 = mul %6, %t : i32
  return %7
}
entry compute @main workgroup(1, 1, 1)
func @main() {
}
`

// planOf plans the function f of the module, or makes it fail the test.
func planOf(t *testing.T) (*Plan, *CallEffects) {
	t.Helper()
	m, err := ir.ParseString("checked", checkedModule)
	if err != nil {
		t.Fatal(err)
	}
	var calls CallEffects
	calls.Of(m)
	p, err := new(Planner).Make(m, m.Functions[2], PlanOptions{MaxDepth: 60, Calls: &calls, KeepUnused: true})
	if err != nil {
		t.Fatal(err)
	}
	return p, &calls
}

// TestCheck breaks plans and looks for what Check says.
func TestCheck(t *testing.T) {
	if p, _ := planOf(t); p.Check() != nil {
		t.Fatal(p.Check())
	}
	find := func(p *Plan, k LineKind) (before, at LineID) {
		for id := p.First(); id != 0; id = p.Line(id).Next {
			if p.Line(id).Kind == k {
				return before, id
			}
			before = id
		}
		t.Fatalf("no line of kind %d", k)
		return
	}
	for _, c := range []struct {
		name, want string
		spoil      func(p *Plan)
	}{
		{"a store is lost", "is missing", func(p *Plan) {
			before, at := find(p, LineStore)
			p.Line(before).Next = p.Line(at).Next
		}},
		{"a declaration is lost", "can't be seen", func(p *Plan) {
			before, at := find(p, LineStore)
			for b := p.First(); b != before; b = p.Line(b).Next {
				if p.Line(b).Next == before {
					p.Line(b).Next = at
					return
				}
			}
		}},
		{"a store and the load before it change places", "is done before", func(p *Plan) {
			before, at := find(p, LineStore)
			x, y := p.Line(before), p.Line(at)
			*x, *y = *y, *x
			y.Next, x.Next = x.Next, y.Next
		}},
		{"a declaration is in a loop", "outside of its block", func(p *Plan) {
			_, loop := find(p, LineLoop)
			before, at := find(p, LineStore)
			l := p.Line(before)
			for b := p.First(); b != 0; b = p.Line(b).Next {
				if p.Line(b).Next == before {
					p.Line(b).Next = at
				}
			}
			l.Next = 0
			p.Line(loop).First = before
		}},
		{"a name is in a continuing block", "can't be seen", func(p *Plan) {
			_, loop := find(p, LineLoop)
			for b := p.First(); b != 0; b = p.Line(b).Next {
				if l := p.Line(b).Next; l != 0 && p.Line(l).Kind == LineLet && p.f.Kind(p.Line(l).Expr) == ir.KindArgument {
					p.Line(b).Next = p.Line(l).Next
					p.Line(l).Next = p.Line(loop).Second
					p.Line(loop).Second = l
					return
				}
			}
			t.Fatal("the parameter has no name")
		}},
	} {
		p, _ := planOf(t)
		c.spoil(p)
		if err := p.Check(); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", c.name, err)
		}
	}
}

// TestDissolved: a loop takes the line before it into its head, from whichever of the
// blocks around it that line is.
func TestDissolved(t *testing.T) {
	const head = "global @g : i32 private\nfunc @f($x : i32) {\n  var $a : i32\n  var $k : i32\n"
	const loop = "loop for {\n  %2 = load $k : i32\n  %3 = gt %2, 3i : bool\n  if %3 {\n    break\n  }\n  store $k, 9i\n} continuing {\n  store @g, 1i\n}\n"
	const first, second = "%1 = load @g : i32\nlocal $a = 4i\n", "local $k = %1\n"
	for name, body := range map[string]string{
		"one block":                      first + second + loop,
		"a block":                        "block {\n" + first + second + loop + "}\n",
		"the loop in a block":            "block {\n" + first + second + "block {\n" + loop + "}\n}\n",
		"the loop in blocks":             "block {\n" + first + second + "block {\nblock {\n" + loop + "}\n}\n}\n",
		"a declaration between":          "block {\n" + first + "block {\n" + second + "block {\n" + loop + "}\n}\n}\n",
		"all but the value in blocks":    first + "block {\n" + second + "block {\n" + loop + "}\n}\n",
		"something comes after the loop": "block {\n" + first + second + "block {\n" + loop + "}\nstore @g, 2i\n}\n",
	} {
		m, err := ir.ParseString("dissolved", head+body+"return\n}")
		if err != nil {
			t.Fatal(name, ": ", err)
		}
		var calls CallEffects
		calls.Of(m)
		p, err := new(Planner).Make(m, m.Functions[1], PlanOptions{MaxDepth: 60, Calls: &calls})
		if err != nil {
			t.Fatal(name, ": ", err)
		}
		if err := p.Check(); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestIndicesInOrder: indices of a pointer that is used twice get names in the order of
// their evaluation, whether the base or the index comes first.
func TestIndicesInOrder(t *testing.T) {
	const head = "global @a : array<array<array<i32, 4>, 4>, 4> private\nglobal @n : i32 private\nfunc @i() -> i32 {\n  %1 = load @n : i32\n  %2 = add %1, 1i : i32\n  store @n, %2\n  return %1\n}\nfunc @f() {\n"
	const row, part, elem = "ptr<private, array<array<i32, 4>, 4>>", "ptr<private, array<i32, 4>>", "ptr<private, i32>"
	const use = "%7 = load %6 : i32\nstore @n, %7\nstore %6, 9i\nreturn\n}"
	for name, body := range map[string]string{
		"bases first":   "%1 = call @i() : i32\n%2 = access @a, %1 : " + row + "\n%3 = call @i() : i32\n%4 = access %2, %3 : " + part + "\n%5 = call @i() : i32\n%6 = access %4, %5 : " + elem + "\n",
		"indices first": "%1 = call @i() : i32\n%2 = call @i() : i32\n%3 = call @i() : i32\n%4 = access @a, %3 : " + row + "\n%5 = access %4, %2 : " + part + "\n%6 = access %5, %1 : " + elem + "\n",
		"mixed":         "%1 = call @i() : i32\n%2 = call @i() : i32\n%3 = access @a, %2 : " + row + "\n%4 = access %3, %1 : " + part + "\n%5 = call @i() : i32\n%6 = access %4, %5 : " + elem + "\n",
	} {
		m, err := ir.ParseString("indices", head+body+use)
		if err != nil {
			t.Fatal(name, ": ", err)
		}
		var calls CallEffects
		calls.Of(m)
		for _, options := range []PlanOptions{{Ordered: true}, {}} {
			options.MaxDepth, options.Calls = 60, &calls
			p, err := new(Planner).Make(m, m.Functions[2], options)
			if err != nil {
				t.Fatal(name, ": ", err)
			}
			if err := p.Check(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		}
	}
}

// TestChangedPlan: a plan that somebody changes is found out by the next one.
func TestChangedPlan(t *testing.T) {
	m, err := ir.ParseString("checked", checkedModule)
	if err != nil {
		t.Fatal(err)
	}
	var calls CallEffects
	calls.Of(m)
	make := func(spoil func(p *Plan)) (said any) {
		defer func() { said = recover() }()
		var planner Planner
		for range 2 {
			p, err := planner.Make(m, m.Functions[2], PlanOptions{MaxDepth: 60, Calls: &calls})
			if err != nil {
				t.Fatal(err)
			}
			spoil(p)
		}
		return nil
	}
	if said := make(func(p *Plan) {}); said != nil {
		t.Error(said)
	}
	for name, spoil := range map[string]func(p *Plan){
		"a line":  func(p *Plan) { p.Line(p.First()).ElseIf = true },
		"a value": func(p *Plan) { p.values[len(p.values)-1].form ^= byName },
	} {
		if said, _ := make(spoil).(string); !strings.Contains(said, "was changed after") {
			t.Errorf("%s: %q", name, said)
		}
	}
}

// TestNamedCompound: the value of a compound assignment that has to have a name, as
// something that waits with it is written after the store, is stored by that name.
func TestNamedCompound(t *testing.T) {
	const head = "global @a : array<i32, 4> private\nfunc @i() -> i32 {\n  return 1i\n}\nfunc @f($x : i32) -> i32 {\n  var $k : i32\n  local $k = $x\n"
	for name, body := range map[string]string{
		"a variable": `
  %1 = load $k : i32
  %2 = sub %1, $x : i32
  %3 = load $k : i32
  %4 = add %3, 8i : i32
  store $k, %2
  return %4
}`,
		"an element": `
  %1 = load $k : i32
  %2 = access @a, %1 : ptr<private, i32>
  %3 = load %2 : i32
  %4 = sub %3, $x : i32
  %5 = load $k : i32
  %6 = access @a, %5 : ptr<private, i32>
  %7 = load %6 : i32
  store %2, %4
  return %7
}`,
		"an element at what a call returns": `
  %1 = call @i() : i32
  %2 = access @a, %1 : ptr<private, i32>
  %3 = load %2 : i32
  %4 = sub %3, $x : i32
  %5 = access_index @a, 2 : ptr<private, i32>
  %6 = load %5 : i32
  store %2, %4
  return %6
}`,
	} {
		m, err := ir.ParseString("named", head+body)
		if err != nil {
			t.Fatal(name, ": ", err)
		}
		var calls CallEffects
		calls.Of(m)
		for _, ordered := range []bool{false, true} {
			p, err := new(Planner).Make(m, m.Functions[2], PlanOptions{MaxDepth: 60, Calls: &calls, Ordered: ordered, Pointers: ordered})
			if err != nil {
				t.Fatal(name, ": ", err)
			}
			if err := p.Check(); err != nil {
				t.Errorf("%s: %v", name, err)
			}
			for id := p.First(); id != 0; id = p.Line(id).Next {
				if p.Line(id).Kind == LineCompound {
					t.Errorf("%s: what has a name is computed again", name)
				}
			}
		}
	}
}
