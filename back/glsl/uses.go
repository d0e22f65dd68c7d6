package glsl

// This file finds the parts of a module that have to be written: the entities that the
// entry point reaches after the transforms, and which structs are the types of values,
// apart from structs that only describe a buffer's contents.

import (
	"refract/internal/back"
	"refract/internal/back/clike"
	"refract/internal/ir/calls"
	"refract/internal/reuse"
	"refract/ir"
)

// uses is the entities that are written. Slices are indexed by handle.
type uses struct {
	functions []bool
	order     []ir.FuncID // those called before their callers
	globals   []bool
	constants []bool
	consts    []ir.ConstantID // in an order in which each names only those before
	structs   []bool          // that are types of values
	types     []ir.StructID   // in an order in which each holds only those before
	zeros     []ir.TypeID     // whose zero value a function makes, likewise
	memory    ir.Memory       // what barriers order
	access    []ir.AccessMode // by global: what is done with a storage texture

	seenTypes []bool
	pointers  []ir.TypeID // to physical memory
	addressed []ir.TypeID // likewise, as they were met
	fixed     bool        // an address is known: see isFixed
	outputs   []bool      // by ExprID of main: a Compose that is returned, which is written part by part
	kept      keptUses
}

// keptUses are the uses of the first entry point without the uses of its globals.
type keptUses struct {
	known                                          bool
	functions, globals, constants, structs, seen   []bool
	access                                         []ir.AccessMode
	memory                                         ir.Memory
	fixed                                          bool
	order, consts, types, zeros, pointers, address int // lengths of the lists
}

// keep remembers the uses of an entry point, before the ones of globals or of other entry
// points are added.
func (u *uses) keep() {
	k := &u.kept
	k.functions = append(k.functions[:0], u.functions...)
	k.globals = append(k.globals[:0], u.globals...)
	k.constants = append(k.constants[:0], u.constants...)
	k.structs = append(k.structs[:0], u.structs...)
	k.seen = append(k.seen[:0], u.seenTypes...)
	k.access = append(k.access[:0], u.access...)
	k.memory, k.fixed, k.known = u.memory, u.fixed, true
	k.order, k.consts, k.types, k.zeros = len(u.order), len(u.consts), len(u.types), len(u.zeros)
	k.pointers, k.address = len(u.pointers), len(u.addressed)
}

// restore returns to the remembered uses.
func (u *uses) restore() {
	k := &u.kept
	copy(u.functions, k.functions)
	copy(u.globals, k.globals)
	copy(u.constants, k.constants)
	copy(u.structs, k.structs)
	copy(u.seenTypes, k.seen)
	copy(u.access, k.access)
	u.memory, u.fixed, k.known = k.memory, k.fixed, false
	u.order, u.consts, u.types, u.zeros = u.order[:k.order], u.consts[:k.consts], u.types[:k.types], u.zeros[:k.zeros]
	u.pointers, u.addressed = u.pointers[:k.pointers], u.addressed[:k.address]
}

// findUses finds the entities written for the entry point.
func (w *Writer) findUses() {
	if w.use.kept.known && w.entry == &w.M.EntryPoints[0] && !w.opts.IncludeUnused {
		w.use.restore() // to what share has found
		w.findOutputs()
		w.useGlobals()
		return
	}
	w.startUses()
	if w.opts.IncludeUnused {
		stage := stageUses{w: w, state: make([]stageState, len(w.M.Functions))}
		for i := 1; i < len(w.M.Functions); i++ {
			if !w.isEntry(ir.FuncID(i)) && w.isWritable(w.M.Functions[i]) && stage.has(ir.FuncID(i)) {
				w.useFunction(ir.FuncID(i))
			}
		}
		for _, g := range back.Resources(w.M) { // of textures and samplers only pairs have a form
			if s := w.M.Globals[g].Space; s == ir.SpaceUniform || s == ir.SpaceStorage {
				w.use.globals[g] = true
			}
		}
	}
	w.useEntry()
	w.useGlobals()
}

// stageUses finds the functions that the stage of the entry point has.
type stageUses struct {
	w     *Writer
	state []stageState // by FuncID
}

type stageState uint8

const (
	stageUnseen stageState = iota
	stageHas
	stageLacks
)

// has reports whether the stage has everything that a function and its callees do.
func (u *stageUses) has(id ir.FuncID) bool {
	if u.state[id] != stageUnseen {
		return u.state[id] == stageHas
	}
	u.state[id] = stageLacks
	f, info, quads := u.w.M.Functions[id], u.w.entry.Stage.Info(), u.w.entry.HasQuads()
	switch {
	case !quads && f.MayHaveAny(ir.Kinds(ir.KindDerivative)), info.Inputs != ir.Varyings && f.MayHaveAny(ir.Kinds(ir.KindInterpolate)),
		!info.Discards && (f.MayHaveStmt(ir.StmtDemote) || f.MayHaveStmt(ir.StmtTerminate)):
		return false
	}
	if !info.Workgroups && f.MayHaveStmt(ir.StmtControlBarrier) {
		return false
	}
	for x := ir.ExprID(1); int(x) < f.ExprCount(); x++ {
		switch f.Kind(x) {
		case ir.KindImageSample:
			if v := f.ImageSample(x); !quads && v.Gather < 0 && v.Level.IsImplicit() {
				return false
			}
		case ir.KindGlobal:
			if !info.Workgroups && u.w.M.Globals[f.GlobalRef(x)].Space == ir.SpaceWorkgroup {
				return false
			}
		}
	}
	for to := range calls.Of(f) {
		if !u.has(to) {
			return false
		}
	}
	u.state[id] = stageHas
	return true
}

// startUses begins with nothing.
func (w *Writer) startUses() {
	m, u := w.M, &w.use
	u.functions = reuse.Zeroed(u.functions, len(m.Functions))
	u.globals = reuse.Zeroed(u.globals, len(m.Globals))
	u.access = reuse.Zeroed(u.access, len(m.Globals))
	u.constants = reuse.Zeroed(u.constants, len(m.Constants))
	u.structs = reuse.Zeroed(u.structs, len(m.Structs))
	u.seenTypes = reuse.Zeroed(u.seenTypes, m.Types.Len())
	u.order, u.consts, u.types, u.zeros = u.order[:0], u.consts[:0], u.types[:0], u.zeros[:0]
	u.pointers, u.addressed = u.pointers[:0], u.addressed[:0]
	u.memory, u.fixed, u.kept.known = 0, false, false
}

// useEntry marks the entities that the entry point uses.
func (w *Writer) useEntry() {
	w.findOutputs()
	w.useFunction(w.entry.Function)
}

// findOutputs marks the results of the entry point that are written part by part.
func (w *Writer) findOutputs() {
	f, u := w.main, &w.use
	u.outputs = reuse.Zeroed(u.outputs, f.ExprCount())
	if f.Result == 0 || f.ResultBinding.Kind != ir.NoBinding {
		return
	}
	for s := ir.StmtID(1); int(s) < f.StmtCount(); s++ {
		if f.StmtKind(s) == ir.StmtReturn {
			if v := f.ReturnValue(s); f.Kind(v) == ir.KindCompose {
				u.outputs[v] = true
			}
		}
	}
}

// useGlobals marks the needs of the used globals.
func (w *Writer) useGlobals() {
	for i := 1; i < len(w.M.Globals); i++ {
		if g := &w.M.Globals[i]; w.use.globals[i] {
			w.useGlobal(g)
		}
	}
	for _, id := range w.use.addressed {
		w.usePointer(id)
	}
}

// isEntry reports whether a function is that of an entry point.
func (w *Writer) isEntry(f ir.FuncID) bool {
	for i := range w.M.EntryPoints {
		if w.M.EntryPoints[i].Function == f {
			return true
		}
	}
	return false
}

// isWritable reports whether the parameters of a function nobody calls can be
// written.
func (w *Writer) isWritable(f *ir.Function) bool {
	for i := range f.Args {
		switch t := w.M.Types.At(f.Args[i].Type); t.Kind {
		case ir.TypePointer:
			if t.Space != ir.SpaceFunction && t.Space != ir.SpacePrivate {
				return false
			}
		case ir.TypeImage, ir.TypeSampler, ir.TypeSampledImage, ir.TypeBindingArray, ir.TypeAccelerationStructure:
			return false
		}
	}
	return true
}

// returns reports whether a block has a return statement, which GLSL's compilers require of
// every function with a result, even if control never comes to an end of it.
func returns(f *ir.Function, b ir.BlockID) bool {
	list := f.Block(b)
	for i := len(list) - 1; i >= 0; i-- {
		switch s := list[i]; f.StmtKind(s) {
		case ir.StmtReturn:
			return true
		case ir.StmtBlock:
			if returns(f, f.BlockStmt(s)) {
				return true
			}
		case ir.StmtIf:
			if v := f.If(s); returns(f, v.Accept) || returns(f, v.Reject) {
				return true
			}
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				if returns(f, c.Body) {
					return true
				}
			}
		case ir.StmtLoop:
			if returns(f, f.Loop(s).Body) { // a continuing block has none
				return true
			}
		}
	}
	return false
}

// useFunction marks a function and its uses. Calls don't recur, so that the depth is at
// most the number of functions; it is bounded by maxCalls besides.
func (w *Writer) useFunction(id ir.FuncID) {
	u := &w.use
	if u.functions[id] {
		return
	}
	u.functions[id] = true
	if w.Depth++; w.Depth > maxCalls {
		w.Unsupported("calls that nest so deeply", w.M.Func(id).Span)
		return
	}
	f := w.M.Func(id)
	isMain := id == w.entry.Function
	if !isMain {
		for i := range f.Args {
			w.useType(w.M.Types.Pointee(f.Args[i].Type))
		}
		if f.Result != 0 {
			w.useType(f.Result)
			if !returns(f, f.Body) {
				w.useZero(f.Result)
			}
		}
	}
	if !w.useWhole(id, isMain) {
		w.useBlock(f, f.Body, isMain)
	}
	for i := 1; i < len(f.Locals); i++ {
		w.useType(f.Locals[i].Type)
	}
	u.order = append(u.order, id)
	w.Depth--
}

// noteWhole notes how many expressions functions have if all are used.
func (w *Writer) noteWhole(m *ir.Module) {
	w.whole = w.whole[:0]
	for _, f := range m.Functions[1:] {
		w.whole = append(w.whole, f.ExprCount())
	}
}

// useWhole is useBlock for a function whose expressions are all used, in any order: it has
// no structs, arrays and constants. It reports whether it has.
func (w *Writer) useWhole(id ir.FuncID, isMain bool) bool {
	f, u := w.M.Func(id), &w.use
	n := f.ExprCount()
	if k := int(id) - 1; k >= len(w.whole) || w.whole[k] != n || f.MayHave(ir.KindConstant) || f.MayHave(ir.KindImageLoad) || f.MayHave(ir.KindPointerAt) {
		return false
	}
	for x := ir.ExprID(1); int(x) < n; x++ {
		t := f.TypeOf(x)
		if t.IsElementary() {
			continue
		}
		if f.Kind(x) == ir.KindGlobal {
			u.globals[f.GlobalRef(x)] = true
			continue
		}
		switch w.M.Types.At(t).Kind {
		case ir.TypeStruct, ir.TypeArray:
			if !isMain || !u.outputs[x] {
				return false
			}
		}
	}
	for _, k := range [...]ir.StmtKind{ir.StmtCall, ir.StmtImageStore, ir.StmtImageAtomic, ir.StmtControlBarrier, ir.StmtMemoryBarrier} {
		if f.MayHaveStmt(k) {
			w.useStatements(f, f.Body)
			break
		}
	}
	return true
}

// useStatements marks the uses of statements beside operands and results.
func (w *Writer) useStatements(f *ir.Function, b ir.BlockID) {
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
		case ir.StmtBlock:
			w.useStatements(f, f.BlockStmt(s))
		case ir.StmtIf:
			v := f.If(s)
			w.useStatements(f, v.Accept)
			w.useStatements(f, v.Reject)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				w.useStatements(f, c.Body)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			w.useStatements(f, v.Body)
			w.useStatements(f, v.Continuing)
		default:
			w.useStatement(f, s)
		}
	}
}

// useStatement marks the uses of a statement without blocks beside its operands and result.
func (w *Writer) useStatement(f *ir.Function, s ir.StmtID) {
	switch f.StmtKind(s) {
	case ir.StmtCall:
		w.useFunction(f.Call(s).Function)
	case ir.StmtImageStore:
		w.useImage(f, f.ImageStore(s).Image, ir.AccessWrite)
	case ir.StmtImageAtomic:
		w.useImage(f, f.ImageAtomic(s).Image, ir.AccessReadWrite)
	case ir.StmtControlBarrier, ir.StmtMemoryBarrier:
		w.use.memory |= f.Barrier(s).Memory
	}
}

// maxCalls bounds how deep calls nest.
const maxCalls = 10000

func (w *Writer) useBlock(f *ir.Function, b ir.BlockID, isMain bool) {
	u := &w.use
	for _, s := range f.Block(b) {
		switch f.StmtKind(s) {
		case ir.StmtEmit:
			for _, x := range f.Emit(s) {
				switch f.Kind(x) {
				case ir.KindImageLoad:
					w.useImage(f, f.ImageLoad(x).Image, ir.AccessRead)
				case ir.KindPointerAt:
					if w.M.Types.At(f.TypeOf(x)).Kind == ir.TypeAccelerationStructure {
						break
					}
					u.addressed = append(u.addressed, f.TypeOf(x))
					u.fixed = u.fixed || isFixed(&f.Exprs, f.Operand(x), maxFixed)
				}
				a, b, c, list := f.Inputs(x)
				w.useOperand(f, a)
				if b != 0 {
					w.useOperand(f, b)
				}
				if c != 0 {
					w.useOperand(f, c)
				}
				for _, o := range list {
					w.useOperand(f, o)
				}
				if !f.TypeOf(x).IsElementary() && (!isMain || !u.outputs[x]) {
					w.useValue(f, x)
				}
			}
			continue
		case ir.StmtBlock:
			w.useBlock(f, f.BlockStmt(s), isMain)
		case ir.StmtIf:
			v := f.If(s)
			w.useBlock(f, v.Accept, isMain)
			w.useBlock(f, v.Reject, isMain)
		case ir.StmtSwitch:
			for _, c := range f.Switch(s).Cases {
				w.useBlock(f, c.Body, isMain)
			}
		case ir.StmtLoop:
			v := f.Loop(s)
			w.useBlock(f, v.Body, isMain)
			w.useBlock(f, v.Continuing, isMain)
		default:
			w.useStatement(f, s)
		}
		if r := f.StmtResult(s); r != 0 {
			// Compare-exchange writes the old value only.
			if t := w.M.StructOf(f.TypeOf(r)); t == nil || t.Special != ir.SpecialAtomicExchange {
				w.useValue(f, r)
			}
		}
		w.List = f.StmtOperands(s, w.List[:0])
		for _, o := range w.List {
			w.useOperand(f, o)
		}
	}
}

// useImage marks the operations on a texture.
func (w *Writer) useImage(f *ir.Function, image ir.ExprID, a ir.AccessMode) {
	if k := f.Kind(image); k == ir.KindAccess || k == ir.KindAccessIndex {
		image = f.Operand(image)
	}
	if f.Kind(image) == ir.KindGlobal {
		w.use.access[f.GlobalRef(image)] |= a
	}
}

// useValue marks the type of a value.
func (w *Writer) useValue(f *ir.Function, x ir.ExprID) {
	t := f.TypeOf(x)
	if t.IsElementary() {
		return
	}
	switch w.M.Types.At(t).Kind {
	case ir.TypeStruct, ir.TypeArray:
		w.useType(t)
	}
}

// useOperand marks the entity of an operand, or 0, if it exists everywhere.
func (w *Writer) useOperand(f *ir.Function, x ir.ExprID) {
	const declared = 1<<ir.KindGlobal | 1<<ir.KindConstant | 1<<ir.KindZeroValue
	if declared>>f.Kind(x)&1 != 0 {
		w.useDeclared(f, x)
	}
}

func (w *Writer) useDeclared(f *ir.Function, x ir.ExprID) {
	switch f.Kind(x) {
	case ir.KindGlobal:
		w.use.globals[f.GlobalRef(x)] = true
	case ir.KindConstant:
		w.useConstant(f.ConstantRef(x))
		w.useValue(f, x)
	case ir.KindZeroValue:
		w.useZero(f.TypeOf(x))
		w.useValue(f, x)
	}
}

// useConstant marks a constant and the ones that it names.
func (w *Writer) useConstant(c ir.ConstantID) {
	u := &w.use
	if u.constants[c] {
		return
	}
	u.constants[c] = true
	w.useConst(ir.ExprID(w.M.Constants[c].Init), 0)
	w.useType(w.M.Constants[c].Type)
	u.consts = append(u.consts, c)
}

// useConst marks the uses of a module-scope expression.
func (w *Writer) useConst(x ir.ExprID, depth int) {
	if depth > clike.MaxConstDepth {
		w.Unsupported("a constant that nests so deeply", w.M.Consts.SpanOf(x))
		return
	}
	ex := &w.M.Consts
	if ex.Kind(x) == ir.KindConstant {
		w.useConstant(ex.ConstantRef(x))
		return
	}
	switch t := ex.TypeOf(x); w.M.Types.At(t).Kind {
	case ir.TypeStruct, ir.TypeArray:
		w.useType(t)
	}
	for _, o := range ex.Operands(x, nil) {
		w.useConst(o, depth+1)
	}
}

// useGlobal marks the entities that the declaration of a global names.
func (w *Writer) useGlobal(g *ir.Global) {
	if g.Init != 0 {
		if w.M.Consts.Kind(ir.ExprID(g.Init)) == ir.KindZeroValue {
			w.useZero(g.Type)
		}
		w.useConst(ir.ExprID(g.Init), 0)
	}
	switch g.Space {
	case ir.SpacePrivate:
		if g.Init == 0 {
			w.useZero(g.Type)
		}
		w.useType(g.Type)
	case ir.SpaceWorkgroup:
		w.useType(g.Type)
	case ir.SpaceTaskPayload, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload, ir.SpaceHitAttribute, ir.SpaceCallableData, ir.SpaceIncomingCallableData,
		ir.SpaceHitObjectAttribute:
		w.useType(g.Type)
	case ir.SpaceInput, ir.SpaceOutput:
		if s := w.stageStruct(g); s != nil {
			for i := range s.Members {
				w.useType(s.Members[i].Type)
			}
		} else {
			w.useType(g.Type)
		}
	case ir.SpaceUniform, ir.SpaceStorage, ir.SpaceImmediate, ir.SpaceShaderRecord:
		id := g.Type
		if t := w.M.Types.At(id); t.Kind == ir.TypeBindingArray {
			id = t.Base
		}
		s := w.M.StructOf(id)
		if s == nil || !w.isBlock(g) || w.shared.structs[w.M.Types.At(id).Struct] || !w.has(blockInstances) {
			w.useType(id) // blocks without a name of an instance have one member
			return
		}
		for i := range s.Members { // what the block holds
			w.useType(s.Members[i].Type)
		}
	}
}

// useType marks the structs of a type of values.
func (w *Writer) useType(id ir.TypeID) {
	u := &w.use
	if id < ir.FirstModuleType || u.seenTypes[id] {
		return
	}
	u.seenTypes[id] = true
	switch t := w.M.Types.At(id); t.Kind {
	case ir.TypeArray:
		w.useType(t.Base)
	case ir.TypeStruct:
		for i := range w.M.Structs[t.Struct].Members {
			w.useType(w.M.Structs[t.Struct].Members[i].Type)
		}
		u.structs[t.Struct] = true
		u.types = append(u.types, t.Struct)
	}
}

// longZero is how many scalars a zero value has that a function makes.
const longZero = 64

// useZero marks the types in a zero value that a function makes.
func (w *Writer) useZero(id ir.TypeID) {
	if w.isOld() || id < ir.FirstModuleType || w.scalars(id) < longZero {
		return
	}
	for _, t := range w.use.zeros {
		if t == id {
			return
		}
	}
	switch t := w.M.Types.At(id); t.Kind {
	case ir.TypeArray:
		w.useZero(t.Base)
		w.use.zeros = append(w.use.zeros, id)
	case ir.TypeStruct:
		for i := range w.M.Structs[t.Struct].Members {
			w.useZero(w.M.Structs[t.Struct].Members[i].Type)
		}
	}
}

// scalars counts the scalars and vectors that a zero value is spelled with, up to
// longZero.
func (w *Writer) scalars(id ir.TypeID) int {
	switch t := w.M.Types.At(id); t.Kind {
	case ir.TypeArray:
		return min(longZero, int(min(t.Length, longZero))*w.scalars(t.Base))
	case ir.TypeStruct:
		n := 0
		for i := range w.M.Structs[t.Struct].Members {
			if n += w.scalars(w.M.Structs[t.Struct].Members[i].Type); n >= longZero {
				return longZero
			}
		}
		return n
	}
	return 1
}
