//go:build !race

package lsi_test

const race = false
