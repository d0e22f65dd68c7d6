package hlsl

// This file lists the names of the language.

import (
	"strconv"
	"strings"
	"sync"

	"refract/internal/front/glsl/pp"
	"refract/internal/front/hlsl/syntax"
)

// A meaning is the meaning of a predeclared name.
type meaning struct {
	ty    typeID // of a numeric type, void or string
	res   resKind
	templ templKind
	fn    uint16 // one more than the index in intrinsics
}

// templKind is a template of the language that is no resource.
type templKind uint8

const (
	notTempl templKind = iota
	templVector
	templMatrix
)

// names are the predeclared names, in the order of their symbols.
type names struct {
	words, types, templates, others []string
	meanings                        []meaning // by symbol - syntax.FirstPredeclared
	wordMeanings                    []meaning // by symbol: of types that are words of GLSL
}

var (
	tables     sync.Once
	language   *names
	intrinsics []intrinsic // the table of intrinsic functions
)

// loadTables makes the tables at their first use.
func loadTables() {
	tables.Do(func() {
		intrinsics = makeIntrinsics()
		language = makeNames()
	})
}

func makeNames() *names {
	n := &names{wordMeanings: make([]meaning, syntax.FirstPredeclared)}
	typ := func(name string, t typeID) {
		if s := pp.WordSymbol(name); s != syntax.NoSymbol {
			n.words = append(n.words, name)
			n.wordMeanings[s] = meaning{ty: t}
			return
		}
		n.types = append(n.types, name)
		n.meanings = append(n.meanings, meaning{ty: t})
	}
	typ("void", tVoid)
	typ("string", tString)
	spelled := []struct {
		name string
		k    kind
	}{{"bool", kBool}, {"int", kInt}, {"uint", kUint}, {"dword", kUint}, {"float", kFloat}, {"half", kHalf}, {"double", kDouble},
		{"min16float", kMin16Float}, {"min10float", kMin10Float}, {"min16int", kMin16Int}, {"min12int", kMin12Int},
		{"min16uint", kMin16Uint}, {"int16_t", kI16}, {"uint16_t", kU16}, {"float16_t", kF16}, {"int32_t", kInt},
		{"uint32_t", kUint}, {"float32_t", kFloat}, {"float64_t", kDouble}, {"int64_t", kI64}, {"uint64_t", kU64},
		{"BOOL", kBool}, {"DWORD", kUint}, {"FLOAT", kFloat}, {"UINT", kUint}, {"unsigned", kUint}}
	for _, s := range spelled {
		switch s.name {
		case "BOOL", "FLOAT", "UINT", "unsigned":
			continue
		case "DWORD":
			typ(s.name, scalarType(s.k))
			continue
		}
		typ(s.name, scalarType(s.k))
		for r := 1; r <= 4; r++ {
			typ(s.name+strconv.Itoa(r), vectorType(s.k, r))
			for c := 1; c <= 4; c++ {
				typ(s.name+strconv.Itoa(r)+"x"+strconv.Itoa(c), matrixType(s.k, r, c))
			}
		}
	}
	typ("VECTOR", vectorType(kFloat, 4))
	typ("MATRIX", matrixType(kFloat, 4, 4))
	typ("RayDesc", tError)
	typ(triangleAttributes, tError)
	typ("auto", tAuto)
	typ("int8_t4_packed", scalarType(kUint))
	typ("uint8_t4_packed", scalarType(kUint))
	for r := resKind(1); r < numResources; r++ {
		if !resources[r].elem {
			n.types = append(n.types, resources[r].name)
			n.meanings = append(n.meanings, meaning{res: r})
		}
	}
	templ := func(name string, m meaning) {
		n.templates = append(n.templates, name)
		n.meanings = append(n.meanings, m)
	}
	templ("vector", meaning{templ: templVector})
	templ("matrix", meaning{templ: templMatrix})
	for r := resKind(1); r < numResources; r++ {
		if resources[r].elem {
			templ(resources[r].name, meaning{res: r})
		}
	}
	seen := map[string]bool{}
	for i := range intrinsics {
		if f := &intrinsics[i]; !seen[f.name] {
			seen[f.name] = true
			n.others = append(n.others, f.name)
			n.meanings = append(n.meanings, meaning{fn: uint16(i + 1)})
		}
	}
	return n
}

// meaningOf is the meaning of a name in the language, or nil.
func meaningOf(s syntax.Symbol) *meaning {
	if s < syntax.FirstPredeclared {
		if m := &language.wordMeanings[s]; m.ty != 0 {
			return m
		}
		return nil
	}
	m := language.meanings
	if i := int(s) - int(syntax.FirstPredeclared); i >= 0 && i < len(m) {
		return &m[i]
	}
	return nil
}

// isComponent reports whether a name is a swizzle of a vector.
func swizzleOf(name string, size int) (pattern [4]uint8, n int, ok bool) {
	if len(name) < 1 || len(name) > 4 {
		return pattern, 0, false
	}
	set := -1
	for i := range len(name) {
		k := strings.IndexByte("xyzwrgba", name[i])
		if k < 0 || set >= 0 && k/4 != set {
			return pattern, 0, false
		}
		set = k / 4
		if k%4 >= size {
			return pattern, 0, false
		}
		pattern[i] = uint8(k % 4)
	}
	return pattern, len(name), true
}

// elementsOf reads the elements of a matrix that a name lists: _m00_m11 or _11_22.
func elementsOf(name string, rows, cols uint8) (pattern [4]uint8, n int, ok bool) {
	zero := strings.HasPrefix(name, "_m")
	for len(name) > 0 {
		if n == 4 {
			return pattern, 0, false
		}
		var r, c byte
		switch {
		case zero && len(name) >= 4 && name[:2] == "_m":
			r, c = name[2]-'0', name[3]-'0'
			name = name[4:]
		case !zero && len(name) >= 3 && name[0] == '_':
			r, c = name[1]-'1', name[2]-'1'
			name = name[3:]
		default:
			return pattern, 0, false
		}
		if r >= rows || c >= cols {
			return pattern, 0, false
		}
		pattern[n] = r*4 + c
		n++
	}
	return pattern, n, n > 0
}
