fn f() {
  let a = 1 //! missing-semicolon: expected ';' after 'let' declaration => let a = 1;
  let b = 2;
}
---
fn f() {
  a = 1 //! missing-semicolon: expected ';' after assignment => a = 1;
}
---
fn f() {
  g() //! missing-semicolon: expected ';' after function call => g();
  h();
  return 1 //! missing-semicolon: expected ';' after return statement => return 1;
}
---
fn f() {
  a = 1 b = 2; //! missing-semicolon: expected ';' after assignment, found 'b'
  c = 3;
}
---
fn f() {
  ++i; //! prefix-step: '++' stands after its operand => i++;
  --i; //! prefix-step: '--' stands after its operand => i--;
  ++a.b[1]; //! prefix-step: '++' stands after its operand => a.b[1]++;
}
---
fn f() {
  float x = 1.0; //! foreign-syntax: a declaration has its name first, then its type => var x: f32 = 1.0;
  int y; //! foreign-syntax: a declaration has its name first, then its type => var y: i32;
  vec3<f32> z = vec3<f32>(); //! foreign-syntax: a declaration has its name first, then its type => var z: vec3<f32> = vec3<f32>();
  const int w = 4; //! foreign-syntax: a declaration has its name first, then its type => const w: i32 = 4;
  auto v = 1; //! reserved-word: 'auto' is a reserved word
  x = 2;
}
---
fn f() {
  x := 1; //! foreign-syntax: WGSL has no ':=' => let x = 1;
  x: i32 = 1; //! syntax-error: expected an assignment or a call, found ':' => var x: i32 = 1;
}
---
fn f() {
  a == b; //! unused-expression: the value of this expression is not used => a = b;
  a; //! unused-expression: the value of this expression is not used => a();
  a + b; //! unused-expression: the value of this expression is not used => _ = a + b;
  f; //! unused-expression: the value of this expression is not used => f();
  1; //! expected-statement: expected a statement, found '1'
  "a"; //! invalid-character: invalid character '"'
}
---
fn f() {
  1 = a; //! expected-statement: expected a statement, found '1'
  a + b = c; //! invalid-assignment: 'a + b' cannot be assigned to
  -a = b; //! expected-statement: expected a statement, found '-'
  f<i32> = 1; //! invalid-assignment: 'f<i32>' cannot be assigned to
  (a + b) = c; //! invalid-assignment: '(a + b)' cannot be assigned to
  vec2(1, 2) = c;
  1++; //! expected-statement: expected a statement, found '1'
}
---
fn f() {
  _ += 1; //! invalid-assignment: '_' can only be assigned with '='
  _++; //! syntax-error: expected '=' after '_', found '++'
  _; //! syntax-error: expected '=' after '_', found ';'
}
---
fn f() {
  let a: i32; //! missing-initializer: 'a' needs a value: a 'let' declaration must be initialized
  const b: i32; //! missing-initializer: 'b' needs a value: a 'const' declaration must be initialized
  let c; //! missing-initializer: 'c' needs a value: a 'let' declaration must be initialized
  let d //! missing-initializer: 'd' needs a value: a 'let' declaration must be initialized
}
---
fn f() {
  let a == 1; //! syntax-error: expected '=', found '==' => let a = 1;
  let = 1; //! expected-identifier: expected a name for the 'let' declaration, found '='
  let 1 = 2; //! expected-identifier: expected a name for the 'let' declaration, found '1'
  var x i32; //! syntax-error: expected ':' before the type of 'x', found 'i32' => var x: i32;
  var y i32 = 1; //! syntax-error: expected ':' before the type of 'y', found 'i32' => var y: i32 = 1;
}
---
fn f() {
  let if = 1; //! keyword-as-identifier: keyword 'if' cannot be used as a name for the 'let' declaration
  let do = 2; //! reserved-word: 'do' is a reserved word
  let do2 = do;
  let _ = 3; //! keyword-as-identifier: '_' cannot be used as a name for the 'let' declaration
}
---
fn f() {
  if a return; //! syntax-error: expected '{' after an 'if' condition, found keyword 'return'
  if (a) b(); //! syntax-error: expected '{' after an 'if' condition, found 'b'
  else c(); //! syntax-error: expected '{' after 'else', found 'c'
  for (;;) d(); //! syntax-error: expected '{' after the header of a 'for', found 'd'
  while (e) g(); //! syntax-error: expected '{' after a 'while' condition, found 'g'
  h();
}
---
fn f() {
  if a
  {
  }
  elif b { //! foreign-syntax: 'elif' is written 'else if' => else if b {
  }
  else if { //! expected-expression: expected an expression, found '{'
  }
}
---
fn f() {
  else { } //! misplaced-statement: 'else' without an 'if' before it
  else if a { } //! misplaced-statement: 'else' without an 'if' before it
  b();
}
---
fn f() {
  if { } //! expected-expression: expected an expression, found '{'
  if a + { b(); } //! expected-expression: expected an expression, found '{'
  while { } //! expected-expression: expected an expression, found '{'
  switch { default {} } //! expected-expression: expected an expression, found '{'
  b();
}
---
fn f() {
  for (int i = 0; i < 10; i++) { a(); } //! foreign-syntax: a declaration has its name first, then its type => for (var i: i32 = 0; i < 10; i++) { a(); }
  for (var i = 0; i < 10; ++i) { a(); } //! prefix-step: '++' stands after its operand => for (var i = 0; i < 10; i++) { a(); }
  for (var i = 0, j = 1; i < 10; i++) { a(); } //! missing-semicolon: expected ';' after 'var' declaration, found ','
  for (var i = 0; i < 10; i++, j++) { a(); } //! foreign-syntax: a 'for' has a single update statement
  for (var i = 0; i < 10) { a(); } //! syntax-error: expected ';' after the condition of a 'for', found ')'
  for var i = 0; i < 10; i++ { a(); } //! syntax-error: expected '(' after 'for', found keyword 'var'
  for (i in 0) { a(); } //! syntax-error: expected '=', '++', '--' or a call's '(', found 'in'
  for (;;;) { a(); } //! expected-statement: expected an assignment, a call, '++' or '--', found ';'
  for () { a(); } //! expected-statement: expected an assignment, a call, '++' or '--', found ')'
  b();
}
---
fn f() {
  switch a {
    case 1:
      b(); //! syntax-error: expected '{' to start the body of the case, found 'b'
      break;
    case 2:
    case 3: { c(); } //! syntax-error: expected '{' to start the body of the case, found keyword 'case'
    default: d(); //! syntax-error: expected '{' to start the body of the case, found 'd'
  }
  e();
}
---
fn f() {
  switch a {
    b(); //! syntax-error: expected 'case', 'default' or '}', found 'b'
    case: {} //! expected-expression: expected a selector after 'case', found ':'
    default, 1: {} //! syntax-error: a default clause has no other selectors => case default, 1: {}
    case 1 2: {} //! syntax-error: expected '{' after a case selector, found '2'
    ; //! syntax-error: expected 'case', 'default' or '}', found ';'
    else {}
  }
  e();
}
---
fn f() {
  case 1: { } //! misplaced-statement: 'case' can only stand in the body of a switch
  default: { } //! misplaced-statement: 'default' can only stand in the body of a switch
  continuing { } //! misplaced-statement: 'continuing' can only stand at the end of a loop statement's body
  break if a; //! misplaced-statement: 'break if' can only stand at the end of a continuing block
  b();
}
---
fn f() {
  loop {
    continuing { break if a; b(); } //! misplaced-statement: 'break if' must be the last statement of its block, found 'b' behind it
  }
  loop {
    continuing { }
    c(); //! misplaced-statement: 'continuing' must be the last statement of its loop, found 'c' behind it
  }
  loop {
    continuing d(); //! syntax-error: expected '{' after 'continuing', found 'd'
  }
  loop; //! syntax-error: expected '{' after 'loop', found ';'
  e();
}
---
fn f() {
  do { a(); } while (b); //! reserved-word: 'do' is a reserved word
  goto c; //! reserved-word: 'goto' is a reserved word
  static int d = 1; //! reserved-word: 'static' is a reserved word
  enum E { A, B } //! reserved-word: 'enum' is a reserved word
  e();
}
---
fn f() {
  @diagnostic(off, a) return; //! misplaced-attribute: this statement takes no attributes
  @x let b = 1; //! misplaced-attribute: this statement takes no attributes
  @x ; //! misplaced-attribute: this statement takes no attributes
  @x } //! misplaced-attribute: this statement takes no attributes
---
fn f() {
  fn g() { } //! misplaced-declaration: 'fn' can only be declared at module scope
  struct S { a: i32 } //! misplaced-declaration: 'struct' can only be declared at module scope
  override b = 1; //! misplaced-declaration: 'override' can only be declared at module scope
  c();
}
---
fn f() {
  a();

fn g() { //! unclosed-delimiter: expected '}', found keyword 'fn'
  b();
}
---
fn f() {
  if a {
    b();

struct S { a: i32 } //! unclosed-delimiter: expected '}', found keyword 'struct'
fn g() { c( } //! expected-expression: expected an expression, found '}'
---
fn f() {
  a(; //! expected-expression: expected an expression, found ';'
  b();
  c)(); //! syntax-error: expected '=', '++', '--' or a call's '(', found ')'
  d();
  e();
}
---
fn f() {
  let x = #1; //! invalid-character: invalid character '#'
  let y = 2;
  import a; //! reserved-word: 'import' is a reserved word
  let z = 3 +; //! expected-expression: expected an expression, found ';'
}
---
fn f() {
  return return; //! expected-expression: expected an expression, found keyword 'return'
  break 1; //! missing-semicolon: expected ';' after 'break', found '1'
  continue a; //! missing-semicolon: expected ';' after 'continue', found 'a'
  discard(); //! missing-semicolon: expected ';' after 'discard', found '('
  const_assert; //! expected-expression: expected an expression, found ';'
  const_assert a //! missing-semicolon: expected ';' after const assertion => const_assert a;
  b();
}
---
fn f() {
  a(1, 2
  let b = 1; //! unclosed-delimiter: expected ',' or ')', found keyword 'let'
  c();
}
---
fn f() {
  a b c; //! syntax-error: expected '=', '++', '--' or a call's '(', found 'b'
  d + = 1; //! expected-expression: expected an expression, found '='
  e =+ 1; //! foreign-syntax: WGSL has no unary '+' => e = 1;
  f();
}
