const a = 1 //! missing-semicolon: expected ';' after 'const' declaration => const a = 1;
const b = 2;
---
const a: i32; //! missing-initializer: 'a' needs a value: a 'const' declaration must be initialized
const b; //! missing-initializer: 'b' needs a value: a 'const' declaration must be initialized
const = 1; //! expected-identifier: expected a name for the 'const' declaration, found '='
const c 1; //! syntax-error: expected '=', found '1'
---
let a = 1; //! misplaced-declaration: 'let' can only be declared in a function => const a = 1;
---
var<private> a: i32 //! missing-semicolon: expected ';' after 'var' declaration => var<private> a: i32;
fn f() { }
---
var a i32; //! syntax-error: expected ':' before the type of 'a', found 'i32' => var a: i32;
override b f32 = 1; //! syntax-error: expected ':' before the type of 'b', found 'f32' => override b: f32 = 1;
---
alias a; //! syntax-error: expected '=' after the name of an alias, found ';'
alias b i32; //! syntax-error: expected '=' after the name of an alias, found 'i32'
alias c = 1; //! expected-type: expected a type, found '1'
alias = i32; //! expected-identifier: expected a name for the alias, found '='
alias d = [4]i32; //! expected-type: expected a type, found '['
alias e = *i32; //! expected-type: expected a type, found '*'
alias f = array<i32; //! unclosed-delimiter: this '<' starts a template list that is not closed by '>'
alias g = i32[4]; //! foreign-syntax: array types are written 'array<T, N>' => alias g = array<i32, 4>;
---
struct { a: i32 } //! expected-identifier: expected a struct name, found '{'
---
struct s { } //! syntax-error: struct 's' has no members
---
struct s { a: i32; b: i32; c: i32 } //! foreign-syntax: members of a struct are separated by ',' => struct s { a: i32, b: i32; c: i32 }
---
struct s {
  a: i32 //! syntax-error: expected ',' between the members of a struct => a: i32,
  b: i32,
  c i32, //! syntax-error: expected ':' before the type of 'c', found 'i32' => c: i32,
  float d, //! foreign-syntax: a name comes before its type => d: f32,
  e: , //! expected-type: expected a type, found ','
  : i32, //! expected-identifier: expected a member name, found ':'
  @size(4 f: i32, //! syntax-error: expected ',' or ')', found 'f'
  g: i32,
}
---
struct s
  a: i32 //! syntax-error: expected '{' after the name of a struct, found 'a'
fn f() { }
---
struct s {
  a: i32,
fn f() { } //! unclosed-delimiter: expected '}', found keyword 'fn'
---
fn f(a) { } //! syntax-error: expected ':' and a type, found ')'
fn g(a i32, b: i32) { } //! syntax-error: expected ':' before the type of 'a', found 'i32' => fn g(a: i32, b: i32) { }
fn h(float a, b: i32) { } //! foreign-syntax: a name comes before its type => fn h(a: f32, b: i32) { }
fn i(a: i32 b: i32) { } //! syntax-error: expected ',' or ')', found 'b'
fn j(a: i32, , b: i32) { } //! expected-identifier: expected a parameter name, found ','
fn k(1) { let x = ; } //! expected-identifier: expected a parameter name, found '1' | expected-expression: expected an expression, found ';'
---
fn f() i32 { } //! missing-arrow: expected '->' before the type that the function returns, found 'i32' => fn f() -> i32 { }
fn g(): i32 { } //! missing-arrow: expected '->' before the type that the function returns, found ':' => fn g() -> i32 { }
fn h() => i32 { } //! missing-arrow: expected '->' before the type that the function returns, found '=' => fn h() -> i32 { }
fn i() -> { } //! expected-type: expected a type, found '{'
fn j() -> (i32) { } //! expected-type: expected a type, found '('
---
fn f { } //! syntax-error: expected '(' after the name of a function, found '{'
fn () { } //! expected-identifier: expected a function name, found '('
fn g( { } //! unclosed-delimiter: expected ',' or ')', found '{'
fn h) { } //! syntax-error: expected '(' after the name of a function, found ')'
fn i() ; //! syntax-error: expected '{' to start the body of the function, found ';'
fn j()
fn k() { a(; } //! syntax-error: expected '{' after the header of a function, found keyword 'fn' | expected-expression: expected an expression, found ';'
---
fn f<T>(a: T) { b(); } //! foreign-syntax: functions cannot be generic
---
function f() { } //! foreign-syntax: functions are declared by 'fn' => fn f() { }
func g() { } //! foreign-syntax: functions are declared by 'fn' => fn g() { }
void h() { } //! foreign-syntax: functions are declared by 'fn'
float i(float a) { return a; } //! foreign-syntax: a function is declared as in 'fn i(...) -> f32'
fn j() { }
---
uniform float a; //! foreign-syntax: expected a declaration, found 'uniform'
float b = 1.0; //! foreign-syntax: a declaration has its name first, then its type => var b: f32 = 1.0;
vec2<f32> c; //! foreign-syntax: a declaration has its name first, then its type => var c: vec2<f32>;
fn f() { }
---
} //! unmatched-delimiter: there is no '{' for this '}'
fn f() { } } //! unmatched-delimiter: there is no '{' for this '}'
fn g() { }
---
if a { b(); } //! misplaced-statement: statement 'if' outside of a function
return 1; //! misplaced-statement: statement 'return' outside of a function
fn f() { }
---
const a = 1;
enable f16; //! misplaced-directive: directives must come before all declarations
requires x; //! misplaced-directive: directives must come before all declarations
diagnostic(off, y); //! misplaced-directive: directives must come before all declarations
---
;
enable f16; //! misplaced-directive: directives must come before all declarations
---
enable; //! expected-identifier: expected an extension name, found ';'
enable f16 subgroups; //! missing-semicolon: expected ';' after directive, found 'subgroups'
requires a b; //! missing-semicolon: expected ';' after directive, found 'b'
enable 1; //! expected-identifier: expected an extension name, found '1'
diagnostic off, a; //! syntax-error: expected '(' after 'diagnostic', found 'off'
diagnostic(off); //! invalid-diagnostic: expected ',' and a rule name, found ')'
diagnostic(off, a b); //! syntax-error: expected ')', found 'b'
diagnostic(off, a.b.c); //! syntax-error: expected ')', found '.'
diagnostic(off, a) //! missing-semicolon: expected ';' after directive => diagnostic(off, a);
const a = 1;
---
@x const a = 1; //! misplaced-attribute: a declaration by 'const' takes no attributes
@x @y struct s { a: i32 } //! misplaced-attribute: a declaration by 'struct' takes no attributes
@x alias b = i32; //! misplaced-attribute: a declaration by 'alias' takes no attributes
@x const_assert true; //! misplaced-attribute: a declaration by 'const_assert' takes no attributes
@x enable f16; //! misplaced-attribute: a declaration by 'enable' takes no attributes
---
@ fn f() { } //! expected-identifier: expected an attribute name after '@', found keyword 'fn'
@1 fn g() { } //! expected-identifier: expected an attribute name after '@', found '1'
@diagnostic fn h() { } //! invalid-diagnostic: expected '(severity, rule)' after '@diagnostic', found keyword 'fn'
@diagnostic(off) fn i() { } //! invalid-diagnostic: expected ',' and a rule name, found ')'
@diagnostic(off, "x") fn j() { } //! invalid-character: invalid character '"'
@location(1 fn k() { } //! unclosed-delimiter: expected ',' or ')', found keyword 'fn'
@location(1
 //! unclosed-delimiter: expected ',' or ')', found end of file---
@x
 //! expected-declaration: expected 'fn', 'var' or 'override' after attributes, found end of file---
@x } //! unmatched-delimiter: there is no '{' for this '}'
fn f() { }
---
import a; //! reserved-word: 'import' is a reserved word
typedef float b; //! reserved-word: 'typedef' is a reserved word
static const c = 1; //! reserved-word: 'static' is a reserved word
#define X 1 //! invalid-character: invalid character '#'
#include "x" //! invalid-character: invalid character '#'
fn f() { }
---
fn if() { } //! keyword-as-identifier: keyword 'if' cannot be used as a function name
fn do() { } //! reserved-word: 'do' is a reserved word
const fn = 1; //! keyword-as-identifier: keyword 'fn' cannot be used as a name for the 'const' declaration
struct var { a: i32 } //! keyword-as-identifier: keyword 'var' cannot be used as a struct name
var let: i32; //! keyword-as-identifier: keyword 'let' cannot be used as a name for the 'var' declaration
---
x = 1; //! expected-declaration: expected a declaration, found 'x'
f(); //! expected-declaration: expected a declaration, found 'f'
1; //! expected-declaration: expected a declaration, found '1'
const a = 1;
---
fn f() { let x = 1; } fn g() { let y = ; } const z = ; //! expected-expression: expected an expression, found ';' | expected-expression: expected an expression, found ';'
---
var<private a: i32; //! unclosed-delimiter: this '<' starts a template list that is not closed by '>'
var<> b: i32; //! expected-expression: a template list must not be empty
const<private> c = 1; //! syntax-error: only 'var' takes a template list
---
const_assert; //! expected-expression: expected an expression, found ';'
const_assert 1 //! missing-semicolon: expected ';' after const assertion => const_assert 1;
const a = 1;
---
fn main() -> @location(0) vec4<f32 { } //! unclosed-delimiter: this '<' starts a template list that is not closed by '>'
fn main2() -> vec4 f32 { } //! syntax-error: expected '{' after the header of a function, found 'f32'
---
fn f(a: i32, b: i32 { c(); } //! unclosed-delimiter: expected ',' or ')', found '{'
fn g() { }
---
a<0>; //! expected-declaration: expected a declaration, found 'a'
fn f() { }
---
vec2<f32>(1, 2); //! expected-declaration: expected a declaration, found 'vec2'
