/** What a wallet is asked to pay; amounts are decimal text in the token's smallest unit. */
export type WalletOrder = {
  checkoutId: string;
  chainId: number;
  networkName: string;
  /** Empty where there is none. */
  blockExplorerUrl: string;
  tokenAddress: string;
  tokenSymbol: string;
  tokenDecimals: number;
  depositAddress: string;
  remainingAmount: string;
  /** The token's EIP-712 domain, where the checkout can be paid by signature; null elsewhere. */
  signingDomain: { name: string; version: string } | null;
  /** ISO 8601. */
  expiresAt: string;
  /** Received before this payment. */
  totalPaid: string;
};
