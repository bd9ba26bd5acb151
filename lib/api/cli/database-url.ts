import { commandEnv, givenVariables, readSetting } from "@/lib/api/settings/env";
import { ownDatabaseUrl } from "@/lib/api/settings/operator-settings";
import { SettingsError } from "@/lib/api/settings/variables";

/** The service's database, for commands that need no other setting. @throws SettingsError */
export async function findDatabaseUrl(): Promise<string> {
  const url = readSetting("DATABASE_URL", givenVariables()) ?? (await ownDatabaseUrl(commandEnv().dataRoot));
  if (url !== null) return url;
  throw new SettingsError(
    "Set DATABASE_URL to a postgresql:// address, or start the service first: the built-in PostgreSQL runs only while it does.",
  );
}
