package dxbc

// Everything is a program with every opcode, for tests outside the package.
var Everything = everything

// Opcodes9 is the number of rows of model 2.
const Opcodes9 = len(rows9)

// Parameters9 are the numbers of destinations and sources of an opcode of model 2; false: it has
// no row.
func Parameters9(o Opcode9) (dests, sources int, ok bool) {
	r := o.row()
	if r == nil {
		return 0, 0, false
	}
	return int(r.dests), int(r.sources), true
}
