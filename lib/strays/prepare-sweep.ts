import type { Chain } from "@/lib/chain/chains.rules";
import type { sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import { trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { PreparedSweepCall } from "@/lib/settlement/dashboard/sweep-now";
import { type SettlementBlocker, sweepRefusals } from "@/lib/settlement/settlement-blocker.rules";
import { type SettlementParts, settlementTerms } from "@/lib/settlement/settlement-terms";
import type { StrayParts } from "./lock-stray";
import { lockSweepable } from "./sweep-stray";

/** Stands for the native coin in place of a token address. */
const nativeCoin: Hex = `0x${"0".repeat(40)}`;

type SweepParts = SettlementParts & StrayParts & { sweepCall: typeof sweepCall };

/**
 * The sweep of one token (null: the native coin) at a deposit address of the project, to be signed by a merchant's
 * wallet. It pays only the merchant, whoever signs. It is refused while the money may still have to stay, like "sweep
 * now". It changes nothing: the wallet may never send it. Money that only these wallets may sweep, and unlisted tokens,
 * leave only this way.
 *
 * @throws CheckoutError FORBIDDEN, CHECKOUT_NOT_FOUND (also for another project's), CONFLICT (nothing there, or it has
 * to stay for now)
 */
export async function prepareSweep(
  deps: SweepParts,
  access: ProjectAccess,
  target: { checkoutId: string; chainId: number; tokenAddress: Hex | null },
): Promise<PreparedSweepCall> {
  access.require("settlements.request");
  const found = await deps.checkouts.findPublic(target.checkoutId);
  if (found === null || found.checkout.projectId !== access.projectId) throw checkoutNotFound();
  const { checkout } = found;
  const chain = deps.chains.find(({ chainId }) => chainId === target.chainId);
  if (chain === undefined) throw nothingThere();

  if (target.tokenAddress !== null && !isPaidIn(checkout, target.chainId, target.tokenAddress)) {
    const stray = { ...target, tokenAddress: target.tokenAddress };
    await deps.refunds.transaction((tx) => lockSweepable(tx, deps.chains, access.projectId, stray));
  }
  const refusal =
    target.tokenAddress === null
      ? checkout.settlementFrozen
        ? sweepRefusals.frozen
        : null
      : await tokenRefusal(deps, access.projectId, chain, target.checkoutId, target.tokenAddress);
  if (refusal !== null) throw new CheckoutError("CONFLICT", refusal);
  const { id: checkoutId, depositAddress, merchantAddress, refundAuthority, openSweep } = checkout;
  const tokenAddress = target.tokenAddress ?? nativeCoin;
  const terms = { checkoutId, depositAddress, merchantAddress, refundAuthority, openSweep };
  const call = deps.sweepCall([{ ...terms, tokenAddress }]);
  const from = openSweep ? null : [...new Set([merchantAddress, refundAuthority])];
  return { chainId: chain.chainId, from, merchantAddress, ...call };
}

/** Blockers of the sender alone. They hinder no wallet: the contract decides who may sweep. */
const ofTheSender: readonly SettlementBlocker[] = ["closed", "not_deployed", "wallet_unknown"];

function isPaidIn(checkout: Checkout, chainId: number, tokenAddress: Hex): boolean {
  return checkout.chainId === chainId && checkout.tokenAddress === tokenAddress;
}

async function tokenRefusal(
  deps: SweepParts,
  projectId: string,
  chain: Chain,
  checkoutId: string,
  tokenAddress: Hex,
): Promise<Fault | null> {
  const position = await deps.positions.find(chain.chainId);
  const settledUpTo = trustedBlock(chain, position, deps.clock.now()) ?? -1n;
  const anyone = { chainId: chain.chainId, operatorAddress: nativeCoin };
  const terms = {
    ...settlementTerms({ ...deps, refundWallet: null }, anyone, settledUpTo),
    refundsSince: null,
  };
  const whose = { projectId, checkoutIds: [checkoutId], tokens: [tokenAddress], byWallet: true };
  const [held] = await deps.settlements.held(terms, whose, null, 1);
  if (held === undefined) throw nothingThere();
  const { blocker } = held;
  return blocker === null || ofTheSender.includes(blocker) ? null : sweepRefusals[blocker];
}

function nothingThere(): CheckoutError {
  return new CheckoutError("CONFLICT", fault("strays.nothingLeft"));
}
