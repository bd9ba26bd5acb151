import type { Example } from "@/lib/api/openapi/types";
import type { OperationId } from "@/lib/api/operation-list";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { toPaymentLinkResource } from "@/lib/checkouts/links/payment-link.schema";
import type { CountedLink } from "@/lib/checkouts/links/payment-links";
import { exampleOrder } from "@/lib/checkouts/order-fields.rules";
import { toDetailsResource, toResource } from "@/lib/checkouts/views/checkout.schema";
import { toSdkProject } from "@/lib/checkouts/views/checkout-fields.schema";
import type { WalletBalance } from "@/lib/checkouts/views/payment-option.schema";
import { toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { timestamp } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { toFiatCurrencies } from "@/lib/rates/exchange-rates.schema";
import { alwaysOffered } from "@/lib/rates/fiat-currency.rules";
import { toRefundLinkView } from "@/lib/refunds/refund.schema";
import {
  authorization,
  claimLink,
  customer,
  exampleOrigin,
  exampleRefundToken,
  ids,
  later,
  logoDigest,
  merchantName,
  open,
  paid,
  paidDetails,
  paymentLink,
  rateUsed,
  refund,
  refundTo,
  signLink,
  txHash,
  usdcOnBase,
  waiting,
} from "./facts";
import { moneyExamples } from "./money-operations";
import { accepted, context, views } from "./views";
import { webhookExamples } from "./webhook-operations";

type OperationExamples = {
  /** Values of query parameters in the example requests. */
  query?: Readonly<Record<string, string | number>>;
  bodies?: Readonly<Record<string, Example>>;
  /** The `data` of successes. */
  data: Readonly<Record<string, Example>>;
};

const resource = (checkout: Checkout) => toResource(checkout, context);
const partAccepted = resource({
  ...paid,
  totalPaidUnits: 4_000_000n,
  paidUnits: 4_000_000n,
  acceptedUnits: 4_000_000n,
});

const { itemDescription: _, metadata: _pairs, ...sentOrder } = exampleOrder;
const create = {
  fiatAmount: "4.50",
  fiatCurrency: "USD",
  ...sentOrder,
};
const fixedToken = { chainId: usdcOnBase.chainId, tokenAddress: checksummed(usdcOnBase.tokenAddress) };
const creations = {
  fiat: { summary: "Priced in fiat; the customer chooses token and network", value: create },
  fiatAndToken: {
    summary: "Priced in fiat, to be paid in USDC on Base",
    value: { ...create, ...fixedToken },
  },
  amount: {
    summary: "Priced in tokens: exactly 4.50 USDC on Base",
    value: { amount: "4500000", ...fixedToken, referenceId: "order-1044", expiryMinutes: 60 },
  },
};
const created = {
  fiatAndToken: { summary: "With its token: ready to be paid", value: resource(waiting) },
  fiat: {
    summary: "Without: the deposit address comes with the customer's choice",
    value: resource(open),
  },
};
const link = (changes: Partial<CountedLink> = {}) =>
  toPaymentLinkResource({ ...paymentLink, ...changes }, exampleOrigin);
const listed = { data: [resource(paid), resource(open)] };

const oldest = timestamp(later(-140));
const rates = {
  USDC: { USD: rateUsed, KRW: "1452.31", EUR: "0.8617" },
  USDT: { USD: "1.0002", KRW: "1452.9", EUR: "0.862" },
};
const allRates = {
  rates,
  timestamp: oldest,
  fiatCurrencies: alwaysOffered.map(({ code, symbol, name }) => ({ code, symbol, name })),
};
const ratesOfKrw = {
  summary: "Of one currency",
  value: {
    fiatCurrency: "KRW",
    rates: { USDC: rates.USDC.KRW, USDT: rates.USDT.KRW },
    timestamp: oldest,
  },
};

/** Examples of each operation's request and answer. */
export const operationExamples: Readonly<Record<OperationId, OperationExamples>> = {
  createCheckout: { bodies: creations, data: created },
  listCheckouts: {
    query: { status: "PAID", take: 20 },
    data: { some: { summary: "Two checkouts", value: listed.data } },
  },
  getCheckout: { data: { paid: { summary: "Paid", value: toDetailsResource(paidDetails, context) } } },
  cancelCheckout: {
    data: { cancelled: { summary: "Cancelled", value: { id: ids.checkout, status: "CANCELLED" } } },
  },
  redeemCheckout: {
    data: {
      used: {
        summary: "Used by this request",
        value: { id: ids.checkout, redeemedAt: timestamp(later(90)), first: true },
      },
    },
  },
  acceptPayment: {
    bodies: {
      shown: { summary: "The amount that you saw", value: { amount: "4000000" } },
      any: { summary: "Whatever was received", value: {} },
    },
    data: { accepted: { summary: "Accepted and final", value: partAccepted } },
  },
  createRefund: {
    bodies: {
      whole: {
        summary: "All that is left; the customer names the address",
        value: { reason: "The order was cancelled.", refundType: "CANCELLATION" },
      },
      part: {
        summary: "A part; the customer names the address",
        value: { amount: "1500000", reason: "The milk was out of date.", refundType: "CUSTOMER_REQUEST" },
      },
      toAddress: {
        summary: "To a known address",
        value: {
          amount: "1500000",
          reason: "The milk was out of date.",
          destinationAddress: toRefundResource(refundTo).destinationAddress,
        },
      },
    },
    data: {
      part: {
        summary: "Waiting for the customer's address",
        value: toRefundResource(refund, `${exampleOrigin}/r/${exampleRefundToken}`),
      },
      toAddress: { summary: "On its way", value: toRefundResource(refundTo) },
    },
  },
  listRefunds: { data: { one: { summary: "One refund", value: [toRefundResource(refund)] } } },
  listProjectRefunds: {
    query: { status: "AWAITING_ADDRESS" },
    data: { one: { summary: "One refund", value: [toRefundResource(refund)] } },
  },
  getRefund: { data: { one: { summary: "Waiting for an address", value: toRefundResource(refund) } } },
  cancelRefund: {
    data: {
      cancelled: { summary: "Cancelled", value: toRefundResource({ ...refund, status: "CANCELLED" }) },
    },
  },
  createPaymentLink: {
    bodies: {
      stock: {
        summary: "200 at a price in fiat, until the end of March",
        value: {
          itemName: "Flat white",
          fiatAmount: "4.50",
          fiatCurrency: "USD",
          slug: "flat-white",
          stock: 200,
          lastDay: "2026-03-31",
        },
      },
      invoice: {
        summary: "An invoice, for one payment",
        value: { itemName: "Invoice 1042", fiatAmount: "120", fiatCurrency: "USD", singlePayment: true },
      },
      donation: {
        summary: "The customer chooses an amount up to 500 USD",
        value: { itemName: "Donation", openAmount: true, maxFiatAmount: "500", fiatCurrency: "USD" },
      },
    },
    data: {
      stock: { summary: "With a stock", value: link({ checkoutCount: 0, count: { sold: 0, taken: 0 } }) },
    },
  },
  listPaymentLinks: { data: { one: { summary: "One payment link", value: [link()] } } },
  getPaymentLink: {
    data: {
      sold: {
        summary: "Some were sold",
        value: {
          ...link(),
          received: [{ ...fixedToken, amount: "54010800" }],
          receivedIsComplete: true,
        },
      },
    },
  },
  updatePaymentLink: {
    bodies: {
      price: { summary: "A new price, without an end", value: { fiatAmount: "4.80", lastDay: null } },
    },
    data: { changed: { summary: "Changed", value: link({ fiatAmount: "4.80", closesAt: null }) } },
  },
  endPaymentLink: { data: { ended: { summary: "Ended", value: link({ disabledAt: later(7_200) }) } } },
  ...moneyExamples,
  ...webhookExamples,
  getPublicCheckout: {
    data: {
      confirming: { summary: "Payment seen, being confirmed", value: views.confirming },
      choosing: { summary: "Token and network still open", value: views.choosing },
      paid: { summary: "Paid", value: views.paid },
    },
  },
  followCheckout: {
    data: { mark: { summary: "One message", value: 'data: ["pay",8453]\n\n' } },
  },
  selectToken: {
    bodies: { usdc: { summary: "USDC on Base", value: usdcOnBase } },
    data: { selected: { summary: "Selected: amount and deposit address are there", value: views.waiting } },
  },
  requoteCheckout: {
    data: { continued: { summary: "Its successor", value: views.continued } },
  },
  readWalletBalances: {
    bodies: { wallet: { summary: "The customer's wallet", value: { wallet: customer } } },
    data: {
      held: {
        summary: "USDC on Base",
        value: [
          {
            ...usdcOnBase,
            balance: "25000000",
            gasless: true,
            signing: { kind: "EIP3009", domain: { name: "USD Coin", version: "2" }, permitNonce: null },
          },
        ] satisfies WalletBalance[],
      },
    },
  },
  verifyPayment: {
    bodies: { hash: { summary: "A hash on Base", value: { txHash, chainId: usdcOnBase.chainId } } },
    data: {
      detected: {
        summary: "Found",
        value: {
          status: "DETECTED",
          message: "The payment was seen and is being confirmed.",
          outcome: "RECORDED",
        },
      },
    },
  },
  findPayments: {
    bodies: { wallet: { summary: "The wallet that paid", value: { sender: authorization.from } } },
    data: {
      found: {
        summary: "One payment",
        value: {
          transfers: [
            {
              ...usdcOnBase,
              network: views.paid.network,
              token: views.paid.token,
              amount: paid.totalPaidUnits.toString(),
              txHash,
              counts: true,
            },
          ],
          isComplete: true,
        },
      },
    },
  },
  getRefundLink: {
    data: {
      claim: { summary: "Waiting for an address", value: toRefundLinkView(claimLink, context) },
      sign: { summary: "Waiting for the merchant's wallet", value: toRefundLinkView(signLink, context) },
    },
  },
  claimRefund: {
    bodies: {
      address: {
        summary: "An address, as the customer names it",
        value: { destinationAddress: toRefundResource(refundTo).destinationAddress },
      },
    },
    data: {
      named: { summary: "On its way", value: toRefundLinkView({ ...claimLink, refund: refundTo }, context) },
    },
  },
  submitRefundTransaction: {
    bodies: { hash: { summary: "The hash that the wallet gave", value: { txHash } } },
    data: {
      seen: {
        summary: "Seen on the chain",
        value: toRefundLinkView(
          { ...signLink, refund: { ...signLink.refund, status: "PROCESSING", txHash }, call: null },
          context,
        ),
      },
    },
  },
  requestExcess: {
    bodies: { plain: { summary: "Without a signature: the merchant sends a claim link", value: {} } },
    data: { requested: { summary: "Requested", value: views.overpaid } },
  },
  mailReceipt: {
    bodies: { german: { summary: "In German", value: { email: "ada@example.com", language: "de" } } },
    data: { sent: { summary: "It will be sent", value: views.paid } },
  },
  authorizePayment: {
    bodies: { usdc: { summary: "USDC on Base, signed with a key", value: authorization } },
    data: { accepted: { summary: "Accepted: it is on its way", value: views.signed } },
  },
  getPaymentOffer: { data: { settled: { summary: "Settled: in a block", value: views.confirming } } },
  payCheckout: { data: { settled: { summary: "Settled: in a block", value: views.confirming } } },
  listFiatCurrencies: { data: { all: { summary: "All of them", value: toFiatCurrencies(alwaysOffered) } } },
  getExchangeRates: {
    query: { fiatCurrency: "KRW" },
    data: { one: ratesOfKrw, all: { summary: "Of all currencies", value: allRates } },
  },
  createProjectCheckout: {
    bodies: creations,
    data: {
      fiatAndToken: { ...created.fiatAndToken, value: resource({ ...waiting, createdVia: "api_key" }) },
    },
  },
  listProjectCheckouts: {
    query: { referenceId: "order-1042" },
    data: { some: { summary: "One checkout", value: [resource(paid)] } },
  },
  getProjectExchangeRates: {
    query: { fiatCurrency: "KRW" },
    data: {
      one: ratesOfKrw,
      all: { summary: "Of all currencies", value: { ...allRates, source: "cache" } },
    },
  },
  getSdkProject: {
    data: {
      project: {
        summary: "A project",
        value: toSdkProject({ id: ids.project, name: merchantName, logoDigest }, accepted, exampleOrigin),
      },
    },
  },
  getSdkCheckout: { data: { confirming: { summary: "Being confirmed", value: views.confirming } } },
};
