struct Outer {
    Outer: f32,
    outer: f32,
}
struct outer {
    a: Outer,
}
fn Outer_(o: Outer) -> f32 {
    return o.Outer - o.outer;
}
alias f = f32;
alias vec3_ = vec3<f>;
struct main_ {
    main: f,
}
@group(0) @binding(0) var<storage, read_write> result: array<f32, 8>;
var<private> result_1: f32 = 1.0;
const result_2 = 2.0;
override result_3: f32 = 3.0;
fn result_4() -> f32 {
    let result = 4.0;
    return result;
}
fn result_5(result: f32) -> f32 {
    var result_1 = result;
    result_1 += 1.0;
    return result_1 + result_2;
}
@compute @workgroup_size(1)
fn main() {
    result[0] = result_1 + result_2 + result_3;
    result[1] = result_4() + result_5(5.0);
    var Outer__ = outer(Outer(1.0, 2.0));
    result[2] = Outer_(Outer__.a);
    let t = 1.0;
    let t_1 = t + 1.0;
    {
        let t = t_1 + 1.0;
        let t_1 = t * 2.0;
        result[3] = t + t_1;
    }
    result[4] = t + t_1;
    let v = vec3_(1, 2, 3);
    result[5] = v.y;
    let x = main_(7.0);
    result[6] = x.main;
    for (var t = 0u; t < 2u; t++) {
        let t_2 = f32(t);
        result[7] += t_2 + t_1;
    }
}
