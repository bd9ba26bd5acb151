/** The words of what lies at deposit addresses and pays nothing there. */
export const strayWords = {
  title: "Stray funds",
  description:
    "Money that reached a checkout's address but doesn't count as its payment: a different token or network, or the network's own coin.",
  caption: "Stray funds, newest checkout first",
  columns: { what: "What", checkout: "At the address of", found: "Found", act: "What to do" },
  seen: "last checked",
  empty: {
    title: "No stray funds",
    text: "When a customer sends a different token or uses a different network, you'll see it here. It never pays a checkout on its own.",
  },
  acts: {
    openRefund: "View open refund",
    return: "Return",
    returnTitle: (amount: string) => `Return ${amount}`,
    returnText: "Creates a refund of the full amount. Returned money never counts as payment.",
    returnConfirm: "Return",
    count: "Count as payment",
    countTitle: (amount: string) => `Count ${amount} as payment`,
    countText:
      "The checkout counts as paid with this token on this network, on time or late depending on the payment's block. You can't undo this, but you can refund it later.",
    countConfirm: "Count as payment",
    sweep: "Sweep",
    sweepTitle: (amount: string) => `Sweep ${amount}`,
    sweepText: "Sends it to your settlement wallet. After that, you can't return it from here or count it.",
    sweepConfirm: "Sweep",
  },
  explain: {
    title: "Return, count or sweep?",
    text: "Return sends the money back to an address that your customer gives or proves. Count as payment accepts a stablecoin that covers the checkout's amount. Sweep sends the money to your wallet. Choose one for each payment.",
    unknown:
      "A contract that the service does not list may call itself anything, “USDC” too. Look it up before you sign anything: most such tokens are worth nothing, and some lead to a hostile page.",
  },
  stays: {
    open: "You can return, count or sweep this once the checkout is paid or has expired.",
    frozen: "The operator has to review this checkout first.",
    settling: "Being swept now.",
    role: "An admin can decide on this.",
  },
} as const;
