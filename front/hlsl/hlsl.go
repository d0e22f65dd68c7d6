// Package hlsl reads HLSL: versions 2016 to 2021, as DXC takes it, and shader models 4 and
// 5, as FXC does.
//
// Reading is three walks: package pp turns text into tokens, package syntax makes a flat
// tree of them, and the checker here resolves, types, folds and lowers that tree to a module
// in one walk. Declarations are checked in order. The bodies of functions are lowered on
// demand, from the entry point on: once for each choice of resources and template arguments.
// Functions that the entry point doesn't reach are checked, and left out.
//
// # Mapping of HLSL
//
//   - A matrix floatRxC is a matrix of R columns with C rows each: m[i] is column i, and
//     mul(a, b) is b * a. Matrices of other scalars, and of one row or column, are arrays of
//     rows. row_major and column_major choose the layout in memory.
//   - The function of the entry point becomes the entry point. Its inputs are parameters,
//     one for each scalar or vector; its outputs one struct.
//   - Constant buffers have explicit offsets by the packing of Direct3D. Structured buffers
//     are runtime-sized arrays, packed without gaps; byte address buffers are arrays of
//     words. A counter is a buffer of its own. The register of a global has what a container needs to bind them as
//     Direct3D does: the stride of elements, and the buffer that a counter belongs to.
//   - Loose uniforms are members of the buffer $Globals.
//   - Registers become bindings, spaces groups. If two classes of registers share a number,
//     the later one gets the next free binding; see Options.Shifts.
//   - A bool in a buffer is a u32 in memory.
//   - Parameters that are out or inout are pointers to copies, unless the argument is a whole
//     local variable.
//   - Resources are known when a call is lowered: a function with resources as parameters
//     exists once for each choice of them. A choice that is made at run time is the number of a resource,
//     by which values that are read are selected, and other calls branch.
//   - A resource without a value reads as zeros, with a warning.
//   - Interlocked functions of 64 bits on buffers of bytes, and loose uniforms whose registers overlap, have
//     variables of their own with the binding of the buffer. Languages that give each variable a binding
//     have several for the buffer.
//   - min16float and its like are numbers of 32 bits, unless Options.Enable16BitTypes.
//
// # Stages
//
// All stages are read. A library (the profile lib_6_3 and later, or a source with shader attributes that
// no option picks an entry point of) is a module with an entry point for each shader attribute.
// Functions are lowered once for each entry point.
//
//   - Inputs and outputs of geometry, hull, domain, mesh and amplification shaders are variables,
//     one for each scalar or vector of the signature. Parameters are copies of inputs; streams and
//     results write outputs. Outputs of a mesh are written in place.
//   - A hull shader is a function that calls the main function, and behind a barrier, in the first
//     invocation, the patch-constant function.
//   - Locations follow the order of declarations: control points come before values of the patch.
//     SV_RenderTargetArrayIndex and SV_ViewportArrayIndex that a hull shader passes on come last.
//   - DispatchMesh has a barrier, and copies the payload from groupshared memory.
//   - The payload of a ray is the variable itself in the shader that gets it, and a copy in the
//     shader that passes it. Payload access qualifiers are read and ignored.
//   - [[vk::shader_record_ext]] makes a constant buffer the shader record; other buffers of local root
//     signatures are buffers.
//   - The partitioning "pow2" is "integer".
//
// # Missing features
//
// A missing feature is an error that names it. Among them are:
//
//   - work graphs and feedback textures;
//   - inout parameters of hull shaders, and control points of the patch-constant function that are
//     laid out in another way than the result of the main function;
//   - reads of outputs of a mesh, assignments to all of these at once, such outputs as arguments, and
//     their parts at indices that aren't constant;
//   - IgnoreHit, AcceptHitAndEndSearch and DispatchMesh within an expression;
//   - attributes of several types in one intersection shader;
//   - choices between arrays of resources, and by functions that set resources of their parameters'
//     members;
//   - the ray of a ray query that is a parameter.
package hlsl

import (
	"math"
	"strconv"
	"strings"

	"refract/diag"
	"refract/internal/front/clike"
	"refract/internal/front/glsl/pp"
	"refract/internal/front/hlsl/syntax"
	"refract/internal/ir/compact"
	"refract/internal/ir/consteval"
	"refract/internal/ir/transform"
	"refract/internal/spell"
	"refract/ir"
)

// Shifts are added to the numbers of registers, by class, to make bindings.
type Shifts struct {
	B, T, U, S uint32
}

// Options of reading.
type Options struct {
	// EntryPoint is the name of the function that is the entry point. "": the function with
	// a shader or numthreads attribute, else main, else the function whose name is the
	// source's.
	EntryPoint string
	// Stage of the shader. NoStage: by Profile, the function's attributes or the file's name.
	Stage ir.Stage
	// Profile is a target of DXC or FXC, such as ps_6_0: it has the stage and the shader
	// model. "": shader model 6.6.
	Profile string
	// Version of the language: 2016, 2017, 2018 or 2021. 0: 2021, of shader models below 6
	// 2016.
	Version int
	// Enable16BitTypes makes half and the minimum-precision types numbers of 16 bits.
	Enable16BitTypes bool
	// RowMajor makes matrices in memory lie by rows, if no declaration or pragma chooses.
	RowMajor bool
	// Shifts are added to registers; all zero: a binding is the number of the register if no
	// resource of another class has it.
	Shifts Shifts
	// Preprocessor has macros and included files.
	Preprocessor pp.Options
	// Types, if it is not nil, is called with every expression that has a type, its extent
	// and the type's name: for editors.
	Types func(at diag.Span, name string)
}

// A Reader reads HLSL and keeps its memory from one source to the next. The zero Reader is
// ready to use.
type Reader struct {
	parser *syntax.Parser
	c      checker
}

// Read reads one source, which sources has at offset base, into a module, which is Reset
// first. It reports into diags; after errors the module is nil. The module does not refer to
// the Reader's memory.
func (r *Reader) Read(m *ir.Module, src string, base uint32, opts Options, sources *diag.Sources, diags *diag.List) *ir.Module {
	loadTables()
	if r.parser == nil {
		n := language
		r.parser = syntax.NewParser(n.words, n.types, n.templates, n.others)
	}
	m.Reset()
	p, ok := parseProfile(opts.Profile)
	if !ok {
		diags.Errorf(codeEntryPoint, diag.Span{Start: base, End: base}, "unknown profile %q: expected a stage and a shader model, such as ps_6_0", opts.Profile)
		return nil
	}
	opts.setDefaults(&p)
	tree := r.parser.Parse(src, base, opts.preprocessing(&p), sources, diags)
	if diags.HasErrors() {
		return nil
	}
	r.c.uses = r.c.uses[:0]
	for run := 0; ; run++ {
		warnings := *diags
		if !r.c.check(tree, m, &opts, &p, diags) {
			break
		}
		if run == maxRuns {
			diags.Errorf(codeLimit, diag.Span{Start: base, End: base}, "the uses of resources and loops need more than %d passes over the source", maxRuns)
			break
		}
		// The lowering found uses of resources that change their types: once more.
		*diags = warnings
		m.Reset()
	}
	if diags.HasErrors() {
		return nil
	}
	if err, bad := transform.PlainQueries(m).(diag.Diagnosable); bad {
		code, span := err.Diagnostic()
		diags.Errorf(code, span, "%s", err)
		return nil
	}
	compact.Module(m, compact.Options{})
	return m
}

// maxRuns bounds how often a source is lowered.
const maxRuns = 16

// profile is a target.
type profile struct {
	stage        ir.Stage
	library      bool // of entry points of several stages
	major, minor int
}

// profileStage is the stage of the first word of a profile, or NoStage.
func profileStage(word string) ir.Stage {
	switch word {
	case "vs":
		return ir.StageVertex
	case "ps":
		return ir.StageFragment
	case "cs":
		return ir.StageCompute
	case "gs":
		return ir.StageGeometry
	case "hs":
		return ir.StageTessellationControl
	case "ds":
		return ir.StageTessellationEvaluation
	case "ms":
		return ir.StageMesh
	case "as":
		return ir.StageTask
	}
	return ir.NoStage
}

// parseProfile reads a profile.
func parseProfile(s string) (p profile, ok bool) {
	if s == "" {
		return profile{major: 6, minor: 6}, true
	}
	parts := strings.Split(s, "_")
	if len(parts) < 3 {
		return p, false
	}
	switch parts[0] {
	case "lib":
		p.library = true
	default:
		if p.stage = profileStage(parts[0]); p.stage == ir.NoStage {
			return p, false
		}
	}
	major, err1 := strconv.Atoi(parts[1])
	minor, err2 := strconv.Atoi(strings.TrimSuffix(parts[2], "x"))
	if parts[2] == "x" {
		minor, err2 = 9, nil
	}
	if err1 != nil || err2 != nil || major < 2 || major > 6 || minor > 9 {
		return p, false
	}
	p.major, p.minor = major, minor
	return p, true
}

// predefined are the macros that exist before the first line.
func predefined(o *Options, p *profile) []pp.Define {
	list := []pp.Define{
		{Name: "__SHADER_TARGET_MAJOR", Text: strconv.Itoa(p.major)}, {Name: "__SHADER_TARGET_MINOR", Text: strconv.Itoa(p.minor)},
		{Name: "__SHADER_STAGE_PIXEL", Text: "0"}, {Name: "__SHADER_STAGE_VERTEX", Text: "1"}, {Name: "__SHADER_STAGE_GEOMETRY", Text: "2"},
		{Name: "__SHADER_STAGE_HULL", Text: "3"}, {Name: "__SHADER_STAGE_DOMAIN", Text: "4"}, {Name: "__SHADER_STAGE_COMPUTE", Text: "5"},
		{Name: "__SHADER_STAGE_LIBRARY", Text: "6"}, {Name: "__SHADER_STAGE_MESH", Text: "13"}, {Name: "__SHADER_STAGE_AMPLIFICATION", Text: "14"},
	}
	stage := map[ir.Stage]string{ir.StageFragment: "0", ir.StageVertex: "1", ir.StageGeometry: "2", ir.StageTessellationControl: "3",
		ir.StageTessellationEvaluation: "4", ir.StageCompute: "5", ir.StageMesh: "13", ir.StageTask: "14"}[o.Stage]
	if stage == "" {
		stage = "6"
	}
	list = append(list, pp.Define{Name: "__SHADER_TARGET_STAGE", Text: stage})
	if p.major >= 6 {
		list = append(list, pp.Define{Name: "__hlsl_dx_compiler", Text: "1"}, pp.Define{Name: "__HLSL_VERSION", Text: strconv.Itoa(o.Version)},
			pp.Define{Name: "__DXC_VERSION_MAJOR", Text: "1"}, pp.Define{Name: "__DXC_VERSION_MINOR", Text: "9"},
			pp.Define{Name: "__DXC_VERSION_RELEASE", Text: "0"}, pp.Define{Name: "__DXC_VERSION_COMMITS", Text: "0"})
	}
	if o.Enable16BitTypes {
		list = append(list, pp.Define{Name: "__HLSL_ENABLE_16_BIT", Text: "1"})
	}
	return list
}

// use is a fact about a resource that its uses bring to light.
type use struct {
	order    uint32 // of the declaration
	name     syntax.Symbol
	depth    bool       // it is compared with
	combined int8       // a legacy sampler with a texture in it: its dimensionality plus one
	builtIn  ir.BuiltIn // a built-in input that functions of an entry point read
	entry    int        // its number
	rays     bool       // it reads rays of queries
	vertex   string     // an input of it that GetAttributeAtVertex names
	unroll   node       // a loop to unroll
	special  node       // a function of which calls with a constant argument have an instance of their own
	param    int        // the number of that argument's parameter
	local    span       // the name of a local variable that should be a constant
	ordered  bool       // the entry point is a critical section
	several  span       // the declaration of a variable that stands for several resources
	slot     int32      // of that variable
	res      resRef     // one of the resources
}

// checker holds the state of checking one source.
type checker struct {
	t     *syntax.Tree
	m     *ir.Module
	diags *diag.List
	opts  Options
	prof  profile
	stage ir.Stage
	ev    consteval.Evaluator

	uses  []use // found in the runs before
	again bool  // a use was found that changes a type

	types       []htype // [0] is none
	typeIndex   map[htype]typeID
	structs     []hstruct // [0] is unused
	enums       map[typeID]scopeID
	instances   int    // of templates
	decls       []decl // [0] is unused
	bind        []declID
	marks       []uint32 // by symbol: twice the function that may write it, and 1 if not only by sampling
	undo        []shadow
	local       localScope
	firstLocal  declID
	inFunction  bool
	scopes      []scopeInfo // [0] is global
	table2      map[scopeKey]declID
	scope       scopeID
	order       uint32
	visible     uint32
	badDecl     declID
	funcs       []userFunction // [0] is unused
	templates   []template     // [0] is unused
	depth       int
	quiet       int  // > 0: errors are not reported
	failed      bool // an error was not reported
	reads       texelReads
	checking    bool // a function that nothing reaches: unsupported features are no errors
	directive   int
	rowMajor    bool // by pragma
	suggestions spell.Effort

	b        ir.Builder
	ex       *ir.Exprs
	fn       *ir.Function
	fnGen    uint32
	genCount uint32
	curFunc  int32
	result   typeID
	this     typeID // of the function under way
	isEntry  bool
	precise  bool
	loop     loopState
	switches []switchScope
	queue    []pendingFunc
	calls    []callEdge

	res         []resource // [0] is unused
	refs        []resRef   // [0] is unused
	choices     []choice   // [0] is unused
	eithers     []either
	texels      []texel
	slots       []slot
	heaps       []heap
	thisOf      operand // the object of the function that is inlined
	thisSlots   int32
	nest        int32 // depth of the control flow
	inlines     int
	early       *earlyReturns // of the function that is inlined; nil: none, or one that returns at its end
	loops       []node        // the for loops around
	unrolledAll int
	globals     globalsBuffer
	inits       []globalInit
	statics     []static

	staticResources []staticResource
	staticNames     map[syntax.Symbol]bool // of these
	assignedNames   map[syntax.Symbol]bool // see isAssigned
	hiddenVars      [ir.BuiltInCount]ir.GlobalID
	atomics         bool // the source has interlocked operations
	exchanges       bool // some of them compare the bits of floats
	entry           entryState
	entryNumber     int
	meshRefs        []meshRef // [0] is unused
	payloads        map[payloadKey]ir.GlobalID
	query           ir.TypeID // of ray queries; 0: not made yet
	whole           node      // the expression statement under way
	indexed         node      // the expression whose index is under way
	ended           bool      // it ended the invocation
	stringsUsed     bool

	args    []operand
	exprs   []ir.ExprID
	vals    []consteval.Value
	lefts   []node
	clauses clike.SwitchLowering
}

// maxDepth bounds the recursion of the checker.
const maxDepth = 1500

func (c *checker) errorf(code diag.Code, at diag.Span, format string, args ...any) *diag.Diagnostic {
	if c.quiet > 0 {
		c.failed = true
		return new(diag.Diagnostic)
	}
	return c.diags.Errorf(code, at, format, args...)
}

// unsupported reports a feature that the language has and this front end doesn't take.
func (c *checker) unsupported(at diag.Span, feature string) operand {
	if c.checking {
		c.failed = true
		return operand{}
	}
	c.errorf(codeUnsupported, at, "not supported: %s", feature)
	return operand{}
}

func (c *checker) warnf(code diag.Code, at diag.Span, format string, args ...any) *diag.Diagnostic {
	if c.quiet > 0 || c.checking {
		return new(diag.Diagnostic)
	}
	return c.diags.Warnf(code, at, format, args...)
}

func resized[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n+n/4)[:n]
	}
	s = s[:n]
	clear(s)
	return s
}

// fresh is a checker that knows nothing of the source before, with the memory of c.
func (c *checker) fresh() checker {
	if c.typeIndex == nil {
		c.typeIndex = make(map[htype]typeID)
		c.table2 = make(map[scopeKey]declID)
		c.enums = make(map[typeID]scopeID)
	}
	clear(c.typeIndex)
	clear(c.table2)
	clear(c.enums)
	return checker{
		ev: c.ev, b: c.b, bind: c.bind, marks: resized(c.marks, 0), uses: c.uses, suggestions: spell.MaxEffort,
		typeIndex: c.typeIndex, table2: c.table2, enums: c.enums,
		types:     append(c.types[:0], htype{}),
		structs:   append(c.structs[:0], hstruct{}),
		decls:     append(c.decls[:0], decl{}),
		scopes:    append(c.scopes[:0], scopeInfo{}),
		funcs:     append(c.funcs[:0], userFunction{}),
		templates: append(c.templates[:0], template{}),
		res:       append(c.res[:0], resource{}),
		refs:      append(c.refs[:0], resRef{}),
		choices:   append(c.choices[:0], choice{}),
		eithers:   c.eithers[:0],
		slots:     append(c.slots[:0], slot{}),
		heaps:     c.heaps[:0],
		meshRefs:  append(c.meshRefs[:0], meshRef{}), payloads: c.payloads,
		loops:    c.loops[:0],
		texels:   c.texels[:0],
		undo:     c.undo[:0],
		switches: c.switches[:0],
		queue:    c.queue[:0],
		calls:    c.calls[:0],
		inits:    c.inits[:0],
		args:     c.args[:0],
		exprs:    c.exprs[:0],
		vals:     c.vals[:0],
		lefts:    c.lefts[:0],
		clauses:  c.clauses.Reset(),
		visible:  math.MaxUint32, firstLocal: ^declID(0),
	}
}

// check reads a tree into a module. It reports true if it must be read once more.
func (c *checker) check(t *syntax.Tree, m *ir.Module, opts *Options, p *profile, diags *diag.List) bool {
	*c = c.fresh()
	c.t, c.m, c.opts, c.prof, c.diags = t, m, *opts, *p, diags
	c.stage = opts.Stage
	c.ev.Start(m)
	c.ev.Total = true
	c.bind = resized(c.bind, t.Interner().Len()+1)
	c.genCount = 1
	c.ex = &m.Consts
	c.scanTokens()
	c.predeclare()
	for _, n := range t.Items() {
		c.opts.Preprocessor.Meter.Step()
		c.directives(n)
		c.item(n)
	}
	c.directives(syntax.Node(t.Len()))
	c.finishGlobals()
	if c.diags.HasErrors() {
		return false
	}
	c.lowerEntries()
	if c.diags.HasErrors() {
		return false
	}
	if c.again {
		return true
	}
	c.checkUnreached()
	c.checkRecursion()
	if c.diags.HasErrors() {
		return false
	}
	c.bindings()
	return c.again
}

// scanTokens looks for uses that change the types of resources.
func (c *checker) scanTokens() {
	for n := syntax.Node(1); int(n) < c.t.Len(); n++ {
		switch c.t.Kind(n) {
		case syntax.KindMethod:
			v := c.t.Method(n)
			name := c.t.Name(v.Name)
			if strings.HasPrefix(name, "SampleCmp") || strings.HasPrefix(name, "GatherCmp") {
				x := c.t.Unparen(v.X)
				for c.t.Kind(x) == syntax.KindIndex {
					x = c.t.Index(x).X
				}
				if c.t.Kind(x) == syntax.KindIdent {
					c.uses = append(c.uses, use{name: c.t.Ident(x), depth: true})
				}
			}
		case syntax.KindIdent:
			if m := meaningOf(c.t.Ident(n)); m != nil && m.fn != 0 && strings.HasPrefix(intrinsics[m.fn-1].name, "Interlocked") {
				c.atomics = true
				c.exchanges = c.exchanges || strings.HasSuffix(intrinsics[m.fn-1].name, "FloatBitwise")
			}
		}
	}
}

// directives takes over the #pragma before an item.
func (c *checker) directives(n node) {
	list := c.t.Directives()
	for ; c.directive < len(list) && list[c.directive].Next <= n; c.directive++ {
		text := strings.Join(strings.Fields(list[c.directive].Name), "")
		if rest, ok := strings.CutPrefix(text, "pack_matrix("); ok {
			switch strings.TrimSuffix(rest, ")") {
			case "row_major":
				c.rowMajor = true
			case "column_major":
				c.rowMajor = false
			default:
				if c.isDXC() {
					c.errorf(codeLayout, list[c.directive].Span, "expected row_major or column_major in pack_matrix")
				} else {
					c.warnf(codeLayout, list[c.directive].Span, "expected row_major or column_major in pack_matrix: the pragma is ignored")
				}
			}
		}
	}
	if c.directive == 0 && c.opts.RowMajor { // until a pragma chooses
		c.rowMajor = true
	}
}

// majorOf is the orientation of matrices by the modifiers of a declaration.
func (c *checker) majorOf(m mods, given int8) int8 {
	switch {
	case m&syntax.ModRowMajor != 0:
		return 1
	case m&syntax.ModColumnMajor != 0:
		return -1
	case given != 0:
		return given
	case c.rowMajor:
		return 1
	}
	return -1
}

func (c *checker) enter(n node) bool {
	c.opts.Preprocessor.Meter.Step()
	c.depth++
	if c.depth > maxDepth {
		c.errorf(codeDepth, c.t.Span(n), "nested too deeply: more than %d levels", maxDepth)
		return false
	}
	return true
}

func (c *checker) leave() { c.depth-- }
