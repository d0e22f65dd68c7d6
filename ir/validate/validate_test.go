package validate

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"refract/diag"
	"refract/internal/ir/typing"
	"refract/ir"
)

// prelude declares one of everything that the cases use.
const prelude = `
struct @S {
  a : f32
  b : vec3<f32>
}
struct @Open {
  n : u32
  rest : array<u32>
}
struct @Holder {
  counter : atomic<u32>
}
override @size : u32 = 4u
constant @two : u32 = 2u
global @priv : @S private
global @wg : array<u32, 8> workgroup
global @wgatomic : atomic<u32> workgroup
global @uni : @S uniform binding(0, 0)
global @ro : @Open storage(read) binding(0, 1)
global @rw : @Open storage(read_write) binding(0, 2)
global @hold : @Holder storage(read_write) binding(0, 3)
global @plain : u32 storage(read_write) binding(0, 4)
global @tex : image<2d, sampled, f32> handle binding(1, 0)
global @itex : image<2d, sampled, i32> handle binding(1, 1)
global @arr : image<2d_array, sampled, f32> handle binding(1, 2)
global @cube : image<cube, sampled, f32> handle binding(1, 3)
global @ms : image<2d_ms, sampled, f32> handle binding(1, 4)
global @depth : image<2d, depth> handle binding(1, 5)
global @ext : image<2d, external> handle binding(1, 6)
global @out : image<2d, storage, rgba8unorm, write> handle binding(1, 7)
global @in : image<2d, storage, rgba8unorm, read> handle binding(1, 8)
global @texels : image<2d, storage, r32uint, read_write_atomic> handle binding(1, 9)
global @smp : sampler handle binding(2, 0)
global @cmp : sampler_comparison handle binding(2, 1)
global @both : sampled_image<image<2d, sampled, f32>> handle binding(2, 2)
global @accel : acceleration_structure handle binding(2, 3)
global @many : binding_array<image<2d, sampled, f32>, 4> handle binding(2, 4)
func @id($x : u32) -> u32 {
  return $x
}
func @nothing() {
}
func @read($p : ptr<function, u32>) -> u32 {
  %1 = load $p : u32
  return %1
}
`

// compute, fragment and vertex make a module of the prelude and an entry point
// with a body.
func compute(body string) string {
	return prelude + "func @main($gid : vec3<u32> builtin(global_invocation_id)) {\n  var $v : u32\n  var $f : f32\n  var $s : @S\n  var $q : ray_query\n" +
		body + "\n}\nentry compute @main workgroup(1, 1, 1)\n"
}

func fragment(body string) string {
	return prelude + "func @main($uv : vec2<f32> location(0), $n : vec3<f32> location(1)) {\n" + body + "\n}\nentry fragment @main\n"
}

func vertex(body string) string {
	return prelude + "func @main() -> vec4<f32> builtin(position) {\n" + body + "\nreturn zero(vec4<f32>)\n}\nentry vertex @main\n"
}

// function makes a module of the prelude and a function that returns u32.
func function(body string) string {
	return prelude + "func @f($x : u32, $c : bool) -> u32 {\n" + body + "\n}\n"
}

// loopOf is a loop whose body and continuing block are given.
func loopOf(body, continuing string) string {
	return function("loop {\n" + body + "\nif $c {\nbreak\n}\n} continuing {\n" + continuing + "\n}\nreturn 1u")
}

type testCase struct {
	name string
	code diag.Code // "": valid
	text string
}

func check(t *testing.T, c testCase, caps Capabilities) {
	t.Helper()
	m, err := ir.ParseString(c.name, c.text)
	if err != nil {
		t.Errorf("%s: not even text: %v", c.name, err)
		return
	}
	info, err := Module(m, Options{Capabilities: caps})
	switch {
	case err == nil && c.code != "":
		t.Errorf("%s: valid, want %s", c.name, c.code)
	case err == nil:
		if info == nil {
			t.Errorf("%s: no info", c.name)
		}
	case c.code == "":
		t.Errorf("%s: %v", c.name, err)
	default:
		var ds *diag.Diagnostics
		if !errors.As(err, &ds) {
			t.Fatalf("%s: error %T", c.name, err)
		}
		for _, d := range ds.Items {
			if d.Code != c.code {
				t.Errorf("%s: want %s only, got:\n%v", c.name, c.code, err)
				return
			}
		}
	}
}

func run(t *testing.T, cases []testCase) {
	t.Helper()
	for _, c := range cases {
		check(t, c, All)
	}
}

func TestModuleScope(t *testing.T) {
	run(t, []testCase{
		{"prelude", "", prelude},
		{"empty", "", ""},

		{"array of array", "", "global @g : array<array<u32, 2>, 3> private"},
		{"array of runtime arrays", typing.CodeInvalidType, "global @g : array<array<u32>, 3> private"},
		{"array of samplers", typing.CodeInvalidType, "global @g : array<sampler, 3> private"},
		{"array of override arrays", "", "override @n : u32 = 1u\nglobal @g : array<array<u32, @n>, 3> workgroup"},
		{"float length", CodeArrayLength, "override @n : f32 = 1f\nglobal @g : array<u32, @n> workgroup"},
		{"override length of private memory", "", "override @n : u32 = 1u\nglobal @g : array<u32, @n> private"},
		{"override length inside a struct", "", "override @n : u32 = 1u\nstruct @T {\n a : array<u32, @n>\n b : u32\n}\nglobal @g : @T workgroup"},
		{"override length in storage", CodeGlobalType, "override @n : u32 = 1u\nglobal @g : array<u32, @n> storage binding(0, 0)"},
		{"override length in a buffer's struct", CodeGlobalType, "override @n : u32 = 1u\nstruct @T {\n a : array<u32, @n>\n}\nglobal @g : @T uniform binding(0, 0)"},
		{"too large", CodeLayout, "global @g : array<array<u32, 65536>, 65536> private"},
		{"empty struct", typing.CodeInvalidStruct, "struct @T {\n}\nglobal @g : @T private"},
		{"resource in struct", typing.CodeInvalidStruct, "struct @T {\n a : sampler\n}\nglobal @g : @T private"},
		{"runtime array first", typing.CodeInvalidStruct, "struct @T {\n a : array<u32>\n b : u32\n}\nglobal @g : @T storage binding(0, 0)"},
		{"open struct inside", typing.CodeInvalidStruct, "struct @T {\n a : array<u32>\n}\nstruct @U {\n a : @T\n}\nglobal @g : @U storage binding(0, 0)"},
		{"struct in itself", typing.CodeTypeCycle, "struct @T {\n a : @T\n}"},
		{"struct in itself by an array", typing.CodeTypeCycle, "struct @T {\n a : array<@U, 2>\n}\nstruct @U {\n a : @T\n}"},
		{"member align", CodeLayout, "struct @T {\n a : u32 align(3)\n}"},
		{"member size", CodeLayout, "struct @T {\n a : u32 size(2)\n}"},

		{"arrayed 3d", typing.CodeInvalidImageType, "global @g : image<3d_array, sampled, f32> handle binding(0, 0)"},
		{"multisampled cube", typing.CodeInvalidImageType, "global @g : image<cube_ms, sampled, f32> handle binding(0, 0)"},
		{"sampled bool", typing.CodeInvalidImageType, "global @g : image<2d, sampled, bool> handle binding(0, 0)"},
		{"depth 3d", typing.CodeInvalidImageType, "global @g : image<3d, depth> handle binding(0, 0)"},
		{"storage without format", typing.CodeInvalidImageType, "global @g : image<2d, storage, none, f16, read> handle binding(0, 0)"},
		{"storage without access", typing.CodeInvalidImageType, "global @g : image<2d, storage, r32uint, none> handle binding(0, 0)"},
		{"storage multisampled 3d", typing.CodeInvalidImageType, "global @g : image<3d_ms, storage, r32uint, read> handle binding(0, 0)"},
		{"store without a sample", typing.CodeOperandCount, "global @g : image<2d_ms, storage, r32uint, write> handle binding(0, 0)\nfunc @f() {\nimage_store @g at zero(vec2<i32>) value zero(vec4<u32>)\n}"},
		{"store to a sample", typing.CodeOperandCount, "global @g : image<2d, storage, r32uint, write> handle binding(0, 0)\nfunc @f() {\nimage_store @g at zero(vec2<i32>) sample 1i value zero(vec4<u32>)\n}"},
		{"atomic on rgba8", typing.CodeInvalidImageType, "global @g : image<2d, storage, rgba8unorm, read_write_atomic> handle binding(0, 0)"},
		{"external 3d", typing.CodeInvalidImageType, "global @g : image<3d, external> handle binding(0, 0)"},
		{"sampled storage", typing.CodeInvalidType, "global @g : sampled_image<image<2d, storage, r32uint, read>> handle binding(0, 0)"},
		{"binding array of binding arrays", typing.CodeInvalidType, "global @g : binding_array<binding_array<sampler, 2>, 2> handle binding(0, 0)"},
		{"binding array of u32", typing.CodeInvalidType, "global @g : binding_array<u32, 2> storage binding(0, 0)"},
		{"binding array of buffers", "", "struct @T {\n a : u32\n}\nglobal @g : binding_array<@T, 2> storage binding(0, 0)"},

		{"constant of another type", CodeInitializer, "constant @c : u32 = 1i"},
		{"constant on an override", CodeConstant, "override @o : u32 = 1u\n^1 = add @o, 1u : u32\nconstant @c : u32 = ^1"},
		{"constant atomic", CodeConstant, "constant @c : atomic<u32> = zero(atomic<u32>)"},
		{"constant type mismatch inside", typing.CodeOperandType, "^1 = add 1i, 1u : i32\nconstant @c : i32 = ^1"},
		{"override on an override", "", "override @o : u32 = 1u\n^1 = add @o, 1u : u32\noverride @p : u32 = ^1"},
		{"override vector", CodeOverride, "override @o : vec2<u32>"},
		{"override value", CodeInitializer, "override @o : u32 = 1i"},
		{"override numbers", "", "override @o : u32 id(3)\noverride @p : u32 id(3)"},

		{"function space", CodeGlobalSpace, "global @g : u32 function"},
		{"private runtime", CodeGlobalType, "global @g : array<u32> private"},
		{"private atomic", CodeGlobalType, "global @g : atomic<u32> private"},
		{"private sampler", CodeGlobalType, "global @g : sampler private"},
		{"workgroup runtime", CodeGlobalType, "global @g : array<u32> workgroup"},
		{"uniform atomic", CodeGlobalType, "global @g : atomic<u32> uniform binding(0, 0)"},
		{"uniform bool", CodeGlobalType, "global @g : bool uniform binding(0, 0)"},
		{"uniform runtime", CodeGlobalType, "global @g : array<vec4<f32>> uniform binding(0, 0)"},
		{"storage bool", CodeGlobalType, "global @g : bool storage binding(0, 0)"},
		{"read-only atomic", CodeGlobalType, "global @g : atomic<u32> storage(read) binding(0, 0)"},
		{"write-only storage", CodeGlobalSpace, "global @g : u32 storage(write) binding(0, 0)"},
		{"writable uniform", CodeGlobalSpace, "global @g : u32 uniform(read_write) binding(0, 0)"},
		{"handle u32", CodeGlobalType, "global @g : u32 handle binding(0, 0)"},
		{"immediate runtime", CodeGlobalType, "global @g : array<u32> immediate"},
		{"private with binding", CodeGlobalBinding, "global @g : u32 private binding(0, 0)"},
		{"unbound storage", "", "global @g : u32 storage"},
		{"storage in the default block", CodeGlobalBinding, "global @g : u32 storage default"},
		{"default uniform", "", "global @g : u32 uniform default"},
		{"workgroup with value", CodeInitializer, "global @g : u32 = 1u workgroup"},
		{"value of another type", CodeInitializer, "global @g : u32 = 1i private"},
		{"private with a layout", CodeLayout, "global @g : u32 private layout(std140)"},
		{"shared without a layout", CodeLayout, "global @g : u32 storage layout(none) binding(0, 0)"},
		{"align in storage", CodeLayoutConstraint, "struct @T {\n a : f32\n b : vec4<f32> align(4)\n}\nglobal @g : @T storage binding(0, 0)"},
		{"explicit layout", "", "layout #0 offsets(0, 16) members(none, none)\nstruct @T {\n a : f32\n b : vec4<f32>\n}\nglobal @g : @T storage layout(#0) binding(0, 0)"},
		{"explicit overlap", CodeLayout, "layout #0 offsets(0, 0) members(none, none)\nstruct @T {\n a : f32\n b : vec4<f32>\n}\nglobal @g : @T storage layout(#0) binding(0, 0)"},
	})
	uniform := "struct @T {\n a : f32\n b : array<f32, 4>\n}\nglobal @g : @T uniform binding(0, 0)"
	check(t, testCase{"standard uniform", "", uniform}, All)
	check(t, testCase{"uniform of 16 bytes", CodeLayoutConstraint, uniform}, All.Without(UniformStandardLayout))
	check(t, testCase{"unbound", CodeGlobalBinding, "global @g : u32 storage"}, Default)
}

func TestScope(t *testing.T) {
	run(t, []testCase{
		{"local in scope", "", function("var $l : u32\nlocal $l = $x\n%1 = load $l : u32\nreturn %1")},
		{"local without a statement", "", function("var $l : u32\n%1 = load $l : u32\nreturn %1")},
		{"local twice", CodeLocalScope, function("var $l : u32\nlocal $l\nlocal $l\nreturn $x")},
		{"local used before", CodeLocalScope, function("var $l : u32\nstore $l, 1u\nlocal $l\nreturn $x")},
		{"local used behind", CodeLocalScope, function("var $l : u32\nblock {\nlocal $l\n}\nstore $l, 1u\nreturn $x")},
		{"local of another type", CodeInitializer, function("var $l : u32\nlocal $l = 1i\nreturn $x")},
		{"local of atomics", CodeLocal, function("var $l : atomic<u32>\nreturn $x")},
		{"local runtime array", CodeLocal, function("var $l : array<u32>\nreturn $x")},
		{"local sampler", CodeLocal, function("var $l : sampler\nreturn $x")},

		{"value in a nested block", "", function("%1 = add $x, 1u : u32\nif $c {\nreturn %1\n}\nreturn %1")},
		{"value of a nested block", CodeScope, function("if $c {\n%1 = add $x, 1u : u32\n}\nreturn %1")},
		{"value of the other branch", CodeScope, function("if $c {\n%1 = add $x, 1u : u32\n} else {\nreturn %1\n}\nreturn $x")},
		{"value of the body", "", loopOf("%1 = add $x, 1u : u32", "%2 = add %1, 1u : u32")},
		{"value of the body in break-if", "", function("loop {\n%1 = lt $x, 1u : bool\n} continuing {\nbreak_if %1\n}\nreturn 1u")},
		{"value of continuing in break-if", "", function("loop {\n} continuing {\n%1 = lt $x, 1u : bool\nbreak_if %1\n}\nreturn 1u")},
		{"value past a continue", CodeScope, loopOf("if $c {\ncontinue\n}\n%1 = add $x, 1u : u32", "%2 = add %1, 1u : u32")},
		{"value before a continue", "", loopOf("%1 = add $x, 1u : u32\nif $c {\ncontinue\n}", "%2 = add %1, 1u : u32")},
		{"continue in a nested switch", CodeScope, loopOf("switch $x {\ncase 1 {\n}\ncase default {\n%3 = add $x, 2u : u32\ncontinue\n}\n}\n%1 = add $x, 1u : u32", "%2 = add %1, 1u : u32")},
		{"value of a case", CodeScope, function("switch $x {\ncase 1 {\n%1 = add $x, 1u : u32\n}\ncase default {\nreturn %1\n}\n}\nreturn $x")},
		{"value behind the loop", CodeScope, function("loop {\n%1 = add $x, 1u : u32\nbreak\n}\nreturn %1")},
	})
}

func TestControlFlow(t *testing.T) {
	run(t, []testCase{
		{"return on both branches", "", function("if $c {\nreturn 1u\n} else {\nreturn 2u\n}")},
		{"return on one branch", CodeMissingReturn, function("if $c {\nreturn 1u\n}")},
		{"no return", CodeMissingReturn, function("")},
		{"endless loop", CodeMisplaced, function("loop {\n}")},
		{"loop that only continues", CodeMisplaced, function("loop {\nif $c {\ncontinue\n}\n}")},
		{"break that control never gets to", CodeMisplaced, function("loop {\nif $c {\ncontinue\n} else {\ncontinue\n}\nbreak\n}")},
		{"loop that ends in a nested loop only", CodeMisplaced, function("loop {\nloop {\nbreak\n}\n}")},
		{"loop that returns", "", function("loop {\nif $c {\nreturn 1u\n}\n}")},
		{"loop that returns in a switch of a loop", "", function("loop {\nloop {\nswitch $x {\ncase 1 {\nreturn 1u\n}\ncase default {\n}\n}\n}\n}")},
		{"loop that never breaks in fact", "", function("loop {\n} continuing {\nbreak_if false\n}\nreturn 1u")},
		{"loop with a break", CodeMissingReturn, function("loop {\nbreak\n}")},
		{"loop with a break-if", CodeMissingReturn, function("loop {\n} continuing {\nbreak_if $c\n}")},
		{"switch that returns", "", function("switch $x {\ncase default {\nreturn 1u\n}\n}")},
		{"switch that breaks", CodeMissingReturn, function("switch $x {\ncase 1 {\nbreak\n}\ncase default {\nreturn 1u\n}\n}")},
		{"switch that falls through", "", function("switch $x {\ncase 1 {\n} fallthrough\ncase default {\nreturn 1u\n}\n}")},
		{"break in an inner switch", "", function("loop {\nif $c {\nreturn 1u\n}\nswitch $x {\ncase default {\nbreak\n}\n}\n}")},

		{"after return", CodeAfter, function("return 1u\n%1 = add $x, 1u : u32")},
		{"after break", CodeAfter, loopOf("if $c {\nbreak\nstore @plain, 1u\n}", "")},
		{"break without a loop", CodeMisplaced, function("if $c {\nbreak\n}\nreturn 1u")},
		{"continue without a loop", CodeMisplaced, function("switch $x {\ncase default {\ncontinue\n}\n}\nreturn 1u")},
		{"break in continuing", CodeMisplaced, loopOf("", "if $c {\nbreak\n}")},
		{"continue in continuing", CodeMisplaced, loopOf("", "if $c {\ncontinue\n}")},
		{"return in continuing", CodeMisplaced, loopOf("", "if $c {\nreturn 1u\n}")},
		{"terminate in continuing", CodeMisplaced, loopOf("", "if $c {\nterminate\n}")},
		{"loop in continuing", "", loopOf("", "loop {\nif $c {\ncontinue\n}\nbreak\n}")},
		{"switch in continuing", "", loopOf("", "switch $x {\ncase default {\nbreak\n}\n}")},
		{"return in a loop in continuing", CodeMisplaced, loopOf("", "loop {\nreturn 1u\n}")},

		{"condition u32", CodeCondition, function("if $x {\n}\nreturn 1u")},
		{"break-if u32", CodeCondition, function("loop {\n} continuing {\nbreak_if $x\n}\nreturn 1u")},
		{"selector bool", CodeSwitch, function("switch $c {\ncase default {\n}\n}\nreturn 1u")},
		{"no default", CodeSwitch, function("switch $x {\ncase 1 {\n}\n}\nreturn 1u")},
		{"two defaults", CodeSwitch, function("switch $x {\ncase default {\n}\ncase 1, default {\n}\n}\nreturn 1u")},
		{"same value", CodeSwitch, function("switch $x {\ncase 1, 2 {\n}\ncase default, 1 {\n}\n}\nreturn 1u")},
		{"last falls through", CodeSwitch, function("switch $x {\ncase default {\n} fallthrough\n}\nreturn 1u")},
		{"return type", CodeReturn, function("return 1i")},
		{"return nothing", CodeReturn, function("return")},
		{"return something", CodeReturn, prelude + "func @f() {\nreturn 1u\n}"},
	})
}

func TestStatements(t *testing.T) {
	run(t, []testCase{
		{"store", "", compute("store $v, 1u\nstore @plain, 2u\nstore @wgatomic, 1u\nstore $s, zero(@S)")},
		{"store of another type", CodeStore, compute("store $v, 1i")},
		{"store to a value", CodeStore, compute("store 1u, 1u")},
		{"store to uniform", CodeStore, compute("store @uni, zero(@S)")},
		{"store to read-only storage", CodeStore, compute("%1 = access_index @ro, .n : ptr<storage, u32, read>\nstore %1, 1u")},
		{"store of a runtime array", CodeStore, compute("store @rw, 1u")},
		{"store of a struct with atomics", CodeStore, compute("store @hold, 1u")},
		{"load of a runtime array", typing.CodePointer, compute("%1 = load @rw : @Open")},

		{"image store", "", compute("image_store @out at zero(vec2<i32>) value zero(vec4<f32>)")},
		{"image store to sampled", CodeImageStore, compute("image_store @tex at zero(vec2<i32>) value zero(vec4<f32>)")},
		{"image store to read-only", CodeImageStore, compute("image_store @in at zero(vec2<i32>) value zero(vec4<f32>)")},
		{"image store of u32", CodeImageStore, compute("image_store @out at zero(vec2<i32>) value zero(vec4<u32>)")},
		{"image store at f32", typing.CodeImageOperand, compute("image_store @out at zero(vec2<f32>) value zero(vec4<f32>)")},
		{"image store with index", typing.CodeOperandCount, compute("image_store @out at zero(vec2<i32>) array 1i value zero(vec4<f32>)")},

		{"atomics", "", compute("%1 = atomic add @wgatomic, 1u : u32\natomic max @wgatomic, %1\n%2 = atomic compare_exchange @wgatomic, 1u compare 2u : exchange_result<u32>\n%3 = atomic or @plain, 1u : u32")},
		{"atomic on private", CodeAtomic, compute("%1 = access_index @priv, .a : ptr<private, f32>\natomic add %1, 1f")},
		{"atomic on a value", CodeAtomic, compute("atomic add 1u, 1u")},
		{"atomic on an array", CodeAtomic, compute("atomic add @wg, 1u")},
		{"atomic operand", CodeAtomic, compute("atomic add @wgatomic, 1i")},
		{"atomic without compare", CodeAtomic, compute("atomic compare_exchange @wgatomic, 1u")},
		{"atomic with compare", CodeAtomic, compute("atomic add @wgatomic, 1u compare 1u")},
		{"atomic compare type", CodeAtomic, compute("atomic compare_exchange @wgatomic, 1u compare 1i")},
		{"atomic result", typing.CodeExprType, compute("%1 = atomic add @wgatomic, 1u : i32")},
		{"atomic exchange result", CodeAtomic, compute("%1 = atomic compare_exchange @wgatomic, 1u compare 2u : u32")},
		{"image atomic", "", compute("%1 = image_atomic add @texels at zero(vec2<i32>) value 1u : u32")},
		{"image atomic on out", CodeAtomic, compute("image_atomic add @out at zero(vec2<i32>) value 1u")},
		{"image atomic of i32", CodeAtomic, compute("image_atomic add @texels at zero(vec2<i32>) value 1i")},

		{"uniform load", "", compute("%1 = workgroup_uniform_load @wg : array<u32, 8>\n%2 = workgroup_uniform_load @wgatomic : u32")},
		{"uniform load of storage", CodeUniformLoad, compute("%1 = workgroup_uniform_load @plain : u32")},
		{"barriers", "", compute("control_barrier workgroup storage\ncontrol_barrier subgroup scope subgroup\nmemory_barrier texture")},
		{"barrier of the subgroup", CodeBarrier, compute("control_barrier workgroup scope subgroup")},

		{"calls", "", compute("%1 = call @id(1u) : u32\ncall @nothing()\n%2 = call @read($v) : u32")},
		{"call with too few", CodeCall, compute("%1 = call @id() : u32")},
		{"call with another type", CodeCall, compute("%1 = call @id(1i) : u32")},
		{"call with another space", CodeCall, compute("%1 = call @read(@plain) : u32")},
		{"call that drops", CodeCall, compute("call @id(1u)")},
		{"call without a value", CodeCall, compute("%1 = call @nothing() : u32")},
		{"call result", typing.CodeExprType, compute("%1 = call @id(1u) : i32")},
		{"call of an entry point", CodeCall, compute("") + "func @g() {\ncall @main(zero(vec3<u32>))\n}"},
		{"recursion", CodeRecursion, prelude + "func @f() {\ncall @f()\n}"},
		{"mutual recursion", CodeRecursion, prelude + "func @f() {\ncall @g()\n}\nfunc @g() {\ncall @f()\n}"},

		{"ray query", "", compute("ray_query initialize $q, @accel, zero(ray_desc)\n%1 = ray_query proceed $q : bool\nray_query generate_intersection $q, 1f\nray_query confirm_intersection $q\nray_query terminate $q\n%2 = ray_query_get $q : ray_intersection")},
		{"ray query on u32", CodeRayQueryStmt, compute("ray_query terminate $v")},
		{"ray query without a structure", CodeRayQueryStmt, compute("ray_query initialize $q, 1u, zero(ray_desc)")},
		{"ray query without a description", CodeRayQueryStmt, compute("ray_query initialize $q, @accel, 1u")},
		{"ray query distance", CodeRayQueryStmt, compute("ray_query generate_intersection $q, 1u")},
		{"ray query vertices", typing.CodeRayQuery, compute("%1 = ray_query_vertex $q : array<vec3<f32>, 3>")},
		{"ray query of a value", typing.CodeRayQuery, compute("%1 = ray_query_get $v : ray_intersection")},

		{"subgroup", "", compute("%1 = subgroup_ballot true : vec4<u32>\n%2 = subgroup_gather shuffle 1f index 1u : f32\n%3 = subgroup_collective add inclusive_scan 1u : u32\n%4 = subgroup_collective elect reduce : bool\n%5 = subgroup_gather broadcast 1u index @two : u32")},
		{"ballot of u32", CodeSubgroup, compute("%1 = subgroup_ballot 1u : vec4<u32>")},
		{"gather without index", CodeSubgroup, compute("%1 = subgroup_gather shuffle 1f : f32")},
		{"gather with index", CodeSubgroup, compute("%1 = subgroup_gather quad_swap_x 1f index 1u : f32")},
		{"gather index f32", CodeSubgroup, compute("%1 = subgroup_gather shuffle 1f index 1f : f32")},
		{"gather of a struct", CodeSubgroup, compute("%1 = subgroup_gather broadcast_first zero(@S) : @S")},
		{"broadcast of a dynamic index", CodeSubgroup, compute("%1 = load $v : u32\n%2 = subgroup_gather broadcast 1f index %1 : f32")},
		{"any of u32", CodeSubgroup, compute("%1 = subgroup_collective any reduce 1u : bool")},
		{"and of f32", CodeSubgroup, compute("%1 = subgroup_collective and reduce 1f : f32")},
		{"add of bool", CodeSubgroup, compute("%1 = subgroup_collective add reduce true : bool")},
		{"scan of any", CodeSubgroup, compute("%1 = subgroup_collective any inclusive_scan true : bool")},
		{"elect with argument", CodeSubgroup, compute("%1 = subgroup_collective elect reduce true : bool")},
	})
}

func TestExpressions(t *testing.T) {
	run(t, []testCase{
		{"operators", "", function("%1 = add zero(mat2x2<f32>), zero(mat2x2<f32>) : mat2x2<f32>\n%2 = mul zero(mat2x3<f32>), zero(vec2<f32>) : vec3<f32>\n" +
			"%3 = mul zero(vec3<f32>), zero(mat2x3<f32>) : vec2<f32>\n%4 = mul 2f, zero(vec3<f32>) : vec3<f32>\n%5 = mul zero(mat2x3<f32>), zero(mat4x2<f32>) : mat4x3<f32>\n" +
			"%6 = shl zero(vec2<i32>), zero(vec2<u32>) : vec2<i32>\n%7 = eq zero(vec2<bool>), zero(vec2<bool>) : vec2<bool>\n%8 = and true, false : bool\nreturn 1u")},
		{"add of bool", typing.CodeOperandType, function("%1 = add true, true : bool\nreturn 1u")},
		{"add of two types", typing.CodeOperandType, function("%1 = add 1u, 1i : u32\nreturn 1u")},
		{"add recorded wrongly", typing.CodeExprType, function("%1 = add 1u, 1u : i32\nreturn 1u")},
		{"div of matrices", typing.CodeOperandType, function("%1 = div zero(mat2x2<f32>), zero(mat2x2<f32>) : mat2x2<f32>\nreturn 1u")},
		{"xor of bool", typing.CodeOperandType, function("%1 = xor true, true : bool\nreturn 1u")},
		{"land of vectors", typing.CodeOperandType, function("%1 = land zero(vec2<bool>), zero(vec2<bool>) : vec2<bool>\nreturn 1u")},
		{"shift by i32", typing.CodeOperandType, function("%1 = shl 1u, 1i : u32\nreturn 1u")},
		{"lt of bool", typing.CodeOperandType, function("%1 = lt true, true : bool\nreturn 1u")},
		{"eq of matrices", typing.CodeOperandType, function("%1 = eq zero(mat2x2<f32>), zero(mat2x2<f32>) : bool\nreturn 1u")},
		{"mul of sizes", typing.CodeOperandType, function("%1 = mul zero(mat2x3<f32>), zero(vec3<f32>) : vec3<f32>\nreturn 1u")},
		{"neg of u32", typing.CodeOperandType, function("%1 = neg 1u : u32\nreturn 1u")},
		{"not of f32", typing.CodeOperandType, function("%1 = not 1f : f32\nreturn 1u")},
		{"lnot of u32", typing.CodeOperandType, function("%1 = lnot 1u : u32\nreturn 1u")},
		{"select", "", function("%1 = select $c, zero(@S), zero(@S) : @S\n%2 = select zero(vec2<bool>), zero(vec2<f32>), zero(vec2<f32>) : vec2<f32>\nreturn 1u")},
		{"select of two types", typing.CodeOperandType, function("%1 = select $c, 1u, 1i : u32\nreturn 1u")},
		{"select by vector", typing.CodeOperandType, function("%1 = select zero(vec3<bool>), zero(vec2<f32>), zero(vec2<f32>) : vec2<f32>\nreturn 1u")},
		{"select of samplers", typing.CodeOperandType, function("%1 = select $c, @smp, @smp : sampler\nreturn 1u")},
		{"all of u32", typing.CodeOperandType, function("%1 = all 1u : bool\nreturn 1u")},
		{"isnan of u32", typing.CodeOperandType, function("%1 = isnan 1u : bool\nreturn 1u")},

		{"literal bits", typing.CodeLiteral, prelude + "func @f() -> bool {\nreturn bits(bool, 0x2)\n}"},
		{"zero of runtime", typing.CodeConstructible, prelude + "func @f() {\n%1 = access_index zero(@Open), .n : u32\n}"},
		{"compose", "", function("%1 = compose 1f, zero(vec3<f32>) : @S\n%2 = compose zero(vec2<f32>), 1f : vec3<f32>\n%3 = compose zero(vec2<f32>), zero(vec2<f32>) : mat2x2<f32>\n%4 = compose 1u, 2u : array<u32, 2>\nreturn 1u")},
		{"compose too few", typing.CodeCompose, function("%1 = compose 1f, 2f : vec3<f32>\nreturn 1u")},
		{"compose another type", typing.CodeCompose, function("%1 = compose 1f, 2u : vec2<f32>\nreturn 1u")},
		{"compose struct", typing.CodeCompose, function("%1 = compose 1f, 2f : @S\nreturn 1u")},
		{"compose array", typing.CodeCompose, function("%1 = compose 1u : array<u32, 2>\nreturn 1u")},
		{"compose matrix", typing.CodeCompose, function("%1 = compose 1f, 1f : mat2x2<f32>\nreturn 1u")},
		{"compose runtime", typing.CodeConstructible, function("%1 = compose 1u, 1u : array<u32>\nreturn 1u")},
		{"compose scalar", typing.CodeCompose, function("%1 = compose 1u : u32\nreturn 1u")},
		{"splat of a vector", typing.CodeOperandType, function("%1 = splat zero(vec2<f32>) : vec3<f32>\nreturn 1u")},
		{"splat recorded wrongly", typing.CodeExprType, function("%1 = splat 1f : vec3<i32>\nreturn 1u")},
		{"swizzle", "", function("%1 = swizzle zero(vec2<f32>) xyxy : vec4<f32>\nreturn 1u")},
		{"swizzle outside", typing.CodeSwizzle, function("%1 = swizzle zero(vec2<f32>) xz : vec2<f32>\nreturn 1u")},
		{"swizzle of a scalar", typing.CodeOperandType, function("%1 = swizzle 1f xx : vec2<f32>\nreturn 1u")},

		{"access", "", function("%1 = access zero(array<u32, 4>), $x : u32\n%2 = access_index zero(mat2x3<f32>), 1 : vec3<f32>\n%3 = access @wg, $x : ptr<workgroup, u32>\n%4 = access @many, $x : image<2d, sampled, f32>\nreturn %1")},
		{"access by f32", typing.CodeOperandType, function("%1 = access zero(array<u32, 4>), 1f : u32\nreturn %1")},
		{"access of a struct", typing.CodeOperandType, function("%1 = access zero(@S), $x : f32\nreturn 1u")},
		{"access of a scalar", typing.CodeOperandType, function("%1 = access_index 1u, 0 : u32\nreturn 1u")},
		{"index outside a vector", typing.CodeIndexRange, function("%1 = access_index zero(vec2<u32>), 2 : u32\nreturn %1")},
		{"index outside an array", typing.CodeIndexRange, function("%1 = access_index @wg, 8 : ptr<workgroup, u32>\nreturn 1u")},
		{"access recorded wrongly", typing.CodeExprType, function("%1 = access_index @wg, 1 : ptr<private, u32>\nreturn 1u")},
		{"load of a value", typing.CodePointer, function("%1 = load 1u : u32\nreturn %1")},
		{"array length", "", function("%1 = access_index @rw, .rest : ptr<storage, array<u32>, read_write>\n%2 = array_length %1 : u32\nreturn %2")},
		{"length of a fixed array", typing.CodePointer, function("%1 = array_length @wg : u32\nreturn %1")},
		{"non-uniform access", "", function("%1 = access @many, $x : image<2d, sampled, f32> !nonuniform\nreturn 1u")},
		{"non-uniform access of an array", CodeNonUniformUse, function("%1 = access @wg, $x : ptr<workgroup, u32> !nonuniform\nreturn 1u")},

		{"conversions", "", function("%1 = as 1f : u32\n%2 = as zero(vec2<bool>) : vec2<f16>\n%3 = as zero(mat2x2<f32>) : mat2x2<f16>\n%4 = bitcast zero(vec2<u32>) : u64\nreturn 1u")},
		{"conversion of shapes", typing.CodeConversion, function("%1 = as 1f : vec2<f32>\nreturn 1u")},
		{"conversion of a struct", typing.CodeConversion, function("%1 = as zero(@S) : @S\nreturn 1u")},
		{"bitcast of sizes", typing.CodeConversion, function("%1 = bitcast 1u : u64\nreturn 1u")},
		{"bitcast of bool", typing.CodeConversion, function("%1 = bitcast true : bool\nreturn 1u")},

		{"math", "", function("%1 = clamp 1u, 1u, 1u : u32\n%2 = dot zero(vec2<i32>), zero(vec2<i32>) : i32\n%3 = ldexp zero(vec2<f32>), zero(vec2<i32>) : vec2<f32>\n%4 = frexp 1f : frexp_result<f32>\n" +
			"%5 = outer zero(vec2<f32>), zero(vec3<f32>) : mat3x2<f32>\n%6 = transpose zero(mat2x3<f32>) : mat3x2<f32>\n%7 = extract_bits 1i, 1u, 1u : i32\n%8 = refract zero(vec3<f32>), zero(vec3<f32>), 1f : vec3<f32>\n" +
			"%9 = pack4xi8 zero(vec4<i32>) : u32\n%10 = determinant zero(mat3x3<f32>) : f32\n%11 = unpack2x16float 1u : vec2<f32>\nreturn 1u")},
		{"sin of u32", typing.CodeOperandType, function("%1 = sin 1u : u32\nreturn 1u")},
		{"sin of f64", typing.CodeOperandType, function("%1 = sin 1lf : f64\nreturn 1u")},
		{"max of two types", typing.CodeOperandType, function("%1 = max 1u, 1i : u32\nreturn 1u")},
		{"cross of vec2", typing.CodeOperandType, function("%1 = cross zero(vec2<f32>), zero(vec2<f32>) : vec2<f32>\nreturn 1u")},
		{"dot of scalars", typing.CodeOperandType, function("%1 = dot 1f, 1f : f32\nreturn 1u")},
		{"ldexp by f32", typing.CodeOperandType, function("%1 = ldexp 1f, 1f : f32\nreturn 1u")},
		{"inverse of mat2x3", typing.CodeOperandType, function("%1 = inverse zero(mat2x3<f32>) : mat2x3<f32>\nreturn 1u")},
		{"pack of vec2", typing.CodeOperandType, function("%1 = pack4x8snorm zero(vec2<f32>) : u32\nreturn 1u")},
		{"modf result", typing.CodeExprType, function("%1 = modf 1f : frexp_result<f32>\nreturn 1u")},
		{"insert_bits", typing.CodeOperandType, function("%1 = insert_bits 1u, 1u, 1i, 1u : u32\nreturn 1u")},
		{"abstract", CodeAbstractType, function("%1 = add bits(abstract_int, 0x5), bits(abstract_int, 0x6) : abstract_int\nreturn 1u")},
	})
}

func TestImages(t *testing.T) {
	sample := func(s string) string { return fragment("%1 = image_sample " + s) }
	run(t, []testCase{
		{"samples", "", fragment("%1 = image_sample @tex with @smp at $uv : vec4<f32>\n%2 = image_sample @arr with @smp at $uv array 1i level 1f : vec4<f32>\n" +
			"%3 = image_sample @cube with @smp at $n bias 1f : vec4<f32>\n%4 = image_sample @depth with @cmp at $uv depth 1f : f32\n%5 = image_sample @depth with @smp at $uv level 1i : f32\n" +
			"%6 = image_sample @both at $uv ddx $uv ddy $uv : vec4<f32>\n%7 = image_sample @ext with @smp at $uv level_zero : vec4<f32> !clamp_edge\n" +
			"%8 = image_sample @itex with @smp at $uv gather 2 : vec4<i32>\n%9 = image_sample @depth with @cmp at $uv depth 1f gather 0 : vec4<f32>\n" +
			"%10 = image_sample @tex with @smp at $uv offset zero(vec2<i32>) : vec4<f32>")},
		{"sample of storage", typing.CodeImageClass, sample("@in with @smp at $uv : vec4<f32>")},
		{"sample of multisampled", typing.CodeImageClass, sample("@ms with @smp at $uv : vec4<f32>")},
		{"sample of a sampler", typing.CodeImageClass, sample("@smp with @smp at $uv : vec4<f32>")},
		{"sample without sampler", typing.CodeOperandCount, sample("@tex at $uv : vec4<f32>")},
		{"sampler twice", typing.CodeOperandCount, sample("@both with @smp at $uv : vec4<f32>")},
		{"sampler is an image", typing.CodeSampler, sample("@tex with @tex at $uv : vec4<f32>")},
		{"comparison without reference", typing.CodeSampler, sample("@depth with @cmp at $uv : f32")},
		{"reference without comparison", typing.CodeSampler, sample("@depth with @smp at $uv depth 1f : f32")},
		{"comparison of colour", typing.CodeImageClass, sample("@tex with @cmp at $uv depth 1f : f32")},
		{"depth reference u32", typing.CodeImageOperand, sample("@depth with @cmp at $uv depth 1u : f32")},
		{"coordinate size", typing.CodeImageOperand, sample("@tex with @smp at $n : vec4<f32>")},
		{"array index missing", typing.CodeOperandCount, sample("@arr with @smp at $uv : vec4<f32>")},
		{"array index superfluous", typing.CodeOperandCount, sample("@tex with @smp at $uv array 1i : vec4<f32>")},
		{"array index f32", typing.CodeImageOperand, sample("@arr with @smp at $uv array 1f : vec4<f32>")},
		{"offset on a cube", typing.CodeOperandCount, sample("@cube with @smp at $n offset zero(vec3<i32>) : vec4<f32>")},
		{"offset u32", typing.CodeImageOperand, sample("@tex with @smp at $uv offset zero(vec2<u32>) : vec4<f32>")},
		{"offset not constant", typing.CodeNotConstant, fragment("%1 = as $uv : vec2<i32>\n%2 = image_sample @tex with @smp at $uv offset %1 : vec4<f32>")},
		{"level u32", typing.CodeImageOperand, sample("@tex with @smp at $uv level 1u : vec4<f32>")},
		{"bias u32", typing.CodeImageOperand, sample("@tex with @smp at $uv bias 1u : vec4<f32>")},
		{"gradient size", typing.CodeImageOperand, sample("@tex with @smp at $uv ddx $n ddy $n : vec4<f32>")},
		{"gather component of depth", typing.CodeImageOperand, sample("@depth with @smp at $uv gather 1 : vec4<f32>")},
		{"external without clamp", typing.CodeImageClass, sample("@ext with @smp at $uv level_zero : vec4<f32>")},
		{"sample recorded wrongly", typing.CodeExprType, sample("@depth with @smp at $uv : vec4<f32>")},

		{"loads", "", fragment("%1 = image_load @tex at zero(vec2<i32>) level 0i : vec4<f32>\n%2 = image_load @ms at zero(vec2<u32>) sample 1u : vec4<f32>\n%3 = image_load @in at zero(vec2<i32>) : vec4<f32>\n" +
			"%4 = image_load @depth at zero(vec2<i32>) level 0u : f32\n%5 = image_load @ext at zero(vec2<i32>) : vec4<f32>\n%6 = image_load @both at zero(vec2<i32>) level 0i : vec4<f32>")},
		{"load of a cube", typing.CodeImageClass, fragment("%1 = image_load @cube at zero(vec3<i32>) level 0i : vec4<f32>")},
		{"load of write-only", typing.CodeImageClass, fragment("%1 = image_load @out at zero(vec2<i32>) : vec4<f32>")},
		{"load without level", typing.CodeOperandCount, fragment("%1 = image_load @tex at zero(vec2<i32>) : vec4<f32>")},
		{"load with level", typing.CodeOperandCount, fragment("%1 = image_load @in at zero(vec2<i32>) level 0i : vec4<f32>")},
		{"load without sample", typing.CodeOperandCount, fragment("%1 = image_load @ms at zero(vec2<i32>) : vec4<f32>")},
		{"load at f32", typing.CodeImageOperand, fragment("%1 = image_load @tex at $uv level 0i : vec4<f32>")},
		{"level f32", typing.CodeImageOperand, fragment("%1 = image_load @tex at zero(vec2<i32>) level 0f : vec4<f32>")},

		{"queries", "", fragment("%1 = image_query size @tex level 1i : vec2<u32>\n%2 = image_query size @cube : vec2<u32>\n%3 = image_query levels @tex : u32\n%4 = image_query layers @arr : u32\n%5 = image_query samples @ms : u32\n%6 = image_query size @both : vec2<u32>")},
		{"layers of one", typing.CodeImageClass, fragment("%1 = image_query layers @tex : u32")},
		{"samples of one", typing.CodeImageClass, fragment("%1 = image_query samples @tex : u32")},
		{"levels of storage", typing.CodeImageClass, fragment("%1 = image_query levels @in : u32")},
		{"level of storage", typing.CodeOperandCount, fragment("%1 = image_query size @in level 1i : vec2<u32>")},
		{"query of a sampler", typing.CodeImageClass, fragment("%1 = image_query size @smp : vec2<u32>")},
		{"derivative", "", fragment("%1 = derivative x fine $uv : vec2<f32>")},
		{"derivative of u32", typing.CodeOperandType, fragment("%1 = derivative x 1u : u32")},
	})
}

func TestSignatures(t *testing.T) {
	run(t, []testCase{
		{"parameters", "", "func @f($a : sampler, $b : ptr<function, u32>, $c : array<u32, 2>) {\n}"},
		{"runtime parameter", CodeParameter, "func @f($a : array<u32>) {\n}"},
		{"atomic parameter", CodeParameter, "func @f($a : atomic<u32>) {\n}"},
		{"ray query parameter", CodeParameter, "func @f($a : ray_query) {\n}"},
		{"sampler result", CodeResult, "func @f($s : sampler) -> sampler {\nreturn $s\n}"},
		{"pointer result", CodeResult, "func @f($s : ptr<function, u32>) -> ptr<function, u32> {\nreturn $s\n}"},
		{"bound parameter", CodeBinding, "func @f($a : u32 location(0)) {\n}"},
		{"bound result", CodeBinding, "func @f() -> u32 location(0) {\nreturn 1u\n}"},
		{"pointer to a sampler", typing.CodeInvalidType, "func @f($a : ptr<function, sampler>) {\n}"},
		{"pointer to a pointer", typing.CodeInvalidType, "func @f($a : ptr<function, ptr<function, u32>>) {\n}"},
		{"pointer into handles", typing.CodeInvalidType, "func @f($a : ptr<handle, u32>) {\n}"},
		{"pointer to private atomic", typing.CodeInvalidType, "func @f($a : ptr<private, atomic<u32>>) {\n}"},
		{"pointer to shared bool", typing.CodeInvalidType, "func @f($a : ptr<storage, bool, read>) {\n}"},
	})
}

// entry makes a module of one entry point.
func entry(stage, in, out string) string {
	body, result := "", ""
	if out != "" {
		result = " -> " + out
		body = "return zero(" + strings.SplitN(out, " ", 2)[0] + ")\n"
	}
	return fmt.Sprintf("func @main(%s)%s {\n%s}\nentry %s @main\n", in, result, body, stage)
}

func TestEntryPoints(t *testing.T) {
	const position = "vec4<f32> builtin(position)"
	member := func(s string) string { return "struct @T {\n" + s + "\n}\n" }
	run(t, []testCase{
		{"vertex", "", entry("vertex", "$a : vec3<f32> location(0), $i : u32 builtin(vertex_index)", position)},
		{"vertex without position", CodePosition, entry("vertex", "", "vec4<f32> location(0)")},
		{"vertex without result", CodePosition, entry("vertex", "", "")},
		{"position as input", CodeIOBuiltIn, entry("vertex", "$p : vec4<f32> builtin(position)", position)},
		{"fragment", "", entry("fragment", "$p : vec4<f32> builtin(position), $a : u32 location(0) interpolate(flat)", "f32 builtin(frag_depth)")},
		{"built-in type", CodeIOBuiltIn, entry("fragment", "$p : vec3<f32> builtin(position)", "")},
		{"built-in stage", CodeIOBuiltIn, entry("fragment", "$p : u32 builtin(vertex_index)", "")},
		{"built-in twice", CodeIOBuiltIn, entry("fragment", "$p : vec4<f32> builtin(position), $q : vec4<f32> builtin(position)", "")},
		{"clip distances", "", member("p : vec4<f32> builtin(position)\nc : array<f32, 8> builtin(clip_distances)") + entry("vertex", "", "@T")},
		{"nine clip distances", CodeIOBuiltIn, member("p : vec4<f32> builtin(position)\nc : array<f32, 9> builtin(clip_distances)") + entry("vertex", "", "@T")},
		{"no binding", CodeIOMissing, entry("fragment", "$a : f32", "")},
		{"member without binding", CodeIOMissing, member("a : f32") + entry("fragment", "$a : @T", "")},
		{"matrix at a location", CodeIOType, entry("fragment", "$a : mat2x2<f32> location(0)", "")},
		{"bool at a location", CodeIOType, entry("fragment", "$a : bool location(0)", "")},
		{"location in compute", CodeIOLocation, "func @main($a : f32 location(0)) {\n}\nentry compute @main workgroup(1, 1, 1)\n"},
		{"same location", CodeIOLocation, entry("fragment", "$a : f32 location(0), $b : f32 location(0)", "")},
		{"other component", "", entry("fragment", "$a : f32 location(0), $b : f32 location(0) component(1)", "")},
		{"same component", CodeIOLocation, entry("fragment", "$a : vec2<f32> location(0), $b : f32 location(0) component(1)", "")},
		{"component outside", CodeIOLocation, entry("fragment", "$a : vec2<f32> location(0) component(3)", "")},
		{"dvec4 takes two", CodeIOLocation, entry("fragment", "$a : vec4<f64> location(0) interpolate(flat), $b : f32 location(1)", "")},
		{"integer not flat", CodeIOInterpolation, entry("fragment", "$a : u32 location(0)", "")},
		{"integer attribute", "", entry("vertex", "$a : u32 location(0)", position)},
		{"flat at the centroid", CodeIOInterpolation, entry("fragment", "$a : f32 location(0) interpolate(flat) sampling(centroid)", "")},
		{"linear at the first", CodeIOInterpolation, entry("fragment", "$a : f32 location(0) interpolate(linear) sampling(first)", "")},
		{"invariant", "", entry("vertex", "", position+" invariant")},
		{"invariant location", CodeIOInterpolation, entry("fragment", "$a : f32 location(0) invariant", "")},
		{"dual source", "", member("a : vec4<f32> location(0) blend_src(0)\nb : vec4<f32> location(0) blend_src(1)") + entry("fragment", "", "@T")},
		{"dual source alone", "", member("a : vec4<f32> location(0) blend_src(0)") + entry("fragment", "", "@T")},
		{"dual source types", "", member("a : vec4<f32> location(0) blend_src(0)\nb : vec2<f32> location(0) blend_src(1)") + entry("fragment", "", "@T")},
		{"dual source with others", "", member("a : vec4<f32> location(0) blend_src(0)\nb : vec4<f32> location(0) blend_src(1)\nc : f32 location(1)") + entry("fragment", "", "@T")},
		{"dual source at 1", "", member("a : vec4<f32> location(1) blend_src(0)\nb : vec4<f32> location(1) blend_src(1)") + entry("fragment", "", "@T")},
		{"dual source input", CodeBlendSrc, entry("fragment", "$a : vec4<f32> location(0) blend_src(0)", "")},

		{"workgroup", "", "func @main() {\n}\nentry compute @main workgroup(8, 1, 1)\n"},
		{"no invocations", CodeWorkgroupSize, "func @main() {\n}\nentry compute @main workgroup(8, 0, 1)\n"},
		{"derivatives in quads", "", "func @main() {\n  %1 = derivative x 1f : f32\n}\nentry compute @main workgroup(2, 2, 3) derivative_group(quads)\n"},
		{"derivatives in a row", "", "func @main() {\n  %1 = derivative x 1f : f32\n}\nentry compute @main workgroup(2, 1, 2) derivative_group(linear)\n"},
		{"derivatives without quads", CodeStage, "func @main() {\n  %1 = derivative x 1f : f32\n}\nentry compute @main workgroup(2, 2, 1)\n"},
		{"odd quads", CodeWorkgroupSize, "func @main() {\n}\nentry compute @main workgroup(4, 1, 1) derivative_group(quads)\n"},
		{"odd rows", CodeWorkgroupSize, "func @main() {\n}\nentry compute @main workgroup(3, 2, 1) derivative_group(linear)\n"},
		{"quads of fragments", CodeEntryPoint, "func @main() {\n}\nentry fragment @main derivative_group(linear)\n"},
		{"workgroup of a fragment", CodeWorkgroupSize, "func @main() {\n}\nentry fragment @main workgroup(8, 1, 1)\n"},
		{"workgroup by override", "", "override @n : u32\nfunc @main() {\n}\nentry compute @main workgroup(@n, 1, 1)\n"},
		{"workgroup by f32", CodeWorkgroupSize, "override @n : f32\nfunc @main() {\n}\nentry compute @main workgroup(@n, 1, 1)\n"},
		{"early depth", "", "func @main() {\n}\nentry fragment @main early_depth(force)\n"},
		{"early depth of a vertex", CodeEarlyDepth, "func @main() -> vec4<f32> builtin(position) {\nreturn zero(vec4<f32>)\n}\nentry vertex @main early_depth(force)\n"},
		{"names", CodeEntryPoint, "func @a() {\n}\nfunc @b() {\n}\nentry fragment @a \"x\"\nentry fragment @b \"x\"\n"},
		{"names of two stages", "", "func @a() {\n}\nfunc @b() {\n}\nentry fragment @a \"x\"\nentry compute @b \"x\" workgroup(1, 1, 1)\n"},

		{"derivative in compute", CodeStage, compute("%1 = derivative x 1f : f32")},
		{"implicit level in compute", CodeStage, compute("%1 = image_sample @tex with @smp at zero(vec2<f32>) : vec4<f32>")},
		{"explicit level in compute", "", compute("%1 = image_sample @tex with @smp at zero(vec2<f32>) level_zero : vec4<f32>")},
		{"discard in compute", CodeStage, compute("demote")},
		{"barrier in fragment", CodeStage, fragment("control_barrier workgroup")},
		{"workgroup memory in fragment", CodeStage, fragment("%1 = access_index @wg, 0 : ptr<workgroup, u32>")},
		{"callee", CodeStage, fragment("call @helper()") + "func @helper() {\ncontrol_barrier workgroup\n}\n"},
		{"two immediates", CodeImmediates, "global @a : u32 immediate\nglobal @b : u32 immediate\nfunc @main() {\n%1 = load @a : u32\n%2 = load @b : u32\n}\nentry fragment @main\n"},
	})
	collision := "global @a : u32 storage binding(0, 0)\nglobal @b : u32 storage binding(0, 0)\nfunc @fa() {\n%1 = load @a : u32\n}\nfunc @main() {\ncall @fa()\n%2 = load @b : u32\n}\nentry fragment @main\n"
	check(t, testCase{"same binding", CodeBindingCollision, collision}, Default)
	check(t, testCase{"same binding allowed", "", collision}, All)
}

func TestCapabilityRules(t *testing.T) {
	for _, c := range []struct {
		caps []Capability
		text string
	}{
		{[]Capability{Float16}, "func @f() {\n%1 = neg 1h : f16\n}"},
		{[]Capability{Float64}, "global @g : f64 private"},
		{[]Capability{Int64}, "func @f() {\nvar $v : vec2<u64>\n}"},
		{[]Capability{Int16}, "constant @c : i16 = 1i16"},
		{[]Capability{Int8}, "func @f($x : i8) {\n}"},
		{[]Capability{Float32Atomic}, "global @g : atomic<f32> workgroup\nfunc @f() {\natomic add @g, 1f\n}"},
		{[]Capability{Int64, Int64AtomicAll}, "global @g : atomic<u64> workgroup\nfunc @f() {\natomic add @g, 1lu\n}"},
		{[]Capability{TextureAtomic}, "global @g : image<2d, storage, r32uint, read_write_atomic> handle binding(0, 0)"},
		{[]Capability{TextureExternal}, "global @g : image<2d, external> handle binding(0, 0)"},
		{[]Capability{Texture16BitNorm}, "global @g : image<2d, storage, r16unorm, write> handle binding(0, 0)"},
		{[]Capability{CubeArrayTextures}, "global @g : image<cube_array, depth> handle binding(0, 0)"},
		{[]Capability{MultisampledStorage}, "global @g : image<2d_ms, storage, rgba8unorm, write> handle binding(0, 0)"},
		{[]Capability{Immediates}, "global @g : u32 immediate"},
		{[]Capability{RayQuery}, "global @g : acceleration_structure handle binding(0, 0)"},
		{[]Capability{RayQuery, RayHitVertexPosition}, "global @g : acceleration_structure<vertex_return> handle binding(0, 0)"},
		{[]Capability{Subgroups}, compute("%1 = subgroup_ballot true : vec4<u32>")},
		{[]Capability{SubgroupBarrier}, compute("control_barrier subgroup")},
		{[]Capability{SubgroupVertexStage, Subgroups}, vertex("%1 = subgroup_ballot true : vec4<u32>")},
		{[]Capability{AtomicVertexStage}, "global @n : atomic<u32> storage(read_write) binding(0, 0)\n" + vertex("atomic add @n, 1u")},
		{[]Capability{AtomicVertexStage}, "global @n : atomic<u32> storage(read_write) binding(0, 0)\n" + vertex("%1 = load @n : u32")},
		{[]Capability{VertexWritableStorage}, "global @n : u32 storage(read_write) binding(0, 0)\n" + vertex("%1 = load @n : u32")},
		{[]Capability{VertexWritableStorage}, "global @n : u32 storage(read_write) binding(0, 0)\nfunc @f() {\n%1 = load @n : u32\n}\nfunc @g() {\ncall @f()\n}\n" + vertex("call @g()")},
		{[]Capability{VertexWritableStorage}, "global @n : image<2d, storage, r32uint, write> handle binding(0, 0)\n" + vertex("%1 = image_query size @n : vec2<u32>")},
		{[]Capability{TextureBindingArray}, "global @g : binding_array<sampler, 4> handle binding(0, 0)"},
		{[]Capability{TextureNonUniform}, function("%1 = access @many, $x : image<2d, sampled, f32> !nonuniform\nreturn 1u")},
		{[]Capability{ClipDistances}, "struct @T {\np : vec4<f32> builtin(position)\nc : array<f32, 8> builtin(clip_distances)\n}\n" + entry("vertex", "", "@T")},
		{[]Capability{DualSourceBlending}, "struct @T {\na : vec4<f32> location(0) blend_src(0)\nb : vec4<f32> location(0) blend_src(1)\n}\n" + entry("fragment", "", "@T")},
		{[]Capability{PrimitiveIndex}, entry("fragment", "$p : u32 builtin(primitive_index)", "")},
		{[]Capability{Multiview}, entry("fragment", "$p : i32 builtin(view_index)", "")},
		{[]Capability{EarlyDepthTest}, "func @main() {\n}\nentry fragment @main early_depth(force)\n"},
		{[]Capability{MultisampledShading}, entry("fragment", "$a : f32 location(0) sampling(sample)", "")},
		{[]Capability{MeshShader}, "func @main() {\n}\nentry task @main workgroup(1, 1, 1)\n"},
		{[]Capability{RayTracingPipeline}, "func @main() {\n}\nentry miss @main\n"},
		{[]Capability{MemoryCoherent}, "global @g : u32 storage(read_write) binding(0, 0) coherent"},
		{[]Capability{Float16InFloat32}, "func @f() {\n%1 = quantize_to_f16 1f : f32\n}"},
	} {
		caps := SetOf(c.caps...)
		name := caps.String()
		check(t, testCase{name, "", c.text}, All)
		check(t, testCase{"without " + name, CodeCapability, c.text}, All.Minus(caps))
		m, err := ir.ParseString(name, c.text)
		if err != nil {
			t.Fatal(err)
		}
		if info, err := Module(m, Options{Capabilities: All}); err == nil && !info.Required.HasAll(caps) {
			t.Errorf("%s: required is %s", name, info.Required)
		}
	}
}
