package spirv

// This file is the way through the reader, and its errors.

import (
	"fmt"
	"sync"

	"refract/diag"
	"refract/internal/budget"
	"refract/internal/ir/layout"
	"refract/internal/reuse"
	"refract/ir"
	"refract/spirv"
	"refract/ssa"
)

// Codes of the reader's diagnostics.
const (
	CodeMalformed   diag.Code = "malformed-spirv"   // the words are no module
	CodeInvalid     diag.Code = "spirv-invalid"     // a rule of SPIR-V is broken
	CodeUnsupported diag.Code = "spirv-unsupported" // a feature that the module has no form for
)

// Options configure the reading of SPIR-V.
type Options struct {
	// Positions are the places of instructions in the text that they were assembled from,
	// ascending. Nil: spans come from the module's debug information.
	Positions []spirv.Position
	// KeepVariables leaves functions as they were written: no pass cleans up.
	KeepVariables bool
	// Meter ends reading when a context is done; may be nil.
	Meter *budget.Meter
}

// Read reads a module. It reports errors to the list, and returns nil if there are any.
// Source text that the module carries is added to the sources.
func Read(words []uint32, o Options, sources *diag.Sources, list *diag.List) *ir.Module {
	m := new(ir.Module)
	if !ReadInto(m, words, o, sources, list) {
		return nil
	}
	return m
}

// ReadInto is Read in the memory of m, whose contents are lost. It reports whether there
// are no errors.
func ReadInto(m *ir.Module, words []uint32, o Options, sources *diag.Sources, list *diag.List) bool {
	r := readers.Get().(*reader)
	r.opts, r.sources, r.list, r.m = o, sources, list, m
	ok := r.guard(words, r.read)
	if len(words) <= maxKept {
		r.forget()
		readers.Put(r)
	}
	return ok
}

// readers keep the memory of finished readers, of modules up to maxKept words.
var readers = sync.Pool{New: func() any { return new(reader) }}

const maxKept = 1 << 18

// forget makes the reader a new one that has the memory of this one.
func (r *reader) forget() {
	r.context.Reset()
	clear(r.memberNamed)
	clear(r.usage.atomics)
	clear(r.usage.params)
	for _, fn := range r.functions {
		if fn != nil {
			*fn = function{params: fn.params[:0], returns: fn.returns[:0], used: fn.used[:0], callees: fn.callees[:0]}
			r.idle = append(r.idle, fn)
		}
	}
	clear(r.functions)
	clear(r.types)
	r.indices.Reset()
	if r.s != nil {
		r.s.Reset(nil)
	}
	*r = reader{
		context: r.context, defs: r.defs, marks: r.marks, memberNamed: r.memberNamed, bytes: r.bytes, s: r.s,
		indices: r.indices, idle: r.idle, usage: usage{uses: r.usage.uses[:0], atomics: r.usage.atomics, params: r.usage.params},
		scanned: scanned{
			capabilities: r.capabilities[:0], extensions: r.extensions[:0], entries: r.entries[:0], modes: r.modes[:0],
			strings: r.strings[:0], names: r.scanned.names, memberNames: r.memberNames[:0], decorations: r.decorations[:0],
			groups: r.groups[:0], module: r.module[:0], bodies: r.scanned.bodies[:0],
			parts: r.parts[:0], calls: r.calls[:0],
		},
		types: r.types[:0], constants: r.constants[:0], variables: r.variables[:0], byVar: r.byVar[:0], functions: r.functions[:0],
		fn: builder{vals: r.fn.vals, made: r.fn.made[:0], phis: r.fn.phis[:0], sinks: r.fn.sinks[:0]},
	}
}

// Shader reads a module into SSA form, before any pass has run: functions are in
// the flat form.
func Shader(words []uint32, o Options, sources *diag.Sources, list *diag.List) *ssa.Shader {
	s := new(ssa.Shader)
	if !ShaderInto(s, words, o, sources, list) {
		return nil
	}
	return s
}

// ShaderInto is Shader in the memory of s and of its module, whose contents are lost. It
// reports whether there are no errors.
func ShaderInto(s *ssa.Shader, words []uint32, o Options, sources *diag.Sources, list *diag.List) bool {
	r := readers.Get().(*reader)
	own := r.s
	r.opts, r.sources, r.list = o, sources, list
	if r.m, r.s = s.Module, s; r.m == nil {
		r.m = new(ir.Module)
	}
	ok := r.guard(words, r.shaderOf)
	r.s = own
	if len(words) <= maxKept {
		r.forget()
		readers.Put(r)
	}
	return ok
}

// reader reads one module.
type reader struct {
	opts    Options
	sources *diag.Sources
	list    *diag.List

	words   []uint32
	header  spirv.Header
	bound   uint32
	at      int // offset of the instruction that is being looked at, in words
	context spirv.Context

	defs  []def    // by id
	marks []uint32 // by id: the first decoration of it, an index of decorations

	operands [64]spirv.OperandWords // see scan
	indices  reuse.Arena[uint32]    // of members of types
	idle     []*function            // see newFunction

	memberNamed    map[uint64]uint32                 // offset of the OpMemberName, by memberKey
	stageVariables map[uint32]ir.Stage               // by id: see findStageVariables
	payloads       map[payloadNumber]numberedPayload // see payloadAt
	chained        map[uint64]bool                   // second members of access chains, by variable: see namesMember
	viewed         []ir.TypeID                       // blocks without their members of multiple views
	indicesNV      uint32                            // the variable of the vertices of primitives (see meshcounts.go), or 0
	nameTexts      string                            // see nameText
	bytes          []byte

	m *ir.Module // is made in its memory
	s *ssa.Shader

	scanned
	types     []typeInfo
	constants []constant
	variables []variable
	byVar     []uint32 // by the shader's variable: an index of variables
	functions []*function
	usage     usage
	fixed     map[uint32]bool // types in memory of the host and in inputs and outputs: see freeze.go
	physical  bool            // there are pointers into physical storage
	// variablePointers is set if pointers may depend on control flow.
	variablePointers bool
	rewritten        bool          // its pointers are numbers: see choices.go
	layouts          *layout.Cache // made when an address is computed
	debug            debugInfo
	fn               builder

	hiddenVars  [numHidden]ssa.VarID // see hidden.go
	masks       []laneMask           // of the entry point that is being read
	capturing   bool                 // it has the execution mode Xfb
	demoted     ssa.VarID
	demoteKnown bool
	raysAsked   bool // see ray.go
	raysKnown   bool
}

// def is the definition of an id.
type def struct {
	op     spirv.Op // 0: nothing
	isType bool     // a type that was declared
	offset uint32   // of the instruction, in words
	index  uint32   // of what it is in its table: types, constants, variables, functions
}

// bailout is the panic that ends reading at the first error.
type bailout struct{}

// guard reads words and reports whether that came to its end. If a pointer has no form, it reads
// the words of the module's form with numbers for pointers instead.
func (r *reader) guard(words []uint32, read func([]uint32)) bool {
	ok, again := r.try(func() { read(words) })
	if !again {
		return ok
	}
	var positions []spirv.Position
	if ok, _ = r.try(func() { words, positions = r.rewrite() }); !ok {
		return false
	}
	opts, sources, list, m, s := r.opts, r.sources, r.list, r.m, r.s
	r.forget()
	r.opts, r.sources, r.list, r.m, r.s = opts, sources, list, m, s
	r.opts.Positions, r.rewritten = positions, true
	ok, _ = r.try(func() { read(words) })
	r.rewritten = false
	return ok
}

// try runs f and reports whether it came to its end, or that the module is to be rewritten.
func (r *reader) try(f func()) (ok, again bool) {
	defer func() {
		switch fault := recover(); fault.(type) {
		case nil:
		case bailout:
			ok = false
		case choosing:
			ok, again = false, true
		default:
			panic(fault)
		}
	}()
	f()
	return !r.list.HasErrors(), false
}

// span is the place of the current instruction.
func (r *reader) span() diag.Span {
	if s := r.position(r.at); !s.IsZero() {
		return s
	}
	return r.debug.span
}

// position is the place of the instruction at an offset in its text, if it has one.
func (r *reader) position(offset int) diag.Span {
	list := r.opts.Positions
	lo, hi := 0, len(list)
	for lo < hi {
		if mid := (lo + hi) / 2; list[mid].Offset < offset {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(list) && list[lo].Offset == offset {
		return list[lo].Span
	}
	return diag.Span{}
}

// fail reports an error of the current instruction and leaves the reader.
func (r *reader) fail(code diag.Code, format string, args ...any) {
	message := fmt.Sprintf(format, args...)
	span := r.span()
	if span.IsZero() || r.opts.Positions == nil {
		message = r.place() + message
	}
	r.list.Errorf(code, span, "%s", message)
	panic(bailout{})
}

// place names the current instruction: "word 123, %4 = OpLoad: ".
func (r *reader) place() string {
	if r.at < headerWords || r.at >= len(r.words) {
		return ""
	}
	inst := r.inst(r.at)
	if id := inst.Result(); id != 0 {
		return fmt.Sprintf("word %d, %%%d = %s: ", r.at, id, inst.Op())
	}
	return fmt.Sprintf("word %d, %s: ", r.at, inst.Op())
}

func (r *reader) invalid(format string, args ...any) { r.fail(CodeInvalid, format, args...) }

// unsupported reports something that the module has no form for.
func (r *reader) unsupported(format string, args ...any) {
	r.fail(CodeUnsupported, "no form in a module: "+format, args...)
}

const headerWords = 5

// inst is the instruction at an offset, whose length was checked.
func (r *reader) inst(offset int) spirv.Inst {
	n := int(r.words[offset] >> 16)
	return spirv.Inst(r.words[offset : offset+n : offset+n])
}

// read reads the words into the module.
func (r *reader) read(words []uint32) {
	r.shaderOf(words)
	if r.list.HasErrors() {
		return
	}
	r.finish()
}

// shaderOf reads the words into a shader in flat form.
func (r *reader) shaderOf(words []uint32) {
	r.scan(words)
	r.checkCapabilities()
	r.readDebugInfo()
	r.findUsage()
	if r.s == nil {
		r.s = new(ssa.Shader)
	}
	r.m.Reset()
	r.m.Meter = r.opts.Meter
	r.s.Reset(r.m)
	r.fn.vals = reuse.Zeroed(r.fn.vals, int(r.bound))
	r.globals()
	r.bodies()
	r.entryPoints()
	r.keepFloats()
}
