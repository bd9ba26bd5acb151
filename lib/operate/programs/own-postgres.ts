import path from "node:path";
import { fileURLToPath } from "node:url";
import { type EmbeddedPostgres, startEmbeddedPostgres } from "@/lib/platform/process/embedded-postgres";
import { commandEnv } from "@/lib/settings/environment";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** The built-in PostgreSQL, which keeps the service's data where no setting names a database. @throws StartError */
export function startOwnPostgres(): Promise<EmbeddedPostgres> {
  const dataDir = path.resolve(root, commandEnv().dataRoot, "app/postgres");
  return startEmbeddedPostgres({ dataDir, database: "checkout" });
}
