package back

// Descriptions of options, in a line each.

// A Doc is an option's name without the language, and its description.
type Doc [2]string

// CommonDocs are the descriptions of options that several back ends have.
var CommonDocs = []Doc{
	{"minify", "leave out white space and comments, and make names short that the host doesn't need"},
	{"line_directives", "write #line, so that compilers' messages and debuggers name the lines of the source; not with minify"},
	{"entry_point", "write this entry point only; none: all"},
	{"stage", "with entry_point: of this stage, if names repeat"},
	{"overrides", `values of overrides by id or name, as {"7": 1, "size": 16}; none: see --override`},
	{"fake_missing_bindings", "make up a place for resources that binding_map lacks, instead of failing"},
	{"external_form", "external textures (video frames): single (one texture of colours), planar (textures of planes, and their parameters) or native"},
	{"external_bindings", `with external_form=planar: places of the planes and parameters of external textures`},
	{"adjust_coordinate_space", "convert the positions of vertices from the source's clip space to the target's"},
	{"force_point_size", "vertices: write a point size of 1 if the shader writes none"},
	{"emit_int_div_checks", "define x/0 and MIN/-1 of integers"},
	{"force_loop_bounding", "make loops end that may not, so that compilers can't assume they do"},
	{"zero_initialize_workgroup", "set workgroup memory to zero at the start"},
	{"geometry_passthrough", "keep geometry shaders that pass primitives through, by NV's extension; else they emit copies of the vertices"},
	{"hit_objects_ext", "write hit objects by the extension of EXT; else by that of NV, if it has all operations of the shader"},
	{"bounds.index", "accesses out of bounds to values and to function, private and workgroup memory: restrict (to elements in bounds), read_zero_skip_write or unchecked"},
	{"bounds.buffer", "accesses out of bounds to buffers, likewise"},
	{"bounds.image_load", "loads of texels out of bounds, likewise"},
	{"bounds.image_store", "stores and atomic operations out of bounds, likewise"},
	{"bounds.binding_array", "resources out of the bounds of their array, likewise"},
}

// DocOf returns the description of a back end's option; "": there is none.
func (b *BackEnd) DocOf(name string) string {
	for _, list := range [][]Doc{b.Docs, b.Shared, CommonDocs} {
		for _, d := range list {
			if d[0] == name {
				return d[1]
			}
		}
	}
	return ""
}
