import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

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
export function findTableWriters(): Map<string, string[]> {
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
export function tablesByRoom(): [room: string, tables: string][] {
  const rooms = new Map<string, string[]>();
  for (const [table, [room = "database triggers"]] of findTableWriters())
    rooms.set(room, [...(rooms.get(room) ?? []), `\`${table}\``]);
  return [...rooms].sort().map(([room, tables]) => [room, tables.join(", ")]);
}
