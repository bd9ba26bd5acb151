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
  /** What went wrong in the background since the world was opened: it is tried again, so nothing follows from it. */
  const failures: string[] = [];
  const attempt = async (work: () => Promise<unknown>) => {
    try {
      await work();
    } catch (error) {
      failures.push(error instanceof Error ? error.message : String(error));
    }
  };

  const faulty = {
    world,
    proxies,
    failures,
    /** Moves the clock on to the chain's time, where that is ahead. */
    async followChain() {
      const { timestamp } = await network.chain.client.getBlock();
      const behindMs = Number(timestamp) * 1_000 - world.deps.clock.now().getTime();
      world.clockAheadMs += Math.max(behindMs, 0);
    },
    /** One turn of all the background work: what fails is left to the next turn. */
    async round() {
      await attempt(() => scanChainOnce(world.deps, chainId));
      await attempt(() => confirmPayments(world.deps, chainId));
      await attempt(() => expireCheckouts(world.deps));
      await attempt(() => reviewBalances(world.deps, chainId));
      await attempt(() => recordUnseenRefunds(world.deps, chainId));
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
