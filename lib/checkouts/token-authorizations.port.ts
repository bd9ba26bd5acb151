import type { SigningDomain } from "@/lib/chain/authorization-domain.chain";
import type { SignedAuthorization, TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { TokenRef } from "@/lib/chain/token.rules";

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
