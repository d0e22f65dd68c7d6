package rewrite

import (
	"testing"

	"refract/ir"
)

const before = `
func @f($a : i32) -> i32 {
  var $t : i32
  %1 = add $a, 1i : i32
  %2 = mul %1, 2i : i32
  %3 = sub %2, %1 : i32
  store $t, %3
  if true {
    %4 = mul %3, 3i : i32
    store $t, %4
  }
  loop while {
    %5 = lt %1, 3i : bool
    if %5 {
    } else {
      break
    }
    %6 = add %3, 4i : i32
  }
  return %3
}
`

// edits applies a function of the visitor to each item.
type edits struct {
	expr func(e *Editor, x ir.ExprID)
	stmt func(e *Editor, s ir.StmtID)
}

func (v edits) Expr(e *Editor, x ir.ExprID) {
	if v.expr != nil {
		v.expr(e, x)
	}
}

func (v edits) Stmt(e *Editor, s ir.StmtID) {
	if v.stmt != nil {
		v.stmt(e, s)
	}
}

func isMul(f *ir.Function, x ir.ExprID) bool {
	return f.Kind(x) == ir.KindBinary && f.Binary(x).Op == ir.Mul
}

func TestEdits(t *testing.T) {
	for _, c := range []struct {
		name  string
		v     edits
		after string
	}{
		{"nothing", edits{}, before},
		{"become", edits{expr: func(e *Editor, x ir.ExprID) {
			if isMul(e.F, x) {
				v := e.F.Binary(x)
				b := e.Ahead()
				e.Become(b.Binary(ir.Shl, v.Left, b.Convert(ir.U32, v.Right)))
			}
		}}, `
func @f($a : i32) -> i32 {
  var $t : i32
  %1 = add $a, 1i : i32
  %2 = as 2i : u32
  %3 = shl %1, %2 : i32
  %4 = sub %3, %1 : i32
  store $t, %4
  if true {
    %5 = as 3i : u32
    %6 = shl %4, %5 : i32
    store $t, %6
  }
  loop while {
    %7 = lt %1, 3i : bool
    if %7 {
    } else {
      break
    }
    %8 = add %4, 4i : i32
  }
  return %4
}
`},
		{"split", edits{expr: func(e *Editor, x ir.ExprID) {
			if isMul(e.F, x) {
				e.Ahead().Store(e.Ahead().Local(1), e.Ahead().I32(7))
				e.Keep().Store(e.Ahead().Local(1), e.Ahead().I32(8))
			}
		}}, `
func @f($a : i32) -> i32 {
  var $t : i32
  %1 = add $a, 1i : i32
  store $t, 7i
  %2 = mul %1, 2i : i32
  store $t, 8i
  %3 = sub %2, %1 : i32
  store $t, %3
  if true {
    store $t, 7i
    %4 = mul %3, 3i : i32
    store $t, 8i
    store $t, %4
  }
  loop while {
    %5 = lt %1, 3i : bool
    if %5 {
    } else {
      break
    }
    %6 = add %3, 4i : i32
  }
  return %3
}
`},
		{"wrap, remove and shape", edits{
			expr: func(e *Editor, x ir.ExprID) {
				if e.F.Kind(x) == ir.KindBinary && e.F.Binary(x).Op == ir.Lt {
					e.Ahead().Store(e.Ahead().Local(1), e.Ahead().I32(9))
				}
			},
			stmt: func(e *Editor, s ir.StmtID) {
				switch e.F.StmtKind(s) {
				case ir.StmtStore:
					b := e.Remove()
					mark := b.Begin()
					b.Push(s)
					b.If(b.Bool(false), b.End(mark), 0)
				case ir.StmtIf:
					if len(e.F.Block(e.F.If(s).Accept)) > 0 {
						e.Keep().Store(e.Ahead().Local(1), e.Ahead().I32(6))
					}
				case ir.StmtReturn:
					e.Remove()
				}
			}}, `
func @f($a : i32) -> i32 {
  var $t : i32
  %1 = add $a, 1i : i32
  %2 = mul %1, 2i : i32
  %3 = sub %2, %1 : i32
  if false {
    store $t, %3
  }
  if true {
    %4 = mul %3, 3i : i32
    if false {
      store $t, %4
    }
  }
  store $t, 6i
  loop {
    store $t, 9i
    %5 = lt %1, 3i : bool
    if %5 {
    } else {
      break
    }
    %6 = add %3, 4i : i32
  }
}
`},
	} {
		m, err := ir.ParseString(c.name, before)
		if err != nil {
			t.Fatal(err)
		}
		Functions(m, nil, c.v)
		want, err := ir.ParseString("want", c.after)
		if err != nil {
			t.Fatal(err)
		}
		if d := ir.Diff(m, want, ir.EqualOptions{}); d != "" {
			t.Errorf("%s: %s\n%s", c.name, d, ir.Print(m))
		}
	}
}

func TestNoAllocation(t *testing.T) {
	m, err := ir.ParseString("t", before)
	if err != nil {
		t.Fatal(err)
	}
	var e Editor
	var v Visitor = edits{}
	f := m.Functions[1]
	e.Function(m, f, v)
	if n := testing.AllocsPerRun(10, func() { e.Function(m, f, v) }); n != 0 {
		t.Errorf("a walk that changes nothing allocates %v times", n)
	}
}
