import { readdirSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const page = fileURLToPath(new URL("../../docs/architecture.md", import.meta.url));

test("each table is written by one room", () => {
  const writers = [...findTableWriters()];
  expect(writers.length).toBeGreaterThan(40);
  expect(writers.filter(([, rooms]) => rooms.length > 1)).toEqual([]);
});

test("docs/architecture.md lists the tables of each room", async () => {
  const rows = tablesByRoom().map(([room, tables]) => `| ${room} | ${tables} |`);
  const table = ["| Room | Tables |", "| --- | --- |", ...rows].join("\n");
  const text = await readFile(page, "utf8");
  const squeezed = text.replaceAll(/ {2,}/g, " ").replaceAll(/-{4,}/g, "---");
  expect(squeezed).toContain(table);
});

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Tables by their Prisma client's name: `checkoutEvent` → `checkout_events`. */
function readTables(): Map<string, string> {
  const folder = path.join(root, "prisma/schema");
  const models = readdirSync(folder)
    .map((name) => readFileSync(path.join(folder, name), "utf8"))
    .flatMap((text) => [...text.matchAll(/^model (\w+) \{[\s\S]*?@@map\("(\w+)"\)/gm)]);
  return new Map(
    models.map(([, model = "", table = ""]) => [model.charAt(0).toLowerCase() + model.slice(1), table]),
  );
}

/** Every store of the product: its room and its code without comments. */
function readStores(): { room: string; code: string }[] {
  return readdirSync(path.join(root, "lib"), { recursive: true, encoding: "utf8" })
    .map((name) => name.split(path.sep).join("/"))
    .filter((name) => name.endsWith(".store.ts") && !/^(testing|bench|demo)\//.test(name))
    .map((name) => ({
      room: name.split("/")[0] ?? "",
      code: readFileSync(path.join(root, "lib", name), "utf8").replaceAll(
        /\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm,
        "",
      ),
    }));
}

const writes =
  /\b(?:INSERT INTO|DELETE FROM|UPDATE|MERGE INTO|TRUNCATE|COPY)\s+(?:ONLY\s+)?"?(\$\{table\}|\w+)"?/g;
const prismaWrites = /\b(\w+)\s*\.(?:create|update|upsert|delete)(?:Many)?(?:AndReturn)?\(/g;

/** Reads SQL and Prisma calls of all stores: the rooms that write each table. */
function findTableWriters(): Map<string, string[]> {
  const tables = readTables();
  const writers = new Map([...tables.values()].sort().map((table) => [table, new Set<string>()]));
  for (const { room, code } of readStores()) {
    // A statement for several tables is written with `${table}`, and names them as strings.
    const named = [...code.matchAll(/"(\w+)"/g)].map(([, table = ""]) => table);
    const written = [
      ...[...code.matchAll(writes)].flatMap(([, table = ""]) => (/^\w+$/.test(table) ? [table] : named)),
      ...[...code.matchAll(prismaWrites)].map(([, model = ""]) => tables.get(model) ?? ""),
    ];
    for (const table of written) writers.get(table)?.add(room);
  }
  return new Map([...writers].map(([table, rooms]) => [table, [...rooms].sort()]));
}

/** Room → its tables, as one cell of the table in docs/architecture.md. Triggers of the database write the others. */
function tablesByRoom(): [room: string, tables: string][] {
  const rooms = new Map<string, string[]>();
  for (const [table, [room = "database triggers"]] of findTableWriters())
    rooms.set(room, [...(rooms.get(room) ?? []), `\`${table}\``]);
  return [...rooms].sort().map(([room, tables]) => [room, tables.join(", ")]);
}
