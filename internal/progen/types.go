package progen

// This file holds the types of generated programs. Equal types are the same
// pointer.

import (
	"fmt"
	"strings"
)

type kind uint8

const (
	kBool kind = iota
	kI32
	kU32
	kF32
	kF16
	kVector
	kMatrix
	kArray
	kStruct
)

// typ is a type that can be constructed.
type typ struct {
	kind    kind
	name    string // as the program spells it
	elem    *typ   // vectors and matrices: the scalar; arrays: the element
	n       int    // components, rows or elements
	columns int
	alias   string // another name, where the program declares one
	members []member
	host    bool // can be shared with the host: no bool inside
	leaves  int  // scalars inside
	halves  bool // an f16 is inside
}

type member struct {
	name string
	t    *typ
	attr string // attributes, for types in buffers
}

func (t *typ) isScalar() bool  { return t.kind <= kF16 }
func (t *typ) isInteger() bool { return t.kind == kI32 || t.kind == kU32 }
func (t *typ) isFloat() bool   { return t.kind == kF32 || t.kind == kF16 }

// scalar is the type of the components of a scalar or vector.
func (t *typ) scalar() *typ {
	if t.kind == kVector {
		return t.elem
	}
	return t
}

// width is the number of components of a scalar or vector; of a scalar 0.
func (t *typ) width() int {
	if t.kind == kVector {
		return t.n
	}
	return 0
}

// types makes and finds types.
type types struct {
	byName  map[string]*typ
	inside  map[[2]*typ]bool
	structs []*typ

	bool, i32, u32, f32, f16 *typ
}

func newTypes() *types {
	t := &types{byName: map[string]*typ{}, inside: map[[2]*typ]bool{}}
	scalar := func(k kind, name string) *typ {
		x := &typ{kind: k, name: name, host: k != kBool, leaves: 1, halves: k == kF16}
		t.byName[name] = x
		return x
	}
	t.bool, t.i32, t.u32 = scalar(kBool, "bool"), scalar(kI32, "i32"), scalar(kU32, "u32")
	t.f32, t.f16 = scalar(kF32, "f32"), scalar(kF16, "f16")
	return t
}

func (t *types) intern(x typ) *typ {
	if old := t.byName[x.name]; old != nil {
		return old
	}
	t.byName[x.name] = &x
	return &x
}

// vector is the vector of n components, or the scalar if n is 0.
func (t *types) vector(elem *typ, n int) *typ {
	if n == 0 {
		return elem
	}
	return t.intern(typ{kind: kVector, name: fmt.Sprintf("vec%d<%s>", n, elem.name), elem: elem, n: n,
		host: elem.host, leaves: n, halves: elem.halves})
}

func (t *types) matrix(elem *typ, columns, rows int) *typ {
	return t.intern(typ{kind: kMatrix, name: fmt.Sprintf("mat%dx%d<%s>", columns, rows, elem.name), elem: elem, n: rows,
		columns: columns, host: true, leaves: columns * rows, halves: elem.halves})
}

func (t *types) array(elem *typ, n int) *typ {
	return t.intern(typ{kind: kArray, name: fmt.Sprintf("array<%s, %d>", elem.name, n), elem: elem, n: n,
		host: elem.host, leaves: n * elem.leaves, halves: elem.halves})
}

// structure declares a struct.
func (t *types) structure(name string, members []member) *typ {
	x := typ{kind: kStruct, name: name, members: members, host: true}
	for _, m := range members {
		x.host = x.host && m.t.host
		x.leaves += m.t.leaves
		x.halves = x.halves || m.t.halves
	}
	s := t.intern(x)
	t.structs = append(t.structs, s)
	return s
}

// parts are the types one step inside a type.
func (t *types) parts(x *typ) []*typ {
	switch x.kind {
	case kVector, kArray:
		return []*typ{x.elem}
	case kMatrix:
		return []*typ{t.vector(x.elem, x.n)}
	case kStruct:
		var list []*typ
		for _, m := range x.members {
			list = append(list, m.t)
		}
		return list
	}
	return nil
}

// has reports whether x is or holds a value of the type.
func (t *types) has(x, part *typ) bool {
	if x == part {
		return true
	}
	key := [2]*typ{x, part}
	if known, ok := t.inside[key]; ok {
		return known
	}
	found := false
	for _, p := range t.parts(x) {
		found = found || t.has(p, part)
	}
	t.inside[key] = found
	return found
}

// declaration is the text of a struct.
func (x *typ) declaration() string {
	var b strings.Builder
	fmt.Fprintf(&b, "struct %s {\n", x.name)
	for _, m := range x.members {
		fmt.Fprintf(&b, "\t%s%s: %s,\n", m.attr, m.name, m.t.name)
	}
	b.WriteString("}\n")
	return b.String()
}
