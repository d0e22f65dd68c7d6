package num

import (
	"go/ast"
	"go/constant"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"math"
	"os"
	"strings"
	"testing"
)

// TestProductsAreRounded checks the rule of the package comment: a
// floating-point product stands directly inside an explicit conversion, so that
// no compiler may fuse it with an addition, or is exact because one factor is a
// constant power of two, or is itself a factor or a dividend or divisor.
func TestProductsAreRounded(t *testing.T) {
	fset := token.NewFileSet()
	entries, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, e := range entries {
		if n := e.Name(); strings.HasSuffix(n, ".go") && !strings.HasSuffix(n, "_test.go") {
			f, err := parser.ParseFile(fset, n, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			files = append(files, f)
		}
	}
	info := &types.Info{Types: map[ast.Expr]types.TypeAndValue{}}
	config := types.Config{Importer: importer.ForCompiler(fset, "source", nil)}
	if _, err := config.Check("num", fset, files, info); err != nil {
		t.Fatal(err)
	}
	products := 0
	for _, f := range files {
		var stack []ast.Node
		ast.Inspect(f, func(n ast.Node) bool {
			if n == nil {
				stack = stack[:len(stack)-1]
				return true
			}
			stack = append(stack, n)
			b, ok := n.(*ast.BinaryExpr)
			if !ok || b.Op != token.MUL || info.Types[b].Value != nil || !isFloat(info.Types[b].Type) {
				return true
			}
			products++
			if powerOfTwoConstant(info.Types[b.X]) || powerOfTwoConstant(info.Types[b.Y]) {
				return true
			}
			i := len(stack) - 2
			for ; i >= 0; i-- {
				if _, ok := stack[i].(*ast.ParenExpr); !ok {
					break
				}
			}
			switch p := stack[i].(type) {
			case *ast.CallExpr:
				if info.Types[p.Fun].IsType() {
					return true
				}
			case *ast.BinaryExpr:
				if p.Op == token.MUL || p.Op == token.QUO {
					return true
				}
			}
			t.Errorf("%v: a product that may be fused", fset.Position(b.Pos()))
			return true
		})
	}
	if products < 50 {
		t.Errorf("found only %d products", products)
	}
}

func isFloat(t types.Type) bool {
	if p, ok := t.(*types.TypeParam); ok {
		return strings.Contains(p.Constraint().Underlying().String(), "float")
	}
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&types.IsFloat != 0
}

func powerOfTwoConstant(v types.TypeAndValue) bool {
	if v.Value == nil {
		return false
	}
	x, _ := constant.Float64Val(constant.ToFloat(v.Value))
	f, _ := math.Frexp(math.Abs(x))
	return f == 0.5
}
