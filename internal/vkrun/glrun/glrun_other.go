//go:build !linux

package glrun
