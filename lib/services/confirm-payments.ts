import { type Chain, findToken } from "@/lib/core/chains";
import { type ChainHead, confirmationPolicy, isFinal, paidRequirement } from "@/lib/core/confirmation-policy";
import { advanceCheckouts } from "./advance-checkouts";
import type { AwaitingFinality, ChainPosition } from "./ports/payment-store";
import type { RecordDeps } from "./record-transfers";

const pageSize = 500;
const stalledTagsMs = 10 * 60_000;

/**
 * Marks transfers and sweeps of a chain that became final by its policy, and moves their checkouts on:
 * DETECTED → PAID, PAID → SETTLED. Finality is judged by the scanned position, never by a block that was
 * not read.
 *
 * @returns events written
 */
export async function confirmPayments(
  deps: RecordDeps & { chains: readonly Chain[] },
  chainId: number,
): Promise<{ events: number }> {
  const position = await deps.payments.position(chainId);
  if (position === null) return { events: 0 };
  const head = chainHead(position, deps.clock.now());
  const policy = confirmationPolicy(chainId);
  let events = 0;

  for await (const page of pages((after) =>
    deps.payments.transfersAwaitingFinality(chainId, position.blockNumber, after, pageSize),
  )) {
    const final = page.filter((transfer) => {
      const decimals =
        findToken(deps.chains, { chainId, tokenAddress: transfer.tokenAddress })?.token.decimals ?? 6;
      const price = transfer.checkoutAmountUnits ?? 0n;
      const judged = transfer.amountUnits > price ? transfer.amountUnits : price;
      return isFinal(paidRequirement(policy, judged, decimals), transfer.blockNumber, head);
    });
    events += await settleFinal(deps, position, final, "transfers");
  }
  for await (const page of pages((after) =>
    deps.payments.sweepsAwaitingFinality(chainId, position.blockNumber, after, pageSize),
  )) {
    const final = page.filter(({ blockNumber }) => isFinal(policy.settle, blockNumber, head));
    events += await settleFinal(deps, position, final, "sweeps");
  }
  return { events };
}

async function settleFinal(
  deps: RecordDeps,
  position: ChainPosition,
  final: readonly AwaitingFinality[],
  what: "transfers" | "sweeps",
): Promise<number> {
  if (final.length === 0) return 0;
  return deps.payments.transaction(async (tx) => {
    // A rewind since we looked would make these judgements void; a later look makes them anew.
    const current = await tx.lockPosition(position.chainId);
    if (current === null || current.blockNumber < position.blockNumber) return 0;
    const ids = final.map(({ id }) => id);
    const at = deps.clock.now();
    await (what === "transfers" ? tx.markTransfersFinal(ids, at) : tx.markSweepsFinal(ids, at));
    const { events } = await advanceCheckouts(
      deps,
      tx,
      final.map(({ checkoutId }) => checkoutId),
    );
    return events;
  });
}

/** The chain's head as far as it was scanned. */
export function chainHead(position: ChainPosition, now: Date): ChainHead {
  return {
    headNumber: position.blockNumber,
    safeNumber: position.safeNumber,
    finalizedNumber: position.finalizedNumber,
    tagsStalled: now.getTime() - position.tagsAdvancedAt.getTime() > stalledTagsMs,
  };
}

type Key = { blockNumber: bigint; id: string };

async function* pages(
  read: (after: Key | null) => Promise<AwaitingFinality[]>,
): AsyncGenerator<AwaitingFinality[]> {
  let after: Key | null = null;
  for (;;) {
    const page: AwaitingFinality[] = await read(after);
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (last === undefined || page.length < pageSize) return;
    after = { blockNumber: last.blockNumber, id: last.id };
  }
}
