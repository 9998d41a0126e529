package gloss_test

import (
	"strings"
	"testing"

	"hed/numeral/gloss"
	"hed/numeral/quantity"
)

const report = `Il gruppo ha chiuso il 2022 con ricavi per 1,24 miliardi di euro, in crescita del 18 per cento rispetto all'anno precedente. L'utile
netto è sceso invece da 96 a 71 milioni, soprattutto per il costo dell'energia, e il consiglio di amministrazione proporrà un dividendo di
quaranta centesimi per azione. Secondo l'amministratrice delegata, che ha 47 anni, i dipendenti saranno 5.400 in sette stabilimenti. `

func BenchmarkRead(b *testing.B) {
	l := gloss.Of("it")
	text := strings.Repeat(report, 10)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		l.Read(text)
	}
}

func BenchmarkQuantities(b *testing.B) {
	text := gloss.Of("it").Read(strings.Repeat(report, 10)).English
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		quantity.Read(nil, text)
	}
}
