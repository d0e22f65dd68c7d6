// Whole values stored in memory whose padding the host has filled.
struct A { a: u32, @align(16) b: vec3<u32>, @size(32) c: u32, d: vec2<u32> }
struct B { x: A, @align(64) y: array<A, 2>, z: mat3x3<f32>, w: array<vec3<u32>, 2> }
struct C { n: array<array<A, 7>, 3>, last: B }
struct Out { plain: array<u32, 64>, one: A, two: B, three: C, four: array<A, 9>, five: A, six: A }

@group(0) @binding(0) var<storage, read_write> outputs: Out;
@group(0) @binding(1) var<storage, read> inputs: array<u32>;

fn make(x: u32) -> A { return A(x, vec3<u32>(x + 1, x * 2, x ^ 5), x << 3, vec2<u32>(x, 7)); }

fn put(p: ptr<function, C>, x: u32) { (*p).n[x % 3][x % 7] = make(x); (*p).last.y[x % 2] = make(x + 1); (*p).last.w[1].y = x; }

@compute @workgroup_size(1)
fn main() {
  let i = inputs[3];
  outputs.one = make(i);
  var b = B(make(1), array<A, 2>(make(2), make(i)), mat3x3<f32>(1, 2, 3, 4, 5, 6, 7, 8, 9), array<vec3<u32>, 2>());
  outputs.two = b;
  var c = C();
  put(&c, i);
  put(&c, 9);
  outputs.three = c;
  outputs.three.n[i % 3] = c.n[(i + 1) % 3];
  outputs.three.last = outputs.two;
  for (var k = 0u; k < 9; k++) { outputs.four[k] = make(k); }
  outputs.four[2] = outputs.four[i];
  let four = outputs.four;
  outputs.four = four;
  outputs.five = A();
  outputs.six = A(1, vec3<u32>(2), i, vec2<u32>(3, 4));
  outputs.plain[1] = outputs.four[i].b.y;
}
