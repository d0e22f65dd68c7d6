package refract_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"refract"
	dxbcback "refract/back/dxbc"
	dxilback "refract/back/dxil"
	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
	wgslback "refract/back/wgsl"
	"refract/bindgen"
	"refract/exec"
	"refract/exec/raster"
	"refract/front/glsl"
	"refract/front/hlsl"
	"refract/front/kage"
	"refract/front/spirv"
	"refract/front/wgsl"
	"refract/lsp"
	"refract/reflection"
	"refract/shadertest"
)

// ours are types of fields that the packages set themselves.
var ours = []string{"budget.Meter", "pp.Dialect"}

// TestNameable walks the types of options: each that an internal package declares has an alias in
// a public package, without which programs can't write values of it.
func TestNameable(t *testing.T) {
	aliases := map[string]bool{}
	for pkg := range public {
		files, _ := filepath.Glob(filepath.Join(filepath.FromSlash(pkg), "*.go"))
		for _, file := range files {
			if !strings.HasSuffix(file, "_test.go") {
				addAliases(t, file, aliases)
			}
		}
	}
	seen := map[reflect.Type]bool{}
	var walk func(reflect.Type, string)
	walk = func(x reflect.Type, path string) {
		if seen[x] {
			return
		}
		seen[x] = true
		if strings.Contains(x.PkgPath(), "/internal/") && !aliases[x.PkgPath()+"."+x.Name()] && !slices.Contains(ours, x.String()) {
			t.Errorf("%s is a %s.%s, which no public package names", path, x.PkgPath(), x.Name())
		}
		switch x.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Array:
			walk(x.Elem(), path)
		case reflect.Map:
			walk(x.Key(), path)
			walk(x.Elem(), path)
		case reflect.Func:
			for k := range x.NumIn() {
				walk(x.In(k), path)
			}
		case reflect.Struct:
			for k := range x.NumField() {
				if f := x.Field(k); f.IsExported() {
					walk(f.Type, path+"."+f.Name)
				}
			}
		}
	}
	for _, v := range []any{
		refract.TranslateOptions{}, refract.CheckOptions{}, glsl.Options{}, hlsl.Options{}, kage.Options{}, spirv.Options{}, wgsl.Options{},
		glslback.Options{}, hlslback.Options{}, mslback.Options{}, spirvback.Options{}, wgslback.Options{}, dxbcback.Options{}, dxilback.Options{},
		bindgen.Options{}, lsp.Options{}, reflection.Options{}, refract.OptimizeOptions{},
		exec.LoadOptions{}, exec.RunOptions{}, raster.Draw{}, shadertest.Options{}, shadertest.DrawOptions{}, shadertest.KageOptions{},
	} {
		walk(reflect.TypeOf(v), reflect.TypeOf(v).String())
	}
}

// addAliases adds the types that a file declares as aliases, by the path of their package.
func addAliases(t *testing.T, name string, aliases map[string]bool) {
	file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	imports := map[string]string{}
	for _, x := range file.Imports {
		path := strings.Trim(x.Path.Value, `"`)
		imports[path[strings.LastIndexByte(path, '/')+1:]] = path
		if x.Name != nil {
			imports[x.Name.Name] = path
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		s, ok := n.(*ast.TypeSpec)
		if !ok || !s.Assign.IsValid() || !s.Name.IsExported() {
			return true
		}
		if x, ok := s.Type.(*ast.SelectorExpr); ok {
			if pkg, ok := x.X.(*ast.Ident); ok {
				aliases[imports[pkg.Name]+"."+x.Sel.Name] = true
			}
		}
		return true
	})
}
