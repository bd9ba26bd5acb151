import { z } from "zod";
import { createCheckoutBody, fiatAmountProblem } from "@/lib/checkouts/checkout-input.schema";
import { orderAnswer, orderInput } from "@/lib/checkouts/order-fields.schema";
import {
  checksummedAddress,
  count,
  evmChainId,
  fiatCode,
  fiatDecimal,
  paymentLinkId,
  time,
  units,
} from "@/lib/platform/answer-fields.schema";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { cursorQuery } from "@/lib/platform/lists/cursor-pages.schema";
import { rowCursors } from "@/lib/platform/lists/list-place.rules";
import { faultOf, says, timestamp } from "@/lib/platform/primitives.schema";
import { dayMs } from "@/lib/platform/values/time.rules";
import { isOpenAmount, type StockCount } from "./payment-link.rules";

const mostStock = 100_000;
const stockRange = says(fault("fields.whole", { least: 1, most: mostStock }));

/** What can be changed later. */
const linkTerms = {
  itemName: orderInput.itemName.unwrap().refine((name) => name.trim() !== "", says(fault("fields.required"))),
  itemDescription: orderInput.itemDescription,
  fiatAmount: createCheckoutBody.shape.fiatAmount,
  amount: createCheckoutBody.shape.amount,
  maxFiatAmount: createCheckoutBody.shape.fiatAmount.describe(
    "The most that a customer may choose, in `fiatCurrency`. Only with `openAmount`.",
  ),
  successUrl: orderInput.successUrl,
  stock: z
    .int(stockRange)
    .min(1, stockRange)
    .max(mostStock, stockRange)
    .optional()
    .describe("How many payments it sells in all. Not for a link for one payment."),
  lastDay: z.iso
    .date(says(fault("fields.day")))
    .optional()
    .describe("The last day, in UTC, on which it creates checkouts."),
};

/** Fields of a new link: the price of its checkouts, and the name of its page. */
export const createLinkInput = z
  .object({
    ...linkTerms,
    fiatCurrency: createCheckoutBody.shape.fiatCurrency,
    openAmount: z
      .boolean()
      .optional()
      .describe("The customer chooses the amount, in `fiatCurrency`. Leave the price out."),
    slug: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{2,63}$/, says(fault("fields.slug")))
      .optional()
      .describe("The last part of its address: 3 to 64 lower-case letters, digits and dashes."),
    singlePayment: z
      .boolean()
      .optional()
      .describe("An invoice: at most one of its checkouts is paid. Its `slug` gets a random ending."),
  })
  .superRefine(
    ({ slug: _, lastDay: _day, singlePayment, openAmount, stock, maxFiatAmount, ...body }, context) => {
      const issue = (param: string, reason: Fault) =>
        context.addIssue({ code: "custom", path: [param], fault: reason });
      if (singlePayment === true && stock !== undefined) issue("stock", fault("fields.noStock"));
      if (openAmount === true && singlePayment === true) issue("fiatCurrency", fault("fields.fixedPrice"));
      if (openAmount === true && (body.fiatAmount ?? body.amount) !== undefined)
        issue("openAmount", fault("fields.noPrice"));
      if (maxFiatAmount !== undefined) {
        const problem =
          openAmount === true ? fiatAmountProblem(maxFiatAmount, body.fiatCurrency) : fault("fields.noLimit");
        if (problem !== null) issue("maxFiatAmount", problem);
      }
      // The schema of checkouts validates the price; the other fields are validated above.
      const price = openAmount === true ? { fiatAmount: "1" } : { amount: body.amount?.toString() };
      const judged = createCheckoutBody.safeParse({ ...body, amount: undefined, ...price });
      for (const found of judged.error?.issues ?? [])
        context.addIssue({ code: "custom", path: found.path, fault: faultOf(found) });
    },
  );

export type CreateLinkInput = z.output<typeof createLinkInput>;

/** A link's new terms; without an amount its price stays. */
export const changeLinkBody = z.object(linkTerms);

export type ChangeLinkInput = z.output<typeof changeLinkBody> & { linkId: string };

function removable<Schema extends z.ZodType>(field: z.ZodOptional<Schema>) {
  return field
    .unwrap()
    .nullable()
    .optional()
    .describe(field.description ?? "");
}

/** A missing field stays unchanged; null removes a term. The price keeps its kind. */
export const updateLinkBody = z.object({
  ...linkTerms,
  itemName: linkTerms.itemName.optional(),
  itemDescription: removable(linkTerms.itemDescription),
  successUrl: removable(linkTerms.successUrl),
  maxFiatAmount: removable(linkTerms.maxFiatAmount),
  stock: removable(linkTerms.stock),
  lastDay: removable(linkTerms.lastDay),
});
export type UpdateLinkBody = z.output<typeof updateLinkBody>;

export const linkCursors = rowCursors("lnk");
export const listLinksQuery = cursorQuery(linkCursors, {});

const day = z.string().meta({ format: "date" });

/** A payment link in the Server API. */
export const paymentLinkResource = z.object({
  id: paymentLinkId,
  url: z
    .string()
    .meta({ format: "uri", description: "The page that creates a checkout. Send customers there." }),
  slug: z.string().describe("The last part of `url`."),
  itemName: orderAnswer.itemName,
  itemDescription: orderAnswer.itemDescription,
  fiatAmount: fiatDecimal.nullable().describe("The price in fiat; null without one."),
  fiatCurrency: fiatCode.nullable().describe("ISO 4217 code; null for a price in tokens."),
  amount: units.nullable().describe("The price in a token's smallest unit (6 decimals); null without one."),
  openAmount: z.boolean().describe("The customer chooses the amount, in `fiatCurrency`."),
  maxFiatAmount: fiatDecimal
    .nullable()
    .describe("The most that a customer may choose, in `fiatCurrency`; null without a limit."),
  successUrl: orderAnswer.successUrl,
  stock: count.nullable().describe("How many payments it sells in all; null without a limit."),
  sold: count.nullable().describe("How many of `stock` were paid; null without a limit."),
  singlePayment: z.boolean().describe("An invoice: at most one of its checkouts is paid."),
  lastDay: day.nullable().describe("The last day, in UTC, on which it creates checkouts; null for no end."),
  checkoutCount: count.describe("How many checkouts it has created."),
  createdAt: time,
  endedAt: time.nullable().describe("When the merchant ended it; null before."),
});
export type PaymentLinkResource = z.infer<typeof paymentLinkResource>;

/** With what came in. */
export const paymentLinkDetails = paymentLinkResource.extend({
  received: z
    .array(
      z.object({
        chainId: evmChainId,
        tokenAddress: checksummedAddress.describe("The token's contract, with EIP-55 checksum."),
        amount: units.describe("Received by its paid checkouts less refunds, in smallest units."),
      }),
    )
    .describe("What came in, by chain and token."),
  receivedIsComplete: z
    .boolean()
    .describe("False for a link with so many paid checkouts that `received` has only a part of them."),
});

/** The last day on which a link creates checkouts; null for no end. */
export function lastDayOf({ closesAt }: { closesAt: Date | null }): string | null {
  return closesAt === null ? null : timestamp(new Date(closesAt.getTime() - dayMs)).slice(0, 10);
}

/** @param checkoutPageUrl origin of the customers' pages */
export function toPaymentLinkResource(
  link: PaymentLink & { count: StockCount | null },
  checkoutPageUrl: string,
): PaymentLinkResource {
  const { id, slug, itemName, itemDescription, fiatAmount, fiatCurrency, amountUnits, successUrl } = link;
  return {
    id,
    url: `${checkoutPageUrl}/l/${slug}`,
    slug,
    itemName,
    itemDescription,
    fiatAmount,
    fiatCurrency,
    amount: amountUnits?.toString() ?? null,
    openAmount: isOpenAmount(link),
    maxFiatAmount: link.maxFiatAmount,
    successUrl,
    stock: link.stock,
    sold: link.count?.sold ?? null,
    singlePayment: link.singlePayment,
    lastDay: lastDayOf(link),
    checkoutCount: link.checkoutCount,
    createdAt: timestamp(link.createdAt),
    endedAt: link.disabledAt === null ? null : timestamp(link.disabledAt),
  };
}

/** A page that creates a checkout at its price for each customer who asks. */
export type PaymentLink = {
  id: string;
  projectId: string;
  /** The last part of its URL: lower-case letters, digits and dashes. */
  slug: string;
  itemName: string;
  itemDescription: string | null;
  /** Either the fiat pair, or an amount in smallest units. A currency alone: the customer chooses the amount. */
  fiatAmount: string | null;
  fiatCurrency: string | null;
  amountUnits: bigint | null;
  /** The most that a customer may choose; null for no limit, as for a fixed price. */
  maxFiatAmount: string | null;
  successUrl: string | null;
  /** How many payments it sells in all; null for no limit, as for an invoice. */
  stock: number | null;
  /** An invoice: at most one of its checkouts is open, and none is created once one is paid. */
  singlePayment: boolean;
  /** It creates no checkout from then on; null for no end. */
  closesAt: Date | null;
  /** Checkouts created so far. */
  checkoutCount: number;
  createdAt: Date;
  /** Null while it accepts customers. */
  disabledAt: Date | null;
};

/** A link as its customers see it. */
export type OpenPaymentLink = {
  link: PaymentLink;
  merchantName: string;
  logoDigest: string | null;
  accentColor: string | null;
  /** Symbols of the tokens that can carry its price. */
  symbols: readonly string[];
  /** `paid`: an invoice that is paid, by this checkout. */
  state: { kind: "open" } | { kind: "ended" } | { kind: "sold_out" } | { kind: "paid"; checkoutId: string };
};
