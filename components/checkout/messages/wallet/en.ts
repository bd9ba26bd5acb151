/** The words of the dialog in which a wallet is asked to pay. */
export const en = {
  walletTitle: "Pay from a wallet",
  walletClose: "Close",
  walletChoose: "Wallets in this browser",
  walletNone:
    "We found no wallet in this browser. Install one, open this page in your wallet's browser, or send the payment manually.",
  walletConnecting: "Confirm the connection in {wallet}",
  walletOther: "Use another wallet",
  walletFrom: "From",
  walletTo: "To",
  walletBalance: "Balance",
  walletBalanceChecking: "Checking…",
  walletSwitchTitle: "{wallet} is on another network",
  walletSwitch: "Switch to {network}",
  walletSwitching: "Confirm the switch in {wallet}",
  walletSwitchRefused:
    "{wallet} didn't switch. Switch to {network} in the wallet itself, or send the payment manually.",
  walletTooLittle: "Not enough {token}: this wallet has {balance} on {network}, you need {amount}.",
  walletEmpty: "This wallet doesn't hold enough of any coin that the shop accepts.",
  walletHasOf: "{balance}, you need {amount}",
  walletManual: "Send the payment manually",
  walletReadFailed: "We couldn't read the balance. You can still try to pay.",
  walletPay: "Pay {amount} {token} on {network}",
  walletCanPay: "This wallet can pay with",
  walletPreparing: "Preparing the payment…",
  walletPriceRose: "The amount is now {amount} {token}. Check it before you pay.",
  gaslessFree: "No network fee: you only sign, and we send it.",
  walletConfirm: "Confirm the payment in {wallet}",
  walletRejected: "You declined in your wallet. Nothing was sent.",
  walletBusy: "{wallet} has another request open. Please answer it there first.",
  walletFailed:
    "{wallet} couldn't complete the payment. We don't see anything sent; check your wallet before you try again.",
  gaslessOrdinary: "Pay with the network fee instead",
  gaslessSign: "Sign the payment in {wallet}",
  gaslessInFlight: "Your signed payment is already on its way. Please wait a moment.",
  gaslessTooLittle: "This wallet no longer has {amount} {token} on {network}.",
  gaslessNotSigned:
    "The signature from {wallet} doesn't match this payment. Nothing was sent. Please pay with the network fee instead.",
  gaslessNotPayable: "This checkout can't be paid any more. Close this dialog and check the page.",
  gaslessWalletBlocked:
    "The issuer of {token} blocks this wallet. Nothing was sent. Please pay from another wallet.",
  gaslessStopped:
    "The issuer of {token} has paused transfers. Nothing was sent. Try again later, or ask the shop.",
  gaslessUnavailable:
    "Paying without a network fee is unavailable right now. Nothing was sent. Please pay with the network fee instead.",
  gaslessNoAnswer: "We can't reach the service. Close this dialog and check the page before you try again.",
  walletLocked: "{wallet} is locked, or hasn't connected to this page. Unlock it and try again.",
  walletUnsupported: "{wallet} doesn't support this. Use another wallet, or send the payment manually.",
  walletDisconnected: "{wallet} is no longer connected. Please connect it again.",
  walletMoved: "{wallet} switched to another account or network. Check the details and try again.",
  walletNoFee: "{wallet} doesn't have enough of the network's own coin for the fee. Nothing was sent.",
  walletRefused:
    "The coin's contract refuses this payment from this wallet. Nothing was sent. Please use another wallet.",
  walletUnknownNetwork:
    "{wallet} doesn't know {network}. Add it in the wallet's settings, choose another network, or send the payment manually.",
  walletReported:
    "A payment for this order was just reported, perhaps from another tab or device. Pay again only if it failed.",
  walletPayAgain: "Pay again anyway",
  walletLacksFee: "This wallet doesn't have enough {coin} for the network fee (about {fee} {coin}).",
  walletChanged: "The wallet switched to another account. Check it before you pay.",
  walletConnectHint: "With a wallet app on your phone",
  pairTitle: "Scan this code with your wallet",
  pairLoading: "Preparing the code…",
  pairHint: "Then confirm the connection in your wallet. The code works for five minutes.",
  pairAlt: "QR code to connect a wallet to this page",
  pairOpen: "Open a wallet on this device",
  pairCopy: "Copy the code instead",
  pairCode: "Connection code",
  pairCopied: "Code copied.",
  walletPairingExpired: "The code expired and nothing was sent. Choose WalletConnect again to get a new one.",
  walletRelayUnreachable: "We can't reach WalletConnect. Use another wallet, or send the payment manually.",
  walletSlow:
    "{wallet} hasn't answered yet. Open it and look for a request. If you see none, reload this page or use another wallet.",
  walletSlowPay: "You can also close this window and send the payment manually.",
  walletOpen: "Open {wallet}",
  walletRequestExpired:
    "Nobody confirmed in {wallet} in time. The request may still be confirmed there, so check {wallet} before you try again.",
  walletNoneFirefox:
    "Firefox can hide a wallet extension on this page. If you have one, open this page in another browser.",
  walletReadNowhere: "We can't read this wallet's balance. Make sure it has {amount} {token} on {network}.",
} as const;
