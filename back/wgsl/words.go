package wgsl

// This file holds the words of WGSL and where they stand in tables.

import (
	"strconv"
	"strings"
	"sync"

	"refract/internal/back/text"
	"refract/internal/builtin"
	"refract/ir"
)

// reserved are the keywords and reserved words (sections "Keywords" and
// "Reserved Words").
const reserved = `
	alias break case const const_assert continue continuing default diagnostic discard else enable false fn for if let loop
	override requires return struct switch true var while

	NULL Self abstract active alignas alignof as asm asm_fragment async attribute auto await become cast catch class
	co_await co_return co_yield coherent column_major common compile compile_fragment concept const_cast consteval
	constexpr constinit crate debugger decltype delete demote demote_to_helper do dynamic_cast enum explicit export
	extends extern external fallthrough filter final finally friend from fxgroup get goto groupshared highp impl
	implements import inline instanceof interface layout lowp macro macro_rules match mediump meta mod module move mut
	mutable namespace new nil noexcept noinline nointerpolation non_coherent noncoherent noperspective null nullptr of
	operator package packoffset partition pass patch pixelfragment precise precision premerge priv protected pub public
	readonly ref regardless register reinterpret_cast require resource restrict self set shared sizeof smooth snorm
	static static_assert static_cast std subroutine super target template this thread_local throw trait try type
	typedef typeid typename typeof union unless unorm unsafe unsized use using varying virtual volatile wgsl where with
	writeonly yield`

// predeclared are the names of types, type-generators, enumerants and functions
// (section "Predeclared Types and Type-Generators" and others).
func predeclared() (list []string) {
	for s := ir.Bool; s <= ir.F64; s++ {
		list = append(list, s.String())
	}
	for n := 2; n <= 4; n++ {
		vec := "vec" + strconv.Itoa(n)
		list = append(list, vec, vec+"i", vec+"u", vec+"f", vec+"h")
		for r := 2; r <= 4; r++ {
			mat := "mat" + strconv.Itoa(n) + "x" + strconv.Itoa(r)
			list = append(list, mat, mat+"f", mat+"h")
		}
	}
	list = append(list, strings.Fields(`array atomic ptr binding_array buffer ray_query acceleration_structure vertex_return
		sampler sampler_comparison texture_1d texture_2d texture_2d_array texture_3d texture_cube texture_cube_array
		texture_multisampled_2d texture_depth_2d texture_depth_2d_array texture_depth_cube texture_depth_cube_array
		texture_depth_multisampled_2d texture_external texture_storage_1d texture_storage_2d texture_storage_2d_array
		texture_storage_3d function private workgroup uniform storage handle immediate task_payload ray_payload
		incoming_ray_payload read write read_write
		RayDesc RayIntersection coop_mat8x8 coop_mat16x16 A B C`)...)
	for f := ir.R8Unorm; f <= ir.Rgba32Float; f++ {
		list = append(list, f.String())
	}
	return append(list, builtin.Names()...)
}

var words *text.Words

func word(s string) text.Word { return words.Word(s) }

// Words of types, by their parts.
var (
	scalarWords   [ir.F64 + 1]text.Word
	vectorWords   [5]text.Word             // vecN, by size
	shortVectors  [ir.F64 + 1][5]text.Word // vecNf, by scalar and size; 0: none
	matrixWords   [5][5]text.Word
	shortMatrices [ir.F64 + 1][5][5]text.Word
	formatWords   [ir.Rgba32Float + 1]text.Word
	spaceWords    [ir.SpaceIncomingRayPayload + 1]text.Word
	mathWords     [ir.MathMulExtended + 1]text.Word
	relWords      [ir.IsInf + 1]text.Word
	atomicWords   [ir.AtomicCompareExchange + 1]text.Word
	texelWords    [ir.AtomicCompareExchange + 1]text.Word
	deriveWords   [ir.AxisWidth + 1][ir.ControlFine + 1]text.Word
	queryWords    [ir.QuerySamples + 1]text.Word
	gatherWords   [ir.QuadSwapDiagonal + 1]text.Word
	groupWords    [ir.SubgroupElect + 1][ir.Clustered + 1]text.Word
	rayWords      [ir.RayConfirmIntersection + 1]text.Word

	cooperativeWords [ir.CooperativeMultiplyAdd + 1][2]text.Word // by columns, by rows

	arrayWord, atomicWord, ptrWord     text.Word
	bindingArrayWord                   text.Word
	samplerWord, comparisonWord        text.Word
	readWord, writeWord, readWriteWord text.Word
	bitcastWord, selectWord            text.Word
	f32Word, vec2hWord                 text.Word
	arrayLengthWord                    text.Word
	bufferWord, bufferLengthWord       text.Word
	bufferViewWord                     text.Word
	bufferArrayViewWord                text.Word
	atomicLoadWord, atomicStoreWord    text.Word
	uniformLoadWord, ballotWord        text.Word
	textureLoadWord, textureStoreWord  text.Word
)

var shortSuffixes = [...]struct {
	scalar ir.Scalar
	letter string
}{{ir.I32, "i"}, {ir.U32, "u"}, {ir.F32, "f"}, {ir.F16, "h"}}

// tables makes the tables of words, before the first module is written: a program that
// writes none doesn't pay for them.
var tables sync.Once

func makeTables() {
	words = text.NewWords(strings.Fields(reserved), predeclared(), false, func(name string) bool {
		return name != "_" && !strings.HasPrefix(name, "__")
	})
	arrayWord, atomicWord, ptrWord = word("array"), word("atomic"), word("ptr")
	bindingArrayWord = word("binding_array")
	samplerWord, comparisonWord = word("sampler"), word("sampler_comparison")
	readWord, writeWord, readWriteWord = word("read"), word("write"), word("read_write")
	bitcastWord, selectWord = word("bitcast"), word("select")
	f32Word, vec2hWord = word("f32"), word("vec2h")
	arrayLengthWord = word("arrayLength")
	bufferWord, bufferLengthWord = word("buffer"), word("bufferLength")
	bufferViewWord, bufferArrayViewWord = word("bufferView"), word("bufferArrayView")
	atomicLoadWord, atomicStoreWord = word("atomicLoad"), word("atomicStore")
	uniformLoadWord, ballotWord = word("workgroupUniformLoad"), word("subgroupBallot")
	textureLoadWord, textureStoreWord = word("textureLoad"), word("textureStore")
	for s := ir.Bool; s <= ir.F64; s++ {
		scalarWords[s] = word(s.String())
	}
	for n := 2; n <= 4; n++ {
		vec := "vec" + strconv.Itoa(n)
		vectorWords[n] = word(vec)
		for _, x := range shortSuffixes {
			shortVectors[x.scalar][n] = word(vec + x.letter)
		}
		for r := 2; r <= 4; r++ {
			mat := "mat" + strconv.Itoa(n) + "x" + strconv.Itoa(r)
			matrixWords[n][r] = word(mat)
			shortMatrices[ir.F32][n][r] = word(mat + "f")
			shortMatrices[ir.F16][n][r] = word(mat + "h")
		}
	}
	for f := ir.R8Unorm; f <= ir.Rgba32Float; f++ {
		formatWords[f] = word(f.String())
	}
	for s := ir.SpaceFunction; s <= ir.SpaceImmediate; s++ {
		spaceWords[s] = word(s.String())
	}
	for _, s := range []ir.AddressSpace{ir.SpaceTaskPayload, ir.SpaceRayPayload, ir.SpaceIncomingRayPayload} {
		spaceWords[s] = word(s.String())
	}
	traceRayWord, rayDescWord = word("traceRay"), word("RayDesc")
	for i := range builtin.Names() {
		id := builtin.ID(i + 1)
		op, w := id.Info().Op, word(id.String())
		switch {
		case op.Stmt == ir.StmtAtomic:
			atomicWords[op.Atomic()] = w
		case op.Stmt == ir.StmtImageAtomic:
			texelWords[op.Atomic()] = w
		case op.Stmt == ir.StmtSubgroupGather:
			gatherWords[op.Gather()] = w
		case op.Stmt == ir.StmtSubgroupCollective:
			groupWords[op.Subgroup()][op.Collective()] = w
		case op.Stmt == ir.StmtCooperative:
			cooperativeWords[op.Cooperative()][op.Aux] = w
		case op.Stmt == ir.StmtRayQuery:
			rayWords[op.RayQuery()] = w
		case op.Kind == ir.KindMath && id != builtin.Inverse:
			mathWords[op.Math()] = w
		case op.Kind == ir.KindRelational:
			relWords[op.Relational()] = w
		case op.Kind == ir.KindDerivative:
			deriveWords[op.Axis()][op.Control()] = w
		case op.Kind == ir.KindImageQuery:
			queryWords[op.Query()] = w
		}
	}
	makeLiteralTables()
	makeCallTables()
}

// operators of WGSL (section "Expression Grammar Summary"): shifts and bit
// operators take nothing but unary expressions, and don't mix.
const (
	unary      = text.Forms(text.Primary | text.Prefix)
	product    = unary | text.Forms(text.Product)
	sum        = product | text.Forms(text.Sum)
	shift      = sum | text.Forms(text.ShiftForm)
	relational = shift | text.Forms(text.Comparison)
)

var operators = text.Operators{
	Unary: [...]text.Operator{
		ir.Negate:     {Text: "-", Form: text.Prefix, Right: unary},
		ir.LogicalNot: {Text: "!", Form: text.Prefix, Right: unary},
		ir.BitwiseNot: {Text: "~", Form: text.Prefix, Right: unary},
	},
	Binary: [...]text.Operator{
		ir.Add:        {Text: "+", Form: text.Sum, Left: sum, Right: product},
		ir.Sub:        {Text: "-", Form: text.Sum, Left: sum, Right: product},
		ir.Mul:        {Text: "*", Form: text.Product, Left: product, Right: unary},
		ir.Div:        {Text: "/", Form: text.Product, Left: product, Right: unary},
		ir.Rem:        {Text: "%", Form: text.Product, Left: product, Right: unary},
		ir.And:        {Text: "&", Form: text.BitAnd, Left: unary | text.Forms(text.BitAnd), Right: unary},
		ir.Or:         {Text: "|", Form: text.BitOr, Left: unary | text.Forms(text.BitOr), Right: unary},
		ir.Xor:        {Text: "^", Form: text.BitXor, Left: unary | text.Forms(text.BitXor), Right: unary},
		ir.LogicalAnd: {Text: "&&", Form: text.Both, Left: relational | text.Forms(text.Both), Right: relational},
		ir.LogicalOr:  {Text: "||", Form: text.Either, Left: relational | text.Forms(text.Either), Right: relational},
		ir.Shl:        {Text: "<<", Form: text.ShiftForm, Left: unary, Right: unary},
		ir.Shr:        {Text: ">>", Form: text.ShiftForm, Left: unary, Right: unary},
		ir.Eq:         {Text: "==", Form: text.Comparison, Left: shift, Right: shift},
		ir.Ne:         {Text: "!=", Form: text.Comparison, Left: shift, Right: shift},
		ir.Lt:         {Text: "<", Form: text.Comparison, Left: shift, Right: shift},
		ir.Le:         {Text: "<=", Form: text.Comparison, Left: shift, Right: shift},
		ir.Gt:         {Text: ">", Form: text.Comparison, Left: shift, Right: shift},
		ir.Ge:         {Text: ">=", Form: text.Comparison, Left: shift, Right: shift},
	},
}
