import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { CursorText } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { idPattern } from "@/lib/platform/values/ids.rules";
import { isFiatTokenSymbol } from "@/lib/rates/fiat-currency.rules";
import type { Quote } from "@/lib/rates/quote.rules";

export type StrayFacts = {
  checkout: Pick<Checkout, "status" | "chainId" | "tokenAddress" | "tokenFixed" | "totalPaidUnits">;
  quotes: readonly Quote[];
  token: TokenRef;
  /** The customer could select the token if the choice were open. */
  selectable: boolean;
  /** A settlement of it is open. */
  beingSettled: boolean;
};

export type StrayBlocker = "not_stray" | "offered" | "being_swept";

/** Why the merchant cannot decide on this stray yet; null when they can. */
export function strayBlocker({
  checkout,
  quotes,
  token,
  selectable,
  beingSettled,
}: StrayFacts): StrayBlocker | null {
  const { status, chainId, tokenAddress, tokenFixed, totalPaidUnits } = checkout;
  // While the customer can still complete a payment in this token, a returned transfer would count as well.
  const quoted = quotes.some((quote) => sameToken(quote, token));
  const choosable = selectable && !tokenFixed && totalPaidUnits === 0n;
  if (status === "PENDING" && (quoted || choosable)) return "offered";
  if (chainId !== null && tokenAddress !== null && sameToken({ chainId, tokenAddress }, token))
    return "not_stray";
  return beingSettled ? "being_swept" : null;
}

/** Whether a stray payment can still become the checkout's payment. */
export function isCountable(status: Checkout["status"]): boolean {
  return status === "PENDING" || status === "EXPIRED" || status === "CANCELLED";
}

/** Money at a deposit address that pays nothing there. */
export type StrayHolding = {
  checkoutId: string;
  referenceId: string | null;
  checkoutStatus: CheckoutStatus;
  depositAddress: Hex;
  chainId: number;
  /** Null for the native coin, whose amount is in wei as of the last reading. */
  tokenAddress: Hex | null;
  units: bigint;
  /** The newest transfer's hash; null for the native coin, which has no log. */
  txHash: Hex | null;
  seenAt: Date;
  /** Only the merchant's wallet or the refund authority may sweep it. */
  closed: boolean;
  frozen: boolean;
  beingSettled: boolean;
  /** The customer can still pay the checkout with it. */
  offered: boolean;
  /** The project accepts the token. */
  accepted: boolean;
  /** The checkout's price in its own token; null before a selection. */
  amountUnits: bigint | null;
  /** The customer asked for it back, and has no answer yet. */
  isRequested: boolean;
  /** The open refund that returns it. */
  refundId: string | null;
};

export const strayDecisions = ["return", "count", "sweep"] as const;
export type StrayDecision = (typeof strayDecisions)[number];

/** What can be decided on a stray now; the decision checks it again under lock. */
export function possibleDecisions(stray: StrayHolding, chains: readonly Chain[]): StrayDecision[] {
  const { frozen, beingSettled, offered, refundId, tokenAddress } = stray;
  if (frozen || beingSettled || offered || refundId !== null || tokenAddress === null) return [];
  return canCount(stray, chains) ? ["return", "count", "sweep"] : ["return", "sweep"];
}

/** Whether a stray may be enough to pay its checkout. */
function canCount(
  { accepted, checkoutStatus, chainId, tokenAddress, units, amountUnits }: StrayHolding,
  chains: readonly Chain[],
): boolean {
  if (tokenAddress === null || !accepted || !isCountable(checkoutStatus)) return false;
  const symbol = findToken(chains, { chainId, tokenAddress })?.token.symbol ?? "";
  return isFiatTokenSymbol(symbol) && (amountUnits === null || units >= amountUnits);
}

/** The position of a stray in the list: by newest checkout, then chain and token, the native coin last. */
export type StrayCursor = Pick<StrayHolding, "checkoutId" | "chainId" | "tokenAddress">;

export const strayCursors: CursorText<StrayCursor> = {
  read: (text) => {
    // Nine digits always fit the column.
    const form = new RegExp(`^(${idPattern("chk")})\\.([1-9]\\d{0,8})\\.(0x[0-9a-f]{40}|coin)$`);
    const [, checkoutId, chain, token] = form.exec(text) ?? [];
    if (checkoutId === undefined || chain === undefined || token === undefined) return null;
    return { checkoutId, chainId: Number(chain), tokenAddress: token === "coin" ? null : (token as Hex) };
  },
  write: ({ checkoutId, chainId, tokenAddress }) => `${checkoutId}.${chainId}.${tokenAddress ?? "coin"}`,
};
