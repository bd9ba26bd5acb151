import type { Signing } from "@/lib/chain/contracts/signing.rules";
import type { Checkout, PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { type PaymentOption, toPaymentOption } from "@/lib/checkouts/views/payment-option.schema";
import { toPublicView } from "@/lib/checkouts/views/public-checkout.schema";
import {
  chains,
  depositContracts,
  detected,
  exampleOrigin,
  ids,
  later,
  logoDigest,
  merchantName,
  open,
  overpaid,
  paid,
  waiting,
} from "./facts";

/** The project of the examples, as the views need it. */
export const context = {
  merchantName,
  logoDigest,
  chains,
  checkoutPageUrl: exampleOrigin,
  depositContracts,
  isPayableByX402: () => true,
};

export const accepted = chains.flatMap((chain) => chain.tokens.map((token) => ({ chain, token })));
const options: PaymentOption[] = accepted.map(({ chain, token }) =>
  toPaymentOption(chain, token, waiting.amountUnits, {
    checkoutPageUrl: exampleOrigin,
    speed: "STANDARD",
    gasless: true,
  }),
);
const seen = {
  merchantName,
  accentColor: null,
  logoDigest,
  paymentBlockNumber: null,
  scannedBlockNumber: 43_300_000n,
  strayTransfers: [],
  gaslessPayment: null,
  receiptDetails: null,
  supportContact: "help@shop.example",
  requoteExpired: true,
  hasReceived: false,
  hasLeftWallet: false,
  x402Enabled: true,
  acceptsLate: false,
  hasListedWallet: true,
  receivedEarlier: null,
  minimumUnits: 0n,
  choosableTokens: [],
  reportedPayment: null,
  refunds: [],
  moneyRequest: null,
};
const usdcSigning: Signing = { kind: "EIP3009", domain: { name: "USD Coin", version: "2" } };

type ViewParts = { found?: Partial<PublicCheckout>; choices?: PaymentOption[]; signing?: Signing };

/** The public view this many seconds after the creation. */
function viewAt(seconds: number, checkout: Checkout, { found = {}, choices = [], signing }: ViewParts = {}) {
  return toPublicView({ ...seen, ...found, checkout }, choices, context, later(seconds), signing);
}

const continued = { ...waiting, id: ids.openCheckout, replaces: ids.checkout, requoteCount: 1 };
export const views = {
  choosing: viewAt(10, open, { choices: options }),
  waiting: viewAt(10, waiting, { signing: usdcSigning }),
  continued: viewAt(10, continued, { signing: usdcSigning }),
  signed: viewAt(30, waiting, {
    found: { gaslessPayment: { status: "PENDING", failureReason: null, txHash: null, mayStillPay: true } },
  }),
  confirming: viewAt(80, detected, { found: { paymentBlockNumber: 43_299_997n } }),
  overpaid: viewAt(300, overpaid, {
    found: {
      paymentBlockNumber: 43_299_985n,
      moneyRequest: {
        isMailed: true,
        hasContact: true,
        units: overpaid.paidUnits - paid.paidUnits,
        strays: 0,
      },
    },
  }),
  paid: viewAt(100, paid, { found: { paymentBlockNumber: 43_299_985n } }),
};
