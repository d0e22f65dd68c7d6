package builtin

import (
	"slices"
	"strings"
	"testing"

	"refract/ir"
)

// TestTable checks that every function has a complete row.
func TestTable(t *testing.T) {
	if n := len(Names()); n != Count {
		t.Errorf("%d names for %d functions", n, Count)
	}
	for i, name := range Names() {
		id := ID(i + 1)
		f := id.Info()
		if name == "" || f.Doc == "" || !strings.HasSuffix(f.Doc, ".") || len(overloadsOf(id)) == 0 {
			t.Errorf("incomplete row of %d %q", id, name)
			continue
		}
		if ByName(name) != id {
			t.Errorf("%s is not found by its name", name)
		}
		if f.Op.Kind == ir.KindInvalid && f.Op.Stmt == ir.StmtInvalid {
			t.Errorf("%s is no operation", name)
		}
		if f.Op.Kind == ir.KindMath && int(f.Op.Math().Info().Args) != len(overloadsOf(id)[0].Params) {
			t.Errorf("%s has %d parameters, its operation %d", name, len(overloadsOf(id)[0].Params), f.Op.Math().Info().Args)
		}
		for j := range overloadsOf(id) {
			if len(overloadsOf(id)[j].Params) > MaxParams {
				t.Errorf("%s has %d parameters", name, len(overloadsOf(id)[j].Params))
			}
			if (overloadsOf(id)[j].result.form == formNone) != (f.Op.Kind == ir.KindInvalid) && f.Op.Stmt != ir.StmtControlBarrier {
				t.Errorf("%s: result and operation disagree", overloadsOf(id)[j].Describe(id))
			}
		}
	}
	for _, name := range []string{"", "a", "zz", "vec3", "absx"} {
		if id := ByName(name); id != NoID {
			t.Errorf("%q is %s", name, id)
		}
	}
}

// TestSpellings checks a few rendered overloads.
func TestSpellings(t *testing.T) {
	for _, c := range []struct {
		id   ID
		i    int
		want string
	}{
		{Clamp, 0, "clamp(e1: T, e2: T, e3: T) -> T, T is S or vecN<S>, S is a number"},
		{Dot, 0, "dot(e1: vecN<S>, e2: vecN<S>) -> S, S is a number"},
		{Ldexp, 0, "ldexp(e1: T, e2: I) -> T, T is S or vecN<S>, I is U or vecN<U>, S is a float, U is abstract-int or i32"},
		{TextureStore, 0, "textureStore(t: texture_storage_1d<F, write>, coords: S, value: vec4<texel>), S is i32 or u32"},
		{TextureSample, 2, "textureSample(t: texture_2d<f32>, s: sampler, coords: vec2<f32>, offset: vec2<i32>) -> vec4<f32>"},
		{WorkgroupBarrier, 0, "workgroupBarrier()"},
		{Transpose, 0, "transpose(e: matCxR<S>) -> matRxC<S>, S is a float"},
		{Select, 1, "select(f: vecN<S>, t: vecN<S>, cond: vecN<bool>) -> vecN<S>, S is a scalar"},
	} {
		if got := Overloads(c.id)[c.i].Describe(c.id); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	for id := NoID + 1; id < numIDs; id++ {
		for i := range Overloads(id) {
			if s := Overloads(id)[i].Describe(id); s == "" {
				t.Errorf("%s has an overload without spelling", id)
			}
		}
	}
	m := ir.NewModule()
	err := ResolveBinary(m, ir.Add, ir.TypeU32, ir.TypeBool, false, new(Match)).(*MismatchError)
	if err.Error() != "no overload matches u32 + bool" || len(err.Candidates) != 4 {
		t.Errorf("got %v, %q", err, err.Candidates)
	}
	err = Resolve(m, TextureLoad, nil, []ir.TypeID{ir.TypeF32}, true, new(Match)).(*MismatchError)
	if len(err.Candidates) != maxCandidates || err.More != len(Overloads(TextureLoad))-maxCandidates {
		t.Errorf("%d candidates and %d more", len(err.Candidates), err.More)
	}
}

// TestDisjoint checks that no two overloads of a function take the same
// arguments, which resolution relies on.
func TestDisjoint(t *testing.T) {
	m := ir.NewModule()
	var types []ir.TypeID
	for _, s := range []ir.Scalar{ir.Bool, ir.AbstractInt, ir.F32} {
		for n := 1; n <= 3; n++ {
			types = append(types, ir.VectorOf(s, n))
		}
	}
	types = append(types, ir.MatrixOf(ir.F32, 2, 2), ir.MatrixOf(ir.F32, 2, 3), ir.MatrixOf(ir.F32, 3, 2), ir.MatrixOf(ir.F32, 3, 3))
	check := func(name string, list []Overload) {
		if len(list) < 2 || slices.ContainsFunc(list, func(o Overload) bool {
			return slices.ContainsFunc(o.Params, func(p Param) bool { return p.pat.form >= formImage })
		}) {
			return
		}
		for _, a := range types {
			for _, b := range types {
				for _, c := range append(types, 0) {
					args := []ir.TypeID{a, b, c}
					if c == 0 {
						args = args[:2]
					}
					matches := 0
					for i := range list {
						if len(list[i].Params) == len(args) && list[i].resolve(m, args, false, new(Match)) {
							matches++
						}
					}
					if matches > 1 {
						t.Errorf("%s(%s) matches %d overloads", name, names(m, args), matches)
					}
				}
			}
		}
	}
	for id := NoID + 1; id < numIDs; id++ {
		check(id.String(), Overloads(id))
	}
	for _, b := range binaries {
		check(b.spelling, *b.overloads)
	}
}

// TestMemory: the tables' memory is as large as they are.
func TestMemory(t *testing.T) {
	ready()
	if madeParams != numParams || madeOverloads != numOverloads || len(imagePatterns) != maxImagePatterns || madeImages != maxImagePatterns+numImages {
		t.Errorf("there are %d parameters, %d overloads, %d patterns of images and %d in lists", madeParams, madeOverloads, len(imagePatterns), madeImages-maxImagePatterns)
	}
}

// TestQuickMatches: what is matched at once is matched as the overloads say.
func TestQuickMatches(t *testing.T) {
	ready()
	m := ir.NewModule()
	quick := 0
	for op := range binaries {
		b := &binaries[op]
		if b.overloads == nil {
			continue
		}
		for left := range ir.FirstModuleType {
			for right := range ir.FirstModuleType {
				var got, want Match
				if !b.resolve(m.Types.At(left), m.Types.At(right), left == right, &got) {
					continue
				}
				quick++
				for _, runtime := range []bool{false, true} {
					if !resolveIn(m, *b.overloads, []ir.TypeID{left, right}, runtime, &want) || got != want {
						t.Errorf("%s %s %s: %v, want %v", m.TypeName(left), b.spelling, m.TypeName(right), got, want)
					}
				}
			}
		}
	}
	for id := NoID + 1; id < numIDs; id++ {
		for i := range *funcs[id].list {
			o := &(*funcs[id].list)[i]
			if !o.single {
				continue
			}
			slow := *o
			slow.single = false
			for arg := range ir.FirstModuleType {
				args := slices.Repeat([]ir.TypeID{arg}, len(o.Params))
				var got, want Match
				if !o.resolveEqual(m, args, &got) {
					continue
				}
				quick++
				for _, runtime := range []bool{false, true} {
					if !slow.resolve(m, args, runtime, &want) || got != want {
						t.Errorf("%s of %s: %v, want %v", id, m.TypeName(arg), got, want)
					}
				}
			}
		}
	}
	if quick < 3000 {
		t.Errorf("only %d matches at once", quick)
	}
}
