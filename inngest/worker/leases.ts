/** Names of the leases under which background work runs (`work_leases`). */
export const leaseNames = {
  watch: (chainId: number) => `watch-chain ${chainId}`,
  settle: (chainId: number) => `settle-checkouts ${chainId}`,
  refund: (chainId: number) => `send-refunds ${chainId}`,
  relay: (chainId: number) => `relay-payments ${chainId}`,
  /** Each instance delivers: the deliveries themselves are leased. */
  deliver: (instanceId: string) => `deliver-webhooks ${instanceId}`,
  mail: "send-mail",
  upkeep: "upkeep",
};
