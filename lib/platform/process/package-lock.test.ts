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
      dependencies: names,
      optionalDependencies: names,
      peerDependencies: names,
      peerDependenciesMeta: z.record(z.string(), z.object({ optional: z.boolean().optional() })).default({}),
    }),
  ),
});

const lockFile = new URL("../../../package-lock.json", import.meta.url);
const { packages } = lockSchema.parse(JSON.parse(await readFile(lockFile, "utf8")));

/** Where Node looks for `name` from the package at `place`: there, then in each folder above. */
function placesOf(name: string, place: string): string[] {
  const here = place === "" ? `node_modules/${name}` : `${place}/node_modules/${name}`;
  if (place === "") return [here];
  const above = place.slice(0, Math.max(place.lastIndexOf("/node_modules/"), 0));
  return [here, ...placesOf(name, above)];
}

test("names every required package, of other platforms too", () => {
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

test("has a hash of every package that is fetched, and names no registry", () => {
  const fetched = Object.entries(packages).filter(([place, { inBundle }]) => place !== "" && !inBundle);
  expect(fetched.length).toBeGreaterThan(1_000);
  expect(
    fetched.filter(([, { integrity }]) => !integrity?.startsWith("sha512-")).map(([place]) => place),
  ).toEqual([]);
  expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});
