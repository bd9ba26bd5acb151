import { createDatabase } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { summariseIncidents } from "@/lib/platform/incidents/incident-words";
import { createLog } from "@/lib/platform/log";
import { createFindings, type Finding } from "./finding";

const maxListed = 100;

/** What the running service found and can't solve on its own. */
export async function checkIncidents(
  databaseUrl: string,
  chains: readonly { chainId: number; name: string }[],
): Promise<Finding[]> {
  const { all, ok, warn, fault } = createFindings("incidents");
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  try {
    const open = await createIncidentStore(database, createLog("silent")).open(maxListed);
    for (const { says, todo, needsOperator } of summariseIncidents(open, chains))
      (needsOperator ? fault : warn)(says, todo);
    if (open.length === 0) ok("None is open.");
  } catch {
    // The database's own check names the cause.
    warn("We couldn't read the open incidents.", "See the lines of the database.");
  } finally {
    await database.close();
  }
  return all;
}
