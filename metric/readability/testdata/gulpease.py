"""Prints the Gulpease index of textstat for Italian headlines, as gulpease.txt.

    pip install textstat==0.7.13
    python3 gulpease.py > gulpease.txt

textstat counts marks as letters and leaves out sentences of one or two words, and
does not cut at apostrophes, so the headlines have no marks but full stops between
sentences of three words and more, whose letters are told apart below.
"""

import textstat

HEADLINES = """
Il governo taglia le tasse sulla prima casa
Trovata in soffitta una lettera inedita di Pirandello
Il medico di base va in pensione e nessuno lo sostituisce
Vince al lotto ma dimentica il biglietto sul tram
Il ponte è chiuso. La città protesta
Precipitevolissimevolmente dimissionari gli amministratori dell unione
Nessuno paga il biglietto. Autobus gratis per protesta
Chi va piano va sano
Ricerca scoperta a Trieste una proteina contro una malattia rara
Otto su dieci non leggono un libro
""".strip().split("\n")

textstat.set_lang("it")
for h in HEADLINES:
    stops = h.count(".")  # not letters
    words = textstat.lexicon_count(h)
    print(f"{textstat.gulpease_index(h) + 10 * stops / words:.4f}\t{h}")
