import type { Chain } from "@/lib/chain/chains.rules";
import type { SigningDomain } from "@/lib/chain/contracts/authorization-domain.chain";
import type { SignedAuthorization, TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Clock } from "@/lib/platform/clock";
import { takesAuthorization } from "./authorization.rules";

/** How an authorization stands at the newest block. */
export type AuthorizationState = {
  /** Its nonce was used, or cancelled by the signer. */
  used: boolean;
  /** What the signer has of the token, in smallest units. */
  balanceUnits: bigint;
  /** The signer signed it: its key, or the contract that it is (ERC-1271). */
  signed: boolean;
  /** Why the token would not take it; null when it would. */
  refusal: string | null;
  /** What its issuer has stopped, of signer and receiver: no transfer of another kind would go through either. */
  blocks: TokenBlocks;
};

/** Tokens that move by their holder's signature (EIP-3009). */
export type TokenAuthorizations = {
  /**
   * The domain in which the token takes signatures; null where it takes none, or where that cannot be said now. What
   * is known is answered at once and read again now and then.
   */
  domain(token: TokenRef): Promise<SigningDomain | null>;
  /** @throws ChainUnavailable */
  inspect(
    chainId: number,
    authorization: SignedAuthorization,
    domain: SigningDomain,
  ): Promise<AuthorizationState>;
};

/** How much gas the service spends on customers' payments; 0 a day for none. */
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

/** The domain in which the checkout can be paid by signature now; null where it cannot. */
export async function gaslessDomain(deps: GaslessDeps, checkout: Checkout): Promise<SigningDomain | null> {
  const { chainId, tokenAddress } = checkout;
  const { dailyGasPerProject, maxGasPerRelay } = deps.gasless;
  if (chainId === null || tokenAddress === null || dailyGasPerProject < maxGasPerRelay) return null;
  if (!takesAuthorization(checkout, deps.clock.now())) return null;
  return deps.tokenAuthorizations.domain({ chainId, tokenAddress });
}
