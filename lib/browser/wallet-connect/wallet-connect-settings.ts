/** How wallets on other devices are reached: the operator's project at a relay, through which both sides write. */
export type WalletConnectSettings = {
  projectId: string;
  /** `wss://…` */
  relayUrl: string;
};
