//go:build race

package page_test

// many is fewer here, because the race detector makes gzip very slow.
const many = 1000
