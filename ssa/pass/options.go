package pass

// This file reads the options of passes as lists of passes state them.
//
// The options of a pass are the fields of a struct. A field's name is in kebab case, and its
// tag "doc" describes it. Fields are switches (bool), numbers, choices ([Choice]) and sets
// ([Set]).

import (
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"refract/ssa"
)

// A Choice is a type of options of which one of several values holds: the value is the
// number of its name.
type Choice interface{ Choices() []string }

// A Set is a type of options whose bits have names, from bit 0 on.
type Set interface{ Elements() []string }

// Options are the options that a pass takes.
type Options struct {
	defaults any // a struct
	make     func(any) *Pass
}

// OptionsOf returns the options of a pass: the values that it has without any, and the
// function that makes the pass with others.
func OptionsOf[O any](defaults O, make func(O) *Pass) *Options {
	return &Options{defaults, func(o any) *Pass { return make(o.(O)) }}
}

// An Option describes an option.
type Option struct {
	Name    string
	Doc     string
	Default string   // as it would be stated; "off": a switch that is off
	Values  []string // of choices and sets
	Set     bool     // Values are elements, several of which may be stated, joined by "+"
}

// List describes the options.
func (o *Options) List() (list []Option) {
	v := reflect.ValueOf(o.defaults)
	for k := range v.NumField() {
		f := v.Type().Field(k)
		if isStated(f.Type) {
			names, set := valuesOf(v.Field(k))
			list = append(list, Option{kebab(f.Name), f.Tag.Get("doc"), spelled(v.Field(k)), names, set})
		}
	}
	return list
}

// Make makes the pass with options: those between the braces of a list of passes,
// separated by commas.
//
//	NAME=VALUE   an option; of a set, elements joined by "+"
//	NAME         a switch that is on
//	VALUE        a choice or an element of a set, if one option has it; a number: the next
//	             option that is one
//
// If a switch or a set is stated, the other ones are off and empty; options that aren't stated
// have their defaults otherwise. The error says what is wrong with an option.
func (o *Options) Make(text string) (*Pass, error) {
	v := reflect.New(reflect.TypeOf(o.defaults)).Elem()
	v.Set(reflect.ValueOf(o.defaults))
	r := reading{v: v, stated: make([]bool, v.NumField())}
	for item := range strings.SplitSeq(text, ",") {
		if item = strings.TrimSpace(item); item == "" {
			continue
		}
		if err := r.state(item); err != nil {
			return nil, err
		}
	}
	p := *o.make(v.Interface())
	p.Arguments = arguments(v, reflect.ValueOf(o.defaults))
	return &p, nil
}

// A reading is the options that were read so far.
type reading struct {
	v       reflect.Value
	stated  []bool // by field
	cleared bool   // switches and sets have lost their defaults
}

// take notes that a field is stated.
func (r *reading) take(k int) reflect.Value {
	r.stated[k] = true
	if isSwitch(r.v.Field(k)) && !r.cleared {
		r.cleared = true
		for k := range r.v.NumField() {
			if f := r.v.Field(k); isStated(f.Type()) && isSwitch(f) {
				f.SetZero()
			}
		}
	}
	return r.v.Field(k)
}

// state sets the option of one item.
func (r *reading) state(item string) error {
	v, stated := r.v, r.stated
	name, value, named := strings.Cut(item, "=")
	name, value = strings.TrimSpace(name), strings.TrimSpace(value)
	for k := range v.NumField() {
		f := v.Field(k)
		if !isStated(f.Type()) || kebab(v.Type().Field(k).Name) != name {
			continue
		}
		if stated[k] && !isSet(f) {
			return fmt.Errorf("option %q is stated twice", name)
		}
		switch {
		case named:
			return setValue(r.take(k), name, value)
		case f.Kind() == reflect.Bool:
			r.take(k).SetBool(true)
			return nil
		}
		return fmt.Errorf("option %q has no value", name)
	}
	if named {
		return fmt.Errorf("there is no option %q; there are %s", name, strings.Join(optionNames(v), ", "))
	}
	for k := range v.NumField() {
		f := v.Field(k)
		if !isStated(f.Type()) || stated[k] && !isSet(f) {
			continue
		}
		names, _ := valuesOf(f)
		_, err := strconv.ParseFloat(name, 64)
		if slices.Contains(names, name) || names == nil && f.Kind() != reflect.Bool && err == nil {
			return setValue(r.take(k), kebab(v.Type().Field(k).Name), name)
		}
	}
	return fmt.Errorf("there is no option %q; there are %s", name, strings.Join(optionNames(v), ", "))
}

// setValue sets an option to a value.
func setValue(f reflect.Value, name, value string) error {
	names, set := valuesOf(f)
	switch {
	case set && value == "":
		return nil
	case set:
		for e := range strings.SplitSeq(value, "+") {
			k := slices.Index(names, strings.TrimSpace(e))
			if k < 0 {
				return fmt.Errorf("option %q has no element %q; there are %s", name, e, strings.Join(names, ", "))
			}
			f.SetUint(f.Uint() | 1<<k)
		}
		return nil
	case names != nil:
		k := slices.Index(names, value)
		if k < 0 {
			return fmt.Errorf("option %q has no value %q; there are %s", name, value, strings.Join(names, ", "))
		}
		f.SetUint(uint64(k))
		return nil
	}
	var err error
	switch f.Kind() {
	case reflect.Bool:
		if value != "on" && value != "off" {
			return fmt.Errorf("option %q is on or off", name)
		}
		f.SetBool(value == "on")
	case reflect.String:
		f.SetString(value)
	case reflect.Float32, reflect.Float64:
		var x float64
		x, err = strconv.ParseFloat(value, f.Type().Bits())
		f.SetFloat(x)
	case reflect.Int:
		var n int64
		n, err = strconv.ParseInt(value, 10, f.Type().Bits())
		f.SetInt(n)
	default:
		var n uint64
		n, err = strconv.ParseUint(value, 10, f.Type().Bits())
		f.SetUint(n)
	}
	if err != nil {
		return fmt.Errorf("option %q: %q is no %s", name, value, f.Kind())
	}
	return nil
}

// arguments spells the options if some aren't defaults.
func arguments(v, defaults reflect.Value) string {
	switches := false // some aren't defaults
	for k := range v.NumField() {
		switches = switches || isStated(v.Field(k).Type()) && isSwitch(v.Field(k)) && !v.Field(k).Equal(defaults.Field(k))
	}
	var items []string
	on, off := false, ""
	for k := range v.NumField() {
		f, name := v.Field(k), kebab(v.Type().Field(k).Name)
		switch {
		case !isStated(f.Type()):
		case isSwitch(f) && (!switches || f.IsZero()):
			off = name + "=" + spelled(f)
		case f.Kind() == reflect.Bool:
			items, on = append(items, name), true
		case isSwitch(f):
			items, on = append(items, name+"="+spelled(f)), true
		case !f.Equal(defaults.Field(k)):
			items = append(items, name+"="+spelled(f))
		}
	}
	if switches && !on {
		items = append(items, off)
	}
	if len(items) == 0 {
		return ""
	}
	return "{" + strings.Join(items, ", ") + "}"
}

// isSwitch reports whether an option is a switch or a set of them.
func isSwitch(f reflect.Value) bool { return f.Kind() == reflect.Bool || isSet(f) }

// spelled is the value of an option as lists state it.
func spelled(f reflect.Value) string {
	names, set := valuesOf(f)
	switch {
	case set:
		var list []string
		for k, name := range names {
			if f.Uint()>>k&1 != 0 {
				list = append(list, name)
			}
		}
		return strings.Join(list, "+")
	case names != nil:
		return names[f.Uint()]
	case f.Kind() == reflect.Bool && f.Bool():
		return "on"
	case f.Kind() == reflect.Bool:
		return "off"
	}
	return fmt.Sprint(f.Interface())
}

// isStated reports whether lists can state an option of a type: functions are for Go programs.
func isStated(t reflect.Type) bool { return t.Kind() != reflect.Func }

func isSet(f reflect.Value) bool { _, set := valuesOf(f); return set }

// valuesOf are the names of the values of a choice, or of the elements of a set.
func valuesOf(f reflect.Value) (names []string, set bool) {
	switch x := f.Interface().(type) {
	case ssa.Mode:
		return ssa.ModeNames(), true
	case Set:
		return x.Elements(), true
	case Choice:
		return x.Choices(), false
	}
	return nil, false
}

func optionNames(v reflect.Value) (names []string) {
	for k := range v.NumField() {
		if isStated(v.Field(k).Type()) {
			names = append(names, kebab(v.Type().Field(k).Name))
		}
	}
	return names
}

// kebab is the name of a field in kebab case; runs of capitals are one word.
func kebab(name string) string {
	var b strings.Builder
	r := []rune(name)
	for k, c := range r {
		if unicode.IsUpper(c) && k > 0 && (unicode.IsLower(r[k-1]) || k+1 < len(r) && unicode.IsLower(r[k+1])) {
			b.WriteByte('-')
		}
		b.WriteRune(unicode.ToLower(c))
	}
	return b.String()
}
