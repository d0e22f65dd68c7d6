package transform

// This file lists the transforms that spell what languages of text lack.

import "refract/ir"

func init() {
	for name, run := range map[string]func(m *ir.Module, o options) error{
		"boolean": func(m *ir.Module, o options) error { BoolOperations(m); return nil },
		"remainder": func(m *ir.Module, o options) error {
			Remainders(m, RemainderOptions{Floats: true, Signed: true})
			return nil
		},
		"compareexchange": func(m *ir.Module, o options) error { CompareExchanges(m); return nil },
		"continuing":      func(m *ir.Module, o options) error { Continuing(m); return nil },
		"returns":         func(m *ir.Module, o options) error { ComposeOutputs(m); return nil },
		"forward":         func(m *ir.Module, o options) error { Polyfill(m, PolyfillModf); ForwardResults(m); return nil },
		"samplers":        func(m *ir.Module, o options) error { _, err := CombineSamplers(m); return err },
		"knownindex":      func(m *ir.Module, o options) error { KnownIndices(m); return nil },
		"imagecube":       func(m *ir.Module, o options) error { StorageCubes2D(m); return nil },
		"image1d":         func(m *ir.Module, o options) error { Images1DTo2D(m); return nil },
		"firstinstance": func(m *ir.Module, o options) error {
			AddFirstInstance(m, FirstInstanceOptions{BuiltIn: o.has("builtin"), Name: "first_instance"})
			return nil
		},
		"looseuniforms": func(m *ir.Module, o options) error { LooseUniforms(m); return nil },
		"bitcasthalves": func(m *ir.Module, o options) error { SplitHalfBitcasts(m); return nil },
		"bgra":          func(m *ir.Module, o options) error { SwapBGRA(m); return nil },
		"demote":        func(m *ir.Module, o options) error { TerminateDemoted(m); return nil },
		"padding": func(m *ir.Module, o options) error {
			return PadStructs(m, PaddingOptions{Uniform: ir.LayoutStd140, Storage: ir.LayoutStd430})
		},
		"external": func(m *ir.Module, o options) error {
			switch {
			case o.has("clamp"):
				ClampExternalImages(m)
			case o.has("planes"):
				var places []ExternalBinding
				if o.has("places") {
					places = []ExternalBinding{{0, 0, [3]BindingPoint{{0, 4}, {0, 5}, {3, 0}}, BindingPoint{1, 7}}}
				}
				_, err := ExternalPlanes(m, places)
				return err
			default:
				ExternalImages2D(m)
			}
			return nil
		},
	} {
		transforms[name] = run
	}
	once["firstinstance"] = true
	once["external"] = true
	once["returns"] = true
	once["demote"] = true
}
