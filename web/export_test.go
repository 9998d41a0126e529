package web

// A hash takes a tenth of a second on purpose, and tests make dozens.
func init() { hashMemory = 64 }
