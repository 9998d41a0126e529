// Package stem holds the stemmers of hed, as filters on one term.
//
// A stemmer here gives the very stems of its reference program, oddities
// included: scores are compared with published ones, and a better stem
// would be a different number. Callers on a hot path cache the results
// (see text.Index), so the code favours clarity over speed.
package stem
