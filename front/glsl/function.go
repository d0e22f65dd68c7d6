package glsl

// This file declares functions, lowers their bodies, and finds recursion.
//
// A function with opaque parameters is lowered once for each list of resource
// types that it is called with, at the end.

import (
	"maps"
	"slices"

	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/glsl/syntax"
	"refract/ir"
)

// direction of a parameter.
type direction uint8

const (
	dirIn direction = iota
	dirOut
	dirInout
)

// param is a parameter of a function of the source.
type param struct {
	name  syntax.Symbol
	span  diag.Span
	ty    ir.TypeID // of the value
	opq   uint16
	dims  []uint32
	dir   direction
	fixed bool

	readOnly, writeOnly bool // an image is
	relaxed             bool
}

// userFunction is a function of the source.
type userFunction struct {
	name    syntax.Symbol
	node    syntax.Node // of the definition; None: only declared
	span    diag.Span
	params  []param
	result  ir.TypeID
	next    int32 // the overload declared before
	id      ir.FuncID
	opaque  bool
	insts   []instance
	item    uint32 // number of the item that defines it, for scan.written
	failed  bool
	relaxed bool // the precision of the result is less than highp
	within  defaultPrecisions
	called  diag.Span
}

// instance is a function for certain types of resources.
type instance struct {
	fn    int
	types []ir.TypeID // of the opaque parameters
	id    ir.FuncID
	done  bool
}

type callEdge struct {
	from, to int32
	span     diag.Span
}

// function declares or defines a function.
func (c *checker) function(n syntax.Node) {
	v := c.t.Function(n)
	if !c.atGlobal() && v.Body != syntax.None {
		c.errorf(codeVariable, v.NameSpan, "a function can't be defined within another one")
		return
	}
	if c.isReserved(v.Name, v.NameSpan) {
		return
	}
	var given qualifiers // those of the result
	for _, q := range v.Quals {
		if c.t.Kind(q) != syntax.KindQualifier {
			continue
		}
		switch k := c.t.Qualifier(q).Kind; k {
		case syntax.QualSubroutine:
			c.unsupported(c.t.Span(q), "subroutines")
			return
		case syntax.QualHighp, syntax.QualMediump, syntax.QualLowp:
			given.precision = k
		}
	}
	ret := c.typeSpec(v.Return, nil)
	if ret.ok {
		c.hasPrecision(c.t.Span(v.Return), ret.ty, &given)
	}
	f := userFunction{name: v.Name, span: v.NameSpan, result: ret.ty, within: c.relaxed}
	f.relaxed = ret.ok && !ret.void && c.holdsRelaxed(&given, ret.ty)
	f.failed = !ret.ok
	if ret.opq != 0 {
		c.errorf(codeTypeRule, c.t.Span(v.Return), "a function can't return %s", c.opaques[ret.opq])
		f.failed = true
	}
	if c.holdsRayObject(ret.ty) {
		c.errorf(codeTypeRule, c.t.Span(v.Return), "a function can't return a ray query")
		f.failed = true
	}
	if ret.unsized {
		c.errorf(codeTypeRule, c.t.Span(v.Return), "an array that a function returns must have a size")
		f.failed = true
	}
	for _, pn := range v.Params {
		p, ok := c.param(pn)
		f.failed = f.failed || !ok
		f.params = append(f.params, p)
		f.opaque = f.opaque || p.opq != 0 && !c.isReference(p.opq) || ok && (c.structOpaque(p.ty) || c.holdsRayObject(p.ty))
	}
	if name := c.t.Name(v.Name); name == "main" {
		if len(f.params) != 0 || !ret.void {
			c.errorf(codeEntryPoint, v.NameSpan, "main takes no parameters and returns nothing: void main()")
			return
		}
		if v.Body == syntax.None {
			return
		}
	}
	index := c.declareFunction(n, &v, f)
	if v.Body == syntax.None || index == 0 {
		return
	}
	if !ret.void && ret.ok && !c.returns(v.Body) {
		c.errorf(codeFlow, v.NameSpan, "%q returns a value, but has no return statement", c.t.Name(v.Name))
	}
	c.funcs[index].node = n
	c.funcs[index].params = f.params
	c.funcs[index].item = c.itemAt
	if c.funcs[index].failed {
		return
	}
	if c.t.Name(v.Name) == "main" {
		if c.mainAt != 0 {
			return
		}
		c.mainAt = index
		c.lowerMain(index, v.Body)
		return
	}
	if !f.opaque {
		c.lower(index, c.funcs[index].id, nil)
	}
}

// returns reports whether there is a return statement in a body.
func (c *checker) returns(body syntax.Node) bool {
	end := syntax.None // the last node of the item before
	if c.itemAt > 1 {
		end = c.t.Items()[c.itemAt-2]
	}
	for i := body; i > end; i-- {
		if c.t.Kind(i) == syntax.KindReturn {
			return true
		}
	}
	return false
}

func (c *checker) param(n syntax.Node) (param, bool) {
	v := c.t.Param(n)
	var q qualifiers
	c.qualifiers(v.Quals, &q)
	p := param{name: v.Name, span: v.NameSpan, fixed: q.isConst, readOnly: q.readOnly, writeOnly: q.writeOnly}
	if v.Name == syntax.NoSymbol {
		p.span = c.t.Span(n)
	}
	t := c.typeSpec(v.Type, v.Dims)
	if !t.ok {
		return p, false
	}
	if v.Name != syntax.NoSymbol {
		c.noTypeName(v.Name, v.NameSpan)
		c.isReserved(v.Name, v.NameSpan)
	}
	switch {
	case t.void:
		c.errorf(codeTypeRule, c.t.Span(v.Type), "a parameter can't be void")
		return p, false
	case t.unsized && t.opq == 0:
		c.errorf(codeTypeRule, p.span, "an array that is a parameter must have a size")
		return p, false
	}
	if t.opq != 0 && c.opaques[t.opq].kind == opaqueCounter {
		if len(t.dims) > 0 {
			c.unsupported(p.span, "arrays of atomic counters as parameters")
			return p, false
		}
		t.ty = ir.TypeU32
	}
	c.hasPrecision(c.t.Span(v.Type), t.ty, &q)
	p.ty, p.opq, p.dims = t.ty, t.opq, t.dims
	p.relaxed = t.opq == 0 && c.holdsRelaxed(&q, t.ty)
	switch q.storage {
	case syntax.QualNone, syntax.QualConst, syntax.QualIn:
	case syntax.QualOut:
		p.dir = dirOut
	case syntax.QualInout:
		p.dir = dirInout
	default:
		c.errorf(codeQualifier, q.span, "a parameter can't be %s", q.storage)
		return p, false
	}
	if p.dir != dirIn && (q.isConst || t.opq != 0 || c.structOpaque(t.ty)) {
		c.errorf(codeQualifier, q.span, "this parameter can't be written: it must be in")
		return p, false
	}
	return p, true
}

// isReference reports whether parameters of an opaque type are pointers: atomic counters.
func (c *checker) isReference(opq uint16) bool { return c.opaques[opq].kind == opaqueCounter }

// sameSignature reports whether two functions have parameters of the same types.
func (c *checker) sameSignature(a, b *userFunction) bool {
	if len(a.params) != len(b.params) {
		return false
	}
	for i := range a.params {
		x, y := &a.params[i], &b.params[i]
		if x.ty != y.ty || x.opq != y.opq || len(x.dims) != len(y.dims) {
			return false
		}
		for k := range x.dims {
			if x.dims[k] != y.dims[k] {
				return false
			}
		}
	}
	return true
}

// maxOverloads bounds the functions of one name, each of which a call is compared with.
const maxOverloads = 256

// declareFunction adds an overload, or finds the one that is declared already.
func (c *checker) declareFunction(n syntax.Node, v *syntax.Function, f userFunction) int {
	old := c.bind[v.Name]
	var chain int32
	if old != 0 {
		switch d := &c.decls[old]; d.kind {
		case declFunc:
			chain = int32(d.handle)
		case declError:
		default:
			if old >= c.scope.first {
				c.errorf(codeRedeclared, v.NameSpan, "%q is declared twice in this scope", c.t.Name(v.Name)).Label(d.span, "first declared here")
				return 0
			}
		}
	}
	count := 0
	for i := chain; i != 0; i = c.funcs[i].next {
		g := &c.funcs[i]
		if count++; !c.sameSignature(g, &f) {
			continue
		}
		if g.result != f.result {
			c.errorf(codeRedeclared, v.NameSpan, "%q is declared with another type of result", c.t.Name(v.Name)).Label(g.span, "first declared here")
			return 0
		}
		for k := range f.params {
			if f.params[k].dir != g.params[k].dir {
				c.errorf(codeRedeclared, f.params[k].span, "the parameter is declared with another direction").Label(g.params[k].span, "first declared here")
				return 0
			}
		}
		if v.Body != syntax.None && g.node != syntax.None {
			c.errorf(codeRedeclared, v.NameSpan, "the function %q is defined twice", c.t.Name(v.Name)).Label(g.span, "first defined here")
			return 0
		}
		if v.Body != syntax.None {
			g.span = f.span
		}
		return int(i)
	}
	if m := meaningOf(v.Name); m != nil && c.atGlobal() {
		if m.ty != 0 {
			c.errorf(codeRedeclared, v.NameSpan, "%q is a type of the language", c.t.Name(v.Name))
			return 0
		}
		if c.lang.Profile == ES && (m.fn != 0 || m.tex != 0) && c.lang.Number >= 300 && c.builtInExists(m) {
			c.errorf(codeRedeclared, v.NameSpan, "%q is a function of the language and can't be declared anew in version %s", c.t.Name(v.Name), c.lang.Version)
			return 0
		}
	}
	if count >= maxOverloads {
		c.errorf(codeLimit, v.NameSpan, "more than %d functions are called %q", maxOverloads, c.t.Name(v.Name))
		return 0
	}
	f.next = chain
	index := len(c.funcs)
	if !f.opaque && !f.failed && c.t.Name(f.name) != "main" {
		f.id = c.signature(&f, nil)
	}
	c.funcs = append(c.funcs, f)
	c.decls = append(c.decls, decl{kind: declFunc, name: v.Name, span: v.NameSpan, node: n, handle: uint32(index), member: -1})
	c.bindName(v.Name, declID(len(c.decls)-1))
	return index
}

func (c *checker) builtInExists(m *meaning) bool {
	if m.fn != 0 {
		r := functionRows[m.fn-1]
		for i := r.first; i < r.end; i++ {
			if c.lang.has(&functions[i].av) {
				return true
			}
		}
	}
	return m.tex != 0 && c.lang.has(&textureFunctions[m.tex-1].av)
}

// signature makes a function of the module; types are those of its opaque
// parameters.
func (c *checker) signature(f *userFunction, types []ir.TypeID) ir.FuncID {
	id, fn := c.m.NewFunction(c.t.Name(f.name))
	fn.Span = f.span
	fn.Result = f.result
	k := 0
	resource := func(a ir.Argument) {
		a.Type = types[k]
		k++
		if a.Type == partMark {
			a.Type = types[k]
			k++
			if c.parts == nil {
				c.parts = make(map[partArg]bool)
			}
			c.parts[partArg{id, len(fn.Args)}] = true
			fn.Args = append(fn.Args, a, ir.Argument{Name: a.Name + "_first", Type: ir.TypeI32, Span: a.Span})
			return
		}
		if c.at(a.Type).Kind == ir.TypeNone {
			// a texture with a sampler made at the call: two arguments
			a.Type = types[k]
			fn.Args = append(fn.Args, a)
			k++
			a.Type = types[k]
			a.Name += "_sampler"
			k++
		}
		fn.Args = append(fn.Args, a)
	}
	for i := range f.params {
		p := &f.params[i]
		a := ir.Argument{Name: c.t.Name(p.name), Type: p.ty, Span: p.span}
		if a.Name == "" {
			a.Name = "p"
		}
		switch {
		case p.opq != 0 && c.opaques[p.opq].kind == opaqueCounter:
			a.Type = c.m.Types.Pointer(p.ty, ir.SpaceStorage, ir.AccessReadWrite, ir.NoLayout)
		case c.holdsRayObject(p.ty):
			a.Type = types[k]
			k++
		case p.opq != 0:
			resource(a)
			continue
		case c.structOpaque(p.ty):
			strct, _ := c.structDims(p.ty)
			info := &c.structs[c.at(strct).Struct]
			if !info.empty {
				fn.Args = append(fn.Args, a)
			}
			for k := range info.opaques {
				resource(ir.Argument{Name: a.Name + "_" + info.opaques[k].Name, Span: p.span})
			}
			continue
		case p.dir != dirIn:
			a.Type = c.m.Types.Pointer(p.ty, ir.SpaceFunction, ir.AccessReadWrite, ir.NoLayout)
		}
		fn.Args = append(fn.Args, a)
	}
	return id
}

// lower builds the body of a function.
func (c *checker) lower(index int, id ir.FuncID, types []ir.TypeID) {
	f := &c.funcs[index]
	saved := struct {
		b      ir.Builder
		fn     *ir.Function
		ex     *ir.Exprs
		gen    uint32
		decl   int32
		result ir.TypeID
		main   bool
		loop   loopState
		sw     []switchScope
		id     ir.FuncID
	}{c.b, c.fn, c.ex, c.fnGen, c.fnDecl, c.result, c.isMain, c.loop, c.switches, c.fnID}
	fn := c.m.Func(id)
	c.fnID = id
	c.b = ir.Builder{}
	if n := len(c.builders); n > 0 {
		c.b, c.builders = c.builders[n-1], c.builders[:n-1]
	}
	c.b.Start(c.m, fn)
	c.reserve(fn, f.item)
	c.fn, c.ex = fn, &fn.Exprs
	c.genCount++
	c.fnGen = c.genCount
	c.fnDecl = int32(index)
	c.result = f.result
	fn.ResultBinding.Relaxed = f.relaxed
	c.isMain = false
	c.loop, c.switches = loopState{}, nil

	old := c.push()
	c.relaxed = f.within
	c.b.Begin()
	arg := 0
	c.scan.mark(int(f.item), c.fnGen)
	for i := range f.params {
		arg += c.declareParam(&f.params[i], arg)
	}
	v := c.t.Function(f.node)
	bh := c.stmts(c.t.Block(v.Body))
	if bh&clike.Next != 0 {
		c.b.Span = c.t.Span(v.Body)
		if c.result != 0 {
			c.b.Return(c.b.Zero(c.result))
		}
	}
	fn.Body = c.b.End(0)
	c.pop(old)
	c.builders = append(c.builders, c.b)
	c.b, c.fn, c.ex, c.fnGen, c.fnDecl = saved.b, saved.fn, saved.ex, saved.gen, saved.decl
	c.result, c.isMain, c.loop, c.switches, c.fnID = saved.result, saved.main, saved.loop, saved.sw, saved.id
}

// reserve makes room in a function for the lowered form of an item, by number.
func (c *checker) reserve(f *ir.Function, item uint32) {
	if item == 0 {
		return
	}
	items := c.t.Items()
	first := syntax.None
	if item > 1 {
		first = items[item-2]
	}
	n := int(items[item-1] - first)
	f.Reserve(n*7/8, n*3/8)
}

// declareParam declares a parameter and returns how many arguments stand for it.
func (c *checker) declareParam(p *param, arg int) int {
	if p.opq != 0 && !c.isReference(p.opq) {
		id, took := c.resourceParam(p.name, p.span, p.opq, p.dims, arg)
		if len(p.dims) > 1 || c.decls[id].flags&flagPart != 0 {
			c.addLeaf(id, leaf{nil, p.dims, id})
		}
		return took
	}
	d := decl{name: p.name, span: p.span, ty: p.ty, handle: uint32(arg), member: -1, opq: p.opq}
	if c.structOpaque(p.ty) {
		if strct, _ := c.structDims(p.ty); c.structs[c.at(strct).Struct].empty {
			c.withoutValue(&d, strct)
			return c.opaqueParams(c.declare(d), p.ty, p.span, arg)
		}
	}
	c.fn.Args[arg].Binding.Relaxed = p.relaxed
	switch {
	case p.dir != dirIn || p.opq != 0 || c.holdsRayObject(p.ty):
		d.kind = declPointer
		if p.opq != 0 && c.opaques[p.opq].kind == opaqueCounter {
			d.flags = flagReadOnly | flagCounter
		}
	case p.fixed:
		d.kind, d.expr, d.flags = declValue, c.b.Argument(arg), flagReadOnly
	case p.name != syntax.NoSymbol && c.scan.of(p.name).written != c.fnGen && c.at(p.ty).Kind != ir.TypeArray:
		d.kind, d.expr = declValue, c.b.Argument(arg)
	default:
		c.b.Span = p.span
		l := c.fn.AddLocal(ir.Local{Name: c.t.Name(p.name), Type: p.ty, Relaxed: p.relaxed, Span: p.span})
		c.b.DeclareLocal(l, c.b.Argument(arg))
		d.kind, d.handle = declLocal, uint32(l)
	}
	took := 1
	opaque := p.opq == 0 && c.structOpaque(p.ty)
	id := c.declare(d)
	if opaque {
		took += c.opaqueParams(id, p.ty, p.span, arg+took)
	}
	return took
}

// resourceParam declares a parameter that is a resource, or arrays of these, and returns
// how many arguments stand for it.
func (c *checker) resourceParam(name syntax.Symbol, span diag.Span, opq uint16, dims []uint32, arg int) (id declID, took int) {
	d := decl{kind: declResource, name: name, span: span, ty: c.fn.Args[arg].Type, opq: opq, handle: uint32(arg), member: -1, flags: flagReadOnly}
	took = 1
	if c.parts[partArg{c.fnID, arg}] {
		n, _ := product(dims)
		d.ty = c.m.Types.Intern(ir.Type{Kind: ir.TypeBindingArray, Base: c.at(d.ty).Base, Length: n})
		d.flags |= flagPart
		d.bits = uint64(c.b.Argument(arg + 1))
		took = 2
	}
	if o := c.opaques[opq]; o.kind == opaqueSampler && o.dim != dimBuffer && c.splitArg(arg) {
		d.flags |= flagSplit
		d.bits = uint64(c.b.Argument(arg + 1))
		took = 2
	}
	id = c.declare(d)
	c.decls[id].expr, c.decls[id].fnGen = c.b.Argument(arg), c.fnGen
	return id, took
}

// splitArg reports whether a texture with a sampler comes as two arguments.
func (c *checker) splitArg(arg int) bool {
	t := c.at(c.fn.Args[arg].Type)
	return t.Kind == ir.TypeImage
}

// lowerMain builds the body of main behind the code that was built already.
func (c *checker) lowerMain(index int, body syntax.Node) {
	c.mainFn.Span = c.funcs[index].span
	c.reserve(c.mainFn, c.itemAt)
	c.fnDecl = int32(index)
	if len(c.io.outs) == 0 && c.stage.Info().WritesPosition {
		c.noPosition()
	}
	hasPosition := false
	for i := range c.io.outs {
		hasPosition = hasPosition || c.io.outs[i].builtIn == ir.BuiltInPosition
	}
	if c.stage.Info().WritesPosition && !hasPosition {
		c.noPosition()
	}
	old := c.push()
	bh := c.stmts(c.t.Block(body))
	if bh&clike.Next != 0 {
		c.b.Span = c.t.Span(body)
		if len(c.io.outs) > 0 {
			c.returnOutputs()
		}
	}
	c.buildResultIfOutputs()
	c.mainFn.Body = c.b.End(0)
	c.pop(old)
	c.fnDecl = 0
	c.b.Begin() // what follows would be evaluated behind main: nothing may
}

func (c *checker) buildResultIfOutputs() {
	if len(c.io.outs) > 0 {
		c.buildResult()
	}
}

// noPosition adds a position, which a vertex entry point must return.
func (c *checker) noPosition() {
	x := ioVar{name: ir.BuiltInPosition.String(), ty: vec4, builtIn: ir.BuiltInPosition, irType: vec4, location: -1, component: -1, index: -1}
	c.output(decl{ty: vec4, member: -1}, x, false)
}

// instances lowers the functions with opaque parameters.
func (c *checker) instances() {
	for k := 0; k < len(c.pending); k++ {
		p := c.pending[k]
		if c.funcs[p.fn].node == syntax.None {
			continue
		}
		c.lower(p.fn, p.id, p.types)
		if c.diags.HasErrors() {
			return
		}
	}
	c.undefined()
	for i := 1; i < len(c.funcs); i++ {
		f := &c.funcs[i]
		if f.opaque && !f.failed && f.node != syntax.None && len(f.insts) == 0 {
			c.checkUncalled(i)
		}
	}
	// Functions that were declared and never defined have no body.
	c.removeBodiless()
}

// undefined reports functions that main reaches and nothing defines. Functions that main
// doesn't reach may call others that are only declared, as of a shader of another file.
func (c *checker) undefined() {
	undefined := false
	for i := 1; i < len(c.funcs) && !undefined; i++ {
		f := &c.funcs[i]
		undefined = !f.failed && f.node == syntax.None && !f.called.IsZero()
	}
	if !undefined {
		return
	}
	calls := make([][]int32, len(c.funcs))
	for _, e := range c.calls {
		calls[e.from] = append(calls[e.from], e.to)
	}
	reached := make([]bool, len(c.funcs))
	list := []int32{0, int32(c.mainAt)} // what stands before main begins is function 0
	for reached[0], reached[c.mainAt] = true, true; len(list) > 0; {
		i := list[len(list)-1]
		list = list[:len(list)-1]
		for _, to := range calls[i] {
			if !reached[to] {
				reached[to] = true
				list = append(list, to)
			}
		}
	}
	for i := 1; i < len(c.funcs); i++ {
		f := &c.funcs[i]
		if !f.failed && f.node == syntax.None && !f.called.IsZero() && (c.mainAt == 0 || reached[i]) {
			c.errorf(codeUnresolved, f.called, "the function %q is declared but not defined", c.t.Name(f.name)).Label(f.span, "declared here")
		}
	}
}

// checkUncalled looks for errors in a function with opaque parameters that nothing
// calls: it is lowered for resources of the declared types, and dropped.
func (c *checker) checkUncalled(index int) {
	f := &c.funcs[index]
	var types []ir.TypeID
	resource := func(opq uint16, dims []uint32, _ diag.Span) bool {
		o := c.opaques[opq]
		format := map[ir.Scalar]ir.StorageFormat{ir.F32: ir.Rgba32Float, ir.I32: ir.Rgba32Sint, ir.U32: ir.Rgba32Uint}[o.scalar]
		if o.kind == opaqueImage && format == 0 {
			return false
		}
		t := c.resourceType(o, format, ir.AccessReadWrite, false)
		if len(dims) > 0 {
			n, _ := product(dims)
			t = c.m.Types.Intern(ir.Type{Kind: ir.TypeBindingArray, Base: t, Length: n})
		}
		types = append(types, t)
		return true
	}
	for i := range f.params {
		p := &f.params[i]
		switch {
		case p.opq != 0 && c.isReference(p.opq):
		case c.holdsRayObject(p.ty):
			types = append(types, c.m.Types.Pointer(p.ty, ir.SpaceFunction, ir.AccessReadWrite, ir.NoLayout))
		case p.opq != 0:
			if !resource(p.opq, p.dims, p.span) {
				return
			}
		case c.structOpaque(p.ty):
			strct, dims := c.structDims(p.ty)
			for _, m := range c.structs[c.at(strct).Struct].opaques {
				if !resource(m.opq, append(slices.Clone(dims), m.dims...), p.span) {
					return
				}
			}
		}
	}
	n := len(c.m.Functions)
	id := c.signature(f, types)
	pending := len(c.pending)
	c.lower(index, id, types)
	c.pending = c.pending[:pending]
	for _, f := range c.m.Functions[n:] {
		c.m.Release(f)
	}
	c.m.Functions = c.m.Functions[:n]
	maps.DeleteFunc(c.parts, func(p partArg, _ bool) bool { return int(p.fn) >= n })
	for i := range c.funcs {
		keep := c.funcs[i].insts[:0]
		for _, x := range c.funcs[i].insts {
			if int(x.id) < n {
				keep = append(keep, x)
			}
		}
		c.funcs[i].insts = keep
	}
}

// removeBodiless gives functions that are only declared an empty body: nothing
// calls them.
func (c *checker) removeBodiless() {
	for i := 1; i < len(c.funcs); i++ {
		f := &c.funcs[i]
		if f.node != syntax.None || f.id == 0 {
			continue
		}
		fn := c.m.Func(f.id)
		var b ir.Builder
		b.Start(c.m, fn)
		b.Begin()
		if f.result == 0 {
			b.Return(0)
		} else {
			b.Return(b.Zero(f.result))
		}
		fn.Body = b.End(0)
	}
}

// checkRecursion reports functions that call themselves.
func (c *checker) checkRecursion() {
	if len(c.calls) == 0 {
		return
	}
	const open, done = 1, 2
	state := make([]uint8, len(c.funcs))
	edges := make([][]callEdge, len(c.funcs))
	for _, e := range c.calls {
		edges[e.from] = append(edges[e.from], e)
	}
	type frame struct{ fn, at int32 }
	for root := range c.funcs {
		if state[root] != 0 {
			continue
		}
		stack := []frame{{int32(root), 0}}
		state[root] = open
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if int(top.at) == len(edges[top.fn]) {
				state[top.fn] = done
				stack = stack[:len(stack)-1]
				continue
			}
			e := edges[top.fn][top.at]
			top.at++
			switch state[e.to] {
			case open:
				c.errorf(codeRecursion, e.span, "the function %q calls itself, directly or through others", c.t.Name(c.funcs[e.to].name))
				return
			case 0:
				state[e.to] = open
				stack = append(stack, frame{e.to, 0})
			}
		}
	}
}
