//go:build linux || darwin

package main

import (
	"os"
	"runtime"
	"syscall"
)

// peakMemory is the most bytes that an ended process had resident.
func peakMemory(s *os.ProcessState) float64 {
	usage, ok := s.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" { // which counts bytes; Linux counts KiB
		return float64(usage.Maxrss)
	}
	return float64(usage.Maxrss) * 1024
}
