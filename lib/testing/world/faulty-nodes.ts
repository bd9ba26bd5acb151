import { reconcile } from "@/lib/books/reconcile";
import type { Chain } from "@/lib/chain/chains.rules";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { recordUnseenRefunds, reviewBalances } from "@/lib/payments/balances/sweep-balances";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import { auditBooks } from "../audit";
import type { TestNetwork } from "../network";
import { type ServedNode, startNodeBefore } from "../node/node";
import type { World } from "../world";
import type { WorldDeps } from "./deps";

/** No node is slow by itself: what takes long is the machine. */
const timeoutMs = 10_000;

/** A service that sees its chain through nodes with faults. */
export type FaultyWorld = Awaited<ReturnType<typeof openFaultyWorld>>;

/** The same network under other settings. */
export function withSettings(network: TestNetwork, settings: Partial<Chain>): TestNetwork {
  return Object.create(network, {
    definition: { value: { ...network.definition, ...settings } },
  }) as TestNetwork;
}

/** All the background work, in turn. */
const works: readonly ((deps: WorldDeps, chainId: number) => Promise<unknown>)[] = [
  scanChainOnce,
  confirmPayments,
  expireCheckouts,
  reviewBalances,
  recordUnseenRefunds,
];

const secondsPerBlock = 2;
/** Some findings last a minute before they count: longer blocks bring it in fewer turns. */
const secondsPerRecovery = 12;
const recoveryRounds = 30;

/** Puts nodes with faults between the world and its chain. */
export async function openFaultyWorld(world: World, nodes: number) {
  const { network } = world;
  const { chainId } = network.definition;
  const proxies: ServedNode[] = [];
  for (let node = 0; node < nodes; node++) {
    const proxy = await startNodeBefore(network.chain.rpcUrl);
    world.onClose(() => proxy.stop());
    proxies.push(proxy);
  }
  const reader = createChainReader({
    chainId,
    rpcUrls: proxies.map(({ url }) => url),
    timeoutMs,
    clock: world.deps.clock,
    random: () => 0,
  });
  world.deps.reader = () => reader;
  const faulty = {
    world,
    proxies,
    /** Moves the clock on to the chain's time, where that is ahead. */
    async followChain() {
      const { timestamp } = await network.chain.client.getBlock();
      const behindMs = Number(timestamp) * 1_000 - world.deps.clock.now().getTime();
      world.clockAheadMs += Math.max(behindMs, 0);
    },
    /** One turn of the background work; failures are left to the next turn, as in production. */
    async round() {
      for (const work of works) await work(world.deps, chainId).catch(() => undefined);
    },
    /** A block comes after so many seconds and a turn is taken, until it is so; false when it is not after `rounds`. */
    async until(isSo: () => Promise<boolean>, rounds: number, seconds = secondsPerBlock): Promise<boolean> {
      for (let round = 0; round < rounds; round++) {
        if (await isSo()) return true;
        await network.pass(seconds);
        await faulty.round();
      }
      return isSo();
    },
    /**
     * Lifts all faults and lets the service catch up. Answers what the books still have wrong, and what the
     * reconciler names: nothing, or it is a bug.
     */
    async recover(): Promise<string[]> {
      for (const { faults } of proxies) faults.clear();
      let findings: string[] = [];
      for (let block = 0; block < 2; block++) {
        await network.pass(secondsPerBlock);
        await faulty.round();
      }
      const isRight = async () => {
        findings = await auditBooks(world, network);
        if (findings.length > 0) return false;
        const { findings: named } = await reconcile({ ...world.deps, books: world.stores.books });
        findings = named.map(({ area, text }) => `${area}: ${text}`);
        return findings.length === 0;
      };
      await faulty.until(isRight, recoveryRounds, secondsPerRecovery);
      return findings;
    },
  };
  await faulty.followChain();
  return faulty;
}
