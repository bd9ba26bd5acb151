import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({
      resolved: z.string().optional(),
      integrity: z.string().optional(),
      inBundle: z.boolean().default(false),
      /** A workspace. */
      link: z.boolean().default(false),
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
    }),
  ),
});

async function readLock(folder: string) {
  const file = new URL(`../../../${folder}/package-lock.json`, import.meta.url);
  return lockSchema.parse(JSON.parse(await readFile(file, "utf8"))).packages;
}

/** Every lock of the repository, and the least number of packages that it names. */
const locks = [
  [".", await readLock("."), 1_000],
  ["packages", await readLock("packages"), 50],
  ["integrations/mcp", await readLock("integrations/mcp"), 100],
  ["e2e/agents/tools", await readLock("e2e/agents/tools"), 20],
  ["e2e/browsers/tools", await readLock("e2e/browsers/tools"), 50],
  ["e2e/judges/tools", await readLock("e2e/judges/tools"), 500],
] as const;

/** Where Node looks for `name` from the package at `place`: there, then in each folder above. */
function placesOf(name: string, place: string): string[] {
  const here = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
  if (place === "") return [here];
  const above = place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0));
  return [here, ...placesOf(name, above)];
}

test.each(locks)("%s names every required package, of other platforms too", (_, packages) => {
  const missing = Object.entries(packages).flatMap(([place, locked]) => {
    const peers = Object.keys(locked.peerDependencies).filter(
      (name) => locked.peerDependenciesMeta[name]?.optional !== true,
    );
    const wanted = [
      ...Object.keys(locked.dependencies),
      ...Object.keys(locked.optionalDependencies),
      ...peers,
    ];
    return wanted
      .filter((name) => !placesOf(name, place).some((there) => packages[there] !== undefined))
      .map((name) => `${name}, for ${place}`);
  });
  expect(missing).toEqual([]);
});

test.each(locks)("%s has a hash of every fetched package, and names no registry", (_, packages, least) => {
  const fetched = Object.entries(packages).filter(
    ([place, { inBundle, link }]) => place.includes("node_modules/") && !inBundle && !link,
  );
  expect(fetched.length).toBeGreaterThan(least);
  expect(
    fetched.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([place]) => place),
  ).toEqual([]);
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
