package driver

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

	"refract/internal/back"
	"refract/internal/spell"
	"refract/language"
)

// An OptionError reports a fault of an option or its value.
type OptionError = back.OptionError

// OfType returns options of a language if they are of the type that standard returns.
// The error is an *OptionError.
func OfType(l *language.Info, options any, standard func() any) (any, error) {
	if standard == nil {
		return nil, &OptionError{Name: l.Name, Err: errors.New("the language has no options")}
	}
	if want := reflect.TypeOf(standard()); reflect.TypeOf(options) != want {
		return nil, &OptionError{Name: l.Name, Err: fmt.Errorf("options are of type %T; %v is expected", options, want)}
	}
	return options, nil
}

// A Registry is the back ends that options are of.
type Registry []*back.BackEnd

// Set sets one option, whose value is text or JSON, in the options that changing returns
// for its back end. The error is an *OptionError.
func (r Registry) Set(name, value string, changing func(*back.BackEnd) (any, error)) error {
	b, path := r.find(name)
	if path == nil {
		return &OptionError{Name: name, Err: r.unknown(name)}
	}
	options, err := changing(b)
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

// unknown reports that there is no such option, with similar ones.
func (r Registry) unknown(name string) error {
	language, option, _ := strings.Cut(name, ".")
	var near, options []string
	for _, known := range r.Options() {
		n := known.Name
		if l, o, _ := strings.Cut(n, "."); l == language {
			near, options = append(near, n), append(options, o)
		}
	}
	if near == nil {
		return fmt.Errorf("there is no such option; names begin with a language: %s", strings.Join(r.languages(), ", "))
	}
	if meant := spell.Nearest(option, options); meant != "" {
		return fmt.Errorf("there is no such option; is %s.%s meant?", language, meant)
	}
	return fmt.Errorf("there is no such option; there are %s", strings.Join(near, ", "))
}

// plainly words an error of package json without Go's terms. If it is about the whole of an
// option, the option's name is left out.
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

// kindWord names the values of a kind of field.
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

// An Option is an option of a writer: its default as Set takes it, the word for its type
// and its meaning.
type Option struct{ Name, Default, Type, Doc string }

// Options returns every option that Set takes, by language.
func (r Registry) Options() []Option {
	var list []Option
	for _, b := range r {
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

// languages names the languages that have options.
func (r Registry) languages() []string {
	var names []string
	for _, b := range r {
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

// typeWord names the values of an option.
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

// find returns the language of an option, and the names of the fields that lead
// to it in the options of that; nil: there is no such option.
func (r Registry) find(name string) (b *back.BackEnd, path []string) {
	parts := strings.Split(name, ".")
	b = r.named(parts[0])
	if b == nil || len(parts) < 2 {
		return nil, nil
	}
	t := reflect.TypeOf(b.Options()).Elem()
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
			return b, parts[1:]
		}
	}
	return nil, nil
}

// named returns the back end of a language that has options of its own, or nil.
func (r Registry) named(name string) *back.BackEnd {
	for _, b := range r {
		if b.Language.Name == name && b.HasOptions() {
			return b
		}
	}
	return nil
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
	return (has("version") || has("shader_model") || has("profile")) && !has("raise_version") && !has("raise_model")
}

// Encode writes the options of every language as an object, as options returns them, or
// else with the defaults, and the overrides.
func (r Registry) Encode(overrides map[string]float64, options func(*back.BackEnd) (any, error)) ([]byte, error) {
	object := map[string]any{}
	for _, b := range r {
		if !b.HasOptions() {
			continue
		}
		o, err := options(b)
		if err != nil {
			return nil, err
		}
		if o == nil {
			o = b.Options()
		}
		object[b.Language.Name] = o
	}
	if overrides != nil {
		object["overrides"] = overrides
	}
	return json.Marshal(object)
}

// Decode reads an object with options by language into the options that changing returns
// for each, and "overrides" into values, whose copy it returns then. The error is an
// *OptionError, or one of syntax.
func (r Registry) Decode(text []byte, values map[string]float64, changing func(*back.BackEnd) (any, error)) (map[string]float64, error) {
	var object map[string]json.RawMessage
	if err := json.Unmarshal(text, &object); err != nil {
		return values, plainly(err, "")
	}
	for _, key := range slices.Sorted(maps.Keys(object)) {
		if key == "overrides" {
			given := maps.Clone(values)
			if err := json.Unmarshal(object[key], &given); err != nil {
				return values, &OptionError{Name: key, Err: plainly(err, "")}
			}
			values = given
			continue
		}
		b := r.named(key)
		if b == nil {
			return values, &OptionError{Name: key, Err: fmt.Errorf("there are options of %s, and overrides", strings.Join(r.languages(), ", "))}
		}
		options, err := changing(b)
		if err != nil {
			return values, err
		}
		if err := setFields(options, object[key]); err != nil {
			return values, &OptionError{Name: key, Err: plainly(err, "")}
		}
	}
	return values, nil
}
