import { once } from "node:events";
import { createReadStream } from "node:fs";
import { link, open, rm } from "node:fs/promises";
import type { Writable } from "node:stream";
import { finished, pipeline } from "node:stream/promises";
import { createGunzip, createGzip } from "node:zlib";
import { type Client, escapeIdentifier, escapeLiteral } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";
import { z } from "zod";
import { withClient } from "@/lib/platform/postgres/client";
import { DatabaseUnusable, newOwnDatabase } from "@/lib/platform/postgres/faults.rules";

export type TableCount = { name: string; rows: number };

/**
 * Writes all that is kept to a file, as it is at one moment: the service may go on meanwhile. What a crash of the
 * database may lose (unlogged tables) is left out. The file appears under its name when it is whole.
 *
 * @param migrations those of this release, which the database must have
 */
export async function writeBackup(
  databaseUrl: string,
  file: string,
  migrations: readonly string[],
): Promise<TableCount[]> {
  const part = `${file}.part`;
  // One that is there is someone's.
  const handle = await open(part, "wx", 0o600);
  try {
    const counts = await withClient(connectionTo(databaseUrl), async (client) => {
      const gzip = createGzip();
      const written = pipeline(gzip, handle.createWriteStream());
      written.catch(() => undefined);
      // A disk that is full ends what waits for it.
      const put = (data: Buffer | string) => Promise.race([writeTo(gzip, data), written]);
      await client.query(`BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${noTimeLimits}`);
      const tables = await readTables(client);
      const header: BackupHeader = {
        format: "stablecoin-checkout backup 1",
        createdAt: new Date().toISOString(),
        migrations: [...migrations],
        tables,
      };
      await put(`${JSON.stringify(header)}\n`);
      const all: TableCount[] = [];
      for (const table of tables) {
        const rows = client.query(copyTo(`COPY ${target(table)} TO STDOUT`));
        for await (const chunk of rows) await put(chunk as Buffer);
        await put(`${endOfTable}\n`);
        all.push({ name: table.name, rows: rows.rowCount });
      }
      // Sequences aren't transactional and only grow, so a later value than the rows' is fine.
      const trailer: BackupTrailer = { sequences: await readSequences(client) };
      await client.query("COMMIT");
      gzip.end(`${JSON.stringify(trailer)}\n`);
      await written;
      return all;
    });
    await link(part, file);
    return counts;
  } finally {
    await handle.close().catch(() => undefined);
    await rm(part, { force: true });
  }
}

/**
 * Brings a backup into a database that has this release's tables and no row, in one transaction.
 *
 * @param migrations those of this release
 * @throws UnreadableBackup @throws DatabaseUnusable when it has rows
 */
export async function restoreBackup(
  databaseUrl: string,
  file: string,
  migrations: readonly string[],
): Promise<{ createdAt: string; counts: TableCount[] }> {
  const source = createReadStream(file);
  const gunzip = createGunzip();
  // Its fault is thrown where the lines are read.
  pipeline(source, gunzip).catch(() => undefined);
  const lines = linesOf(gunzip);
  const next = async () => {
    const { value, done } = await lines.next().catch((error: unknown) => {
      throw isOfGzip(error) ? new UnreadableBackup("The backup is damaged, or ends early.") : error;
    });
    return done === true ? null : value;
  };
  try {
    const header = readHeader(await next());
    if (header.migrations.join() !== migrations.join())
      throw new Error(
        "The backup was made by another release. Restore it with that release, and upgrade then.",
      );
    return await withClient(connectionTo(databaseUrl), async (client) => {
      await client.query(`BEGIN; ${noTimeLimits}`);
      await refuseUnlessEmpty(client);
      const counts: TableCount[] = [];
      for (const table of header.tables) {
        // Triggers stay off: their effects are in the backup already.
        await client.query(`ALTER TABLE ${escapeIdentifier(table.name)} DISABLE TRIGGER USER`);
        const rows = client.query(copyFrom(`COPY ${target(table)} FROM STDIN`));
        const copied = finished(rows);
        copied.catch(() => undefined);
        for (let line = await next(); line?.toString("latin1") !== endOfTable; line = await next()) {
          if (line === null) throw new UnreadableBackup(`The backup ends early: within ${table.name}.`);
          await Promise.race([writeTo(rows, Buffer.concat([line, Buffer.from("\n")])), copied]);
        }
        rows.end();
        await copied;
        await client.query(`ALTER TABLE ${escapeIdentifier(table.name)} ENABLE TRIGGER USER`);
        counts.push({ name: table.name, rows: rows.rowCount });
      }
      for (const { name, value } of readTrailer(await next()).sequences)
        await client.query(`SELECT setval(${escapeLiteral(name)}, ${escapeLiteral(value)}::bigint)`);
      await client.query("COMMIT");
      return { createdAt: header.createdAt, counts };
    });
  } finally {
    source.destroy();
  }
}

/** All rows take longer than a statement of the service may; behind a pooler its limits may hold here too. */
const noTimeLimits =
  "SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0; SET LOCAL lock_timeout = 0";

const connectionTo = (databaseUrl: string) => ({
  connectionString: databaseUrl,
  application_name: "stablecoin-checkout backup",
});

function target({ name, columns }: BackupHeader["tables"][number]): string {
  return `${escapeIdentifier(name)} (${columns.map(escapeIdentifier).join(", ")})`;
}

/** Our tables with their columns, each after those that it refers to. */
async function readTables(client: Client): Promise<BackupHeader["tables"]> {
  const { rows } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(`
    SELECT class.relname AS name,
      (SELECT array_agg(attname::text ORDER BY attnum) FROM pg_attribute
       WHERE attrelid = class.oid AND attnum > 0 AND NOT attisdropped AND attgenerated = '') AS columns,
      ARRAY(SELECT other.relname::text FROM pg_constraint AS link JOIN pg_class AS other ON other.oid = link.confrelid
       WHERE link.conrelid = class.oid AND link.contype = 'f' AND link.confrelid <> class.oid) AS refers_to
    FROM pg_class AS class
    WHERE class.relnamespace = current_schema()::regnamespace AND class.relkind = 'r' AND class.relpersistence = 'p'
      AND class.relname <> '_prisma_migrations'
    ORDER BY class.relname`);
  const ordered: BackupHeader["tables"] = [];
  let waiting = rows;
  while (waiting.length > 0) {
    const names = new Set(waiting.map(({ name }) => name));
    const free = waiting.filter(({ refers_to }) => !refers_to.some((other) => names.has(other)));
    if (free.length === 0)
      throw new Error(`tables refer to each other in a circle: ${[...names].join(", ")}`);
    ordered.push(...free.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !free.includes(table));
  }
  return ordered;
}

async function readSequences(client: Client): Promise<BackupTrailer["sequences"]> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    SELECT quote_ident(sequencename) AS name, last_value::text AS value FROM pg_sequences
    WHERE schemaname = current_schema() AND last_value IS NOT NULL ORDER BY sequencename`);
  return rows;
}

async function refuseUnlessEmpty(client: Client): Promise<void> {
  for (const { name } of await readTables(client)) {
    const { rows } = await client.query(`SELECT EXISTS (SELECT FROM ${escapeIdentifier(name)}) AS found`);
    if (rows[0]?.found === true)
      throw new DatabaseUnusable({
        says: `The database is not empty: ${name} has rows.`,
        todo: "Set DATABASE_URL to a new database.",
        own: newOwnDatabase,
      });
  }
}

function isOfGzip(error: unknown): boolean {
  return String((error as { code?: unknown }).code).startsWith("Z_");
}

/**
 * A backup is a gzip file: a line of JSON that lists the contents, the rows of each table in PostgreSQL's text format of
 * COPY, each table ended by `\.`, and a line of JSON with the sequences. Without the last line it is not whole.
 */
const headerSchema = z.object({
  format: z.literal("stablecoin-checkout backup 1"),
  createdAt: z.iso.datetime(),
  /** A backup is restored by the release that has the same ones. */
  migrations: z.array(z.string()),
  /** In an order in which each comes after those that it refers to. */
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});
const trailerSchema = z.object({ sequences: z.array(z.object({ name: z.string(), value: z.string() })) });

export type BackupHeader = z.output<typeof headerSchema>;
export type BackupTrailer = z.output<typeof trailerSchema>;

/** Ends a table's rows; no row is written so. */
const endOfTable = "\\.";

/** The file isn't a backup, or is incomplete. */
export class UnreadableBackup extends Error {
  override readonly name = "UnreadableBackup";
}

function readHeader(line: Buffer | null): BackupHeader {
  return readLine(headerSchema, line, "This is not a backup of this service.");
}

function readTrailer(line: Buffer | null): BackupTrailer {
  return readLine(trailerSchema, line, "The backup ends early: its last part is missing.");
}

function readLine<T extends z.ZodType>(schema: T, line: Buffer | null, fault: string): z.output<T> {
  try {
    return schema.parse(JSON.parse(line?.toString("utf8") ?? ""));
  } catch {
    throw new UnreadableBackup(fault);
  }
}

/** Lines as bytes, without their end. Only a line feed ends one: text may hold what Node's readline takes for an end. */
async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let from = 0;
    for (let end = chunk.indexOf(0x0a); end !== -1; end = chunk.indexOf(0x0a, from)) {
      yield Buffer.concat([rest, chunk.subarray(from, end)]);
      rest = Buffer.alloc(0);
      from = end + 1;
    }
    rest = Buffer.concat([rest, chunk.subarray(from)]);
  }
  if (rest.length > 0) throw new UnreadableBackup("The backup ends early: its last line is not whole.");
}

/** Writes, and waits while the receiver is busy. */
async function writeTo(target: Writable, data: Buffer | string): Promise<void> {
  if (!target.write(data)) await once(target, "drain");
}
