/** The words of the payment page that change in the browser: every visit receives them. */
export const en = {
  timeLeft: "Time left",
  timeIsUpSpoken: "The time to pay has run out.",
  connectionLost: "No connection. A payment already sent is safe; this page goes on by itself.",
  serviceTrouble: "The service does not answer. A payment already sent is safe; this page goes on by itself.",
  hashLabel: "Transaction hash",
  hashPlaceholder: "0x…",
  hashShape: "A transaction hash is 0x followed by 64 digits and letters a to f.",
  lookUp: "Look it up",
  lookingUp: "Looking…",
  lookupLate:
    "Found. The time was over before the whole amount had come. The shop can see it, and can return it to you.",
  verifyNoScript:
    "Open this page in a browser with JavaScript to look your payment up, or write to the shop with your transaction hash.",
  print: "Print receipt",
  returnToShop: "Return to {merchant}",
  returningIn: "Returning in {seconds} s",
  stayHere: "Stay here",
  chooseOn: "on {network}",
  chooseUnavailable: "No rate at the moment",
  problemRate: "No exchange rate can be had at the moment. Please try again in a minute.",
  problemNotSelectable: "The choice can no longer be changed.",
  problemOther: "That did not work. Please choose again.",
  copyFailed: "Copying was refused. Select the text and copy it yourself.",
  relayHint: "Your signed payment is being sent on {network}. Nothing more to do; this takes a few seconds.",
  relayAgainHint: "Only if this takes longer than a minute: paying again now could pay twice.",
  sentHint: "Waiting to see it on {network}. This takes a few seconds.",
  sentAgain: "Show the payment details again",
  sentAgainHint: "Only if your wallet says that the payment failed.",
  opensExplorer: "opens the block explorer in a new tab",
  amountLabel: "Amount",
  fromWallet: "Pay from a wallet",
  fromWalletHint: "Everything is filled in for you.",
  payWithDemo: "Pay with demo wallet",
  connectWallet: "Connect wallet",
  walletLoading: "Opening…",
  timeLeftMinutes: { one: "{count} minute left to pay.", other: "{count} minutes left to pay." },
  lookupPart: "A part of the amount was received.",
  lookupSeen: "The payment was seen and is being confirmed.",
  lookupPaid: "The payment is confirmed.",
  lookupNoted: "Noted. The network does not know this transaction yet; it is being watched for.",
  lookupRecorded: "The transfer is on record. The shop can see it.",
  problemBusy: "That was too often. Please wait a minute and try again.",
  hashHint: "The hash itself, or a block explorer's link to it. You need not know the network.",
  lookupOtherNetwork:
    "Your payment is on {network}, which is not this checkout's network. The shop can see it, and can return it to you.",
  lookupOtherToken:
    "Your payment arrived on {network}, but in another token than the one chosen. The shop can see it, and can return it to you.",
  lookupReverted: "This transaction failed on {network}: it paid nothing.",
  lookupNotThis: "This transaction is on {network}, but it does not pay this checkout's address.",
  lookupUnknown:
    "None of the shop's networks knows this transaction. Please check the hash, or try again in a minute.",
  lookupUnanswered: "The network could not be asked just now. Please try again in a minute.",
  sentCancelled:
    "Your wallet put another transaction in the place of this payment, so it will not arrive. You can pay again.",
  sentReverted: "This payment failed on {network}; nothing was paid. You can pay again.",
  sentDoubtful:
    "The payment that you sent may still arrive. Pay again only if your wallet says that it failed or was cancelled.",
  addressChecked: "Address checked on your device",
  addressProves:
    "This page computed the address again on your device: money sent to it can only be moved to the shop's wallet {wallet}, or be refunded by that wallet.",
  addressProvesRefund:
    "This page computed the address again on your device: money sent to it can only be moved to the shop's wallet {wallet}, or be refunded by {authority}.",
  addressWrongTitle: "Stop: please do not pay",
  addressWrong:
    "The address that this page was given does not belong to this checkout. Something has changed it. Please send nothing, and tell the shop.",
} as const;
