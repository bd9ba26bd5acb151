import { type DatabaseFault, readOnlyDatabase } from "./faults.rules";

/** Older ones miss what our statements use, and get no fixes any more. */
const oldestVersion = 14;
export const testedVersion = 18;

/** A server's version and settings. */
export type ServerFacts = {
  /** As PostgreSQL counts it: 180004 for 18.4. */
  versionNumber: number;
  encoding: string;
  readOnly: boolean;
  /** Where tables are created: the first schema of the search path that exists. */
  schema: string | null;
};

export function majorVersion({ versionNumber }: Pick<ServerFacts, "versionNumber">): number {
  return Math.floor(versionNumber / 10_000);
}

/** Why the service can't work with a server, in any state of its tables; null when it can. */
export function serverFault(facts: ServerFacts): DatabaseFault | null {
  const version = majorVersion(facts);
  if (version < oldestVersion)
    return {
      says: `The database is PostgreSQL ${version}.`,
      todo: `Upgrade it to ${testedVersion}; ${oldestVersion} is the oldest that works.`,
    };
  if (facts.encoding !== "UTF8")
    return {
      says: `The database's encoding is ${facts.encoding}.`,
      todo: "Create a database with ENCODING 'UTF8' and move the data there.",
    };
  if (facts.readOnly) return readOnlyDatabase;
  if (facts.schema === null)
    return {
      says: "The database user has no schema: none in its search_path exists.",
      todo: "Create the schema, or set another: ALTER ROLE user SET search_path = public.",
    };
  return null;
}
