import { Client } from "pg";

/**
 * Makes a service's stored rates as old as this.
 * @returns when they were fetched, then
 */
export async function setRateAge(databaseUrl: string, ageMs: number): Promise<Date> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const fetchedAt = new Date(Date.now() - ageMs);
    await client.query("UPDATE exchange_rates SET fetched_at = $1", [fetchedAt]);
    return fetchedAt;
  } finally {
    await client.end();
  }
}
