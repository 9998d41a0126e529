package hub

import "golang.org/x/sys/windows"

// freeSpace is how many bytes the user may still write to the disk of a folder.
func freeSpace(dir string) (bytes uint64, ok bool) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, false
	}
	err = windows.GetDiskFreeSpaceEx(name, &bytes, nil, nil)
	return bytes, err == nil
}
