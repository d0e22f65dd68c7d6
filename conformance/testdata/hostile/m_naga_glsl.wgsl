struct gl_PerVertex { @builtin(position) gl_Position: vec4<f32>, }
struct type_5 { member: array<u32, 16>, }
struct Particle { pos: vec2<f32>, vel: vec2<f32>, id: u32, }
@group(0) @binding(0) var<storage, read_write> global: type_5;
@group(0) @binding(1) var<storage, read_write> global_1: array<Particle>;
var<private> gl_GlobalInvocationID_1: vec3<u32>;
var<private> seed: u32;
fn rand() -> u32 {
    let _e2 = seed;
    seed = ((_e2 * 1664525u) + 1013904223u);
    let _e7 = seed;
    return (_e7 >> 8u);
}
fn step_1(p: ptr<function, Particle>, n: i32) -> bool {
    var n_1: i32;
    var i: i32 = 0i;
    var local: bool;
    n_1 = n;
    loop {
        let _e6 = i;
        let _e7 = n_1;
        if !((_e6 < _e7)) {
            break;
        }
        {
            let _e14 = rand();
            (*p).id = ((*p).id ^ _e14);
            let _e16 = (*p);
            if ((_e16.id & 7u) == 0u) {
                local = (_e6 > 1i);
            } else {
                local = false;
            }
            let _e22 = local;
            if _e22 {
                return true;
            }
            let _e30 = (*p).pos;
            (*p).pos = _e30.yx;
            (*p).vel.y = f32(_e14 & 255u);
        }
        continuing {
            let _e10 = i;
            i = (_e10 + 1i);
        }
    }
    return false;
}
fn main_1() {
    var q: Particle;
    var old: Particle;
    var out: u32 = 0u;
    let _e5 = gl_GlobalInvocationID_1;
    let _i = (_e5.x % 4u);
    seed = _e5.x;
    q = Particle(vec2<f32>(f32(_e5.x), 2f), vec2(3f), _e5.x);
    old = q;
    let _e9 = step_1((&q), 6i);
    if _e9 {
        let t = q;
        q = old;
        old = t;
    }
    out = ((q.id * 3u) + old.id);
    global.member[_i] = (out + u32(q.pos.x + old.vel.y));
    return;
}
@compute @workgroup_size(4, 1, 1)
fn main(@builtin(global_invocation_id) gl_GlobalInvocationID: vec3<u32>) {
    gl_GlobalInvocationID_1 = gl_GlobalInvocationID;
    main_1();
    global_1[gl_GlobalInvocationID.x % arrayLength(&global_1)].id = seed;
}
