package kage

// This file has the types of Kage.

import (
	"go/ast"
	"go/constant"
	"strconv"

	"refract/ir"
)

// A kind is a type that is no array, or a class of values without a type of their own.
type kind uint8

const (
	untyped kind = iota // of constants
	boolean
	integer
	float
	vec2
	vec3
	vec4
	ivec2
	ivec3
	ivec4
	mat2
	mat3
	mat4
	texture
)

var kindNames = [...]string{"untyped constant", "bool", "int", "float", "vec2", "vec3", "vec4", "ivec2", "ivec3", "ivec4", "mat2", "mat3", "mat4", "texture"}

// typeNamed is the type of a name.
func typeNamed(name string) (k kind, ok bool) {
	for k := boolean; k < texture; k++ {
		if kindNames[k] == name {
			return k, true
		}
	}
	return untyped, false
}

// A typ is a type. The zero typ is that of untyped constants.
type typ struct {
	kind   kind // of an array, that of its elements
	array  bool
	length int32
}

func of(k kind) typ { return typ{kind: k} }

func (t typ) String() string {
	if t.array {
		return "[" + strconv.Itoa(int(t.length)) + "]" + kindNames[t.kind]
	}
	return kindNames[t.kind]
}

func (t typ) is(k kind) bool    { return !t.array && t.kind == k }
func (t typ) floatVector() bool { return !t.array && t.kind >= vec2 && t.kind <= vec4 }
func (t typ) intVector() bool   { return !t.array && t.kind >= ivec2 && t.kind <= ivec4 }
func (t typ) vector() bool      { return t.floatVector() || t.intVector() }
func (t typ) matrix() bool      { return !t.array && t.kind >= mat2 && t.kind <= mat4 }
func (t typ) floats() bool      { return t.is(float) || t.floatVector() }
func (t typ) integers() bool    { return t.is(integer) || t.intVector() }
func (t typ) numbers() bool     { return t.floats() || t.integers() }
func (t typ) element() typ      { return of(t.kind) }
func (t typ) floatLike() bool   { return t.floats() || t.matrix() }
func vectorOf(base kind, n int) typ {
	switch {
	case n == 1:
		return of(base)
	case base == integer:
		return of(ivec2 + kind(n-2))
	}
	return of(vec2 + kind(n-2))
}

// size is the number of components of a vector, of columns of a matrix, of elements of an
// array; of a scalar 1.
func (t typ) size() int {
	switch {
	case t.array:
		return int(t.length)
	case t.floatVector():
		return int(t.kind-vec2) + 2
	case t.intVector():
		return int(t.kind-ivec2) + 2
	case t.matrix():
		return int(t.kind-mat2) + 2
	}
	return 1
}

// scalar is the type of the components of a scalar, vector or matrix.
func (t typ) scalar() typ {
	switch {
	case t.floatLike():
		return of(float)
	case t.integers():
		return of(integer)
	}
	return of(t.kind)
}

// part is the type of an element, component or column; ok is false for types without these.
func (t typ) part() (p typ, ok bool) {
	switch {
	case t.array:
		return t.element(), true
	case t.vector():
		return t.scalar(), true
	case t.matrix():
		return vectorOf(float, t.size()), true
	}
	return typ{}, false
}

// irType is the type in the module.
func (c *checker) irType(t typ) ir.TypeID {
	base := t.element()
	var id ir.TypeID
	switch {
	case base.is(boolean):
		id = ir.TypeBool
	case base.is(integer):
		id = ir.TypeI32
	case base.is(float):
		id = ir.TypeF32
	case base.floatVector():
		id = ir.VectorOf(ir.F32, base.size())
	case base.intVector():
		id = ir.VectorOf(ir.I32, base.size())
	case base.matrix():
		id = ir.MatrixOf(ir.F32, base.size(), base.size())
	default:
		return 0
	}
	if t.array {
		return c.m.Types.Array(id, uint32(t.length))
	}
	return id
}

// maxArray bounds the elements of an array.
const maxArray = 1 << 16

// typeOf reads a type. open is whether [...] may stand for the length, which is -1 then.
func (c *checker) typeOf(e ast.Expr, open bool) (t typ, ok bool) {
	switch e := e.(type) {
	case *ast.Ident:
		if k, ok := typeNamed(e.Name); ok {
			return of(k), true
		}
		c.errorf(codeNotType, e.Pos(), "%s is no type", e.Name)
	case *ast.ParenExpr:
		return c.typeOf(e.X, open)
	case *ast.ArrayType:
		return c.arrayType(e, open)
	case *ast.StructType:
		c.errorf(codeTypeRule, e.Pos(), "Kage has no structs")
	case nil:
		c.errorAt(codeNotType, c.here, "a type is missing")
	default:
		c.errorf(codeNotType, e.Pos(), "a type is expected: bool, int, float, a vector, a matrix or an array of these")
	}
	return typ{}, false
}

func (c *checker) arrayType(e *ast.ArrayType, open bool) (t typ, ok bool) {
	length := int64(-1)
	switch {
	case e.Len == nil:
		c.errorf(codeTypeRule, e.Pos(), "an array has a length: Kage has no slices")
		return typ{}, false
	case isEllipsis(e.Len):
		if !open {
			c.errorf(codeTypeRule, e.Pos(), "[...] needs the values of an array")
			return typ{}, false
		}
	default:
		x := c.expr(e.Len)
		if x.mode == modeInvalid {
			return typ{}, false
		}
		n, exact := int64(0), false
		if x.mode == modeConst {
			n, exact = int64Of(x.val)
		}
		switch {
		case !exact:
			c.errorf(codeConstWanted, e.Len.Pos(), "the length of an array is a constant integer")
			return typ{}, false
		case n < 1:
			c.errorf(codeTypeRule, e.Len.Pos(), "an array has an element at least")
			return typ{}, false
		case n > maxArray:
			c.errorf(codeLimit, e.Len.Pos(), "an array has %d elements at most", maxArray)
			return typ{}, false
		}
		length = n
	}
	t, ok = c.typeOf(e.Elt, false)
	if !ok {
		return typ{}, false
	}
	if t.array {
		c.errorf(codeTypeRule, e.Elt.Pos(), "the elements of an array are no arrays")
		return typ{}, false
	}
	return typ{t.kind, true, int32(length)}, true
}

func isEllipsis(e ast.Expr) bool {
	_, ok := e.(*ast.Ellipsis)
	return ok
}

// int64Of is the value of a constant that is an integer.
func int64Of(v constant.Value) (n int64, ok bool) {
	v = constant.ToInt(v)
	if v.Kind() != constant.Int {
		return 0, false
	}
	return constant.Int64Val(v)
}

// defaultType is the type of an untyped constant in a place of any type.
func defaultType(v constant.Value) typ {
	switch v.Kind() {
	case constant.Bool:
		return of(boolean)
	case constant.Int:
		return of(integer)
	case constant.Float:
		return of(float)
	}
	return typ{}
}

// represent converts a constant to a type. ok is false if its value has no form in the type.
func represent(v constant.Value, t typ) (w constant.Value, ok bool) {
	if t.array {
		return nil, false
	}
	switch t.kind {
	case boolean:
		return v, v.Kind() == constant.Bool
	case integer:
		w = constant.ToInt(v)
		return w, w.Kind() == constant.Int
	case float:
		w = constant.ToFloat(v)
		return w, w.Kind() == constant.Float
	}
	return nil, false
}

// assignable reports whether a value of type from, the constant v if that is not nil, can be
// assigned to a variable of type to.
func assignable(to, from typ, v constant.Value) bool {
	if to == from {
		return true
	}
	if v == nil || from != (typ{}) {
		return false
	}
	_, ok := represent(v, to)
	return ok
}

// bitsOfFold bounds the numbers that folding of constants makes.
const bitsOfFold = 1 << 17

// tooLarge reports whether a constant is too large to compute with.
func tooLarge(v constant.Value) bool {
	return v.Kind() == constant.Int && constant.BitLen(v) > bitsOfFold
}
