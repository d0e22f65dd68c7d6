// Local declarations that nothing names.
fn f(param: u32) {
    var a = 1; //! warning unused-variable "a": the variable "a" is never used
    let b = 2; //! warning unused-variable "b": the value "b" is never used
    const c = 3; //! warning unused-variable "c": the constant "c" is never used
    var used = 4;
    used = 5;
    let _meant = 6;
    _ = used;
    for (var i = 0; i < 4; i++) { let inner = i; } //! warning unused-variable "inner": the value "inner" is never used
    { var a = 1; _ = a; }
}
---
// Statements that control never reaches.
fn f() -> u32 {
    loop {
        if ro[0] == 0 { continue; }
        break;
        pr = 1; //! warning unreachable-code "pr = 1;": this statement is never reached
        pr = 2;
    }
    return 1;
    if ro[0] == 0 { return 2; pr = 3; } //! warning unreachable-code "if ro[0] == 0 { return 2; pr = 3; }": this statement is never reached
    return 3;
    pr = 4;
}
fn g() {
    loop { return; }
    pr = 5; //! warning unreachable-code "pr = 5;": this statement is never reached
}
fn h() {
    switch ro[0] { case 0: { return; } default: { pr = 1; return; } }
    pr = 6; //! warning unreachable-code "pr = 6;": this statement is never reached
}
---
// Not beside errors, which may hide uses.
fn f() {
    let a = 1;
    _ = b; //! error unresolved-identifier "b": unresolved identifier "b"
}
