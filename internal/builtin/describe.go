package builtin

// This file renders types and overloads for messages and documentation, and
// holds the error of a call that nothing matches.

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"refract/ir"
)

// A MismatchError reports that no overload takes the given arguments.
type MismatchError struct {
	Call       string   // the call, with types for arguments: "clamp(f32, u32)"
	Candidates []string // overloads, the nearest first; at most five
	Reasons    []string // what keeps each from taking the arguments; "" where that can't be told
	More       int      // overloads not listed
}

func (e *MismatchError) Error() string { return "no overload matches " + e.Call }

const maxCandidates = 5

// Mismatch is the error of a call that resolves only to an unavailable overload.
func Mismatch(m *ir.Module, id ID, template, args []ir.TypeID) error {
	if id == Bitcast {
		return mismatch(m, "bitcast", bitcastOverloads, template, args)
	}
	return mismatch(m, funcs[id].Name, overloadsOf(id), template, args)
}

// mismatch makes the error for a function or operator.
func mismatch(m *ir.Module, name string, overloads []Overload, template, args []ir.TypeID) error {
	type scored struct{ score, index int }
	var list []scored
	cooperative := slices.ContainsFunc(args, func(t ir.TypeID) bool { return m.Types.At(t).Kind == ir.TypeCooperative })
	for i := range overloads {
		if isOperator(name) && !cooperative && overloads[i].Params[0].pat.form == formCooperative {
			continue // of an extension's types
		}
		list = append(list, scored{overloads[i].distance(m, args), i})
	}
	slices.SortStableFunc(list, func(a, b scored) int { return a.score - b.score })
	e := &MismatchError{Call: call(m, name, template, args)}
	for _, s := range list {
		text := overloads[s.index].describe(name)
		if slices.Contains(e.Candidates, text) {
			continue
		}
		if len(e.Candidates) == maxCandidates {
			e.More++
			continue
		}
		e.Candidates = append(e.Candidates, text)
		e.Reasons = append(e.Reasons, overloads[s.index].reason(m, args, isOperator(name)))
	}
	return e
}

// reason is the reason that an overload doesn't take the arguments.
func (o *Overload) reason(m *ir.Module, args []ir.TypeID, operator bool) string {
	noun := "argument"
	if operator {
		noun = "operand"
	}
	if len(args) != len(o.Params) {
		return fmt.Sprintf("it takes %d %ss, not %d", len(o.Params), noun, len(args))
	}
	b := binding{masks: o.vars}
	for i := range args {
		p := o.Params[i].pat
		before := b
		if b.match(m, p, args[i]) {
			continue
		}
		what := fmt.Sprintf("%s %d is %s", noun, i+1, TypeName(m, args[i]))
		if len(args) == 1 {
			what = "the " + noun + " is " + TypeName(m, args[i])
		}
		// Alone, the argument may fit: then it differs from an earlier one.
		alone := binding{masks: o.vars, image: before.image}
		if alone.match(m, p, args[i]) {
			for j := range i {
				if o.Params[j].pat.scalar == p.scalar && p.scalar >= variable || o.Params[j].pat.form == p.form {
					return fmt.Sprintf("%s, but %s %d is %s", what, noun, j+1, TypeName(m, args[j]))
				}
			}
			return what
		}
		var s speller
		want := s.spell(p)
		for k, used := range s.used {
			if used {
				want += ", " + variableNames[k] + " " + o.vars[k].describe()
			}
		}
		return what + ", not " + want
	}
	return ""
}

func constructorMismatch(m *ir.Module, name string, args []ir.TypeID, candidates []string) error {
	return &MismatchError{Call: call(m, name, nil, args), Candidates: candidates}
}

func vectorMismatch(m *ir.Module, n int, s ir.Scalar, args []ir.TypeID) error {
	name := templated("vec"+strconv.Itoa(n), s)
	candidates := []string{name + "()", name + "(e: S), S is a scalar", fmt.Sprintf("%s(e: vec%d<S>), S is a scalar", name, n),
		name + "(...) of scalars and vectors of one scalar type with " + strconv.Itoa(n) + " components in total"}
	return constructorMismatch(m, name, args, candidates)
}

func matrixMismatch(m *ir.Module, columns, rows int, s ir.Scalar, args []ir.TypeID) error {
	base := fmt.Sprintf("mat%dx%d", columns, rows)
	name := templated(base, s)
	candidates := []string{name + "(e: " + base + "<S>), S is a float",
		fmt.Sprintf("%s(v1: vec%d<S>, ..., v%d: vec%d<S>), S is a float", name, rows, columns, rows),
		fmt.Sprintf("%s(e1: S, ..., e%d: S), S is a float", name, columns*rows)}
	return constructorMismatch(m, name, args, candidates)
}

func templated(name string, s ir.Scalar) string {
	if s == ir.NoScalar {
		return name
	}
	return name + "<" + s.String() + ">"
}

// call spells a call with types for arguments.
func call(m *ir.Module, name string, template, args []ir.TypeID) string {
	names := make([]string, len(args))
	for i, a := range args {
		names[i] = TypeName(m, a)
	}
	if isOperator(name) {
		if len(names) == 1 {
			return name + names[0]
		}
		return strings.Join(names, " "+name+" ")
	}
	if len(template) > 0 {
		types := make([]string, len(template))
		for i, t := range template {
			types[i] = TypeName(m, t)
		}
		name += "<" + strings.Join(types, ", ") + ">"
	}
	const most = 16
	if len(names) > most {
		names = append(names[:most], "...")
	}
	return name + "(" + strings.Join(names, ", ") + ")"
}

func isOperator(name string) bool { return name[0] < 'A' || name[0] == '^' || name[0] > 'z' }

// distance is how far an overload is from taking the arguments: the number of arguments
// that don't match, and more if the count differs.
func (o *Overload) distance(m *ir.Module, args []ir.TypeID) int {
	d := 0
	b := binding{masks: o.vars}
	for i := range min(len(args), len(o.Params)) {
		before := b
		if !b.match(m, o.Params[i].pat, args[i]) {
			d += 2
			b = before
			if o.Params[i].pat.form == formImage {
				return 100 // what follows depends on the image
			}
		}
	}
	if n := len(args) - len(o.Params); n != 0 {
		d += 3 * max(n, -n)
	}
	return d
}

// Describe spells an overload: "clamp(e1: T, e2: T, e3: T) -> T, T is S or
// vecN<S>, S is a number".
func (o *Overload) Describe(id ID) string { return o.describe(funcs[id].Name) }

func (o *Overload) describe(name string) string {
	var s speller
	var b strings.Builder
	if isOperator(name) {
		b.WriteString(name)
		if len(o.Params) == 2 {
			b.Reset()
			b.WriteString(s.spell(o.Params[0].pat) + " " + name + " ")
		}
		b.WriteString(s.spell(o.Params[len(o.Params)-1].pat))
	} else {
		b.WriteString(name)
		if o.result.form == formAny {
			b.WriteString("<T>(e: S) -> T, T and S are numeric scalars or vectors of the same size in bits")
			return b.String()
		}
		if o.result.form == formView {
			b.WriteString("<T>")
		}
		b.WriteByte('(')
		values := 0
		for _, p := range o.Params {
			if p.Role == RoleValue {
				values++
			}
		}
		nth := 0
		for i, p := range o.Params {
			if i > 0 {
				b.WriteString(", ")
			}
			b.WriteString(p.Role.String())
			if p.Role == RoleValue && values > 1 {
				nth++
				b.WriteString(strconv.Itoa(nth))
			}
			b.WriteString(": " + s.spell(p.pat))
		}
		b.WriteByte(')')
	}
	if o.result.form != formNone {
		b.WriteString(" -> " + s.spell(o.result))
	}
	if s.usesT {
		b.WriteString(", T is S or vecN<S>")
	}
	if s.usesU {
		b.WriteString(", I is U or vecN<U>")
	}
	for i, used := range s.used {
		if used {
			b.WriteString(", " + variableNames[i] + " is " + o.vars[i].describe())
		}
	}
	return b.String()
}

var variableNames = [maxVariables]string{"S", "U", "V", "W"}

// describe names a class of scalars.
func (c class) describe() string {
	switch c {
	case allFloat:
		return "a float"
	case allNumeric:
		return "a number"
	case numbers:
		return "a concrete number"
	case allInteger:
		return "an integer"
	case sints | uints:
		return "a concrete integer"
	case allInteger | bitBool:
		return "bool or an integer"
	case allSigned:
		return "a signed number"
	case allScalar:
		return "a scalar"
	}
	var names []string
	for i, s := range byPreference {
		if c>>i&1 != 0 {
			names = append(names, s.String())
		}
	}
	return strings.Join(names, " or ")
}

// speller spells patterns and notes which variables it used.
type speller struct {
	usesT, usesU bool
	used         [maxVariables]bool
}

func (sp *speller) scalar(s uint8) string {
	if s >= variable {
		sp.used[s-variable] = true
		return variableNames[s-variable]
	}
	return ir.Scalar(s).String()
}

func (sp *speller) spell(p pattern) string {
	switch p.form {
	case formScalar:
		return sp.scalar(p.scalar)
	case formExact:
		if p.aux == 1 {
			return sp.scalar(p.scalar)
		}
		return fmt.Sprintf("vec%d<%s>", p.aux, sp.scalar(p.scalar))
	case formN:
		switch {
		case p.scalar == variable:
			sp.usesT, sp.used[0] = true, true
			return "T"
		case p.scalar == second:
			sp.usesU, sp.used[1] = true, true
			return "I"
		}
		s := ir.Scalar(p.scalar).String()
		return s + " or vecN<" + s + ">"
	case formVecN:
		return "vecN<" + sp.scalar(p.scalar) + ">"
	case formMatrix:
		return "matCxR<" + sp.scalar(p.scalar) + ">"
	case formTransposed:
		return "matRxC<" + sp.scalar(p.scalar) + ">"
	case formSquare:
		return "matCxC<" + sp.scalar(p.scalar) + ">"
	case formColumns:
		return "vecC<" + sp.scalar(p.scalar) + ">"
	case formRows:
		return "vecR<" + sp.scalar(p.scalar) + ">"
	case formBelow:
		return "matCxN<" + sp.scalar(p.scalar) + ">"
	case formFactor:
		return "matKxC<" + sp.scalar(p.scalar) + ">"
	case formProduct:
		return "matKxR<" + sp.scalar(p.scalar) + ">"
	case formImage:
		return imagePatterns[p.aux].describe()
	case formSampler:
		return "sampler"
	case formComparison:
		return "sampler_comparison"
	case formTexel:
		return "vec4<texel>"
	case formTexelScalar:
		return "texel"
	case formAtomic:
		return "ptr<A, atomic<" + sp.scalar(p.scalar) + ">, read_write>"
	case formRuntimeArray:
		return "ptr<storage, array<E>, A>"
	case formBuffer:
		return "ptr<S, buffer, A>"
	case formView:
		return "ptr<S, T, A>"
	case formWorkgroup:
		return "ptr<workgroup, T>"
	case formPointee:
		return "T"
	case formRayQuery:
		return "ptr<function, ray_query>"
	case formPayload:
		return "ptr<ray_payload, T>"
	case formAcceleration:
		return "acceleration_structure"
	case formVertices:
		return "array<vec3<f32>, 3>"
	case formSpecial:
		switch ir.SpecialKind(p.aux) {
		case ir.SpecialModf:
			return "__modf_result"
		case ir.SpecialFrexp:
			return "__frexp_result"
		case ir.SpecialAtomicExchange:
			return "__atomic_compare_exchange_result<" + sp.scalar(p.scalar) + ">"
		case ir.SpecialRayDesc:
			return "RayDesc"
		case ir.SpecialRayIntersection:
			return "RayIntersection"
		}
	case formCooperative:
		name := "coop_matCxR<" + sp.scalar(p.scalar) + ", "
		if p.aux == 0 {
			return name + "R>"
		}
		return name + "ABC"[p.aux-1:p.aux] + ">"
	case formElement:
		return "ptr<A, " + sp.scalar(p.scalar) + ">"
	case formTemplate:
		return "coop_matCxR<" + sp.scalar(p.scalar) + ", R>"
	case formAny:
		return "T"
	}
	panic("builtin: a pattern without spelling")
}

var dimNames = [...]string{ir.Dim1D: "1d", ir.Dim2D: "2d", ir.Dim3D: "3d", ir.DimCube: "cube"}

func (p *imagePattern) describe() string {
	dim := dimNames[p.dim]
	if p.multisampled {
		dim = "multisampled_2d"
	}
	if p.arrayed {
		dim += "_array"
	}
	switch p.class {
	case ir.ImageExternal:
		return "texture_external"
	case ir.ImageDepth:
		return "texture_depth_" + dim
	case ir.ImageStorage:
		access := "A"
		if p.access != 0 {
			access = accessName(p.access)
		}
		return "texture_storage_" + dim + "<F, " + access + ">"
	}
	texel := "texel"
	if p.texel == bitF32 {
		texel = "f32"
	}
	return "texture_" + dim + "<" + texel + ">"
}

func accessName(a ir.AccessMode) string {
	if a&ir.AccessAtomic != 0 {
		return "atomic"
	}
	return a.String()
}

// TypeName spells a type as WGSL would; the abstract types are "abstract-int"
// and "abstract-float".
func TypeName(m *ir.Module, t ir.TypeID) string {
	var b strings.Builder
	writeType(&b, m, t, 0)
	return b.String()
}

func writeType(b *strings.Builder, m *ir.Module, t ir.TypeID, depth int) {
	if depth > maxNesting || b.Len() > 1000 {
		b.WriteString("...")
		return
	}
	ty := m.Types.At(t)
	inner := func(prefix string, base ir.TypeID) {
		b.WriteString(prefix)
		writeType(b, m, base, depth+1)
	}
	switch ty.Kind {
	case ir.TypeNone:
		b.WriteString("nothing")
	case ir.TypeScalar:
		b.WriteString(ty.Scalar.String())
	case ir.TypeVector:
		fmt.Fprintf(b, "vec%d<%s>", ty.Rows, ty.Scalar)
	case ir.TypeMatrix:
		fmt.Fprintf(b, "mat%dx%d<%s>", ty.Columns, ty.Rows, ty.Scalar)
	case ir.TypeAtomic:
		fmt.Fprintf(b, "atomic<%s>", ty.Scalar)
	case ir.TypePointer:
		inner("ptr<"+ty.Space.String()+", ", ty.Base)
		if ty.Space == ir.SpaceStorage {
			b.WriteString(", " + accessName(ty.Access))
		}
		b.WriteByte('>')
	case ir.TypeArray, ir.TypeBindingArray:
		name := "array<"
		if ty.Kind == ir.TypeBindingArray {
			name = "binding_array<"
		}
		inner(name, ty.Base)
		if ty.Length != 0 {
			fmt.Fprintf(b, ", %d", ty.Length)
		} else if ty.LengthExpr != 0 {
			b.WriteString(", (override)")
		}
		b.WriteByte('>')
	case ir.TypeBuffer:
		b.WriteString(m.TypeName(t))
	case ir.TypeStruct:
		b.WriteString(m.Structs[ty.Struct].Name)
	case ir.TypeImage:
		b.WriteString(imageName(ty))
	case ir.TypeSampler:
		b.WriteString("sampler")
		if ty.Comparison {
			b.WriteString("_comparison")
		}
	case ir.TypeSampledImage:
		inner("sampled_", ty.Base)
	case ir.TypeAccelerationStructure:
		b.WriteString("acceleration_structure")
	case ir.TypeRayQuery:
		b.WriteString("ray_query")
	case ir.TypeCooperative:
		fmt.Fprintf(b, "coop_mat%dx%d<%s, %s>", ty.Columns, ty.Rows, ty.Scalar, strings.ToUpper(ty.Use.String()))
	default:
		panic("builtin: no name for a type of kind " + ty.Kind.String())
	}
}

func imageName(t *ir.Type) string {
	p := imagePattern{class: t.Class, dim: t.Dim, arrayed: t.Arrayed, multisampled: t.Multisampled}
	name := p.describe()
	switch t.Class {
	case ir.ImageSampled:
		return strings.Replace(name, "<texel>", "<"+t.Scalar.String()+">", 1)
	case ir.ImageStorage:
		return strings.Replace(name, "<F, A>", "<"+t.Format.String()+", "+accessName(t.Access)+">", 1)
	}
	return name
}
