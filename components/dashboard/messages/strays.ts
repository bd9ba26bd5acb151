/** The words of what lies at deposit addresses and pays nothing there. */
export const strayWords = {
  title: "Stray funds",
  description:
    "Money that reached a checkout's address and pays nothing there: another token or network than the checkout's, or the network's own coin.",
  caption: "Stray funds, newest checkout first",
  columns: { what: "What", checkout: "At the address of", found: "Found", act: "What to do" },
  seen: "last looked at",
  empty: {
    title: "Nothing astray",
    text: "When a customer sends another token, or on another network, it is recorded and shown here. It never pays a checkout by itself.",
  },
  acts: {
    openRefund: "A refund is open",
    return: "Return",
    returnTitle: (amount: string) => `Return ${amount}`,
    returnText: "Returns all of it by a refund. What you return never counts as payment.",
    returnConfirm: "Return it",
    count: "Count as payment",
    countTitle: (amount: string) => `Count ${amount} as payment`,
    countText:
      "The checkout is then paid in this token on this network, on time or late by the block of the payment. You cannot undo this; you can refund it later.",
    countConfirm: "Count it",
    sweep: "Sweep",
    sweepTitle: (amount: string) => `Sweep ${amount}`,
    sweepText: "Sends it to your wallet. Afterwards you can no longer return it from here or count it.",
    sweepConfirm: "Sweep it",
  },
  explain: {
    title: "Return, count or sweep",
    text: "Return sends the money back to an address that your customer names or proves. Count takes an accepted stablecoin of at least the checkout's amount as its payment. Sweep sends the money to your wallet. You can do one of these with each payment.",
    unknown:
      "A contract that the service does not list may call itself anything, “USDC” too. Look it up before you sign anything: most such tokens are worth nothing, and some lead to a hostile page.",
  },
  stays: {
    open: "The customer can still pay with this. You can decide once the checkout is paid or over.",
    frozen: "An operator has to look at this checkout first.",
    settling: "Is being swept now.",
    role: "An admin can decide on this.",
  },
} as const;
