package refract

// Options of the writers by name, as a command line or a configuration file
// has them.

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	glslback "refract/back/glsl"
	hlslback "refract/back/hlsl"
	mslback "refract/back/msl"
	spirvback "refract/back/spirv"
)

// NewESSLOptions returns the options of GLSL ES that fit most: those of GLSL,
// and version 310 es.
func NewESSLOptions() glslback.Options {
	o := glslback.NewOptions()
	o.Version = glslback.Version{Number: 310, ES: true}
	return o
}

// An OptionError says what is wrong with an option or its value.
type OptionError struct {
	Name string // "spv.version"
	Err  error
}

func (e *OptionError) Error() string { return e.Name + ": " + e.Err.Error() }
func (e *OptionError) Unwrap() error { return e.Err }

// Set sets one option of a writer: its name is that of the language and that of
// the field in JSON, "spv.version", with those of fields in it after further dots,
// "spv.bounds.index"; its value is text or JSON: 1.5, true, "lines" with or without
// quotation marks, [{"group": 0, ...}]. Options lists the names. The error is an
// *OptionError.
func (o *WriteOptions) Set(name, value string) error {
	options, path := o.find(name)
	if path == nil {
		return &OptionError{name, unknownOption(name, OptionNames())}
	}
	text, err := json.Marshal(value)
	if err != nil {
		return &OptionError{name, err}
	}
	err = setField(options, path, text)
	if err != nil && json.Valid([]byte(value)) {
		if e := setField(options, path, []byte(value)); e == nil || strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{") {
			err = e
		}
	}
	if err != nil {
		return &OptionError{name + "=" + value, plainly(err, strings.Join(path, "."))}
	}
	return nil
}

// unknownOption says that there is no such option, and which ones are like it.
func unknownOption(name string, names []string) error {
	language, _, _ := strings.Cut(name, ".")
	var near []string
	for _, n := range names {
		if l, _, _ := strings.Cut(n, "."); l == language {
			near = append(near, n)
		}
	}
	if near == nil {
		return fmt.Errorf("there is no such option; names begin with a language: %s", strings.Join(optionLanguages(), ", "))
	}
	return fmt.Errorf("there is no such option; there are %s", strings.Join(near, ", "))
}

// plainly says an error of package json in words that don't speak of Go. Where it
// is about the whole of an option, the option's name is left out.
func plainly(err error, option string) error {
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		if wrong.Field == option {
			wrong.Field = ""
		}
		if wrong.Field != "" {
			return fmt.Errorf("%s: %s is expected", wrong.Field, kindWord(wrong.Type.Kind()))
		}
		return fmt.Errorf("%s is expected", kindWord(wrong.Type.Kind()))
	}
	if text, is := strings.CutPrefix(err.Error(), "json: "); is {
		return errors.New(text)
	}
	return err
}

// kindWord says what values a kind of field has.
func kindWord(k reflect.Kind) string {
	switch k {
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "text"
	case reflect.Slice, reflect.Array:
		return "a list"
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return "a whole number"
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return "a whole number that isn't negative"
	case reflect.Float32, reflect.Float64:
		return "a number"
	}
	return "an object"
}

// An Option is an option of a writer.
type Option struct {
	Name    string `json:"name"`    // as Set takes it
	Default string `json:"default"` // as Set takes it; "" is none
	Type    string `json:"type"`    // "bool", "number", "text", "list", "object" or "word"
	Doc     string `json:"doc"`
}

// Options returns every option that Set takes, by language.
func Options() []Option {
	var list []Option
	options := new(WriteOptions).byLanguage()
	for _, l := range optionLanguages() {
		walkFields(reflect.ValueOf(options[l]).Elem(), l, func(name string, v reflect.Value) {
			o := Option{Name: name, Type: typeWord(v.Type()), Doc: optionDocs[strings.TrimPrefix(name, l+".")]}
			if d, own := optionDocs[name]; own {
				o.Doc = d
			}
			if text, err := json.Marshal(v.Interface()); err == nil && string(text) != "null" {
				o.Default = string(text)
				var word string
				if json.Unmarshal(text, &word) == nil {
					o.Default = word
				}
			}
			list = append(list, o)
		})
	}
	return list
}

// OptionNames returns the names of Options.
func OptionNames() []string {
	var names []string
	for _, o := range Options() {
		names = append(names, o.Name)
	}
	return names
}

// optionLanguages names the languages that have options.
func optionLanguages() []string {
	options := new(WriteOptions).byLanguage()
	var names []string
	for _, l := range Languages() {
		if _, ok := options[l.String()]; ok {
			names = append(names, l.String())
		}
	}
	return names
}

// walkFields calls f with the fields of a struct that aren't structs themselves,
// and their names after the prefix.
func walkFields(v reflect.Value, prefix string, f func(string, reflect.Value)) {
	for i := range v.NumField() {
		field, _, _ := strings.Cut(v.Type().Field(i).Tag.Get("json"), ",")
		name := prefix + "." + field
		if t := v.Field(i).Type(); t.Kind() == reflect.Struct && !isText(t) {
			walkFields(v.Field(i), name, f)
			continue
		}
		f(name, v.Field(i))
	}
}

var textType = reflect.TypeFor[interface{ UnmarshalText([]byte) error }]()

// isText reports whether a type is a word in JSON, whatever it is in Go.
func isText(t reflect.Type) bool { return reflect.PointerTo(t).Implements(textType) }

// typeWord says what values an option has.
func typeWord(t reflect.Type) string {
	switch k := t.Kind(); {
	case isText(t):
		return "word"
	case k == reflect.Bool:
		return "bool"
	case k == reflect.String:
		return "text"
	case k == reflect.Slice || k == reflect.Array:
		return "list"
	case k == reflect.Map || k == reflect.Pointer || k == reflect.Struct:
		return "object"
	}
	return "number"
}

// find returns a pointer to the options of a language, and the names of the
// fields that lead to an option in it; nil: there is no such option.
func (o *WriteOptions) find(name string) (options any, path []string) {
	parts := strings.Split(name, ".")
	options, ok := o.byLanguage()[parts[0]]
	if !ok || len(parts) < 2 {
		return nil, nil
	}
	t := reflect.TypeOf(options).Elem()
	for i, part := range parts[1:] {
		if t.Kind() != reflect.Struct || isText(t) {
			return nil, nil
		}
		next := reflect.Type(nil)
		for j := range t.NumField() {
			if field, _, _ := strings.Cut(t.Field(j).Tag.Get("json"), ","); field == part {
				next = t.Field(j).Type
			}
		}
		if next == nil {
			return nil, nil
		}
		if t = next; i == len(parts)-2 {
			return options, parts[1:]
		}
	}
	return nil, nil
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
	if o.ESSL == nil {
		options := NewESSLOptions()
		o.ESSL = &options
	}
	if o.HLSL == nil {
		options := hlslback.NewOptions()
		o.HLSL = &options
	}
	if o.MSL == nil {
		options := mslback.NewOptions()
		o.MSL = &options
	}
	return map[string]any{GLSL.String(): o.GLSL, ESSL.String(): o.ESSL, HLSL.String(): o.HLSL, MSL.String(): o.MSL,
		SPIRV.String(): o.SPIRV, WGSL.String(): &o.WGSL, DOT.String(): &o.DOT}
}

// setField decodes one field of a struct, or of a struct in it, which stays as it
// is on an error.
func setField(options any, path []string, value []byte) error {
	for _, field := range slices.Backward(path) {
		name, err := json.Marshal(field)
		if err != nil {
			return err
		}
		value = fmt.Appendf(nil, "{%s: %s}", name, value)
	}
	return setFields(options, value)
}

// setFields decodes an object into a struct, which stays as it is on an error.
func setFields(options any, object []byte) error {
	// Decode into a copy first: an error may leave half of a value behind.
	changed := reflect.New(reflect.TypeOf(options).Elem())
	changed.Elem().Set(reflect.ValueOf(options).Elem())
	d := json.NewDecoder(bytes.NewReader(object))
	d.DisallowUnknownFields()
	if err := d.Decode(changed.Interface()); err != nil {
		return err
	}
	reflect.ValueOf(options).Elem().Set(changed.Elem())
	return nil
}

// MarshalJSON writes the options of every language as an object, with the
// defaults where there are none, and the overrides.
func (o WriteOptions) MarshalJSON() ([]byte, error) {
	object := map[string]any{}
	maps.Copy(object, o.byLanguage())
	if o.Overrides != nil {
		object["overrides"] = o.Overrides
	}
	return json.Marshal(object)
}

// UnmarshalJSON reads an object with options by language, as {"spv": {"version":
// "1.5"}}, and "overrides". What it doesn't name stays as it is. The error is an
// *OptionError, or one of syntax.
func (o *WriteOptions) UnmarshalJSON(text []byte) error {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return plainly(err, "")
	}
	options := o.byLanguage()
	for _, key := range slices.Sorted(maps.Keys(object)) {
		switch l, ok := options[key]; {
		case key == "overrides":
			values := maps.Clone(o.Overrides)
			if err := json.Unmarshal(object[key], &values); err != nil {
				return &OptionError{key, plainly(err, "")}
			}
			o.Overrides = values
		case !ok:
			return &OptionError{key, fmt.Errorf("there are options of %s, and overrides", strings.Join(optionLanguages(), ", "))}
		default:
			if err := setFields(l, object[key]); err != nil {
				return &OptionError{key, plainly(err, "")}
			}
		}
	}
	return nil
}
