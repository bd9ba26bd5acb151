/** The words of the error screen, apart: every visit loads them, while the others come with the page. */
export const englishTrouble = {
  title: "This page is not available right now",
  hint: "Your refund is safe. Please try again in a moment.",
  tryAgain: "Try again",
} as const;

/** Every other word of the page behind a refund's link. `{name}` stands for a value; see `fill`. */
export const english = {
  pageTitle: "Refund from {merchant}",
  refundLabel: "Refund",
  onNetwork: "on {network}",
  linkHolds: "This link works until {date}.",
  wholeUnits: "{amount} smallest units of {token}",

  askTitle: "Where should your refund go?",
  askHint: "{merchant} returns {amount} to you.",
  pasteTitle: "To an address of yours",
  pasteHint:
    "Of your own wallet, or of your account at an exchange. It must take {token} on {network}: on any other network the money would be lost.",
  addressLabel: "Your address on {network}",
  addressPlaceholder: "0x…",
  exchangeHint:
    "At an exchange, open Deposit, choose {token} and {network}, and copy the address shown there. Never take the one that your payment came from: exchanges share it among their customers.",
  check: "Continue",
  checking: "Checking…",
  walletTitle: "To the wallet you paid from",
  walletHint:
    "Only if you paid from a wallet of your own, and not from an exchange. A signature proves that it is yours: it costs nothing and moves nothing.",
  walletButton: "Sign with your wallet",
  walletLoading: "Opening…",

  badShape: "This is no address. One begins with 0x, and 40 digits or letters from a to f follow.",
  badHash: "This is a transaction hash. An address is shorter: 0x and 40 digits and letters.",
  badName: "Names such as alice.eth are not taken. Paste the address itself.",
  badChecksum: "A character of this address is wrong: its capital letters do not fit. Copy it again.",
  badWallet:
    "This address belongs to a token or to this service, and the money would be lost there. Take the address of your own wallet.",

  confirmTitle: "Is this your address?",
  confirmHint: "Compare it with your wallet, character by character. What was sent cannot be brought back.",
  confirmAmount: "Amount",
  confirmNetwork: "Network",
  confirmAddress: "Address",
  confirmSend: "Yes, send it there",
  confirmSending: "One moment…",
  confirmChange: "Change the address",

  problemGone: "This link does not work any more. Ask the shop for a new one.",
  problemSignature: "This wallet did not pay. Use the one you paid from, or name an address.",
  problemBusy: "That was too often. Please wait a minute and try again.",
  problemUnreachable: "The service does not answer. Nothing was changed; please try again.",
  problemOther: "That did not work. Please try again.",

  notReadyTitle: "Almost there",
  notReadyHint:
    "There is nothing to sign yet: the refund waits for its approval, or for the customer's address. This page follows it.",
  takenTitle: "Your address is noted",
  takenHint: "{merchant} will send {amount} there. You may close this page, and look again at any time.",
  takenSignTitle: "Nothing to sign",
  takenSignHint: "This refund needs no signature now. This page follows what becomes of it.",
  sendingTitle: "On its way",
  sendingHint: "{amount} was sent, and {network} is confirming it. There is nothing more to do.",
  lookAgain: "Look again",
  sentTitle: "Refunded",
  sentHint: "{amount} arrived at this address on {network}.",
  destination: "Address on {network}",
  transaction: "Transaction",
  failedTitle: "The refund could not be sent",
  failedHint:
    "{token} cannot be sent to this address. Your money is not lost: please write to {merchant}, and give another one.",
  cancelledTitle: "This refund was cancelled",
  cancelledHint: "If that surprises you, please write to {merchant}.",
  goneTitle: "This link does not work",
  goneHint:
    "It is incomplete, its time is over, or a newer one replaced it. Your refund is not lost: ask the shop for a new link.",

  signTitle: "Sign this refund",
  signRefundHint:
    "Your wallet tells the deposit contract to return what the customer paid. Nothing leaves your wallet but the network's fee.",
  signTransferHint:
    "The payment was settled to your wallet. So the refund is sent from there, and the network's fee is paid from it.",
  signSends: "Sends",
  signTo: "To",
  signFrom: "Signed by",
  signContract: "Contract called",
  signFunction: "Function",
  signFunctionRefund: "refund: from the checkout's deposit address to the customer",
  signFunctionTransfer: "transfer: from your wallet to the customer",
  signNoScript: "Without JavaScript this page cannot ask a wallet. Send the prepared transaction from yours:",
  signRaw: "Show the prepared transaction",
  signRawHint:
    "Send this data to this contract on {network}, from the wallet named above and with a value of 0.",
  copyContract: "Copy contract",
  copiedContract: "Contract copied.",
  dataLabel: "Data",
  copyData: "Copy data",
  copiedData: "Data copied.",
  signConnect: "Connect wallet",
  signSend: "Send {amount}",
  signConfirm: "Confirm the transaction in {wallet}",
  signWrongWallet: "{wallet} has another account chosen: {address}. Only this one can sign the refund:",
  signRefused: "You declined in the wallet. Nothing was sent.",
  signRightWallet: "The right wallet is connected.",
  hashTitle: "Or sign somewhere else, such as in a Safe",
  hashHint: "Once it is sent, enter the transaction's hash: then it is found at once.",
  hashLabel: "Transaction hash",
  hashPlaceholder: "0x…",
  hashSend: "Hand it in",
  hashSending: "Looking…",
  hashTaken: "Found. The network is confirming it.",
  hashWaiting: "Noted. It is not seen on {network} yet.",
  hashShape: "A transaction hash is 0x followed by 64 digits and letters a to f.",
  hashUnknown: "{network} does not know this transaction yet. Try again in a moment.",
  hashReverted: "This transaction failed: it paid nothing.",
  hashOther: "This transaction does not pay this refund.",
  sentFromWallet: "Transaction sent",
  sentFromWalletHint: "Waiting to see it on {network}. This takes a few seconds.",
  sentAgain: "Show what is to be signed again",
  sentAgainHint: "Only if your wallet says that the transaction failed.",

  claimReview: "{amount} on {network} will be sent to this wallet:",
  claimSign: "Sign",
  claimConfirm: "Sign the message in {wallet}",
  claimChecking: "Checking the signature…",
} as const;

export type RefundMessages = Readonly<Record<keyof typeof english, string>>;
