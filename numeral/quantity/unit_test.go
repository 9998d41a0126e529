package quantity_test

import (
	"testing"

	"hed/numeral"
	"hed/numeral/quantity"
)

// TestConvert has conversions that are exact by definition.
func TestConvert(t *testing.T) {
	for _, c := range []struct {
		n        int64
		from, to quantity.Unit
		change   int8
		want     string // "" where they do not measure the same
	}{
		{48, quantity.Hours, quantity.Days, 0, "2"},
		{6, quantity.Weeks, quantity.Days, 0, "42"},
		{1, quantity.Fortnights, quantity.Weeks, 0, "2"},
		{18, quantity.Months, quantity.Years, 0, "1.5"},
		{2, quantity.Decades, quantity.Years, 0, "20"},
		{1, quantity.Centuries, quantity.Decades, 0, "10"},
		{25, quantity.BasisPoints, quantity.PercentagePoints, 0, "0.25"},
		{25, quantity.Percent, quantity.Whole, 0, "0.25"},
		{25, quantity.Percent, quantity.PercentagePoints, 0, ""},
		{1284, quantity.Penny, quantity.Pound, 0, "12.84"},
		{5, quantity.Pound, quantity.Euro, 0, ""},
		{5, quantity.Pound, quantity.Lbs, 0, ""},
		{5, quantity.Dollar, quantity.CanadianDollar, 0, "5"},
		{5, quantity.USDollar, quantity.CanadianDollar, 0, ""},
		{5, quantity.SwedishCrown, quantity.Crown, 0, "5"},
		{5, quantity.SwedishCrown, quantity.NorwegianCrown, 0, ""},
		{10, quantity.Miles, quantity.Kilometres, 0, "16.09344"},
		{1, quantity.Feet, quantity.Inches, 0, "12"},
		{1, quantity.Miles, quantity.Feet, 0, "5280"},
		{236, quantity.Centimetres, quantity.Metres, 0, "2.36"},
		{100, quantity.MilesPerHour, quantity.KilometresPerHour, 0, "160.9344"},
		{1, quantity.Stones, quantity.Lbs, 0, "14"},
		{16, quantity.Ounces, quantity.Lbs, 0, "1"},
		{3, quantity.Tonnes, quantity.Kilograms, 0, "3000"},
		{1, quantity.SquareMiles, quantity.Acres, 0, "640"},
		{100, quantity.Hectares, quantity.SquareKilometres, 0, "1"},
		{42, quantity.Gallons, quantity.Barrels, 0, "1"},
		{1, quantity.CubicKilometres, quantity.CubicMetres, 0, "1000000000"},
		{-40, quantity.Celsius, quantity.Fahrenheit, 0, "-40"},
		{212, quantity.Fahrenheit, quantity.Celsius, 0, "100"},
		{0, quantity.Kelvins, quantity.Celsius, 0, "-273.15"},
		{0, quantity.Celsius, quantity.Kelvins, 0, "273.15"},
		{9, quantity.Fahrenheit, quantity.Celsius, 1, "5"}, // warmer by that
		{2, quantity.Gigawatts, quantity.Megawatts, 0, "2000"},
		{7, quantity.NoUnit, quantity.Days, 0, ""},
	} {
		q := quantity.Quantity{Low: numeral.Int(c.n), High: numeral.Int(c.n), Unit: c.from, Direction: c.change}
		got := ""
		low, high, ok := q.Convert(c.to)
		if ok {
			got = low.String()
		}
		if got != c.want || low != high {
			t.Errorf("%d %v in %v: %q, want %q", c.n, c.from, c.to, got, c.want)
		}
	}
}

// TestExact says which conversions have no fixed factor.
func TestExact(t *testing.T) {
	for _, c := range []struct {
		u, v quantity.Unit
		want bool
	}{
		{quantity.Months, quantity.Years, true},
		{quantity.Months, quantity.Days, false},
		{quantity.Weeks, quantity.Years, false},
		{quantity.Weeks, quantity.Days, true},
		{quantity.Tons, quantity.Tonnes, false},
		{quantity.Gallons, quantity.Gallons, true},
	} {
		if got := c.u.Exact(c.v); got != c.want {
			t.Errorf("%v to %v exact: %v", c.u, c.v, got)
		}
	}
}
