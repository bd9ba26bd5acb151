import type { PublicCheckout } from "@/lib/checkouts/checkout.rules";
import { type Anyone, act, actOfOwnForm } from "@/lib/platform/acts";
import { inputId } from "@/lib/platform/primitives.schema";
import { selectTokenBody, walletBalancesBody } from "./checkout-input.schema";
import type { LiveCheckouts } from "./live/live-checkouts";
import { selectToken } from "./pending-checkout";
import { requoteCheckout } from "./requote/requote-checkout";
import { walletBalance } from "./views/payment-option.schema";
import { checkoutMark, publicCheckoutView } from "./views/public-checkout.schema";
import {
  type CheckoutPageParts,
  checkoutNotFound,
  getPublicCheckout,
  showPublicCheckout,
} from "./views/read-checkout";
import { readWalletBalances } from "./views/wallet-balances";

const ofCheckout = { checkoutId: inputId("chk", "checkout") };
const itsPage = ({ checkoutId }: Readonly<Record<string, string>>) => `/c/${checkoutId}`;

/** Someone without a key whose request is counted by the statement that reads the checkout. */
export type CountedReader = { read: (checkoutId: string) => Promise<PublicCheckout | null> };

/** What customers see and choose. For anyone with a checkout's id: no key (spec §4.2). */
export const paymentPageActs = {
  get: act(
    { ids: ofCheckout, errors: ["CHECKOUT_NOT_FOUND"] },
    async (parts: CheckoutPageParts, { read }: CountedReader, { checkoutId }) => {
      const found = await read(checkoutId);
      if (found === null) throw checkoutNotFound();
      return showPublicCheckout(parts, found);
    },
    {
      http: {
        operationId: "getPublicCheckout",
        tag: "Payment page",
        summary: "Get the customer's view of a checkout",
        description:
          "Made for polling: read `status`, `isPaid`, `paymentTxHash` and `confirmations`. Send the `ETag` of the last answer as `If-None-Match`: until something changes, the answer is 304 without a body. It counts like any other request. Of an answer that you keep, only `serverTime` gets old; each answer's `Date` has the present time.",
        method: "GET",
        path: "/c/{checkoutId}",
        conditional: true,
        data: publicCheckoutView,
        show: (view) => view,
      },
    },
  ),
  follow: actOfOwnForm(
    { ids: ofCheckout, errors: ["CHECKOUT_NOT_FOUND"] },
    (parts: { liveCheckouts: LiveCheckouts }, { client }: Anyone, { checkoutId }) =>
      parts.liveCheckouts.follow(checkoutId, client),
    {
      operationId: "followCheckout",
      tag: "Payment page",
      summary: "Follow the customer's view of a checkout",
      description:
        "Server-sent events. The stream sends a mark at once, a different mark within a second of a change, and the same mark again every ten seconds. The mark is opaque: when it differs from the last one, read `GET /c/{checkoutId}`. The stream ends after some minutes, and once the checkout is paid or refunded; open it again while you need it. If you can't open a stream, or receive nothing for longer than ten seconds, poll instead.",
      method: "GET",
      path: "/c/{checkoutId}/events",
      data: checkoutMark,
      streams: true,
    },
  ),
  selectToken: act(
    {
      ids: ofCheckout,
      input: selectTokenBody,
      errors: [
        "CHECKOUT_NOT_FOUND",
        "UNSUPPORTED_CHAIN",
        "UNSUPPORTED_TOKEN",
        "UNSUPPORTED_TOKEN_FOR_FIAT",
        "EXCHANGE_RATE_UNAVAILABLE",
        "AMOUNT_TOO_SMALL",
        "CHECKOUT_NOT_SELECTABLE",
        "NETWORK_LIMIT_REACHED",
      ],
    },
    async (parts: CheckoutPageParts, { client }: Anyone, { checkoutId, ...choice }) => {
      await selectToken(parts, checkoutId, choice, client);
      return getPublicCheckout(parts, checkoutId);
    },
    {
      http: {
        operationId: "selectToken",
        tag: "Payment page",
        summary: "Choose token and network",
        description:
          "Sets what creation left open, while the checkout is PENDING and nothing has been received. We fix the price at the current rate; `expiresAt` stays the same.",
        method: "POST",
        path: "/c/{checkoutId}/select",
        form: { numbers: ["chainId"], page: itsPage },
        data: publicCheckoutView,
        show: (view) => view,
      },
    },
  ),
  requote: act(
    {
      ids: ofCheckout,
      errors: [
        "CHECKOUT_NOT_FOUND",
        "CHECKOUT_NOT_REQUOTABLE",
        "EXCHANGE_RATE_UNAVAILABLE",
        "CHAIN_UNAVAILABLE",
      ],
    },
    async (parts: CheckoutPageParts & Parameters<typeof requoteCheckout>[0], _: Anyone, { checkoutId }) =>
      getPublicCheckout(parts, await requoteCheckout(parts, checkoutId)),
    {
      http: {
        operationId: "requoteCheckout",
        tag: "Payment page",
        summary: "Continue an expired checkout at the current rate",
        description:
          "Creates the one successor of an expired, fiat-priced checkout to which nothing was paid, if the project allows it (`requote` in the view). The successor has the same terms and an id, deadline and deposit address of its own; its `replaces` and the old one's `replacedBy` name each other. Repeating the request returns the same successor. Money that still comes to the old address stays there.",
        method: "POST",
        path: "/c/{checkoutId}/requote",
        form: {
          numbers: [],
          page: ({ checkoutId }, data) => `/c/${typeof data?.id === "string" ? data.id : checkoutId}`,
        },
        data: publicCheckoutView,
        show: (view) => view,
      },
    },
  ),
  readBalances: act(
    { ids: ofCheckout, input: walletBalancesBody, errors: ["CHECKOUT_NOT_FOUND"] },
    (parts: Parameters<typeof readWalletBalances>[0], _: Anyone, { checkoutId, wallet }) =>
      readWalletBalances(parts, checkoutId, wallet),
    {
      http: {
        operationId: "readWalletBalances",
        tag: "Payment page",
        summary: "Read a wallet's balances",
        description:
          "What a wallet holds of the tokens in which the checkout can be paid now, so that a page can suggest one. We read the networks at most once in ten seconds for each wallet. Empty once the checkout can't be paid.",
        method: "POST",
        path: "/c/{checkoutId}/balances",
        limitedApart: true,
        data: walletBalance.array(),
        show: (balances) => balances,
      },
    },
  ),
};
