import { existsSync, readFileSync } from "node:fs";
import { SourceMap, type SourceMapPayload } from "node:module";
import { fileURLToPath } from "node:url";
import type { Coverage, CpuProfile } from "./ask-probe";

/** Where a server's processor time goes, in the order of a request. */
export const layers = [
  "Node",
  "Next",
  "auth",
  "limits",
  "parsing",
  "rules",
  "database client",
  "answer",
  "after the answer",
  "background",
  "garbage collection",
] as const;
export type Layer = (typeof layers)[number];

/** The first that a source file matches. Other files take the layer of their caller. */
const layerOfSource: readonly [RegExp, Layer][] = [
  [/^node_modules\/next\//, "Next"],
  [/^node_modules\/(?:pg|pg-[^/]+|postgres-[^/]+|@prisma\/[^/]+)\//, "database client"],
  [/^lib\/platform\/(?:database|postgres\/)|^prisma\//, "database client"],
  [
    /^lib\/api\/http\/(?:note-request|log)|^lib\/projects\/logs\/|^lib\/platform\/(?:metrics|log|tracing)\./,
    "after the answer",
  ],
  [
    /^node_modules\/(?:prom-client|pino)\/|^inngest\/worker\/tell\.|^lib\/api\/wiring\/count-facts/,
    "after the answer",
  ],
  [/^lib\/api\/http\/(?:respond|route|checkout-answers)|^lib\/checkouts\/views\//, "answer"],
  [/^lib\/api\/http\/read-input|^node_modules\/zod\/|\.schema\.ts$/, "parsing"],
  [/^lib\/api\/limits\/|^lib\/platform\/limits\/|^lib\/api\/client-address/, "limits"],
  [/^lib\/api\/|^lib\/projects\/(?:keys\/|project\.)/, "auth"],
  [
    /^lib\/(?:payments|webhooks|settlement|operate|books|strays|signed|letters|insights|platform\/jobs)\/|^inngest\//,
    "background",
  ],
  [/^lib\/chain\/(?:reader|rpc|sender|check)\//, "background"],
  [/^lib\/(?!bench\/)|^app\//, "rules"],
];

/** Null for a file that works for its caller. */
export function layerOf(source: string): Layer | null {
  return layerOfSource.find(([pattern]) => pattern.test(source))?.[1] ?? null;
}

/** Microseconds of each layer in a profile, without idle time. */
export function foldProfile(
  { nodes, samples, timeDeltas }: CpuProfile,
  sourceOf: (url: string, line: number, column: number) => string,
): ReadonlyMap<Layer, number> {
  const own = new Map<number, number>();
  for (const [index, id] of samples.entries())
    own.set(id, (own.get(id) ?? 0) + Math.max(0, timeDeltas[index] ?? 0));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const folded = new Map<Layer, number>();
  const waiting: [id: number, caller: Layer][] = nodes.slice(0, 1).map(({ id }) => [id, "Node"]);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const node = byId.get(next[0]);
    if (node === undefined) continue;
    const { url, functionName, lineNumber, columnNumber } = node.callFrame;
    const layer =
      functionName === "(garbage collector)"
        ? "garbage collection"
        : (layerOf(sourceOf(url, lineNumber, columnNumber)) ?? next[1]);
    if (functionName !== "(idle)") folded.set(layer, (folded.get(layer) ?? 0) + (own.get(node.id) ?? 0));
    for (const child of node.children ?? []) waiting.push([child, layer]);
  }
  return folded;
}

export type Maps = {
  sourceOf(url: string, line: number, column: number): string;
  /** How often functions of this name ran, in sources that match. */
  calls(scripts: readonly Coverage[], source: RegExp, name: string): number;
};

/** Sources of a built server's scripts, by the maps beside them. */
export function openMaps(): Maps {
  const maps = new Map<string, SourceMap | null>();
  const mapOf = (url: string): SourceMap | null => {
    const known = maps.get(url);
    if (known !== undefined) return known;
    const file = `${url.startsWith("file:") ? fileURLToPath(url) : url}.map`;
    const map =
      // Packages' own maps name sources of another tree.
      /^node:|\/node_modules\//.test(url) || !existsSync(file)
        ? null
        : new SourceMap(JSON.parse(readFileSync(file, "utf8")) as SourceMapPayload);
    maps.set(url, map);
    return map;
  };
  const sourceOf = (url: string, line: number, column: number) => {
    const entry = mapOf(url)?.findEntry(line, column);
    return relative(entry !== undefined && "originalSource" in entry ? (entry.originalSource ?? url) : url);
  };
  return {
    sourceOf,

    calls(scripts, source, name) {
      let calls = 0;
      for (const { url, functions } of scripts) {
        const found = functions.filter(
          ({ functionName, ranges }) => functionName === name && ranges[0]?.count,
        );
        if (found.length === 0) continue;
        const text = readFileSync(fileURLToPath(url), "utf8");
        for (const { ranges } of found) {
          const before = text.slice(0, ranges[0]?.startOffset).split("\n");
          const line = before.length - 1;
          if (source.test(sourceOf(url, line, before[line]?.length ?? 0))) calls += ranges[0]?.count ?? 0;
        }
      }
      return calls;
    },
  };
}

/** A path inside the repository, whatever stands before it. */
function relative(source: string): string {
  return (
    /(?:^|\/)((?:node_modules|lib|app|inngest|prisma|components)\/.*)$/.exec(
      source.replace("%40", "@"),
    )?.[1] ?? source
  );
}
