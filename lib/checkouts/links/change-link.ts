import { readPrice, refuseHttpRedirects } from "@/lib/checkouts/create-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { type Acting, projectNotFound } from "@/lib/projects/project-access";
import { withCurrencyDecimals } from "@/lib/rates/currency-decimals.rules";
import { requireFiatAmount } from "./open-amount";
import { isOpenAmount } from "./payment-link.rules";
import {
  type ChangeLinkInput,
  lastDayOf,
  type PaymentLink,
  type UpdateLinkBody,
} from "./payment-link.schema";
import type { LinkTerms } from "./payment-link.store";
import { type CountedLink, endOfDay, type LinkParts, ownLink, refusePast } from "./payment-links";

/**
 * Changes a link's terms; its address and its kind of price stay, and so do the terms of checkouts it has created.
 *
 * @throws CheckoutError FORBIDDEN, PAYMENT_LINK_NOT_FOUND for an unknown link or another project's, CONFLICT for a
 * disabled one, AMOUNT_TOO_SMALL, UNSUPPORTED_FIAT_CURRENCY, EXCHANGE_RATE_UNAVAILABLE, VALIDATION_ERROR
 * @throws LeaseLostError
 */
export async function changeLink(
  deps: LinkParts,
  access: Acting,
  { linkId, ...input }: ChangeLinkInput,
  keep: Keep<CountedLink> = null,
): Promise<CountedLink> {
  const by = access.as("links.manage");
  const link = await ownLink(deps, access, linkId);
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const at = deps.clock.now();
  const closesAt = endOfDay(input.lastDay);
  // The last day of a link that has ended may stay.
  if (closesAt?.getTime() !== link.closesAt?.getTime()) refusePast(closesAt, at);
  if (link.singlePayment && input.stock !== undefined)
    throw new CheckoutError("VALIDATION_ERROR", fault("links.hasNoStock"), { param: "stock" });
  if (input.maxFiatAmount !== undefined) {
    if (!isOpenAmount(link))
      throw new CheckoutError("VALIDATION_ERROR", fault("links.hasNoLimit"), { param: "maxFiatAmount" });
    requireFiatAmount(input.maxFiatAmount, link.fiatCurrency, "maxFiatAmount");
  }
  refuseHttpRedirects(deps, input);
  const terms: LinkTerms = {
    itemName: input.itemName,
    itemDescription: input.itemDescription ?? null,
    ...(await newPrice(deps, link, input, project.minimumUnits)),
    maxFiatAmount: input.maxFiatAmount ?? null,
    successUrl: input.successUrl ?? null,
    stock: input.stock ?? null,
    closesAt,
  };
  const [before, after] = differences(link, terms, link.fiatCurrency ?? "");
  const changed = { ...link, ...terms };
  const details = { slug: link.slug, before, after };
  const act = { ...by, action: "payment_link.changed", target: linkId, details, at } as const;
  const entry = before === after ? null : act;
  const isChanged = await deps.paymentLinks.change(access.projectId, linkId, terms, entry, keep?.(changed));
  if (!isChanged) throw new CheckoutError("CONFLICT", fault("links.disabled"));
  return changed;
}

/**
 * Changes the given terms of a link; null removes one.
 *
 * @throws CheckoutError as `changeLink`
 * @throws LeaseLostError
 */
export async function updateLink(
  deps: LinkParts,
  access: Acting,
  linkId: string,
  given: UpdateLinkBody,
  keep: Keep<CountedLink> = null,
): Promise<CountedLink> {
  const link = await ownLink(deps, access, linkId);
  const kept = <Given, Old>(value: Given | null | undefined, old: Old | null) =>
    (value === undefined ? old : value) ?? undefined;
  const input = {
    linkId,
    itemName: given.itemName ?? link.itemName,
    itemDescription: kept(given.itemDescription, link.itemDescription),
    maxFiatAmount: kept(given.maxFiatAmount, link.maxFiatAmount),
    successUrl: kept(given.successUrl, link.successUrl),
    stock: kept(given.stock, link.stock),
    lastDay: kept(given.lastDay, lastDayOf(link)),
    fiatAmount: given.fiatAmount,
    amount: given.amount,
  };
  return changeLink(deps, access, input, keep);
}

/** The price as it is, or another amount of the same kind. @throws CheckoutError VALIDATION_ERROR, AMOUNT_TOO_SMALL */
async function newPrice(
  deps: LinkParts,
  { fiatAmount, fiatCurrency, amountUnits }: PaymentLink,
  input: Omit<ChangeLinkInput, "linkId">,
  minimumUnits: bigint,
): Promise<{ fiatAmount: string | null; amountUnits: bigint | null }> {
  const price = {
    fiatAmount: input.fiatAmount ?? fiatAmount,
    amountUnits: input.amount ?? amountUnits,
  };
  for (const [param, isOther] of [
    ["fiatAmount", (price.fiatAmount === null) !== (fiatAmount === null)],
    ["amount", (price.amountUnits === null) !== (amountUnits === null)],
  ] as const)
    if (isOther)
      throw new CheckoutError("VALIDATION_ERROR", fault("links.otherPrice"), {
        param,
      });
  // A minimum that rose since does not apply to a price that stays; the form shows it with its currency's decimals.
  const written = (amount: string | null) => amount && withCurrencyDecimals(amount, fiatCurrency ?? "");
  if (written(price.fiatAmount) === written(fiatAmount) && price.amountUnits === amountUnits)
    return { fiatAmount, amountUnits };
  if (input.fiatAmount !== undefined) requireFiatAmount(input.fiatAmount, fiatCurrency);
  await readPrice(deps, { ...input, fiatCurrency: fiatCurrency ?? undefined }, minimumUnits);
  return price;
}

/** The terms that differ, old and new, for the audit log. */
function differences(old: LinkTerms, now: LinkTerms, fiatCurrency: string): [string, string] {
  const inFiat = (amount: string | null) => amount && withCurrencyDecimals(amount, fiatCurrency);
  const [before, after] = [old, now].map((terms) => [
    `item: ${terms.itemName}`,
    `price: ${inFiat(terms.fiatAmount) ?? formatUnits(terms.amountUnits ?? 0n, amountPricedDecimals)}`,
    `at most: ${inFiat(terms.maxFiatAmount) ?? "unlimited"}`,
    `stock: ${terms.stock ?? "unlimited"}`,
    `ends: ${terms.closesAt?.toISOString() ?? "never"}`,
    `success page: ${terms.successUrl ?? "none"}`,
    `description: ${terms.itemDescription ?? "none"}`,
  ]);
  const differing = (texts: string[] = [], others: string[] = []) =>
    texts.filter((text, index) => text !== others[index]).join(", ");
  return [differing(before, after), differing(after, before)];
}
