import type { SettlementStatus, WaitingReason } from "@/lib/settlement/dashboard/settlement-views.rules";

type Reason = NonNullable<WaitingReason>;

/** The words of settlements and sweeps. */
export const settlementWords = {
  title: "Settlements",
  description: "Payments moved, or about to move, from deposit addresses to your settlement wallet.",
  caption: "Settlements, newest first",
  statuses: { PENDING: "In progress", COMPLETED: "Completed", FAILED: "Failed" } satisfies Record<
    SettlementStatus,
    string
  >,
  itemStatuses: { PENDING: "In progress", SWEPT: "Swept", FAILED: "Failed" },
  columns: {
    amounts: "Amount",
    network: "Network",
    status: "Status",
    deposits: "Deposits",
    transaction: "Transaction",
    gas: "Gas paid",
    opened: "Created",
    checkout: "Checkout",
    why: "Reason",
  },
  failedOf: (failed: number) => `${failed} failed`,
  requested: "on request",
  noTransaction: "not sent yet",
  noGas: "–",
  filter: { status: "Status", network: "Network" },
  policies: {
    IMMEDIATE: "Each payment moves to your wallet as soon as it's final.",
    BATCHED: "Payments move to your wallet up to 50 at a time, or after ten minutes.",
    MANUAL: "Payments stay at deposit addresses until you sweep them here.",
  },
  unswept: {
    title: "At deposit addresses",
    none: "All payments have been swept.",
    change: "Settings",
    partial: (deposits: number) =>
      `Totals include only the latest ${deposits.toLocaleString("en")} deposits.`,
    deposits: (count: number) => (count === 1 ? "1 deposit" : `${count.toLocaleString("en")} deposits`),
    caption: "Money at deposit addresses, and why",
    columns: { amount: "Amount", deposits: "Deposits", why: "Reason", examples: "Checkouts" },
  },
  reasons: {
    frozen: "A chain reorganisation reverted a counted payment. The operator has to review it first.",
    stray: "Wrong token or network: see stray funds.",
    not_paid: "The checkout isn't paid, or its late payment isn't accepted.",
    not_final: "Not final on its network yet.",
    refund_open: "A refund is open and may be paid from here.",
    being_settled: "Being swept now.",
    closed: "Only your own wallet can sweep these. Sign one transaction for all of them above.",
    not_deployed:
      "Your contract wallet isn't deployed on this network, so money sent there could be lost. Deploy it at the same address, or refund the customer.",
    wallet_unknown: "We're checking whether your wallet is a contract.",
    held: "Held for refunds, as set in your settings. “Sweep now” moves it right away.",
    parked: "The token refused its last sweep. We retry after a minute, then less often, up to once an hour.",
    below_floor: "Costs more gas than it's worth right now. It waits for more, or for “Sweep now”.",
  } satisfies Record<Reason, string>,
  ready: "Will be swept next.",
  readyByHand: "Ready for “Sweep now”.",
  batches: {
    title: "Waiting for your wallet",
    text: "Your settlement wallet is a contract, such as a Safe, and only it can sweep these deposits. One transaction sweeps all of them on a network.",
    deposits: (count: number, network: string) =>
      `${count === 1 ? "1 deposit" : `${count.toLocaleString("en")} deposits`} on ${network}`,
    sweptBy: "Swept by",
    label: "Sign one transaction",
    limited: (most: number) => `A transaction sweeps up to ${most} deposits. Sign again for the rest.`,
    notDeployed: (network: string) =>
      `This wallet isn't deployed on ${network}. Deploy it there at the same address, then sign.`,
  },
  gas: {
    title: "Gas paid for you",
    none: "Nothing yet.",
    purposes: { SETTLEMENT: "Sweeps", REFUND: "Refunds", RELAY: "Gasless payments" },
    transactions: (count: number) =>
      count === 1 ? "1 transaction" : `${count.toLocaleString("en")} transactions`,
  },
  empty: {
    title: "No settlements yet",
    text: "Once a payment is final, we move it to your settlement wallet and list it here.",
  },
  detail: {
    back: "Settlements",
    facts: "Settlement",
    items: "Deposits",
    id: "Settlement id",
    completed: "Completed",
    none: "–",
  },
  failed: "Unknown reason.",
  failures: {
    SWEEP_REFUSED: "The token refuses transfers from this address.",
    NOT_SWEPT: "The sweep failed on the network: the token refused the transfer.",
    FROZEN: "The checkout was frozen in the meantime.",
    REVERTED: "The transaction would have failed, so we didn't send it.",
    NO_REFUND_KEY: "The service no longer has the refund key for this address.",
    NOTHING_SWEPT: "It would have moved nothing, so we didn't send it.",
    TRANSACTION_REVERTED: "The whole transaction failed. We'll try its deposits again.",
    TRANSACTION_REPLACED: "Another transaction replaced it. We'll try its deposits again.",
  } as Readonly<Record<string, string>>,
  sweep: {
    label: "Sweep now",
    labelOn: (network: string) => `Sweep now on ${network}`,
    title: "Sweep to your wallet now?",
    chainText: (network: string) =>
      `We move everything ready at deposit addresses on ${network} to your checkouts' settlement wallets, regardless of your settlement policy and gas costs. Checkouts that can still be paid or have an open refund stay.`,
    checkoutText:
      "We move the money at this checkout's address to its settlement wallet, regardless of your settlement policy and gas costs.",
    confirm: "Sweep now",
    opened: (deposits: number) =>
      deposits === 1 ? "Sweeping 1 deposit." : `Sweeping ${deposits.toLocaleString("en")} deposits.`,
    nothing: "There's nothing to sweep right now.",
    left: (deposits: number, reason: string) => `${deposits.toLocaleString("en")} not swept: ${reason}`,
    notAgreed: "Two nodes disagree about it. We'll check again.",
    close: "Close",
  },
  sign: {
    label: "Sign the sweep",
    title: "Sweep with your own wallet",
    text: "Your wallet calls the deposit factory, which can send this deposit only to the checkout's settlement wallet. You pay the gas.",
    only: "Signed by",
    anyone: "Any wallet. It only pays the gas.",
    to: "Money goes to",
    prepare: "Continue",
    loading: "Loading wallets…",
    wrongWallet: "This wallet can't sign this sweep. Choose another wallet.",
    send: "Send the sweep",
    confirm: (wallet: string) => `Confirm in ${wallet}.`,
    sent: "Sent. The deposits show as swept once the network confirms it.",
    demoWallet: "Demo merchant wallet",
    batchText:
      "One transaction sweeps these deposits to your settlement wallet and nowhere else. Your wallet pays the gas.",
    noWallet: "We found no wallet in this browser. Install one, or open this page in your wallet's browser.",
    multisig: "Signing in Safe or another multisig?",
    multisigText:
      "Create a transaction there with these values. The deposits show as swept once the network confirms it.",
    contract: "To",
    value: "Value",
    data: "Data",
  },
} as const;

/** The words of stray funds. */
export const strayWords = {
  title: "Stray funds",
  description:
    "Money that reached a checkout's address but doesn't count as its payment: a different token or network, or the network's own coin.",
  caption: "Stray funds, newest checkout first",
  columns: { what: "Amount", checkout: "Checkout", found: "Found", act: "Action" },
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
      "An unlisted token can use any name, even “USDC”. Look up its contract before you sign anything: most of these tokens are worthless, and some lead to malicious pages.",
  },
  stays: {
    open: "You can return, count or sweep this once the checkout is paid or has expired.",
    frozen: "The operator has to review this checkout first.",
    settling: "Being swept now.",
    role: "An admin can decide on this.",
  },
} as const;

/** The words of amounts and of lists of money. */
export const moneyWords = {
  unknownToken: "Unknown token",
  unknownTokenHint:
    "We don't list this token's contract, so we don't add its amount to any total. Look it up before you trust it.",
  units: (units: string) => `${units} units`,
  unknownChain: (chainId: number) => `Chain ${chainId}`,
  transaction: "transaction",
  address: "address",
} as const;
