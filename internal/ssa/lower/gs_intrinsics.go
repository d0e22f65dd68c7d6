package lower

// This file makes a geometry stage count the vertices and strips that it emits, for hardware
// that stores vertices by number and reads the numbers at the end. The example's stage emits
// three vertices at most.
//
//	before                        after
//	pipeline op=emit_vertex       %1 = load $vertices
//	                              %2 = ult %1, 3
//	                              if %2 {
//	                                emit_vertex_with_counter vertex=%1
//	                                %3 = iadd %1, 1
//	                                store $vertices, %3
//	                              }
//	return                        %4 = load $vertices
//	                              set_vertex_and_primitive_count vertices=%4
//	                              return
//
// The limit holds for the vertices of all streams together. A vertex beyond it is not emitted.
// The counters are values at the end of the pass.

import (
	"refract/internal/ssa/analysis"
	"refract/ir"
	"refract/ssa"
	"refract/ssa/op"
	"refract/ssa/pass"
)

// GSOptions selects the counters of geometry stages.
type GSOptions struct {
	PerStream          bool `doc:"the vertices of each stream are counted, not of stream 0 only"`
	Primitives         bool `doc:"the strips of a stream are counted"`
	PrimitiveVertices  bool `doc:"the vertices of the current strip are counted"`
	DropIncomplete     bool `doc:"the next vertices replace the vertices of a strip that is too short for a primitive"`
	AlwaysEndPrimitive bool `doc:"the last strip of a stream ends before the counts are set"`
}

// CountStrips counts the vertices and strips of every stream.
var CountStrips = GSOptions{PerStream: true, Primitives: true}

// GSIntrinsics counts the vertices and strips of geometry stages.
var GSIntrinsics = &pass.Pass{
	Name:        "gs-intrinsics",
	Doc:         "geometry stages count the vertices and strips that they emit, up to the declared maximum",
	Replaces:    []string{"lower_gs_intrinsics"},
	Requires:    pass.NoCalls | pass.OneReturn,
	Establishes: pass.CountedVertices,
	Destroys:    pass.NoPhis | pass.LoopClosed,
	Preserves:   ssa.NoAnalyses,
	Machine:     true,
	Shader:      func(s *ssa.Shader) bool { return gsIntrinsics(s, CountStrips) },
}

// GSIntrinsicsOf is the pass with options.
func GSIntrinsicsOf(o GSOptions) *pass.Pass {
	p := *GSIntrinsics
	if !o.PerStream {
		p.Establishes = 0
	}
	p.Shader = func(s *ssa.Shader) bool { return gsIntrinsics(s, o) }
	return &p
}

// IsUncounted reports whether an instruction emits a vertex or ends a strip without counters.
func IsUncounted(f *ssa.Function, i ssa.InstrID) bool {
	return f.Op(i) == op.Pipeline && ir.PipelineOp(f.Field(i, "op")) <= ir.EndPrimitive
}

func gsIntrinsics(s *ssa.Shader, o GSOptions) bool {
	changed := false
	for k := range s.EntryPoints {
		ep := &s.EntryPoints[k]
		f := s.Funcs[ep.Function]
		if ep.Stage == ir.StageGeometry && !f.IsFlat() && !isCounted(f) && !analysis.PassesPrimitive(f) {
			(&emission{f: f, GSOptions: o, setup: ep.Setup().Geometry, demoted: newPhiDemotion(f)}).run()
			changed = true
		}
	}
	return changed
}

// isCounted reports whether a function sets counts already.
func isCounted(f *ssa.Function) bool {
	if !f.MayHave(op.SetVertexAndPrimitiveCount) {
		return false
	}
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if f.Op(i) == op.SetVertexAndPrimitiveCount {
				return true
			}
		}
	}
	return false
}

const maxStreams = 4

// An emission is the function of a geometry stage that gets counters.
type emission struct {
	f *ssa.Function
	GSOptions
	setup   ir.Geometry
	demoted *phiDemotion
	used    [maxStreams]bool
	// The counters of each stream; 0: there is none.
	vertices, strip, strips [maxStreams]ssa.VarID
	emitted                 ssa.VarID // vertices of all streams, if vertices can't replace it
}

func (x *emission) run() {
	f := x.f
	var list []ssa.InstrID
	x.used[0] = true
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			if IsUncounted(f, i) {
				list = append(list, i)
				x.used[f.Field(i, "stream")] = true
			}
		}
	}
	x.counters()
	for _, i := range list {
		if ir.PipelineOp(f.Field(i, "op")) == ir.EmitVertex {
			x.emit(i)
		} else if x.counts(f.Field(i, "stream")) {
			c := calc{f.BuildBefore(i)}
			x.end(&c, f.Field(i, "stream"))
			f.Remove(i)
		}
	}
	end := f.ListLast(ssa.Body)
	c := calc{f.Build(f.EndOf(end))}
	for k := range uint32(maxStreams) {
		if x.used[k] && x.counts(k) {
			x.finish(&c, k)
		}
	}
	x.demoted.finish()
}

// counts reports whether a stream has counters.
func (x *emission) counts(stream uint32) bool { return stream == 0 || x.PerStream }

// counters adds the counters, which are zero at the start.
func (x *emission) counters() {
	c := calc{x.f.Build(x.f.Entry())}
	counter := func(name string) ssa.VarID {
		v := x.demoted.variable(name, ir.TypeU32)
		c.Store(c.DerefVar(v), c.U32(0))
		return v
	}
	streams := 0
	for k := range uint32(maxStreams) {
		if !x.used[k] {
			continue
		}
		streams++
		if !x.counts(k) {
			continue
		}
		x.vertices[k] = counter("vertices")
		if x.PrimitiveVertices || x.DropIncomplete || x.Primitives && x.setup.Output != ir.TopologyPoints {
			x.strip[k] = counter("strip")
		}
		if x.Primitives {
			x.strips[k] = counter("strips")
		}
	}
	if streams > 1 || x.DropIncomplete {
		x.emitted = counter("emitted")
	}
}

// load is the value of a counter, or 0 if there is none.
func (x *emission) load(c *calc, v ssa.VarID) ssa.Value {
	if v == 0 {
		return 0
	}
	return c.Load(c.DerefVar(v))
}

// change stores the value that by computes of a counter.
func (x *emission) change(c *calc, v ssa.VarID, by func(ssa.Value) ssa.Value) {
	if v != 0 {
		c.Store(c.DerefVar(v), by(x.load(c, v)))
	}
}

// operation inserts an operation with the counters of a stream.
func (x *emission) operation(c *calc, o op.Op, stream uint32) {
	strip := ssa.Value(0)
	if x.PrimitiveVertices {
		strip = x.load(c, x.strip[stream])
	}
	i := c.Op(o, 0, x.load(c, x.vertices[stream]), strip, x.load(c, x.strips[stream]))
	c.F.SetField(i, "stream", stream)
}

// emit puts the emission of a vertex into an if, with the counters of its stream.
func (x *emission) emit(i ssa.InstrID) {
	f := x.f
	stream := f.Field(i, "stream")
	c := calc{f.BuildBefore(i)}
	total := x.emitted
	if total == 0 {
		total = x.vertices[stream]
	}
	fits := c.ulti(x.load(&c, total), uint64(x.setup.MaxVertices))
	c.Inside(f.Then(c.If(fits)))
	one := func(v ssa.Value) ssa.Value { return c.addi(v, 1) }
	x.change(&c, x.emitted, one)
	if x.counts(stream) {
		x.operation(&c, op.EmitVertexWithCounter, stream)
		x.change(&c, x.vertices[stream], one)
		x.change(&c, x.strip[stream], one)
		if x.setup.Output == ir.TopologyPoints {
			x.change(&c, x.strips[stream], one)
			x.change(&c, x.strip[stream], func(v ssa.Value) ssa.Value { return c.number(v, 0) })
		}
	} else {
		again := c.Instr(op.Pipeline, 0)
		f.SetWords(again, f.Words(i))
	}
	f.Remove(i)
}

// end ends the strip of a stream. A strip without a vertex counts as none.
func (x *emission) end(c *calc, stream uint32) {
	x.operation(c, op.EndPrimitiveWithCounter, stream)
	x.close(c, stream)
}

// close counts the strip of a stream, or takes its vertices back if it is too short.
func (x *emission) close(c *calc, stream uint32) {
	n := x.load(c, x.strip[stream])
	if n == 0 || x.setup.Output == ir.TopologyPoints {
		return
	}
	least := uint64(1)
	if x.DropIncomplete {
		least = uint64(x.setup.Output.Vertices())
		short := c.ulti(n, least)
		x.change(c, x.vertices[stream], func(v ssa.Value) ssa.Value { return c.sub(v, c.sel(short, n, c.number(n, 0))) })
	}
	x.change(c, x.strips[stream], func(v ssa.Value) ssa.Value {
		return c.add(v, c.convert(op.B2I, ir.U32, c.ule(c.number(n, least), n)))
	})
	x.change(c, x.strip[stream], func(v ssa.Value) ssa.Value { return c.number(v, 0) })
}

// finish sets the counts of a stream.
func (x *emission) finish(c *calc, stream uint32) {
	if x.AlwaysEndPrimitive {
		x.operation(c, op.EndPrimitiveWithCounter, stream)
	}
	x.close(c, stream)
	i := c.Op(op.SetVertexAndPrimitiveCount, 0, x.load(c, x.vertices[stream]), x.load(c, x.strips[stream]))
	c.F.SetField(i, "stream", stream)
}

// uncount replaces operations with counters by the operations of modules. Vertices that would be
// replaced are in strips too short to be drawn.
func uncount(f *ssa.Function) bool {
	changed := false
	for b := range f.Blocks() {
		for i := range f.Instrs(b) {
			which := ir.EmitVertex
			switch f.Op(i) {
			case op.SetVertexAndPrimitiveCount:
				f.Remove(i)
				changed = true
				continue
			case op.EndPrimitiveWithCounter:
				which = ir.EndPrimitive
			case op.EmitVertexWithCounter:
			default:
				continue
			}
			c := f.BuildBefore(i)
			plain := c.Instr(op.Pipeline, 0)
			f.SetField(plain, "op", uint32(which))
			f.SetField(plain, "stream", f.Field(i, "stream"))
			f.Remove(i)
			changed = true
		}
	}
	return changed
}
