const list = new Intl.ListFormat("en");

/** What a contract wallet means, said before it is saved. */
export const walletFieldWords = {
  contract: (networks: string[]) => `This is a contract wallet, such as a Safe, on ${list.format(networks)}.`,
  strict:
    "In strict mode, nothing settles on its own: you sign one transaction per network for up to 50 deposits.",
  convenient: "In convenient mode, this service's refund wallet settles for you.",
  missing: (networks: string[]) =>
    `It isn't deployed on ${list.format(networks)}. Deploy it there at the same address before you accept payments. Until then, payments stay at their deposit addresses.`,
  unknown:
    "We couldn't check this wallet on every network. Checkouts can be created once we know whether it is a contract.",
  again: "To use this wallet, press the button again.",
} as const;
