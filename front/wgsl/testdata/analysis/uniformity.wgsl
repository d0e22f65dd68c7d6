// Conditions on the way to a barrier.
@compute @workgroup_size(64)
fn main() {
    if ro[0] == 0 {
        workgroupBarrier();
    }
    if rw[0] == 0 { //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
        workgroupBarrier(); //! error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
    }
    workgroupBarrier();
}
---
// Every kind of memory.
fn uniformsMemory() { if un.x > 0 && ro[1] == 1 && ov == 2 { storageBarrier(); } }
fn storageMemory() { if rw[ro[0]] == 0 { storageBarrier(); } } //! ^ "rw[ro[0]] == 0": control flow depends on this non-uniform condition | ^ "rw[ro[0]]": reading the storage variable "rw" may give a non-uniform value | error barrier-uniformity "storageBarrier": storageBarrier must be called in uniform control flow
fn privatesMemory() { if pr == 0 { storageBarrier(); } } //! ^ "pr == 0": control flow depends on this non-uniform condition | ^ "pr": reading the private variable "pr" may give a non-uniform value | error barrier-uniformity "storageBarrier": storageBarrier must be called in uniform control flow
fn workgroupsMemory() { if wg[1] == 0 { storageBarrier(); } } //! ^ "wg[1] == 0": control flow depends on this non-uniform condition | ^ "wg[1]": reading the workgroup variable "wg" may give a non-uniform value | error barrier-uniformity "storageBarrier": storageBarrier must be called in uniform control flow
fn atomicsMemory() { if atomicLoad(&at) == 0 { storageBarrier(); } } //! ^ "atomicLoad(&at) == 0": control flow depends on this non-uniform condition | ^ "atomicLoad(&at)": the result of atomicLoad may be non-uniform | error barrier-uniformity "storageBarrier": storageBarrier must be called in uniform control flow
fn loadedMemory() { if workgroupUniformLoad(&wg[1]) == 0 { storageBarrier(); } }
fn writtenMemory() { if textureLoad(rwTex, vec2()).x == 0 { storageBarrier(); } } //! ^ "textureLoad(rwTex, vec2()).x == 0": control flow depends on this non-uniform condition | ^ "textureLoad(rwTex, vec2())": the result of textureLoad may be non-uniform | error barrier-uniformity "storageBarrier": storageBarrier must be called in uniform control flow
fn fetchedMemory() { if textureLoad(tex, vec2(), 0).x == 0 { storageBarrier(); } }
fn lengthMemory() { if arrayLength(&rw) == 0 { storageBarrier(); } }
fn addressMemory() { _ = workgroupUniformLoad(&wg[rw[0]]); } //! error barrier-uniformity "&wg[rw[0]]": the argument p of workgroupUniformLoad must be uniform | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
---
// Inputs of entry points.
struct Same { @builtin(workgroup_id) id: vec3u, @builtin(num_workgroups) count: vec3u }
struct Mixed { @builtin(workgroup_id) id: vec3u, @builtin(local_invocation_index) index: u32 }
@compute @workgroup_size(1) fn a(@builtin(workgroup_id) id: vec3u) { if id.x == 0 { workgroupBarrier(); } }
@compute @workgroup_size(1) fn b(@builtin(local_invocation_index) i: u32) { if i == 0 { workgroupBarrier(); } } //! ^ "i": the built-in value local_invocation_index is not uniform | ^ "i == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
@compute @workgroup_size(1) fn c(in: Same) { if in.id.x == in.count.x { workgroupBarrier(); } }
@compute @workgroup_size(1) fn d(in: Mixed) { if in.id.x == 0 { workgroupBarrier(); } } //! ^ "in": not all members of the input "in" are uniform | ^ "in.id.x == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
@fragment fn e(@location(0) uv: vec2f) -> @location(0) vec4f { //! ^ "uv": the input "uv" is not uniform
    if uv.x > 0.5 { //! ^ "uv.x > 0.5": control flow depends on this non-uniform condition
        return textureSample(tex, smp, uv); //! error derivative-uniformity "textureSample": textureSample must be called in uniform control flow
    }
    return textureSampleLevel(tex, smp, uv, 0);
}
---
// A return or break in non-uniform control flow; control flow joins behind what
// can't do either.
fn early() {
    if rw[0] == 0 { return; } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    workgroupBarrier(); //! error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
fn joined() {
    if rw[0] == 0 { pr = 1; } else { pr = 2; }
    switch rw[1] { case 0: { pr = 3; break; } default: { } }
    for (var i = 0u; i < rw[2]; i++) { pr++; }
    workgroupBarrier();
}
fn inSwitch() {
    switch ro[0] {
        case 0: { if rw[0] == 0 { break; } workgroupBarrier(); } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
        default: { workgroupBarrier(); }
    }
}
---
// Loops: what one iteration does to the next.
fn breaks() {
    loop {
        workgroupBarrier(); //! error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
        if rw[0] == 0 { break; } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    }
    workgroupBarrier();
}
fn breakIf() {
    loop {
        workgroupBarrier(); //! error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
        continuing { break if rw[0] == 0; } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    }
}
fn condition() {
    for (var i = 0u; i < rw[0]; i++) { workgroupBarrier(); } //! ^ "i < rw[0]": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
    while ro[0] == 0 { workgroupBarrier(); }
}
fn carried() {
    var x = 0u;
    loop {
        if x == 0 { workgroupBarrier(); } //! ^ "x == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
        if ro[0] == 0 { x = rw[0]; continue; } //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
        x = 1;
        continuing { break if ro[1] == 0; }
    }
}
fn once() {
    var x = 0u;
    loop {
        if x == 0 { workgroupBarrier(); }
        x = rw[0];
        break;
    }
    while ro[0] == x { break; }
}
fn returnsFromLoop() {
    loop {
        if rw[0] == 0 { return; } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
        if ro[0] == 0 { break; }
    }
    workgroupBarrier(); //! error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
---
// Short-circuit operators are branches.
fn right() { _ = rw[0] == 0 && anyone(); } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "anyone": the call of "anyone" leads there
fn left() { _ = anyone() && rw[0] == 0; }
fn behind() { _ = rw[0] == 0 || ro[0] == 0; workgroupBarrier(); }
fn anyone() -> bool { workgroupBarrier(); return true; } //! error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
---
// Variables: assignments in full and in part, in branches and under them.
struct Pair { a: u32, b: u32 }
fn overwritten() {
    var x = rw[0];
    x = 0;
    if x == 0 { workgroupBarrier(); }
}
fn inPart() {
    var p = Pair(rw[0], 0); //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    p.a = 0;
    if p.a == 0 { workgroupBarrier(); } //! ^ "p.a == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
    p = Pair();
    if p.a == 0 { workgroupBarrier(); }
}
fn inBranch() {
    var x = 0u;
    if rw[0] == 0 { x = 1; } //! ^ "rw[0] == 0": which depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    if x == 0 { workgroupBarrier(); } //! ^ "x == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
fn byIndex() {
    var a: array<u32, 4>;
    a[rw[0]] = 1; //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    if a[0] == 0 { workgroupBarrier(); } //! ^ "a[0] == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
fn fresh() {
    for (var i = 0u; i < ro[0]; i++) {
        var x: u32;
        if x == 0 { workgroupBarrier(); }
        x = rw[0];
    }
}
fn counted() {
    var x = 0u;
    for (var i = 0u; i < rw[0]; i++) { x++; } //! ^ "i < rw[0]": which depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    if x == 0 { workgroupBarrier(); } //! ^ "x == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
---
// Pointers stand for what they were made from; indices are taken when they are
// made.
fn through() {
    var x = rw[0];
    let p = &x;
    let q = &(*p);
    *q = 0;
    if x == 0 { workgroupBarrier(); }
}
fn element() {
    var a: array<u32, 4>;
    var i = rw[0]; //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    let p = &a[i];
    i = 0;
    if *p == 0 { workgroupBarrier(); } //! ^ "*p == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
fn kept() {
    var a: array<u32, 4>;
    var i = ro[0];
    let p = &a[i];
    i = rw[0];
    if *p == 0 { workgroupBarrier(); }
}
---
// Calls: requirements of the callee are the caller's.
fn sync() { workgroupBarrier(); } //! error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn outer() { sync(); } //! ^ "sync": the call of "sync" leads there
fn bad() { if rw[0] == 0 { outer(); } } //! ^ "rw[0] == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "outer": the call of "outer" leads there
fn good() { if ro[0] == 0 { outer(); } }
---
fn syncIf(x: u32, y: u32) {
    let z = x;
    if z == 0 { workgroupBarrier(); } //! ^ "z == 0": control flow depends on this condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
    pr = y;
}
fn bad() { syncIf(rw[0], 1); } //! ^ "rw[0]": the argument "x" must be uniform for that | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
fn good() { syncIf(1, rw[0]); }
---
fn pick(x: u32, y: u32) -> u32 { pr = y; return x; }
fn vary() -> u32 { return wg[0]; } //! ^ "wg[0]": reading the workgroup variable "wg" may give a non-uniform value
fn choose() -> u32 { if rw[0] == 0 { return 0; } return 1; } //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
fn stop() { if rw[0] == 0 { return; } }
fn bad1() { if pick(rw[0], 0) == 0 { workgroupBarrier(); } } //! ^ "pick(rw[0], 0) == 0": control flow depends on this non-uniform condition | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn bad2() { if vary() == 0 { workgroupBarrier(); } } //! ^ "vary() == 0": control flow depends on this non-uniform condition | ^ "vary()": the result of "vary" may be non-uniform | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn bad3() { if choose() == 0 { workgroupBarrier(); } } //! ^ "choose() == 0": control flow depends on this non-uniform condition | ^ "choose()": the result of "choose" may be non-uniform | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn good() { stop(); if pick(0, rw[0]) == 0 { workgroupBarrier(); } }
---
// Calls with pointers: what is pointed to goes in and comes out.
fn need(p: ptr<function, u32>) {
    if *p == 0 { workgroupBarrier(); } //! ^ "*p == 0": control flow depends on this condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
    *p = 0;
}
fn spoil(p: ptr<function, u32>) { *p = rw[0]; }
fn mend(p: ptr<function, u32>) { *p = 0; }
fn copy(p: ptr<function, u32>, q: ptr<function, u32>) { *p = *q; }
fn bad1() { var x = rw[0]; need(&x); } //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "&x": what "p" points to must be uniform for that
fn bad2() { var x = 0u; spoil(&x); need(&x); } //! ^ "&x": the call may make what this points to non-uniform | ^ "&x": what "p" points to must be uniform for that
fn bad3() { var x = 0u; var y = rw[0]; copy(&x, &y); if x == 0 { workgroupBarrier(); } } //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "x == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn bad4() { var a = array(rw[0], 0); mend(&a[1]); if a[0] == 0 { workgroupBarrier(); } } //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value | ^ "a[0] == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn bad5() { var a = array(0u, 0); need(&a[rw[0]]); } //! ^ "&a[rw[0]]": the argument "p" must be uniform for that | ^ "&a[rw[0]]": what "p" points to must be uniform for that | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
fn good1() { var x = rw[0]; mend(&x); need(&x); }
fn good2() { var x = rw[0]; var y = 0u; copy(&x, &y); need(&x); spoil(&y); }
---
// Pointers into other address spaces.
fn load(p: ptr<workgroup, u32>) { _ = workgroupUniformLoad(p); } //! error barrier-uniformity "p": the argument p of workgroupUniformLoad must be uniform
fn read(p: ptr<private, u32>) { if *p == 0 { workgroupBarrier(); } } //! ^ "*p == 0": control flow depends on this non-uniform condition | ^ "*p": reading what "p" points to may give a non-uniform value | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
fn good() { load(&wg[ro[0]]); }
fn bad() { load(&wg[rw[0]]); } //! ^ "&wg[rw[0]]": the argument "p" must be uniform for that | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
---
// The result of a derivative is not uniform.
@fragment fn main(@location(0) uv: vec2f) {
    let d = dpdx(uv.x); //! ^ "dpdx(uv.x)": the result of dpdx may be non-uniform
    if d > 0 { _ = textureSample(tex, smp, uv); } //! ^ "d > 0": control flow depends on this non-uniform condition | error derivative-uniformity "textureSample": textureSample must be called in uniform control flow
    if ro[0] == 0 { _ = fwidth(d); }
    discard;
    _ = textureSampleBias(tex, smp, uv, 1);
}
---
// Subgroups have a scope of their own.
enable subgroups;
@compute @workgroup_size(64)
fn main(@builtin(subgroup_id) id: u32, @builtin(subgroup_invocation_id) lane: u32, @builtin(subgroup_size) size: u32) { //! ^ "id": the built-in value subgroup_id is not uniform | ^ "lane": the built-in value subgroup_invocation_id is not uniform
    if id == 0 { _ = subgroupAdd(lane); }
    if lane == 0 { _ = subgroupAdd(lane); } //! ^ "lane == 0": control flow depends on this non-uniform condition | error subgroup-uniformity "subgroupAdd": subgroupAdd must be called in uniform control flow
    if subgroupAdd(id) == 0 { _ = subgroupElect(); }
    if subgroupElect() { _ = subgroupElect(); } //! ^ "subgroupElect()": control flow depends on this non-uniform condition | ^ "subgroupElect()": the result of subgroupElect may be non-uniform | error subgroup-uniformity "subgroupElect": subgroupElect must be called in uniform control flow
    _ = subgroupShuffle(lane, rw[0]);
    _ = subgroupShuffleUp(lane, id);
    _ = subgroupShuffleUp(lane, lane); //! error subgroup-uniformity "lane": the argument delta of subgroupShuffleUp must be uniform
    _ = subgroupShuffleXor(lane, rw[0]); //! error subgroup-uniformity "rw[0]": the argument mask of subgroupShuffleXor must be uniform | ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    if size == 4 { workgroupBarrier(); }
    if id == 0 { workgroupBarrier(); } //! ^ "id == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
    if subgroupAdd(1) == 0 { workgroupBarrier(); } //! ^ "subgroupAdd(1) == 0": control flow depends on this non-uniform condition | ^ "subgroupAdd(1)": the result of subgroupAdd may be non-uniform | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
---
enable subgroups;
@fragment fn main(@builtin(subgroup_size) size: u32) { //! ^ "size": the built-in value subgroup_size is not uniform
    if size == 4 { _ = subgroupAdd(1); } //! ^ "size == 4": control flow depends on this non-uniform condition | error subgroup-uniformity "subgroupAdd": subgroupAdd must be called in uniform control flow
}
---
// Code that is never reached needs nothing.
fn f() {
    if rw[0] == 0 {
        return;
        workgroupBarrier(); //! warning unreachable-code "workgroupBarrier();": this statement is never reached
    }
}
fn g() {
    return;
    var x = rw[0]; //! warning unreachable-code "var x = rw[0];": this statement is never reached
    loop { if x == 0 { break; } workgroupBarrier(); }
}
fn h() {
    loop { break; var a = 1; let b = a; } //! warning unreachable-code "var a = 1;": this statement is never reached | warning unused-variable "b": the value "b" is never used
    var x = rw[0]; //! ^ "rw[0]": reading the storage variable "rw" may give a non-uniform value
    for (var i = 0; i < 4; i++) { x = 1; }
    if x == 0 { workgroupBarrier(); } //! ^ "x == 0": control flow depends on this non-uniform condition | error barrier-uniformity "workgroupBarrier": workgroupBarrier must be called in uniform control flow
}
