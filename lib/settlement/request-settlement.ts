import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { agreedDeposits, trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { batchSize } from "@/lib/projects/settings/settlement-policy.rules";
import type { SettlementBlocker, SettlementTerms } from "./settlement-blocker.rules";
import type { HeldDeposit } from "./settlement-candidates.store";
import { learnWallets, type SettlementParts, settlementTerms } from "./settlement-terms";

/** What a merchant wants to sweep now. */
export type SettlementRequest = {
  projectId: string;
  /** Null for every chain. */
  chainId: number | null;
  /** Everything at the project's deposit addresses, or certain checkouts, in all tokens or in one. */
  what: { kind: "everything" } | { kind: "checkouts"; checkoutIds: readonly string[]; tokenAddress?: Hex };
};

/** The opened settlements, and what stays; `not_agreed`: two nodes disagree on it. */
export type RequestedSettlements = {
  settlements: { settlementId: string; chainId: number; items: number }[];
  left: (DepositKey & { chainId: number; reason: SettlementBlocker | "not_agreed" })[];
};

const pageSize = 4 * batchSize;

/**
 * "Pay out now": opens settlements for the listed tokens at a project's deposit addresses on every chain, ignoring policy
 * and floor: payments, later transfers, strays, and money of expired or cancelled checkouts. It skips checkouts that
 * can still be paid, are frozen or have an open refund. The worker signs on its next pass.
 *
 * @throws ChainUnavailable
 */
export async function requestSettlement(
  deps: SettlementParts,
  request: SettlementRequest,
): Promise<RequestedSettlements> {
  const answer: RequestedSettlements = { settlements: [], left: [] };
  const { chainId } = request;
  for (const chain of deps.chains.filter((each) => chainId === null || each.chainId === chainId)) {
    const position = await deps.positions.find(chain.chainId);
    if (position !== null) await requestOnChain(deps, request, chain, position, answer);
  }
  return answer;
}

async function requestOnChain(
  deps: SettlementParts,
  request: SettlementRequest,
  chain: Chain,
  position: ChainPosition,
  answer: RequestedSettlements,
): Promise<void> {
  const { chainId } = chain;
  const settledUpTo = trustedBlock(chain, position, deps.clock.now());
  if (settledUpTo === null) return;
  const terms: SettlementTerms = {
    ...settlementTerms(deps, deps.sender(chainId), settledUpTo),
    refundsSince: null,
  };
  const whose = {
    projectId: request.projectId,
    checkoutIds: request.what.kind === "everything" ? null : request.what.checkoutIds,
    tokens: chain.tokens.map(({ address }) => address).filter(isRequested(request.what)),
  };
  for (let after: DepositKey | null = null; ; ) {
    let page: readonly HeldDeposit[] = await deps.settlements.held(terms, whose, after, pageSize);
    if (await learnWallets(deps, page)) page = await deps.settlements.held(terms, whose, after, pageSize);
    for (const { checkoutId, tokenAddress, blocker } of page)
      if (blocker !== null) answer.left.push({ checkoutId, tokenAddress, chainId, reason: blocker });
    // A transaction is sent by one wallet.
    for (const byRefundKey of [false, true]) {
      const free = page.filter((held) => held.blocker === null && held.byRefundKey === byRefundKey);
      await openPage(deps, request.projectId, terms, position, free, answer);
    }
    after = page.at(-1) ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

async function openPage(
  deps: SettlementParts,
  projectId: string,
  terms: SettlementTerms,
  position: ChainPosition,
  free: readonly DepositKey[],
  answer: RequestedSettlements,
): Promise<void> {
  const { chainId } = terms;
  const candidates = free.map(({ checkoutId, tokenAddress }) => ({ checkoutId, tokenAddress, projectId }));
  const agreed = new Set(await agreedDeposits(deps, position, terms.upTo, candidates));
  for (const { checkoutId, tokenAddress } of candidates.filter((deposit) => !agreed.has(deposit)))
    answer.left.push({ checkoutId, tokenAddress, chainId, reason: "not_agreed" });
  const deposits = [...agreed];
  for (let start = 0; start < deposits.length; start += batchSize) {
    const batch = deposits.slice(start, start + batchSize);
    const settlementId = deps.newId("stl");
    const opened = await deps.settlements.open({ settlementId, projectId, requested: true }, terms, batch);
    if (opened !== null) answer.settlements.push({ settlementId, chainId, items: opened.items.length });
  }
}

function isRequested(what: SettlementRequest["what"]): (tokenAddress: Hex) => boolean {
  return (tokenAddress) =>
    what.kind === "everything" || what.tokenAddress === undefined || what.tokenAddress === tokenAddress;
}
