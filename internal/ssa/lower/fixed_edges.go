package lower

// This file passes edge flags on: OpenGL's compatibility profile has a flag for each vertex, an
// attribute, that marks the edges of polygons that are drawn as lines. The stage behind the
// vertices reads it. The example is edge-flags{input=3, output=5}.
//
//	before                          after
//	store @position, %1             %2 = load @edge_flag_in
//	                                store @edge_flag, %2
//	                                store @position, %1

import (
	"refract/ir"
	"refract/ssa"
	"refract/ssa/pass"
)

// EdgeFlags copies the edge flag of vertices to an output.
var EdgeFlags = &pass.Pass{
	Name:      "edge-flags",
	Doc:       "vertices copy their edge flag, an input, to an output",
	Replaces:  []string{"lower_passthrough_edgeflags"},
	Requires:  pass.NoCalls | pass.IOVariables,
	Destroys:  pass.ExplicitIO,
	Preserves: ssa.ControlFlow,
	Machine:   true,
	Shader:    func(s *ssa.Shader) bool { return edgeFlags(s, NoEdgeFlags) },
}

// EdgeFlagOptions are the places of edge flags, which are of type f32.
type EdgeFlagOptions struct {
	Input  int `doc:"the location of the input; -1: there are no edge flags"`
	Output int `doc:"the location of the output; -1: the one behind all others"`
}

// NoEdgeFlags changes nothing.
var NoEdgeFlags = EdgeFlagOptions{-1, -1}

// EdgeFlagsOf is the pass with options.
func EdgeFlagsOf(o EdgeFlagOptions) *pass.Pass {
	p := *EdgeFlags
	p.Shader = func(s *ssa.Shader) bool { return edgeFlags(s, o) }
	return &p
}

// edgeFlags is idempotent: it recognizes its own output by name and place.
func edgeFlags(s *ssa.Shader, o EdgeFlagOptions) bool {
	if o.Input < 0 {
		return false
	}
	return fixedStage(s, ir.StageVertex, func(x *fixedFunction) bool {
		last := -1
		for _, v := range x.variables(ssa.ModeShaderOut, isLocated) {
			y := &s.Vars[v]
			if y.Name == edgeFlagName || int(y.IO.Location) == o.Output {
				return false // copied already, or the location has another output
			}
			last = max(last, int(y.IO.Location+slotsOf(s.Module, y.Type))-1)
		}
		to := o.Output
		if to < 0 {
			to = last + 1
		}
		var in ssa.VarID
		for _, v := range x.variables(ssa.ModeShaderIn, atLocation(uint32(o.Input))) {
			if s.Vars[v].Type != ir.TypeF32 {
				return false // the attribute is another one
			}
			in = v
		}
		if in == 0 {
			in = ioVar(s, edgeFlagName, ssa.ModeShaderIn, ir.Binding{Kind: ir.BindLocation, Location: uint32(o.Input)}, ir.TypeF32)
		}
		x.write(edgeFlagName, ir.TypeF32, ir.Binding{Kind: ir.BindLocation, Location: uint32(to)}, func(c *calc) ssa.Value {
			return c.Load(c.DerefVar(in))
		})
		return true
	})
}

// edgeFlagName is the name of edge flags.
const edgeFlagName = "edge_flag"

func isLocated(at *ir.Binding) bool { return at.Kind == ir.BindLocation }
