import type { Chain } from "@/lib/chain/chains.rules";
import type { SigningDomain } from "@/lib/chain/contracts/token-calls.chain";
import type { SignedAuthorization, TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Clock } from "@/lib/platform/clock";
import { takesAuthorization } from "./authorization.rules";

/** State of an authorization at the newest block. */
export type AuthorizationState = {
  /** The nonce was used, or cancelled by the signer. */
  used: boolean;
  /** The signer's balance of the token, in smallest units. */
  balanceUnits: bigint;
  /** The signature is valid: by the signer's key, or by the contract at its address (ERC-1271). */
  signed: boolean;
  /** Why the token would reject it; null when it would not. */
  refusal: string | null;
  /** Whether the issuer blocks signer or receiver: an ordinary transfer would fail, too. */
  blocks: TokenBlocks;
};

/** Tokens that support transfers by signature (EIP-3009). */
export type TokenAuthorizations = {
  /**
   * The token's signing domain; null when it supports none or we cannot tell now. A known domain is answered from
   * memory and refreshed from time to time.
   */
  domain(token: TokenRef): Promise<SigningDomain | null>;
  /** @throws ChainUnavailable */
  inspect(
    chainId: number,
    authorization: SignedAuthorization,
    domain: SigningDomain,
  ): Promise<AuthorizationState>;
};

/** How much gas the service spends on customers' payments; 0 a day turns it off. */
export type GaslessLimits = {
  /** In 24 hours, for one project. */
  dailyGasPerProject: bigint;
  /** For one payment. */
  maxGasPerRelay: bigint;
};

export type GaslessDeps = {
  clock: Clock;
  chains: readonly Chain[];
  tokenAuthorizations: TokenAuthorizations;
  gasless: GaslessLimits;
};

/** The signing domain in which the checkout can be paid now; null when it cannot. */
export async function gaslessDomain(deps: GaslessDeps, checkout: Checkout): Promise<SigningDomain | null> {
  const { chainId, tokenAddress } = checkout;
  const { dailyGasPerProject, maxGasPerRelay } = deps.gasless;
  if (chainId === null || tokenAddress === null || dailyGasPerProject < maxGasPerRelay) return null;
  if (!takesAuthorization(checkout, deps.clock.now())) return null;
  return deps.tokenAuthorizations.domain({ chainId, tokenAddress });
}
