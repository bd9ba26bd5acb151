/** What the forms need to know of the networks that are enabled. */
export type NetworkView = {
  chainId: number;
  name: string;
  tokens: readonly { address: string; symbol: string; name: string }[];
};
