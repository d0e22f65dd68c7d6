// Package symbol hashes the names of SPIR-V's grammar. The generator lays out
// the static table of names with it and the assembler probes that table, so
// both must agree on the function.
package symbol

// Hash returns the 32-bit FNV-1a hash of a group number and a name. The group
// keeps apart the opcodes, each extended instruction set and each operand kind,
// so that equal names in two groups don't crowd one slot.
func Hash(group uint8, name string) uint32 {
	h := (uint32(2166136261) ^ uint32(group)) * 16777619
	for i := 0; i < len(name); i++ {
		h = (h ^ uint32(name[i])) * 16777619
	}
	return h ^ h>>15
}

// Groups of names. The group of operand kind k is KindGroup + k.
const (
	OpGroup       = 0 // opcodes, without their prefix "Op"
	ExtInstGroup  = 0 // ExtInstGroup + s is extended instruction set s, from 1
	KindGroup     = 8
	MaxExtInstSet = KindGroup - 1
)
