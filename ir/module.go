package ir

// This file holds the module and its named entities.

import (
	"encoding/binary"
	"slices"
	"strconv"
	"unique"

	"refract/diag"
	"refract/internal/budget"
)

// Module is one shader module. The zero Module is not usable: see NewModule.
type Module struct {
	Types       Types
	Layouts     []LayoutNode // of handles from FirstExplicitLayout
	Structs     []Struct     // [0] is unused, as in every arena below
	Consts      Exprs        // module-scope expressions; roots are ConstIDs
	Constants   []Constant
	Overrides   []Override
	Globals     []Global
	Functions   []*Function
	EntryPoints []EntryPoint // in the author's order; [0] is used
	Formats     []string     // of StmtPrint, by FormatID

	Diagnostics []DiagnosticFilter   // module-wide filters, in the author's order
	Filters     [][]DiagnosticFilter // those of parts of functions, which StmtBlocks name; [0] is empty
	Sources     *diag.Sources        // what the spans refer to; nil where there are none
	Doc         string               // documentation comment of the module

	// Meter ends the construction and the transforms of the module when a context is done;
	// nil in modules that callers of the library hold. Copies of the module have it, too.
	Meter *budget.Meter

	specials []special
	spare    []*Function // functions kept by Reset for reuse
	members  []Member    // memory of structs' members: see MakeMembers
}

// A DiagnosticFilter is a severity that the author set for a rule.
type DiagnosticFilter struct {
	Severity diag.Severity
	Rule     string // "derivative_uniformity", or any other name
}

// NewModule returns an empty module.
func NewModule() *Module {
	m := new(Module)
	m.Reset()
	return m
}

// Reset empties the module and keeps its memory. Everything read from it before
// becomes invalid.
func (m *Module) Reset() {
	if len(m.Functions) > 1 {
		m.spare = append(m.spare, m.Functions[1:]...)
	}
	m.Types.init()
	m.Layouts = m.Layouts[:0]
	m.Structs = append(m.Structs[:0], Struct{})
	m.Consts.init()
	m.Constants = append(m.Constants[:0], Constant{})
	m.Overrides = append(m.Overrides[:0], Override{})
	m.Globals = append(m.Globals[:0], Global{})
	m.Functions = append(m.Functions[:0], nil)
	m.EntryPoints = m.EntryPoints[:0]
	m.Formats = m.Formats[:0]
	m.Diagnostics = m.Diagnostics[:0]
	m.Filters = append(m.Filters[:0], nil)
	m.Sources = nil
	m.Doc = ""
	m.Meter = nil
	m.specials = m.specials[:0]
	m.members = m.members[:0]
}

// MakeMembers returns an empty list with room for n members, from memory that the
// module keeps when it is Reset: for the structs of this module only.
func (m *Module) MakeMembers(n int) []Member {
	at := len(m.members)
	if cap(m.members)-at < n { // lists made before keep the old memory
		at, m.members = 0, make([]Member, 0, max(2*cap(m.members), n, 16))
	}
	m.members = m.members[:at+n]
	return m.members[at : at : at+n]
}

// AddFilters keeps a list of diagnostic filters for StmtBlocks to name; of an
// empty list the name is 0. The list becomes the module's own.
func (m *Module) AddFilters(list []DiagnosticFilter) FilterID {
	if len(list) == 0 {
		return 0
	}
	if last := len(m.Filters) - 1; slices.Equal(m.Filters[last], list) {
		return FilterID(last)
	}
	m.Filters = append(m.Filters, list)
	return FilterID(len(m.Filters) - 1)
}

// BindingKind is the kind of binding of an input or output.
type BindingKind uint8

const (
	NoBinding BindingKind = iota
	BindBuiltIn
	BindLocation
)

// Binding ties an entry point's parameter, result or a member of its struct to
// the pipeline.
type Binding struct {
	Kind          BindingKind
	BuiltIn       BuiltIn       // BindBuiltIn
	Invariant     bool          // BuiltInPosition
	Interpolation Interpolation // BindLocation; integers are InterpolateFlat
	Sampling      Sampling
	HasBlendSrc   bool // dual-source blending: BlendSrc is 0 or 1
	BlendSrc      uint8
	Component     uint8 // first component within the location
	PerPrimitive  bool
	Relaxed       bool       // 16 bits are enough for its components ("mediump", RelaxedPrecision); set of any member, parameter or result
	Patch         bool       // of a patch, not of its vertices
	Stream        uint8      // of a geometry stage's output
	Relative      bool       // BuiltInLayer that is written: the number of the viewport is added
	Passthrough   bool       // of a geometry stage's input: PassPrimitive copies the values of a vertex to the output at the same place
	Depth         EarlyDepth // BuiltInFragDepth: how the value relates to the fragment's own depth
	Location      uint32
	Feedback      Feedback // of an output of the last stage before rasterization
	Link          Link
	Semantic      Semantic
}

// Behind is the place n locations further.
func (b Binding) Behind(n uint32) Binding {
	b.Location += n
	if name, index := b.Semantic.Parts(); name != "" {
		b.Semantic = SemanticOf(name, index+n)
	}
	return b
}

// Semantic is the name by which Direct3D's input layouts and the other stages find an input or output
// with a location. The front end of HLSL sets it; the back ends of HLSL, DXBC and DXIL write it.
// The zero value is none.
type Semantic struct{ handle unique.Handle[semantic] }

type semantic struct {
	name  string
	index uint32
}

// SemanticOf is the semantic of a name, without its number, and the number.
func SemanticOf(name string, index uint32) Semantic {
	return Semantic{unique.Make(semantic{name, index})}
}

func (s Semantic) String() string {
	name, index := s.Parts()
	if name == "" {
		return ""
	}
	return name + strconv.FormatUint(uint64(index), 10)
}

// Parts are the name and number of a semantic: "" and 0 if it is none.
func (s Semantic) Parts() (name string, index uint32) {
	if s == (Semantic{}) {
		return "", 0
	}
	v := s.handle.Value()
	return v.name, v.index
}

// Link is the name by which OpenGL's hosts and the other stages find an input or output
// with a location (GLSL section "Shader Interface Matching"). The front ends of GLSL and
// SPIR-V set it; the back end of GLSL writes it.
type Link struct {
	Name    string // "": the source has none, stages match by location
	Open    bool   // the source gives no location: Binding.Location follows the order of declarations
	Columns bool   // the parts are columns of a matrix, else elements of an array
	Part    uint8  // the part of the variable that this is
	Parts   uint8  // how many parts the variable has; 0: it is whole
}

// IsPerVertex reports whether an input has the values of each vertex.
func (b *Binding) IsPerVertex() bool {
	return b.Kind == BindLocation && b.Interpolation == InterpolatePerVertex
}

// SpecialKind marks structs that the language predeclares as results.
type SpecialKind uint8

const (
	NotSpecial             SpecialKind = iota
	SpecialModf                        // {fract: T, whole: T}
	SpecialFrexp                       // {fract: T, exp: i32 or vector of it}
	SpecialAtomicExchange              // {old_value: T, exchanged: bool}
	SpecialAddCarry                    // {result: T, carry: T}
	SpecialSubBorrow                   // {result: T, borrow: T}
	SpecialMulExtended                 // {low: T, high: T}
	SpecialRayDesc                     // {flags: u32, cull_mask: u32, tmin: f32, tmax: f32, origin: vec3<f32>, dir: vec3<f32>}
	SpecialRayIntersection             // see SpecialStruct
)

type special struct {
	kind  SpecialKind
	param TypeID
	ty    TypeID
}

// Struct is a nominal struct type.
type Struct struct {
	Name    string
	Members []Member
	Type    TypeID // its interned type
	Special SpecialKind
	Param   TypeID // T of a special struct
	Span    diag.Span
	Doc     string
}

// Member is one member of a struct. Its offset depends on the layout of the
// memory that holds the struct: see package internal/ir/layout.
type Member struct {
	Name     string
	Type     TypeID
	Binding  Binding
	Align    uint32 // bytes; 0: as the type asks. Read by LayoutNatural
	Size     uint32 // bytes; 0: as the type asks. Read by LayoutNatural
	RowMajor bool   // matrices (and arrays of them) under the Std and Scalar rules
	Memory   MemoryDecoration
	Default  Words // of a uniform: what it holds until the host sets it (GLSL, OpenGL); "": zero
	Bool     bool  // of BlockLoose: the source has bool here, or vectors or arrays of bool, the buffer u32
	Span     diag.Span
	Doc      string
}

// Words are words of 32 bits, each of four bytes, the lowest first. As the value of a
// type these are its scalars in the order of memory; one of 64 bits takes two words.
type Words string

// WordsOf returns words.
func WordsOf(list []uint32) Words {
	b := make([]byte, 0, 4*len(list))
	for _, x := range list {
		b = binary.LittleEndian.AppendUint32(b, x)
	}
	return Words(b)
}

// Len is how many words there are.
func (w Words) Len() int { return len(w) / 4 }

// At is the i-th word.
func (w Words) At(i int) uint32 {
	return uint32(w[4*i]) | uint32(w[4*i+1])<<8 | uint32(w[4*i+2])<<16 | uint32(w[4*i+3])<<24
}

// MemoryDecoration is a set of qualities of memory.
type MemoryDecoration uint8

const (
	Coherent MemoryDecoration = 1 << iota
	Volatile
	Restrict
	Aliased // other variables may be the same memory (SPIR-V, section "Aliasing")
)

// Constant is a named module-scope constant.
type Constant struct {
	Name string
	Type TypeID
	Init ConstID // free of overrides
	Span diag.Span
	Doc  string
}

// Override is a constant that the pipeline may set. Its type is bool or another
// scalar that is concrete. Several overrides may share an ID: a value of the pipeline
// sets all of them, and without one each has its own initial value.
type Override struct {
	Name  string
	HasID bool
	ID    uint16
	Type  TypeID
	Init  ConstID // 0: the pipeline must set it
	Span  diag.Span
	Doc   string
}

// Key is the name by which a pipeline sets the override: its id in decimal if it has one,
// else its name (WebGPU, GPUProgrammableStage.constants).
func (o *Override) Key() string {
	if o.HasID {
		return strconv.Itoa(int(o.ID))
	}
	return o.Name
}

// ResourceBinding is a group (descriptor set) and binding number.
type ResourceBinding struct {
	Group, Binding uint32
}

// Global is a module-scope variable or resource.
type Global struct {
	Name       string
	Space      AddressSpace
	Access     AccessMode // SpaceStorage: Read or ReadWrite; others as the space allows
	Type       TypeID     // what it holds
	Layout     LayoutID
	HasBinding bool
	Binding    ResourceBinding
	Register   Register
	Attachment uint32  // images of DimSubpass: the number of the input attachment, of an array that of its first
	Init       ConstID // SpacePrivate; 0: zero
	Memory     MemoryDecoration
	Default    bool // a uniform outside any block (GLSL, OpenGL)
	Relaxed    bool // as Binding.Relaxed; images: so are texels. Inputs and outputs have it in IO
	Block      BlockForm
	Part       UniformPart // of a uniform outside any block that was a member of a BlockLoose
	IO         *Binding    // SpaceInput, SpaceOutput: the place, but of a struct whose members have places; never changed
	Span       diag.Span
	Doc        string
}

// Register is the place of a resource in Direct3D. The front end of HLSL sets it; the back ends of HLSL,
// DXBC and DXIL use it, unless an option gives places. Its class follows from the resource.
type Register struct {
	Given bool
	Index uint32
	Space uint32
	Names BufferNames
	Form  BufferForm
	// Stride is the bytes of an element of a structured buffer, or of that which a counter counts.
	Stride uint32
	// Texel is the number of components that the source's texels have, of textures; 0: as the type's.
	Texel uint8
	// Heap is set of an array of all descriptors of the heap of resources or samplers. Index tells such arrays apart.
	Heap bool
}

// TexelComponents is the number of components of the texels of a texture of the type in Direct3D.
func (r *Register) TexelComponents(t *Type) int {
	switch {
	case r.Texel != 0:
		return int(r.Texel)
	case t.Class == ImageDepth:
		return 1
	case t.Class == ImageStorage && t.Format != NoFormat:
		return t.Format.Components()
	}
	return 4
}

// BufferNames is how Direct3D's reflection names a constant buffer and its content.
type BufferNames uint8

const (
	NamesVariable BufferNames = iota // one variable: a ConstantBuffer
	NamesMembers                     // each member is a variable: a cbuffer
	NamesLoose                       // so too, and the buffer's name begins with $: uniforms outside buffers
)

var bufferNames = [...]string{"variable", "members", "loose"}

// BufferForm is the kind of view by which Direct3D binds a storage buffer.
type BufferForm uint8

const (
	BufferBytes      BufferForm = iota // a ByteAddressBuffer
	BufferStructured                   // elements: a StructuredBuffer, an RWStructuredBuffer
	BufferAppend                       // an AppendStructuredBuffer
	BufferConsume                      // a ConsumeStructuredBuffer
	BufferCounter                      // no buffer: the hidden counter of the one that has the register
)

var bufferForms = [...]string{"", "structured", "append", "consume", "counter"}

// CounterPrefix begins the name of the counter of a structured buffer, behind which the buffer's name follows.
const CounterPrefix = "counter_"

// IsStructured reports whether the buffer has elements.
func (f BufferForm) IsStructured() bool { return f >= BufferStructured && f <= BufferConsume }

// BlockForm is how OpenGL's hosts see the members of a buffer that is a struct.
type BlockForm uint8

const (
	BlockInstance BlockForm = iota // a block with an instance name: "Block.member"
	BlockOpen                      // a block without one: "member" (GLSL section "Interface Blocks")
	BlockLoose                     // no block: each member is a uniform by itself; SpaceUniform
)

// UniformPart is the remains of a member in a uniform outside any block.
type UniformPart struct {
	Of      string // the buffer's name; "": the uniform was no member
	Offset  uint32 // bytes in the buffer
	Default Words  // as Member.Default
	Bool    bool   // as Member.Bool
	Rows    bool   // as Member.RowMajor
}

var blockFormNames = [...]string{"", "open", "loose"}

// EarlyDepth is when the depth test runs.
type EarlyDepth uint8

const (
	EarlyDepthDefault      EarlyDepth = iota
	EarlyDepthForce                   // before the shader
	EarlyDepthGreaterEqual            // frag_depth only grows
	EarlyDepthLessEqual               // frag_depth only shrinks
	EarlyDepthUnchanged               // frag_depth is the fragment's own
)

// EntryPoint is a function that a pipeline can start at. No function calls it.
type EntryPoint struct {
	Name              string
	Stage             Stage
	Function          FuncID
	WorkgroupSize     [3]uint32  // compute, task, mesh
	WorkgroupSizeExpr [3]ConstID // where not 0: an override-expression of type i32 or u32 instead
	SubgroupSize      uint32     // compute: the size that subgroups must have, a power of two; 0: any
	SubgroupSizeExpr  ConstID    // where not 0: an override-expression of type i32 or u32 instead
	EarlyDepth        EarlyDepth
	PostDepthCoverage bool            // fragment: the sample mask is that of the samples that passed the depth test
	Interlock         Interlock       // fragment
	DerivativeGroup   DerivativeGroup // compute, task, mesh: how invocations form quads, if derivatives are taken
	Floats            FloatModes
	ClipSpace         ClipSpace      // of stages with positions
	FragmentOrigin    FragmentOrigin // fragment
	Pipeline          *Pipeline      // geometry, tessellation, mesh: see Setup; never changed
	Span              diag.Span
}

// HasQuads reports whether the invocations form quads, so that there are derivatives and levels
// that follow from them.
func (e *EntryPoint) HasQuads() bool {
	return e.Stage.Info().Quads || e.DerivativeGroup != NoDerivativeGroup
}

// LocalID is the local_invocation_id of an invocation of a workgroup of a size. Invocations are
// numbered by subgroup and lane; four successive ones from a multiple of four on are a quad, in the
// order of fragments: (0, 0), (1, 0), (0, 1), (1, 1).
func (g DerivativeGroup) LocalID(size [3]uint32, i uint32) [3]uint32 {
	if g != DerivativeGroupQuads {
		return [3]uint32{i % size[0], i / size[0] % size[1], i / size[0] / size[1]}
	}
	q := NoDerivativeGroup.LocalID([3]uint32{size[0] / 2, size[1] / 2, size[2]}, i/4)
	return [3]uint32{2*q[0] + i&1, 2*q[1] + i>>1&1, q[2]}
}

// AddStruct declares a struct and returns its type. Members are kept, not copied.
func (m *Module) AddStruct(s Struct) TypeID {
	id := StructID(len(m.Structs))
	m.Structs = append(m.Structs, s)
	t := m.Types.Intern(Type{Kind: TypeStruct, Struct: id})
	m.Structs[id].Type = t
	return t
}

// StructOf returns the declaration of a struct type, or nil.
func (m *Module) StructOf(t TypeID) *Struct {
	if ty := m.Types.At(t); ty.Kind == TypeStruct {
		return &m.Structs[ty.Struct]
	}
	return nil
}

// HoldsRayObject reports whether a type is a ray query or hit object, or an array or struct that holds some.
func (m *Module) HoldsRayObject(t TypeID) bool {
	var seen [8]StructID
	return m.holdsRayObject(t, seen[:0]) == nil
}

// holdsRayObject returns the structs that were seen, none of which holds a ray query; nil if
// the type holds one.
func (m *Module) holdsRayObject(t TypeID, seen []StructID) []StructID {
	if t.IsElementary() {
		return seen
	}
	ty := m.Types.At(t)
	for ty.Kind == TypeArray {
		ty = m.Types.At(ty.Base)
	}
	switch {
	case ty.IsRayObject():
		return nil
	case ty.Kind != TypeStruct || slices.Contains(seen, ty.Struct):
		return seen
	}
	seen = append(seen, ty.Struct)
	for _, member := range m.Structs[ty.Struct].Members {
		if seen = m.holdsRayObject(member.Type, seen); seen == nil {
			return nil
		}
	}
	return seen
}

// ResultDepth is how the depth that an entry point returns relates to the fragment's own.
func (m *Module) ResultDepth(f *Function) EarlyDepth {
	if f.Result == 0 {
		return EarlyDepthDefault
	}
	if s := m.StructOf(f.Result); s != nil {
		for i := range s.Members {
			if d := s.Members[i].Binding.Depth; d != EarlyDepthDefault {
				return d
			}
		}
	}
	return f.ResultBinding.Depth
}

// SpecialStruct returns the predeclared struct of a kind for parameter type T,
// declaring it on first use.
func (m *Module) SpecialStruct(k SpecialKind, param TypeID) TypeID {
	for _, s := range m.specials {
		if s.kind == k && s.param == param {
			return s.ty
		}
	}
	member := func(name string, t TypeID) Member { return Member{Name: name, Type: t} }
	s := Struct{Special: k, Param: param}
	vec3 := VectorOf(F32, 3)
	switch k {
	case SpecialModf:
		s.Name = "__modf_result_" + m.suffix(param)
		s.Members = []Member{member("fract", param), member("whole", param)}
	case SpecialFrexp:
		s.Name = "__frexp_result_" + m.suffix(param)
		exp := I32
		if m.Types.ScalarOf(param) == AbstractFloat {
			exp = AbstractInt
		}
		s.Members = []Member{member("fract", param), member("exp", m.Types.WithScalar(param, exp))}
	case SpecialAtomicExchange:
		s.Name = "__atomic_compare_exchange_result_" + m.suffix(param)
		s.Members = []Member{member("old_value", param), member("exchanged", TypeBool)}
	case SpecialAddCarry:
		s.Name = "__add_carry_result_" + m.suffix(param)
		s.Members = []Member{member("result", param), member("carry", param)}
	case SpecialSubBorrow:
		s.Name = "__sub_borrow_result_" + m.suffix(param)
		s.Members = []Member{member("result", param), member("borrow", param)}
	case SpecialMulExtended:
		s.Name = "__mul_extended_result_" + m.suffix(param)
		s.Members = []Member{member("low", param), member("high", param)}
	case SpecialRayDesc:
		s.Name = "RayDesc"
		s.Members = []Member{member("flags", TypeU32), member("cull_mask", TypeU32), member("tmin", TypeF32),
			member("tmax", TypeF32), member("origin", vec3), member("dir", vec3)}
	case SpecialRayIntersection:
		mat := MatrixOf(F32, 4, 3)
		s.Name = "RayIntersection"
		s.Members = []Member{member("kind", TypeU32), member("t", TypeF32), member("instance_custom_data", TypeU32),
			member("instance_index", TypeU32), member("sbt_record_offset", TypeU32), member("geometry_index", TypeU32),
			member("primitive_index", TypeU32), member("barycentrics", VectorOf(F32, 2)), member("front_face", TypeBool),
			member("object_to_world", mat), member("world_to_object", mat)}
	default:
		panic("ir: no such special struct")
	}
	t := m.AddStruct(s)
	m.specials = append(m.specials, special{k, param, t})
	return t
}

// suffix spells a scalar or vector type as WGSL's predeclared result types do.
func (m *Module) suffix(t TypeID) string {
	ty := m.Types.At(t)
	name := ty.Scalar.String()
	if ty.Scalar.IsAbstract() {
		name = "abstract"
	}
	if ty.Kind == TypeVector {
		return "vec" + string(rune('0'+ty.Rows)) + "_" + name
	}
	return name
}

// NewFunction adds an empty function and returns it with its handle.
func (m *Module) NewFunction(name string) (FuncID, *Function) {
	var f *Function
	if n := len(m.spare); n > 0 {
		f = m.spare[n-1]
		m.spare = m.spare[:n-1]
	} else {
		f = new(Function)
	}
	f.reset()
	f.Name = name
	m.Functions = append(m.Functions, f)
	return FuncID(len(m.Functions) - 1), f
}

// OwnFunction makes sure that no other entry point shares the function of entry point i,
// and returns it.
func (m *Module) OwnFunction(i int) *Function {
	e := &m.EntryPoints[i]
	for j := range m.EntryPoints {
		if j != i && m.EntryPoints[j].Function == e.Function {
			id, f := m.NewFunction("")
			f.CopyBody(m.Functions[e.Function])
			e.Function = id
			return f
		}
	}
	return m.Functions[e.Function]
}

// Release gives the memory of a function back that the module doesn't hold, for the next
// NewFunction.
func (m *Module) Release(f *Function) { m.spare = append(m.spare, f) }

// Func returns a function.
func (m *Module) Func(id FuncID) *Function { return m.Functions[id] }

// EntryPointByName finds an entry point, or returns nil.
func (m *Module) EntryPointByName(name string) *EntryPoint {
	for i := range m.EntryPoints {
		if m.EntryPoints[i].Name == name {
			return &m.EntryPoints[i]
		}
	}
	return nil
}

// Argument is a parameter of a function.
type Argument struct {
	Name    string
	Type    TypeID
	Binding Binding // entry points only
	Span    diag.Span
}

// Local is a local variable. Its scope begins at the StmtLocal that names it, or
// at the function's entry if no statement does; it is fresh each time.
type Local struct {
	Name    string
	Type    TypeID // what it holds
	Relaxed bool   // as Binding.Relaxed
	Span    diag.Span
}

// NamedExpr is a name that the author gave to a value.
type NamedExpr struct {
	Expr ExprID
	Name string
}

// Function is a function: signature, expressions and statements.
type Function struct {
	Name          string
	Args          []Argument
	Result        TypeID // 0: none
	ResultBinding Binding
	Locals        []Local // [0] is unused
	Body          BlockID
	Named         []NamedExpr // ascending by Expr
	MustUse       bool
	Diagnostics   []DiagnosticFilter
	Span          diag.Span
	Doc           string

	Exprs
	stmts      []stmt
	stmtSpans  []diag.Span
	blocks     []blockRange
	lists      []StmtID
	cases      []Case
	caseValues []uint32
	stmtKinds  uint32 // kinds of all statements ever added, a bit each
}

func (f *Function) reset() {
	f.Name, f.Result, f.ResultBinding, f.MustUse = "", 0, Binding{}, false
	f.Span, f.Doc = diag.Span{}, ""
	f.Args = f.Args[:0]
	f.Diagnostics = f.Diagnostics[:0]
	f.ResetBody()
}

// ResetBody empties the body of a function, which has no locals and no expressions then.
func (f *Function) ResetBody() {
	f.Locals = append(f.Locals[:0], Local{})
	f.Named = f.Named[:0]
	f.Body = 0
	f.Exprs.init()
	f.stmts = append(f.stmts[:0], stmt{})
	f.stmtSpans = append(f.stmtSpans[:0], diag.Span{})
	f.blocks = append(f.blocks[:0], blockRange{})
	f.lists = f.lists[:0]
	f.cases = f.cases[:0]
	f.caseValues = f.caseValues[:0]
	f.stmtKinds = 0
}

// ReserveBody makes room for some expressions, lists of operands, statements and blocks in
// a function that has none, so that its arenas needn't grow from nothing.
func (f *Function) ReserveBody(exprs, operands, stmts, blocks int) {
	if cap(f.nodes) < exprs {
		f.nodes = append(make([]node, 0, exprs), f.nodes...)
		f.spans = append(make([]diag.Span, 0, exprs), f.spans...)
	}
	if cap(f.pool) < operands {
		f.pool = append(make([]ExprID, 0, operands), f.pool...)
	}
	if cap(f.stmts) < stmts {
		f.stmts = append(make([]stmt, 0, stmts), f.stmts...)
		f.stmtSpans = append(make([]diag.Span, 0, stmts), f.stmtSpans...)
		f.lists = append(make([]StmtID, 0, stmts), f.lists...)
	}
	if cap(f.blocks) < blocks {
		f.blocks = append(make([]blockRange, 0, blocks), f.blocks...)
	}
}

// AddLocal adds a local variable.
func (f *Function) AddLocal(l Local) LocalID {
	f.Locals = append(f.Locals, l)
	return LocalID(len(f.Locals) - 1)
}

// SetName gives a value the author's name, unless it has one.
func (f *Function) SetName(e ExprID, name string) {
	i := len(f.Named)
	for i > 0 && f.Named[i-1].Expr >= e {
		i--
	}
	if i < len(f.Named) && f.Named[i].Expr == e {
		return
	}
	f.Named = append(f.Named, NamedExpr{})
	copy(f.Named[i+1:], f.Named[i:])
	f.Named[i] = NamedExpr{e, name}
}

// NameOf is the author's name of a value, or "".
func (f *Function) NameOf(e ExprID) string {
	lo, hi := 0, len(f.Named)
	for lo < hi {
		if mid := (lo + hi) / 2; f.Named[mid].Expr < e {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(f.Named) && f.Named[lo].Expr == e {
		return f.Named[lo].Name
	}
	return ""
}

// PointerTo is the type of the expression that names a global: a pointer, or in SpaceHandle
// the global's type.
func (m *Module) PointerTo(g GlobalID) TypeID {
	gl := &m.Globals[g]
	if gl.Space == SpaceHandle {
		return gl.Type
	}
	return m.Types.Pointer(gl.Type, gl.Space, gl.Access, gl.Layout)
}

// BlendsPairs reports whether the fragment entry points that have outputs with a blend
// source have two of one type, at location 0, and no other outputs at locations: all that
// WGSL, Metal and Direct3D know.
func (m *Module) BlendsPairs() bool {
	for i := range m.EntryPoints {
		f := m.Functions[m.EntryPoints[i].Function]
		s := m.StructOf(f.Result)
		if m.EntryPoints[i].Stage != StageFragment || s == nil {
			if f.ResultBinding.HasBlendSrc {
				return false
			}
			continue
		}
		var pair [2]TypeID
		located, blended := 0, 0
		for k := range s.Members {
			b := &s.Members[k].Binding
			if b.Kind != BindLocation {
				continue
			}
			located++
			if b.HasBlendSrc && b.Location == 0 && b.BlendSrc < 2 {
				blended++
				pair[b.BlendSrc] = s.Members[k].Type
			} else if b.HasBlendSrc {
				return false
			}
		}
		if blended > 0 && (blended != 2 || located != 2 || pair[0] != pair[1]) {
			return false
		}
	}
	return true
}

// An Input is a parameter of an entry point's function, or a member of one.
type Input struct {
	Arg, Member int // Member is -1 where the parameter itself is bound
	Type        TypeID
	Binding     *Binding
}

// InputAt is the input of an entry point's function at a location and component.
func (m *Module) InputAt(f *Function, location, component uint32) (Input, bool) {
	is := func(b *Binding) bool {
		return b.Kind == BindLocation && b.Location == location && uint32(b.Component) == component
	}
	for i := range f.Args {
		a := &f.Args[i]
		if is(&a.Binding) {
			return Input{i, -1, a.Type, &a.Binding}, true
		}
		if s := m.StructOf(a.Type); s != nil && a.Binding.Kind == NoBinding {
			for k := range s.Members {
				if b := &s.Members[k].Binding; is(b) {
					return Input{i, k, s.Members[k].Type, b}, true
				}
			}
		}
	}
	return Input{}, false
}

// WidestScalar is the size of the largest scalar in a type, in bytes; a struct without
// members counts as a byte.
func (m *Module) WidestScalar(id TypeID) uint32 {
	switch t := m.Types.At(id); t.Kind {
	case TypeArray:
		return m.WidestScalar(t.Base)
	case TypeStruct:
		n := uint32(1)
		for i := range m.Structs[t.Struct].Members {
			n = max(n, m.WidestScalar(m.Structs[t.Struct].Members[i].Type))
		}
		return n
	default:
		return t.Scalar.Bytes()
	}
}
