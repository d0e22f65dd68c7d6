package ir

// This file names memory layouts. Package internal/ir/layout computes sizes, alignments, offsets and
// strides from them.

// Layout rules; a LayoutID below FirstExplicitLayout is one of them.
const (
	NoLayout      LayoutID = iota // memory that the host can't see: function, private, workgroup
	LayoutNatural                 // WGSL's rules, with the members' Align and Size attributes
	LayoutStd140                  // GLSL uniform blocks
	LayoutStd430                  // GLSL storage blocks
	LayoutScalar                  // GL_EXT_scalar_block_layout: C-like packing

	// FirstExplicitLayout is the first handle into Module.Layouts:
	// Layouts[id-FirstExplicitLayout].
	FirstExplicitLayout
)

// A LayoutNode is one level of an explicit layout, for one type:
//
//   - struct: Offsets and Members have one entry per member;
//   - array: Stride in bytes, Members[0] for the element;
//   - matrix: Stride in bytes between columns (rows, if RowMajor).
//
// Members hold the layouts of members or elements; scalars and vectors have NoLayout.
type LayoutNode struct {
	Offsets  []uint32
	Members  []LayoutID
	Stride   uint32
	RowMajor bool
}

// MemberLayout returns the layout of member i of a value laid out by id.
func (m *Module) MemberLayout(id LayoutID, i int) LayoutID {
	if id < FirstExplicitLayout {
		return id
	}
	if n := &m.Layouts[id-FirstExplicitLayout]; i < len(n.Members) {
		return n.Members[i]
	}
	return NoLayout
}

// ElementLayout returns the layout of the elements of an array laid out by id.
func (m *Module) ElementLayout(id LayoutID) LayoutID { return m.MemberLayout(id, 0) }

// Held returns the type of a variable's contents and its layout: of an array of buffers,
// each buffer's.
func (m *Module) Held(g *Global) (TypeID, LayoutID) {
	if t := m.Types.At(g.Type); t.Kind == TypeBindingArray {
		return t.Base, m.ElementLayout(g.Layout)
	}
	return g.Type, g.Layout
}
