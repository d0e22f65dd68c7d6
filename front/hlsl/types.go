package hlsl

// This file holds the types of the language. A type is a number: those of scalars, vectors
// and matrices are computed, so that common types need no look-up; arrays, structs and
// resources are records, interned.
//
// A value of a type has a type of the module. Matrices of floats with at least two rows and
// columns are matrices there, whose columns are HLSL's rows; other matrices are arrays of
// their rows. Literal numbers have 64 bits until a use gives them a type.

import (
	"strconv"

	"refract/internal/front/hlsl/syntax"
	"refract/ir"
)

type typeID uint32

// kind is the kind of a scalar.
type kind uint8

const (
	kBool kind = iota
	kInt
	kUint
	kFloat
	kHalf
	kDouble
	kMin16Float
	kMin10Float
	kMin16Int
	kMin12Int
	kMin16Uint
	kI16
	kU16
	kF16
	kI64
	kU64
	kLitInt
	kLitFloat
	numKinds
)

const noKind kind = 255

var kindNames = [numKinds]string{"bool", "int", "uint", "float", "half", "double", "min16float", "min10float", "min16int",
	"min12int", "min16uint", "int16_t", "uint16_t", "float16_t", "int64_t", "uint64_t", "literal int", "literal float"}

const (
	tNone   typeID = 0
	tVoid   typeID = 1
	tString typeID = 2
	tError  typeID = 3 // of a declaration that had an error
	tAuto   typeID = 4 // of a variable that has the type of its initial value

	firstNumeric typeID = 8
	shapes              = 21
	firstOther          = firstNumeric + shapes*typeID(numKinds)
)

func scalarType(k kind) typeID        { return firstNumeric + shapes*typeID(k) }
func vectorType(k kind, n int) typeID { return firstNumeric + shapes*typeID(k) + typeID(n) }
func matrixType(k kind, rows, cols int) typeID {
	return firstNumeric + shapes*typeID(k) + typeID(5+(rows-1)*4+cols-1)
}

const (
	tBool   = firstNumeric + shapes*typeID(kBool)
	tInt    = firstNumeric + shapes*typeID(kInt)
	tUint   = firstNumeric + shapes*typeID(kUint)
	tFloat  = firstNumeric + shapes*typeID(kFloat)
	tFloat3 = tFloat + 3
	tDouble = firstNumeric + shapes*typeID(kDouble)
	tU64    = firstNumeric + shapes*typeID(kU64)
	tLitInt = firstNumeric + shapes*typeID(kLitInt)
)

// shape is the shape of a numeric type.
type shape struct {
	form       form
	rows, cols uint8 // of a vector: 1 row
}

type form uint8

const (
	formScalar form = iota
	formVector
	formMatrix
)

func (t typeID) numeric() bool { return t-firstNumeric < firstOther-firstNumeric }

// kind is the kind of the scalars of a numeric type.
func (t typeID) kind() kind {
	if !t.numeric() {
		return noKind
	}
	return kind((t - firstNumeric) / shapes)
}

// shape is that of a numeric type.
func (t typeID) shape() shape {
	switch s := (t - firstNumeric) % shapes; {
	case s == 0:
		return shape{formScalar, 1, 1}
	case s <= 4:
		return shape{formVector, 1, uint8(s)}
	default:
		return shape{formMatrix, uint8((s-5)/4 + 1), uint8((s-5)%4 + 1)}
	}
}

// of is the numeric type of the shape with another kind of scalars.
func (s shape) of(k kind) typeID {
	switch s.form {
	case formScalar:
		return scalarType(k)
	case formVector:
		return vectorType(k, int(s.cols))
	}
	return matrixType(k, int(s.rows), int(s.cols))
}

func (s shape) count() int { return int(s.rows) * int(s.cols) }

// withKind is a numeric type with another kind of scalars.
func (t typeID) withKind(k kind) typeID {
	return firstNumeric + shapes*typeID(k) + (t-firstNumeric)%shapes
}

func (t typeID) isScalar() bool { return t.numeric() && t.shape().form == formScalar }
func (t typeID) isVector() bool { return t.numeric() && t.shape().form == formVector }
func (t typeID) isMatrix() bool { return t.numeric() && t.shape().form == formMatrix }

// size is the number of components of a scalar or vector, else 0.
func (t typeID) size() int {
	if !t.numeric() {
		return 0
	}
	s := t.shape()
	if s.form == formMatrix {
		return 0
	}
	return int(s.cols)
}

// sized is a scalar for one component, a vector for more.
func sized(k kind, n int) typeID {
	if n == 1 {
		return scalarType(k)
	}
	return vectorType(k, n)
}

func (k kind) isFloat() bool {
	switch k {
	case kFloat, kHalf, kDouble, kMin16Float, kMin10Float, kF16, kLitFloat:
		return true
	}
	return false
}

func (k kind) isInt() bool { return k != kBool && k < numKinds && !k.isFloat() }

func (k kind) isSigned() bool {
	switch k {
	case kInt, kMin16Int, kMin12Int, kI16, kI64, kLitInt:
		return true
	}
	return false
}

// isLiteral reports whether the scalars have no type of their own yet.
func (k kind) isLiteral() bool { return k == kLitInt || k == kLitFloat }

// scalarOf is the module's scalar of a kind.
func (c *checker) scalarOf(k kind) ir.Scalar {
	s := [numKinds]ir.Scalar{ir.Bool, ir.I32, ir.U32, ir.F32, ir.F32, ir.F64, ir.F32, ir.F32, ir.I32, ir.I32, ir.U32, ir.I16, ir.U16,
		ir.F16, ir.I64, ir.U64, ir.I64, ir.F64}[k]
	if c.opts.Enable16BitTypes {
		switch k {
		case kHalf, kMin16Float, kMin10Float:
			return ir.F16
		case kMin16Int, kMin12Int:
			return ir.I16
		case kMin16Uint:
			return ir.U16
		}
	}
	return s
}

type htKind uint8

const (
	htNone htKind = iota
	htArray
	htStruct
	htResource
	htQuery // a ray query, which has a place and no value; samples: its flags
)

// htype is a type that is no number.
type htype struct {
	kind    htKind
	res     resKind
	norm    uint8  // normUnorm, normSnorm: of texels
	base    typeID // element of an array or resource
	length  uint32 // of an array; 0: unsized
	strct   uint32 // index in structs
	samples uint32
}

const (
	normUnorm = 1 + iota
	normSnorm
)

// at is the record of a type that is no number; the zero htype of numbers.
func (c *checker) at(t typeID) *htype {
	if t < firstOther {
		return &c.types[0]
	}
	return &c.types[t-firstOther+1]
}

// intern is the type of a record.
func (c *checker) intern(h htype) typeID {
	if t, ok := c.typeIndex[h]; ok {
		return t
	}
	c.types = append(c.types, h)
	t := firstOther + typeID(len(c.types)-2)
	c.typeIndex[h] = t
	return t
}

func (c *checker) arrayOf(base typeID, length uint32) typeID {
	return c.intern(htype{kind: htArray, base: base, length: length})
}

func (c *checker) isArray(t typeID) bool    { return c.at(t).kind == htArray }
func (c *checker) isStruct(t typeID) bool   { return c.at(t).kind == htStruct }
func (c *checker) isResource(t typeID) bool { return c.at(t).kind == htResource }

// structOf is the struct of a type.
func (c *checker) structOf(t typeID) *hstruct { return &c.structs[c.at(t).strct] }

// holdsResource reports whether values of a type have resources in them, or are resources.
func (c *checker) holdsResource(t typeID) bool {
	switch h := c.at(t); h.kind {
	case htArray:
		return c.holdsResource(h.base)
	case htStruct:
		return c.structs[h.strct].resources
	case htResource:
		return true
	}
	return false
}

// holdsRayObject reports whether a type is a ray query, or an array or struct that holds some.
func (c *checker) holdsRayObject(t typeID) bool {
	switch h := c.at(c.innermost(t)); h.kind {
	case htQuery:
		return true
	case htStruct:
		return c.structs[h.strct].queries
	}
	return false
}

// innermost is the type of the elements of arrays of arrays.
func (c *checker) innermost(t typeID) typeID {
	for c.at(t).kind == htArray {
		t = c.at(t).base
	}
	return t
}

// name spells a type.
func (c *checker) name(t typeID) string {
	switch {
	case t == tVoid:
		return "void"
	case t == tString:
		return "string"
	case t.numeric():
		s, k := t.shape(), kindNames[t.kind()]
		switch s.form {
		case formScalar:
			return k
		case formVector:
			return k + strconv.Itoa(int(s.cols))
		}
		return k + strconv.Itoa(int(s.rows)) + "x" + strconv.Itoa(int(s.cols))
	}
	switch h := c.at(t); h.kind {
	case htArray:
		if h.res != 0 {
			return resources[h.res].name + "<" + c.name(h.base) + ", " + strconv.Itoa(int(h.length)) + ">"
		}
		dims := ""
		for c.at(t).kind == htArray {
			if n := c.at(t).length; n == 0 {
				dims += "[]"
			} else {
				dims += "[" + strconv.Itoa(int(n)) + "]"
			}
			t = c.at(t).base
		}
		return c.name(t) + dims
	case htStruct:
		return c.structs[h.strct].name
	case htResource, htQuery:
		s := resources[h.res].name
		if h.base != 0 && resources[h.res].elem {
			s += "<" + c.name(h.base) + ">"
		}
		return s
	}
	return "nothing"
}

// plainMatrix reports whether a matrix is one of the module.
func (c *checker) plainMatrix(t typeID) bool {
	s := t.shape()
	return s.form == formMatrix && s.rows > 1 && s.cols > 1 && t.kind().isFloat()
}

// irOf is the module's type of a value.
func (c *checker) irOf(t typeID) ir.TypeID {
	if t.numeric() {
		s, k := t.shape(), c.scalarOf(t.kind())
		switch {
		case s.form != formMatrix:
			return ir.VectorOf(k, int(s.cols))
		case c.plainMatrix(t):
			return ir.MatrixOf(k, int(s.rows), int(s.cols))
		}
		return c.m.Types.Array(ir.VectorOf(k, int(s.cols)), uint32(s.rows))
	}
	switch h := c.at(t); h.kind {
	case htArray:
		return c.m.Types.Array(c.irOf(h.base), h.length)
	case htStruct:
		return c.structs[h.strct].ty
	case htResource:
		return ir.TypeU32 // resources are no values: the index of one stands for it
	case htQuery:
		return c.queryType()
	}
	return 0
}

// rowType is the type of a row of a matrix.
func rowType(t typeID) typeID { return vectorType(t.kind(), int(t.shape().cols)) }

// scalars is the number of scalars of a value, at most a million and one.
func (c *checker) scalars(t typeID) int {
	const most = 1 << 20
	if t.numeric() {
		return t.shape().count()
	}
	switch h := c.at(t); h.kind {
	case htArray:
		n := c.scalars(h.base)
		if n > 0 && int(h.length) > most/n {
			return most + 1
		}
		return n * int(h.length)
	case htStruct:
		return c.structs[h.strct].scalars
	}
	return 0
}

// hstruct is a struct of the source.
type hstruct struct {
	name      string
	sym       uint32
	members   []hmember               // of the bases first
	byName    map[syntax.Symbol]int32 // of many members; nil: of few
	base      []typeID
	scope     scopeID // of its functions and types
	ty        ir.TypeID
	host      ir.TypeID // in memory that the host sees; 0: not made yet
	scalars   int
	resources bool
	queries   bool // holds ray queries
	bools     bool // its form in memory of the host is another
	defined   bool
	iface     bool
	span      span
	self      typeID
	end       uint32 // number of the node behind it: for visibility
	bits      bool   // has bit fields
}

// hmember is a member of a struct or constant buffer.
type hmember struct {
	sym     uint32
	name    string
	ty      typeID
	major   int8 // of matrices in it: 1 rows, -1 columns, 0 not said
	mods    mods
	sem     string // semantic
	span    span
	index   int32 // in the module's struct; -1: it has no value there
	offset  int64 // packoffset in bytes, or -1
	attrs   []node
	field   bool  // a bit field
	hidden  bool  // bit fields lie in it
	bits    uint8 // of a bit field
	bitAt   uint8
	store   int32  // of a bit field: the member that it lies in
	after   typeID // of the first own member: the base before it, or tNone
	invalid bool
}
