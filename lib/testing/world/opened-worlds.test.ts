import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** Files that open a database of the tests themselves, and why the awkward world is not for them. */
const exceptions: Readonly<Record<string, string>> = {
  "lib/operate/doctor/doctor.int.test.ts": "databases without the schema, or of an older one",
  "lib/platform/backup/backup.store.int.test.ts": "the copy is restored into an empty one",
  "lib/platform/due-work.int.test.ts": "counts connections, which a lent one keeps open",
  "lib/platform/postgres/pooler.int.test.ts": "migrates through a pooler",
  "lib/platform/process/service-mark.int.test.ts": "marks it, and has no rows",
  "lib/testing/database.ts": "lends them",
  "lib/testing/simulator/world.ts": "its invariants know every row",
  "lib/testing/world/stores.ts": "opens the awkward world",
  "prisma/migrate.int.test.ts": "migrates an empty one",
};

const files = ["lib", "inngest", "prisma"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((name) => `${folder}/${name.split(path.sep).join("/")}`)
    .filter((name) => name.endsWith(".ts") && !name.endsWith("opened-worlds.test.ts")),
);
const textOf = (name: string) => readFileSync(path.join(root, name), "utf8");

test("tests get their database from the awkward world", () => {
  const openers = files.filter((name) => /\b(?:lend|create)TestDatabase\(/.test(textOf(name)));
  expect(openers.sort()).toEqual(Object.keys(exceptions));
});

test("whoever asks for a tidy world, or for a clock that stands, says why in a sentence", () => {
  const reasons = files
    .filter((name) => name.endsWith(".test.ts") || name.startsWith("lib/testing/"))
    .flatMap((name) => [...textOf(name).matchAll(/\b(?:tidy|stillClock): "([^"]*)"/g)])
    .map(([, reason = ""]) => reason);
  expect(reasons.length).toBeGreaterThan(10);
  expect(reasons.filter((reason) => reason.split(" ").length < 3)).toEqual([]);
});
