#!/usr/bin/env python3
"""What a package of ours has within itself: bill.py FOLDER writes for each package of programs FOLDER/PACKAGE/sbom.cdx.json
(CycloneDX 1.5) and licencias.txt, the whole texts of all licences. Fails where a crate has a licence that nobody has looked at."""

import hashlib
import json
import pathlib
import re
import subprocess
import sys
import tomllib

PROGRAMS = {
    "bombo-server": ["hall-server", "card-printer", "ball-machine-tools"],
    "bombo-console": ["caller-console"],
    "bombo-wall": ["display-wall"],
    "bombo-camera": ["display-wall"],
    "bombo-voice": ["hall-voice"],
    "bombo-panel": ["hall-panel"],
    "bombo-simulators": ["ball-machine-tools", "hall-panel-tools"],
    "bombo-demo": ["xtask"],
}
# docs/licences.md says what each asks for.
KNOWN = {
    "0BSD", "Apache-2.0", "Apache-2.0 WITH LLVM-exception", "BSD-2-Clause", "BSD-3-Clause", "BSL-1.0", "ISC", "MIT",
    "MPL-2.0", "Unicode-3.0", "Unlicense", "Zlib",
}


def is_known(expression):
    """Whether all of an AND, and one of an OR, are known. No crate of ours nests deeper than one pair of brackets."""
    whole = expression.replace("/", " OR ")
    while "(" in whole:
        whole = re.sub(r"\(([^()]*)\)", lambda inner: "MIT" if is_known(inner[1]) else "?", whole)
    return any(all(part.strip() in KNOWN for part in choice.split(" AND ")) for choice in whole.split(" OR "))


def within(meta, roots):
    nodes = {node["id"]: node for node in meta["resolve"]["nodes"]}
    names = {package["name"]: package["id"] for package in meta["packages"] if package["source"] is None}
    found, waiting = set(), [names[root] for root in roots]
    while waiting:
        here = waiting.pop()
        if here in found:
            continue
        found.add(here)
        for dep in nodes[here]["deps"]:
            if any(kind["kind"] is None for kind in dep["dep_kinds"]):
                waiting.append(dep["pkg"])
    return found, nodes


def purl(package):
    return f"pkg:cargo/{package['name']}@{package['version']}"


def main(folder):
    words = ["cargo", "metadata", "--format-version=1", "--locked", "--filter-platform=x86_64-unknown-linux-gnu"]
    meta = json.loads(subprocess.run(words, check=True, stdout=subprocess.PIPE).stdout)
    by_id = {package["id"]: package for package in meta["packages"]}
    lock = tomllib.loads(pathlib.Path("Cargo.lock").read_text())
    sums = {(package["name"], package["version"]): package.get("checksum") for package in lock["package"]}
    for name, roots in PROGRAMS.items():
        ids, nodes = within(meta, roots)
        packages = sorted((by_id[one] for one in ids), key=lambda package: (package["name"], package["version"]))
        for package in packages:
            if not is_known(package["license"] or ""):
                sys.exit(f"{name}: {package['name']} tiene la licencia «{package['license']}», que nadie ha mirado (docs/licences.md)")
        ours = [package for package in packages if package["name"] in roots]
        components, depends, texts = [], [], {}
        for package in packages:
            checksum = sums.get((package["name"], package["version"]))
            components.append({
                "type": "library", "bom-ref": purl(package), "name": package["name"], "version": package["version"],
                "purl": purl(package), "licenses": [{"expression": package["license"].replace("/", " OR ")}],
                **({"hashes": [{"alg": "SHA-256", "content": checksum}]} if checksum else {}),
            })
            uses = [dep["pkg"] for dep in nodes[package["id"]]["deps"] if dep["pkg"] in ids]
            depends.append({"ref": purl(package), "dependsOn": sorted({purl(by_id[use]) for use in uses})})
            if package["source"] is None:
                continue
            place = pathlib.Path(package["manifest_path"]).parent
            files = sorted(file for file in place.iterdir() if re.match(r"(?i)(licen[cs]e|copying|notice|unlicense)", file.name) and file.is_file())
            for file in files:
                text = file.read_text(errors="replace").strip()
                texts.setdefault(hashlib.sha256(text.encode()).hexdigest(), (text, []))[1].append(f"{package['name']} {package['version']}")
            if not files:
                text = f"Sin texto en su paquete; dice: {package['license']}"
                texts.setdefault(text, (text, []))[1].append(f"{package['name']} {package['version']}")
        bom = {
            "bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"component": {"type": "application", "name": name, "version": ours[0]["version"]}},
            "components": components, "dependencies": depends,
        }
        (folder / name).mkdir(parents=True, exist_ok=True)
        (folder / name / "sbom.cdx.json").write_text(json.dumps(bom, indent=1, ensure_ascii=False) + "\n")
        whole = sorted(texts.values(), key=lambda of: of[1])
        lines = [", ".join(sorted(set(crates))) + "\n\n" + text for text, crates in whole]
        (folder / name / "licencias.txt").write_text(("\n\n" + "-" * 78 + "\n\n").join(lines) + "\n")


main(pathlib.Path(sys.argv[1]))
