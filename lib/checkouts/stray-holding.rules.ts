import type { Hex } from "@/lib/platform/hex.rules";
import { idPattern } from "@/lib/platform/ids.rules";
import type { CursorText } from "@/lib/platform/lists/list-place.rules";
import type { CheckoutStatus } from "./checkout.rules";

/** Something at a deposit address that pays nothing there. */
export type StrayHolding = {
  checkoutId: string;
  referenceId: string | null;
  checkoutStatus: CheckoutStatus;
  depositAddress: Hex;
  chainId: number;
  /** Null for the chain's own coin, whose amount is in wei and as it was last looked at. */
  tokenAddress: Hex | null;
  units: bigint;
  /** Of the newest transfer of it; null for the chain's own coin, which has no log. */
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
  /** What the checkout asks for, in its own token; null before a selection. */
  amountUnits: bigint | null;
  /** The open refund that returns it. */
  refundId: string | null;
};

/** Where a stray stands in their list: by the newest checkout, then chain and token, the chain's own coin last. */
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
