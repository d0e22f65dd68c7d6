// Package pass declares passes over the SSA form. Passes are values: the packages internal/ssa/opt
// and internal/ssa/lower hold them, one file each, and internal/ssa/pipeline lists and runs them.
package pass

import "refract/ssa"

// Props are facts about a shader that passes establish, need or destroy.
type Props uint64

const (
	NoInits          Props = 1 << iota // no declare has a value
	OneReturn                          // a function returns at its end only
	NoCalls                            // every call is inlined
	NoCopies                           // no copy between variables
	NoVars                             // no local variable that could be a value
	NoPhis                             // registers instead of phis
	NoSwitch                           // ifs instead of switches
	NoContinue                         // no continue lists
	NoMatrices                         // no arithmetic on matrices, but on their columns
	LoopClosed                         // values of loops are used outside through phis only
	Scalar                             // no arithmetic on vectors, component by component
	Tree                               // no function is in flat form; every pass requires it but one that establishes it
	ExplicitBuffers                    // accesses of buffers are by offset
	ExplicitShared                     // accesses of a workgroup's memory are by offset
	ExplicitTemps                      // accesses of local variables are by offset
	IOVariables                        // entry points have variables in place of parameters and a result
	ExplicitIO                         // accesses of inputs and outputs are by slot
	ScalarIO                           // they are of single components
	FewSystemValues                    // what can be computed of an invocation isn't asked for
	WholeStores                        // stores by offset leave no components out
	NoSSBO                             // accesses of storage buffers are by address
	UBOVec4                            // uniform buffers are read in vectors of four
	PixelCorners                       // positions of fragments are those of their pixel's corner
	PositionDivisors                   // positions of fragments have their divisor as it is
	NoDiscardIf                        // invocations end or become helpers in ifs
	CountedVertices                    // geometry stages count the vertices that they emit
	numProps         = iota
)

var propNames = [numProps]string{"no-inits", "one-return", "no-calls", "no-copies", "no-vars", "no-phis", "no-switch",
	"no-continue", "no-matrices", "loop-closed", "scalar", "tree",
	"explicit-buffers", "explicit-shared", "explicit-temps", "io-variables", "explicit-io", "scalar-io", "few-system-values",
	"whole-stores", "no-ssbo", "ubo-vec4", "pixel-corners", "position-divisors", "no-discard-if", "counted-vertices"}

// String is the names of the facts, joined by spaces.
func (p Props) String() string {
	s := ""
	add := func(n string) {
		if s != "" {
			s += " "
		}
		s += n
	}
	for i, n := range propNames {
		if p>>i&1 != 0 {
			add(n)
		}
	}
	for i, n := range formNames {
		if p>>(63-i)&1 != 0 {
			add(n)
		}
	}
	return s
}

// Pass is a transformation. Exactly one of Function and Shader is set. Each
// returns whether it changed anything, truthfully.
type Pass struct {
	Name string // in kebab case
	// Arguments are the options that it was made with, in braces; "": it has none, or its
	// defaults. See [Options].
	Arguments string
	Doc       string // one line
	// Replaces names the files of NIR whose job it does, without "nir_" and ".c".
	Replaces    []string
	Requires    Props
	Establishes Props
	Destroys    Props
	// Preserves is the analyses that stay valid for a function that it changed; for an
	// unchanged one, all do.
	Preserves ssa.AnalysisSet
	// Machine is set if it makes operations of explicit-address form, which modules lack: pass
	// module-form takes them back.
	Machine bool
	// Left, if not nil, selects instructions that the pass was to replace and can't. A pipeline
	// reports the first as an error.
	Left func(f *ssa.Function, i ssa.InstrID) bool
	// Settles is set if the pass's changes seldom give the passes before it in a group
	// anything to do: see pipeline.Options.Settle.
	Settles  bool
	Function func(f *ssa.Function) bool
	Shader   func(s *ssa.Shader) bool
}

// Run runs the pass on a shader and drops outdated analyses.
func (p *Pass) Run(s *ssa.Shader) bool {
	changed := false
	if p.Shader != nil {
		if changed = p.Shader(s); changed {
			for _, f := range s.Funcs[1:] {
				f.Preserve(p.Preserves)
			}
		}
		return changed
	}
	for _, f := range s.Funcs[1:] {
		if p.Function(f) {
			f.Preserve(p.Preserves)
			changed = true
		}
	}
	return changed
}
