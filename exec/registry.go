package exec

// This file holds the engines that a program has: each package of an engine enters
// its own when it is imported, so that nobody's build has an engine unasked.

import (
	"slices"
	"strings"
	"sync"
)

var registry struct {
	lock sync.Mutex
	list []Engine
}

// Register enters an engine under its name; a later one of the same name counts.
func Register(e Engine) {
	registry.lock.Lock()
	defer registry.lock.Unlock()
	registry.list = slices.DeleteFunc(registry.list, func(x Engine) bool { return x.Name() == e.Name() })
	registry.list = append(registry.list, e)
	slices.SortFunc(registry.list, func(a, b Engine) int { return strings.Compare(a.Name(), b.Name()) })
}

// Engines are the engines that were registered, by name.
func Engines() []Engine {
	registry.lock.Lock()
	defer registry.lock.Unlock()
	return slices.Clone(registry.list)
}

// EngineByName finds a registered engine. The error is a *NotFoundError.
func EngineByName(name string) (Engine, error) {
	var names []string
	for _, e := range Engines() {
		if e.Name() == name {
			return e, nil
		}
		names = append(names, e.Name())
	}
	note := "there are none"
	if len(names) > 0 {
		note = "there are " + strings.Join(names, ", ")
	}
	return nil, &NotFoundError{Kind: "engine", Name: name, Note: note}
}
