// Package study asks people about headlines, and never loses an answer.
//
// A Study is documents with the headlines of systems, a Protocol and numbers: how
// many cases a form has, how many forms there are, how many judges see each case.
// Protocols are data: YAML files, of which four from papers are built in. New draws the
// cases by a seed; a Store keeps the study, its judges and every answer; Next says
// what a judge does next; Check tells whether an answer is one; Verdict whether the
// judges of a case agree. A Desk ties them together for whoever talks to judges.
// Package web shows it, study/outcome turns the answers into tables.
//
// The promises:
//
//   - An answer that was acknowledged is on disk. Store.Save returns after the
//     data was forced there, or with an error.
//   - Nothing is overwritten. An answer that is changed stays in the history.
//   - A judge sees no case twice, and what he sees does not tell him the system.
//   - The same documents, protocol, numbers and seed give the same cases, orders
//     and forms.
package study
