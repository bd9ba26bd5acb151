import type { Pool } from "pg";
import type { ServerFacts } from "./server.rules";

/** Reads the server's version and settings; needs no tables. */
export async function readServerFacts(pool: Pool): Promise<ServerFacts> {
  const { rows } = await pool.query<ServerFacts>(`
    SELECT current_setting('server_version_num')::int AS "versionNumber",
      current_setting('server_encoding') AS encoding,
      current_setting('transaction_read_only') = 'on' AS "readOnly", current_schema() AS schema`);
  const [facts] = rows;
  if (facts === undefined) throw new Error("the database returned nothing about itself");
  return facts;
}
