package refract

// Options of the writers by name, as a command line or a configuration file
// has them.

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
)

// Set sets one option of a writer: its name is that of the language and that of
// the field in JSON, "spv.version", and its value is text or JSON: 1.5, true,
// "lines" with or without quotation marks, [{"group": 0, ...}].
func (o *WriteOptions) Set(name, value string) error {
	if names := OptionNames(); !slices.Contains(names, name) {
		return fmt.Errorf("there is no option %q; there are %s", name, strings.Join(names, ", "))
	}
	language, field, _ := strings.Cut(name, ".")
	options := o.byLanguage()[language]
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	err = setField(options, field, text)
	if err != nil && json.Valid([]byte(value)) && setField(options, field, []byte(value)) == nil {
		return nil
	}
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		err = fmt.Errorf("a value of type %v is expected", wrong.Type)
	}
	if err != nil {
		return fmt.Errorf("%s=%s: %w", name, value, err)
	}
	return nil
}

// OptionNames returns the names that Set takes.
func OptionNames() []string {
	var names []string
	options := new(WriteOptions).byLanguage()
	for _, l := range Languages() {
		if o, ok := options[l.String()]; ok {
			t := reflect.TypeOf(o).Elem()
			for i := range t.NumField() {
				field, _, _ := strings.Cut(t.Field(i).Tag.Get("json"), ",")
				names = append(names, l.String()+"."+field)
			}
		}
	}
	return names
}

// byLanguage returns pointers to the options of each language that has any,
// made where they are missing.
func (o *WriteOptions) byLanguage() map[string]any {
	if o.SPIRV == nil {
		options := spirvback.NewOptions()
		o.SPIRV = &options
	}
	if o.GLSL == nil {
		options := glslback.NewOptions()
		o.GLSL = &options
	}
	if o.HLSL == nil {
		options := hlslback.NewOptions()
		o.HLSL = &options
	}
	if o.MSL == nil {
		options := mslback.NewOptions()
		o.MSL = &options
	}
	return map[string]any{GLSL.String(): o.GLSL, HLSL.String(): o.HLSL, MSL.String(): o.MSL, SPIRV.String(): o.SPIRV, WGSL.String(): &o.WGSL, DOT.String(): &o.DOT}
}

// setField decodes one field of a struct, which stays as it is on an error.
func setField(options any, field string, value []byte) error {
	name, err := json.Marshal(field)
	if err != nil {
		return err
	}
	object := fmt.Appendf(nil, "{%s: %s}", name, value)
	// Decode into a copy first: an error may leave half of a value behind.
	changed := reflect.New(reflect.TypeOf(options).Elem())
	changed.Elem().Set(reflect.ValueOf(options).Elem())
	if err := json.Unmarshal(object, changed.Interface()); err != nil {
		return err
	}
	reflect.ValueOf(options).Elem().Set(changed.Elem())
	return nil
}
