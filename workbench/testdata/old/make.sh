#!/bin/sh
# Makes the fixture of this folder: make.sh HED
#
# HED is the program whose workbenches are to open for ever. It needs curl, sed and tar. The server is
# killed in the middle of a run, so that the log of the database is in the fixture too.
set -eu
hed=$1
out=$(cd "$(dirname "$0")" && pwd)
work=$(mktemp -d)
trap 'kill -9 $server 2>/dev/null || true; rm -rf "$work"' EXIT
cd "$work"
for n in $(seq 60); do
	echo "{\"id\":\"d$n\",\"text\":\"The council voted on day $n to keep lido $n open for three more summers. Repairs cost $n million pounds, and a freight train lost two wagons near the river.\",\"headline\":\"Lido $n saved for three summers\"}"
done > news.jsonl
for n in $(seq 60); do echo "Council keeps pool $n"; done > a.txt
"$hed" serve --data data --listen 127.0.0.1:0 --workers 1 > link 2> said & server=$!
while ! grep -q key= link; do sleep 0.1; done
base=$(sed 's|/enter.*||' link) key=$(sed 's|.*key=||' link)
api() { method=$1 path=$2; shift 2; curl -sf -X "$method" -H "Authorization: Bearer $key" "$@" "$base/api/v1$path"; }
id() { sed 's/"id":"\([a-z0-9]*\)".*/\1/;s/^{//'; }

project=$(api POST /projects -H 'Content-Type: application/json' -d '{"name":"News","notes":"Of the town","tags":["town"]}' | id)
corpus=$(api POST "/projects/$project/corpora" -F docs=@news.jsonl -F system=@a.txt)
system=$(echo "$corpus" | sed 's/.*"systems":\[{[^]]*"id":"\([a-z0-9]*\)".*/\1/') corpus=$(echo "$corpus" | sed 's/"systems".*//' | sed 's/.*"id":"\([a-z0-9]*\)".*/\1/')
start() { # NAME METRICS
	api POST "/projects/$project/runs" -H 'Content-Type: application/json' -d "{\"name\":\"$1\",\"settings\":{\"corpus\":\"$corpus\",\"system\":[\"$system\"],\"baseline\":[\"first\"],\"metric\":[$2],\"bootstrap\":100,\"seed\":1,\"chart\":[\"overview\"]}}" | id
}
state() { api GET "/runs/$1" | sed 's/","ahead".*//; s/.*"state":"//'; }
await() { for _ in $(seq 100); do [ "$(state "$1")" = "$2" ] && return; sleep 0.1; done; echo "the run is not $2: $(api GET "/runs/$1")" >&2; exit 1; }
first=$(start First '"rouge"')
await "$first" done
stopped=$(start Stopped '"lda:topics=1024+iterations=100000"')
await "$stopped" going
api POST "/runs/$stopped/stop" > /dev/null

curl -sf -c jar -b jar -L "$(cat link)" > page
token=$(sed -n 's/.*data-token="\([^"]*\)".*/\1/p' page | head -1)
curl -sf -b jar -H "X-Token: $token" -H 'Content-Type: application/json' -X PUT -d '{"article":"The lido stays open.","headlines":[{"id":"a","text":"Pool saved"}]}' "$base/projects/$project/editor/d/draft1" > /dev/null
curl -sf -b jar -d "token=$token" -d "name=Judges" -d protocol=suitability -d system=a -d cases=2 -d forms=1 -d judges=1 "$base/runs/$first/study" > /dev/null
api POST "/runs/$first/share" > /dev/null 2>&1 || curl -sf -b jar -d "token=$token" -X POST "$base/runs/$first/share" > /dev/null
echo 'correct horse battery' | "$hed" serve user add ann --role admin --data data
echo 'correct horse battery' | "$hed" serve user add bob --data data
key=$("$hed" serve user token ann --name ci --scope admin --data data)
going=$(start Going '"lda:topics=1024+iterations=100000"')
await "$going" going
sleep 1
kill -9 $server
rm -f data/lock data/port data/workbench.db-shm data/studies/*-shm
tar --sort=name --owner=0 --group=0 --numeric-owner -C data -czf "$out/data.tar.gz" .
ls -l "$out"
