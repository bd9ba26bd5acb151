/** The words of payments that came too late. */
export const lateWords = {
  title: "Late payments",
  description:
    "Complete payments that came after their checkout had expired or was cancelled. Nothing is shipped for them until you decide.",
  caption: "Late payments, newest checkout first",
  columns: { received: "Received", checkout: "Checkout", price: "Price", when: "Paid", act: "What to do" },
  afterExpiry: "after it expired",
  afterCancel: "after you cancelled it",
  goesBack: (amount: string) => `${amount} of it goes back already`,
  empty: {
    title: "No late payment waits for you",
    text: "A payment in full that comes after expiry or cancellation is held here for you to accept or send back.",
  },
  refund: "Send back",
  explain:
    "The price was promised for a time that is over, or the order was cancelled: a late payment releases no goods by itself. The settings say whether such payments wait here, are accepted, or go back by themselves.",
  settings: "Payment settings",
} as const;
