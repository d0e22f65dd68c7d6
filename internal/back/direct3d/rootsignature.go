package direct3d

// This file makes root signatures, which say where a pipeline's resources come from: of the text of
// an option, which has to cover the resources of the shader, or of the resources.

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"refract/internal/back"
	"refract/internal/dxil"
	"refract/internal/ir/compact"
	"refract/internal/ir/layout"
	"refract/ir"
)

// maxRootWords is the size that root signatures have at most, in 32-bit words: a table takes 1, a
// descriptor 2, root constants their number.
const maxRootWords = 64

// A RootResource is a resource that a root signature covers.
type RootResource struct {
	Name   string
	Class  byte // 'b', 't', 's', 'u'
	At     Register
	Count  uint32 // 0: no bound
	Buffer bool   // a root descriptor can stand for it
	Words  uint32 // of root constants; 0: the resource isn't one
}

// last is the last register.
func (r *RootResource) last() uint32 {
	if r.Count == 0 {
		return ^uint32(0)
	}
	return r.At.Register + r.Count - 1
}

// rangeClasses are the classes of the kinds of descriptors.
const rangeClasses = "tubs"

// rootKind is the kind of root descriptors of a class.
func rootKind(class byte) dxil.RootParameterKind {
	switch class {
	case 'b':
		return dxil.RootCBV
	case 't':
		return dxil.RootSRV
	}
	return dxil.RootUAV
}

// entry is the resource as a range of a table.
func (r *RootResource) entry() dxil.DescriptorRange {
	x := dxil.DescriptorRange{Kind: dxil.RangeKind(strings.IndexByte(rangeClasses, r.Class)), Count: r.Count, Register: r.At.Register, Space: r.At.Space, Offset: dxil.AppendRange}
	if r.Count == 0 {
		x.Count, x.Flags = dxil.Unbounded, dxil.DescriptorsVolatile // the host may leave descriptors out
	}
	return x
}

// parameter is the resource as a parameter of its own.
func (r *RootResource) parameter() dxil.RootParameter {
	switch {
	case r.Words != 0:
		return dxil.RootParameter{Kind: dxil.RootConstants, Register: r.At.Register, Space: r.At.Space, Count: r.Words}
	case r.Buffer:
		return dxil.RootParameter{Kind: rootKind(r.Class), Register: r.At.Register, Space: r.At.Space}
	}
	return dxil.RootParameter{Kind: dxil.RootTable, Ranges: []dxil.DescriptorRange{r.entry()}}
}

// CheckRoot checks the options root_signature and derive_root_signature of a language. The error is a
// *back.OptionError.
func CheckRoot(language, text string, derive bool) error {
	if text == "" {
		return nil
	}
	if derive {
		return &back.OptionError{Name: language + ".derive_root_signature", Err: errors.New("the option root_signature is set as well")}
	}
	s, err := parseRoot(text)
	if err == nil {
		err = checkRoot(s)
	}
	if err != nil {
		return &back.OptionError{Name: language + ".root_signature", Err: err}
	}
	return nil
}

// parseRoot reads a text in version 1.1, as DXC and FXC do, or in 1.2 if static samplers have flags.
func parseRoot(text string) (*dxil.RootSignature, error) {
	s, err := dxil.ParseRootSignatureText(text, dxil.RootVersion11)
	if err != nil {
		if later, failed := dxil.ParseRootSignatureText(text, dxil.RootVersion12); failed == nil {
			return later, nil
		}
	}
	return s, err
}

// rootWords is the size of a root signature in words.
func rootWords(s *dxil.RootSignature) (n uint64) {
	for i := range s.Parameters {
		switch p := &s.Parameters[i]; p.Kind {
		case dxil.RootTable:
			n++
		case dxil.RootConstants:
			n += uint64(p.Count)
		default:
			n += 2
		}
	}
	return n
}

// A rootRange is registers that a root signature binds.
type rootRange struct {
	class       byte
	space       uint32
	first, last uint32
	visibility  dxil.Visibility
	descriptor  bool // in the root
}

// rootRanges are the registers that a root signature binds.
func rootRanges(s *dxil.RootSignature) (list []rootRange) {
	one := func(class byte, at, space uint32, v dxil.Visibility, descriptor bool) {
		list = append(list, rootRange{class, space, at, at, v, descriptor})
	}
	for i := range s.Parameters {
		p := &s.Parameters[i]
		switch p.Kind {
		case dxil.RootConstants, dxil.RootCBV:
			one('b', p.Register, p.Space, p.Visibility, false)
		case dxil.RootSRV:
			one('t', p.Register, p.Space, p.Visibility, true)
		case dxil.RootUAV:
			one('u', p.Register, p.Space, p.Visibility, true)
		}
		for k := range p.Ranges {
			r := &p.Ranges[k]
			last := ^uint32(0)
			if r.Count != dxil.Unbounded && uint64(r.Register)+uint64(r.Count) <= uint64(last) {
				last = r.Register + r.Count - 1
			}
			list = append(list, rootRange{rangeClasses[r.Kind], r.Space, r.Register, last, p.Visibility, false})
		}
	}
	for i := range s.Samplers {
		one('s', s.Samplers[i].Register, s.Samplers[i].Space, s.Samplers[i].Visibility, false)
	}
	return list
}

// checkRoot checks that a root signature is one that Direct3D creates: it isn't too large, and no
// stage sees two parameters with one register.
func checkRoot(s *dxil.RootSignature) error {
	if n := rootWords(s); n > maxRootWords {
		return fmt.Errorf("the root signature takes %d words of 32 bits, of which there are at most %d", n, maxRootWords)
	}
	list := rootRanges(s)
	slices.SortStableFunc(list, func(a, b rootRange) int {
		return cmp.Or(cmp.Compare(a.class, b.class), cmp.Compare(a.space, b.space), cmp.Compare(a.first, b.first))
	})
	for v := dxil.VisibleAll; v <= dxil.VisibleMesh; v++ {
		var before *rootRange
		for i := range list {
			r := &list[i]
			if v != dxil.VisibleAll && r.visibility != dxil.VisibleAll && r.visibility != v {
				continue
			}
			if v == dxil.VisibleAll && r.visibility != dxil.VisibleAll {
				continue
			}
			if before != nil && before.class == r.class && before.space == r.space && before.last >= r.first {
				return fmt.Errorf("two parameters bind the register %c%d of space %d", r.class, r.first, r.space)
			}
			if before == nil || before.class != r.class || before.space != r.space || r.last > before.last {
				before = r
			}
		}
	}
	return nil
}

// seen are the visibility that names a stage, and the flag that keeps it from all parameters.
var seen = [ir.NumStages]struct {
	visibility dxil.Visibility
	deny       dxil.RootFlags
}{
	ir.StageVertex:                 {dxil.VisibleVertex, dxil.RootDenyVertex},
	ir.StageTessellationControl:    {dxil.VisibleHull, dxil.RootDenyHull},
	ir.StageTessellationEvaluation: {dxil.VisibleDomain, dxil.RootDenyDomain},
	ir.StageGeometry:               {dxil.VisibleGeometry, dxil.RootDenyGeometry},
	ir.StageFragment:               {dxil.VisiblePixel, dxil.RootDenyPixel},
	ir.StageTask:                   {dxil.VisibleAmplification, dxil.RootDenyAmplification},
	ir.StageMesh:                   {dxil.VisibleMesh, dxil.RootDenyMesh},
}

// Root returns the root signature of the text of the option root_signature of a language,
// which CheckRoot has accepted. The signature has to bind the resources to the stage; else the error,
// a *back.OptionError, names one that it lacks, and a parameter that would bind it.
func Root(language, text string, stage ir.Stage, resources []RootResource) (*dxil.RootSignature, error) {
	fail := func(format string, args ...any) error {
		return &back.OptionError{Name: language + ".root_signature", Err: fmt.Errorf(format, args...)}
	}
	s, err := parseRoot(text)
	if err != nil {
		return nil, fail("%w", err)
	}
	list := rootRanges(s)
	for i := range resources {
		r := &resources[i]
		place := fmt.Sprintf("the resource %s, at register %c%d of space %d", r.Name, r.Class, r.At.Register, r.At.Space)
		k := slices.IndexFunc(list, func(x rootRange) bool {
			return x.class == r.Class && x.space == r.At.Space && x.first <= r.At.Register && x.last >= r.last() &&
				(x.visibility == dxil.VisibleAll || x.visibility == seen[stage].visibility)
		})
		p := r.parameter()
		switch {
		case k < 0 || s.Flags&seen[stage].deny != 0:
			return nil, fail("the %s stage doesn't get %s: expected %s", stage, place, p.String())
		case list[k].descriptor && !r.Buffer:
			return nil, fail("%s, is no buffer, so it can't be a root descriptor: expected %s", place, p.String())
		}
	}
	return s, nil
}

// A RootDeriver makes root signatures of resources.
type RootDeriver struct {
	Module  *ir.Module  // whose accesses are as safe as they get
	Places  []Place     // of its globals
	Special ir.GlobalID // the buffer of special constants; 0: there is none
}

// Derive returns the root signature of an entry point. It binds the resources that the
// entry point names; stages of graphics pipelines share one signature, of the resources that any
// of them in the module names. Immediates and special constants become root constants, buffers root
// descriptors if all accesses are within their declared sizes, since a root descriptor has no size.
// Other resources are ranges of one table, samplers of another, and an array without a bound has a
// table of its own.
func (d *RootDeriver) Derive(e *ir.EntryPoint) (*dxil.RootSignature, error) {
	s := &dxil.RootSignature{Version: dxil.RootVersion11}
	m := new(ir.Module)
	if e.Stage == ir.StageCompute {
		compact.Into(m, d.Module, compact.Options{EntryPoint: e.Name, Stage: e.Stage})
	} else {
		graphics := d.Module.Clone()
		graphics.EntryPoints = slices.DeleteFunc(graphics.EntryPoints, func(x ir.EntryPoint) bool {
			return x.Stage.Info().RayTracing || x.Stage == ir.StageCompute
		})
		compact.Into(m, graphics, compact.Options{})
		for i := range m.EntryPoints {
			if x := &m.EntryPoints[i]; x.Stage == ir.StageVertex && hasInputs(m, x) {
				s.Flags |= dxil.RootAllowInputLayout
			}
		}
	}
	s.Parameters = parameters(merged(d.resources(m)))
	if n := rootWords(s); n > maxRootWords {
		return nil, fmt.Errorf("the root signature takes %d words of 32 bits, of which there are at most %d", n, maxRootWords)
	}
	return s, nil
}

// hasInputs reports whether a vertex shader has inputs with locations.
func hasInputs(m *ir.Module, e *ir.EntryPoint) bool {
	for _, a := range m.Func(e.Function).Args {
		if a.Binding.Kind == ir.BindLocation {
			return true
		}
		if s := m.StructOf(a.Type); s != nil {
			for i := range s.Members {
				if s.Members[i].Binding.Kind == ir.BindLocation {
					return true
				}
			}
		}
	}
	return false
}

// resources are the resources of a part of the module.
func (d *RootDeriver) resources(m *ir.Module) (list []RootResource) {
	places := Kept(m, d.Module, d.Places)
	sized := sizedBuffers(m)
	special := ""
	if d.Special != 0 {
		special = d.Module.Globals[d.Special].Name
	}
	for i := 1; i < len(m.Globals); i++ {
		g, p := &m.Globals[i], &places[i]
		if p.Class == 0 {
			continue
		}
		r := RootResource{Name: g.Name, Class: p.Class, At: p.At, Count: p.Count}
		switch t := m.Types.At(g.Type); {
		case t.Kind == ir.TypeBindingArray:
		case t.Kind == ir.TypeAccelerationStructure:
			r.Buffer = true
		case g.Space != ir.SpaceHandle:
			r.Buffer = sized[i]
		}
		if g.Space == ir.SpaceImmediate || special != "" && !g.HasBinding && g.Name == special {
			held, l := m.Held(g)
			if info, err := layout.NewPlaces(m).Info(layout.Place{Type: held, Layout: l}); err == nil {
				r.Words = (info.Size + 3) / 4
			}
		}
		list = append(list, r)
	}
	return list
}

// sizedBuffers reports by global whether all accesses of a buffer are within its declared size.
func sizedBuffers(m *ir.Module) []bool {
	sized := make([]bool, len(m.Globals))
	for i := 1; i < len(m.Globals); i++ {
		t := m.Types.At(m.Globals[i].Type)
		if s := m.StructOf(m.Globals[i].Type); s != nil && len(s.Members) > 0 {
			t = m.Types.At(s.Members[len(s.Members)-1].Type)
		}
		sized[i] = !t.IsRuntimeSized()
	}
	kinds := ir.Kinds(ir.KindAccess)
	for i := 1; i < len(m.Functions); i++ {
		f := m.Functions[i]
		for x := f.Next(0, kinds); x != 0; x = f.Next(x, kinds) {
			m.Meter.Step()
			if root := f.Root(x); f.Flags(x)&ir.FlagInBounds == 0 && f.Kind(root) == ir.KindGlobal {
				sized[f.GlobalRef(root)] = false
			}
		}
	}
	return sized
}

// merged sorts resources by class and register, and joins resources that share registers.
func merged(list []RootResource) (out []RootResource) {
	order := func(class byte) int { return strings.IndexByte("btus", class) }
	slices.SortStableFunc(list, func(a, b RootResource) int {
		return cmp.Or(cmp.Compare(order(a.Class), order(b.Class)), cmp.Compare(a.At.Space, b.At.Space), cmp.Compare(a.At.Register, b.At.Register))
	})
	for _, r := range list {
		if len(out) == 0 {
			out = append(out, r)
			continue
		}
		b := &out[len(out)-1]
		if b.Class != r.Class || b.At.Space != r.At.Space || b.last() < r.At.Register {
			out = append(out, r)
			continue
		}
		same := b.At == r.At && b.Count == 1 && r.Count == 1
		b.Buffer = same && b.Buffer && r.Buffer
		if b.Words = max(b.Words, r.Words); !same || min(b.Words, r.Words) == 0 {
			b.Words = 0
		}
		if last := max(b.last(), r.last()); b.Count == 0 || r.Count == 0 {
			b.Count = 0
		} else {
			b.Count = last - b.At.Register + 1
		}
	}
	return out
}

// parameters are the parameters that bind resources.
func parameters(list []RootResource) (params []dxil.RootParameter) {
	var table, samplers []dxil.DescriptorRange
	var tables []dxil.RootParameter
	free := uint32(maxRootWords - 2) // without the two tables
	for i := range list {
		if r := &list[i]; r.Count == 0 && free > 0 {
			free--
		}
	}
	for i := range list {
		if r := &list[i]; r.Words != 0 {
			if r.Words > free {
				r.Words, r.Buffer = 0, false // a constant buffer
				continue
			}
			free -= r.Words
			params = append(params, r.parameter())
		}
	}
	for i := range list {
		switch r := &list[i]; {
		case r.Words != 0:
		case r.Count == 0:
			tables = append(tables, r.parameter())
		case r.Buffer && free >= 2:
			free -= 2
			params = append(params, r.parameter())
		case r.Class == 's':
			samplers = append(samplers, r.entry())
		default:
			table = append(table, r.entry())
		}
	}
	if table != nil {
		params = append(params, dxil.RootParameter{Kind: dxil.RootTable, Ranges: table})
	}
	if samplers != nil {
		params = append(params, dxil.RootParameter{Kind: dxil.RootTable, Ranges: samplers})
	}
	return append(params, tables...)
}
