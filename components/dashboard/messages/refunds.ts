import type { RefundStatus, RefundType } from "@/lib/checkouts/refunds/refund.rules";
import type { RefundGroup } from "@/lib/refunds/dashboard/refund-views.rules";

/** The words of refunds, for every page that shows one. */
export const refundWords = {
  title: "Refunds",
  description: "Refunds to your customers, and what each one is waiting for.",
  caption: "Refunds, newest first",
  columns: {
    amount: "Amount",
    status: "Status",
    to: "To",
    checkout: "Checkout",
    asked: "Requested",
  },
  statuses: {
    AWAITING_APPROVAL: "Needs approval",
    AWAITING_ADDRESS: "Waiting for address",
    AWAITING_SIGNATURE: "Needs your signature",
    PENDING: "About to be sent",
    PROCESSING: "On its way",
    COMPLETED: "Completed",
    FAILED: "Failed",
    CANCELLED: "Cancelled",
  } satisfies Record<RefundStatus, string>,
  groups: { WAITING: "Waiting", MOVING: "On its way" } satisfies Record<RefundGroup, string>,
  types: {
    CANCELLATION: "Order cancelled",
    CUSTOMER_REQUEST: "Customer request",
    OVERPAYMENT: "Overpayment",
    LATE_PAYMENT: "Late payment",
    DUPLICATE: "Duplicate payment",
    OTHER: "Other",
  } satisfies Record<RefundType, string>,
  waiting: {
    title: "Waiting",
    approval: "Waiting for an owner's approval",
    address: "Waiting for the customer's address",
    signature: "Waiting for your wallet's signature",
  },
  filter: {
    status: "Status",
    type: "Type",
    from: "From",
    to: "To",
  },
  empty: {
    title: "No refunds yet",
    text: "Refund a paid checkout from its page, or from your server:",
    codeName: "the request",
  },
  noAddress: "Not given yet",
  requesters: {
    key: (lastFour: string) => `Your server, with the key ending in ${lastFour}`,
    operator: "The operator of this service",
    policy: "Your late payment setting",
    unknown: "Not recorded",
  },
  detail: {
    back: "Refunds",
    facts: "Refund details",
    amount: "Amount",
    network: "Network",
    destination: "To",
    type: "Type",
    reason: "Reason",
    checkout: "Checkout",
    transaction: "Transaction",
    paidFrom: "Paid from",
    paidFromDeposit: "The checkout's deposit address",
    paidFromWallet: "Your own wallet",
    requester: "Requested by",
    asked: "Requested",
    completed: "Completed",
    failure: "Why it failed",
    id: "Refund id",
    none: "–",
    timeline: "Timeline",
    next: "What happens next",
  },
  next: {
    AWAITING_APPROVAL:
      "This refund is above your daily limit, or its payment needs a review, so an owner has to approve it.",
    AWAITING_ADDRESS:
      "The customer opens the claim link and enters an address. We don't send it to the address the payment came from: exchanges pay from shared wallets, so money sent back there is lost.",
    AWAITING_SIGNATURE:
      "Only your settlement wallet can send this refund. Open the signing page and sign with that wallet.",
    PENDING: "We'll send it from the deposit address in a moment.",
    PROCESSING: "It's on the network. It completes once its block is final.",
    COMPLETED: "The money has arrived.",
    FAILED: "Nothing was sent. You can refund the amount again.",
    CANCELLED: "Nothing was sent. You can refund the amount again.",
  } satisfies Record<RefundStatus, string>,
  failures: {
    DESTINATION_REFUSED:
      "The token refuses payments to this address. Ask the customer for another address, then refund again.",
  } as Readonly<Record<string, string>>,
  timelineKinds: {
    "refund.requested": "Requested",
    "refund.approved": "Approved by an owner",
    "refund.address_named": "The customer entered an address",
    "refund.cancelled": "Cancelled",
    "refund.held": "On hold: its payment needs a review",
    "refund.sent": "Sent",
    "refund.unsent": "The transaction failed, so we'll send it again",
    "refund.funds_left": "The money has left the deposit address, so you pay it from your wallet",
    "refund.failed": "Failed: the token refuses the destination",
    "refund.completed": "Final on the network",
    "refund.reverted": "A chain reorganisation reverted it",
    "refund.unasked": "Paid by your wallet without a request here",
  } as Readonly<Record<string, string>>,
  approve: {
    label: "Approve",
    title: "Approve this refund?",
    text: (amount: string) =>
      `You approve ${amount} to this address. A refund can't be reversed once it's sent.`,
    unnamed:
      "An owner can approve this refund once the customer has entered an address. Send the customer the claim link.",
    confirm: "Approve refund",
    onlyOwner: "Only an owner can approve this refund.",
  },
  cancel: {
    label: "Cancel refund",
    title: "Cancel this refund?",
    text: "Nothing has been sent. You keep the amount and can refund it again.",
    confirm: "Cancel refund",
  },
  claim: {
    label: "New claim link",
    title: "Create a new claim link?",
    text: "Send it to the customer. Anyone with the link can choose where the refund goes. The previous link stops working.",
    confirm: "Create link",
    what: "claim link",
    made: "Send this link to your customer. Anyone with the link can choose where the refund goes.",
    once: "Copy it now: we show it only once. You can create a new link at any time.",
    qr: "QR code of the claim link",
    message: "Message for your customer",
    copyMessage: "message",
    letter: (refund: { amount: string; item: string | null; shop: string; url: string }) =>
      `Your refund of ${refund.amount}${refund.item === null ? "" : ` for ${refund.item}`} is ready. Open this link within 7 days and enter the address to send it to:\n${refund.url}\n\nKeep the link to yourself: whoever has it chooses where the money goes.\n${refund.shop}`,
    holdsUntil: "The link expires on",
  },
  sign: {
    label: "Sign with wallet",
    hint: "Creates a link to the signing page. It can pay only this refund's address.",
    open: "Open the signing page",
    what: "signing link",
    made: "The page checks your wallet, shows what you sign and sends the refund. You can also open it on the device that has your wallet.",
  },
  /** Of the sheet, in which the merchant's wallet sends the refund. */
  send: {
    title: (amount: string) => `Choose your wallet. It then asks you to confirm ${amount}.`,
    only: "wallet",
    loading: "Loading wallets…",
    demoWallet: "Demo merchant wallet",
    wrongWallet: "This wallet can't send this refund. Choose your settlement wallet.",
    send: "Try again",
    confirm: (wallet: string) => `Confirm in ${wallet}.`,
    sent: "Sent.",
  },
  handIn: {
    label: "I've already sent it",
    title: "Enter the transaction hash",
    text: "We usually find your wallet's payment within seconds. If we haven't, paste its transaction hash.",
    field: "Transaction hash",
    confirm: "Look up",
    found: "The transaction pays this refund.",
  },
  form: {
    button: "Refund",
    title: "Refund this payment",
    excessTitle: "Refund the overpayment",
    back: "Checkout",
    nothing: "Nothing can be refunded: no payment is confirmed, or all of it was already refunded.",
    amount: "Amount",
    max: (amount: string) => `Up to ${amount}. Leave it empty to refund all of it.`,
    tooMuch: (amount: string) => `At most ${amount} can be refunded.`,
    notAnAmount: (example: string) => `Enter an amount above 0, such as ${example}.`,
    type: "Type",
    reason: "Reason",
    reasonHint: "For your records. The customer doesn't see it.",
    optional: "optional",
    destination: "To this address",
    destinationHint:
      "Use an address your customer gave you, or leave it empty and send them a claim link. Never use the address a payment came from: exchanges pay from shared wallets, so money sent back there is lost.",
    from: {
      deposit: "We'll send it from the checkout's deposit address, where the payment still is.",
      wallet: "This payment is already in your wallet, so you'll sign the refund from there.",
      signature:
        "The payment is still at the checkout's deposit address. You'll sign the refund with your wallet.",
    },
    submit: "Refund",
    submitAmount: (amount: string) => `Refund ${amount}`,
    done: (amount: string) => `Refund of ${amount} requested.`,
    show: "View refund",
  },
} as const;

/** The heading of its form. */
export function refundTitle(refundType?: RefundType): string {
  return refundType === "OVERPAYMENT" ? refundWords.form.excessTitle : refundWords.form.title;
}
