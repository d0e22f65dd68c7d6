package llvm

// This file holds the numbers of blocks and records in bitcode (BitCodeFormat, "LLVM IR Encoding").

// Blocks.
const (
	blockInfo        = 0
	blockModule      = 8
	blockParamAttr   = 9
	blockAttrGroup   = 10
	blockConstants   = 11
	blockFunction    = 12
	blockSymbols     = 14
	blockMetadata    = 15
	blockAttachments = 16
	blockTypes       = 17
	blockUseLists    = 18
)

// Records of blockInfo.
const setBlock = 1

// Records of blockModule.
const (
	moduleVersion    = 1
	moduleTriple     = 2
	moduleDataLayout = 3
	moduleGlobal     = 7
	moduleFunction   = 8
)

// Records of blockParamAttr and blockAttrGroup.
const (
	attrEntry  = 2
	groupEntry = 3
)

// Records of blockTypes.
const (
	typeCount       = 1
	typeVoid        = 2
	typeFloat       = 3
	typeDouble      = 4
	typeLabel       = 5
	typeOpaque      = 6
	typeInteger     = 7
	typePointer     = 8
	typeHalf        = 10
	typeArray       = 11
	typeVector      = 12
	typeMetadata    = 16
	typeStruct      = 18 // without a name
	typeStructName  = 19
	typeStructNamed = 20
	typeFunction    = 21
)

// Records of blockConstants.
const (
	constType      = 1
	constNull      = 2
	constUndef     = 3
	constInteger   = 4
	constFloat     = 6
	constAggregate = 7
	constString    = 8
	constCString   = 9
	constCast      = 11
	constGEP       = 12
	constInBounds  = 20
	constData      = 22
)

// Records of blockMetadata.
const (
	metadataString       = 1
	metadataValue        = 2
	metadataNode         = 3
	metadataName         = 4
	metadataDistinct     = 5
	metadataKind         = 6
	metadataNamedNode    = 10
	metadataAttachment   = 11
	attributesOfFunction = 0xffffffff // the slot of a group of attributes
)

// Records of blockSymbols.
const (
	symbolEntry = 1
	symbolBlock = 2
)

// Records of blockFunction.
const (
	funcBlocks      = 1
	funcBinary      = 2
	funcCast        = 3
	funcExtractElem = 6
	funcInsertElem  = 7
	funcShuffle     = 8
	funcReturn      = 10
	funcBranch      = 11
	funcSwitch      = 12
	funcUnreachable = 15
	funcPhi         = 16
	funcAlloca      = 19
	funcLoad        = 20
	funcExtract     = 26
	funcInsert      = 27
	funcCompare     = 28
	funcSelect      = 29
	funcCall        = 34
	funcFence       = 36
	funcAtomicRMW   = 38
	funcGEP         = 43
	funcStore       = 44
	funcCmpXchg     = 46
)

// fastConvention is the number of the fast calling convention.
const fastConvention = 8

// Bits of records of instructions.
const (
	allocaExplicit = 1 << 6  // the type is that of the element
	callExplicit   = 1 << 15 // the function's type is in the record
	callTail       = 1
	callFast       = fastConvention << 1
	callMustTail   = 1 << 14
	crossThread    = 1
)
