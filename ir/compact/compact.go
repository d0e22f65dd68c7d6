// Package compact removes from a module what nothing uses: functions that no
// entry point reaches; values that no statement needs, with the Emits that only
// list such; local variables; globals, constants, overrides, structs, layouts
// and types. Handles change; what remains keeps its order.
//
// Statements with an effect always stay, but for an If, Switch or Block whose
// blocks became empty. Loads of volatile memory stay. The signature of functions
// and the members of structs don't change.
package compact

import (
	"sync"

	"refract/ir"
)

// Options says what is kept.
type Options struct {
	// KeepUnused keeps every function, global, constant, override and struct,
	// used or not, and with them what they use. A module without entry points
	// is compacted so in any case, since everything in it is for others to use.
	KeepUnused bool

	// EntryPoint keeps only the entry point of this name, of Stage where names
	// repeat (ir.NoStage: the first). "": all.
	EntryPoint string
	Stage      ir.Stage
}

// Module compacts a valid module in place. It reports false, and changes nothing, if
// the module lacks the entry point that is to be kept.
func Module(m *ir.Module, opts Options) bool {
	if opts.EntryPoint != "" && !keepEntryPoint(m, opts.EntryPoint, opts.Stage) {
		return false
	}
	c := compactions.Get().(*compaction)
	c.m, c.all = m, opts.KeepUnused || len(m.EntryPoints) == 0
	c.start()
	c.mark()
	c.number()
	c.m, c.f = nil, nil
	compactions.Put(c)
	return true
}

// compactions keeps the memory of compactions.
var compactions = sync.Pool{New: func() any { return new(compaction) }}

func keepEntryPoint(m *ir.Module, name string, s ir.Stage) bool {
	for _, e := range m.EntryPoints {
		if e.Name == name && (s == ir.NoStage || e.Stage == s) {
			m.EntryPoints = append(m.EntryPoints[:0], e)
			return true
		}
	}
	return false
}

// compaction marks what is used. An entry of r is not zero where the handle is
// marked; number makes of it the new handle.
type compaction struct {
	m   *ir.Module
	all bool
	r   ir.Renumbering

	volatile   bool        // loads may be of volatile memory
	bodies     []body      // marks of functions, by FuncID
	exprMarks  []ir.ExprID // of all bodies
	localMarks []ir.LocalID
	calls      []ir.FuncID   // functions to be marked
	consts     []ir.ExprID   // module-scope expressions whose operands are to be marked
	structs    []ir.StructID // structs whose members are to be marked
	globals    []ir.GlobalID // globals, likewise

	f     *ir.Function
	exprs []ir.ExprID // values whose operands are to be marked
	buf   []ir.ExprID
	inits []declaration
	first []int // by LocalID: index of its last declaration in inits, plus 1

	kept, marked int  // how many statements are in blocks, and values used
	empty        bool // something is empty, or has only blocks without an effect
}

// body is what is marked in one function.
type body struct {
	exprs  []ir.ExprID
	locals []ir.LocalID
	whole  bool // it loses nothing
}

// declaration is a StmtLocal; next is the index of another of the same local,
// plus 1.
type declaration struct {
	init ir.ExprID
	next int
}

func (c *compaction) start() {
	m := c.m
	r := &c.r
	r.Types, r.Structs = cleared(r.Types, m.Types.Len()), cleared(r.Structs, len(m.Structs))
	r.Layouts, r.Consts = cleared(r.Layouts, len(m.Layouts)), cleared(r.Consts, m.Consts.ExprCount())
	r.Constants, r.Overrides = cleared(r.Constants, len(m.Constants)), cleared(r.Overrides, len(m.Overrides))
	r.Globals, r.Functions = cleared(r.Globals, len(m.Globals)), cleared(r.Functions, len(m.Functions))
	exprs, locals := 0, 0
	for _, f := range m.Functions[1:] {
		exprs += f.ExprCount()
		locals += len(f.Locals)
	}
	c.exprMarks, c.localMarks = cleared(c.exprMarks, exprs), cleared(c.localMarks, locals)
	c.bodies = append(c.bodies[:0], body{})
	exprs, locals = 0, 0
	for _, f := range m.Functions[1:] {
		c.bodies = append(c.bodies, body{c.exprMarks[exprs:][:f.ExprCount()], c.localMarks[locals:][:len(f.Locals)], false})
		exprs += f.ExprCount()
		locals += len(f.Locals)
	}
	c.volatile = false
	for i := range m.Globals {
		c.volatile = c.volatile || m.Globals[i].Memory&ir.Volatile != 0
	}
	for i := range m.Structs {
		for j := range m.Structs[i].Members {
			c.volatile = c.volatile || m.Structs[i].Members[j].Memory&ir.Volatile != 0
		}
	}
}

// cleared is a slice of n zeros, in the memory of s if that is enough.
func cleared[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n, n+n/4)
	}
	s = s[:n]
	clear(s)
	return s
}

// mark marks everything that is used.
func (c *compaction) mark() {
	m := c.m
	for i := range m.EntryPoints {
		c.function(m.EntryPoints[i].Function)
		for _, x := range m.EntryPoints[i].WorkgroupSizeExpr {
			c.constExpr(ir.ExprID(x))
		}
	}
	if c.all {
		c.markAll()
	}
	for len(c.calls) > 0 {
		id := c.calls[len(c.calls)-1]
		c.calls = c.calls[:len(c.calls)-1]
		c.markBody(id)
	}
	c.drain()
}

func (c *compaction) markAll() {
	m := c.m
	for i := 1; i < len(m.Functions); i++ {
		c.function(ir.FuncID(i))
	}
	for i := 1; i < len(m.Constants); i++ {
		c.constant(ir.ConstantID(i))
	}
	for i := 1; i < len(m.Overrides); i++ {
		c.override(ir.OverrideID(i))
	}
	for i := 1; i < len(m.Globals); i++ {
		c.global(ir.GlobalID(i))
	}
	for i := 1; i < len(m.Structs); i++ {
		c.typ(m.Structs[i].Type)
	}
}

// drain marks what marked entities of module scope use.
func (c *compaction) drain() {
	m := c.m
	for {
		switch {
		case len(c.globals) > 0:
			g := &m.Globals[c.globals[len(c.globals)-1]]
			c.globals = c.globals[:len(c.globals)-1]
			c.typ(g.Type)
			c.layout(g.Layout)
			c.constExpr(ir.ExprID(g.Init))
		case len(c.structs) > 0:
			s := &m.Structs[c.structs[len(c.structs)-1]]
			c.structs = c.structs[:len(c.structs)-1]
			c.typ(s.Param)
			for i := range s.Members {
				c.typ(s.Members[i].Type)
			}
		case len(c.consts) > 0:
			x := c.consts[len(c.consts)-1]
			c.consts = c.consts[:len(c.consts)-1]
			c.typ(m.Consts.TypeOf(x))
			switch m.Consts.Kind(x) {
			case ir.KindConstant:
				c.constant(m.Consts.ConstantRef(x))
			case ir.KindOverride:
				c.override(m.Consts.OverrideRef(x))
			default:
				c.buf = m.Consts.Operands(x, c.buf[:0])
				for _, o := range c.buf {
					c.constExpr(o)
				}
			}
		default:
			return
		}
	}
}

func (c *compaction) constExpr(x ir.ExprID) {
	if x != 0 && c.r.Consts[x] == 0 {
		c.r.Consts[x] = 1
		c.consts = append(c.consts, x)
	}
}

func (c *compaction) constant(id ir.ConstantID) {
	if c.r.Constants[id] == 0 {
		c.r.Constants[id] = 1
		c.typ(c.m.Constants[id].Type)
		c.constExpr(ir.ExprID(c.m.Constants[id].Init))
	}
}

func (c *compaction) override(id ir.OverrideID) {
	if c.r.Overrides[id] == 0 {
		c.r.Overrides[id] = 1
		c.typ(c.m.Overrides[id].Type)
		c.constExpr(ir.ExprID(c.m.Overrides[id].Init))
	}
}

func (c *compaction) global(id ir.GlobalID) {
	if c.r.Globals[id] == 0 {
		c.r.Globals[id] = 1
		c.globals = append(c.globals, id)
	}
}

func (c *compaction) function(id ir.FuncID) {
	if c.r.Functions[id] == 0 {
		c.r.Functions[id] = 1
		c.calls = append(c.calls, id)
	}
}

func (c *compaction) typ(t ir.TypeID) {
	for t >= ir.FirstModuleType && c.r.Types[t] == 0 {
		c.r.Types[t] = 1
		ty := c.m.Types.At(t)
		c.layout(ty.Layout)
		c.constExpr(ir.ExprID(ty.LengthExpr))
		if ty.Kind == ir.TypeStruct && c.r.Structs[ty.Struct] == 0 {
			c.r.Structs[ty.Struct] = 1
			c.structs = append(c.structs, ty.Struct)
		}
		t = ty.Base
	}
}

// layout marks a layout and those inside it.
func (c *compaction) layout(id ir.LayoutID) {
	if id < ir.FirstExplicitLayout || c.r.Layouts[id-ir.FirstExplicitLayout] != 0 {
		return
	}
	c.r.Layouts[id-ir.FirstExplicitLayout] = 1
	for _, inner := range c.m.Layouts[id-ir.FirstExplicitLayout].Members {
		c.layout(inner)
	}
}

// number makes new handles of marks and renumbers the module.
func (c *compaction) number() {
	r := &c.r
	for t := range min(ir.FirstModuleType, ir.TypeID(len(r.Types))) {
		r.Types[t] = t
	}
	count(r.Types[ir.FirstModuleType:], ir.FirstModuleType)
	count(r.Structs, 1)
	count(r.Layouts, ir.FirstExplicitLayout)
	count(r.Consts, 1)
	count(r.Constants, 1)
	count(r.Overrides, 1)
	count(r.Globals, 1)
	count(r.Functions, 1)
	for i, f := range c.m.Functions {
		if r.Functions[i] == 0 {
			continue
		}
		if c.bodies[i].whole {
			f.RenumberWhole(r)
			continue
		}
		r.Exprs, r.Locals = c.bodies[i].exprs, c.bodies[i].locals
		count(r.Exprs, 1)
		count(r.Locals, 1)
		f.RenumberFunction(r)
	}
	c.m.RenumberModule(r)
}

// count replaces marks by numbers from first on.
func count[T ~uint32](marks []T, first T) {
	for i, v := range marks {
		if v != 0 {
			marks[i] = first
			first++
		}
	}
}
