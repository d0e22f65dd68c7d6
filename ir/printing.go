package ir

// This file holds the statement that prints numbers, as GL_EXT_debug_printf and SPIR-V's
// NonSemantic.DebugPrintf have it.

import "refract/diag"

// A FormatID names a format of a module: an index of Module.Formats.
type FormatID uint32

// AddFormat adds a format for StmtPrint: text with conversions as printf has them, which begin with a
// percent sign, such as %d, %5.2f, and %v3f of a vector of three floats.
func (m *Module) AddFormat(text string) FormatID {
	if len(m.Formats) == 0 {
		m.Formats = append(m.Formats, "")
	}
	m.Formats = append(m.Formats, text)
	return FormatID(len(m.Formats) - 1)
}

// PrintStmt is the view of a StmtPrint. Arguments are scalars and vectors of numbers and bools.
type PrintStmt struct {
	Format FormatID
	Args   []ExprID // the arena's own memory: read only
}

// Printing reads a StmtPrint.
func (f *Function) Printing(s StmtID) PrintStmt {
	n := &f.stmts[s]
	return PrintStmt{FormatID(n.a), f.pool[n.b : n.b+n.c : n.b+n.c]}
}

// AddPrint makes a StmtPrint; its arguments are copied.
func (f *Function) AddPrint(v PrintStmt, s diag.Span) StmtID {
	at := uint32(0)
	if len(v.Args) > 0 {
		at = f.addPool(v.Args...)
	}
	return f.addStmt(uint32(StmtPrint), uint32(v.Format), at, uint32(len(v.Args)), 0, s)
}

// A PrintedShape describes an argument in the records that pass lower-printf makes shaders write: its
// scalar, and how many components it has.
type PrintedShape uint32

// PrintedShapeOf returns the shape of so many components.
func PrintedShapeOf(s Scalar, comps int) PrintedShape {
	return PrintedShape(s) | PrintedShape(comps)<<8
}

// Parts returns the scalar and the number of components; false: there is no such shape.
func (p PrintedShape) Parts() (s Scalar, comps int, ok bool) {
	s, comps = Scalar(p&0xFF), int(p>>8)
	return s, comps, s != NoScalar && s <= F64 && comps >= 1 && comps <= 4
}
