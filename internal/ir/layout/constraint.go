package layout

// This file checks WGSL's "Address Space Layout Constraints": whether the places
// that the natural layout gives to members and elements are aligned as the
// address space requires. The uniform space wants arrays and structs on
// multiples of 16 bytes, unless the language extension
// uniform_buffer_standard_layout is on.

import (
	"fmt"

	"refract/ir"
)

// Constraint is the rule that a Violation breaks.
type Constraint uint8

const (
	MemberOffset Constraint = iota // the member's offset is a multiple of Required
	MemberGap                      // from a member that is a struct to the next there are at least Required bytes
	ArrayStride                    // the element stride is a multiple of Required
)

// A Violation is the place at which a type breaks a constraint of an address space.
type Violation struct {
	Constraint Constraint
	Space      ir.AddressSpace
	Struct     ir.TypeID // the struct; of ArrayStride, the array
	Member     int       // MemberOffset: the member; MemberGap: the later member; ArrayStride: -1
	Required   uint32    // bytes
	Actual     uint32    // bytes: the offset, distance or stride there is
	name       string    // of the member
	typeName   string
}

func (v *Violation) Error() string {
	switch v.Constraint {
	case MemberOffset:
		return fmt.Sprintf("the offset of a member of type %s in the %s space must be a multiple of %d bytes, but %q is at offset %d",
			v.typeName, v.Space, v.Required, v.name, v.Actual)
	case MemberGap:
		return fmt.Sprintf("in the %s space %q must lie at least %d bytes behind the start of the struct before it, but is %d behind it",
			v.Space, v.name, v.Required, v.Actual)
	case ArrayStride:
		return fmt.Sprintf("the stride of %s in the %s space must be a multiple of %d bytes, but is %d",
			v.typeName, v.Space, v.Required, v.Actual)
	}
	panic(fmt.Sprintf("layout: constraint %d", v.Constraint))
}

// CheckSpace checks that a type in natural layout (or NoLayout) obeys the constraints of an
// address space. standardUniform treats the uniform space as all others. It returns nil if
// the type obeys them, or has no layout at all (see Of); other layout rules obey theirs by
// construction.
func (c *Cache) CheckSpace(t ir.TypeID, space ir.AddressSpace, standardUniform bool) *Violation {
	if int(t) >= c.m.Types.Len() {
		return nil
	}
	if kind := c.m.Types.At(t).Kind; kind != ir.TypeArray && kind != ir.TypeStruct {
		return nil
	}
	if _, err := c.rule(t, natural); err != nil {
		return nil
	}
	k := checker{c, space, space == ir.SpaceUniform && !standardUniform}
	return k.check(t)
}

type checker struct {
	c     *Cache
	space ir.AddressSpace
	std   bool // the 16-byte rules hold
}

const (
	obeysOwn     = 1 << iota // alignments as the types have them
	obeysUniform             // and the 16-byte rules
)

// required is RequiredAlignOf of a type that has a layout, with its alignment.
func (k *checker) required(t ir.TypeID, align uint32) uint32 {
	if kind := k.c.m.Types.At(t).Kind; k.std && (kind == ir.TypeArray || kind == ir.TypeStruct) {
		return max(16, align)
	}
	return align
}

// check looks at a type that has a layout, so that nesting is bounded. A type
// that obeys is looked at once.
func (k *checker) check(t ir.TypeID) *Violation {
	if t < ir.FirstModuleType {
		return nil // has no parts
	}
	at := t - ir.FirstModuleType
	e := &k.c.rules[natural][at]
	bit := uint8(obeysOwn)
	if k.std {
		bit = obeysUniform
	}
	if e.obeys&bit != 0 {
		return nil
	}
	var v *Violation
	switch k.c.m.Types.At(t).Kind {
	case ir.TypeArray:
		v = k.array(t)
	case ir.TypeStruct:
		v = k.structure(t)
	}
	if v == nil {
		k.c.rules[natural][at].obeys |= bit
	}
	return v
}

func (k *checker) array(t ir.TypeID) *Violation {
	base := k.c.m.Types.At(t).Base
	stride := k.c.entryOf(t, natural, 0).info.Stride
	required := k.required(base, k.c.entryOf(base, natural, 0).info.Align)
	if k.std {
		required = max(16, required)
	}
	if stride%required != 0 {
		return &Violation{ArrayStride, k.space, t, -1, required, stride, "", k.c.m.TypeName(t)}
	}
	return k.check(base)
}

func (k *checker) structure(t ir.TypeID) *Violation {
	first := k.c.entryOf(t, natural, 0).info.offset
	members := k.c.m.StructOf(t).Members
	for i := range members {
		mem := &members[i]
		offset := k.c.offsets[first+uint32(i)]
		align := k.c.entryOf(mem.Type, natural, 0).info.Align
		if required := k.required(mem.Type, align); offset%required != 0 {
			return &Violation{MemberOffset, k.space, t, i, required, offset, mem.Name, k.c.m.TypeName(mem.Type)}
		}
		if k.std && i > 0 && k.c.m.Types.At(members[i-1].Type).Kind == ir.TypeStruct {
			before := k.c.entryOf(members[i-1].Type, natural, 0).info.Size
			gap := offset - k.c.offsets[first+uint32(i)-1]
			if required := uint32(RoundUp(uint64(before), 16)); gap < required {
				return &Violation{MemberGap, k.space, t, i, required, gap, mem.Name, k.c.m.TypeName(t)}
			}
		}
		if v := k.check(mem.Type); v != nil {
			return v
		}
	}
	return nil
}
