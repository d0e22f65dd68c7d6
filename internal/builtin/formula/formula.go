// Package formula holds the one definition of each function that simpler operations compute, in
// the notation of the algebraic rules: operations in parentheses, under the names that they have
// in SSA form. Evaluation of constants and in the interpreter (by generated code in packages num
// and arith), expansion of operations in SSA form, polyfills of the module IR and the fast engine
// derive from it. Each step is rounded. Definitions are WGSL's, section "Numeric Built-in
// Functions".
//
//go:generate go run gen.go
package formula

import (
	"math"
	"strconv"
	"strings"

	"refract/internal/lazy"
)

// An Operation is a step of a formula, or a function that has one.
type Operation uint8

const (
	NoOperation Operation = iota

	// Elementary steps.
	Argument // the argument with the index Args[0]
	Named    // the value of the definition with the index Args[0]
	Number
	FAdd
	FSub
	FMul
	FDiv
	FNeg
	FAbs
	FSqrt
	FFloor
	FLt
	FLe
	BCsel

	// Functions with a formula.
	FMin
	FMax
	FClamp
	FSat
	FFract
	FRcp
	FRsq
	FMod
	FMix
	FStep
	FSmoothStep
	FRadians
	FDegrees
	FDot
	FLength
	FDistance
	FNormalize
	FFaceForward
	FReflect
	FRefract
	NumOperations
)

// An operationRow has the name of an operation, and of a function its parameters and body. The
// body is definitions of values, "name: expression;", and the result. A parameter in
// parentheses is a scalar beside vectors. gen.go makes Go functions of the functions with a
// name in Go: those by components in package num, the others in package arith.
type operationRow struct {
	name       string
	args       uint8
	goName     string
	parameters string
	body       string
}

var operations = [NumOperations]operationRow{
	FAdd:   {"fadd", 2, "", "", ""},
	FSub:   {"fsub", 2, "", "", ""},
	FMul:   {"fmul", 2, "", "", ""},
	FDiv:   {"fdiv", 2, "", "", ""},
	FNeg:   {"fneg", 1, "", "", ""},
	FAbs:   {"fabs", 1, "", "", ""},
	FSqrt:  {"fsqrt", 1, "", "", ""},
	FFloor: {"ffloor", 1, "", "", ""},
	FLt:    {"flt", 2, "", "", ""},
	FLe:    {"fle", 2, "", "", ""},
	BCsel:  {"bcsel", 3, "", "", ""},

	FMin:         {"fmin", 2, "", "a b", "(bcsel (flt b a) b a)"},
	FMax:         {"fmax", 2, "", "a b", "(bcsel (flt a b) b a)"},
	FClamp:       {"fclamp", 3, "", "x low high", "(fmin (fmax x low) high)"},
	FSat:         {"fsat", 1, "Saturate", "x", "(fclamp x 0 1)"},
	FFract:       {"ffract", 1, "Fract", "x", "(fsub x (ffloor x))"},
	FRcp:         {"frcp", 1, "", "x", "(fdiv 1 x)"},
	FRsq:         {"frsq", 1, "", "x", "(fdiv 1 (fsqrt x))"},
	FMod:         {"fmod", 2, "", "x y", "(fsub x (fmul y (ffloor (fdiv x y))))"},
	FMix:         {"fmix", 3, "Mix", "x y t", "(fadd (fmul x (fsub 1 t)) (fmul y t))"},
	FStep:        {"fstep", 2, "Step", "edge x", "(bcsel (fle edge x) 1 0)"},
	FSmoothStep:  {"fsmoothstep", 3, "SmoothStep", "low high x", "t: (fsat (fdiv (fsub x low) (fsub high low))); (fmul (fmul t t) (fsub 3 (fmul 2 t)))"},
	FRadians:     {"fradians", 1, "", "x", "(fmul x pi/180)"},
	FDegrees:     {"fdegrees", 1, "", "x", "(fmul x 180/pi)"},
	FDot:         {"fdot", 2, "", "x y", "(fdot x y)"},   // products, summed from the first on
	FLength:      {"flength", 1, "", "x", "(flength x)"}, // (fsqrt (fdot x x)), of a scalar (fabs x)
	FDistance:    {"fdistance", 2, "distance", "x y", "d: (fsub x y); (flength d)"},
	FNormalize:   {"fnormalize", 1, "normalize", "x", "n: (flength x); (fdiv x n)"},
	FFaceForward: {"ffaceforward", 3, "faceForward", "x i n", "d: (fdot i n); back: (flt d 0); (bcsel back x (fneg x))"},
	FReflect:     {"freflect", 2, "reflect", "x n", "s: (fmul 2 (fdot n x)); (fsub x (fmul s n))"},
	FRefract: {"frefract", 3, "refract", "x n (eta)", "d: (fdot n x); k: (fsub 1 (fmul (fmul eta eta) (fsub 1 (fmul d d)))); " +
		"s: (fadd (fmul eta d) (fsqrt k)); none: (flt k 0); (bcsel none 0 (fsub (fmul eta x) (fmul s n)))"},
}

// String is the name of the operation in SSA form.
func (o Operation) String() string { return operations[o].name }

// GoName is the name of the Go function that is generated of the formula, without the name of
// its type; empty if there is none. Angles have none: 16-bit floats take their constant unrounded.
func (o Operation) GoName() string { return operations[o].goName }

// IsWhole reports whether a function looks at all components of vectors.
func (o Operation) IsWhole() bool {
	if f := o.Formula(); f != nil {
		for _, n := range f.Nodes {
			if n.Op == FDot || n.Op == FLength {
				return true
			}
		}
	}
	return false
}

// A Node is one step of a formula. The operands are nodes before it.
type Node struct {
	Op     Operation
	Args   [3]uint8
	Number float64
	// Scalar is set if all components have the value. A number has the shape of the operation
	// that reads it.
	Scalar bool
}

// A Formula is the definition of a function.
type Formula struct {
	Nodes []Node
	Lets  []uint8 // nodes of the definitions of values, in order
	Names []string
	// Parameters are the names of the arguments.
	Parameters []string
	Root       uint8
	Args       int
}

// Formula returns the formula of a function; nil if the operation is elementary.
func (o Operation) Formula() *Formula { return parsed.Get()[o] }

var parsed = lazy.Value[*[NumOperations]*Formula]{Make: func() *[NumOperations]*Formula {
	list := new([NumOperations]*Formula)
	for o := range operations {
		if operations[o].body != "" {
			list[o] = parseFormula(&operations[o])
		}
	}
	return list
}}

type formulaParser struct {
	*Formula
	tokens  []string
	scalars []bool
}

// parseFormula reads a body. Text that isn't a formula is a mistake in the table, and panics.
func parseFormula(row *operationRow) *Formula {
	p := formulaParser{Formula: &Formula{Args: int(row.args)}}
	for _, name := range strings.Fields(row.parameters) {
		plain := strings.Trim(name, "()")
		p.Parameters, p.scalars = append(p.Parameters, plain), append(p.scalars, plain != name)
	}
	p.tokens = strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ", ";", " ; ").Replace(row.body))
	for len(p.tokens) > 1 && strings.HasSuffix(p.tokens[0], ":") {
		p.Names = append(p.Names, strings.TrimSuffix(p.tokens[0], ":"))
		p.tokens = p.tokens[1:]
		n := p.expression()
		p.Lets = append(p.Lets, n)
		p.expect(";")
	}
	p.Root = p.expression()
	if len(p.tokens) > 0 || len(p.Parameters) != p.Args {
		panic("formula: the formula of " + row.name + " has too much text")
	}
	return p.Formula
}

func (p *formulaParser) expect(token string) {
	if len(p.tokens) == 0 || p.tokens[0] != token {
		panic("formula: a formula lacks " + token)
	}
	p.tokens = p.tokens[1:]
}

func (p *formulaParser) add(n Node) uint8 {
	p.Nodes = append(p.Nodes, n)
	return uint8(len(p.Nodes) - 1)
}

func (p *formulaParser) expression() uint8 {
	word := p.tokens[0]
	p.tokens = p.tokens[1:]
	if word != "(" {
		return p.leaf(word)
	}
	name := p.tokens[0]
	p.tokens = p.tokens[1:]
	n := Node{Scalar: true}
	for o := range operations {
		if operations[o].name == name {
			n.Op = Operation(o)
		}
	}
	if n.Op == NoOperation {
		panic("formula: a formula with the unknown operation " + name)
	}
	count := int(operations[n.Op].args)
	for i := range count {
		a := p.expression()
		n.Args[i] = a
		n.Scalar = n.Scalar && p.Nodes[a].Scalar
	}
	p.expect(")")
	for _, a := range n.Args[:count] {
		if p.Nodes[a].Op == Number {
			p.Nodes[a].Scalar = n.Scalar
		}
	}
	n.Scalar = n.Scalar || n.Op == FDot || n.Op == FLength
	return p.add(n)
}

func (p *formulaParser) leaf(word string) uint8 {
	for i, name := range p.Names {
		if name == word && i < len(p.Lets) {
			return p.add(Node{Op: Named, Args: [3]uint8{uint8(i)}, Scalar: p.Nodes[p.Lets[i]].Scalar})
		}
	}
	for i, name := range p.Parameters {
		if name == word {
			return p.add(Node{Op: Argument, Args: [3]uint8{uint8(i)}, Scalar: p.scalars[i]})
		}
	}
	x, err := strconv.ParseFloat(word, 64)
	switch {
	case word == "pi/180":
		x = math.Pi / 180
	case word == "180/pi":
		x = 180 / math.Pi
	case err != nil:
		panic("formula: a formula with the unknown name " + word)
	}
	return p.add(Node{Op: Number, Number: x, Scalar: true})
}

// EachStep calls each with the elementary operations that a function consists of, some repeatedly.
func (o Operation) EachStep(each func(o Operation)) {
	f := o.Formula()
	if f == nil {
		each(o)
		return
	}
	for _, n := range f.Nodes {
		switch {
		case n.Op == FDot || n.Op == FLength:
			each(FMul)
			each(FAdd)
			if n.Op == FLength {
				each(FSqrt)
				each(FAbs)
			}
		case operations[n.Op].name != "":
			n.Op.EachStep(each)
		}
	}
}

// Operands are the operands of a node.
func (n *Node) Operands() []uint8 { return n.Args[:operations[n.Op].args] }

// An Evaluator computes formulas over some type of values, component by component.
type Evaluator[T any] struct {
	// Number is a constant.
	Number func(x float64) T
	// Apply computes an operation on scalars, or reports that its formula is to be taken: for
	// elementary operations it always computes.
	Apply func(o Operation, x, y, z T) (T, bool)
	// Keep, if set, prepares a value for several uses.
	Keep func(o Operation, x T) T
	// Holds, if set, decides conditions: a selection then computes one of its values only, and
	// named values are computed at their first use.
	Holds func(condition T) bool
}

// evaluation is one formula in an Evaluator.
type evaluation[T any] struct {
	*Evaluator[T]
	f    *Formula
	args [][]T
	n    int   // components
	lets [][]T // by definition and component
	done [][4]bool
}

// Evaluate computes a function of its arguments, each a list of components, and returns the
// components of the result.
func (e *Evaluator[T]) Evaluate(o Operation, args ...[]T) []T {
	v := evaluation[T]{Evaluator: e, f: o.Formula(), args: args}
	for _, a := range args {
		v.n = max(v.n, len(a))
	}
	v.lets, v.done = make([][]T, len(v.f.Lets)), make([][4]bool, len(v.f.Lets))
	for i := range v.lets {
		v.lets[i] = make([]T, v.n)
		for k := 0; e.Holds == nil && k < v.n && (k == 0 || !v.f.Nodes[v.f.Lets[i]].Scalar); k++ {
			v.named(i, k)
		}
	}
	n := v.n
	if v.f.Nodes[v.f.Root].Scalar {
		n = 1
	}
	list := make([]T, n)
	for k := range list {
		list[k] = v.node(v.f.Root, k)
	}
	return list
}

// named is a component of the value of a definition.
func (v *evaluation[T]) named(i, k int) T {
	root := v.f.Lets[i]
	if v.f.Nodes[root].Scalar {
		k = 0
	}
	if !v.done[i][k] {
		v.done[i][k] = true
		v.lets[i][k] = v.node(root, k)
		if v.Keep != nil {
			v.lets[i][k] = v.Keep(v.f.Nodes[root].Op, v.lets[i][k])
		}
	}
	return v.lets[i][k]
}

// step applies an operation that has no other form.
func (v *evaluation[T]) step(o Operation, x, y, z T) T {
	if r, ok := v.Apply(o, x, y, z); ok {
		return r
	}
	switch operations[o].args {
	case 1:
		return v.Evaluate(o, []T{x})[0]
	case 2:
		return v.Evaluate(o, []T{x}, []T{y})[0]
	}
	return v.Evaluate(o, []T{x}, []T{y}, []T{z})[0]
}

func (v *evaluation[T]) node(at uint8, k int) T {
	n := &v.f.Nodes[at]
	switch n.Op {
	case Argument:
		a := v.args[n.Args[0]]
		return a[min(k, len(a)-1)]
	case Named:
		return v.named(int(n.Args[0]), k)
	case Number:
		return v.Number(n.Number)
	case FDot:
		return v.dot(n.Args[0], n.Args[1])
	case FLength:
		return v.length(n.Args[0])
	case BCsel:
		if v.Holds != nil {
			if v.Holds(v.node(n.Args[0], k)) {
				return v.node(n.Args[1], k)
			}
			return v.node(n.Args[2], k)
		}
	}
	var x [3]T
	for i, a := range n.Operands() {
		x[i] = v.node(a, k)
	}
	return v.step(n.Op, x[0], x[1], x[2])
}

// dot is the sum of products, from the first on.
func (v *evaluation[T]) dot(a, b uint8) T {
	var none T
	sum := v.step(FMul, v.node(a, 0), v.node(b, 0), none)
	for k := 1; k < v.n; k++ {
		sum = v.step(FAdd, sum, v.step(FMul, v.node(a, k), v.node(b, k), none), none)
	}
	return sum
}

// length is the length of a vector, of a scalar its absolute value.
func (v *evaluation[T]) length(a uint8) T {
	var none T
	if v.n == 1 {
		return v.step(FAbs, v.node(a, 0), none, none)
	}
	return v.step(FSqrt, v.dot(a, a), none, none)
}
