package refract

// The types that options of several languages share, by names that programs can write.

import (
	"io/fs"

	"refract/internal/front/glsl/pp"
	"refract/internal/ir/transform"
)

// PreprocessorOptions are macros, included files and the default version of GLSL and HLSL: the
// field Preprocessor of the options of package front/glsl and front/hlsl.
type PreprocessorOptions = pp.Options

// A GLSLProfile is the profile of a source without #version.
type GLSLProfile = pp.Profile

// The profiles.
const (
	GLSLNone          = pp.ProfileNone // desktop, before version 150
	GLSLCore          = pp.ProfileCore
	GLSLCompatibility = pp.ProfileCompatibility
	GLSLES            = pp.ProfileES
)

// A Define is a macro that a source can use, as the flag -D of compilers gives it.
type Define = pp.Define

// An Includer finds the files that #include names.
type Includer = pp.Includer

// IncludeFS is an Includer that finds files in a file system, such as an embed.FS: relative to
// the including file if the name is in quotes, then in dirs, then at the top. Any number of
// goroutines may use it.
func IncludeFS(fsys fs.FS, dirs ...string) Includer { return pp.FS(fsys, dirs...) }

// IncludeFolders is an Includer that finds regular files in folders, and beside the including file
// if that lies in or below one of them.
func IncludeFolders(dirs ...string) Includer { return &pp.Search{Dirs: dirs} }

// BoundsOptions are the field Bounds of writers' options: a policy for each class of memory.
type BoundsOptions = transform.BoundsOptions

// A BoundsPolicy is the result of an access out of bounds.
type BoundsPolicy = transform.BoundsPolicy

// The policies.
const (
	Unchecked         = transform.Unchecked         // that of the target, which may be undefined
	Restrict          = transform.Restrict          // the access goes to an element in bounds
	ReadZeroSkipWrite = transform.ReadZeroSkipWrite // a load gives zero, a store does nothing
)

// An ExternalForm is the form of external textures, such as video frames, in a language without
// them: the field ExternalForm of writers' options.
type ExternalForm = transform.ExternalForm

// The forms.
const (
	ExternalSingle = transform.ExternalSingle // one texture of colors
	ExternalPlanar = transform.ExternalPlanar // up to three planes, and their parameters in a uniform buffer
	ExternalNative = transform.ExternalNative // the type of the target, if it has one
)

// An ExternalBinding has the places of the planes and of the parameters of an external texture.
type ExternalBinding = transform.ExternalBinding

// A BindingPoint is a group and a binding.
type BindingPoint = transform.BindingPoint
