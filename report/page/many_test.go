//go:build !race

package page_test

// many is how many documents a page should hold with ease.
const many = 20_000
