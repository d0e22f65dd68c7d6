package glsl

// This file checks calls: which function a name means with these arguments, and
// how arguments are passed (sections "Function Definitions" and "Function Calling
// Conventions").

import (
	"fmt"
	"strings"

	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// maxArgs is how many arguments a call may have.
const maxArgs = 255

func (c *checker) call(n syntax.Node) operand {
	v := c.t.Call(n)
	if c.t.Kind(v.Callee) == syntax.KindType {
		t := c.typeSpec(v.Callee, nil)
		if !t.ok {
			return operand{}
		}
		a := since(120, 300, exts{})
		c.needs(c.t.Span(n), "the constructor of an array", &a)
		return c.constructor(n, t, v.Args)
	}
	if c.t.Kind(v.Callee) != syntax.KindIdent {
		c.errorf(codeNotCallable, c.t.Span(v.Callee), "this can't be called")
		return operand{}
	}
	name := c.t.Ident(v.Callee)
	if len(v.Args) > 1<<16 {
		c.errorf(codeLimit, c.t.Span(n), "the call has too many arguments")
		return operand{}
	}
	if id := c.bind[name]; id != 0 {
		switch d := &c.decls[id]; d.kind {
		case declType:
			return c.constructor(n, gtype{ty: d.ty, ok: true}, v.Args)
		case declFunc:
			return c.userCall(n, name, int(d.handle), v.Args)
		case declError:
			for _, a := range v.Args {
				c.expr(a)
			}
			return operand{}
		default:
			c.errorf(codeNotCallable, c.t.Span(v.Callee), "%q is a %s and can't be called", c.t.Name(name), d.kind)
			return operand{}
		}
	}
	m := meaningOf(name)
	switch {
	case m != nil && m.ty != 0 && m.tex == 0:
		t := c.namedType(v.Callee, name)
		if !t.ok {
			return operand{}
		}
		return c.constructor(n, t, v.Args)
	case m != nil && (m.fn != 0 || m.tex != 0 || m.mem != 0):
		return c.builtinCall(n, name, m, v.Args)
	case c.t.Name(name) == "nonuniformEXT" && len(v.Args) == 1:
		return c.expr(v.Args[0])
	case c.t.Name(name) == "debugPrintfEXT":
		return c.debugPrintf(n, v.Args)
	}
	if op, ok := interpolateOp(c.t.Name(name)); ok {
		return c.interpolated(n, c.t.Name(name), op, v.Args)
	}
	c.unknown(v.Callee, name, "function")
	for _, a := range v.Args {
		c.expr(a)
	}
	return operand{}
}

// debugPrintf prints the values of a call of debugPrintfEXT.
func (c *checker) debugPrintf(n syntax.Node, args []syntax.Node) operand {
	a := only(exts{extDebugPrintf})
	if !c.needs(c.t.Span(n), "debugPrintfEXT", &a) || c.runtimeOnly(n, "debugPrintfEXT") {
		return operand{}
	}
	if len(args) == 0 || c.t.Kind(args[0]) != syntax.KindString {
		c.errorf(codeNoMatch, c.t.Span(n), "debugPrintfEXT needs a string")
		return operand{}
	}
	format, ok := pp.Unescape(c.t.Str(args[0]))
	if !ok {
		c.errorf(codeNoMatch, c.t.Span(args[0]), "the string has an escape sequence that doesn't exist")
	}
	var v ir.PrintStmt
	for _, x := range args[1:] {
		o := c.rvalue(c.expression(x))
		if !o.ok() {
			return operand{}
		}
		if t := c.at(o.ty); t.Kind != ir.TypeScalar && t.Kind != ir.TypeVector {
			c.errorf(codeNoMatch, c.t.Span(x), "debugPrintfEXT prints scalars and vectors, not %s", c.m.TypeName(o.ty))
			return operand{}
		}
		v.Args = append(v.Args, c.toExpr(o))
	}
	v.Format = c.m.AddFormat(format)
	c.b.Push(c.fn.AddPrint(v, c.t.Span(n)))
	return operand{kind: opVoid}
}

// better compares two conversions (section "Function Definitions"):
// an exact match is better than a conversion, one from float to double better than
// any other, and one to float better than one to double.
func (c *checker) better(from, a, b ir.TypeID) int {
	if a == b {
		return 0
	}
	switch {
	case a == from:
		return 1
	case b == from:
		return -1
	}
	f, x, y := c.m.Types.ScalarOf(from), c.m.Types.ScalarOf(a), c.m.Types.ScalarOf(b)
	explicit := c.lang.hasExplicitTypes()
	widens := func(s ir.Scalar) bool {
		return f.IsFloat() && s.IsFloat() || explicit && f.IsInteger() && s.IsInteger() && f.IsSigned() == s.IsSigned() && s.Bits() <= 32
	}
	switch {
	case widens(x) && !widens(y):
		return 1
	case widens(y) && !widens(x):
		return -1
	case x.IsFloat() && y.IsFloat() && x.Bits() < y.Bits():
		return 1
	case x.IsFloat() && y.IsFloat():
		return -1
	case explicit && x.IsInteger() && y.IsInteger() && x.Bits() != y.Bits():
		if x.Bits() < y.Bits() {
			return 1
		}
		return -1
	}
	return 0
}

// userCall calls a function of the source, or a built-in one of the same name.
func (c *checker) userCall(n syntax.Node, name syntax.Symbol, chain int, args []syntax.Node) operand {
	base := len(c.args)
	ok := true
	for _, a := range args {
		x := c.argument(a)
		if x.kind == opVoid {
			c.wantValue(x, a)
			x = operand{}
		}
		ok = ok && x.ok()
		c.args = append(c.args, x)
	}
	list := c.args[base:]
	if !ok {
		c.args = c.args[:base]
		return operand{}
	}
	best, ambiguous := c.pickUser(chain, list)
	if m := meaningOf(name); m != nil && (best == 0 || !c.exactUser(best, list)) && (m.fn != 0 || m.tex != 0 || m.mem != 0) {
		if best == 0 || c.builtinExact(m, list) {
			c.given = append([]operand(nil), list...)
			c.args = c.args[:base]
			return c.builtinCall(n, name, m, args)
		}
	}
	switch {
	case best == 0:
		d := c.errorf(codeNoMatch, c.t.Span(n), "no function %s takes %s", c.t.Name(name), c.typeList(list))
		for i, k := chain, 0; i != 0 && k < 4; i, k = int(c.funcs[i].next), k+1 {
			d.Label(c.funcs[i].span, "%s", c.signatureText(&c.funcs[i]))
		}
		c.args = c.args[:base]
		return operand{}
	case ambiguous:
		c.errorf(codeNoMatch, c.t.Span(n), "the call of %s is ambiguous: several functions take %s", c.t.Name(name), c.typeList(list))
		c.args = c.args[:base]
		return operand{}
	}
	x := c.invoke(n, best, list, args)
	c.args = c.args[:base]
	return x
}

// argument checks an argument as it stands: memory is not read yet.
func (c *checker) argument(n syntax.Node) operand { return c.expr(n) }

func (c *checker) typeList(list []operand) string {
	names := make([]string, len(list))
	for i := range list {
		names[i] = c.typeName(list[i])
	}
	return "(" + strings.Join(names, ", ") + ")"
}

func (c *checker) signatureText(f *userFunction) string {
	names := make([]string, len(f.params))
	for i := range f.params {
		p := &f.params[i]
		s := [...]string{"", "out ", "inout "}[p.dir]
		if p.opq != 0 {
			s += c.opaques[p.opq].String()
		} else {
			s += c.name(p.ty)
		}
		names[i] = s
	}
	return c.t.Name(f.name) + "(" + strings.Join(names, ", ") + ")"
}

// accepts reports whether a parameter takes an argument, and whether exactly.
func (c *checker) accepts(p *param, x operand) (ok, exact bool) {
	if p.opq != 0 && c.opaques[p.opq].kind == opaqueCounter {
		ok = x.kind == opRef && c.decls[x.decl].flags&flagCounter != 0 && x.ty == ir.TypeU32
		return ok, ok
	}
	if p.opq != 0 || x.opq != 0 {
		if p.opq != x.opq {
			return false, false
		}
		t := c.at(x.ty)
		if x.kind == opRef || x.kind == opSampler {
			return len(p.dims) == 0, len(p.dims) == 0
		}
		if len(p.dims) == 0 {
			ok = t.Kind != ir.TypeBindingArray
		} else {
			n, known := product(p.dims)
			ok = t.Kind == ir.TypeBindingArray && known && (n == 0 || t.Length == n)
		}
		return ok, ok
	}
	if p.ty == x.ty {
		return true, true
	}
	switch p.dir {
	case dirIn:
		return c.convertsType(x.ty, p.ty), false
	case dirOut:
		return c.convertsType(p.ty, x.ty), false
	}
	return c.convertsType(x.ty, p.ty) && c.convertsType(p.ty, x.ty), false
}

func (c *checker) exactUser(i int, list []operand) bool {
	f := &c.funcs[i]
	for k := range list {
		if _, exact := c.accepts(&f.params[k], list[k]); !exact {
			return false
		}
	}
	return true
}

// pickUser chooses among overloads; 0: none fits.
func (c *checker) pickUser(chain int, list []operand) (best int, ambiguous bool) {
	for i := chain; i != 0; i = int(c.funcs[i].next) {
		f := &c.funcs[i]
		if len(f.params) != len(list) {
			continue
		}
		fits := true
		for k := range list {
			ok, _ := c.accepts(&f.params[k], list[k])
			fits = fits && ok
		}
		if !fits {
			continue
		}
		if best == 0 {
			best = i
			continue
		}
		switch c.compareUser(i, best, list) {
		case 1:
			best, ambiguous = i, false
		case 0:
			ambiguous = true
		}
	}
	return best, ambiguous
}

// compareUser is 1 where a is the better function, -1 where b is.
func (c *checker) compareUser(a, b int, list []operand) int {
	up, down := false, false
	for k := range list {
		x, y := c.funcs[a].params[k].ty, c.funcs[b].params[k].ty
		switch c.better(list[k].ty, x, y) {
		case 1:
			up = true
		case -1:
			down = true
		}
	}
	switch {
	case up && !down:
		return 1
	case down && !up:
		return -1
	}
	return 0
}

// keepsAccess reports an image that may only be read, or only be written, as the argument
// for a parameter that isn't declared so (section "Memory Qualifiers").
func (c *checker) keepsAccess(x operand, p *param, n syntax.Node) {
	t := c.at(c.ex.TypeOf(x.expr()))
	if t.Kind == ir.TypeBindingArray {
		t = c.at(t.Base)
	}
	if x.kind != opResource || t.Kind != ir.TypeImage || t.Class != ir.ImageStorage {
		return
	}
	for _, q := range []struct {
		lost bool
		name string
	}{{t.Access&ir.AccessWrite == 0 && !p.readOnly, "readonly"}, {t.Access&ir.AccessRead == 0 && !p.writeOnly, "writeonly"}} {
		if q.lost {
			c.errorf(codeQualifier, c.t.Span(n), "the image is %s, and the parameter must be, too", q.name).Label(p.span, "the parameter")
		}
	}
}

// invoke builds the call of a function.
func (c *checker) invoke(n syntax.Node, index int, list []operand, nodes []syntax.Node) operand {
	f := &c.funcs[index]
	if f.failed {
		return operand{}
	}
	if c.fn == nil {
		c.errorf(codeConstWanted, c.t.Span(n), "a constant expression can't call %s", c.t.Name(f.name))
		return operand{}
	}
	if c.t.Name(f.name) == "main" {
		c.errorf(codeRecursion, c.t.Span(n), "main can't be called")
		return operand{}
	}
	if f.called.IsZero() {
		f.called = c.t.Span(n)
	}
	c.calls = append(c.calls, callEdge{c.fnDecl, int32(index), c.t.Span(n)})
	type back struct {
		to    operand
		local ir.LocalID
		ty    ir.TypeID
	}
	var backs []back
	var exprs []ir.ExprID
	var types []ir.TypeID
	ok := true
	resource := func(x operand) {
		exprs = append(exprs, x.expr())
		if x.kind == opResource && x.bits != 0 {
			exprs = append(exprs, ir.ExprID(x.bits))
			types = append(types, partMark, c.ex.TypeOf(x.expr()))
			return
		}
		sampler := ir.ExprID(x.bits)
		if x.kind == opResource {
			if c.decls[x.decl].flags&flagSplit == 0 {
				types = append(types, c.ex.TypeOf(x.expr()))
				return
			}
			sampler = ir.ExprID(c.decls[x.decl].bits)
		}
		exprs = append(exprs, sampler)
		types = append(types, 0, c.ex.TypeOf(x.expr()), c.ex.TypeOf(sampler))
	}
	for k := range list {
		x, p := list[k], &c.funcs[index].params[k]
		switch {
		case p.opq != 0 && x.kind == opRef: // an atomic counter
			exprs = append(exprs, x.expr())
		case c.holdsRayObject(p.ty):
			exprs, types = append(exprs, x.expr()), append(types, c.ex.TypeOf(x.expr()))
		case p.opq != 0:
			c.keepsAccess(x, p, nodes[k])
			resource(x)
		case c.structOpaque(p.ty):
			strct, _ := c.structDims(p.ty)
			parts, found := c.opaqueArguments(nodes[k], strct)
			if !found {
				ok = false
				continue
			}
			if !c.structs[c.at(strct).Struct].empty {
				exprs = append(exprs, c.toExpr(c.rvalue(x)))
			}
			for _, x := range parts {
				resource(x)
			}
		case p.dir == dirIn:
			v := c.wantValue(x, nodes[k])
			if v.ok() && v.ty != p.ty {
				v = c.implicit(v, p.ty, c.t.Span(nodes[k]), fmt.Sprintf("argument %d", k+1))
			}
			ok = ok && v.ok()
			if v.ok() {
				exprs = append(exprs, c.toExpr(v))
			}
		default:
			if !c.writable(x, nodes[k]) {
				ok = false
				continue
			}
			if c.passable(x, p.ty) && !c.writtenTwice(index, list, k) {
				exprs = append(exprs, x.expr())
				continue
			}
			var init ir.ExprID
			if p.dir == dirInout {
				v := c.implicit(c.wantValue(x, nodes[k]), p.ty, c.t.Span(nodes[k]), fmt.Sprintf("argument %d", k+1))
				if !v.ok() {
					ok = false
					continue
				}
				init = c.toExpr(v)
			}
			l := c.fn.AddLocal(ir.Local{Type: p.ty, Span: c.t.Span(nodes[k])})
			c.b.DeclareLocal(l, init)
			backs = append(backs, back{x, l, p.ty})
			exprs = append(exprs, c.b.Local(l))
		}
	}
	if !ok {
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	id := c.funcs[index].id
	if f := &c.funcs[index]; f.opaque {
		id = c.instanceOf(index, types)
	}
	r := c.b.Call(id, exprs...)
	for _, x := range backs {
		v := operand{kind: opValue, ty: x.ty, handle: uint32(c.b.Load(c.b.Local(x.local)))}
		if v.ty != x.to.ty {
			v = c.cast(c.m.Types.ScalarOf(x.to.ty), v)
		}
		c.store(x.to, v)
	}
	if r == 0 {
		return operand{kind: opVoid}
	}
	return operand{kind: opValue, ty: c.funcs[index].result, handle: uint32(r)}
}

// writable checks an argument for a parameter that is out or inout.
func (c *checker) writable(x operand, n syntax.Node) bool {
	if c.decls[x.decl].flags&flagIndex != 0 {
		c.beyondWebGL(c.t.Span(n), "loops whose body writes their index")
	}
	if x.kind == opRef && c.decls[x.decl].flags&flagReadOnly == 0 && c.at(c.ex.TypeOf(x.expr())).Access&ir.AccessWrite != 0 {
		return true
	}
	c.errorf(codeAssign, c.t.Span(n), "an argument that the function writes must be a variable that can be written")
	return false
}

// passable reports whether a variable can be passed as it is: a whole local one, or
// parameter.
func (c *checker) passable(x operand, t ir.TypeID) bool {
	e := x.expr()
	p := c.at(c.ex.TypeOf(e))
	if x.size > 0 || p.Space != ir.SpaceFunction || p.Base != t || x.ty != t {
		return false
	}
	k := c.ex.Kind(e)
	return k == ir.KindLocal || k == ir.KindArgument
}

// writtenTwice reports whether a call writes the variable of argument k, or a part of it,
// through another argument too: the written values are then copied back in their order.
func (c *checker) writtenTwice(index int, list []operand, k int) bool {
	for i := range list {
		if i != k && c.funcs[index].params[i].dir != dirIn && list[i].decl == list[k].decl {
			return true
		}
	}
	return false
}

// instanceOf is the function for certain types of resources.
func (c *checker) instanceOf(index int, types []ir.TypeID) ir.FuncID {
	f := &c.funcs[index]
search:
	for _, x := range f.insts {
		if len(x.types) != len(types) {
			continue
		}
		for i := range types {
			if x.types[i] != types[i] {
				continue search
			}
		}
		return x.id
	}
	id := c.signature(f, types)
	x := instance{fn: index, types: append([]ir.TypeID(nil), types...), id: id}
	f.insts = append(f.insts, x)
	c.pending = append(c.pending, x)
	return id
}

// resolved is the choice of a row of the table.
type resolved struct {
	row    int
	scalar ir.Scalar
	n      int // components of T and its like
	result ir.TypeID
	params [8]ir.TypeID
	out    uint8 // bit i: parameter i is out
	count  int
}

// prototype reads a row's prototype for a scalar and a number of components; ok is
// false if it has another number of parameters than count.
func prototype(f *function, s ir.Scalar, n int, r *resolved) {
	*r = resolved{scalar: s, n: n}
	p := f.proto
	k := -1 // -1: the result
	for i := 0; i < len(p); i++ {
		ch := p[i]
		size := 1
		switch ch {
		case '.':
			k++
			continue
		case '&':
			r.out |= 1 << (k - 1)
			continue
		case 'T', 'V', 'I', 'U', 'B', 'F':
			size = n
		}
		if i+1 < len(p) && p[i+1] >= '2' && p[i+1] <= '4' {
			size = int(p[i+1] - '0')
			i++
		}
		t := ir.VectorOf(scalarOfLetter(ch, s), size)
		if k < 0 {
			r.result = t
		} else {
			r.params[k] = t
		}
		k++
	}
	r.count = k
}

// arity is the number of parameters of a prototype.
func arity(p string) int {
	n := -1
	for i := range len(p) {
		if ch := p[i]; ch != '&' && (ch < '0' || ch > '9') {
			n++
		}
	}
	return n
}

// generic reports which parameter of a prototype first has as many components as
// T; -1: none. vector: of at least two.
func generic(p string) (index int, vector bool) {
	k := -1
	for i := range len(p) {
		switch ch := p[i]; {
		case ch == '&' || ch >= '0' && ch <= '9':
		case k >= 0 && (ch == 'T' || ch == 'V' || ch == 'I' || ch == 'U' || ch == 'B' || ch == 'F'):
			return k, ch == 'V'
		default:
			k++
		}
	}
	return -1, false
}

// resolve chooses the overload of a built-in function; missing: one fits that the
// version lacks.
func (c *checker) resolve(fn int, list []operand) (best resolved, found, ambiguous bool, missing *avail) {
	rows := functionRows[fn]
	if c.exact(rows, list, &best) {
		return best, true, false, nil
	}
	for i := rows.first; i < rows.end; i++ {
		f := &functions[i]
		if int(shapes[i].arity) != len(list) {
			continue
		}
		n := 1
		if at := shapes[i].generic; at >= 0 {
			n = c.shapeOf(list[at].ty)
			if n == 0 || shapes[i].vector && n < 2 {
				continue
			}
		}
		has := c.lang.has(&f.av)
		class := f.class
		if class == 0 {
			class = 1
		}
		for s := ir.NoScalar; s <= ir.F64; s++ {
			if class>>s&1 == 0 {
				continue
			}
			var r resolved
			prototype(f, s, n, &r)
			r.row = i
			if !c.fits(&r, list) {
				continue
			}
			if !has {
				if missing == nil {
					missing = &f.av
				}
				continue
			}
			if !found {
				best, found = r, true
				continue
			}
			switch c.compare(&r, &best, list) {
			case 1:
				best, ambiguous = r, false
			case 0:
				ambiguous = ambiguous || r.params != best.params
			}
		}
	}
	return best, found, ambiguous, missing
}

// exact finds the overload that takes arguments as they are, which is the best one.
func (c *checker) exact(rows functionRange, list []operand, r *resolved) bool {
	for i := rows.first; i < rows.end; i++ {
		f := &functions[i]
		if int(shapes[i].arity) != len(list) || !c.lang.has(&f.av) {
			continue
		}
		n, s := 1, ir.NoScalar
		if len(list) > 0 {
			s = c.m.Types.ScalarOf(list[0].ty)
		}
		if at := shapes[i].generic; at >= 0 {
			if n = c.shapeOf(list[at].ty); n == 0 || shapes[i].vector && n < 2 {
				continue
			}
		}
		if f.class != 0 && f.class>>s&1 == 0 {
			continue
		}
		prototype(f, s, n, r)
		r.row = i
		ok := true
		for k := range list {
			ok = ok && list[k].ty == r.params[k] && list[k].opq == 0
		}
		if ok {
			return true
		}
	}
	return false
}

func (c *checker) fits(r *resolved, list []operand) bool {
	for k := range list {
		if list[k].opq != 0 {
			return false
		}
		if r.out>>k&1 != 0 {
			if !c.convertsType(r.params[k], list[k].ty) {
				return false
			}
		} else if !c.convertsType(list[k].ty, r.params[k]) {
			return false
		}
	}
	return true
}

func (c *checker) compare(a, b *resolved, list []operand) int {
	up, down := false, false
	for k := range list {
		switch c.better(list[k].ty, a.params[k], b.params[k]) {
		case 1:
			up = true
		case -1:
			down = true
		}
	}
	switch {
	case up && !down:
		return 1
	case down && !up:
		return -1
	}
	return 0
}

// builtinExact reports whether a built-in function takes arguments exactly.
func (c *checker) builtinExact(m *meaning, list []operand) bool {
	if m.fn == 0 {
		return false
	}
	r, found, _, _ := c.resolve(int(m.fn-1), list)
	if !found {
		return false
	}
	for k := range list {
		if list[k].ty != r.params[k] {
			return false
		}
	}
	return true
}

// builtinCall calls a built-in function.
func (c *checker) builtinCall(n syntax.Node, name syntax.Symbol, m *meaning, args []syntax.Node) operand {
	if m.tex != 0 {
		return c.textureCall(n, &textureFunctions[m.tex-1], args)
	}
	if m.mem != 0 {
		return c.memoryCall(n, &memoryFunctions[m.mem-1], args)
	}
	text := c.t.Name(name)
	base := len(c.args)
	ok := true
	outs := hasOut(int(m.fn - 1))
	given := c.takeGiven()
	for i, a := range args {
		x := c.given1(given, i, a)
		if x.kind != opConst && x.kind != opValue && (!outs || x.kind != opRef) { // memory may be what an out parameter writes
			x = c.wantValue(x, a)
		}
		ok = ok && x.ok()
		c.args = append(c.args, x)
	}
	list := c.args[base:]
	defer func() { c.args = c.args[:base] }()
	if !ok {
		return operand{}
	}
	if functions[functionRows[m.fn-1].first].low == lowIgnored {
		if x, done := c.matrixFunction(n, text, list); done {
			return x
		}
	}
	if len(list) == 3 && c.lang.exts[extMemoryScope] && text == "memoryBarrier" {
		return c.scopedMemoryBarrier(n, list)
	}
	r, found, ambiguous, missing := c.resolve(int(m.fn-1), list)
	switch {
	case !found && missing != nil:
		c.needs(c.t.Span(n), text, missing)
		return operand{}
	case !found:
		d := c.errorf(codeNoMatch, c.t.Span(n), "no function %s takes %s", text, c.typeList(list))
		rows := functionRows[m.fn-1]
		for i := rows.first; i < rows.end && i < rows.first+4; i++ {
			d.Note("candidate: %s", describe(&functions[i]))
		}
		return operand{}
	case ambiguous:
		c.errorf(codeNoMatch, c.t.Span(n), "the call of %s is ambiguous: several functions take %s", text, c.typeList(list))
		return operand{}
	}
	c.b.Span = c.t.Span(n)
	for k := range list {
		if r.out>>k&1 != 0 {
			if !c.writable(list[k], args[k]) {
				return operand{}
			}
			continue
		}
		if list[k].kind == opRef {
			list[k] = c.wantValue(list[k], args[k])
		}
		list[k] = c.implicit(list[k], r.params[k], c.t.Span(args[k]), "an argument")
		if !list[k].ok() {
			return operand{}
		}
	}
	return c.lowerCall(n, &functions[r.row], &r, list)
}

// takeGiven returns the arguments of a call that are evaluated already, if they are.
func (c *checker) takeGiven() []operand {
	given := c.given
	c.given = nil
	return given
}

// given1 is argument i of a call.
func (c *checker) given1(given []operand, i int, n syntax.Node) operand {
	if given != nil {
		return given[i]
	}
	return c.expr(n)
}

// describe spells a prototype.
func describe(f *function) string {
	var b strings.Builder
	p := f.proto
	k := -1
	for i := 0; i < len(p); i++ {
		ch := p[i]
		if ch == '&' {
			continue
		}
		s := map[byte]string{'T': "T", 'V': "vector", 's': "scalar", 'I': "int", 'U': "uint", 'B': "bool", 'F': "float", 'i': "int", 'u': "uint",
			'b': "bool", 'f': "float", 'd': "double", 'h': "float16_t", 'l': "int64_t", 'm': "uint64_t", 'w': "uint16_t", 'j': "int16_t",
			'x': "int8_t", 'y': "uint8_t", '.': "void"}[ch]
		if i+1 < len(p) && p[i+1] >= '2' && p[i+1] <= '4' {
			s += string(p[i+1])
			i++
		}
		if i+1 < len(p) && p[i+1] == '&' {
			s = "out " + s
		}
		switch {
		case k < 0:
			b.WriteString(s + " " + f.name + "(")
		case k > 0:
			b.WriteString(", " + s)
		default:
			b.WriteString(s)
		}
		k++
	}
	return b.String() + ")"
}
