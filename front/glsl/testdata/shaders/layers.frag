#version 430
// Opaque objects in structs in structs, in arrays, as parameters, of functions that
// nothing calls too.
struct Layer { sampler2D image; float weight; };
struct Material { Layer layers[2]; vec4 tint; samplerCube sky; };
struct Pair { sampler2D a, b; };
uniform Material materials[2];
uniform Pair pairs[2];
uniform sampler2D grid[2][3];
uniform int which;
in vec2 uv;
out vec4 color;
vec4 one(Layer layer) { return texture(layer.image, uv) * layer.weight; }
vec4 row(sampler2D s[3], int i) { return texture(s[i], uv) * float(s.length()); }
vec4 both(Pair p) { return texture(p.a, uv) + texture(p.b, uv); }
vec4 unused(Material m, Pair p, sampler2D s[2][3]) { return one(m.layers[1]) + both(p) + row(s[1], 2) + m.tint; }
vec4 all(Material m) {
    vec4 sum = m.tint + texture(m.sky, uv.xyx);
    for (int i = 0; i < m.layers.length(); i++) sum += one(m.layers[i]);
    return sum;
}
void main() {
    color = all(materials[which]) + both(pairs[which]) + row(grid[1], which) + texture(grid[which][2], uv);
}
