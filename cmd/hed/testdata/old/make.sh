#!/bin/sh
# make.sh HED: makes folders.tar.gz with the binary HED, from the files in in/.
set -eu
hed=$(readlink -f "$1")
here=$(dirname "$(readlink -f "$0")")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cp -r "$here/in" "$work/old"
cd "$work/old"

# killed FILE ARGS...: runs hed, and kills it when the file has grown beyond 2 kB.
# Where hed was done before that, it is tried again.
killed() {
	file=$1
	shift
	for _ in 1 2 3 4 5 6 7 8 9; do
		"$hed" "$@" --workers 1 >/dev/null 2>&1 &
		while kill -0 $! 2>/dev/null; do
			if [ "$(stat -c %s "$file" 2>/dev/null || echo 0)" -gt 2000 ]; then
				kill -KILL $! || true
			fi
		done
		wait $! || true
		if [ -e "$file" ]; then
			return
		fi
	done
	echo "$file: hed is too fast to be killed" >&2
	exit 1
}

# Finished evaluations.
"$hed" eval --docs news.jsonl --system a=a.txt --system b=b.txt --baseline first,random --metric rouge:types=1/L,readability,numsupport --chart none --out run
"$hed" eval --docs news.jsonl --system a=b.txt --system b=a.txt --baseline first,random:words=4 --metric rouge:types=1/L,lsi,fluency --chart none --seed 2 --out other
"$hed" split --docs news.jsonl --folds 4 --ratio 0.5,0.25,0.25 --out folds
"$hed" eval --folds folds --baseline first,tfidf --metric rouge:types=1,readability --chart none --out folded

# What metrics learnt, and trained models.
head -n 3 news.jsonl >few.jsonl
"$hed" fit --docs few.jsonl --metric lsi,lda:topics=3,we,kl:weights=tfidf,fluency --out few.state
"$hed" train lm --docs news.jsonl --out lm
"$hed" train vectors --docs few.jsonl --out vectors
"$hed" train tagger --conllu bank.conllu --lang it --out tagger

# Work that was killed.
# lines N: 900 texts of 60 words.
lines() {
	awk -v n="$1" 'BEGIN { for (i = 0; i < 900; i++) { for (w = 0; w < 60; w++) printf "word%d ", i % 7 * w % n; print "" } }' | gzip -9n
}
lines 97 >many.txt.gz
lines 89 >sys.txt.gz
killed killed/.unfinished/rows eval --docs many.txt.gz --ref sys.txt.gz --system a=sys.txt.gz --baseline random \
	--metric rouge:profile=hevas+types=1/SU --chart none --out killed
killed .headlines.jsonl.unfinished generate --docs many.txt.gz --with random --out headlines.jsonl
awk 'BEGIN { split("NOUN VERB ADJ PROPN", tag); for (i = 0; i < 200; i++) { for (w = 0; w < 9; w++)
	printf "%d\tword%d\t_\t%s\t_\t_\t_\t_\t_\t_\n", w + 1, (i + w * w) % 23, tag[(i * w + w) % 4 + 1]; print "" } }' >killed.conllu
killed killed-tagger/.unfinished/run1 train tagger --conllu killed.conllu --lang it --out killed-tagger

tar --sort=name --owner=0 --group=0 --numeric-owner --mtime=@0 -cf - . | gzip -9n >"$here/folders.tar.gz"
ls -l "$here/folders.tar.gz"
