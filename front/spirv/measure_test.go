package spirv

import (
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"testing"

	"refract/diag"
	"refract/ir/validate"
	"refract/spirv"
	"refract/ssa"
)

func TestMeasure(t *testing.T) {
	dir := os.Getenv("SPV_DIR")
	if dir == "" {
		t.Skip()
	}
	files, _ := filepath.Glob(dir + "/*.spv")
	ok := 0
	why := map[string][]string{}
	for _, f := range files {
		data, _ := os.ReadFile(f)
		func() {
			defer func() {
				if e := recover(); e != nil {
					k := fmt.Sprint("PANIC ", e)
					why[k] = append(why[k], f)
					if os.Getenv("SPV_PANIC") != "" {
						panic(e)
					}
				}
			}()
			words, err := spirv.FromBytes(data)
			if err != nil {
				t.Error(f, err)
				return
			}
			var list diag.List
			src := new(diag.Sources)
			src.Add(f, "")
			s := Shader(words, Options{}, src, &list)
			if s == nil {
				e := list.Err(src).Error()
				if i := strings.Index(e, "word "); i >= 0 {
					e = e[i:]
				}
				k := e
				if i := strings.Index(e, ": "); i >= 0 {
					k = e[i:]
				}
				why[k] = append(why[k], filepath.Base(f)+" "+e[:min(len(e), 80)])
				return
			}
			if err := ssa.Verify(s); err != nil {
				k := err.Error()
				if len(k) > 150 {
					k = k[:150]
				}
				why["VERIFY "+k] = append(why["VERIFY "+k], f)
				return
			}
			ok++
		}()
	}
	var keys []string
	for k := range why {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(a, b int) bool { return len(why[keys[a]]) > len(why[keys[b]]) })
	for _, k := range keys {
		fmt.Println(len(why[k]), k, why[k][0])
	}
	fmt.Println(ok, "of", len(files))
}

func TestMeasureAll(t *testing.T) {
	dir := os.Getenv("SPV_DIR")
	if dir == "" {
		t.Skip()
	}
	files, _ := filepath.Glob(dir + "/*.spv")
	ok := 0
	why := map[string][]string{}
	for _, f := range files {
		data, _ := os.ReadFile(f)
		func() {
			defer func() {
				if e := recover(); e != nil {
					k := fmt.Sprint("PANIC ", e)
					why[k] = append(why[k], f)
					if os.Getenv("SPV_PANIC") != "" {
						panic(e)
					}
				}
			}()
			words, _ := spirv.FromBytes(data)
			var list diag.List
			src := new(diag.Sources)
			src.Add(f, "")
			m := Read(words, Options{}, src, &list)
			if m == nil {
				e := list.Err(src).Error()
				if strings.Contains(e, "no form in a module") {
					why["refused"] = append(why["refused"], f)
					return
				}
				k := e
				if len(k) > 200 {
					k = k[:200]
				}
				if i := strings.Index(k, ".spv"); i > 0 {
					k = k[i:]
				}
				why[k] = append(why[k], f)
				return
			}
			m.Sources = src
			if new(validate.Validator).Validate(m, validate.Options{Capabilities: validate.All}, &list); list.HasErrors() {
				k := list.Err(src).Error()
				if i := strings.Index(k, ".spv"); i > 0 {
					k = k[i:]
				}
				if len(k) > 150 {
					k = k[:150]
				}
				why["INVALID "+k] = append(why["INVALID "+k], f)
				return
			}
			ok++
		}()
	}
	var keys []string
	for k := range why {
		keys = append(keys, k)
	}
	sort.Slice(keys, func(a, b int) bool { return len(why[keys[a]]) > len(why[keys[b]]) })
	for _, k := range keys {
		fmt.Println(len(why[k]), k, why[k][0])
	}
	fmt.Println(ok, "of", len(files))
}
