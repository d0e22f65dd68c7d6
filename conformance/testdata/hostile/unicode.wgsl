// Names beyond ASCII, and such that differ in case or by an underscore.
struct Größe {
    höhe: f32,
    宽: f32,
    Höhe: f32,
}
const π = 3.25;
var<private> δx: f32 = π;
var<private> Δx: f32;
var<private> dx: f32;
var<private> dx_: f32;
var<private> dx__1: f32;
var<private> dx_1: f32;
@group(0) @binding(0) var<storage, read_write> выход: array<f32, 8>;
fn f(x: f32) -> f32 {
    return x;
}
fn F(x: f32) -> f32 {
    return x * 2.0;
}
fn f_(x: f32) -> f32 {
    return x * 3.0;
}
fn f_1(x: f32) -> f32 {
    return x * 4.0;
}
@compute @workgroup_size(1)
fn główna() {
    let g = Größe(1.0, 2.0, 3.0);
    Δx = 1.0;
    dx = 2.0;
    dx_ = 3.0;
    dx__1 = 4.0;
    dx_1 = 5.0;
    var ａ = g.höhe;
    let a = g.Höhe * 10.0;
    ａ += a;
    выход[0] = ａ + g.宽;
    выход[1] = δx * Δx;
    выход[2] = dx + dx_ * 10.0 + dx__1 * 100.0 + dx_1 * 1000.0;
    выход[3] = f(1.0) + F(1.0) * 10.0 + f_(1.0) * 100.0 + f_1(1.0) * 1000.0;
}
