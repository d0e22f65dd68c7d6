package ssa_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"refract/internal/ssa/analysis"
	"refract/internal/ssa/lower"
	"refract/internal/ssatest"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

// shared names memory that two values of a type both lead to, or "".
func shared(path string, a, b reflect.Value, depth int) string {
	if depth > 40 {
		return ""
	}
	switch a.Kind() {
	case reflect.Pointer, reflect.Map:
		if a.IsNil() || b.IsNil() {
			return ""
		}
		if a.Pointer() == b.Pointer() {
			return path
		}
		if a.Kind() == reflect.Pointer {
			return shared(path, a.Elem(), b.Elem(), depth+1)
		}
	case reflect.Slice:
		if a.Cap() == 0 || b.Cap() == 0 {
			return ""
		}
		if a.Pointer() == b.Pointer() {
			return path
		}
		for k := range min(a.Len(), b.Len(), 50) {
			if s := shared(fmt.Sprintf("%s[%d]", path, k), a.Index(k), b.Index(k), depth+1); s != "" {
				return s
			}
		}
	case reflect.Array:
		for k := range a.Len() {
			if s := shared(fmt.Sprintf("%s[%d]", path, k), a.Index(k), b.Index(k), depth+1); s != "" {
				return s
			}
		}
	case reflect.Struct:
		for k := range a.NumField() {
			if s := shared(path+"."+a.Type().Field(k).Name, a.Field(k), b.Field(k), depth+1); s != "" {
				return s
			}
		}
	}
	return ""
}

// TestCloneIsDeep looks for memory that a function and its clone share, and changes
// clones in every way there is: the original stays what it was.
func TestCloneIsDeep(t *testing.T) {
	for seed := range uint64(60) {
		s := ssatest.Random(seed)
		switch seed % 3 {
		case 1:
			lower.VarsToSSA.Run(s)
		case 2:
			lower.VarsToSSA.Run(s)
			lower.LeaveSSA.Run(s)
		}
		f := s.Funcs[1]
		f.Diagnostics = append(f.Diagnostics, ir.DiagnosticFilter{})
		analysis.Dominance(f)
		c := s.Clone()
		g := c.Funcs[1]
		if g.Shader != c || g.Cached(ssa.Dominance) != nil {
			t.Fatal("the clone knows what is the original's")
		}
		g.Shader, f.Shader = nil, nil
		if what := shared("function", reflect.ValueOf(f), reflect.ValueOf(g), 0); what != "" {
			t.Fatalf("seed %d: the clone shares %s", seed, what)
		}
		g.Shader, f.Shader = c, s
		before := ssa.Print(s)
		if !ssa.Equal(s, c) {
			t.Fatalf("seed %d: the clone differs", seed)
		}
		r := rand.New(rand.NewPCG(seed, 5))
		for range 30 {
			spoil(r, g)
		}
		c.AddVar(ssa.Variable{Name: "new", Mode: ssa.ModeShaderTemp, Type: ir.TypeF32})
		c.Module.Types.Intern(ir.Type{Kind: ir.TypeArray, Base: ir.TypeF32, Length: uint32(seed + 7)})
		if after := ssa.Print(s); string(after) != string(before) {
			t.Fatalf("seed %d: changing the clone changes the original:\n%s\nbefore:\n%s", seed, after, before)
		}
		if err := ssa.Verify(s); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
	}
}

// spoil changes something of a function.
func spoil(r *rand.Rand, f *ssa.Function) {
	blocks := analysis.BlockOrder(f).Blocks
	b := blocks[r.IntN(len(blocks))]
	i := f.First(b)
	for k := r.IntN(4); k > 0 && i != 0 && f.Next(i) != 0; k-- {
		i = f.Next(i)
	}
	switch k := r.IntN(8); {
	case k == 0 && i != 0:
		f.SetName(i, "spoilt")
	case k == 1 && i != 0 && f.NumSrcs(i) > 0 && f.Op(i) != op.Phi:
		f.SetSrc(i, 0, ssa.Src{})
	case k == 2 && i != 0:
		f.SetWords(i, [2]uint32{7, 7})
	case k == 3:
		build := f.Build(f.StartOf(f.FirstBlock()))
		f.InsertIf(f.EndOf(b), ssa.Whole(build.Bool(true)), f.SpanOf(i))
	case k == 4 && f.NextNode(b) != 0:
		f.RemoveNode(f.NextNode(b))
	case k == 5:
		f.Vars[len(f.Vars)-1].Name = "spoilt"
	case k == 6:
		f.Params[0].Name = "spoilt"
	case k == 7:
		f.Diagnostics[0].Rule = "spoilt"
	}
}

// TestCloneInUsedMemory clones a function that was made in the memory of another: what is
// found out about both lies apart.
func TestCloneInUsedMemory(t *testing.T) {
	s := ssatest.Random(1)
	analysis.Dominance(s.Funcs[1])
	analysis.Liveness(s.Funcs[1])
	s.Reset(ir.NewModule())
	_, f := s.NewFunction("f")
	g := s.Clone().Funcs[1]
	if analysis.Dominance(f) == analysis.Dominance(g) || analysis.Liveness(f) == analysis.Liveness(g) {
		t.Error("a function and its clone share what is known of them")
	}
}
