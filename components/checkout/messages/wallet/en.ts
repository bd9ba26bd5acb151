/** The words of the dialog in which a wallet is asked to pay. */
export const en = {
  walletTitle: "Pay from a wallet",
  walletClose: "Close",
  walletChoose: "Wallets found in this browser",
  walletNone:
    "No wallet was found in this browser. Install one, open this page in your wallet's own browser, or send the payment yourself.",
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
    "{wallet} did not switch. Change to {network} in the wallet itself, or send the payment yourself.",
  walletTooLittle: "This wallet holds {balance} {token} on {network}; {amount} {token} are needed.",
  walletReadFailed: "The balance could not be read. You can still try.",
  walletPay: "Pay {amount} {token}",
  walletConfirm: "Confirm the payment in {wallet}",
  walletRejected: "You declined in the wallet. Nothing was sent.",
  walletBusy: "{wallet} still has a request open. Please look there.",
  walletFailed:
    "{wallet} could not do it. Nothing was sent as far as we can see; please look in the wallet before you try again.",
  gaslessPay: "Pay without network fee",
  gaslessHint: "You only sign. The service sends the payment and pays the network fee.",
  gaslessOrdinary: "Or send it from the wallet, which adds the network fee.",
  gaslessSign: "Sign the payment in {wallet}",
  gaslessInFlight: "A signed payment is on its way already. Please wait a moment.",
  gaslessTooLittle: "This wallet does not hold {amount} {token} on {network} any more.",
  gaslessNotSigned:
    "The signature from {wallet} does not fit this payment. Nothing was sent. Please pay with the network fee instead.",
  gaslessNotPayable: "This checkout cannot be paid any more. Please close this and look at the page again.",
  gaslessWalletBlocked:
    "The issuer of {token} blocks this wallet. Nothing was sent. Please pay from another wallet.",
  gaslessStopped:
    "The issuer of {token} has stopped transfers for now. Nothing was sent. Please try again later, or ask the shop.",
  gaslessUnavailable:
    "Paying without network fee is not possible at the moment. Nothing was sent. Please pay with the network fee instead.",
  gaslessNoAnswer:
    "The service did not answer. Please close this, and look at the page before you try again.",
  walletApps: "Open this page in your wallet's app",
  walletLocked: "{wallet} is locked, or has not let this page in. Unlock it and try again.",
  walletUnsupported: "{wallet} cannot do this. Use another wallet, or send the payment yourself.",
  walletDisconnected: "{wallet} is not connected any more. Please connect it again.",
  walletMoved: "{wallet} has changed its account or network meanwhile. Please look again, and repeat.",
  walletNoFee: "{wallet} holds too little of the network's own coin for the fee. Nothing was sent.",
  walletRefused:
    "The token refuses this payment from this wallet. Nothing was sent; please use another wallet.",
  walletUnknownNetwork:
    "{wallet} does not know {network}. Add it in the wallet's settings, choose another network, or send the payment yourself.",
  walletLacksFee: "For the network fee (about {fee} {coin}) this wallet holds too little {coin}.",
  walletChanged: "The wallet has changed to another account. Please check it before you pay.",
  walletConnectHint: "With a wallet app on your phone",
  pairTitle: "Scan this code with your wallet",
  pairLoading: "Preparing the code…",
  pairHint: "Then confirm the connection there. The code is good for five minutes.",
  pairAlt: "QR code by which a wallet connects to this page",
  pairOpen: "Open a wallet on this device",
  pairCopy: "Copy the code instead",
  pairCode: "Connection code",
  pairCopied: "Code copied",
  walletPairingExpired:
    "The code has expired and nothing was sent. Choose WalletConnect again for a new one.",
  walletRelayUnreachable: "WalletConnect does not answer. Use another wallet, or send the payment yourself.",
  walletReadNowhere: "Your wallet will show whether it holds {amount} {token} on {network}.",
} as const;
