package dxbc

// This file is the form of resource definitions (RDEF): the reflection of constant buffers,
// their variables and types, and of bound resources.

// ResourceDefinitions are the contents of the chunk RDEF.
type ResourceDefinitions struct {
	Stage        Stage
	Major, Minor uint8    // the shader model
	Flags        uint32   // the flags of the compiler: see FlagNoPreshader
	Creator      string   // the compiler
	Buffers      []Buffer // constant buffers and the layouts of structured buffers
	Bindings     []Binding
	Types        []Type // the types of variables and members; FXC has a type once in each buffer
	Slots        uint32 // model 5: the number of slots of interfaces
}

// The flags of the compiler that FXC sets by default: backward compatibility is off, and in model 5.1
// resources may be in arrays without bounds.
const (
	FlagNoPreshader           = 0x100
	FlagAllResourcesUnbounded = 0x400
)

// A BufferKind is the use of a buffer's description. Its values are the encoding's.
type BufferKind uint32

// The uses of descriptions.
const (
	BufferConstants  BufferKind = iota // cbuffer
	BufferTextures                     // tbuffer
	BufferInterfaces                   // pointers of interfaces
	BufferStructure                    // the element of a structured buffer
)

// A Buffer is a constant buffer, or the layout of a structured buffer's elements.
type Buffer struct {
	Name      string
	Variables []Variable
	Size      uint32 // bytes
	Flags     uint32 // 1: declared by the shader's author, as opposed to $Globals
	Kind      BufferKind
}

// A Variable is a variable of a buffer.
type Variable struct {
	Name    string
	Offset  uint32 // bytes
	Size    uint32 // bytes
	Flags   uint32 // VariableUsed
	Type    int32  // of ResourceDefinitions.Types
	Default []byte // the initial value, or nil
	// Model 5: the textures and samplers that a variable of a class with them has, or NoRegister
	// and 0.
	FirstTexture, Textures uint32
	FirstSampler, Samplers uint32
}

// The flags of variables.
const (
	VariableUserPacked      = 1 // the offset is the author's
	VariableUsed            = 2 // the program reads it
	VariableInterfacePoint  = 4
	VariableInterfaceParams = 8
)

// A TypeClass is the shape of a type. Its values are the encoding's.
type TypeClass uint16

// The shapes of types.
const (
	ClassScalar TypeClass = iota
	ClassVector
	ClassMatrixRows
	ClassMatrixColumns
	ClassObject
	ClassStruct
	ClassInterface
	ClassInterfacePointer
)

// A TypeKind is the scalar of a type. Its values are the encoding's.
type TypeKind uint16

// The scalars of types.
const (
	KindVoid       TypeKind = 0
	KindBool       TypeKind = 1
	KindInt        TypeKind = 2
	KindFloat      TypeKind = 3
	KindString     TypeKind = 4
	KindUint       TypeKind = 19
	KindUint8      TypeKind = 20
	KindDouble     TypeKind = 39
	KindInterface  TypeKind = 37
	KindMin8float  TypeKind = 52
	KindMin10float TypeKind = 53
	KindMin16float TypeKind = 54
	KindMin12int   TypeKind = 55
	KindMin16int   TypeKind = 56
	KindMin16uint  TypeKind = 57
)

// A Type is the type of a variable or member.
type Type struct {
	Class         TypeClass
	Kind          TypeKind
	Rows, Columns uint16
	Elements      uint16 // of an array, or 0
	Members       []Member
	Name          string // model 5: the name in the source, as "float4"
	// Model 5: the class that a class is derived from, the interfaces that it implements, and the type
	// that an interface's pointer stands for.
	Base       int32 // or NoType
	Interfaces []int32
	SubType    int32 // or NoType
}

// NoType stands for the absence of a type.
const NoType = -1

// A Member is a member of a struct.
type Member struct {
	Name   string
	Type   int32  // of ResourceDefinitions.Types
	Offset uint32 // bytes
}

// An InputType is the kind of a bound resource. Its values are the encoding's.
type InputType uint32

// The kinds of bound resources.
const (
	InputConstantBuffer InputType = iota
	InputTextureBuffer
	InputTexture
	InputSampler
	InputUAVTyped
	InputStructured
	InputUAVStructured
	InputByteAddress
	InputUAVByteAddress
	InputUAVAppend
	InputUAVConsume
	InputUAVCounter
)

// A ViewDimension is the shape of a bound resource. Its values are the encoding's.
type ViewDimension uint32

// The shapes of bound resources.
const (
	ViewUnknown ViewDimension = iota
	ViewBuffer
	ViewTexture1D
	ViewTexture1DArray
	ViewTexture2D
	ViewTexture2DArray
	ViewTexture2DMS
	ViewTexture2DMSArray
	ViewTexture3D
	ViewTextureCube
	ViewTextureCubeArray
	ViewBufferRaw
)

// The flags of bindings.
const (
	BindingUserPacked = 1      // the author gave the register
	BindingComparison = 2      // the sampler compares
	BindingComponents = 3 << 2 // of a texture: the number of components less one
)

// A Binding is a bound resource, or a range of them.
type Binding struct {
	Name    string
	Type    InputType
	Return  ResourceReturn
	View    ViewDimension
	Samples uint32 // of multisampled textures; the stride of structured buffers; else 0xffffffff or 0
	Point   uint32 // the first register
	Count   uint32 // the number of registers, 0 for a range without an end
	Flags   uint32
	Space   uint32 // model 5.1
	ID      uint32 // model 5.1: the number of the declaration
}
