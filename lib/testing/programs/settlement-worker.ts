/**
 * A process that settles one chain over and over and does nothing else, for tests to kill: looks end when no one
 * listens any more. Its argument is a `WorkerOrder` as JSON; it says `ready` before its first look.
 */

import { outgoingOwners } from "@/lib/api/wiring/stores";
import type { Chain, Token } from "@/lib/chain/chains.rules";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { createChainSender, createLocalSigner } from "@/lib/chain/sender/chain-sender.chain";
import { createOutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import { createPositionStore } from "@/lib/checkouts/state/chain-position.store";
import { createDatabase } from "@/lib/platform/database";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { createSettlementStore } from "@/lib/settlement/settlement.store";
import type { SettleParts } from "@/lib/settlement/settlement-terms";
import { buildChain, newId } from "@/lib/testing/builders";
import { actingAt, type Moment } from "@/lib/testing/power-cut";

export type WorkerOrder = {
  databaseUrl: string;
  chainId: number;
  rpcUrl: string;
  tokens: readonly Token[];
  operatorKey: Hex;
  /** How far the clock is ahead of this machine's. */
  aheadMs: number;
  /** A moment of its store of transactions at which it ends as if the power went; null for none. */
  diesAt: Moment | null;
};

const log: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };

function workerDeps({
  databaseUrl,
  chainId,
  rpcUrl,
  tokens,
  operatorKey,
  ...order
}: WorkerOrder): SettleParts {
  const database = createDatabase(databaseUrl, { maxConnections: 4 });
  const clock = { now: () => new Date(Date.now() + order.aheadMs) };
  const chain: Chain = buildChain({ chainId, tokens });
  const rpc = { chainId, rpcUrls: [rpcUrl], timeoutMs: 1_000 };
  const reader = createChainReader(rpc);
  const sender = createChainSender({
    ...rpc,
    signer: createLocalSigner(operatorKey),
    factoryAddress: depositAddresses.factory,
    sending: chain.sending,
  });
  const outgoing = createOutgoingStore(database, outgoingOwners);
  const end = () => void process.kill(process.pid, "SIGKILL");
  return {
    clock,
    log,
    newId,
    chains: [chain],
    coinPrices: async () => null,
    gasFloorMultiple: 5,
    positions: createPositionStore(database),
    balances: createBalanceStore(database),
    incidents: createIncidentStore(database, log),
    settlements: createSettlementStore(database),
    outgoing: order.diesAt === null ? outgoing : actingAt(outgoing, order.diesAt, end),
    reader: () => reader,
    sender: () => sender,
    refundSender: () => null,
    refundWallet: null,
    walletCode: { onChains: async () => new Map() },
  };
}

async function main(): Promise<void> {
  const order = JSON.parse(process.argv[2] ?? "") as WorkerOrder;
  const deps = workerDeps(order);
  process.send?.("ready");
  while (process.connected) await settleCheckouts(deps, order.chainId).catch(() => undefined);
  process.exit();
}

await main();
