// Package compact removes unused parts from a module: functions that no entry point
// reaches; values that no statement needs, with the Emits that list nothing else; local
// variables; globals, constants, overrides, structs, layouts and types. Handles change; the
// remaining entities keep their order.
//
// Bodies are marked and renumbered by package ir (ir.Renumbering), whose packed
// fields that takes.
//
// Statements with an effect always stay, but for an If, Switch or Block whose
// blocks became empty. Loads of volatile memory stay. The signature of functions
// and the members of structs don't change.
package compact

import (
	"slices"
	"sync"

	"refract/internal/reuse"
	"refract/ir"
)

// Options selects the entities that are kept.
type Options struct {
	// KeepUnused keeps every function, global, constant, override and struct, used or not,
	// and with them their own uses. A module without entry points is compacted so in any
	// case, since everything in it is for others to use.
	KeepUnused bool

	// Interface is KeepUnused without entities that no host sees: constants and structs
	// stay only if something uses them.
	Interface bool

	// Pipelines keeps the entities that pipelines may name: overrides, used or not, to
	// which a pipeline may give values, and the resources that functions mention, which a
	// layout that is made of the shader has.
	Pipelines bool

	// Drop reports whether a function may go though KeepUnused or Interface is set, or
	// there are no entry points. nil: none may.
	Drop func(f *ir.Function) bool

	// Alone copies in full only functions that one of the entry points reaches.
	Alone *Alone

	// Keep are globals that stay, used or not. They become the new handles.
	Keep []ir.GlobalID

	// EntryPoint keeps only the entry point of this name, of Stage if names repeat
	// (ir.NoStage: the first). "": all.
	EntryPoint string
	Stage      ir.Stage
}

// An Alone names the entry point whose functions Into copies: of functions that others
// reach, and it doesn't, the copy has the signature if they are entry points, and else
// nothing. Module-scope entities of the others stay.
type Alone struct {
	Entry int // index of the entry point

	// Fits reports whether that will do, once the users of each entity are known: see
	// below. If not, all functions are copied.
	Fits func(a *Alone) bool

	// By handles of the module, not 0 if the entry point uses the function or global, and
	// if functions that it doesn't reach use the global or name the type.
	Functions   []ir.FuncID
	Own, Others []ir.GlobalID
	Types       []ir.TypeID

	Left bool          // functions were left out
	Kept []ir.GlobalID // those of Others, as handles of the copy
}

// Module compacts a valid module in place. It reports false, and changes nothing, if
// the module lacks the entry point that is to be kept.
func Module(m *ir.Module, opts Options) bool { return Into(m, m, opts) }

// Into makes dst the result of Module on m, a valid module that stays as it is; the memory
// of dst is used again. It copies only kept entities.
func Into(dst, m *ir.Module, opts Options) bool {
	entries := m.EntryPoints
	if opts.EntryPoint != "" {
		i := findEntryPoint(m, opts.EntryPoint, opts.Stage)
		if i < 0 {
			return false
		}
		entries = entries[i : i+1]
	}
	c := compactions.Get().(*compaction)
	c.m, c.entries = m, entries
	c.all, c.hidden = opts.KeepUnused || opts.Interface || len(entries) == 0, opts.Interface
	c.pipelines, c.drop, c.alone = opts.Pipelines, opts.Drop, opts.Alone
	c.start()
	for _, g := range opts.Keep {
		c.r.Globals[g] = 1
	}
	c.mark()
	c.number()
	for i, g := range opts.Keep {
		opts.Keep[i] = c.r.Globals[g]
	}
	if a := c.alone; a != nil {
		for g, other := range a.Others {
			if other != 0 {
				a.Kept = append(a.Kept, c.r.Globals[g])
			}
		}
	}
	if dst == m {
		c.renumberBodies()
	} else {
		c.copyBodies(dst)
	}
	dst.EntryPoints = append(dst.EntryPoints[:0], entries...)
	if !c.same {
		dst.RenumberModule(&c.r)
	}
	dst.Meter = m.Meter
	c.m, c.entries, c.alone = nil, nil, nil
	compactions.Put(c)
	return true
}

// compactions keeps the memory of compactions.
var compactions = sync.Pool{New: func() any { return new(compaction) }}

// findEntryPoint returns the index of an entry point, or -1.
func findEntryPoint(m *ir.Module, name string, s ir.Stage) int {
	return slices.IndexFunc(m.EntryPoints, func(e ir.EntryPoint) bool {
		return e.Name == name && (s == ir.NoStage || e.Stage == s)
	})
}

// compaction marks used entities. An entry of r is not zero if the handle is marked; number
// makes of it the new handle.
type compaction struct {
	m       *ir.Module
	entries []ir.EntryPoint // that are kept
	all     bool            // what isn't used stays too
	hidden  bool            // but for constants and structs
	drop    func(f *ir.Function) bool
	// overrides and mentioned resources stay
	pipelines bool
	alone     *Alone
	functions []ir.FuncID   // with alone: what its entry point reaches
	globals   []ir.GlobalID // and uses
	types     []ir.TypeID
	r         ir.Renumbering

	predeclared []ir.TypeID // each itself

	same       bool        // all entities of module scope are kept: their handles stay
	volatile   bool        // loads may be of volatile memory
	bodies     []body      // marks of functions, by FuncID
	exprMarks  []ir.ExprID // memory of all bodies' marks
	localMarks []ir.LocalID
	consts     []ir.ExprID   // module-scope expressions whose operands are to be marked
	structs    []ir.StructID // structs whose members are to be marked
	buf        []ir.ExprID
}

// body is the marks in one function.
type body struct {
	exprs  []ir.ExprID
	locals []ir.LocalID
	whole  bool // it loses nothing
}

func (c *compaction) start() {
	m := c.m
	r := &c.r
	r.Types, r.Structs = reuse.Zeroed(r.Types, m.Types.Len()), reuse.Zeroed(r.Structs, len(m.Structs))
	r.Layouts, r.Consts = reuse.Zeroed(r.Layouts, len(m.Layouts)), reuse.Zeroed(r.Consts, m.Consts.ExprCount())
	r.Constants, r.Overrides = reuse.Zeroed(r.Constants, len(m.Constants)), reuse.Zeroed(r.Overrides, len(m.Overrides))
	r.Globals, r.Functions = reuse.Zeroed(r.Globals, len(m.Globals)), reuse.Zeroed(r.Functions, len(m.Functions))
	c.exprMarks, c.localMarks = c.exprMarks[:0], c.localMarks[:0]
	c.bodies = reuse.Zeroed(c.bodies, len(m.Functions))
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

// taken is a slice of n zeros from memory that others take from too; when that is used up
// there is new memory, and earlier slices stay in the old.
func taken[T any](memory *[]T, n int) []T {
	at := len(*memory)
	if cap(*memory)-at < n {
		at, *memory = 0, make([]T, 0, 2*cap(*memory)+n)
	}
	*memory = (*memory)[:at+n]
	list := (*memory)[at:]
	clear(list)
	return list
}

// mark marks everything that is used.
func (c *compaction) mark() {
	if c.alone != nil {
		c.markOwn()
	}
	for i := range c.entries {
		c.function(c.entries[i].Function)
		for _, x := range c.entries[i].WorkgroupSizeExpr {
			c.constExpr(ir.ExprID(x))
		}
		c.constExpr(ir.ExprID(c.entries[i].SubgroupSizeExpr))
	}
	if c.all {
		c.markAll()
	}
	r := &c.r
	if c.pipelines {
		for i := 1; i < len(c.m.Overrides); i++ {
			r.Overrides[i] = 1
		}
		r.Named = make([]bool, len(c.m.Globals))
		for i := range c.m.Globals {
			r.Named[i] = c.m.Globals[i].HasBinding
		}
		defer func() { r.Named = nil }()
	}
	c.markCalled()
	if c.alone != nil {
		c.markOthers()
	}
	c.drain()
}

// markOwn marks the entities that alone's entry point reaches, apart.
func (c *compaction) markOwn() {
	r := &c.r
	c.function(c.entries[c.alone.Entry].Function)
	c.markCalled()
	c.functions = append(c.functions[:0], r.Functions...)
	r.Globals, c.globals = reuse.Zeroed(c.globals, len(r.Globals)), r.Globals
	r.Types, c.types = reuse.Zeroed(c.types, len(r.Types)), r.Types
}

// markOthers calls Fits, and adds the marks of the others to the marks of its entry point.
func (c *compaction) markOthers() {
	r, a := &c.r, c.alone
	a.Functions, a.Own, a.Others, a.Types = c.functions, c.globals, r.Globals, r.Types
	a.Left = a.Fits(a)
	for i, other := range r.Globals {
		c.globals[i] |= other
	}
	for i, other := range r.Types {
		c.types[i] |= other
	}
	r.Globals, c.globals = c.globals, r.Globals
	r.Types, c.types = c.types, r.Types
}

// markCalled marks the entities that functions use, and their callees.
func (c *compaction) markCalled() {
	r := &c.r
	for len(r.Called) > 0 {
		id := r.Called[len(r.Called)-1]
		r.Called = r.Called[:len(r.Called)-1]
		b := &c.bodies[id]
		b.exprs = taken(&c.exprMarks, c.m.Functions[id].ExprCount())
		b.locals = taken(&c.localMarks, len(c.m.Functions[id].Locals))
		r.Exprs, r.Locals = b.exprs, b.locals
		b.whole = r.MarkFunction(c.m.Functions[id], c.volatile)
	}
}

// markAll marks all entities with a name.
func (c *compaction) markAll() {
	m, r := c.m, &c.r
	for i := 1; i < len(m.Functions); i++ {
		if c.drop == nil || !c.drop(m.Functions[i]) {
			c.function(ir.FuncID(i))
		}
	}
	for i := 1; i < len(m.Constants) && !c.hidden; i++ {
		r.Constants[i] = 1
	}
	for i := 1; i < len(m.Overrides); i++ {
		r.Overrides[i] = 1
	}
	for i := 1; i < len(m.Globals); i++ {
		r.Globals[i] = 1
	}
	for i := 1; i < len(m.Structs) && !c.hidden; i++ {
		r.Types[m.Structs[i].Type] = 1
	}
}

// drain propagates marks from entities of module scope.
func (c *compaction) drain() {
	m, r := c.m, &c.r
	for i := 1; i < len(r.Globals); i++ {
		if r.Globals[i] != 0 {
			g := &m.Globals[i]
			c.typ(g.Type)
			c.layout(g.Layout)
			c.constExpr(ir.ExprID(g.Init))
		}
	}
	for i, marked := range r.Constants {
		if marked != 0 {
			c.constantParts(ir.ConstantID(i))
		}
	}
	for i, marked := range r.Overrides {
		if marked != 0 {
			c.overrideParts(ir.OverrideID(i))
		}
	}
	for t := ir.FirstModuleType; int(t) < len(r.Types); t++ {
		if r.Types[t] != 0 {
			r.Types[t] = 0
			c.typ(t)
		}
	}
	for len(c.structs) > 0 || len(c.consts) > 0 {
		if n := len(c.structs); n > 0 {
			s := &m.Structs[c.structs[n-1]]
			c.structs = c.structs[:n-1]
			c.typ(s.Param)
			for i := range s.Members {
				c.typ(s.Members[i].Type)
			}
			continue
		}
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
		c.constantParts(id)
	}
}

func (c *compaction) constantParts(id ir.ConstantID) {
	c.typ(c.m.Constants[id].Type)
	c.constExpr(ir.ExprID(c.m.Constants[id].Init))
}

func (c *compaction) override(id ir.OverrideID) {
	if c.r.Overrides[id] == 0 {
		c.r.Overrides[id] = 1
		c.overrideParts(id)
	}
}

func (c *compaction) overrideParts(id ir.OverrideID) {
	c.typ(c.m.Overrides[id].Type)
	c.constExpr(ir.ExprID(c.m.Overrides[id].Init))
}

func (c *compaction) function(id ir.FuncID) {
	if c.r.Functions[id] == 0 {
		c.r.Functions[id] = 1
		c.r.Called = append(c.r.Called, id)
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

// layout marks a layout and the layouts inside it.
func (c *compaction) layout(id ir.LayoutID) {
	if id < ir.FirstExplicitLayout || c.r.Layouts[id-ir.FirstExplicitLayout] != 0 {
		return
	}
	c.r.Layouts[id-ir.FirstExplicitLayout] = 1
	for _, inner := range c.m.Layouts[id-ir.FirstExplicitLayout].Members {
		c.layout(inner)
	}
}

// number makes new handles of marks.
func (c *compaction) number() {
	r := &c.r
	if c.predeclared == nil {
		for t := range ir.FirstModuleType {
			c.predeclared = append(c.predeclared, t)
		}
	}
	copy(r.Types, c.predeclared)
	c.same = true
	renumber(c, r.Types[ir.FirstModuleType:], ir.FirstModuleType)
	renumber(c, r.Structs[1:], 1)
	renumber(c, r.Layouts, ir.FirstExplicitLayout)
	renumber(c, r.Consts[1:], 1)
	renumber(c, r.Constants[1:], 1)
	renumber(c, r.Overrides[1:], 1)
	renumber(c, r.Globals[1:], 1)
	renumber(c, r.Functions[1:], 1)
	for i := range c.bodies {
		if b := &c.bodies[i]; r.Functions[i] != 0 && !b.whole {
			count(b.exprs[1:], 1)
			count(b.locals[1:], 1)
		}
	}
}

// renumberBodies renumbers the functions in place.
func (c *compaction) renumberBodies() {
	r := &c.r
	for i, f := range c.m.Functions {
		if r.Functions[i] == 0 {
			continue
		}
		if c.bodies[i].whole {
			if !c.same {
				f.RenumberWhole(r)
			}
			continue
		}
		r.Exprs, r.Locals = c.bodies[i].exprs, c.bodies[i].locals
		f.RenumberFunction(r)
	}
	c.m.DropFunctions(r)
}

// copyBodies makes dst a copy of the module with the kept functions.
func (c *compaction) copyBodies(dst *ir.Module) {
	r := &c.r
	c.m.CloneBesideFunctions(dst)
	for i, f := range c.m.Functions {
		if r.Functions[i] != 0 {
			_, g := dst.NewFunction(f.Name)
			r.Exprs, r.Locals = c.bodies[i].exprs, c.bodies[i].locals
			switch {
			case c.alone != nil && c.alone.Left && c.functions[i] == 0:
				if c.isEntry(ir.FuncID(i)) {
					g.CopySignature(f)
				}
				if !c.same {
					g.RenumberWhole(r)
				}
			case !c.bodies[i].whole:
				f.CopyRenumbered(g, r)
			case c.same:
				g.CopyBody(f)
			default:
				g.CopyBody(f)
				g.RenumberWhole(r)
			}
		}
	}
}

func (c *compaction) isEntry(id ir.FuncID) bool {
	return slices.ContainsFunc(c.entries, func(e ir.EntryPoint) bool { return e.Function == id })
}

// renumber counts the entities of one kind, and notes whether all are kept.
func renumber[T ~uint32](c *compaction, marks []T, first T) {
	c.same = count(marks, first) == len(marks) && c.same
}

// count replaces marks, which are 1, by numbers from first on, and returns how many there
// are.
func count[T ~uint32](marks []T, first T) int {
	next := first
	for i, v := range marks {
		marks[i] = next * v
		next += v
	}
	return int(next - first)
}
