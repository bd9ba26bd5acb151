import { rm } from "node:fs/promises";
import path from "node:path";
import { startEmbeddedPostgres } from "@/lib/platform/process/embedded-postgres";
import { claimDatabase } from "@/lib/platform/process/service-mark.store";
import { applyMigrations } from "@/prisma/migrate";
import { isChainReset, type LocalChain } from "./chain-state";
import { type Identity, loadIdentity } from "./identity";
import { type LocalChainOptions, startLocalChain } from "./local-chain";

/** The demo's chains. */
export const localChains = [
  { chainId: 31337, name: "Local", preferredPort: 8545 },
  { chainId: 31338, name: "Local Two", preferredPort: 8546 },
] as const;

/** PostgreSQL's own log, in which messages about repairs would be lost. */
const isServerLog = /^\d{4}-\d\d-\d\d [\d:.]+ UTC \[/;

/** How the demo's database and chains run. */
export type PartsOptions = {
  mode: "demo" | "development" | "test";
  /** An external PostgreSQL instead of the embedded one. */
  databaseUrl?: string | undefined;
  /** `postgresql.conf` settings of the embedded one. */
  postgresSettings?: Readonly<Record<string, string>>;
  /** Runs the chains so, and doesn't save them: a save stops a chain for longer the more blocks it has. */
  temporaryChains?: Pick<LocalChainOptions, "blockTimeSeconds" | "keptStates">;
  say: (line: string) => void;
};

export type Parts = { identity: Identity; databaseUrl: string; chains: readonly LocalChain[] };

/** Database and chains, which must match: a restarted chain invalidates the database's facts. */
export async function startParts(
  options: PartsOptions,
  folder: string,
  stops: (() => Promise<void>)[],
): Promise<Parts> {
  const { say } = options;
  const first = await startBoth(options, folder, stops);
  if (!(await isChainReset(first.databaseUrl, first.chains))) return first;
  say("A local chain has lost blocks that the database knows, so the demo starts over.");
  for (let next = stops.pop(); next !== undefined; next = stops.pop()) await next();
  if (options.databaseUrl !== undefined) {
    throw new Error(
      "The database in DATABASE_URL belongs to another chain. Use an empty one, or delete its contents.",
    );
  }
  await rm(folder, { recursive: true, force: true });
  return startBoth(options, folder, stops);
}

async function startBoth(
  options: PartsOptions,
  folder: string,
  stops: (() => Promise<void>)[],
): Promise<Parts> {
  const identity = await loadIdentity(folder);
  const database = startDatabase(options, folder, stops);
  const chains = localChains.map(async ({ chainId, preferredPort }) => {
    const chain = await startLocalChain({
      chainId,
      preferredPort,
      mnemonic: identity.mnemonic,
      ...(options.temporaryChains ?? {
        blockTimeSeconds: 1,
        statePath: path.join(folder, `chain-${chainId}.json`),
      }),
      onLog: options.say,
    });
    stops.push(() => chain.stop());
    return chain;
  });
  // Only what has started can be stopped, so a failure waits for the others.
  await Promise.allSettled([database, ...chains]);
  const parts = { identity, databaseUrl: await database, chains: await Promise.all(chains) };
  for (const { chainId, rpcUrl } of parts.chains)
    options.say(`Chain ${chainName(chainId)} (${chainId}) at ${rpcUrl}.`);
  return parts;
}

/** @returns the address of the migrated database */
async function startDatabase(
  options: PartsOptions,
  folder: string,
  stops: (() => Promise<void>)[],
): Promise<string> {
  const { say } = options;
  let databaseUrl = options.databaseUrl;
  if (databaseUrl === undefined) {
    const postgres = await startEmbeddedPostgres({
      dataDir: path.join(folder, "postgres"),
      database: "checkout_demo",
      mayLiveElsewhere: true,
      settings: options.postgresSettings ?? {},
      onLog: (line) => {
        if (!isServerLog.test(line)) say(line);
      },
    });
    stops.push(() => postgres.stop());
    databaseUrl = postgres.databaseUrl;
    say("PostgreSQL is ready.");
  }
  // Before anything changes in a production database; a new one is marked before it is seeded.
  await claimDatabase(databaseUrl, options.mode);
  const applied = await applyMigrations(databaseUrl);
  await claimDatabase(databaseUrl, options.mode);
  if (applied.length > 0)
    say(`Database migrated (${applied.length} ${applied.length === 1 ? "migration" : "migrations"}).`);
  return databaseUrl;
}

export const chainName = (chainId: number): string =>
  localChains.find((chain) => chain.chainId === chainId)?.name ?? `Chain ${chainId}`;
