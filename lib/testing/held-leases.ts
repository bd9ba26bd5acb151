import { Client } from "pg";

/** The leases held by a service's instances now, according to its database. */
export type HeldLeases = {
  /** The id of its holder; undefined without one. */
  holderOf(name: string): Promise<string | undefined>;
  /** The names of all that were not given up by these instances, those that are over included. */
  leftBy(instanceIds: readonly string[]): Promise<string[]>;
  close(): Promise<void>;
};

export async function openHeldLeases(databaseUrl: string): Promise<HeldLeases> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    holderOf: async (name) => {
      const { rows } = await client.query<{ holder: string }>(
        "SELECT holder FROM work_leases WHERE name = $1 AND expires_at > clock_timestamp()",
        [name],
      );
      return rows[0]?.holder;
    },
    leftBy: async (instanceIds) => {
      const { rows } = await client.query<{ name: string }>(
        "SELECT name FROM work_leases WHERE holder = ANY($1) ORDER BY name",
        [instanceIds],
      );
      return rows.map(({ name }) => name);
    },
    close: () => client.end(),
  };
}
