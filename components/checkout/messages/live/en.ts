/** The words of the payment page that change in the browser: every visit receives them. */
export const en = {
  timeLeft: "Time left",
  timeIsUpSpoken: "Time to pay has run out.",
  connectionLost: "You're offline. Any payment you sent is safe; this page will catch up on its own.",
  serviceTrouble:
    "We can't reach the service. Any payment you sent is safe; this page will catch up on its own.",
  hashLabel: "Transaction hash or sender's address",
  hashPlaceholder: "0x…",
  hashShape:
    "Enter a transaction hash (0x and 64 characters) or the address you paid from (0x and 40 characters).",
  findPayment: "Find payment",
  lookingUp: "Looking…",
  lookupLate:
    "Payment found, but the deadline passed before the full amount arrived. The shop can see it and can refund you.",
  verifyNoScript:
    "To find your payment, open this page in a browser with JavaScript, or send the shop your transaction hash.",
  print: "Print receipt",
  returnToShop: "Return to {merchant}",
  returningIn: "Returning in {seconds} s",
  stayHere: "Stay here",
  chooseOn: "on {network}",
  chooseUnavailable: "No rate right now",
  problemRate: "The exchange rate is unavailable right now. Please try again in a minute.",
  problemNotSelectable: "You can't change the coin any more.",
  problemOther: "Something went wrong. Please choose again.",
  copyFailed: "Your browser didn't allow copying. Select the text and copy it yourself.",
  sentHint: "Waiting for it to appear on {network}. This takes a few seconds.",
  sentAgain: "Show payment details again",
  sentAgainHint: "Only if your wallet says the payment failed.",
  copyHash: "Copy transaction hash",
  copiedHash: "Transaction hash copied.",
  opensExplorer: "opens the block explorer in a new tab",
  amountLabel: "Amount",
  fromWallet: "Pay from a wallet",
  fromWalletHint: "We fill in everything for you.",
  payWithDemo: "Pay with demo wallet",
  connectWallet: "Connect wallet",
  payWith: "Pay with {wallet}",
  browserWallet: "your browser wallet",
  moreWallets: "More wallets",
  walletLoading: "Opening…",
  timeLeftMinutes: { one: "{count} minute left to pay.", other: "{count} minutes left to pay." },
  lookupPart: "Payment found. It covers part of the amount.",
  lookupSeen: "Payment found. It's being confirmed.",
  lookupPaid: "Payment found and confirmed.",
  lookupNoted: "The network doesn't know this transaction yet. We'll keep looking for it.",
  lookupRecorded: "Payment found. The shop can see it.",
  problemBusy: "Too many tries. Please wait a minute and try again.",
  hashHint:
    "A block explorer link works, too. If you paid from an exchange, use the hash: exchanges share addresses.",
  lookupSender: "We found from this address: {list}. The shop can see it.",
  lookupSenderNone:
    "We found nothing from this address to this checkout on the shop's networks. Try the transaction hash.",
  lookupOtherNetwork:
    "Your payment is on {network}, but this order has to be paid on another network. The shop can see it and can refund you.",
  lookupOtherToken:
    "Your payment arrived on {network} in a different coin than you chose. The shop can see it and can refund you.",
  lookupReverted: "This transaction failed on {network}, so nothing was paid.",
  lookupNotThis: "This transaction is on {network}, but it doesn't pay this checkout's address.",
  lookupUnknown:
    "We couldn't find this transaction on any of the shop's networks. Check the hash, or try again in a minute.",
  lookupUnanswered: "We couldn't reach the network. Please try again in a minute.",
  sentCancelled:
    "Your wallet replaced this payment with another transaction, so it won't arrive. You can pay again.",
  sentReverted: "This payment failed on {network}, so nothing was paid. You can pay again.",
  sentDoubtful:
    "The payment you sent may still arrive. Pay again only if your wallet says it failed or was cancelled.",
  sentUnanswered:
    "We asked your wallet to pay, and it hasn't answered. The payment still arrives if you or a co-owner confirms it. Check your wallet before you pay another way.",
  addressChecked: "Address checked on your device",
  addressProves:
    "Your device calculated this address again. Money sent to it can only go to the shop's wallet {wallet}, or be refunded by that wallet.",
  addressProvesRefund:
    "Your device calculated this address again. Money sent to it can only go to the shop's wallet {wallet}, or be refunded by {authority}.",
  addressWrongTitle: "Stop: don't pay",
  addressWrong:
    "The address on this page doesn't belong to this checkout. It may have been tampered with. Don't send anything, and tell the shop.",
} as const;
