package transform

// This file reads external images (video frames) from their planes: an image of
// colours, one of luma and one of chroma, or three of luma and each chroma.
//
//	global @v : image<external> handle group 0 binding 0
//	%1 = image_sample @v with @s at %uv level_zero !clamp_edge
//	%2 = image_query size @v
//	call @f(@v)
//
// becomes, with the choice of the planes read from the parameters at run time,
//
//	global @v : image<2d, f32> handle group 0 binding 0
//	global @v_plane1 : image<2d, f32> handle group 0 binding 1
//	global @v_plane2 : image<2d, f32> handle group 0 binding 2
//	global @v_params : @ExternalTextureParams uniform group 0 binding 3
//	%1 = call @external_sample(@v, @v_plane1, @v_plane2, @v_params, @s, %uv)
//	%2 = load @v_params.size
//	call @f(@v, @v_plane1, @v_plane2, @v_params)
//
// Parameters point into uniform memory then: see PointerParams. The called functions are in
// external_functions.go.

import (
	"cmp"
	"fmt"
	"slices"

	"refract/diag"
	"refract/internal/ir/rewrite"
	"refract/ir"
)

// ExternalForm is how a target has external textures.
type ExternalForm uint8

const (
	ExternalSingle ExternalForm = iota // one 2D texture of colours: ExternalImages2D
	ExternalPlanar                     // up to three planes and their parameters: ExternalPlanes
	ExternalNative                     // the target's own type, where it has one
)

var externalFormNames = [...]string{"single", "planar", "native"}

func (f ExternalForm) String() string { return externalFormNames[f] }

// MarshalText returns the name of the form.
func (f ExternalForm) MarshalText() ([]byte, error) { return []byte(externalFormNames[f]), nil }

// UnmarshalText reads the name of a form.
func (f *ExternalForm) UnmarshalText(text []byte) error {
	for i, n := range externalFormNames {
		if n == string(text) {
			*f = ExternalForm(i)
			return nil
		}
	}
	return fmt.Errorf("%q is no form of external textures: single, planar and native are", text)
}

// BindingPoint is a group and binding.
type BindingPoint struct {
	Group   uint32 `json:"group"`
	Binding uint32 `json:"binding"`
}

// ExternalBinding is the places of the parts of the external texture at a group and
// binding: its planes, and the uniform buffer of its parameters.
type ExternalBinding struct {
	Group   uint32          `json:"group"`
	Binding uint32          `json:"binding"`
	Planes  [3]BindingPoint `json:"planes"`
	Params  BindingPoint    `json:"params"`
}

// An ExternalTexture is the replacement of a global by ExternalPlanes.
type ExternalTexture struct {
	Planes [3]ir.GlobalID // the first is the global itself
	Params ir.GlobalID
}

// ExternalError reports an external texture that can't be replaced.
type ExternalError struct {
	Name string // "": they are to stay, in a language that lacks them
	Span diag.Span
}

func (e *ExternalError) Error() string {
	if e.Name == "" {
		return "external textures as a type of their own"
	}
	return fmt.Sprintf("binding arrays of external textures from planes (%s)", e.Name)
}

// Hint names an alternative, by an option of the language, or is "".
func (e *ExternalError) Hint(language string) string {
	if e.Name == "" {
		return "planes can be (--set " + language + ".external_form=planar)"
	}
	return ""
}

// ReplaceExternal makes external images textures, for a language that has no type of
// external ones: in the requested form, with the places of planes. It fails with an
// *ExternalError.
func ReplaceExternal(m *ir.Module, form ExternalForm, places []ExternalBinding) error {
	switch form {
	case ExternalSingle:
		ExternalImages2D(m)
	case ExternalPlanar:
		_, err := ExternalPlanes(m, places)
		return err
	case ExternalNative:
		if HasExternal(m) {
			return &ExternalError{}
		}
	}
	return nil
}

// ExternalPlanes replaces every external texture by three planes and a uniform of
// parameters, which ExternalParams describes. A texture that places lacks keeps its binding
// for the first plane; the second, the third and the parameters follow, textures in the
// order of their bindings, after the last binding of its group that is in use. It fails
// with an *ExternalError, before anything has changed, if a binding array holds external
// textures.
func ExternalPlanes(m *ir.Module, places []ExternalBinding) ([]ExternalTexture, error) {
	if !HasExternal(m) {
		return nil, nil
	}
	for i := range m.Globals[1:] {
		g := &m.Globals[1+i]
		if t := m.Types.At(g.Type); t.Kind == ir.TypeBindingArray && isExternal(m, t.Base) {
			return nil, &ExternalError{g.Name, g.Span}
		}
	}
	v := &externalPlanes{m: m, image: m.Types.Intern(ir.Type{Kind: ir.TypeImage, Dim: ir.Dim2D, Class: ir.ImageSampled, Scalar: ir.F32})}
	v.params, v.transfer = ExternalParamsType(m)
	v.pointer = m.Types.Pointer(v.params, ir.SpaceUniform, ir.AccessRead, ir.LayoutNatural)
	list := v.declare(places)
	for _, f := range m.Functions[1:] {
		v.function(f)
	}
	m.MapTypes(func(t ir.TypeID) ir.TypeID {
		if isExternal(m, t) {
			return v.image
		}
		return t
	})
	return list, nil
}

// isExternal reports whether a type is that of external images.
func isExternal(m *ir.Module, t ir.TypeID) bool {
	ty := m.Types.At(t)
	return ty.Kind == ir.TypeImage && ty.Class == ir.ImageExternal
}

type externalPlanes struct {
	m        *ir.Module
	image    ir.TypeID // of a plane
	params   ir.TypeID
	transfer ir.TypeID
	pointer  ir.TypeID         // to params
	globals  []ExternalTexture // by GlobalID; zero: not an external texture
	first    []int             // by argument of the function at hand: the index of what takes its place

	sample, load, color, curve ir.FuncID // see external_functions.go; 0: not made yet
}

// declare makes the globals.
func (v *externalPlanes) declare(places []ExternalBinding) []ExternalTexture {
	m := v.m
	v.globals = make([]ExternalTexture, len(m.Globals))
	var order []ir.GlobalID
	next := map[uint32]uint32{} // by group
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if g.HasBinding {
			next[g.Binding.Group] = max(next[g.Binding.Group], g.Binding.Binding+1)
		}
		if isExternal(m, g.Type) {
			order = append(order, ir.GlobalID(i))
		}
	}
	for _, p := range places {
		for _, at := range [...]BindingPoint{p.Planes[0], p.Planes[1], p.Planes[2], p.Params} {
			next[at.Group] = max(next[at.Group], at.Binding+1)
		}
	}
	slices.SortStableFunc(order, func(a, b ir.GlobalID) int {
		x, y := m.Globals[a].Binding, m.Globals[b].Binding
		return cmp.Or(cmp.Compare(x.Group, y.Group), cmp.Compare(x.Binding, y.Binding))
	})
	var list []ExternalTexture
	for _, id := range order {
		g := m.Globals[id]
		i := slices.IndexFunc(places, func(p ExternalBinding) bool {
			return p.Group == g.Binding.Group && p.Binding == g.Binding.Binding
		})
		if i < 0 { // beyond the last place, for others with the same binding too
			n, group := next[g.Binding.Group], g.Binding.Group
			next[group] += 3
			i = len(places)
			places = append(places[:i:i], ExternalBinding{group, g.Binding.Binding,
				[3]BindingPoint{{group, g.Binding.Binding}, {group, n}, {group, n + 1}}, BindingPoint{group, n + 2}})
		}
		p := &places[i]
		add := func(suffix string, at BindingPoint) *ir.Global {
			part := g
			part.Name += suffix
			part.Type = v.image
			part.Binding = ir.ResourceBinding{Group: at.Group, Binding: at.Binding}
			m.Globals = append(m.Globals, part)
			return &m.Globals[len(m.Globals)-1]
		}
		t := ExternalTexture{Planes: [3]ir.GlobalID{0: id}}
		for plane := 1; plane < 3; plane++ {
			add(fmt.Sprintf("_plane%d", plane), p.Planes[plane])
			t.Planes[plane] = ir.GlobalID(len(m.Globals) - 1)
		}
		params := add("_params", p.Params)
		params.Space, params.Access, params.Type, params.Layout = ir.SpaceUniform, ir.AccessRead, v.params, ir.LayoutNatural
		t.Params = ir.GlobalID(len(m.Globals) - 1)
		m.Globals[id].Binding = ir.ResourceBinding{Group: p.Planes[0].Group, Binding: p.Planes[0].Binding}
		v.globals[id] = t
		list = append(list, t)
	}
	return list
}

// function rewrites a function and its parameters.
func (v *externalPlanes) function(f *ir.Function) {
	v.first = v.first[:0]
	var args []ir.Argument
	for i, a := range f.Args {
		if v.first = append(v.first, i+3*len(args)); !isExternal(v.m, a.Type) {
			continue
		}
		args = append(args, a)
	}
	external := len(args) > 0
	if external {
		args = make([]ir.Argument, 0, len(f.Args)+3*len(args))
		for _, a := range f.Args {
			args = append(args, a)
			if isExternal(v.m, a.Type) {
				for _, part := range [...]struct {
					suffix string
					ty     ir.TypeID
				}{{"_plane1", v.image}, {"_plane2", v.image}, {"_params", v.pointer}} {
					args = append(args, ir.Argument{Name: a.Name + part.suffix, Type: part.ty, Span: a.Span})
				}
			}
		}
	}
	old := ir.ExprID(f.ExprCount())
	rewrite.Function(v.m, f, v)
	if !external {
		return
	}
	f.Args = args
	for x := ir.ExprID(1); x < old; x++ {
		if f.Kind(x) == ir.KindArgument {
			f.Overwrite(x, f.AddRef(ir.KindArgument, f.TypeOf(x), uint32(v.first[f.ArgumentIndex(x)]), f.SpanOf(x)))
		}
	}
}

// parts appends the replacement of an image: its planes and the pointer to its parameters.
func (v *externalPlanes) parts(b *ir.Builder, args []ir.ExprID, image ir.ExprID) []ir.ExprID {
	if b.F.Kind(image) == ir.KindGlobal {
		t := &v.globals[b.F.GlobalRef(image)]
		return append(args, image, b.Global(t.Planes[1]), b.Global(t.Planes[2]), b.Global(t.Params))
	}
	at := uint32(v.first[b.F.ArgumentIndex(image)])
	return append(args, image,
		b.F.AddRef(ir.KindArgument, v.image, at+1, b.Span),
		b.F.AddRef(ir.KindArgument, v.image, at+2, b.Span),
		b.F.AddRef(ir.KindArgument, v.pointer, at+3, b.Span))
}

// Expr implements rewrite.Visitor.
func (v *externalPlanes) Expr(e *rewrite.Editor, x ir.ExprID) {
	f := e.F
	switch f.Kind(x) {
	case ir.KindImageSample:
		if s := f.ImageSample(x); isExternal(v.m, f.TypeOf(s.Image)) {
			args := v.parts(e.Ahead(), make([]ir.ExprID, 0, 6), s.Image)
			v.call(e, x, v.sampleFunction(), append(args, s.Sampler, s.Coordinate))
		}
	case ir.KindImageLoad:
		if l := f.ImageLoad(x); isExternal(v.m, f.TypeOf(l.Image)) {
			b := e.Ahead()
			at := l.Coordinate
			if v.m.Types.ScalarOf(b.TypeOf(at)) != ir.U32 {
				at = b.Convert(ir.U32, at)
			}
			v.call(e, x, v.loadFunction(), append(v.parts(b, make([]ir.ExprID, 0, 5), l.Image), at))
		}
	case ir.KindImageQuery:
		if q := f.ImageQuery(x); isExternal(v.m, f.TypeOf(q.Image)) {
			b := e.Ahead()
			params := v.parts(b, nil, q.Image)[3]
			e.Become(b.Load(b.AccessIndex(params, paramSize)))
		}
	}
}

// call makes x the result of a call.
func (v *externalPlanes) call(e *rewrite.Editor, x ir.ExprID, fn ir.FuncID, args []ir.ExprID) {
	b := e.Ahead()
	b.Push(b.F.AddCall(ir.Call{Function: fn, Args: args, Result: x}, b.Span))
	e.Become(b.F.AddResult(ir.KindCallResult, b.TypeOf(x), b.Span))
}

// Stmt implements rewrite.Visitor.
func (v *externalPlanes) Stmt(e *rewrite.Editor, s ir.StmtID) {
	f := e.F
	if f.StmtKind(s) != ir.StmtCall {
		return
	}
	call := f.Call(s)
	if !slices.ContainsFunc(call.Args, func(x ir.ExprID) bool { return isExternal(v.m, f.TypeOf(x)) }) {
		return
	}
	b := e.Remove()
	args := make([]ir.ExprID, 0, len(call.Args)+3)
	for _, x := range call.Args {
		if isExternal(v.m, f.TypeOf(x)) {
			args = v.parts(b, args, x)
		} else {
			args = append(args, x)
		}
	}
	b.Push(f.AddCall(ir.Call{Function: call.Function, Args: args, Result: call.Result}, f.StmtSpan(s)))
}
