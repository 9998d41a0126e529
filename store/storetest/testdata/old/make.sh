#!/bin/sh
# Makes the fixtures of this folder: make.sh HED POSTGRES_URL
#
# HED is the program whose stores are to open for ever. POSTGRES_URL is that of an empty
# database of a throwaway server, as postgres://hed@127.0.0.1:5555/postgres?sslmode=disable.
# It needs curl, gzip, psql and pg_dump.
set -eu
hed=$1 url=$2
out=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'kill $server 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
cat > news.jsonl <<'.'
{"id":"lido","text":"The council voted to keep the lido open for three more summers. Repairs cost 2.4 million pounds.","headline":"Lido saved for three summers"}
{"id":"train","text":"A freight train lost two wagons near the river on Friday. Nobody was hurt, and 40 trains were cancelled.","headline":"Wagons lost near river"}
{"id":"fair","text":"The summer fair drew 9,000 people to the common, twice as many as the year before.","headline":"Fair draws 9,000"}
.
printf '%s\n' 'Council keeps pool' 'Forty trains cancelled' 'Crowds at the fair' > a.txt
printf '%s\n' 'Pool pool of the coast' 'The train was a train' 'Nine thousand fair fair' > b.txt
password='correct horse battery'

# fill makes a study in the store $1, and leaves what a test has to know in the file $2.
fill() {
	"$hed" study new --docs news.jsonl --system a=a.txt --system b=b.txt --protocol suitability \
		--cases 2 --forms 1 --judges 2 --background --seed 7 --store "$1"
	echo "$password" | "$hed" study password --store "$1"
	"$hed" study invite --store "$1" --judges 2 --base-url http://study.example.org > links
	"$hed" study serve --store "$1" --listen 127.0.0.1:8765 & server=$!
	site=http://127.0.0.1:8765
	curl -s --retry 50 --retry-delay 1 --retry-connrefused $site/healthz
	first=$(sed -n '1s|.*/j/||p' links) second=$(sed -n '2s|.*/j/||p' links)

	# The first judge tells something of himself, finishes a case, with one answer that
	# he changed, and leaves the next in the middle.
	n=0
	put() {
		n=$((n + 1))
		curl -sf -X PUT -H "Authorization: Bearer $first" -H 'Content-Type: application/json' \
			-d "{\"id\":\"fixture-$n\",\"value\":\"$2\",\"millis\":12000}" "$site/api/v1/$1" > said
	}
	post() { curl -sf -X POST -H "Authorization: Bearer $first" "$site/api/v1/$1" > said; }
	put about/answers/age 25-39
	post about/close
	curl -sf -H "Authorization: Bearer $first" $site/api/v1/work > said
	put cases/0/answers/correct.A no
	for at in correct.A correct.B correct.C same.A-B same.A-C same.B-C; do put cases/0/answers/$at yes; done
	put cases/0/answers/attract B
	post cases/0/steps/0/close
	for at in appropriate.A appropriate.B appropriate.C; do put cases/0/answers/$at no; done
	put cases/0/answers/rank 'B>A>C'
	post cases/0/steps/1/close
	put cases/1/answers/correct.A yes

	# The coordinator logs in, opens the study for enrolment, and does not log out.
	token() { curl -s -b jar -c jar $site/coordinator | sed -n 's/.*name="token" value="\([^"]*\)".*/\1/p' | head -1; }
	rm -f jar
	curl -sf -b jar -c jar --data-urlencode "token=$(token)" --data-urlencode "password=$password" $site/coordinator/login
	curl -sf -b jar --data-urlencode "token=$(token)" -d code=open+sesame -d most=5 $site/coordinator/enrolment
	cookie=$(awk '$6 == "hed" { print $7 }' jar)
	kill -INT $server
	wait $server || true
	printf '{"password": "%s", "code": "open sesame", "judges": ["%s", "%s"], "cookie": "%s", "at": "%s"}\n' \
		"$password" "$first" "$second" "$cookie" "$(date -u +%Y-%m-%dT%H:%M:%SZ)" > "$2"
	"$hed" study export --store "$1" --out export
}

fill study.db "$out/sqlite.json"
cp export/answers.csv export/ratings.csv "$out"
gzip -9 -n < study.db > "$out/study.db.gz"

psql "$url" -q -c 'CREATE SCHEMA old'
fill "$url&search_path=old" "$out/postgres.json"
cmp export/answers.csv "$out/answers.csv"
# Settings are left out, since servers of other versions do not know all of them; so are
# the commands for psql that newer versions of pg_dump write.
pg_dump "$url" --schema old --inserts --no-owner | grep -v -e '^--' -e '^SET ' -e '^SELECT pg_catalog.set_config' -e '^\\' | cat -s > "$out/study.sql"
