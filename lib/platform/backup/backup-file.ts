import { once } from "node:events";
import type { Writable } from "node:stream";
import { z } from "zod";

/**
 * A backup is a gzip file: a line of JSON that tells what follows, the rows of each table in PostgreSQL's text format of
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
export const endOfTable = "\\.";

/** The file is no backup, or not all of it is there. */
export class UnreadableBackup extends Error {
  override readonly name = "UnreadableBackup";
}

export function readHeader(line: Buffer | null): BackupHeader {
  return readLine(headerSchema, line, "This is not a backup of this service.");
}

export function readTrailer(line: Buffer | null): BackupTrailer {
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
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
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
export async function writeTo(target: Writable, data: Buffer | string): Promise<void> {
  if (!target.write(data)) await once(target, "drain");
}
