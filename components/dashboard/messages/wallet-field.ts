const list = new Intl.ListFormat("en");

/** What a contract wallet means, said before it is saved. */
export const walletFieldWords = {
  contract: (networks: string[]) => `This is a contract wallet, such as a Safe, on ${list.format(networks)}.`,
  strict:
    "In strict mode nothing settles by itself: your wallet signs one transaction per network for up to 50 deposits.",
  convenient: "In convenient mode the service's refund wallet settles for you, as for any other wallet.",
  missing: (networks: string[]) =>
    `It isn't deployed on ${list.format(networks)}. Deploy it there at the same address before you accept payments: until then they stay at their deposit addresses.`,
  unknown:
    "We couldn't check this wallet on every network. Checkouts can be created once we know whether it is a contract.",
  again: "Press the button again to go on with this wallet.",
} as const;
