package spirv

// This file walks a module: entry points, and the functions that they call.

import (
	"strconv"

	"refract/diag"
	"refract/internal/back"
	"refract/internal/reuse"
	"refract/ir"
	"refract/spirv"
)

// Writer writes modules one after the other and reuses its memory. The zero
// Writer is ready to use. It is not safe for concurrent use.
type Writer struct {
	emitter
	opts  Options
	clone ir.Module
	own   bool       // the module that is given may be changed
	made  *ir.Module // what is printed

	globals []globalVar
	narrow  []uint8 // by TypeID: see narrowParts

	records []functionRecord
	byFunc  []int32 // by FuncID: 1 + index in records of a function that isn't an entry point
	used    []int32 // by GlobalID: 1 + the last record that named it; negative: see closeEntries
	current int     // index in records of the function being written

	usedGlobals []ir.GlobalID // memory of closeEntries
	callStack   []int32

	bindings    map[ir.ResourceBinding]BindingTarget // of a long binding map
	nextBinding uint32                               // free in set 0, for FakeMissingBindings

	placed []Resource // for Reflection

	bound          int // of the words written; 0: none
	workgroupSizes int // that the pipeline sets, before SPIR-V 1.6

	// The function being written.
	f             *ir.Function
	inEntry       bool
	fragments     []fragmentEntry // entry points of the fragment stage
	pulling       []ir.FuncID     // the first two functions in SSA form that interpolate inputs
	pullsSeen     int             // functions that were looked at for that
	named         int             // in f.Named: where authorsName looked last
	entry         entryState
	interfaceVars []id
	ioMemory      reuse.Arena[ioVar] // of the inputs and outputs of all entry points
	prologue      spirv.Stream
	prologueBlock id
	args, params  []id
	locals        []id
	ids           []id // by ExprID: values; of pointers and resources, 1 + index in places
	places        []place
	closed        []bool   // by scope
	scopes        []uint32 // the open ones
	steps         []ir.ExprID
	chaining      chaining
	deferred      ir.ExprID // see putOff
	uses          []uint8
	counted       bool
	dead          id  // a block that control never gets to
	continuing    int // how many continuing blocks are around the statement
	depth         int

	debug debugState
	ssa   ssaState
}

// Bound sets how many bytes are written at most; 0 is no bound. Write fails with a
// *back.TooLongError if there are more.
func (w *Writer) Bound(bytes int) { w.bound = bytes / 4 }

// functionRecord is a function that is or will be written.
type functionRecord struct {
	id             id
	f              ir.FuncID
	entry          int // index in EntryPoints, or -1
	depth, stencil bool
	vars           []id
	globals        []ir.GlobalID
	calls          []int32
	mark           int // of the last walk over calls
}

// Write writes a module as SPIR-V words. m must have passed validation, and stays
// as it is. Errors are
//
//   - *UnsupportedError: the version or the allowed capabilities can't express a part of
//     the module;
//   - *transform.OverrideError: Options.Overrides doesn't fit the module;
//   - *back.TooLongError: a bound of the output is passed;
//   - *transform.SpecializeError: pointers are passed in too many ways;
//   - else, the options name a capability that doesn't exist.
func Write(m *ir.Module, opts Options) ([]uint32, error) {
	return new(Writer).Write(nil, m, opts)
}

// Write is like the function Write but appends to dst and reuses memory.
func (w *Writer) Write(dst []uint32, m *ir.Module, opts Options) ([]uint32, error) {
	if err := w.prepare(m, opts); err != nil {
		return nil, err
	}
	return w.print(dst, w.made)
}

// prepare makes w.made, a copy of a module that the transforms have changed, or the module
// itself if that is the writer's own.
func (w *Writer) prepare(m *ir.Module, opts Options) error {
	w.opts = opts
	if opts.Version > 6 {
		return &UnsupportedError{Feature: "there is no SPIR-V 1." + strconv.Itoa(int(opts.Version))}
	}
	w.restricted = opts.AllowedCapabilities != nil
	if w.restricted {
		var err error
		if w.allowed, err = allowedCapabilities(opts.AllowedCapabilities); err != nil {
			return err
		}
	}
	w.indexBindings()
	w.hitForm = back.HitObjectsOf(m, opts.HitObjectsEXT) // of the module, as bodies may come from the SSA form
	w.made = m
	if !w.own {
		w.made = m.CloneInto(&w.clone)
	}
	return w.legalize(w.made)
}

// print writes a module that the transforms went over.
func (w *Writer) print(dst []uint32, m *ir.Module) ([]uint32, error) {
	w.reset(m, spirv.V(1, uint8(w.opts.Version)))
	w.names, w.noContraction = w.opts.Names, w.opts.NoContraction
	w.globals = reuse.Zeroed(w.globals, len(m.Globals))
	w.narrow = reuse.Zeroed(w.narrow, m.Types.Len())
	w.byFunc = reuse.Zeroed(w.byFunc, len(m.Functions))
	w.used = reuse.Zeroed(w.used, len(m.Globals))
	w.records = w.records[:0]
	w.workgroupSizes, w.nextBinding = 0, 0
	w.placed = w.placed[:0]
	w.fragments = w.fragments[:0]
	w.pulling, w.pullsSeen = w.pulling[:0], 0
	w.ioMemory.Reset()

	if w.ssa.shader != nil {
		w.findLaid()
	}
	w.need(spirv.CapabilityShader)
	w.openDebug()
	if err := w.queueRoots(); err != nil {
		return nil, err
	}
	for i := 0; i < len(w.records) && w.err == nil; i++ {
		w.current = i
		w.writeFunction(i)
		if w.bound != 0 && w.out.Functions.Len()+w.out.Globals.Len() > w.bound {
			return nil, &back.TooLongError{What: "bytes of SPIR-V", Limit: 4 * w.bound}
		}
	}
	w.closeEntries()
	addressing := spirv.AddressingModelLogical
	if w.needed.has(spirv.CapabilityPhysicalStorageBufferAddresses) {
		addressing = spirv.AddressingModelPhysicalStorageBuffer64
	}
	w.out.Memory.Op2(spirv.OpMemoryModel, uint32(addressing), uint32(spirv.MemoryModelGLSL450))
	if w.err != nil {
		return nil, w.err
	}
	words, err := w.out.AppendModule(dst, w.version, generator)
	if err != nil { // an instruction is too long
		return nil, &UnsupportedError{Feature: err.Error()}
	}
	return words, nil
}

// queueRoots queues the entry points; of a module without any, all functions.
func (w *Writer) queueRoots() error {
	found := false
	w.patches, w.strides, w.streams = false, ir.FeedbackStrides{}, w.hasStreams()
	for i := range w.m.EntryPoints {
		ep := &w.m.EntryPoints[i]
		if w.opts.EntryPoint != "" && (ep.Name != w.opts.EntryPoint || w.opts.Stage != ir.NoStage && w.opts.Stage != ep.Stage) {
			continue
		}
		found = true
		w.patches = w.patches || ep.Stage == ir.StageTessellationControl
		w.noteStrides(ep)
		w.addRecord(ep.Function, i)
	}
	switch {
	case found:
	case w.opts.EntryPoint != "":
		return &UnsupportedError{Feature: "there is no entry point " + w.opts.EntryPoint}
	default:
		if w.opts.Linkage {
			w.need(spirv.CapabilityLinkage)
		} else {
			w.unusedEntryPoint()
		}
		for i := range w.m.Functions[1:] {
			f := ir.FuncID(i + 1)
			if w.isUncallable(w.m.Functions[f]) {
				continue
			}
			v := w.records[w.record(f)].id
			if !w.opts.Linkage {
				continue
			}
			w.out.Annotations.Begin(spirv.OpDecorate)
			w.out.Annotations.Words(v, uint32(spirv.DecorationLinkageAttributes))
			w.out.Annotations.String(w.m.Functions[f].Name)
			w.out.Annotations.Word(uint32(spirv.LinkageTypeExport))
			w.out.Annotations.End()
		}
	}
	return nil
}

// isUncallable reports whether a function has a parameter that no call can give
// it: a pointer into a resource (section 2.16.1), or an array of resources. Calls inside
// the module call copies instead; see transform.PointerParams.
func (w *Writer) isUncallable(f *ir.Function) bool {
	for i := range f.Args {
		t := w.m.Types.At(f.Args[i].Type)
		if t.Kind == ir.TypeBindingArray {
			return true
		}
		if t.Kind != ir.TypePointer {
			continue
		}
		switch t.Space {
		case ir.SpaceFunction, ir.SpacePrivate, ir.SpaceWorkgroup:
		default:
			return true
		}
	}
	return false
}

// unusedEntryPoint writes a compute entry point that does nothing.
func (w *Writer) unusedEntryPoint() {
	f, void := w.out.NewID(), w.void()
	out := &w.out.Functions
	out.Op4(spirv.OpFunction, void, f, uint32(spirv.FunctionControlNone), w.functionType(void))
	out.Op1(spirv.OpLabel, w.out.NewID())
	out.Op0(spirv.OpReturn)
	out.Op0(spirv.OpFunctionEnd)
	w.out.EntryPoint(spirv.ExecutionModelGLCompute, f, UnusedEntryPoint)
	w.out.ExecutionModes.Op5(spirv.OpExecutionMode, f, uint32(spirv.ExecutionModeLocalSize), 1, 1, 1)
}

// record returns the index of a called function's record and queues it at the
// first call.
func (w *Writer) record(f ir.FuncID) int {
	if w.byFunc[f] == 0 {
		w.addRecord(f, -1)
		w.byFunc[f] = int32(len(w.records))
	}
	return int(w.byFunc[f]) - 1
}

// addRecord queues a function, in the memory of an earlier module's record.
func (w *Writer) addRecord(f ir.FuncID, entry int) {
	n := len(w.records)
	if n < cap(w.records) {
		w.records = w.records[:n+1]
	} else {
		w.records = append(w.records, functionRecord{})
	}
	r := &w.records[n]
	*r = functionRecord{id: w.out.NewID(), f: f, entry: entry, vars: r.vars[:0], globals: r.globals[:0], calls: r.calls[:0]}
}

// use records that the function being written uses a global.
func (w *Writer) use(g ir.GlobalID) *globalVar {
	if int(w.used[g]) != w.current+1 {
		w.used[g] = int32(w.current + 1)
		r := &w.records[w.current]
		r.globals = append(r.globals, g)
	}
	return w.global(g)
}

// closeEntries writes the entry points with the globals of their call trees.
func (w *Writer) closeEntries() {
	used, stack := w.usedGlobals, w.callStack
	for i := range w.records {
		r := &w.records[i]
		if r.entry < 0 {
			continue
		}
		used, stack = used[:0], append(stack[:0], int32(i))
		r.mark = i + 1
		for len(stack) > 0 {
			c := &w.records[stack[len(stack)-1]]
			stack = stack[:len(stack)-1]
			for _, g := range c.globals {
				if w.used[g] != -int32(i+1) {
					w.used[g] = -int32(i + 1)
					used = append(used, g)
				}
			}
			for _, callee := range c.calls {
				if w.records[callee].mark != i+1 {
					w.records[callee].mark = i + 1
					stack = append(stack, callee)
				}
			}
		}
		w.entry.depth, w.entry.stencil = r.depth, r.stencil
		ep := &w.m.EntryPoints[r.entry]
		w.span = ep.Span
		w.closeEntry(ep, r.id, r.vars, used)
	}
	w.usedGlobals, w.callStack = used, stack
	w.span = diag.Span{}
}

// writeFunction writes a function.
func (w *Writer) writeFunction(index int) {
	r := &w.records[index]
	f := w.m.Functions[r.f]
	w.f, w.inEntry, w.named = f, r.entry >= 0, 0
	w.span = f.Span
	w.vars.Reset()
	w.code.Reset()
	w.prologue.Reset()
	w.ids = reuse.Zeroed(w.ids, f.ExprCount())
	w.args = reuse.Zeroed(w.args, len(f.Args))
	w.locals = reuse.Zeroed(w.locals, len(f.Locals))
	w.places = w.places[:0]
	w.closed = append(w.closed[:0], false)
	w.scopes = append(w.scopes[:0], 0)
	w.dead, w.depth, w.continuing = 0, 0, 0
	w.deferred, w.counted = 0, false

	out := &w.out.Functions
	result := w.void()
	if w.inEntry {
		w.openEntry(&w.m.EntryPoints[r.entry], f)
		r.depth, r.stencil = w.entry.depth, w.entry.stencil
		r.vars = append(r.vars[:0], w.interfaceVars...)
		out.Op4(spirv.OpFunction, result, r.id, uint32(spirv.FunctionControlNone), w.functionType(result))
	} else {
		if f.Result != 0 {
			result = w.typ(f.Result)
		}
		params := w.params[:0]
		for i := range f.Args {
			params = append(params, w.typ(f.Args[i].Type))
		}
		w.params = params
		w.relaxIf(r.id, f.ResultBinding.Relaxed)
		out.Op4(spirv.OpFunction, result, r.id, uint32(spirv.FunctionControlNone), w.functionType(result, params...))
		for i := range f.Args {
			w.args[i] = w.out.NewID()
			out.Op2(spirv.OpFunctionParameter, params[i], w.args[i])
			w.relaxIf(w.args[i], f.Args[i].Binding.Relaxed)
			if w.names {
				w.out.Name(w.args[i], f.Args[i].Name)
			}
		}
	}
	if w.names && (w.ssa.shader == nil || w.opts.Debug != DebugNone || !w.inEntry) { // entry points have names
		w.out.Name(r.id, f.Name)
	}
	w.openFunctionDebug(r.id, f)
	start := w.out.NewID()
	out.Op1(spirv.OpLabel, start)
	w.block, w.header = start, openHeader{}
	if !w.fromSSA() {
		w.declareLocals()
	}
	if !w.fromSSA() {
		w.writeBlock(f.Body, targets{})
	} else {
		w.writeSSABody(w.ssa.shader.Funcs[r.f])
	}
	w.endFunction()
	if w.inEntry && w.opts.IncludeUnused {
		for _, g := range back.Resources(w.m) {
			w.use(g)
		}
	}
	out.AppendStream(&w.vars)
	out.AppendStream(&w.prologue)
	out.AppendStream(&w.code)
	out.Op0(spirv.OpFunctionEnd)
}

// declareLocals declares the local variables, which stand at the start of the
// first block.
func (w *Writer) declareLocals() {
	for i := 1; i < len(w.f.Locals); i++ {
		w.span = w.f.Locals[i].Span
		w.declareLocal(ir.LocalID(i))
	}
}

func (w *Writer) declareLocal(i ir.LocalID) {
	l := &w.f.Locals[i]
	w.locals[i] = w.variable(l.Type).id
	if w.names {
		w.out.Name(w.locals[i], l.Name)
	}
	w.relaxIf(w.locals[i], l.Relaxed)
	w.nonSemanticLocal(l, w.locals[i])
}

// endFunction ends the last block.
func (w *Writer) endFunction() {
	switch {
	case w.block == 0:
	case w.block == w.dead || w.f.Result != 0:
		w.unreachable()
	default:
		w.code.Op0(spirv.OpReturn)
		w.block = 0
	}
}

// enterPrologue makes code go to the start of the function.
func (w *Writer) enterPrologue() { w.code, w.prologue = w.prologue, w.code }

func (w *Writer) leavePrologue() { w.code, w.prologue = w.prologue, w.code }
