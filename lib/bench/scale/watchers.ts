import { setTimeout as sleep } from "node:timers/promises";
import { createPublicClient, erc20Abi, http, pad, toEventSelector } from "viem";
import type { Chain } from "@/lib/chain/chains.rules";
import { scanChain } from "@/lib/payments/scan/scan-chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { CountingProxy, Traffic } from "./counting-proxy";
import { openScan } from "./open-scan";

/** Between the end of a poll and the next. */
export const intervalMs = 1_000;
/** How many requests a poller of addresses has under way. */
const parallel = 8;
const transferTopic = toEventSelector("Transfer(address,address,uint256)");

/** What one poll that found a block cost; the milliseconds are unknown of pollers that are not ours. */
export type Poll = { traffic: Traffic; ms: number | null };
export type Running = { polls: Poll[]; stop(): Promise<void> };

/** Polls, waits the interval, polls again. @param poll answers whether there was a new block */
function pollInTurn(proxy: CountingProxy, poll: () => Promise<boolean>): Running {
  const polls: Poll[] = [];
  let stopped = false;
  const running = (async () => {
    while (!stopped) {
      await proxy.take();
      const startedAt = performance.now();
      const found = await poll();
      const ms = performance.now() - startedAt;
      const traffic = await proxy.take();
      if (found) polls.push({ traffic, ms });
      await sleep(intervalMs);
    }
  })();
  // Told when it is stopped.
  running.catch(() => undefined);
  return {
    polls,
    stop: async () => {
      stopped = true;
      await running;
    },
  };
}

/** The service's own scan; seen is what is committed. */
export async function watchByScan(
  definition: Chain,
  databaseUrl: string,
  proxy: CountingProxy,
  seen: (address: Hex) => void,
): Promise<Running> {
  const scan = await openScan(databaseUrl, definition, proxy.url, 0);
  await scan.catchUp();
  const running = pollInTurn(proxy, async () => {
    const { kind, events } = await scanChain(scan.deps, definition.chainId);
    if (events > 0) {
      const { rows } = await scan.database.pool.query<{ deposit_address: Hex }>(
        "SELECT deposit_address FROM checkouts WHERE status = 'DETECTED'",
      );
      for (const { deposit_address } of rows) seen(deposit_address);
    }
    return kind === "scanned";
  });
  return {
    ...running,
    stop: async () => {
      await running.stop();
      await scan.close();
    },
  };
}

/** Asks for the head, and where it moved for the transfers to each batch of addresses in the new blocks. */
export async function watchAddresses(
  token: Hex,
  batches: readonly (readonly Hex[])[],
  proxy: CountingProxy,
  seen: (address: Hex) => void,
): Promise<Running> {
  const client = createPublicClient({ transport: http(proxy.url) });
  const ask = () => client.getBlockNumber({ cacheTime: 0 });
  let scanned = await ask();
  return pollInTurn(proxy, async () => {
    const head = await ask();
    if (head === scanned) return false;
    const range = {
      fromBlock: `0x${(scanned + 1n).toString(16)}`,
      toBlock: `0x${head.toString(16)}`,
    } as const;
    let next = 0;
    const askInTurn = async () => {
      for (let batch = batches[next++]; batch !== undefined; batch = batches[next++]) {
        const logs = await client.request({
          method: "eth_getLogs",
          params: [
            { ...range, address: token, topics: [transferTopic, null, batch.map((address) => pad(address))] },
          ],
        });
        for (const { topics } of logs) seen(`0x${topics[2]?.slice(26)}`);
      }
    };
    await Promise.all(Array.from({ length: parallel }, askInTurn));
    scanned = head;
    return true;
  });
}

/** @param to the addresses in the filter; null for every transfer of the token, matched here */
export async function watchByViem(
  token: Hex,
  watched: readonly Hex[],
  to: readonly Hex[] | null,
  proxy: CountingProxy,
  seen: (address: Hex) => void,
): Promise<Running> {
  const client = createPublicClient({ transport: http(proxy.url), pollingInterval: intervalMs });
  const known = new Set(watched);
  const errors: Error[] = [];
  const unwatch = client.watchContractEvent({
    address: token,
    abi: erc20Abi,
    eventName: "Transfer",
    ...(to === null ? {} : { args: { to: [...to] } }),
    onLogs: (logs) => {
      for (const { args } of logs) {
        const receiver = args.to?.toLowerCase() as Hex;
        if (known.has(receiver)) seen(receiver);
      }
    },
    onError: (error) => errors.push(error),
  });
  // Its filter is made.
  await sleep(2 * intervalMs);
  return {
    polls: [],
    stop: async () => {
      unwatch();
      if (errors[0] !== undefined) throw errors[0];
    },
  };
}
