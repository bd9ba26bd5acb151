/** The words of amounts and of lists of money. */
export const moneyWords = {
  unknownToken: "Unknown token",
  unknownTokenHint:
    "The service does not list this contract: its amount means nothing until you know it, and it is never added up.",
  units: (units: string) => `${units} units`,
  unknownChain: (chainId: number) => `Chain ${chainId}`,
  transaction: "transaction",
  address: "address",
} as const;
