import { readPrice, refuseHttpRedirects } from "@/lib/checkouts/create-checkout";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { type Acting, projectNotFound } from "@/lib/projects/project-access";
import { requireFiatAmount } from "./open-amount";
import { type ChangeLinkInput, noStock, type PaymentLink } from "./payment-link.schema";
import type { LinkTerms, PaymentLinkStore } from "./payment-link.store";
import { type CreateLinkDeps, endOfDay, linkNotFound, refusePast } from "./payment-links";

type ChangeLinkDeps = Omit<CreateLinkDeps, "paymentLinks"> & {
  paymentLinks: Pick<PaymentLinkStore, "find" | "change">;
};

/**
 * Changes a link's terms; its address and its kind of price stay, and so do the terms of checkouts it has created.
 *
 * @throws CheckoutError FORBIDDEN, NOT_FOUND for an unknown link or another project's, CONFLICT for a disabled one,
 * AMOUNT_TOO_SMALL, UNSUPPORTED_FIAT_CURRENCY, VALIDATION_ERROR
 */
export async function changeLink(
  deps: ChangeLinkDeps,
  access: Acting,
  { linkId, ...input }: ChangeLinkInput,
): Promise<void> {
  const by = access.as("links.manage");
  const link = await deps.paymentLinks.find(access.projectId, linkId);
  if (link === null) throw linkNotFound();
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const at = deps.clock.now();
  const closesAt = endOfDay(input.lastDay);
  // The last day of a link that has ended may stay.
  if (closesAt?.getTime() !== link.closesAt?.getTime()) refusePast(closesAt, at);
  if (link.singlePayment && input.stock !== undefined)
    throw new CheckoutError("VALIDATION_ERROR", `${noStock}.`, { param: "stock" });
  refuseHttpRedirects(deps, input);
  const terms: LinkTerms = {
    itemName: input.itemName,
    itemDescription: input.itemDescription ?? null,
    ...newPrice(deps, link, input, project.minimumUnits),
    successUrl: input.successUrl ?? null,
    stock: input.stock ?? null,
    closesAt,
  };
  const [before, after] = differences(link, terms);
  if (before === after && link.disabledAt === null) return;
  const details = { slug: link.slug, before, after };
  const entry = { ...by, action: "payment_link.changed", target: linkId, details, at } as const;
  const isChanged = await deps.paymentLinks.change(access.projectId, linkId, terms, entry);
  if (!isChanged) throw new CheckoutError("CONFLICT", "This link is disabled. Create a new one.");
}

/** The price as it is, or another amount of the same kind. @throws CheckoutError VALIDATION_ERROR, AMOUNT_TOO_SMALL */
function newPrice(
  deps: Pick<CreateLinkDeps, "fiatCurrencies">,
  { fiatAmount, fiatCurrency, amountUnits }: PaymentLink,
  input: Pick<ChangeLinkInput, "fiatAmount" | "amount">,
  minimumUnits: bigint,
): Pick<LinkTerms, "fiatAmount" | "amountUnits"> {
  const price = {
    fiatAmount: input.fiatAmount ?? fiatAmount,
    amountUnits: input.amount ?? amountUnits,
  };
  for (const [param, isOther] of [
    ["fiatAmount", (price.fiatAmount === null) !== (fiatAmount === null)],
    ["amount", (price.amountUnits === null) !== (amountUnits === null)],
  ] as const)
    if (isOther)
      throw new CheckoutError("VALIDATION_ERROR", "This link has another kind of price. Create a new link.", {
        param,
      });
  // A minimum that rose since does not apply to a price that stays.
  if (price.fiatAmount === fiatAmount && price.amountUnits === amountUnits) return price;
  if (input.fiatAmount !== undefined) requireFiatAmount(input.fiatAmount, fiatCurrency);
  readPrice(deps, { ...input, fiatCurrency: fiatCurrency ?? undefined }, minimumUnits);
  return price;
}

/** The terms that differ, old and new, for the audit log. */
function differences(old: LinkTerms, now: LinkTerms): [string, string] {
  const [before, after] = [old, now].map((terms) => [
    `item: ${terms.itemName}`,
    `price: ${terms.fiatAmount ?? formatUnits(terms.amountUnits ?? 0n, amountPricedDecimals)}`,
    `stock: ${terms.stock ?? "unlimited"}`,
    `ends: ${terms.closesAt?.toISOString() ?? "never"}`,
    `success page: ${terms.successUrl ?? "none"}`,
    `description: ${terms.itemDescription ?? "none"}`,
  ]);
  const differing = (texts: string[] = [], others: string[] = []) =>
    texts.filter((text, index) => text !== others[index]).join(", ");
  return [differing(before, after), differing(after, before)];
}
