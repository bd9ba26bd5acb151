import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { ProjectMailKind } from "@/lib/mail/mail-kinds.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { type ApiKeyUse, apiKeyUseTexts } from "@/lib/projects/keys/api-key.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";

/** The words of a project's settings. */
export const settingsWords = {
  title: "Settings",
  tabsLabel: "Settings",
  tabs: { general: "General", payments: "Payments", security: "Security", apiKeys: "API keys" },
  walletAndRefunds: "Refunds and other wallets",
  serverKeys: "Server keys",
  serverKeysHint: "Create, rotate and revoke the keys that your server uses.",
  serverKeysLink: "Manage server keys",
  save: "Save",
  saved: "Saved.",
  readOnly: "Only admins and owners can change these settings.",
  readOnlyOwner: "Only owners can change these settings.",

  looks: "How customers see you",
  looksHint: "On the payment page, in receipts and in e-mails.",
  name: "Name",
  nameHint: "Up to 80 characters.",
  accent: "Accent colour",
  accentHint: "If this colour is hard to read, we use the nearest readable shade.",
  accentPick: "Pick a colour",
  accentOwn: "Use your own colour",
  accentPreview: "Preview",
  accentShown: (light: string, dark: string) => `Shown as ${light} in light and ${dark} in dark.`,
  accentThemes: { light: "Light", dark: "Dark" },
  accentSample: "Pay 4.50 USDC",
  accentLink: "How we calculated this",
  receiptDetails: "Details on receipts",
  receiptDetailsHint: "Such as your address and tax number. Up to 500 characters.",
  support: "Support contact",
  supportHint: "An e-mail address or https link. Customers see it when something went wrong with a payment.",
  logo: "Logo",
  logoHint:
    "PNG, JPEG or WebP, up to 256 KiB. We make it square on white and keep nothing else from the file.",
  logoChoose: "Choose a picture",
  logoReplace: "Replace picture",
  logoNone: "No logo yet. Customers see the first letter of the name.",
  logoAlt: "The logo as customers see it",
  logoRemove: "Remove",
  logoRemoveTitle: "Remove the logo?",
  logoRemoveText: "Customers see the first letter of the name instead.",
  logoSending: "Uploading…",
  logoSaved: "Logo saved.",
  logoTooLarge: "This file is larger than 256 KiB. Choose a smaller one.",

  letters: "E-mails",
  lettersHint:
    "Sent to the owners and admins of this project. E-mails about a new settlement wallet and invitations are always sent.",
  lettersOff: "The operator of this service hasn't set up e-mail, so we send none.",
  mailKinds: {
    "checkout.late_paid": { label: "Late payment", hint: "You decide whether to accept or refund it." },
    "checkout.paid": { label: "Payment received", hint: "One e-mail for each paid checkout." },
    "endpoint.disabled": { label: "Webhook endpoint disabled", hint: "It failed for days." },
    "payments.digest": { label: "Daily summary", hint: "Each day with payments." },
    "payments.weekly": { label: "Weekly summary", hint: "On Mondays, beside the week before." },
  } satisfies Record<ProjectMailKind, { label: string; hint: string }>,

  danger: "Delete this project",
  dangerText:
    "Its keys stop working at once, open invitations are revoked, and the project disappears from the dashboard. Payments to its addresses still go to your wallet. You can't undo this here.",
  delete: "Delete project",
  deleteTitle: "Delete this project?",
  deleteName: (name: string) => `Type ${name} to confirm`,

  tokens: "Tokens and networks",
  tokensHint: "What customers can choose from. Existing checkouts keep what they offered.",
  tokensNone: "The operator of this service hasn't enabled any networks.",
  pricing: "Amounts",
  tolerance: "Tolerance for underpayments (%)",
  toleranceHint: "0.5% accepts 99.50 for a 100.00 checkout. 0% requires the exact amount.",
  minimum: "Smallest checkout",
  minimumHint: "In stablecoins. Smaller checkouts can't be created. 0 allows any amount.",
  speed: "Confirmation speed",
  speedHint: "How long we wait before a payment counts as paid.",
  speeds: {
    FAST: {
      label: "Fast",
      hint: "Payments up to 100 tokens count after a few blocks. If the network reverts one, you bear the loss.",
    },
    STANDARD: {
      label: "Standard",
      hint: "Small payments wait for a few blocks, large ones until the network makes them final.",
    },
    CAREFUL: { label: "Careful", hint: "Every payment waits until the network makes it final." },
  } satisfies Record<ConfirmationSpeed, { label: string; hint: string }>,
  late: "Late payments",
  lateHint: "Payments that arrive after the checkout expired. The price may have changed.",
  latePolicies: {
    HOLD: { label: "Ask me", hint: "You accept or refund each one." },
    ACCEPT: { label: "Accept", hint: "They count as paid, unless the checkout was cancelled or continued." },
    REFUND: { label: "Refund", hint: "We refund them once the customer enters an address." },
  },
  requote: "Expired checkouts",
  requoteLabel: "Let customers continue at the current price",
  requoteHint:
    "For fiat prices, if nothing was paid. The customer gets a new checkout for the same order; its amount follows the current exchange rate.",
  settlement: "Settlement",
  settlementHint: "When money moves from deposit addresses to your wallet. We pay the network fee.",
  policies: {
    BATCHED: { label: "In batches", hint: "Up to 50 payments at a time, or after ten minutes." },
    IMMEDIATE: { label: "Right away", hint: "Each payment as soon as it's final." },
    MANUAL: { label: "Manually", hint: "When you choose “Sweep now” under Settlements." },
  } satisfies Record<SettlementPolicy, { label: string; hint: string }>,
  hold: "Hours to wait before settlement",
  holdHint:
    "We wait this long after a checkout is paid. Until then, you can refund it from its deposit address, and convenient mode needs no signature. 0 means no wait. “Sweep now” still works.",
  rule: (chain: string) => `On ${chain}`,
  ruleSame: "Same as above",
  api: "API",
  apiKeyUse: "Where do you use your API key?",
  apiKeyUses: {
    BROWSER: { label: "In browsers", hint: apiKeyUseTexts.BROWSER },
    SERVER: { label: "On my server only", hint: apiKeyUseTexts.SERVER },
  } satisfies Record<ApiKeyUse, { label: string; hint: string }>,
  apiKeys: "API keys may create checkouts",
  apiKeysHint: "If you turn this off, only a server key, a payment link or the dashboard creates checkouts.",
  serverRate: "Server rate limit",
  serverRateText: (perMinute: number) =>
    `${perMinute.toLocaleString("en")} requests per minute, set by the operator of this service.`,

  wallet: "Settlement wallet",
  walletHint:
    "Where your payments go. A change takes effect after 24 hours, or right away if you sign it with the current wallet.",
  walletNow: "Current",
  walletSince: "Existing checkouts keep the wallet they were created with.",
  walletNew: "New settlement wallet",
  walletNewHint:
    "A wallet whose key you hold, on every network you accept. Don't use an exchange's deposit address.",
  walletAsk: "Change wallet",
  walletAsked: "Request change",
  walletOwners: "Only owners can change the wallet.",
  waiting: "Settlement wallet change pending",
  waitingText: (who: string) => `Requested by ${who}.`,
  waitingSomebody: "a former member",
  waitingThen: "New",
  waitingAt: "Takes effect",
  waitingCancel: "Cancel change",
  waitingCancelTitle: "Cancel the wallet change?",
  waitingCancelText: "Payments keep going to the current wallet.",
  sign: "Apply now",
  signTitle: "Sign with the current wallet",
  signText:
    "Sign with a wallet in this browser. Or sign the exact text elsewhere, for example in the Safe app, and paste the signature.",
  signMessage: "Text to sign",
  signature: "Signature",
  signWith: "A wallet in this browser",
  signConfirm: "Apply change",
  signOther: (wallet: string) =>
    `This is a different wallet. Choose the account ${shortHex(withChecksums(wallet))} and try again.`,
  bannerText: (wallet: string) => `Settlement wallet change pending: ${wallet}.`,
  bannerAt: "It takes effect on",
  bannerLink: "View or cancel",

  refunds: "Who can send refunds",
  refundsHint: "Applies to new checkouts. Existing checkouts keep their setting.",
  refundModes: {
    STRICT: {
      label: "Strict",
      hint: "Only your settlement wallet can send money back from a deposit address: you sign each refund.",
    },
    CONVENIENT: {
      label: "Convenient",
      hint: "This service's refund wallet sends refunds for you, up to the limit below.",
    },
  },
  convenientWarning:
    "Convenient mode trusts the operator of this service: anyone with its refund wallet's key could send unsettled money anywhere. The service enforces the limits, not the contract.",
  exposed: "Exposed now",
  exposedNone: "Nothing. No money is at the deposit addresses of convenient checkouts.",
  exposedCount: (count: number) => (count === 1 ? "1 checkout" : `${count.toLocaleString("en")} checkouts`),
  limit: "Daily refunds without approval",
  limitHint:
    "In stablecoins, for refunds requested through the API. Above it, an owner has to approve each refund. 0 requires approval for every refund.",
  wallets: "Other allowed wallets",
  walletsHint:
    "A server key can set another wallet when it creates a checkout. Enter one address per line to allow only those and the settlement wallet. Leave it empty to allow any.",
} as const;

const list = new Intl.ListFormat("en");

/** What a contract wallet means, said before it is saved. */
export const walletFieldWords = {
  contract: (networks: string[]) => `This is a contract wallet, such as a Safe, on ${list.format(networks)}.`,
  strict:
    "In strict mode, nothing settles on its own: you sign one transaction per network for up to 50 deposits.",
  convenient: "In convenient mode, this service's refund wallet settles for you.",
  missing: (networks: string[]) =>
    `It isn't deployed on ${list.format(networks)}. Deploy it there at the same address before you accept payments. Until then, payments stay at their deposit addresses.`,
  unknown:
    "We couldn't check this wallet on every network. Checkouts can be created once we know whether it is a contract.",
  again: "To use this wallet, press the button again.",
} as const;
