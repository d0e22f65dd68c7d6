const a = 1 +; //! expected-expression: expected an expression, found ';'
---
const a = ; //! expected-expression: expected an expression, found ';'
const b = 1;
---
const a = * ; //! expected-expression: expected an expression, found ';'
const b = (; //! expected-expression: expected an expression, found ';'
---
const a = (1; //! unclosed-delimiter: expected ')', found ';'
const b = (1 + 2]; //! syntax-error: expected ')', found ']'
---
const a = f(1; //! unclosed-delimiter: expected ',' or ')', found ';'
const b = f(1, 2; //! unclosed-delimiter: expected ',' or ')', found ';'
const c = f(1 2); //! syntax-error: expected ',' or ')', found '2'
const d = f(,); //! expected-expression: expected an expression, found ','
const e = f(1,,2); //! expected-expression: expected an expression, found ','
---
const a = b[1; //! unclosed-delimiter: expected ']', found ';'
const c = b[]; //! expected-expression: expected an expression, found ']'
const d = b[1, 2]; //! syntax-error: expected ']', found ','
---
const a = b.; //! expected-identifier: expected a member name, found ';'
const c = b.1; //! missing-semicolon: expected ';' after 'const' declaration, found '.1'
const d = b.(c); //! expected-identifier: expected a member name, found '('
---
const a = 1 2; //! missing-semicolon: expected ';' after 'const' declaration, found '2'
const b = 3;
---
const a = b & c | d; //! mixed-operators: '&' and '|' cannot be mixed without parentheses => const a = (b & c) | d;
---
const a = b && c || d; //! mixed-operators: '&&' and '||' cannot be mixed without parentheses => const a = (b && c) || d;
---
const a = b + c << d; //! mixed-operators: '+' and '<<' cannot be mixed without parentheses => const a = (b + c) << d;
---
const a = b << c + d; //! mixed-operators: '+' and '<<' cannot be mixed without parentheses => const a = b << (c + d);
---
const a = b == c & d; //! mixed-operators: '==' and '&' cannot be mixed without parentheses => const a = b == (c & d);
---
const a = b < c < d; //! mixed-operators: comparisons cannot be chained
const e = b == c != d; //! mixed-operators: comparisons cannot be chained
---
const a = b & c | d & e ^ f; //! mixed-operators: '&' and '^' cannot be mixed without parentheses => const a = (b & c) | ((d & e) ^ f);
---
const a = (b & c | d) + (e && f || g); //! mixed-operators: '&' and '|' cannot be mixed without parentheses => const a = ((b & c) | d) + ((e && f) || g);
---
const a = b = c; //! assign-in-expression: an assignment is not an expression => const a = b == c;
---
fn f() {
  if (a = b) { //! assign-in-expression: an assignment is not an expression => if (a == b) {
    c();
  }
  while a = b { } //! assign-in-expression: an assignment is not an expression => while a == b { }
  x[i = 1] = 2; //! assign-in-expression: an assignment is not an expression => x[i == 1] = 2;
  g(a = b); //! assign-in-expression: an assignment is not an expression => g(a == b);
}
---
fn f() {
  let a = b++; //! step-in-expression: '++' is a statement of its own, not part of an expression
  let c = b-- ; //! step-in-expression: '--' is a statement of its own, not part of an expression
  let d = ++b; //! step-in-expression: '++' is a statement of its own, not part of an expression
  let e = g(i++); //! step-in-expression: '++' is a statement of its own, not part of an expression
  if i++ < 3 {} //! step-in-expression: '++' is a statement of its own, not part of an expression
}
---
const a = +1; //! foreign-syntax: WGSL has no unary '+' => const a = 1;
const b = 1 + +1; //! foreign-syntax: WGSL has no unary '+' => const b = 1 + 1;
---
const a = b ? c : d; //! invalid-character: invalid character '?'
const e = 1;
---
const a = b === c; //! foreign-syntax: WGSL has no '===' => const a = b == c;
---
const a = b->c; //! foreign-syntax: WGSL has no '->' operator => const a = b.c;
---
fn f() {
  a.b(c); //! foreign-syntax: WGSL has no methods
  let x = a.length(); //! foreign-syntax: WGSL has no methods
}
---
const a = {1, 2, 3}; //! expected-expression: expected an expression, found '{'
const b = 1;
---
const a = _; //! expected-expression: '_' is not a value
const b = _ + 1; //! expected-expression: '_' is not a value
---
const a = vec2<>(1, 2); //! expected-expression: a template list must not be empty
---
const a = vec2<f32(1);
---
const a: vec2<f32 = 1; //! unclosed-delimiter: this '<' starts a template list that is not closed by '>'
const b: array<f32; 4> = 1; //! foreign-syntax: array types are written 'array<T, N>' => const b: array<f32, 4> = 1;
---
const a = x < y > z; //! syntax-error: expected '(' after a template list, found 'z'
---
const a = let; //! expected-expression: expected an expression, found keyword 'let'
const b = 1;
---
const a = do; //! reserved-word: 'do' is a reserved word
const b = null; //! reserved-word: 'null' is a reserved word
const c = enum + enum; //! reserved-word: 'enum' is a reserved word
---
const a = "text"; //! invalid-character: invalid character '"'
const b = 'c'; //! invalid-character: invalid character "'"
const c = 1;
---
const a = 0123; //! invalid-number: an integer literal must not have leading zeros => const a = 123;
const b = 1_000; //! invalid-number: invalid suffix '_000' on integer literal
const c = 1.0u; //! invalid-number: invalid suffix 'u' on floating-point literal
const d = 0x; //! invalid-number: a hexadecimal literal needs digits after '0x'
const e = 1e; //! invalid-number: the exponent of this number has no digits
const f = 1u32; //! invalid-number: invalid suffix 'u32' on integer literal
const g = 1.5F; //! invalid-number: invalid suffix 'F' on floating-point literal
---
const a = __x; //! reserved-identifier: '__x' starts with two underscores, which is reserved => const a = _x;
const b = __x;
---
const a = 1 /* open //! unclosed-comment: this block comment is not closed
---
const a = b !c; //! missing-semicolon: expected ';' after 'const' declaration, found '!'
const d = (1)(2); //! missing-semicolon: expected ';' after 'const' declaration, found '('
---
const a = b . c d; //! missing-semicolon: expected ';' after 'const' declaration, found 'd'
const e = 1;
---
const a = 5 % ; //! expected-expression: expected an expression, found ';'
const b = !; //! expected-expression: expected an expression, found ';'
const c = -; //! expected-expression: expected an expression, found ';'
const d = ~; //! expected-expression: expected an expression, found ';'
const e = &; //! expected-expression: expected an expression, found ';'
---
const a = i32[4];
