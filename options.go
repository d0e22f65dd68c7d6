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

	"refract/back"
	"refract/internal/spell"
	"refract/language"
)

// LanguageOptions are options of front ends or of back ends, by language: pointers to
// the Options of their packages.
type LanguageOptions map[Language]any

// of returns the options of a language, of the type that standard returns: its own, or
// those of the language whose options it has, or nil. The error is an *OptionError.
func (o LanguageOptions) of(l, other *language.Info, standard func() any) (any, error) {
	options := o[Language(l.Name)]
	if options == nil && other != nil {
		l, options = other, o[Language(other.Name)]
	}
	if options == nil {
		return nil, nil
	}
	if standard == nil {
		return nil, &OptionError{Name: l.Name, Err: errors.New("the language has no options")}
	}
	if want := reflect.TypeOf(standard()); reflect.TypeOf(options) != want {
		return nil, &OptionError{Name: l.Name, Err: fmt.Errorf("options are of type %T; %v is expected", options, want)}
	}
	return options, nil
}

// An OptionError says what is wrong with an option or its value.
type OptionError = back.OptionError

// Set sets one option of a writer: its name is that of the language and that of
// the field in JSON, "spv.version", with those of fields in it after further dots,
// "spv.bounds.index"; its value is text or JSON: 1.5, true, "lines" with or without
// quotation marks, [{"group": 0, ...}]. Options lists the names. The error is an
// *OptionError.
func (o *WriteOptions) Set(name, value string) error {
	l, path := findOption(name)
	if path == nil {
		return &OptionError{Name: name, Err: unknownOption(name, OptionNames())}
	}
	options, err := o.changing(l)
	if err != nil {
		return err
	}
	text, err := json.Marshal(value)
	if err != nil {
		return &OptionError{Name: name, Err: err}
	}
	err = setField(options, path, text)
	if err != nil && json.Valid([]byte(value)) {
		if e := setField(options, path, []byte(value)); e == nil || strings.HasPrefix(value, "[") || strings.HasPrefix(value, "{") {
			err = e
		}
	}
	if err != nil {
		return &OptionError{Name: name + "=" + value, Err: plainly(err, strings.Join(path, "."))}
	}
	return nil
}

// unknownOption says that there is no such option, and which ones are like it.
func unknownOption(name string, names []string) error {
	language, option, _ := strings.Cut(name, ".")
	var near, options []string
	for _, n := range names {
		if l, o, _ := strings.Cut(n, "."); l == language {
			near, options = append(near, n), append(options, o)
		}
	}
	if near == nil {
		return fmt.Errorf("there is no such option; names begin with a language: %s", strings.Join(optionLanguages(), ", "))
	}
	if meant := spell.Nearest(option, options); meant != "" {
		return fmt.Errorf("there is no such option; is %s.%s meant?", language, meant)
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
	for _, b := range backEnds {
		if !b.HasOptions() {
			continue
		}
		l := b.Language.Name
		walkFields(reflect.ValueOf(b.Options()).Elem(), l, func(name string, v reflect.Value) {
			o := Option{Name: name, Type: typeWord(v.Type()), Doc: b.DocOf(strings.TrimPrefix(name, l+"."))}
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
	var names []string
	for _, b := range backEnds {
		if b.HasOptions() {
			names = append(names, b.Language.Name)
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

// isText reports whether a type is a word in JSON, whatever it is in Go.
func isText(t reflect.Type) bool {
	return reflect.PointerTo(t).Implements(reflect.TypeFor[interface{ UnmarshalText([]byte) error }]())
}

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

// findOption returns the language of an option, and the names of the fields that lead
// to it in the options of that; nil: there is no such option.
func findOption(name string) (b *back.BackEnd, path []string) {
	parts := strings.Split(name, ".")
	i := Language(parts[0]).writing()
	if i < 0 || !backEnds[i].HasOptions() || len(parts) < 2 {
		return nil, nil
	}
	t := reflect.TypeOf(backEnds[i].Options()).Elem()
	for j, part := range parts[1:] {
		if t.Kind() != reflect.Struct || isText(t) {
			return nil, nil
		}
		next := reflect.Type(nil)
		for k := range t.NumField() {
			if field, _, _ := strings.Cut(t.Field(k).Tag.Get("json"), ","); field == part {
				next = t.Field(k).Type
			}
		}
		if next == nil {
			return nil, nil
		}
		if t = next; j == len(parts)-2 {
			return backEnds[i], parts[1:]
		}
	}
	return nil, nil
}

// changing returns the options of a back end, made where they are missing. The map is
// a new one, so that copies of the options stay as they are.
func (o *WriteOptions) changing(b *back.BackEnd) (any, error) {
	l := Language(b.Language.Name)
	options, err := o.Options.of(b.Language, nil, b.Options)
	if err != nil || options != nil {
		return options, err
	}
	options = b.Options()
	all := maps.Clone(o.Options)
	if all == nil {
		all = LanguageOptions{}
	}
	all[l] = options
	o.Options = all
	return options, nil
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
	if v, is := changed.Interface().(back.Versioned); is && namesVersion(object) {
		v.NameVersion()
	}
	reflect.ValueOf(options).Elem().Set(changed.Elem())
	return nil
}

// namesVersion reports whether an object names a version, and not whether it is raised.
func namesVersion(object []byte) bool {
	var fields map[string]json.RawMessage
	if json.Unmarshal(object, &fields) != nil {
		return false
	}
	has := func(name string) bool { return fields[name] != nil }
	return (has("version") || has("shader_model")) && !has("raise_version") && !has("raise_model")
}

// MarshalJSON writes the options of every language as an object, with the
// defaults where there are none, and the overrides.
func (o WriteOptions) MarshalJSON() ([]byte, error) {
	object := map[string]any{}
	for _, b := range backEnds {
		if !b.HasOptions() {
			continue
		}
		options, err := o.Options.of(b.Language, nil, b.Options)
		if err != nil {
			return nil, err
		}
		if options == nil {
			options = b.Options()
		}
		object[b.Language.Name] = options
	}
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
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if key == "overrides" {
			values := maps.Clone(o.Overrides)
			if err := json.Unmarshal(object[key], &values); err != nil {
				return &OptionError{Name: key, Err: plainly(err, "")}
			}
			o.Overrides = values
			continue
		}
		i := Language(key).writing()
		if i < 0 || !backEnds[i].HasOptions() {
			return &OptionError{Name: key, Err: fmt.Errorf("there are options of %s, and overrides", strings.Join(optionLanguages(), ", "))}
		}
		options, err := o.changing(backEnds[i])
		if err != nil {
			return err
		}
		if err := setFields(options, object[key]); err != nil {
			return &OptionError{Name: key, Err: plainly(err, "")}
		}
	}
	return nil
}
