/**
 * `npm run rotate-data-key`: seals everything that is kept under DATA_KEY_PREVIOUS anew under DATA_KEY. The service may
 * run meanwhile; every instance must have both keys by then. Afterwards DATA_KEY_PREVIOUS can go.
 *
 * Ends with 0, or with 2 when it could not be done; then it can be said again.
 */

import { printLines, readArguments, runProgram } from "@/lib/operate/commands/program";
import { createDatabase } from "@/lib/platform/database";
import { createSecretBox, resealSecrets } from "@/lib/platform/secret-box";
import { alignColumns } from "@/lib/platform/values/text.rules";
import { findOperatorSettings } from "@/lib/settings/operator-settings";
import { SettingsError } from "@/lib/settings/variables";
import { storedSecrets } from "./stored-secrets";

const usage = `Usage: npm run rotate-data-key
  1. Create a key: openssl rand -base64 32
  2. Set it as DATA_KEY, set the old key as DATA_KEY_PREVIOUS, and restart every instance.
  3. Run this command with the same two settings. It encrypts all stored secrets with DATA_KEY.
  4. Remove DATA_KEY_PREVIOUS from the settings, and restart every instance.`;

await runProgram(async (args) => {
  readArguments(usage, { args, options: {} });
  const { dataKey, previousDataKey, databaseUrl } = await findOperatorSettings();
  if (previousDataKey === null)
    throw new SettingsError(
      `DATA_KEY_PREVIOUS is missing. Set it to the key that encrypts the secrets now.\n${usage}`,
    );
  const database = createDatabase(databaseUrl(), { maxConnections: 2 });
  try {
    const current = createSecretBox(dataKey());
    const resealed = await resealSecrets(
      storedSecrets(database),
      current,
      createSecretBox(dataKey(), previousDataKey),
    );
    const rows = resealed.map((kind) => [kind.kind, String(kind.total), String(kind.resealed)]);
    printLines(alignColumns([["", "stored", "encrypted again"], ...rows], [1, 2]));
    console.log("\nDATA_KEY now encrypts everything. You can remove DATA_KEY_PREVIOUS.");
    return 0;
  } finally {
    await database.close();
  }
});
