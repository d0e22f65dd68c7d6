// Two arguments.
fn both(p: ptr<function, u32>, q: ptr<function, u32>) { *p = *q; }
fn reads(p: ptr<function, u32>, q: ptr<function, u32>) -> u32 { return *p + *q; }
fn one(p: ptr<function, u32>, q: ptr<function, u32>) { *p += 1; _ = q; }
fn f() {
    var x = 1u; //! ^ "x": "x" is declared here
    var y = 2u;
    both(&x, &x); //! ^ "&x": "both" writes through "p" | error pointer-aliasing "&x": two arguments point into "x", and "both" writes there | ^ "&x": "both" reads through "q"
    both(&x, &y);
    _ = reads(&x, &x);
    one(&x, &x);
    let p = &x;
    let q = p;
    both(&x, q); //! ^ "&x": "both" writes through "p" | error pointer-aliasing "q": two arguments point into "x", and "both" writes there | ^ "q": "both" reads through "q"
}
---
// Parts of one variable are one variable.
struct Pair { a: u32, b: u32 }
fn both(p: ptr<function, u32>, q: ptr<function, u32>) { *p = *q; }
fn f() {
    var a = array(1u, 2u); //! ^ "a": "a" is declared here
    var b = Pair(1, 2); //! ^ "b": "b" is declared here
    var c = array(1u, 2u);
    both(&a[0], &a[1]); //! ^ "&a[0]": "both" writes through "p" | error pointer-aliasing "&a[1]": two arguments point into "a", and "both" writes there | ^ "&a[1]": "both" reads through "q"
    both(&b.a, &(b).b); //! ^ "&b.a": "both" writes through "p" | error pointer-aliasing "&(b).b": two arguments point into "b", and "both" writes there | ^ "&(b).b": "both" reads through "q"
    both(&a[0], &c[0]);
}
---
// Through calls.
fn put(p: ptr<function, u32>) { *p = 1; }
fn second(p: ptr<function, u32>, q: ptr<function, u32>) -> u32 { put(q); return *p; }
fn third(p: ptr<function, u32>, q: ptr<function, u32>) -> u32 { return second(p, q); }
fn f() {
    var x = 1u; //! ^ "x": "x" is declared here
    _ = third(&x, &x); //! ^ "&x": "third" reads through "p" | error pointer-aliasing "&x": two arguments point into "x", and "third" writes there | ^ "&x": "third" writes through "q"
}
fn g(p: ptr<function, u32>) -> u32 { return third(p, p); } //! ^ "p": "p" is declared here | ^ "p": "third" reads through "p" | error pointer-aliasing "p": two arguments point into "p", and "third" writes there | ^ "p": "third" writes through "q"
---
// A pointer and a variable of module scope.
fn readBoth(p: ptr<private, u32>) -> u32 { return *p + pr; }
fn writeRead(p: ptr<private, u32>) { *p = pr; }
fn readWrite(p: ptr<private, u32>) { pr = *p; }
fn writeBoth(p: ptr<private, u32>) { *p = 1; pr++; }
fn leaf() { pr = 1; }
fn indirect(p: ptr<private, u32>) -> u32 { leaf(); return *p; }
fn other(p: ptr<private, u32>) { *p = other2; }
fn neither(p: ptr<private, u32>) { pr = 1; _ = p; }
var<private> other2: u32;
fn f() {
    _ = readBoth(&pr);
    writeRead(&pr); //! error pointer-aliasing "&pr": the argument points into "pr", which "writeRead" reads too | ^ "&pr": "writeRead" writes through "p"
    readWrite(&pr); //! error pointer-aliasing "&pr": the argument points into "pr", which "readWrite" writes too | ^ "&pr": "readWrite" reads through "p"
    writeBoth(&pr); //! error pointer-aliasing "&pr": the argument points into "pr", which "writeBoth" writes too | ^ "&pr": "writeBoth" writes through "p"
    _ = indirect(&pr); //! error pointer-aliasing "&pr": the argument points into "pr", which "indirect" writes too | ^ "&pr": "indirect" reads through "p"
    other(&pr);
    neither(&pr);
}
---
// Every way to read and write.
struct S { a: array<u32, 4>, v: vec4u }
var<private> s: S; //! ^ "s": "s" is declared here
fn element(p: ptr<private, S>) { p.a[0] = s.a[1]; }
fn swizzle(p: ptr<private, S>) { p.v = s.v.wzyx; }
fn condition(p: ptr<private, S>) { if s.v.x == 0 { p.v.x = 1; } }
fn index(p: ptr<private, S>) { p.v[s.a[0]] = 1; }
fn compound(p: ptr<private, S>) -> u32 { s.v.x += 1; return p.v.x; }
fn phony(p: ptr<private, S>) { _ = s; p.v.x = 1; }
fn init(p: ptr<private, S>) { let x = s.a; var y = x; p.v.x = y[0]; }
fn argument(p: ptr<private, S>) -> u32 { p.v.x = 1; return max(1, s.v.y); }
fn addressOnly(p: ptr<private, S>) { let q = &s; p.v.x = 1; _ = q; }
fn f() {
    element(&s); //! error pointer-aliasing "&s": the argument points into "s", which "element" reads too | ^ "&s": "element" writes through "p"
    swizzle(&s); //! error pointer-aliasing "&s": the argument points into "s", which "swizzle" reads too | ^ "&s": "swizzle" writes through "p"
    condition(&s); //! error pointer-aliasing "&s": the argument points into "s", which "condition" reads too | ^ "&s": "condition" writes through "p"
    index(&s); //! error pointer-aliasing "&s": the argument points into "s", which "index" reads too | ^ "&s": "index" writes through "p"
    _ = compound(&s); //! error pointer-aliasing "&s": the argument points into "s", which "compound" writes too | ^ "&s": "compound" reads through "p"
    phony(&s); //! error pointer-aliasing "&s": the argument points into "s", which "phony" reads too | ^ "&s": "phony" writes through "p"
    init(&s); //! error pointer-aliasing "&s": the argument points into "s", which "init" reads too | ^ "&s": "init" writes through "p"
    _ = argument(&s); //! error pointer-aliasing "&s": the argument points into "s", which "argument" reads too | ^ "&s": "argument" writes through "p"
    addressOnly(&s);
}
---
// Atomics.
fn load(p: ptr<workgroup, atomic<u32>>, q: ptr<workgroup, atomic<u32>>) -> u32 { return atomicLoad(p) + atomicLoad(q); }
fn store(p: ptr<workgroup, atomic<u32>>, q: ptr<workgroup, atomic<u32>>) { atomicStore(p, atomicLoad(q)); }
fn add(p: ptr<workgroup, atomic<u32>>) { atomicAdd(p, atomicLoad(&at)); }
fn f() {
    _ = load(&at, &at);
    store(&at, &at); //! ^ "&at": "store" writes through "p" | error pointer-aliasing "&at": two arguments point into "at", and "store" writes there | ^ "&at": "store" reads through "q"
    add(&at); //! error pointer-aliasing "&at": the argument points into "at", which "add" reads too | ^ "&at": "add" reads and writes through "p"
}
