import { readFile, rename, rm, writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { createPublicClient, hexToBytes, http } from "viem";
import { askOnce } from "@/lib/chain/sender/await-receipt.chain";
import { readPositions } from "@/lib/checkouts/state/chain-position.store";
import { createDatabase } from "@/lib/platform/database";
import { errorCode, isUnusablePath } from "@/lib/platform/process/start-error";
import type { Hex } from "@/lib/platform/values/hex.rules";

export interface LocalChain {
  chainId: number;
  rpcUrl: string;
  port: number;
  pid: number;
  /** Whether the chain continues an earlier one; `reset` when its state was unreadable. */
  startedFrom: "nothing" | "state" | "reset";
  /** Resolves when its state is saved and no process is left. Safe to call twice. */
  stop(): Promise<void>;
}

/** Limit of the chain's share of time for saving its state. */
const savingShare = 1 / 20;

const shortestPauseMs = 1_000;

/**
 * Decides from which state a chain starts. anvil writes `<statePath>.exit` at its end, we write `statePath` while it
 * runs; the newer one counts, and an unreadable one is put aside.
 */
export async function prepareChainState(
  statePath: string,
  onLog: (line: string) => void,
): Promise<"nothing" | "state" | "reset"> {
  const exitPath = `${statePath}.exit`;
  await rm(`${statePath}.new`, { force: true });
  const [running, atExit] = await Promise.all([readHeight(statePath), readHeight(exitPath)]);
  if (typeof atExit === "number" && (typeof running !== "number" || atExit >= running)) {
    await rename(exitPath, statePath);
    return "state";
  }
  await rm(exitPath, { force: true });
  if (typeof running === "number") return "state";
  if (running === "absent" && atExit === "absent") return "nothing";
  if (running === "unreadable") await rename(statePath, `${statePath}.unreadable`);
  onLog(`The local chain's state in ${statePath} could not be read, so the chain begins anew.`);
  return "reset";
}

/** Saves the running chain's state repeatedly, each time atomically. */
export function keepChainState(
  rpcUrl: string,
  statePath: string,
  onLog: (line: string) => void,
): { stop(): Promise<void> } {
  const client = createPublicClient({ transport: askOnce(rpcUrl) });
  let savedHash: string | null = null;
  let failing = false;
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  const save = async () => {
    const { hash } = await client.getBlock();
    if (hash === savedHash) return;
    const dumped = await client.request<{
      Method: "anvil_dumpState";
      Parameters?: undefined;
      ReturnType: Hex;
    }>({
      method: "anvil_dumpState",
    });
    const state = await promisify(gunzip)(hexToBytes(dumped));
    await writeFile(`${statePath}.new`, state, { mode: 0o600 });
    await rename(`${statePath}.new`, statePath);
    savedHash = hash;
  };
  const round = async () => {
    const begun = performance.now();
    try {
      await save();
      failing = false;
    } catch (error) {
      if (!failing && !stopped)
        onLog(`The local chain's state could not be written to ${statePath}: ${error}`);
      failing = true;
    }
    const pauseMs = Math.max(shortestPauseMs, (performance.now() - begun) / savingShare);
    if (!stopped) timer = setTimeout(() => (current = round()), pauseMs);
  };
  let current = round();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await current;
    },
  };
}

async function readHeight(file: string): Promise<number | "absent" | "unreadable"> {
  try {
    const text = await readFile(file, "utf8");
    // The file into which anvil would have written at its end.
    if (text === "") return "absent";
    const { best_block_number: height, blocks }: { best_block_number?: unknown; blocks?: unknown } =
      JSON.parse(text);
    const number = Number(height);
    return Array.isArray(blocks) && blocks.length > 0 && Number.isSafeInteger(number) ? number : "unreadable";
  } catch (error) {
    if (isUnusablePath(error)) throw error;
    return errorCode(error) === "ENOENT" ? "absent" : "unreadable";
  }
}

/**
 * Whether a local chain lacks a block that the database has scanned: it was restarted, or lost its last blocks. The
 * database's facts and the operator's nonces then belong to a lost chain.
 */
export async function isChainReset(databaseUrl: string, chains: readonly LocalChain[]): Promise<boolean> {
  const database = createDatabase(databaseUrl, { maxConnections: 2 });
  try {
    const positions = await readPositions(database.pool);
    for (const { chainId, rpcUrl } of chains) {
      const position = positions.get(chainId);
      if (position === undefined) continue;
      const reader = createPublicClient({ transport: http(rpcUrl) });
      const block = await reader.getBlock({ blockNumber: position.blockNumber }).catch(() => null);
      if (block?.hash !== position.blockHash) return true;
    }
    return false;
  } finally {
    await database.close();
  }
}
