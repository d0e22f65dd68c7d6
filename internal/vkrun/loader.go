//go:build darwin || freebsd || linux

package vkrun

// This file loads the Vulkan loader into the process, without cgo.

import (
	"fmt"
	"reflect"
	"sync"

	"github.com/ebitengine/purego"
)

// load fills vk, once per process.
var load = sync.OnceValue(func() (err error) {
	// lavapipe's compiler resolves calls (exp2f, __truncsfhf2, ...) among the process's
	// global symbols and jumps to address 0 if it finds none. A Go program lacks these
	// libraries.
	for _, name := range []string{"libm.so.6", "libgcc_s.so.1"} {
		purego.Dlopen(name, purego.RTLD_NOW|purego.RTLD_GLOBAL)
	}
	lib, err := purego.Dlopen("libvulkan.so.1", purego.RTLD_NOW|purego.RTLD_LOCAL)
	if err != nil {
		return fmt.Errorf("%w: %v", ErrNoVulkan, err)
	}
	defer func() { // purego panics where a symbol is missing
		if e := recover(); e != nil {
			err = fmt.Errorf("%w: %v", ErrNoVulkan, e)
		}
	}()
	table := reflect.ValueOf(&vk).Elem()
	for i := range table.NumField() {
		purego.RegisterLibFunc(table.Field(i).Addr().Interface(), lib, "vk"+table.Type().Field(i).Name)
	}
	return nil
})

// function makes *f a function of the driver's at an address.
func function(f any, address uintptr) { purego.RegisterFunc(f, address) }
