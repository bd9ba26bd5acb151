#!/usr/bin/env node
/**
 * Removes from node_modules what a built service does not run: what only builds, pages in browsers and the demo need.
 * For images alone, after the build; an installation would not notice and could not build again.
 *
 * Kept is what Next traced of the server, what the commands import, and all that these depend on.
 */
import { readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8"));
const filesIn = (folder) => readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" });

/** A server compiles nothing; sources of contracts are read as files. */
const neverKept = /^node_modules\/@next\/swc-/;
const readAsFiles = [
  "@openzeppelin/contracts",
  "geist",
  ...["noto-sans-kr", "noto-sans-jp", "noto-sans-sc", "vazirmatn"].map(
    (name) => `@fontsource-variable/${name}`,
  ),
];
/**
 * Query compilers that are not ours, what only development loads, sources, what only people and debuggers read, and the
 * fonts that are part of the built pages: receipts draw with two.
 */
const uselessFile =
  /^prisma[/\\](?!package\.json$)|\.(?:map|md|[cm]?tsx?)$|\.development\.js$|[/\\]\.yarn[/\\]|^@openzeppelin[/\\]contracts[/\\]build[/\\]|[/\\]query_compiler_(?!small_bg\.postgresql)|[/\\]next[/\\]dist[/\\]esm[/\\]|\.runtime\.dev\.js$|^geist[/\\]dist[/\\]fonts[/\\](?!geist-sans[/\\]Geist-(?:Regular|SemiBold)\.ttf$).*\.(?:ttf|woff2)$/;

/** Where Node finds `name` from the package at `place`. */
function find(name, place) {
  for (let folder = place; ; folder = folder.slice(0, Math.max(folder.lastIndexOf("/node_modules/"), 0))) {
    const candidate = `${folder === "" ? "" : `${folder}/`}node_modules/${name}`;
    if (packages[candidate] !== undefined) return candidate;
    if (folder === "") return null;
  }
}

const kept = new Set();

function keep(name, from = "") {
  const place = find(name, from);
  if (place === null || kept.has(place) || neverKept.test(place)) return;
  kept.add(place);
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = packages[place];
  const peers = Object.keys(peerDependencies ?? {}).filter((peer) => !peerDependenciesMeta[peer]?.optional);
  for (const needed of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers])
    keep(needed, place);
}

async function keepImports() {
  const { metafile } = await build({
    entryPoints: [
      ...filesIn("lib/operate/programs").map((file) => `lib/operate/programs/${file}`),
      "lib/operate/start.ts",
    ].filter((file) => file.endsWith(".ts") && !file.includes(".test.")),
    absWorkingDir: root,
    alias: { "@": root },
    bundle: true,
    packages: "external",
    format: "esm",
    platform: "node",
    outdir: "unwritten",
    write: false,
    metafile: true,
  });
  for (const { imports } of Object.values(metafile.outputs))
    for (const { path: imported } of imports) keep(/^(?:@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? "");
}

function keepTraced() {
  for (const file of filesIn(".next").filter((name) => name.endsWith(".nft.json")))
    for (const traced of JSON.parse(readFileSync(path.join(root, ".next", file), "utf8")).files) {
      const place = /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(
        path.relative(root, path.resolve(root, ".next", path.dirname(file), traced)).replaceAll("\\", "/"),
      )?.[0];
      if (place !== undefined && packages[place] !== undefined) kept.add(place);
    }
}

// Receipts load them when one is asked for.
const drawsReceipts = ["pdfkit", "subset-font"];

for (const name of ["tsx", ...readAsFiles, ...drawsReceipts]) keep(name);
// Each start compares the version by which the database client was made.
kept.add("node_modules/prisma");
await keepImports();
// Of these Next needs only what it traced, so they come last and bring nothing along.
keepTraced();
// A folder that is kept for a package inside it keeps that alone.
for (const place of Object.keys(packages)
  .filter((name) => name !== "" && !kept.has(name))
  .sort()
  .reverse())
  if (![...kept].some((name) => name.startsWith(`${place}/node_modules/`)))
    rmSync(path.join(root, place), { recursive: true, force: true });
for (const file of filesIn("node_modules"))
  if (uselessFile.test(file)) rmSync(path.join(root, "node_modules", file), { force: true, recursive: true });
// What was traced is read above and nowhere else.
for (const file of filesIn(".next").filter((name) => name.endsWith(".nft.json")))
  rmSync(path.join(root, ".next", file));
