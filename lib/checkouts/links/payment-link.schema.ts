import { z } from "zod";
import { nothing, type ProjectAction } from "@/lib/accounts/account.schema";
import { createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { orderInput } from "@/lib/checkouts/order-fields.schema";
import { inputId } from "@/lib/platform/primitives.schema";

const linkId = inputId("lnk", "payment link");

const mostStock = 100_000;
const stockRange = `must be a whole number from 1 to ${mostStock}`;

/** What can be changed later. */
const linkTerms = {
  itemName: orderInput.itemName.unwrap().refine((name) => name.trim() !== "", "is required"),
  itemDescription: orderInput.itemDescription,
  fiatAmount: createCheckoutBody.shape.fiatAmount,
  amount: createCheckoutBody.shape.amount,
  successUrl: orderInput.successUrl,
  /** How many payments it sells in all. */
  stock: z.int(stockRange).min(1, stockRange).max(mostStock, stockRange).optional(),
  lastDay: z.iso.date("must be a day like 2026-12-31").optional(),
};

/** Fields of a new link: the price of its checkouts, and the name of its page. */
export const createLinkInput = z
  .object({
    ...linkTerms,
    fiatCurrency: createCheckoutBody.shape.fiatCurrency,
    /** The customer chooses the amount, in `fiatCurrency`. */
    openAmount: z.boolean().optional(),
    slug: z
      .string()
      .regex(/^[a-z0-9][a-z0-9-]{2,63}$/, "must be 3 to 64 lower-case letters, digits and dashes")
      .optional(),
    singlePayment: z.boolean().optional(),
  })
  .superRefine(({ slug: _, lastDay: _day, singlePayment, openAmount, stock, ...body }, context) => {
    const issue = (param: string, message: string) =>
      context.addIssue({ code: "custom", path: [param], message });
    if (singlePayment === true && stock !== undefined) issue("stock", noStock);
    if (openAmount === true && singlePayment === true)
      issue("fiatCurrency", "a link for one payment needs a fixed price");
    if (openAmount === true && (body.fiatAmount ?? body.amount) !== undefined)
      issue("openAmount", "leave the price out: the customer chooses it");
    // The schema of checkouts validates the price; the other fields are validated above.
    const price = openAmount === true ? { fiatAmount: "1" } : { amount: body.amount?.toString() };
    const judged = createCheckoutBody.safeParse({ ...body, amount: undefined, ...price });
    for (const { path, message } of judged.error?.issues ?? [])
      context.addIssue({ code: "custom", path, message });
  });

/** Of a link for one payment. */
export const noStock = "a link for one payment has no stock";

export type CreateLinkInput = z.output<typeof createLinkInput>;

/** A link's new terms; without an amount its price stays. */
const changeLinkInput = z.object({ linkId, ...linkTerms });

export type ChangeLinkInput = z.output<typeof changeLinkInput>;

/** Actions of the dashboard on payment links. */
export const linkActions = {
  createLink: {
    permission: "links.manage",
    fresh: true,
    input: createLinkInput,
    output: z.object({ linkId, slug: z.string(), url: z.string() }),
  },
  changeLink: {
    permission: "links.manage",
    fresh: true,
    input: changeLinkInput,
    output: nothing,
  },
  disableLink: {
    permission: "links.manage",
    fresh: true,
    input: z.object({ linkId }),
    output: nothing,
  },
} as const satisfies Record<string, ProjectAction>;

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
