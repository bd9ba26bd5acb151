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
  tabs: { general: "General", payments: "Payments", security: "Security", apiKeys: "API keys", team: "Team" },
  walletAndRefunds: "Refunds and other wallets",
  serverKeys: "Server keys",
  serverKeysHint: "Create, rotate and revoke the keys that your server uses.",
  serverKeysLink: "Manage server keys",
  save: "Save",
  saved: "Saved.",
  readOnly: "Your role shows you these settings; changing them takes an admin.",
  readOnlyOwner: "Your role shows you these settings; changing them takes an owner.",

  looks: "How customers see you",
  looksHint: "On the payment page, in receipts and in e-mails.",
  name: "Name",
  nameHint: "Up to 80 characters.",
  accent: "Accent colour",
  accentHint: "Where it would be hard to read, the page shows the nearest shade that is not.",
  accentPick: "Pick a colour",
  accentOwn: "Use a colour of your own",
  accentPreview: "Preview",
  accentShown: (light: string, dark: string) => `Shown as ${light} in light and ${dark} in dark.`,
  accentThemes: { light: "Light", dark: "Dark" },
  accentSample: "Pay 4.50 USDC",
  accentLink: "How this was computed",
  logo: "Logo",
  logoHint:
    "PNG, JPEG or WebP, up to 256 KiB. It is drawn anew, square, on white; nothing else of the file is kept.",
  logoChoose: "Choose a picture",
  logoReplace: "Replace it",
  logoNone: "No logo yet: customers see the first letter of the name.",
  logoAlt: "The logo as customers see it",
  logoRemove: "Remove",
  logoRemoveTitle: "Remove the logo?",
  logoRemoveText: "Customers see the first letter of the name instead.",
  logoSending: "Uploading…",
  logoSaved: "The logo is saved.",
  logoTooLarge: "This file has more than 256 KiB.",

  letters: "E-mails",
  lettersHint:
    "Sent to the owners and admins of this project. E-mails about a new settlement wallet and invitations are always sent.",
  lettersOff: "The operator of this service has not set up e-mail: none is sent.",
  mailKinds: {
    "checkout.late_paid": { label: "A payment came late", hint: "It waits for your decision." },
    "endpoint.disabled": { label: "A webhook endpoint was disabled", hint: "It failed for days." },
    "payments.digest": { label: "What happened yesterday", hint: "Once a day, when something did." },
  } satisfies Record<ProjectMailKind, { label: string; hint: string }>,

  danger: "Delete this project",
  dangerText:
    "Its keys die at once, open invitations are withdrawn, and it is shown nowhere any more. What customers paid or still pay to its addresses goes on to your wallet. This cannot be undone here.",
  delete: "Delete project",
  deleteTitle: "Delete this project?",
  deleteName: (name: string) => `Type ${name} to confirm`,

  tokens: "Tokens and networks",
  tokensHint: "What customers can choose from. Checkouts that exist keep what they offered.",
  tokensNone: "The operator of this service has enabled no network.",
  pricing: "Amounts",
  tolerance: "Tolerance for payments that fall short",
  toleranceHint:
    "In hundredths of a percent: 50 is 0.5 percent, so that 99.50 counts for 100. 0 takes the exact amount.",
  minimum: "Smallest checkout",
  minimumHint: "In stablecoins. A checkout below it is refused; 0 for any amount.",
  speed: "Confirmation speed",
  speedHint: "How long a payment is watched before it counts as paid.",
  speeds: {
    FAST: {
      label: "Fast",
      hint: "Up to 100 tokens count after a few blocks. If the network takes such a payment back, the loss is yours.",
    },
    STANDARD: {
      label: "Standard",
      hint: "Small amounts wait for some blocks, large ones until the network calls them final.",
    },
    CAREFUL: { label: "Careful", hint: "Every amount waits as long as the largest would." },
  } satisfies Record<ConfirmationSpeed, { label: string; hint: string }>,
  late: "Payments that come too late",
  lateHint: "After the checkout expired, at a price that may not hold any more.",
  latePolicies: {
    HOLD: { label: "Ask me", hint: "You accept or refund each one." },
    ACCEPT: { label: "Accept", hint: "It counts as paid, unless the checkout had been cancelled." },
    REFUND: { label: "Refund", hint: "It goes back once the customer named an address." },
  },
  settlement: "Settlement",
  settlementHint:
    "When money goes from the deposit addresses to your wallet. The service pays the network's fee.",
  policies: {
    BATCHED: { label: "In batches", hint: "Up to 50 together, or after ten minutes." },
    IMMEDIATE: { label: "At once", hint: "Each as soon as it is final." },
    MANUAL: { label: "Manually", hint: "With “Sweep now” under Settlements." },
  } satisfies Record<SettlementPolicy, { label: string; hint: string }>,
  hold: "Hours to wait before settlement",
  holdHint:
    "We wait this long after a checkout is paid. Until then, you can refund it from its deposit address, and convenient mode needs no signature. 0 means no wait. “Sweep now” still works.",
  rule: (chain: string) => `On ${chain}`,
  ruleSame: "As above",
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
    "Where payments go. A new one takes effect after 24 hours, or at once when the wallet in use signs for it.",
  walletNow: "In use",
  walletSince: "Existing checkouts keep the wallet they were created with.",
  walletNew: "New settlement wallet",
  walletNewHint:
    "A wallet whose key is yours, on every network you accept. Never an exchange's deposit address.",
  walletAsk: "Change wallet",
  walletAsked: "Request change",
  walletOwners: "Only an owner can request another wallet.",
  waiting: "A new settlement wallet waits",
  waitingText: (who: string) => `Requested by ${who}.`,
  waitingSomebody: "a former member",
  waitingThen: "Then",
  waitingAt: "Takes effect",
  waitingCancel: "Cancel the change",
  waitingCancelTitle: "Cancel the change of wallet?",
  waitingCancelText: "Payments keep going to the wallet in use.",
  sign: "Take effect now",
  signTitle: "Sign with the wallet in use",
  signText:
    "Sign with a wallet of this browser. Or sign the text elsewhere, unchanged, and paste the signature: a Safe or another contract signs by its own app.",
  signMessage: "Text to sign",
  signature: "Signature",
  signWith: "A wallet of this browser",
  signConfirm: "Apply the change",
  signOther: (wallet: string) =>
    `This is another wallet. Choose the account ${shortHex(withChecksums(wallet))} in it, and try again.`,
  bannerText: (wallet: string) => `A new settlement wallet waits: ${wallet}.`,
  bannerAt: "It takes effect on",
  bannerLink: "See it or cancel it",

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
  limit: "Refunds a day without approval",
  limitHint:
    "In stablecoins, for refunds requested by API. Above it, an owner approves each refund. 0 requires approval for every refund.",
  wallets: "Other wallets that may be paid",
  walletsHint:
    "A server key can set another wallet when it creates a checkout. List one address per line to allow only those and the settlement wallet. Empty allows any.",
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
