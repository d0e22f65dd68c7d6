package consteval

// This file reads const-expressions from text and evaluates them as a front end
// does: overloads are resolved, arguments converted, operations applied. It
// lets tests state expressions and values in a line each.

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"refract/internal/builtin"
	"refract/internal/num"
	"refract/ir"
)

// reader evaluates what it reads as it goes.
type reader struct {
	e      *Evaluator
	m      *ir.Module
	names  map[string]Value
	tokens []string
	pos    int
	dead   int // inside the right side of && or || that isn't evaluated
}

func newReader() *reader {
	r := &reader{e: new(Evaluator), m: ir.NewModule(), names: map[string]Value{}}
	r.e.Start(r.m)
	return r
}

// read evaluates one expression.
func (r *reader) read(text string) (v Value, err error) {
	defer func() {
		if p := recover(); p != nil {
			e, ok := p.(error)
			if !ok || strings.HasPrefix(e.Error(), "runtime error") {
				panic(p)
			}
			err = e
		}
	}()
	r.tokens, r.pos = tokenize(text), 0
	v = r.expression(0)
	if r.pos < len(r.tokens) {
		return v, errSyntax(r.tokens[r.pos:])
	}
	return v, nil
}

var errReader = errors.New("not an expression that the reader knows")

func errSyntax(at any) error { return fmt.Errorf("%w: %v", errReader, at) }

// check panics with an error of evaluation.
func check(v Value, err *Error) Value {
	if err != nil {
		panic(error(err))
	}
	return v
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func tokenize(s string) (list []string) {
	isWord := func(c byte) bool {
		return c == '_' || c == '.' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
	}
	for i := 0; i < len(s); {
		c := s[i]
		switch {
		case c == ' ' || c == '\n' || c == '\t':
			i++
		case '0' <= c && c <= '9' || c == '.' && i+1 < len(s) && '0' <= s[i+1] && s[i+1] <= '9':
			j := i
			hex := strings.HasPrefix(s[i:], "0x")
			for j < len(s) && (isWord(s[j]) || (s[j] == '-' || s[j] == '+') && (!hex && s[j-1] == 'e' || hex && s[j-1] == 'p')) {
				j++
			}
			list = append(list, s[i:j])
			i = j
		case isWord(c) && c != '.':
			j := i
			for j < len(s) && isWord(s[j]) && s[j] != '.' {
				j++
			}
			list = append(list, s[i:j])
			i = j
		default:
			n := 1
			if i+1 < len(s) && strings.Contains("&& || == != <= >= <<", s[i:i+2]) && s[i+1] != ' ' {
				n = 2
			}
			list = append(list, s[i:i+n])
			i += n
		}
	}
	return list
}

func (r *reader) peek() string {
	if r.pos < len(r.tokens) {
		return r.tokens[r.pos]
	}
	return ""
}

func (r *reader) accept(t string) bool {
	if r.peek() != t {
		return false
	}
	r.pos++
	return true
}

func (r *reader) expect(t string) {
	if !r.accept(t) {
		panic(errSyntax(r.peek() + " for " + t))
	}
}

var levels = [][]string{{"||"}, {"&&"}, {"|"}, {"^"}, {"&"}, {"==", "!=", "<", "<=", ">", ">="}, {"<<", ">>"}, {"+", "-"}, {"*", "/", "%"}}

func binaryOp(t string) ir.BinaryOp {
	for op := ir.Add; op <= ir.Ge; op++ {
		if builtin.BinarySpelling(op) == t {
			return op
		}
	}
	panic(errSyntax(t))
}

func (r *reader) expression(level int) Value {
	if level == len(levels) {
		return r.unary()
	}
	left := r.expression(level + 1)
	for {
		t := r.peek()
		if t == ">" && r.pos+1 < len(r.tokens) && r.tokens[r.pos+1] == ">" {
			t = ">>"
		}
		found := false
		for _, x := range levels[level] {
			found = found || x == t
		}
		if !found {
			return left
		}
		r.pos++
		if t == ">>" {
			r.pos++
		}
		op := binaryOp(t)
		skip := (op == ir.LogicalAnd || op == ir.LogicalOr) && left.True() == (op == ir.LogicalOr)
		if skip {
			r.dead++
		}
		right := r.expression(level + 1)
		if skip {
			r.dead--
		}
		var m builtin.Match
		must(builtin.ResolveBinary(r.m, op, left.Type, right.Type, false, &m))
		if r.dead > 0 {
			left = Zero(m.Result)
		} else if !skip {
			left = check(r.e.Binary(op, check(r.e.Convert(left, m.Params[0])), check(r.e.Convert(right, m.Params[1]))))
		}
		if left.Type != m.Result {
			panic(fmt.Errorf("result of %s is %s, not %s", t, builtin.TypeName(r.m, left.Type), builtin.TypeName(r.m, m.Result)))
		}
	}
}

func (r *reader) unary() Value {
	for op := ir.Negate; op <= ir.BitwiseNot; op++ {
		if r.accept(builtin.UnarySpelling(op)) {
			v := r.unary()
			var m builtin.Match
			must(builtin.ResolveUnary(r.m, op, v.Type, &m))
			return check(r.e.Unary(op, check(r.e.Convert(v, m.Params[0]))))
		}
	}
	v := r.primary()
	for {
		switch {
		case r.accept("["):
			i := r.expression(0)
			r.expect("]")
			v = check(r.e.Index(v, i))
		case r.accept("."):
			v = r.member(v, r.tokens[r.pos])
			r.pos++
		default:
			return v
		}
	}
}

func (r *reader) member(v Value, name string) Value {
	if s := r.m.StructOf(v.Type); s != nil {
		for i := range s.Members {
			if s.Members[i].Name == name {
				return r.e.Member(v, i)
			}
		}
		panic(errSyntax(name))
	}
	var pattern []uint8
	for _, c := range name {
		i := strings.IndexRune("xyzwrgba", c)
		if i < 0 {
			panic(errSyntax(name))
		}
		pattern = append(pattern, uint8(i%4))
	}
	return check(r.e.Swizzle(v, pattern))
}

func (r *reader) primary() Value {
	t := r.peek()
	r.pos++
	switch {
	case t == "(":
		v := r.expression(0)
		r.expect(")")
		return v
	case t == "true" || t == "false":
		return Bool(t == "true")
	case t != "" && ('0' <= t[0] && t[0] <= '9' || t[0] == '.'):
		return literal(t)
	}
	if v, ok := r.names[t]; ok {
		return v
	}
	return r.call(t)
}

func literal(t string) Value {
	hex := strings.HasPrefix(t, "0x")
	suffix := t[len(t)-1]
	digits := t[:len(t)-1]
	float := !hex && strings.ContainsAny(t, ".e") || hex && strings.ContainsAny(t, ".p")
	if hex && !float && (suffix == 'f' || suffix == 'h') {
		suffix = 0
	}
	integer := func(s string, bits int) uint64 {
		v, err := strconv.ParseUint(s, 0, bits)
		must(err)
		return v
	}
	ok := func(s num.LiteralStatus) {
		if s == num.LiteralOverflow {
			panic(errors.New("literal too large"))
		}
	}
	switch {
	case suffix == 'f':
		v, s := num.ParseF32(digits)
		ok(s)
		return F32(v)
	case suffix == 'h':
		v, s := num.ParseF16(digits)
		ok(s)
		return Bits(ir.TypeF16, uint64(v))
	case float:
		v, s := num.ParseF64(t)
		ok(s)
		return Float(v)
	case suffix == 'i':
		return I32(int32(integer(digits, 31)))
	case suffix == 'u':
		return U32(uint32(integer(digits, 32)))
	}
	return Int(int64(integer(t, 63)))
}

var scalarNames = map[string]ir.Scalar{"bool": ir.Bool, "i32": ir.I32, "u32": ir.U32, "f32": ir.F32, "f16": ir.F16,
	"i64": ir.I64, "u64": ir.U64, "f64": ir.F64, "ai": ir.AbstractInt, "af": ir.AbstractFloat}

// typ reads the name of a type; a vector or matrix without scalar has NoScalar.
func (r *reader) typ(name string) (kind string, s ir.Scalar, element ir.TypeID, count uint32) {
	kind = name
	if s, ok := scalarNames[name]; ok {
		return "", s, 0, 0
	}
	if len(name) > 4 && (strings.HasPrefix(name, "vec") && len(name) == 5 || strings.HasPrefix(name, "mat") && len(name) == 7) {
		kind = name[:len(name)-1]
		return kind, map[byte]ir.Scalar{'f': ir.F32, 'h': ir.F16, 'i': ir.I32, 'u': ir.U32}[name[len(name)-1]], 0, 0
	}
	if r.accept("<") {
		inner := r.peek()
		r.pos++
		element = r.typeID(inner)
		if ir.Scalar(element) <= ir.AbstractInt {
			s = ir.Scalar(element)
		}
		if r.accept(",") {
			v := r.expression(8)
			n, _ := v.Integer()
			count = uint32(n)
		}
		r.expect(">")
	}
	return kind, s, element, count
}

func (r *reader) typeID(name string) ir.TypeID {
	kind, s, element, count := r.typ(name)
	switch {
	case kind == "":
		return ir.ScalarTypeOf(s)
	case strings.HasPrefix(kind, "vec"):
		return ir.VectorOf(s, int(kind[3]-'0'))
	case strings.HasPrefix(kind, "mat"):
		return ir.MatrixOf(s, int(kind[3]-'0'), int(kind[5]-'0'))
	case kind == "array":
		return r.m.Types.Array(element, count)
	}
	panic(errSyntax(name))
}

func (r *reader) call(name string) Value {
	id := builtin.ByName(name)
	var template []ir.TypeID
	var kind string
	var s ir.Scalar
	var element ir.TypeID
	var count uint32
	if id == builtin.Bitcast {
		r.expect("<")
		inner := r.peek()
		r.pos++
		template = []ir.TypeID{r.typeID(inner)}
		r.expect(">")
	} else if id == builtin.NoID {
		kind, s, element, count = r.typ(name)
	}
	r.expect("(")
	var args []Value
	var types []ir.TypeID
	for !r.accept(")") {
		v := r.expression(0)
		args = append(args, v)
		types = append(types, v.Type)
		if !r.accept(",") {
			r.expect(")")
			break
		}
	}
	var m builtin.Match
	convert := func() {
		for i := range args {
			args[i] = check(r.e.Convert(args[i], m.Params[i]))
		}
	}
	switch {
	case id != builtin.NoID:
		must(builtin.Resolve(r.m, id, template, types, false, &m))
		convert()
		if r.dead > 0 {
			return Zero(m.Result)
		}
		v := check(r.e.Call(id.Info().Op, m.Result, args))
		if v.Type != m.Result {
			panic(fmt.Errorf("result of %s is %s, not %s", id, builtin.TypeName(r.m, v.Type), builtin.TypeName(r.m, m.Result)))
		}
		return v
	case kind == "":
		must(builtin.ResolveScalar(r.m, s, types, &m))
		if len(args) == 0 {
			return Zero(m.Result)
		}
		return check(r.e.Convert(args[0], m.Result))
	case strings.HasPrefix(kind, "vec"):
		must(builtin.ResolveVector(r.m, int(kind[3]-'0'), s, types, false, &m))
	case strings.HasPrefix(kind, "mat"):
		must(builtin.ResolveMatrix(r.m, int(kind[3]-'0'), int(kind[5]-'0'), s, types, false, &m))
	case kind == "array":
		if len(args) == 0 {
			return Zero(r.m.Types.Array(element, count))
		}
		t, each, err := builtin.ResolveArray(r.m, element, count, types, false)
		must(err)
		for i := range args {
			args[i] = check(r.e.Convert(args[i], each))
		}
		return check(r.e.Compose(t, args))
	default:
		panic(errSyntax(name))
	}
	if m.Convert {
		return check(r.e.Convert(args[0], m.Result))
	}
	convert()
	if m.Splat != 0 {
		return check(r.e.Splat(m.Result, args[0]))
	}
	return check(r.e.Compose(m.Result, args))
}

// show spells a value of any type.
func (r *reader) show(v Value) string {
	if isScalar(v.Type) {
		return v.String()
	}
	var s []string
	t := r.m.Types.At(v.Type)
	n := int(t.Length)
	switch t.Kind {
	case ir.TypeVector:
		n = int(t.Rows)
	case ir.TypeMatrix:
		n = int(t.Columns)
	case ir.TypeStruct:
		n = len(r.m.Structs[t.Struct].Members)
	}
	for i := range n {
		s = append(s, r.show(r.e.Member(v, i)))
	}
	return "(" + strings.Join(s, " ") + ")"
}
