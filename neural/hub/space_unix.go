//go:build linux || darwin

package hub

import "syscall"

// freeSpace is how many bytes the user may still write to the disk of a folder.
func freeSpace(dir string) (bytes uint64, ok bool) {
	var s syscall.Statfs_t
	if syscall.Statfs(dir, &s) != nil {
		return 0, false
	}
	return s.Bavail * uint64(s.Bsize), true
}
