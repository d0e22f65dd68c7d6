package wasm

// This file begins and ends the compilation of an entry point: the components of its
// values, the layout of memory, and the function around the code.
//
// Invocations run four at a time, a group in the lanes of 128-bit vectors. A
// component of a value that the invocations of a group share is a scalar local, any
// other a vector local; booleans are 0 and 1, or lanes of ones and zeros. Components
// that are only another name for one have no local of their own.

import (
	"encoding/binary"
	"fmt"
	"math"

	"refract/diag"
	"refract/exec"
	"refract/internal/ssa/analysis"
	"refract/internal/wasmbin"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
)

const lanes = 4

// The layout of the head of memory, in bytes.
const (
	headStop    = 0  // not 0: the run of a module for others is to end
	headReason  = 4  // a run ended by itself, for lack of steps: one more than the number of the place
	headWhere   = 8  // in which workgroup, and which group of it
	headGroups  = 16 // three numbers: the workgroups of the run
	headBuffers = 32 // of each buffer its address and size

	// In the place of the workgroups, of the stages of a graphics pipeline:
	headIn    = 16 // address of the inputs
	headOut   = 20 // and of the outputs
	headLive  = 24 // words that say which fragments are more than helpers
	headCount = 28 // number of vertices
)

// The greatest sizes that are compiled.
const (
	maxValue    = analysis.MaxComponents
	maxLocals   = 20000
	maxMemory   = 64 << 20 // of the variables of a workgroup
	maxCodeSize = 4 << 20
)

// slotKind is the kind of a component.
type slotKind uint8

const (
	slotNone  slotKind = iota
	slotConst          // known bits
	slotLocal          // a local variable
	slotAlias          // another component
)

type slot struct {
	kind    slotKind
	vec     bool
	float   bool // a scalar local of type f32
	half    bool // the bits of an f16
	boolean bool
	linear  bool // a scalar plus the number of the lane
	splat   bool // a vector copy of the scalar is wanted
	exact   bool // whoever reads the value sees the bits of a NaN
	canon   bool // a NaN is the canonical one, once it is written down
	made    bool // by arithmetic, whose NaNs have any bits
	crosses bool // it is read in another segment
	based   bool // the local was made
	masked  bool // the result of an and
	bits    uint32
	alias   int32
	local   uint32
	copy    uint32 // the vector copy
	spill   uint32 // offset in the group's memory
	most    uint32 // no invocation has more, as an unsigned number
}

// A buffer is a variable whose memory the host gives.
type buffer struct {
	variable   ssa.VarID
	base, size uint32 // locals
}

// arrayKey names an array whose length the memory decides.
type arrayKey struct {
	variable       ssa.VarID
	offset, stride uint32
}

type arrayLocals struct{ n, last, fast uint32 } // length, that less one, that less three (or 0)

// compiled is the result of a compilation.
type compiled struct {
	module     []byte
	vars       []ssa.VarID // of the buffers, in the order of the head
	handles    []ssa.VarID // textures and samplers
	live       bool        // it matters which fragments are helpers
	shares     bool        // workgroups may wait for each other, or write textures
	hosts      []hostFunc
	sampled    sampledTextures
	onceAt     uint32 // address of a word that is 0 until values were computed for the whole run; 0: there are none
	fragmentAt uint32 // address of the state of a fragment stage; 0: there is none
	merges     bool   // it writes colors to a target
	size       [3]uint32
	quads      ir.DerivativeGroup
	extra      uint32 // where the words of a stage of primitives begin in the head
	pool       []byte // what memory begins with
	poolAt     uint32
	region     uint32 // where the memory of a worker begins, if buffers lie after it
	regionLen  uint32
	stops      []diag.Span
}

type compiler struct {
	f      *ssa.Function
	m      *ir.Module
	d      *analysis.DivergenceInfo
	w      *wasmbin.Func
	places *exec.Places
	size   [3]uint32
	total  uint32 // invocations of a workgroup
	sub    uint32 // size of a subgroup
	quads  ir.DerivativeGroup
	err    error

	slots    []slot
	pointers map[ssa.InstrID]pointer
	big      map[ssa.Value]uint32 // values that lie in the pool
	buffers  []buffer
	byVar    map[ssa.VarID]int
	arrays   map[arrayKey]arrayLocals
	order    []arrayKey
	pool     []byte
	inits    []initial
	shared   map[ssa.VarID]uint32 // offset in the region
	halfVars map[ssa.VarID]bool   // of private those that have f16 in them
	private  map[ssa.VarID]uint32 // offset in the group's memory, in bytes times four
	hosts    []hostFunc
	hostMost int

	// Memory of a region: shared variables, scratch, the groups' memory.
	sharedSize  uint32
	scratch     uint32
	groupsAt    uint32
	groupSize   uint32
	privateSize uint32
	tableAt     uint32 // local ids by group, in the pool

	stops []diag.Span // where a run may end for lack of steps

	handles    map[ssa.InstrID]handle
	handleVars []ssa.VarID
	byHandle   map[ssa.VarID]int

	prim     *primitives  // of a stage of primitives
	stage    *stageLayout // of a vertex or fragment shader
	fragment bool
	demotes  bool
	inBase   uint32 // local: where the records of the group's inputs begin
	outBase  uint32
	live     uint32 // local, a mask: the fragments that are no helpers; 0: nobody asks
	liveComp int32
	leave    int  // label behind the body
	foreign  bool // the module is for others to run

	// Locals.
	region, fuel   uint32
	first          uint32 // the number of the workgroup
	wg, count      [3]uint32
	group, base    uint32 // number of the group; its memory
	temps          map[wasmbin.Type][]uint32
	params         []ssa.InstrID
	segments       []int32 // by instruction, where there are barriers
	segment        int32
	barriers       bool
	workgroupNodes []bool
	loops          []*openLoop
	spilled        []int32 // components
	hostType       uint32
	pooled         map[ssa.Value]uint32
	module         *wasmbin.Module
	kernelFuncs    []kernelFunc
	samplers       [sampleKinds]uint32 // numbers of the functions
	descriptors    map[samplingKey]uint32
	sampled        sampledTextures
	writesTextures bool
	once           []bool  // by instruction: it is computed once for all groups
	kept           []int32 // components of these that the loop over groups reads
	onceAddress    uint32
	fragmentAt     uint32
	inputWords     []bool // of the inputs' records: they are read
	merges         bool
	partnerOf      map[ssa.InstrID]ssa.InstrID // of sines the cosine, and the other way round
	paired         map[ssa.InstrID]bool        // was compiled, with its partner
	expAt, logAt   uint32                      // tables
	reads          [][]int32                   // by segment: what it loads
	firstSegment   map[ssa.ListID]int32
	afterSegment   map[ssa.NodeID]int32
	segmentTop     int
	nesting        int
	present        uint32 // a mask: the lanes that have an invocation
	queryOf        map[ssa.VarID]uint32
	queryCount     *uint32
	subgroups      bool   // there are operations of subgroups of several groups
	subgroupAt     uint32 // offset in the group's memory of what they read and make
	maskSlots      map[ssa.NodeID]uint32
	chained        uint32 // a mask: those of a segment that not all get to
	skipping       bool   // a block around such a segment is open
}

// compile compiles an entry point of a prepared shader.
func compile(s *ssa.Shader, ep *ir.EntryPoint, size [3]uint32, subgroup uint32, stage *stageLayout, foreign bool) (*compiled, error) {
	f := s.Funcs[ep.Function]
	if err := check(f); err != nil {
		return nil, err
	}
	c := &compiler{f: f, m: s.Module, places: exec.NewPlaces(s.Module), size: size, total: size[0] * size[1] * size[2], sub: subgroup, quads: ep.DerivativeGroup,
		pointers: map[ssa.InstrID]pointer{}, big: map[ssa.Value]uint32{}, byVar: map[ssa.VarID]int{}, arrays: map[arrayKey]arrayLocals{},
		shared: map[ssa.VarID]uint32{}, private: map[ssa.VarID]uint32{}, temps: map[wasmbin.Type][]uint32{},
		handles: map[ssa.InstrID]handle{}, byHandle: map[ssa.VarID]int{}, stage: stage, fragment: ep.Stage == ir.StageFragment, foreign: foreign}
	grouping := analysis.Grouping{Size: size, Lanes: lanes, Quads: ep.DerivativeGroup, Words: true}
	if stage != nil && stage.primitives != nil {
		c.stage, c.prim, grouping.Stage = nil, &primitives{primitiveLayout: stage.primitives}, ep.Stage
	}
	c.d = analysis.FindDivergence(f, grouping)
	c.writesTextures = writesTextures(f)
	var module wasmbin.Module
	c.module = &module
	c.hostType = module.AddType(wasmbin.Signature{Params: []wasmbin.Type{wasmbin.I32, wasmbin.I32, wasmbin.I32}})
	run := module.AddType(wasmbin.Signature{Params: []wasmbin.Type{wasmbin.I32, wasmbin.I32, wasmbin.I32, wasmbin.I64}, Results: []wasmbin.Type{wasmbin.I64}})
	module.Imports = []wasmbin.Import{{Module: "env", Name: "call", Type: c.hostType}}
	c.w = module.NewFunc(run)
	c.region, c.fuel = 0, 3
	switch {
	case c.stage != nil:
		c.stageFunction(1, 2)
	case c.prim != nil && !c.prim.shared():
		c.primitiveFunction(1, 2)
	default:
		c.function(1, 2)
	}
	if c.err != nil {
		return nil, c.err
	}
	if c.w.Len() > maxCodeSize {
		return nil, &exec.LimitError{What: "bytes of generated code", Needed: uint64(c.w.Len()), Limit: maxCodeSize, Span: f.Span}
	}
	module.Funcs = []*wasmbin.Func{c.w}
	for _, k := range c.kernelFuncs {
		module.Funcs = append(module.Funcs, k.Func)
	}
	module.Exports = []wasmbin.Export{{Name: "run", Func: 1}, {Name: "memory", Memory: true}}
	module.MemoryMin, module.MemoryMax = 1, 1<<16
	out := &compiled{quads: c.quads, hosts: c.hosts, sampled: c.sampled, onceAt: c.onceAddress, fragmentAt: c.fragmentAt, merges: c.merges, handles: c.handleVars, live: c.live != 0, shares: c.shares(), extra: c.extra(), stops: c.stops, size: size, pool: c.pool, poolAt: c.poolStart(), regionLen: (c.groupsAt + c.groupSize*c.groups() + 63) &^ 63}
	for _, b := range c.buffers {
		out.vars = append(out.vars, b.variable)
	}
	if len(c.pool) > 0 {
		module.Data = []wasmbin.Data{{Offset: out.poolAt, Bytes: c.pool}}
	}
	out.region = (out.poolAt + uint32(len(c.pool)) + 63) &^ 63
	out.module = module.Encode(nil)
	return out, nil
}

// shares reports whether workgroups may see effects of others: by atomic operations on
// buffers and textures, or by textures that they write; or whether they print.
func (c *compiler) shares() bool {
	f := c.f
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			switch f.Op(i) {
			case op.Print:
				return true
			case op.Atomic:
				if c.pointers[f.Arg(i, 0)].space == spaceBuffer {
					return true
				}
			}
		}
	}
	return c.writesTextures
}

// poolStart is the place of constants in memory.
func (c *compiler) poolStart() uint32 {
	at := c.extra()
	if c.prim != nil {
		at += 4 * uint32(extraWords)
	}
	return (at + 63) &^ 63
}

// extra is the place of the words of a stage of primitives in the head.
func (c *compiler) extra() uint32 { return headBuffers + 8*uint32(len(c.buffers)) }

// groups is the number of groups of a workgroup.
func (c *compiler) groups() uint32 {
	if c.barriers {
		return (c.total + lanes - 1) / lanes
	}
	return 1
}

func (c *compiler) fail(err error) {
	if c.err == nil {
		c.err = err
	}
}

func (c *compiler) unsupported(i ssa.InstrID, feature string) { c.fail(unsupported(c.f, i, feature)) }

// alone reports whether a workgroup is one invocation.
func (c *compiler) alone() bool { return c.total == 1 }

// analyse assigns a location to each value and lays out memory. It reports whether there is
// code for all.
func (c *compiler) analyse() bool {
	c.findSegments()
	c.variables()
	c.resolve()
	if c.err != nil {
		return false
	}
	c.observe()
	c.crossings()
	if c.err == nil {
		c.partners()
	}
	return c.err == nil
}

// i32 is a new local of an integer.
func (c *compiler) i32() uint32 { return c.w.Local(wasmbin.I32) }

// prologue sets the locals of buffers and of arrays whose lengths follow from them.
func (c *compiler) prologue() {
	w := c.w
	c.group, c.base = c.i32(), c.i32()
	for k := range c.buffers {
		b := &c.buffers[k]
		b.base, b.size = c.i32(), c.i32()
		w.I32(0)
		w.Mem(wasmbin.I32Load, 2, headBuffers+8*uint32(k))
		w.Set(b.base)
		w.I32(0)
		w.Mem(wasmbin.I32Load, 2, headBuffers+8*uint32(k)+4)
		w.Set(b.size)
	}
	for _, key := range c.order {
		a := arrayLocals{c.i32(), c.i32(), c.i32()}
		// (size - offset) / stride; there is at least one element.
		w.Get(c.buffers[c.byVar[key.variable]].size)
		w.I32(int32(key.offset))
		w.Op(wasmbin.I32Sub)
		w.I32(int32(key.stride))
		w.Op(wasmbin.I32DivU)
		w.Tee(a.n)
		w.I32(1)
		w.Op(wasmbin.I32Sub)
		w.Set(a.last)
		w.Get(a.n)
		w.I32(lanes - 1)
		w.Op(wasmbin.I32Sub)
		w.I32(0)
		w.Get(a.n)
		w.I32(lanes)
		w.Op(wasmbin.I32GeU)
		w.Op(wasmbin.Select)
		w.Set(a.fast)
		c.arrays[key] = a
	}
	c.runOnce()
}

// function compiles the function around the body of a compute shader.
func (c *compiler) function(first, count uint32) {
	f, w := c.f, c.w
	c.first = first
	if !c.analyse() {
		return
	}
	c.makeTable()
	for k := range 3 {
		c.wg[k], c.count[k] = c.i32(), c.i32()
	}
	c.prologue()
	c.beginRun()
	for k := range 3 {
		w.I32(0)
		w.Mem(wasmbin.I32Load, 2, headGroups+4*uint32(k))
		w.Set(c.count[k])
	}
	end := c.i32()
	w.Get(first)
	w.Get(count)
	w.Op(wasmbin.I32Add)
	w.Set(end)
	out := w.Block()
	top := w.Loop()
	w.Get(first)
	w.Get(end)
	w.Op(wasmbin.I32GeU)
	w.BrIf(out)
	w.Get(first)
	w.Get(c.count[0])
	w.Op(wasmbin.I32RemU)
	w.Set(c.wg[0])
	w.Get(first)
	w.Get(c.count[0])
	w.Op(wasmbin.I32DivU)
	w.Get(c.count[1])
	w.Op(wasmbin.I32RemU)
	w.Set(c.wg[1])
	w.Get(first)
	w.Get(c.count[0])
	w.Op(wasmbin.I32DivU)
	w.Get(c.count[1])
	w.Op(wasmbin.I32DivU)
	w.Set(c.wg[2])
	if c.sharedSize > 0 {
		w.Get(c.region)
		w.I32(0)
		w.I32(int32(c.sharedSize))
		w.MemoryFill()
	}
	c.spend(int64(c.total), f.Span)
	c.beginRecords()
	c.workgroupInputs()
	if c.barriers {
		c.workgroupList(ssa.Body, 0, nil)
	} else {
		c.beginSegment(0)
		c.list(ssa.Body, c.initialMask())
		c.endSegment()
	}
	c.endRecords()
	c.endGroups(first, top)
}

// endGroups goes on with the next group, and leaves behind how much fuel remains when
// there is none.
func (c *compiler) endGroups(first uint32, top int) {
	w := c.w
	w.Get(first)
	w.I32(1)
	w.Op(wasmbin.I32Add)
	w.Set(first)
	w.Br(top)
	w.End()
	w.End()
	w.Get(c.fuel)
}

// spend takes steps from the fuel, and ends the run if none is left. The engine's fuel is a
// portion: the host gives another, unless the run is to end. A module for others has all of
// it, and polls a word of memory.
func (c *compiler) spend(steps int64, at diag.Span) {
	w := c.w
	c.burn(steps)
	w.If()
	if !c.foreign {
		c.refuel(steps)
		w.If()
	}
	c.outOfFuel(at)
	w.End()
	if !c.foreign {
		w.End()
		return
	}
	w.I32(0)
	w.Mem(wasmbin.I32Load, 2, headStop)
	w.If()
	w.Op(wasmbin.Unreachable)
	w.End()
}

// burn takes steps from the fuel and puts on the stack whether too few were left.
func (c *compiler) burn(steps int64) {
	w := c.w
	w.Get(c.fuel)
	w.I64(steps)
	w.Op(wasmbin.I64Sub)
	w.Tee(c.fuel)
	w.I64(0)
	w.Op(wasmbin.I64LtS)
}

// refuel asks the host for a portion of the steps, so many at least, and puts on the
// stack whether there are still too few.
func (c *compiler) refuel(steps int64) {
	w := c.w
	w.I32(hostFuel)
	w.Get(c.region)
	w.I32(int32(c.scratch))
	w.Op(wasmbin.I32Add)
	w.I32(int32(min(steps, math.MaxInt32)))
	w.Call(0)
	w.Get(c.fuel)
	w.Get(c.region)
	w.Mem(wasmbin.I64Load, 3, c.scratch)
	w.Op(wasmbin.I64Add)
	w.Tee(c.fuel)
	w.I64(0)
	w.Op(wasmbin.I64LtS)
}

// outOfFuel ends the run and leaves its place behind.
func (c *compiler) outOfFuel(at diag.Span) {
	w := c.w
	c.stops = append(c.stops, at)
	for n, push := range []func(){func() { w.I32(int32(len(c.stops))) }, func() { w.Get(c.first) }, func() { w.Get(c.group) }} {
		w.I32(0)
		push()
		w.Mem(wasmbin.I32Store, 2, headReason+4*uint32(n))
	}
	w.Op(wasmbin.Unreachable)
}

// variables finds the variables that are used and gives them memory.
func (c *compiler) variables() {
	f := c.f
	used := map[ssa.VarID]bool{}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			o := f.Op(i)
			if o != op.DerefVar && o != op.Declare {
				continue
			}
			v := f.VarOf(i)
			if used[v] {
				continue
			}
			used[v] = true
			x := f.Var(v)
			switch mode := x.Mode; mode {
			case ssa.ModeUBO, ssa.ModeUniform, ssa.ModeSSBO, ssa.ModePushConstant:
				if c.m.Types.At(x.Type).Kind == ir.TypeBindingArray {
					c.unsupported(i, "arrays of buffers in generated code")
					return
				}
				c.byVar[v] = len(c.buffers)
				c.buffers = append(c.buffers, buffer{variable: v})
			case ssa.ModeResource, ssa.ModeImage: // no memory
			case ssa.ModeStageIn, ssa.ModeStageOut, ssa.ModeTaskPayload:
				if c.prim == nil || c.prim.vars[v].class == noRecord {
					c.unsupported(i, "the input or output "+x.Name+" in generated code")
					return
				}
				c.prim.uses[c.prim.vars[v].class] = true
			case ssa.ModeShared, ssa.ModeFunctionTemp, ssa.ModeShaderTemp:
				info, err := c.places.Info(exec.Place{Type: x.Type, Layout: x.Layout})
				if err != nil {
					c.unsupported(i, "variables of type "+c.m.TypeName(x.Type))
					return
				}
				at := &c.privateSize
				if mode == ssa.ModeShared {
					at = &c.sharedSize
				}
				where := (*at + 15) &^ 15
				if mode != ssa.ModeShared && hasHalves(c.m, x.Type) {
					if c.halfVars == nil {
						c.halfVars = map[ssa.VarID]bool{}
					}
					c.halfVars[v] = true
					info.Size *= 2
				}
				if uint64(where)+uint64(info.Size) > maxMemory {
					c.fail(&exec.LimitError{What: "bytes of variables", Needed: uint64(where) + uint64(info.Size), Limit: maxMemory, Span: x.Span})
					return
				}
				*at = where + info.Size
				if mode == ssa.ModeShared {
					c.shared[v] = where
				} else {
					c.private[v] = where * c.scale()
					c.inits = append(c.inits, initial{variable: v, at: where * c.scale(), size: info.Size * c.scale()})
				}
			default:
				c.unsupported(i, "variables of mode "+mode.String()+" in generated code")
				return
			}
		}
	}
	for _, init := range c.inits {
		if x := f.Var(init.variable); x.Mode == ssa.ModeShaderTemp && x.Init != 0 && !isZero(c.m, x.Init) {
			c.fail(&exec.UnsupportedError{Feature: "initial values of private variables in generated code", Span: x.Span})
		}
	}
	c.ownOutputs()
	c.sharedSize = (c.sharedSize + 15) &^ 15
	c.scratch = c.sharedSize
	c.groupsAt = c.scratch + hostScratch
	c.groupSize = (c.privateSize*c.scale() + 15) &^ 15
}

// initial is a private or local variable, to be cleared at the beginning.
type initial struct {
	variable ssa.VarID
	at, size uint32
}

// clearVariables clears the memory of these.
func (c *compiler) clearVariables() {
	w := c.w
	for _, init := range c.inits {
		w.Get(c.base)
		w.I32(int32(init.at))
		w.Op(wasmbin.I32Add)
		w.I32(0)
		w.I32(int32(init.size))
		w.MemoryFill()
	}
}

// isZero reports whether a module-scope expression is a zero value.
func isZero(m *ir.Module, id ir.ConstID) bool {
	return m.Consts.Kind(ir.ExprID(id)) == ir.KindZeroValue
}

// scale is how many times as much memory a group's variable takes as one of an
// invocation: words of the lanes lie side by side.
func (c *compiler) scale() uint32 {
	if c.alone() {
		return 1
	}
	return lanes
}

// makeTable puts the local ids of the groups' invocations into the pool, and which
// lanes have an invocation.
func (c *compiler) makeTable() {
	if c.alone() {
		return
	}
	for len(c.pool)%16 != 0 {
		c.pool = append(c.pool, 0)
	}
	c.tableAt = c.poolStart() + uint32(len(c.pool))
	for g := uint32(0); g*lanes < c.total; g++ {
		for k := range 4 {
			for lane := range uint32(lanes) {
				i := g*lanes + lane
				var x uint32
				if k < 3 {
					x = c.quads.LocalID(c.size, i)[k]
				}
				if k == 3 && i < c.total {
					x = math.MaxUint32
				}
				c.pool = binary.LittleEndian.AppendUint32(c.pool, x)
			}
		}
	}
}

const tableRow = 64 // bytes of a group

// temp borrows a local; free gives it back.
func (c *compiler) temp(t wasmbin.Type) uint32 {
	if list := c.temps[t]; len(list) > 0 {
		c.temps[t] = list[:len(list)-1]
		return list[len(list)-1]
	}
	return c.w.Local(t)
}

func (c *compiler) free(t wasmbin.Type, local uint32) { c.temps[t] = append(c.temps[t], local) }

func bug(format string, args ...any) { panic("exec/wasm: " + fmt.Sprintf(format, args...)) }
