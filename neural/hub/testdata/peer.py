"""What huggingface_hub does, for TestPeer.

    peer.py pull NAME FILE...   fetches files into the cache, as hf_hub_download does
    peer.py snapshot NAME       fetches what a folder lacks, as snapshot_download does
    peer.py read NAME           prints what is found without a network

Settings come from the environment (HF_ENDPOINT, HF_HUB_CACHE).
"""

import json
import os
import sys

from huggingface_hub import __version__, hf_hub_download, scan_cache_dir, snapshot_download, try_to_load_from_cache

what, name, *files = sys.argv[1:]
result = {"version": __version__}
if what == "pull":
    result["files"] = [hf_hub_download(name, f) for f in files]
elif what == "snapshot":
    result["dir"] = snapshot_download(name)
else:
    result["dir"] = snapshot_download(name, local_files_only=True)
    result["config"] = try_to_load_from_cache(name, "config.json")
    cache = scan_cache_dir()
    result["warnings"] = [str(w) for w in cache.warnings]
    result["repos"] = sorted(
        (r.repo_id, v.commit_hash, sorted(v.refs), v.size_on_disk, sorted(os.path.relpath(f.file_path, v.snapshot_path) for f in v.files))
        for r in cache.repos
        for v in r.revisions
    )
json.dump(result, sys.stdout)
