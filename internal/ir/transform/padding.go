package transform

// This file adds members to structs, so that the layout of a target puts the others in the
// host's places: GLSL's layouts know no alignment and size of a member's own:
//
//	struct @S { a : f32  b : f32 align(16) }
//
// becomes
//
//	struct @S { a : f32  pad : u32  pad_1 : u32  pad_2 : u32  b : f32 align(16) }
//
// Members whose offsets decrease change places.
//
// A struct has one form, wherever it is used.

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"sync"

	"refract/diag"
	"refract/internal/ir/layout"
	"refract/internal/reuse"
	"refract/ir"
)

// PaddingOptions selects the layout rule of buffers.
type PaddingOptions struct {
	Uniform, Storage, Immediate ir.LayoutID // ir.NoLayout: they stay as they are
}

// PaddingError reports that no padding gives a struct the target's layout.
type PaddingError struct {
	ID   ir.TypeID
	Type string
	Span diag.Span // of the struct
}

func (e *PaddingError) Error() string {
	return fmt.Sprintf("a layout in memory as that of %s", e.Type)
}

// PadStructs adds members to structs, so that the rule of the options puts the others in
// the places that the layout of each buffer has. Explicit layouts, and all layouts of
// changed structs, become the rule. It fails with a *PaddingError; the module is unchanged
// then.
func PadStructs(m *ir.Module, opts PaddingOptions) error {
	first := 1
	for first < len(m.Globals) && !opts.concerns(&m.Globals[first]) {
		first++
	}
	if first == len(m.Globals) {
		return nil
	}
	p := paddings.Get().(*padding)
	defer p.forget()
	p.start(m)
	for i := first; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if !opts.concerns(g) {
			continue
		}
		p.markRows(g)
		rule := p.ruleOf(g, opts)
		p.rules[i] = rule
		if t := p.misfit(g.Type, g.Layout, rule, 0); t != 0 {
			p.restore()
			return &PaddingError{t, m.TypeName(t), g.Span}
		}
		p.visit(g.Type, g.Layout, rule)
	}
	// All uses of a struct before the uses of its containers, which grow as it does.
	slices.SortStableFunc(p.uses, func(a, b paddedUse) int { return a.depth - b.depth })
	if err := p.pad(); err != nil {
		return err
	}
	if p.changed {
		p.expressions(&m.Consts)
		for _, f := range m.Functions[1:] {
			p.expressions(&f.Exprs)
		}
	}
	p.relayout(opts)
	if p.changed {
		// Added members are padding, which stores leave as it is.
		s := storeSplitter{m: m, added: p.forms, found: map[storedType]int{}}
		s.run()
	}
	return nil
}

// paddings keeps the memory of layouts.
var paddings = sync.Pool{New: func() any { return &padding{layouts: new(layout.Cache)} }}

func (p *padding) start(m *ir.Module) {
	p.m, p.changed, p.old = m, false, nil
	p.rules = reuse.Zeroed(p.rules, len(m.Globals))
	p.layouts.Reset(m)
	p.uses, p.offsets = p.uses[:0], p.offsets[:0]
	p.forms = reuse.Zeroed(p.forms, len(m.Structs))
}

// forget lets go of the module; memory is kept.
func (p *padding) forget() {
	p.m = nil
	p.layouts.Reset(nil)
	paddings.Put(p)
}

// concerns reports whether a global is a buffer whose layout becomes a rule.
func (o *PaddingOptions) concerns(g *ir.Global) bool {
	return o.rule(g.Space) != ir.NoLayout && !g.Default
}

func (o *PaddingOptions) rule(s ir.AddressSpace) ir.LayoutID {
	switch s {
	case ir.SpaceUniform:
		return o.Uniform
	case ir.SpaceStorage:
		return o.Storage
	case ir.SpaceImmediate:
		return o.Immediate
	}
	return ir.NoLayout
}

type padding struct {
	m       *ir.Module
	layouts *layout.Cache
	uses    []paddedUse                 // in the end what a struct holds comes before it
	forms   [][]int                     // by StructID: the old index of each member, -1 for one added; nil: unchanged
	offsets []uint32                    // memory of the uses' offsets
	rules   []ir.LayoutID               // by GlobalID
	old     map[ir.StructID][]ir.Member // of the structs that were changed
	changed bool
}

// paddedUse is a struct in a buffer: the offsets that its members have there,
// and the rule that shall give them.
type paddedUse struct {
	ty      ir.TypeID
	layout  ir.LayoutID
	rule    ir.LayoutID
	stride  uint32 // of the array whose element it is, or 0
	offsets []uint32
	depth   int // how many structs are within each other here
}

// visit finds the structs in a type, and returns how many are within each other.
func (p *padding) visit(id ir.TypeID, l, rule ir.LayoutID) int {
	switch t := *p.m.Types.At(id); t.Kind {
	case ir.TypeBindingArray:
		return p.visit(t.Base, p.m.ElementLayout(l), rule)
	case ir.TypeArray:
		info, err := p.layouts.Of(id, l)
		if err == nil {
			return p.element(t.Base, p.m.ElementLayout(l), rule, info.Stride)
		}
	case ir.TypeStruct:
		return p.element(id, l, rule, 0)
	}
	return 0
}

func (p *padding) element(id ir.TypeID, l, rule ir.LayoutID, stride uint32) int {
	s := p.m.StructOf(id)
	if s == nil {
		return p.visit(id, l, rule)
	}
	for i := range p.uses {
		if u := &p.uses[i]; u.ty == id && u.layout == l && u.rule == rule && u.stride == stride {
			return u.depth
		}
	}
	depth := 1
	for i := range s.Members {
		depth = max(depth, 1+p.visit(s.Members[i].Type, p.m.MemberLayout(l, i), rule))
	}
	at := len(p.offsets)
	p.offsets = append(p.offsets, p.layouts.Offsets(id, l)...)
	p.uses = append(p.uses, paddedUse{id, l, rule, stride, p.offsets[at:len(p.offsets):len(p.offsets)], depth})
	return depth
}

// pad changes the structs until every use has its offsets.
func (p *padding) pad() error {
	for i := range p.uses {
		p.sort(&p.uses[i])
	}
	for round := 0; ; round++ {
		stable := true
		for i := range p.uses {
			u := &p.uses[i]
			s := p.m.Types.At(u.ty).Struct
			for {
				at, bytes, ok := p.difference(u)
				if ok {
					break
				}
				if round > len(p.uses) || bytes < 4 && bytes != 2 || len(p.m.Structs[s].Members) > maxPadded {
					p.restore()
					return &PaddingError{u.ty, p.m.TypeName(u.ty), p.m.Structs[s].Span}
				}
				p.keep(s)
				p.changed = true
				p.insert(s, at, bytes, u.rule)
				stable = false
			}
		}
		if stable {
			return nil
		}
	}
}

// sort puts the members of a struct in the order of their offsets. A struct that another use has sorted
// stays, and so does one whose last member, an array without a length, would be elsewhere.
func (p *padding) sort(u *paddedUse) {
	s := p.m.Types.At(u.ty).Struct
	if slices.IsSorted(u.offsets) || p.forms[s] != nil {
		return
	}
	form := make([]int, len(u.offsets))
	for i := range form {
		form[i] = i
	}
	slices.SortStableFunc(form, func(a, b int) int { return cmp.Compare(u.offsets[a], u.offsets[b]) })
	members := p.m.Structs[s].Members
	if last := len(form) - 1; p.m.Types.At(members[last].Type).IsRuntimeSized() && form[last] != last {
		return
	}
	p.keep(s)
	p.changed, p.forms[s] = true, form
	sorted := make([]ir.Member, len(members))
	for i, was := range form {
		sorted[i] = members[was]
	}
	p.m.Structs[s].Members = sorted
	p.layouts.Reset(p.m)
}

// restore gives the structs their former members.
func (p *padding) restore() {
	for id, members := range p.old {
		p.m.Structs[id].Members = members
	}
}

// maxPadded is how many members a struct may have in the end.
const maxPadded = 1 << 16

// difference finds the first member that isn't in its place: it has to go so many bytes
// further; a negative number, and one below an alignment, is impossible.
func (p *padding) difference(u *paddedUse) (at, bytes int, ok bool) {
	info, err := p.layouts.Of(u.ty, u.rule)
	if err != nil {
		return 0, -1, false
	}
	form := p.forms[p.m.Types.At(u.ty).Struct]
	for i, offset := range p.layouts.Offsets(u.ty, u.rule) {
		was := i
		if form != nil {
			was = form[i]
		}
		if was < 0 || was >= len(u.offsets) {
			continue
		}
		if d := int(u.offsets[was]) - int(offset); d != 0 {
			return i, d, false
		}
	}
	if u.stride == 0 || info.Open {
		return 0, 0, true
	}
	align := info.Align
	if u.rule == ir.LayoutStd140 {
		align = max(align, 16)
	}
	if d := int(u.stride) - int((info.Size+align-1)&^(align-1)); d != 0 {
		return len(p.m.StructOf(u.ty).Members), d, false
	}
	return 0, 0, true
}

// insert adds one member ahead of member at, of at most so many bytes.
func (p *padding) insert(s ir.StructID, at, bytes int, rule ir.LayoutID) {
	st := &p.m.Structs[s]
	if p.forms[s] == nil {
		for i := range st.Members {
			p.forms[s] = append(p.forms[s], i)
		}
	}
	t := ir.TypeU32
	switch n := uint32(bytes / 4); {
	case n == 0: // only numbers of 16 bits leave so little
		t = ir.TypeF16
		if before := p.m.Types.ScalarOf(st.Members[at-1].Type); before.Bytes() == 2 {
			t = ir.ScalarTypeOf(before)
		}
	case n > 3 && rule != ir.LayoutStd140:
		t = p.m.Types.Array(ir.TypeU32, n)
	case n > 7: // the elements of arrays are 16 bytes apart, and aligned
		t = p.m.Types.Array(ir.VectorOf(ir.U32, 4), (n-3)/4)
	}
	count := 0
	for _, was := range p.forms[s] {
		if was < 0 {
			count++
		}
	}
	name := "pad"
	if count > 0 {
		name += "_" + strconv.Itoa(count)
	}
	st.Members = slices.Insert(slices.Clone(st.Members), at, ir.Member{Name: name, Type: t, Span: st.Span})
	p.forms[s] = slices.Insert(p.forms[s], at, -1)
	p.layouts.Reset(p.m)
}

// expressions puts member indices and the parts of structs in their new places.
func (p *padding) expressions(e *ir.Exprs) {
	for x, n := ir.ExprID(1), ir.ExprID(e.ExprCount()); x < n; x++ {
		switch e.Kind(x) {
		case ir.KindAccessIndex:
			v := e.AccessIndex(x)
			t := p.m.Types.At(p.m.Types.Pointee(e.TypeOf(v.Base)))
			if t.Kind == ir.TypeStruct && p.forms[t.Struct] != nil {
				v.Index = uint32(slices.Index(p.forms[t.Struct], int(v.Index)))
				e.Overwrite(x, e.AddAccessIndex(e.TypeOf(x), v, e.SpanOf(x)))
			}
		case ir.KindCompose:
			s := p.m.StructOf(e.TypeOf(x))
			if s == nil || p.forms[p.m.Types.At(s.Type).Struct] == nil {
				continue
			}
			form := p.forms[p.m.Types.At(s.Type).Struct]
			old := e.Compose(x).Components
			parts := make([]ir.ExprID, len(form))
			for i, was := range form {
				if was >= 0 {
					parts[i] = old[was]
				} else {
					parts[i] = e.AddZeroValue(s.Members[i].Type, e.SpanOf(x))
				}
			}
			e.Overwrite(x, e.AddCompose(e.TypeOf(x), parts, e.SpanOf(x)))
		}
	}
}

// isOld reports whether a layout becomes the rule: an explicit one, and any if members were
// added.
func (p *padding) isOld(l ir.LayoutID) bool { return p.changed || l >= ir.FirstExplicitLayout }

// note notes an explicit layout with all in it.
func (p *padding) note(set map[ir.LayoutID]bool, l ir.LayoutID, depth int) {
	if l < ir.FirstExplicitLayout || set[l] || depth > layout.MaxDepth {
		return
	}
	set[l] = true
	for _, inner := range p.m.Layouts[l-ir.FirstExplicitLayout].Members {
		p.note(set, inner, depth+1)
	}
}

// relayout makes layouts the rule.
func (p *padding) relayout(opts PaddingOptions) {
	m := p.m
	found := false
	var std140 map[ir.LayoutID]bool // explicit layouts that become it in storage
	for i := 1; i < len(m.Globals); i++ {
		g := &m.Globals[i]
		if rule := p.rules[i]; rule != ir.NoLayout && p.isOld(g.Layout) {
			if g.Space == ir.SpaceStorage && rule == ir.LayoutStd140 {
				if std140 == nil {
					std140 = map[ir.LayoutID]bool{}
				}
				p.note(std140, g.Layout, 0)
			}
			g.Layout = rule
			found = true
		}
	}
	if !found {
		return
	}
	m.MapTypes(func(id ir.TypeID) ir.TypeID {
		t := *m.Types.At(id)
		if t.Kind == ir.TypePointer && p.isOld(t.Layout) {
			rule := opts.rule(t.Space)
			if t.Space == ir.SpaceStorage && (t.Layout == ir.LayoutStd140 || std140[t.Layout]) {
				rule = ir.LayoutStd140
			}
			if rule != ir.NoLayout {
				return m.Types.Pointer(t.Base, t.Space, t.Access, rule)
			}
		}
		return id
	})
}
