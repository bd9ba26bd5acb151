/** How to reach wallets on other devices: the operator's project at a relay, through which both sides communicate. */
export type WalletConnectSettings = {
  projectId: string;
  /** `wss://…` */
  relayUrl: string;
};
