import { wakeDue } from "@/inngest/worker/wake-due";
import { getWork } from "@/lib/api/wiring/work";
import { watchNodes } from "@/lib/chain/check/chain-guard";
import { sendLetters } from "@/lib/letters/send-letters";
import { writeDigests } from "@/lib/letters/write-letters";
import { checkAllBalances } from "@/lib/payments/balances/sweep-balances";
import { confirmPayments } from "@/lib/payments/confirm-payments";
import { isNodesFault } from "@/lib/payments/scan/read-blocks";
import { scanChainOnce } from "@/lib/payments/scan/scan-chain-once";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { isSettlementDue } from "@/lib/settlement/settlement-terms";
import { deliver, refund, relay, settle } from "./due-work";
import { chainWatch, leaseNames, mailDue } from "./events";
import { expire, upkeep } from "./upkeep";
import { chainWork, noted, notedOf, type Work } from "./work";

/** Sends due e-mails. */
const sendMail: Work = {
  id: "send-mail",
  name: "Send e-mails",
  trigger: mailDue,
  lease: () => leaseNames.mail,
  async run(turn) {
    while (!turn.hasEnded()) if ((await noted("send-mail", () => sendLetters(getWork()))) === 0) return;
  },
};

/** Writes digests; hourly, since each shop has its own morning, and a failed run is repeated an hour later. */
const writeDailyDigests: Work = {
  id: "write-digests",
  name: "Write daily digests",
  trigger: { cron: "7 * * * *" },
  lease: () => "write-digests",
  async run() {
    if (getWork().mail !== null) await noted("write-digests", () => writeDigests(getWork()));
  },
};

/** Part of the daily balance pass over all addresses, each hour, chain by chain. */
const sweepAllBalances: Work = {
  id: "sweep-balances",
  name: "Check balances",
  trigger: { cron: "17 * * * *" },
  lease: () => "sweep-balances",
  async run(turn) {
    // The next turn continues with the chains that are left.
    for (const { chainId } of getWork().chains) if (!turn.hasEnded()) await sweepChain(chainId);
  },
};

/** A pass queries every address. In process, each instance starts one an hour; only the first runs it. */
const passLeaseMs = 30 * minuteMs;

async function sweepChain(chainId: number): Promise<void> {
  const { workLeases } = getWork();
  // A holder of its own: this process does not repeat the pass, either.
  const holder = crypto.randomUUID();
  if ((await workLeases.acquire(`sweep-balances ${chainId}`, holder, passLeaseMs)) === null) return;
  try {
    await notedOf(chainId, "sweep-balances", () => checkAllBalances(getWork(), chainId));
  } catch (error) {
    await workLeases.releaseAll([holder]);
    throw error;
  }
}

/**
 * Follows one chain: scan, confirm, notify, and wait, unless an outage left more to read. If two instances overlap, the
 * position's compare-and-set lets only one count.
 */
export const watchChain = chainWork({
  id: "watch-chain",
  name: "Watch a chain",
  trigger: chainWatch,
  lease: leaseNames.watch,
  async run(turn, chainId) {
    const chain = getWork().chains.find((each) => each.chainId === chainId);
    while (!turn.hasEnded()) {
      const { more } = await scanOnce(chainId);
      if (!more) await turn.pause(chain?.pollIntervalMs ?? 1_000);
    }
  },
});

/**
 * One pass. An unusable or contradictory node is not an error of the run: we conclude nothing, and the next pass asks
 * again.
 */
async function scanOnce(chainId: number): Promise<{ more: boolean }> {
  const deps = getWork();
  try {
    if (!(await deps.chainGuard.mayWatch(chainId))) return { more: false };
    await watchNodes(deps, chainId);
    const scan = await scanChainOnce(deps, chainId);
    await confirmPayments(deps, chainId);
    if (await isSettlementDue(deps, chainId)) wakeDue({ work: "settle", chainId });
    return { more: scan.more };
  } catch (error) {
    const level = isNodesFault(error) ? "warn" : "error";
    deps.log[level]({ chainId, error }, "scanning the chain failed; retrying at the next pass");
    return { more: false };
  }
}

/** All background work. */
export const works: readonly Work[] = [
  watchChain,
  expire,
  upkeep,
  deliver,
  settle.work,
  refund.work,
  relay.work,
  sweepAllBalances,
  sendMail,
  writeDailyDigests,
];
