package check

import "strings"

// set is the set of the words, or stems of words, of a list with spaces between them.
func set(list string) map[string]bool {
	m := map[string]bool{}
	for _, s := range strings.Fields(list) {
		m[s] = true
	}
	return m
}

// meanings are stems that headlines and articles use for each other. The first of a line stands for all.
var meanings = func() map[string]string {
	m := map[string]string{}
	for line := range strings.Lines(`
die dead death kill fatal slain perish murder homicid victim fatal massacr
hurt injur wound casualti
job worker employe employ staff layoff workforc payrol posit
rise increas climb gain grow jump surg soar rais lift hike higher growth up rose risen grew grown boost widen extend expand lengthen swell swollen deepen balloon
fall drop declin slump slip dip decreas lower shrink plung tumbl lose lost loss fell fallen down slide slid sank sink sunk shrunk shrank narrow shorten dwindl contract
cut slash reduc trim axe
buy purchas acquir bought acquisit
sell sale sold
child children kid schoolchildren
home hous
vote elect ballot poll voter
polic cop offic
jail prison imprison sentenc
win victori won beat defeat triumph winner
cost price spend spent pay paid worth
marri wed marriag wife husband
arrest detain custodi
school student pupil univers colleg
fire blaze wildfir
attack bomb blast explos assault
quak earthquak
doctor physician
film movi
firm compani maker corpor
oppos opposit against reject
back support favor favour approv
crash collid wreck
drug pill tablet medicin
ship boat vessel
plane jet aircraft airlin flight
car vehicl auto
judg court
american us
british britain uk
profit earn
rate interest
inflat price
women woman femal girl
miss unaccount vanish disappear
men man male boy
`) {
		words := strings.Fields(line)
		for _, w := range words {
			if _, taken := m[w]; !taken {
				m[w] = words[0]
			}
		}
	}
	return m
}()
