package harness

import "strings"

// metalStages declares the parts of Metal's library that the checker of MSL lacks: meshes (section 6.20 of
// the Metal Shading Language specification). Address spaces are erased there.
const metalStages = `
#define object_data
namespace metal {
enum class topology { point, line, triangle };
template<class V, class P, uint NV, uint NP, topology T> struct mesh {
  static_assert(NV >= 1 && NV <= 256 && NP >= 1 && NP <= 512, "too many vertices or primitives");
  void set_primitive_count(uint count) const;
  void set_vertex(uint i, V vertex) const;
  void set_primitive(uint i, P primitive) const;
  void set_index(uint i, uchar vertex) const;
};
template<class V, uint NV, uint NP, topology T> struct mesh<V, void, NV, NP, T> {
  static_assert(NV >= 1 && NV <= 256 && NP >= 1 && NP <= 512, "too many vertices or primitives");
  void set_primitive_count(uint count) const;
  void set_vertex(uint i, V vertex) const;
  void set_index(uint i, uchar vertex) const;
};
struct mesh_grid_properties { void set_threadgroups_per_grid(uint3 count) const; };
}
`

// MetalStages makes MSL with object and mesh functions one that the oracle msl takes: it adds the declarations
// that the checker lacks, and removes an attribute that it doesn't know.
func MetalStages(source string) string {
	head, body, _ := strings.Cut(source, "using namespace metal;")
	return head + strings.TrimSpace(metalStages) + "\nusing namespace metal;" + strings.ReplaceAll(body, "[[primitive_culled]]", "")
}
