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
  explain: {
    title: "How to get it back to the customer",
    text: "Sweeping sends it to the wallet that the checkout names. From there you can pay it back to an address that the customer tells you; never to the address it came from without asking, for exchanges pay from shared wallets. A refund here is only of what a checkout is paid in.",
    unknown:
      "A contract that the service does not list may call itself anything, “USDC” too. Look it up before you sign anything: most such tokens are worth nothing, and some are made to lead you to a hostile page.",
  },
  stays: {
    open: "Its checkout can still be paid. It can be swept once that is paid or over.",
    frozen: "An operator has to look at this checkout first.",
    settling: "Is being swept now.",
    role: "An admin can sweep it.",
  },
} as const;
