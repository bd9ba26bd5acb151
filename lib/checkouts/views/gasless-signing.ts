import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { Signing, SigningDomain, SigningKind } from "@/lib/chain/contracts/signing.rules";
import type { SignedAuthorization, TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { remainingUnits } from "@/lib/checkouts/state/payment-matching.rules";
import { takesAuthorization } from "@/lib/checkouts/state/signable.rules";
import type { Clock } from "@/lib/platform/clock";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { CoinPrices } from "@/lib/rates/coin-prices";
import { gasFloorUnits } from "@/lib/rates/gas-floor.rules";

/** State of an authorization at the newest block. */
export type AuthorizationState = {
  /** The nonce was used, or cancelled by the signer. */
  used: boolean;
  /** The signer's balance of the token, in smallest units. */
  balanceUnits: bigint;
  /** For Permit2: its allowance suffices, or the permit that gives it is valid. Always true for EIP-3009. */
  allowed: boolean;
  /** The signature is valid: by the signer's key, or by the contract at its address (ERC-1271). */
  signed: boolean;
  /** Not valid because the client read the token's name, such as USD₮0, as Latin-1: old x402 clients do. */
  misread: boolean;
  /** Why the token would reject it; null when it would not. */
  refusal: string | null;
  /** Whether the issuer blocks signer or receiver: an ordinary transfer would fail, too. */
  blocks: TokenBlocks;
};

/** What a wallet lets Permit2 move of a token. */
export type Permit2Approval = {
  allowanceUnits: bigint;
  /** The nonce of its next permit (EIP-2612); null when the token has none, or no key can sign for the wallet. */
  permitNonce: bigint | null;
};

/** Payments by signature, as the tokens support them. */
export type TokenAuthorizations = {
  /**
   * The best kind of signature that the token accepts; null when it accepts none or we cannot tell now. A known answer
   * comes from memory and is refreshed from time to time.
   */
  signing(token: TokenRef): Promise<Signing | null>;
  /** @throws ChainUnavailable */
  approval(token: TokenRef, wallet: Hex): Promise<Permit2Approval>;
  /** @param domain the token's, if it has one. @throws ChainUnavailable */
  inspect(
    chainId: number,
    authorization: SignedAuthorization,
    domain: SigningDomain | null,
  ): Promise<AuthorizationState>;
};

/** How much gas the service spends on customers' payments; 0 a day turns it off. */
export type GaslessLimits = {
  /** In 24 hours, for one project. */
  dailyGasPerProject: bigint;
  /** For one payment. */
  maxGasPerRelay: bigint;
};

/** About what it costs to submit a payment on a chain now, in US dollars; null when unknown. Never throws. */
export type RelayCosts = (chainId: number, kind: SigningKind) => Promise<number | null>;

/** Whether the project's gas of the day allows one more signed payment of such a checkout. */
export type RelayBudget = (checkout: Checkout) => Promise<boolean>;

/** What payments by signature are offered with. */
export type GaslessParts = {
  clock: Clock;
  chains: readonly Chain[];
  tokenAuthorizations: TokenAuthorizations;
  gasless: GaslessLimits;
  /** A payment must be worth this many times its gas. */
  gasFloorMultiple: number;
  coinPrices: CoinPrices;
  relayCosts: RelayCosts;
  relayBudget: RelayBudget;
};

/** Why a checkout can't be paid by signature now. */
export type GaslessRefusal = "unsupported" | "below_floor" | "cost_unknown" | "gas_used_up";

/** The kind of signature by which the checkout can be paid now; null when it cannot. */
export async function gaslessSigning(deps: GaslessParts, checkout: Checkout): Promise<Signing | null> {
  const way = await gaslessWay(deps, checkout);
  return typeof way === "string" ? null : way;
}

/** The same, with the reason. */
export async function gaslessWay(deps: GaslessParts, checkout: Checkout): Promise<Signing | GaslessRefusal> {
  const { chainId, tokenAddress } = checkout;
  const { dailyGasPerProject, maxGasPerRelay } = deps.gasless;
  if (chainId === null || tokenAddress === null || dailyGasPerProject < maxGasPerRelay) return "unsupported";
  if (!takesAuthorization(checkout, deps.clock.now())) return "unsupported";
  const signing = await deps.tokenAuthorizations.signing({ chainId, tokenAddress });
  const found = findToken(deps.chains, { chainId, tokenAddress });
  if (signing === null || found === null) return "unsupported";
  const costUsd = await deps.relayCosts(chainId, signing.kind);
  // Without a price of the coin, gas is free or bounded by the daily cap alone.
  if (costUsd === null && (await deps.coinPrices(found.chain)) !== null) return "cost_unknown";
  if (remainingUnits(checkout) < gasFloorUnits(costUsd, deps.gasFloorMultiple, found.token))
    return "below_floor";
  return (await deps.relayBudget(checkout)) ? signing : "gas_used_up";
}
