// Package glsl reads GLSL: desktop versions, OpenGL ES and WebGL, and Vulkan's.
//
// Reading is three walks: package pp turns text into tokens, package syntax makes
// a flat tree of them, and the checker here resolves, types, folds and lowers that
// tree to a module in one walk over the declarations in order.
//
// # Mapping of GLSL
//
//   - main becomes the entry point. Its inputs are parameters, its outputs local
//     variables that each return gathers; those that other functions name are
//     private globals. Global variables with an initial value that isn't constant
//     get it where main begins.
//   - Uniforms outside of blocks become members of one block, Uniforms, in std140
//     layout; opaque ones are resources. Locations and bindings that the source
//     leaves open are given in the order of the declarations, of two stages that are
//     linked by their names.
//   - Positions stay in the clip space that they are in. The entry point records which that
//     is, so that GLSL for OpenGL comes out as it came in; programs for WebGPU, Metal or
//     Direct3D have depth from 0 to w and produce it by their matrices.
//   - In OpenGL gl_FragCoord counts from the bottom and dFdy is upward, in all other
//     languages it is the other way round. The entry point records which it is, so that
//     GLSL for OpenGL comes out as it came in; other outputs warn, unless
//     Options.FlipFragments made the one of the other.
//   - A bool in a block is a u32 in memory.
//   - A parameter that is out or inout is a pointer. The argument is passed as it
//     is where it is a whole local variable, else through a fresh one.
//   - Textures with a sampler in them stay combined. A function with an opaque
//     parameter exists once for each kind of resource that it is called with.
//   - References to buffers are addresses, numbers of 64 bits, of which pointers are
//     made where memory is read or written.
//   - Constant expressions are values at once (internal/ir/consteval), without errors for operations
//     that GLSL leaves undefined.
//
// A missing feature is an error that names it.
package glsl

import (
	"strings"

	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/glsl/sections"
	"refract/internal/front/glsl/syntax"
	"refract/internal/ir/consteval"
	"refract/internal/spell"
	"refract/ir"
)

// Options of reading.
type Options struct {
	// Stage of the shader. NoStage: as in #pragma shader_stage, else it is found from the
	// source's uses.
	Stage ir.Stage
	// Link has the other stages of the program. The module has all of them then: outputs of
	// each and inputs of the next, uniforms, blocks and resources belong together by name
	// (section "Shader Interface Matching"), and the entry points are called by their stages:
	// vertex_main, tessellation_control_main, ... One of the source's own name is left out.
	Link []Linked
	// Standalone means that the stage is checked, not translated: that locations follow the
	// order of declarations is no matter then.
	Standalone bool
	// FlipFragments computes OpenGL's gl_FragCoord, gl_SamplePosition, dFdy and offsets of
	// interpolation, which run up the image, from values that run down it, as in all
	// languages but OpenGL's GLSL: for outputs in these. The height of the image is a loose
	// uniform, framebuffer_height, or one that the source declares by that name.
	FlipFragments bool
	// DefaultUniforms keeps the uniforms outside of blocks in a variable that is no buffer and has no binding
	// (ir.Global.Default), for hosts that set them one by one; pass uniforms-to-ubo makes a
	// buffer of it. Else they are a buffer, of the first binding that the source leaves free.
	DefaultUniforms bool
	// Program is the program, or the stage, of a file of sokol-shdc's that is read, if the file
	// has several. A file that holds several stages (see package sections) is read as the
	// program of them, unless Stage chooses one.
	Program string
	// AllPrograms reads all of them if Program is "", for their errors; the module is the
	// first.
	AllPrograms bool
	// Preprocessor has the settings of the preprocessor: macros, included files, and
	// whether the source is Vulkan's GLSL.
	Preprocessor pp.Options
	// Types, if it is not nil, is called with every expression that has a type, its extent
	// and the type's name: for editors.
	Types func(at diag.Span, name string)
}

// A Reader reads GLSL and keeps its memory from one source to the next. The zero
// Reader is ready to use.
type Reader struct {
	parser *syntax.Parser
	c      checker
}

// Read reads one source, which sources has at offset base, into a module, which
// is Reset first. It reports into diags; after errors the module is nil. The module
// does not refer to the Reader's memory.
func (r *Reader) Read(m *ir.Module, src string, base uint32, opts Options, sources *diag.Sources, diags *diag.List) *ir.Module {
	file, err := sections.Of(src)
	if err != nil {
		splitError(err, base, diags)
		return nil
	}
	if file != nil {
		return r.readFile(m, file, base, opts, sources, diags)
	}
	if len(opts.Link) > 0 {
		return r.readProgram(m, src, base, opts, sources, diags)
	}
	return r.read(m, src, base, opts, sources, diags, nil)
}

// read reads one source. Facts for linking go to record, which may be nil.
func (r *Reader) read(m *ir.Module, src string, base uint32, opts Options, sources *diag.Sources, diags *diag.List, record *stageRecord) *ir.Module {
	tables.Do(makeTables)
	if r.parser == nil {
		r.parser = syntax.NewParser(predeclaredNames)
	}
	tree := r.parser.Parse(src, base, opts.Preprocessor, sources, diags)
	m.Reset()
	if diags.HasErrors() {
		for _, d := range diags.Sorted() {
			if d.Severity == diag.Error && d.Code != pp.CodeErrorDirective {
				return nil // what is missing would be complained of again
			}
		}
	}
	r.c.record = record
	r.c.check(tree, m, opts, diags)
	if diags.HasErrors() {
		return nil
	}
	return m
}

// checker holds the state of checking one source.
type checker struct {
	t       *syntax.Tree
	m       *ir.Module
	diags   *diag.List
	opts    Options
	lang    language
	stage   ir.Stage
	pipe    pipelineState
	queries ir.TypeID // of ray queries; 0: not made yet
	ev      consteval.Evaluator

	decls      []decl
	bind       []declID // by symbol
	undo       []shadow
	scope      scope
	opaques    []opaque // [0] is unused
	opqType    []ir.TypeID
	funcs      []userFunction // [0] is unused
	structs    []structInfo   // by ir.StructID
	references []reference
	depth      int
	directive  int  // how many directives have been taken over
	floats     bool // float has a default precision
	relaxed    defaultPrecisions
	anyRelaxed bool // a declaration has less than highp

	relaxedOpaques []uint16 // the types of textures and images whose default is less than highp
	precisions     []uint16 // opaque types that have one, by index in opaques
	refused        []string // features of extensions that were enabled, but are not supported

	b        ir.Builder
	ex       *ir.Exprs // the function's, or the module's
	fn       *ir.Function
	fnGen    uint32
	genCount uint32
	fnID     ir.FuncID // of the function under way, not main
	fnDecl   int32     // index in funcs; 0: main's prologue
	result   ir.TypeID
	mainFn   *ir.Function
	mainB    ir.Builder
	builders []ir.Builder // whose memory waits for the next function
	mainAt   int          // of main in funcs; 0: none yet
	isMain   bool
	itemAt   uint32      // number of the item under way
	now      syntax.Node // the declarator under way
	loop     loopState
	switches []switchScope
	pending  []instance // functions with opaque parameters, to be lowered

	io       ioState
	record   *stageRecord           // nil: the stage stands alone
	demoted  ir.GlobalID            // see demotedVar
	hidden   [numInputs]ir.GlobalID // private variables with inputs for functions
	blocks   blockState
	uniforms looseUniforms
	counters []counterBuffer
	defaults defaults
	quads    bool // invocations of workgroups form quads
	scan     scan
	calls    []callEdge
	specSize [3]ir.ConstID

	args    []operand
	given   []operand // arguments of the call of a built-in function, where they are evaluated already
	exprs   []ir.ExprID
	vals    []consteval.Value
	lefts   []syntax.Node
	clauses clike.SwitchLowering

	precise      bool                      // the source has precise: all arithmetic is
	beside       ir.Memory                 // what the next barrier() orders besides shared memory
	interlocks   bool                      // a critical section is begun or ended
	clip         clipMarks                 // of the variables of the language that are used
	fixedStructs map[ir.TypeID]ir.TypeID   // structs with specialized arrays, in memory of the host
	lengths      []ir.ConstID              // by OverrideID: the length of arrays that it alone gives
	counted      bool                      // something is used that OpenGL counts from the bottom
	hosts        map[ir.TypeID]ir.TypeID   // types with bools: as memory has them
	leaves       map[declID][]leaf         // opaque parts of variables
	fixed        [fixedPoint + 1]ir.TypeID // structs of fixed-function state
	parts        map[partArg]bool
	blockValues  map[blockKey]ir.TypeID         // members of blocks whose values have bools
	memberIndex  map[ir.StructID]map[string]int // see memberNamed
	suggestions  spell.Effort                   // of what a misspelled name may have meant
}

// maxDepth bounds the recursion of the checker.
const maxDepth = 2000

func (c *checker) errorf(code diag.Code, span diag.Span, format string, args ...any) *diag.Diagnostic {
	return c.diags.Errorf(code, span, format, args...)
}

// unsupported reports a feature that the language has and this front end doesn't
// take.
func (c *checker) unsupported(span diag.Span, feature string) {
	c.errorf(codeUnsupported, span, "not supported: %s", feature)
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n+n/4)[:n]
	}
	s = s[:n]
	clear(s)
	return s
}

func (c *checker) enter(n syntax.Node) bool {
	c.depth++
	if c.depth > maxDepth {
		c.errorf(codeDepth, c.t.Primary(n), "nested too deeply: more than %d levels", maxDepth)
		return false
	}
	return true
}

func (c *checker) leave() { c.depth-- }

// fresh is a checker that knows nothing of the source before, with the memory of c.
func (c *checker) fresh() checker {
	c.io.reset(c.record != nil)
	return checker{
		suggestions: spell.MaxEffort,

		ev: c.ev, mainB: c.b, io: c.io, scan: c.scan, record: c.record, bind: c.bind,
		decls:      append(c.decls[:0], decl{}),
		opaques:    append(c.opaques[:0], opaque{}),
		opqType:    append(c.opqType[:0], 0),
		funcs:      append(c.funcs[:0], userFunction{}),
		uniforms:   looseUniforms{members: c.uniforms.members[:0], decls: c.uniforms.decls[:0]},
		undo:       c.undo[:0],
		structs:    c.structs[:0],
		builders:   c.builders,
		references: c.references[:0],
		precisions: c.precisions[:0],
		refused:    c.refused[:0],
		switches:   c.switches[:0],
		pending:    c.pending[:0],
		calls:      c.calls[:0],
		counters:   c.counters[:0],
		args:       c.args[:0],
		exprs:      c.exprs[:0],
		vals:       c.vals[:0],
		lefts:      c.lefts[:0],
		clauses:    c.clauses.Reset(),
	}
}

func (c *checker) check(t *syntax.Tree, m *ir.Module, opts Options, diags *diag.List) {
	*c = c.fresh()
	c.t, c.m, c.opts, c.diags = t, m, opts, diags
	c.ev.Start(m)
	c.ev.Total = true
	c.bind = resized(c.bind, t.Interner().Len())
	c.genCount = 1
	c.defaults = defaults{uniform: ir.LayoutStd140, buffer: ir.LayoutStd430, push: ir.LayoutStd430}
	c.version()
	c.scan.run(c)
	c.stage = c.findStage()
	if c.stage == ir.NoStage {
		return
	}
	c.startPrecisions()
	c.startMain()
	for i, n := range t.Items() {
		c.itemAt = uint32(i + 1)
		c.directives(n)
		c.item(n)
	}
	c.directives(syntax.Node(t.Len()))
	if c.stage == ir.StageCompute && !c.defaults.sized && len(t.Items()) > 0 {
		a := compute()
		c.needs(t.Primary(t.Items()[0]), "a compute shader", &a)
	}
	c.finish()
	if len(c.m.EntryPoints) == 0 {
		c.m.Release(c.mainFn)
	}
}

// version takes over the preprocessor's findings.
func (c *checker) version() {
	u := c.t.Unit()
	c.lang = language{Version: Version{Number: u.Version}}
	switch u.Profile {
	case pp.ProfileES:
		c.lang.Profile = ES
	case pp.ProfileCompatibility:
		c.lang.Profile = Compatibility
	}
}

// directives takes over the #extension directives ahead of an item.
func (c *checker) directives(n syntax.Node) {
	list := c.t.Directives()
	for ; c.directive < len(list) && list[c.directive].Next <= n; c.directive++ {
		if d := &list[c.directive]; d.Kind == pp.DirExtension {
			c.extension(&d.Directive)
		}
	}
}

func (c *checker) extension(d *pp.Directive) {
	if d.Behavior == pp.BehaviorDisable {
		if x, ok := extensionIndex[d.Name]; ok && x != noExtension {
			c.lang.exts[x] = false
		}
		return
	}
	if d.Name == "all" {
		return
	}
	if feature, ok := refused(refusedExtensions[:], d.Name); ok {
		if d.Behavior == pp.BehaviorRequire {
			c.unsupported(d.NameSpan, feature+" ("+d.Name+")")
		}
		c.refused = append(c.refused, d.Name)
		if x, ok := extensionIndex[d.Name]; ok {
			c.lang.exts[x] = true
		}
		return
	}
	x, ok := extensionIndex[d.Name]
	if !ok {
		if d.Behavior == pp.BehaviorRequire {
			c.errorf(codeUnknownExt, d.NameSpan, "the extension %s is not supported", d.Name)
		} else {
			c.diags.Warnf(codeUnknownExt, d.NameSpan, "the extension %s is not supported", d.Name)
			c.refused = append(c.refused, d.Name)
		}
		return
	}
	if x == noExtension {
		return
	}
	c.lang.exts[x] = true
	for _, y := range impliedExtensions[x] {
		c.lang.exts[y] = true
		for _, z := range impliedExtensions[y] {
			c.lang.exts[z] = true
		}
	}
}

// findStage finds the stage of the shader.
func (c *checker) findStage() ir.Stage {
	if c.opts.Stage != ir.NoStage {
		return c.knownStage(c.opts.Stage, diag.Span{})
	}
	for _, d := range c.t.Directives() {
		if d.Kind != pp.DirPragma {
			continue
		}
		text := strings.Join(strings.Fields(d.Name), "")
		name, ok := strings.CutPrefix(text, "shader_stage(")
		if !ok {
			continue
		}
		name = strings.TrimSuffix(name, ")")
		if s := ir.StageByName(name); s != ir.NoStage {
			return c.knownStage(s, d.Span)
		}
		c.unsupported(d.Span, name+" shaders")
		return ir.NoStage
	}
	return c.scan.stage()
}

func (c *checker) knownStage(s ir.Stage, span diag.Span) ir.Stage {
	return s
}
