package direct3d

// This file gives stages whose inputs and outputs are variables of the module the form of Direct3D's
// bytecode. Each element of a signature becomes a variable; the old variables are the invocation's own
// from then on. A new entry point copies the elements to them, calls the function of the old one,
// and copies them back:
//
//	func @main() { ... load $color[2] ... store $shade ... }
//
// becomes
//
//	global @in1 : array<vec3<f32>, 3> input
//	global @out1 : vec3<f32> output
//	func @main() { ... load @in1[2] ... store $shade ... }
//	func @main_stage() {
//	  call @main()
//	  store @out1, load $shade
//	}
//
// A geometry shader copies the outputs ahead of each vertex that it emits. A control shader has two
// phases: one returns the control point of an invocation, the other calls the function for each
// invocation, with the outputs of all, and keeps those of the patch.

import (
	"fmt"
	"slices"

	"refract/ir"
)

// StageOptions are the facts that a stage has from others.
type StageOptions struct {
	PatchVertices uint32 // control points of the input patch
	Setup         ir.Tessellation
}

// A StageForm is the signatures of a stage in this form.
type StageForm struct {
	In      []StageElement // of vertices or control points
	Patch   []StageElement // evaluation: inputs of the patch; control: outputs; mesh: of primitives
	Out     []StageElement // control: of control points; evaluation and mesh: of vertices
	Streams [4][]StageElement
	Used    [4]bool        // streams
	Points  []StageElement // control: Out, as inputs of the phase of the patch

	Vertices uint32 // elements of inputs
	Setup    ir.Tessellation
}

// Elements are the elements of variables, by the thousands of their locations.
const (
	FirstIn      = 1 << 20
	FirstPatch   = 2 << 20
	FirstOut     = 3 << 20
	FirstPoints  = 4 << 20
	FirstIndices = 5 << 20 // of the primitives of a mesh
	OfStream     = 1 << 10 // from stream to stream
)

// Element is the element whose variable has a location, or nil.
func (s *StageForm) Element(location uint32) *StageElement {
	k := location % OfStream
	list := s.In
	switch location &^ (FirstIn - 1) {
	case FirstIn:
	case FirstPatch:
		list = s.Patch
	case FirstOut:
		if list = s.Out; list == nil {
			list = s.Streams[location%FirstIn/OfStream]
		}
	case FirstPoints:
		list = s.Points
	default:
		return nil
	}
	if int(k) < len(list) {
		return &list[k]
	}
	return nil
}

// A splitter gives a stage the form.
type splitter struct {
	m      *ir.Module
	entry  *ir.EntryPoint
	report Report
	form   *StageForm
	domain ir.TessDomain

	b      *ir.Builder
	direct []bool    // by global: loads read the elements
	index  ir.ExprID // of a vertex or primitive of a mesh
}

// tessLevels are how many outer and inner levels domains have.
var tessLevels = [...][2]uint32{ir.TessTriangles: {3, 1}, ir.TessQuads: {4, 2}, ir.TessIsolines: {2, 0}}

// levels is how many of the outer or inner levels the domain has.
func (x *splitter) levels(b ir.BuiltIn) uint32 {
	if b == ir.BuiltInTessLevelInner {
		return tessLevels[x.domain][1]
	}
	return tessLevels[x.domain][0]
}

// FormStage gives a module of one entry point the form, and returns the signatures and the module,
// or for a control shader the modules of its phases.
func FormStage(m *ir.Module, o StageOptions, report Report) (*StageForm, []*ir.Module) {
	s := &StageForm{Setup: o.Setup}
	x := splitter{m: m, entry: &m.EntryPoints[0], report: report, form: s, domain: o.Setup.Domain}
	switch x.entry.Stage {
	case ir.StageGeometry:
		s.Vertices = uint32(x.entry.Setup().Geometry.Input.Vertices())
		s.In = withPosition(x.elements(false, PerVertex, 0))
		x.findStreams()
		x.addVariables(s.In, ir.SpaceInput, FirstIn, s.Vertices)
		for k := range s.Streams {
			x.addVariables(s.Streams[k], ir.SpaceOutput, FirstOut+uint32(k)*OfStream, 0)
		}
		x.readInputs()
		x.emits()
		x.wrap(func(args []ir.ExprID) {
			x.receive(s.In, s.Vertices)
			x.call(args)
		})
	case ir.StageTessellationEvaluation:
		s.Vertices = o.PatchVertices
		s.In = withPosition(x.elements(false, PerVertex, 0))
		s.Patch = x.patchElements(false)
		if s.Out = x.elements(true, PerVertex, 0); len(s.Out) == 0 {
			s.Out = withPosition(nil)
		}
		x.addVariables(s.In, ir.SpaceInput, FirstIn, s.Vertices)
		x.addVariables(s.Patch, ir.SpaceInput, FirstPatch, 0)
		x.addVariables(s.Out, ir.SpaceOutput, FirstOut, 0)
		x.readInputs()
		x.wrap(func(args []ir.ExprID) {
			x.receive(s.In, s.Vertices)
			x.receive(s.Patch, 0)
			x.call(args)
			x.send(s.Out)
		})
	case ir.StageTessellationControl:
		return s, x.control(o)
	case ir.StageTask:
		x.task()
	case ir.StageMesh:
		x.mesh()
	default:
		panic("direct3d: no form of stage " + x.entry.Stage.String())
	}
	return s, []*ir.Module{m}
}

// control makes the modules of the phases of a control shader.
func (x *splitter) control(o StageOptions) []*ir.Module {
	s := x.form
	s.Vertices = o.PatchVertices
	s.In = withPosition(x.elements(false, PerVertex, 0))
	s.Out = withPosition(x.elements(true, PerVertex, 0))
	s.Patch = x.patchElements(true)
	s.Points = slices.Clone(s.Out)
	x.addVariables(s.In, ir.SpaceInput, FirstIn, s.Vertices)
	x.addVariables(s.Points, ir.SpaceInput, FirstPoints, o.Setup.Vertices)
	x.addVariables(s.Out, ir.SpaceOutput, FirstOut, 0)
	x.addVariables(s.Patch, ir.SpaceOutput, FirstPatch, 0)
	x.readInputs()
	y := *x
	y.m = x.m.Clone()
	y.entry = &y.m.EntryPoints[0]
	x.ownOutputs()
	x.wrap(func(args []ir.ExprID) {
		x.receive(s.In, s.Vertices)
		x.call(args)
		x.send(s.Out)
	})
	y.wrap(func(args []ir.ExprID) {
		y.receive(s.In, s.Vertices)
		y.receive(s.Points, o.Setup.Vertices)
		f := y.m.Func(y.entry.Function)
		for k := range o.Setup.Vertices {
			list := slices.Clone(args)
			for i := range f.Args {
				if b := &f.Args[i].Binding; b.Kind == ir.BindBuiltIn && b.BuiltIn == ir.BuiltInInvocationID {
					list[i] = y.b.Bits(f.Args[i].Type, uint64(k))
				}
			}
			if k > 0 {
				y.resetPrivate()
			}
			y.call(list)
		}
		y.send(s.Patch)
	})
	return []*ir.Module{x.m, y.m}
}

// patchElements are the elements of a patch: those at locations, and the levels of the domain.
func (x *splitter) patchElements(output bool) []StageElement {
	list := x.elements(output, PerPatch, 0)
	list = slices.DeleteFunc(list, func(e StageElement) bool { return e.Binding.Kind == ir.BindBuiltIn })
	space := ir.SpaceInput
	if output {
		space = ir.SpaceOutput
	}
	for _, b := range []ir.BuiltIn{ir.BuiltInTessLevelOuter, ir.BuiltInTessLevelInner} {
		variable := ir.GlobalID(0)
		for i := 1; i < len(x.m.Globals); i++ {
			if g := &x.m.Globals[i]; g.Space == space && g.IO != nil && g.IO.Kind == ir.BindBuiltIn && g.IO.BuiltIn == b {
				variable = ir.GlobalID(i)
			}
		}
		for k := range x.levels(b) {
			e := StageElement{Binding: ir.Binding{Kind: ir.BindBuiltIn, BuiltIn: b}, Scalar: ir.F32, Width: 1}
			if variable != 0 {
				e.Parts = []Part{{Global: variable, Path: []uint32{k}, Type: ir.TypeF32}}
			}
			list = append(list, e)
		}
	}
	return list
}

// findStreams finds the streams to which vertices are emitted, and their elements.
func (x *splitter) findStreams() {
	s := x.form
	for _, f := range x.m.Functions[1:] {
		if !f.MayHaveStmt(ir.StmtPipeline) {
			continue
		}
		for k := ir.StmtID(1); int(k) < f.StmtCount(); k++ {
			if f.StmtKind(k) == ir.StmtPipeline && f.Pipeline(k).Op <= ir.EndPrimitive {
				s.Used[f.Pipeline(k).Stream] = true
			}
		}
	}
	s.Used[0] = s.Used[0] || s.Used == [4]bool{}
	for k := range s.Streams {
		if !s.Used[k] {
			continue
		}
		if s.Streams[k] = x.elements(true, PerVertex, uint8(k)); len(s.Streams[k]) == 0 {
			s.Streams[k] = withPosition(nil)
		}
	}
}

// addVariables gives elements their variables; n is how many values each has, or 0.
func (x *splitter) addVariables(list []StageElement, space ir.AddressSpace, first, n uint32) {
	access := ir.AccessRead
	if space == ir.SpaceOutput {
		access = ir.AccessReadWrite
	}
	for k := range list {
		e := &list[k]
		t := e.Type()
		if n > 0 {
			t = x.m.Types.Array(t, n)
		}
		x.m.Globals = append(x.m.Globals, ir.Global{Name: fmt.Sprintf("element%d", first+uint32(k)), Space: space, Access: access, Type: t,
			IO: &ir.Binding{Kind: ir.BindLocation, Location: first + uint32(k), Interpolation: e.Binding.Interpolation, Sampling: e.Binding.Sampling}})
		e.Variable = ir.GlobalID(len(x.m.Globals) - 1)
	}
}

// wrap makes a new entry point; args are the arguments for the function of the old one.
func (x *splitter) wrap(body func(args []ir.ExprID)) {
	m, b := x.m, new(ir.Builder)
	x.b = b
	old := m.Func(x.entry.Function)
	id, f := m.NewFunction(x.entry.Name + "_stage")
	b.Start(m, f)
	mark := b.Begin()
	var args []ir.ExprID
	for i := range old.Args {
		a := old.Args[i]
		switch {
		case a.Binding.Kind != ir.BindBuiltIn:
			x.report("the input "+a.Name+", which is no variable", a.Span)
			args = append(args, b.Zero(a.Type))
		case a.Binding.BuiltIn == ir.BuiltInPatchVertices:
			args = append(args, b.Bits(a.Type, uint64(x.form.Vertices)))
		case a.Binding.BuiltIn == ir.BuiltInTessCoord && x.domain != ir.TessTriangles:
			a.Type = ir.TypeVec2F32
			f.Args = append(f.Args, a)
			v := b.Argument(len(f.Args) - 1)
			args = append(args, b.Compose(ir.VectorOf(ir.F32, 3), b.AccessIndex(v, 0), b.AccessIndex(v, 1), b.F32(0)))
		default:
			f.Args = append(f.Args, a)
			args = append(args, b.Argument(len(f.Args)-1))
		}
	}
	body(args)
	f.Body = b.End(mark)
	x.entry.Function = id
}

// call calls the function of the old entry point.
func (x *splitter) call(args []ir.ExprID) { x.b.Call(x.entry.Function, args...) }

// place is the memory of a part in its variable; vertex is that of arrayed ones.
func (x *splitter) place(p *Part, vertex uint32) ir.ExprID {
	at := x.b.Global(p.Global)
	switch {
	case x.index != 0:
		at = x.b.Access(at, x.index)
	case p.Arrayed:
		at = x.b.AccessIndex(at, vertex)
	}
	for _, k := range p.Path {
		at = x.b.AccessIndex(at, k)
	}
	return at
}

// receive copies elements to the variables whose loads don't read them; n is how many values each
// has, or 0.
func (x *splitter) receive(list []StageElement, n uint32) {
	for k := range list {
		e := &list[k]
		for i := range e.Parts {
			p := &e.Parts[i]
			if int(p.Global) < len(x.direct) && x.direct[p.Global] {
				continue
			}
			count := max(1, n)
			if t := x.m.Types.At(x.m.Globals[p.Global].Type); p.Arrayed && t.Kind == ir.TypeArray {
				count = min(count, t.Length)
			}
			for vertex := range count {
				from := x.b.Global(e.Variable)
				if n > 0 {
					from = x.b.AccessIndex(from, vertex)
				}
				x.b.Store(x.place(p, vertex), e.part(x.b, p, x.b.Load(from)))
			}
		}
	}
}

// part is the value of a part, of that of the element.
func (e *StageElement) part(b *ir.Builder, p *Part, v ir.ExprID) ir.ExprID {
	n := max(1, b.M.Types.ComponentCount(p.Type))
	switch {
	case n == e.Width:
	case n == 1:
		v = b.AccessIndex(v, uint32(p.At))
	default:
		v = b.Swizzle(v, []uint8{p.At, p.At + 1, p.At + 2, p.At + 3}[:n]...)
	}
	if b.M.Types.ScalarOf(p.Type) != e.Scalar {
		v = b.Bitcast(p.Type, v)
	}
	return v
}

// send copies variables to elements.
func (x *splitter) send(list []StageElement) {
	for k := range list {
		x.b.Store(x.b.Global(list[k].Variable), x.sent(&list[k], x.loaded))
	}
}

// loaded is the value of a part, of its variable.
func (x *splitter) loaded(p *Part) ir.ExprID { return x.b.Load(x.place(p, 0)) }

// sent is the value of an element, of those of its parts.
func (x *splitter) sent(e *StageElement, value func(p *Part) ir.ExprID) ir.ExprID {
	b := x.b
	parts := make([]ir.ExprID, e.Width)
	for i := range e.Parts {
		p := &e.Parts[i]
		v := value(p)
		n := max(1, b.M.Types.ComponentCount(p.Type))
		switch t := ir.VectorOf(e.Scalar, n); {
		case b.TypeOf(v) == ir.TypeBool:
			v = b.Convert(e.Scalar, v)
		case b.TypeOf(v) != t:
			v = b.Bitcast(t, v)
		}
		if n == e.Width {
			return v
		}
		for c := range n {
			if at := int(p.At) + c; at < e.Width {
				if parts[at] = v; n > 1 {
					parts[at] = b.AccessIndex(v, uint32(c))
				}
			}
		}
	}
	t := ir.ScalarTypeOf(e.Scalar)
	for c := range parts {
		if parts[c] != 0 {
			continue
		}
		parts[c] = b.Zero(t)
		if len(e.Parts) == 0 && (e.rank == 0 && c == 3 || e.Binding.Kind == ir.BindBuiltIn && e.Binding.BuiltIn != ir.BuiltInPosition) {
			parts[c] = b.F32(1) // a position's w; levels that nothing sets are undefined
		}
	}
	if e.Width == 1 {
		return parts[0]
	}
	return b.Compose(e.Type(), parts...)
}

// resetPrivate gives private variables their initial values, ahead of another invocation.
func (x *splitter) resetPrivate() {
	m := x.m
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.Space != ir.SpacePrivate {
			continue
		}
		v := x.b.Zero(g.Type)
		if g.Init != 0 {
			v = x.constant(ir.ExprID(g.Init), g)
		}
		x.b.Store(x.b.Global(ir.GlobalID(i)), v)
	}
}

// constant is a constant of the module in a function.
func (x *splitter) constant(e ir.ExprID, g *ir.Global) ir.ExprID {
	c, b := &x.m.Consts, x.b
	t := c.TypeOf(e)
	switch c.Kind(e) {
	case ir.KindLiteral:
		return b.Bits(t, c.LiteralBits(e))
	case ir.KindZeroValue:
		return b.Zero(t)
	case ir.KindConstant:
		return b.Constant(c.ConstantRef(e))
	case ir.KindCompose:
		var list []ir.ExprID
		for _, p := range c.Compose(e).Components {
			list = append(list, x.constant(p, g))
		}
		return b.Compose(t, list...)
	}
	x.report("a private variable that begins as "+x.m.TypeName(t)+" in a tessellation control shader", g.Span)
	return b.Zero(t)
}
