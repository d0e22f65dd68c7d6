package validate

// Limits on memory that WGSL has (section "Limits"): implementations must support
// so much and may support more, so that a shader past one is worth a warning.
// Limits on numbers are the front end's, and errors.

import (
	"refract/diag"
	"refract/ir"
)

// memoryLimits are in bytes: of all variables that an entry point uses, or of one
// function's.
var memoryLimits = [...]struct {
	space ir.AddressSpace
	bytes uint64
}{
	{ir.SpacePrivate, 8192},
	{ir.SpaceWorkgroup, 16384},
	{ir.SpaceImmediate, 64},
}

const functionLimit = 8192

// WarnLimits reports entry points and functions of a valid module that use more
// memory than every implementation of WGSL has.
func WarnLimits(m *ir.Module, info *Info, list *diag.List) {
	size := func(t ir.TypeID) uint64 {
		i, err := info.Layouts.Of(t, ir.LayoutNatural)
		if err != nil {
			return 0 // handles, and arrays whose length an override says
		}
		return uint64(i.Size)
	}
	for i := range m.EntryPoints {
		e := &m.EntryPoints[i]
		for _, l := range memoryLimits {
			total := uint64(0)
			for _, u := range info.EntryPoints[i].Globals {
				if g := &m.Globals[u.Global]; g.Space == l.space {
					total += size(g.Type)
				}
			}
			if total > l.bytes {
				list.Warnf(CodeLimit, e.Span, "the entry point %q uses %d bytes of variables in the %s address space: more than %d need not be supported",
					e.Name, total, l.space, l.bytes)
			}
		}
	}
	for _, f := range m.Functions[1:] {
		total := uint64(0)
		for i := range f.Locals[1:] {
			total += size(f.Locals[i+1].Type)
		}
		if total > functionLimit {
			list.Warnf(CodeLimit, f.Span, "the variables of the function %q take %d bytes: more than %d need not be supported", f.Name, total, functionLimit)
		}
	}
}
