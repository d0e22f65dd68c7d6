package ir

// This file declares the handle types. Each indexes one arena; zero is "none".

// A TypeID names an interned type of a module. Equal value types have equal
// handles. Handles below FirstModuleType are the same in every module.
type TypeID uint32

// A StructID names the declaration of a struct type.
type StructID uint32

// A LayoutID names how values lie in memory: a LayoutRule, or an explicit tree
// in Module.Layouts.
type LayoutID uint32

// A ConstantID names a module-scope named constant.
type ConstantID uint32

// A FilterID names a list of diagnostic filters, in Module.Filters.
type FilterID uint32

// An OverrideID names a pipeline-overridable constant.
type OverrideID uint32

// A GlobalID names a module-scope variable or resource.
type GlobalID uint32

// A FuncID names a function.
type FuncID uint32

// A ConstID names a module-scope expression, a node of Module.Consts. It is
// apart from ExprID so that the two scopes can't be mixed up; to read the node,
// convert: m.Consts.Kind(ir.ExprID(c)).
type ConstID uint32

// An ExprID names an expression of one function (or, inside Module.Consts, an
// operand of a module-scope expression).
type ExprID uint32

// A StmtID names a statement of one function.
type StmtID uint32

// A BlockID names a list of statements of one function. The zero BlockID is the
// empty block.
type BlockID uint32

// A LocalID names a local variable of one function.
type LocalID uint32
