import { acceptedTokens, chooseToken, tokensForPrice } from "@/lib/checkouts/accepted-tokens";
import type { NewCheckouts } from "@/lib/checkouts/checkout.store";
import {
  type CheckoutParts,
  createCheckout,
  readPrice,
  refuseHttpRedirects,
  type TermsParts,
} from "@/lib/checkouts/create-checkout";
import type { LinkRevenue } from "@/lib/checkouts/links/link-checkouts.store";
import { readOpenAmount } from "@/lib/checkouts/links/open-amount";
import type { LinkSales } from "@/lib/checkouts/links/payment-link.rules";
import { isOpenAmount, isSoldOut, type StockCount } from "@/lib/checkouts/links/payment-link.rules";
import type {
  CreateLinkInput,
  OpenPaymentLink,
  PaymentLink,
} from "@/lib/checkouts/links/payment-link.schema";
import type { PaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import { type PaymentOption, toPaymentOption } from "@/lib/checkouts/views/payment-option.schema";
import { type CheckoutPageParts, pricedTokens } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import { dayIn, startOfDayIn } from "@/lib/platform/i18n/time-zone.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import type { ListPart, ListPlace } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import { dayMs } from "@/lib/platform/values/time.rules";
import { type Acting, projectNotFound } from "@/lib/projects/project-access";

/** More than a shop without a backend needs at a time. */
const openLinksAtMost = 500;

/** 50 random bits: with the rate limits, no one can guess a link. */
const chanceCharacters = 10;

/** What links are kept and shown with. */
export type LinkParts = TermsParts & { paymentLinks: PaymentLinkStore };

/**
 * Opens a page that creates checkouts at one price. Terms that no checkout could have are refused now, not in front of
 * a customer.
 *
 * @throws CheckoutError FORBIDDEN, AMOUNT_TOO_SMALL, UNSUPPORTED_FIAT_CURRENCY, EXCHANGE_RATE_UNAVAILABLE, UNSUPPORTED_TOKEN, VALIDATION_ERROR;
 * CONFLICT when the slug is taken or the project has too many links
 * @throws LeaseLostError
 */
export async function createLink(
  deps: LinkParts,
  access: Acting,
  input: CreateLinkInput,
  keep: Keep<CountedLink> = null,
): Promise<CountedLink> {
  const by = access.as("links.manage");
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const isOpen = input.openAmount === true;
  const price = await readPrice(deps, isOpen ? { ...input, fiatAmount: "1" } : input, project.minimumUnits);
  chooseToken(deps.chains, acceptedTokens(deps.chains, project), price, {});
  refuseHttpRedirects(deps, input);
  const id = deps.newId("lnk");
  const at = deps.clock.now();
  const closesAt = endOfDay(input.lastDay);
  refusePast(closesAt, at);
  const chance = id.slice(-chanceCharacters);
  const link: PaymentLink = {
    id,
    projectId: access.projectId,
    slug:
      input.slug === undefined
        ? suggestedSlug(input.itemName, chance)
        : input.singlePayment === true
          ? suggestedSlug(input.slug, chance)
          : input.slug,
    itemName: input.itemName,
    itemDescription: input.itemDescription ?? null,
    fiatAmount: price.kind === "fiat" && !isOpen ? price.fiatAmount : null,
    fiatCurrency: price.kind === "fiat" ? price.fiatCurrency : null,
    amountUnits: price.kind === "amount" ? price.amountUnits : null,
    maxFiatAmount: input.maxFiatAmount ?? null,
    successUrl: input.successUrl ?? null,
    stock: input.stock ?? null,
    singlePayment: input.singlePayment ?? false,
    closesAt,
    checkoutCount: 0,
    createdAt: at,
    disabledAt: null,
  };
  const details = { slug: link.slug };
  const entry = { ...by, action: "payment_link.created", target: id, details, at } as const;
  const made = { ...link, count: link.stock === null ? null : { sold: 0, taken: 0 } };
  const end = await deps.paymentLinks.insert(link, openLinksAtMost, entry, keep?.(made));
  if (end === "inserted") return made;
  throw end === "slug_taken"
    ? new CheckoutError("CONFLICT", fault("links.slugTaken"), { param: "slug" })
    : new CheckoutError("CONFLICT", fault("links.mostLinks", { most: openLinksAtMost }));
}

/** A day ends in UTC. */
export function endOfDay(day: string | undefined): Date | null {
  return day === undefined ? null : new Date(Date.parse(day) + dayMs);
}

/** @throws CheckoutError VALIDATION_ERROR */
export function refusePast(closesAt: Date | null, now: Date): void {
  if (closesAt !== null && closesAt <= now)
    throw new CheckoutError("VALIDATION_ERROR", fault("links.pastDay"), { param: "lastDay" });
}

/**
 * A name in URL characters, with a random suffix. An invoice always has one: its page shows its payment to everyone who
 * has the address.
 */
function suggestedSlug(name: string, chance: string): string {
  const words = name
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  return words === "" ? chance : `${words}-${chance}`;
}

/**
 * Closes a link for good; checkouts created by it continue.
 *
 * @throws CheckoutError FORBIDDEN, PAYMENT_LINK_NOT_FOUND for an unknown link or another project's
 * @throws LeaseLostError
 */
export async function disableLink(
  deps: LinkParts,
  access: Acting,
  linkId: string,
  keep: Keep<CountedLink> = null,
): Promise<CountedLink> {
  const at = deps.clock.now();
  const entry = {
    ...access.as("links.manage"),
    action: "payment_link.disabled",
    target: linkId,
    details: null,
    at,
  } as const;
  const link = await ownLink(deps, access, linkId);
  const keptOf = (time: Date) => keep?.({ ...link, disabledAt: time }) ?? null;
  const disabledAt = await deps.paymentLinks.disable(access.projectId, linkId, at, entry, keptOf);
  if (disabledAt === null) throw linkNotFound();
  return { ...link, disabledAt };
}

function linkNotFound(): CheckoutError {
  return new CheckoutError("PAYMENT_LINK_NOT_FOUND", fault("links.notFound"));
}

const perPage = 50;

/** `count` is null without a stock. */
export type CountedLink = PaymentLink & { count: StockCount | null };

/** A page of the project's links, newest first. */
export async function listLinks(
  parts: LinkParts,
  { projectId }: Acting,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<CountedLink>> {
  const part = await parts.paymentLinks.page(projectId, {}, place, take);
  return { ...part, items: await withCounts(parts, part.items) };
}

async function withCounts(
  { clock, paymentLinks }: LinkParts,
  links: readonly PaymentLink[],
): Promise<CountedLink[]> {
  const counts = await paymentLinks.stocks(links, clock.now());
  return links.map((link) => ({
    ...link,
    count: link.stock === null ? null : (counts.get(link.id) ?? { sold: 0, taken: 0 }),
  }));
}

/**
 * One of the project's links, disabled or not, and what came in by it.
 *
 * @throws CheckoutError PAYMENT_LINK_NOT_FOUND for an unknown link or another project's
 */
export async function readLink(
  deps: LinkParts,
  access: Acting,
  linkId: string,
): Promise<{ link: CountedLink; revenue: LinkRevenue }> {
  const link = await ownLink(deps, access, linkId);
  return { link, revenue: await deps.paymentLinks.revenue(access.projectId, linkId) };
}

/** @throws CheckoutError PAYMENT_LINK_NOT_FOUND for an unknown link or another project's */
export async function ownLink(deps: LinkParts, { projectId }: Acting, linkId: string): Promise<CountedLink> {
  // The URL may hold any text: a malformed id costs no query.
  const found = hasIdForm("lnk", linkId) ? await deps.paymentLinks.find(projectId, linkId) : null;
  if (found === null) throw linkNotFound();
  const [link = { ...found, count: null }] = await withCounts(deps, [found]);
  return link;
}

/**
 * What a customer sees of a link. Reading creates nothing.
 *
 * @throws CheckoutError NOT_FOUND for an unknown or disabled link, or a deleted project
 */
export async function readOpenLink(parts: LinkParts, slug: string): Promise<OpenPaymentLink> {
  const { clock, chains, paymentLinks, projects } = parts;
  const found = /^[a-z0-9][a-z0-9-]{2,63}$/.test(slug) ? await paymentLinks.findOpen(slug) : null;
  const project = found === null ? null : await projects.findById(found.link.projectId);
  if (found === null || project === null) throw new CheckoutError("NOT_FOUND", fault("links.notFound"));
  const priceKind = found.link.fiatCurrency === null ? "amount" : "fiat";
  const payable = tokensForPrice(acceptedTokens(chains, project), priceKind, null);
  const { id, singlePayment, closesAt } = found.link;
  const invoice = singlePayment ? await paymentLinks.invoice(id) : null;
  // A checkout that was opened in time can still be paid.
  const hasEnded = closesAt !== null && closesAt <= clock.now() && invoice?.kind !== "open";
  const [counted] = await withCounts(parts, [found.link]);
  const soldOut = counted !== undefined && isSoldOut(counted);
  return {
    ...found,
    symbols: [...new Set(payable.map(({ token }) => token.symbol))],
    state: invoice?.kind === "paid" ? invoice : { kind: hasEnded ? "ended" : soldOut ? "sold_out" : "open" },
  };
}

/** The coins that a checkout of the link would offer now. Reading creates nothing. */
export async function linkOptions(
  deps: LinkParts & Pick<CheckoutPageParts, "rates" | "checkoutPageUrl">,
  link: PaymentLink,
): Promise<PaymentOption[]> {
  const project = await deps.projects.findById(link.projectId);
  if (project === null) return [];
  const { checkoutPageUrl } = deps;
  const accepted = acceptedTokens(deps.chains, project);
  const price = { ...link, fixedChainId: null };
  const priced = await pricedTokens(deps, price, accepted, project.minimumUnits);
  return priced.map(({ chain, token, amountUnits }) =>
    toPaymentOption(chain, token, amountUnits, {
      checkoutPageUrl,
      speed: project.confirmationSpeed,
      gasless: false,
    }),
  );
}

/** Whether the link created this checkout, which any text may name. */
export async function hasCreated(
  { paymentLinks }: LinkParts,
  linkId: string,
  checkoutId: string,
): Promise<boolean> {
  return hasIdForm("chk", checkoutId) && (await paymentLinks.hasCreated(linkId, checkoutId));
}

/**
 * Creates a checkout at the link's price for a customer. A link for one payment answers its open or paid checkout, if
 * it has one, and otherwise replaces the last one.
 *
 * @param typed the customer's amount; it counts only where the link leaves it to them
 * @param client the customer's network, which reserves only a part of a stock
 * @returns the checkout's id
 * @throws CheckoutError NOT_FOUND, CONFLICT when it is sold out, RATE_LIMIT_EXCEEDED, PROJECT_NOT_FOUND, and the errors of `createCheckout`
 */
export async function payByLink(
  deps: LinkParts & CheckoutParts,
  slug: string,
  typed = "",
  client: string | null = null,
): Promise<string> {
  const { link, state } = await readOpenLink(deps, slug);
  if (state.kind === "ended") throw new CheckoutError("NOT_FOUND", fault("links.closed"));
  if (state.kind === "sold_out") throw new CheckoutError("CONFLICT", fault("links.soldOut"));
  const project = await deps.projects.findById(link.projectId);
  if (project === null) throw projectNotFound();
  const fiatAmount = isOpenAmount(link) ? await readOpenAmount(deps, project, link, typed) : link.fiatAmount;
  const create = async (checkouts: NewCheckouts, replaces: string | null = null) => {
    const body = {
      itemName: link.itemName,
      itemDescription: link.itemDescription ?? undefined,
      successUrl: link.successUrl ?? undefined,
      fiatAmount: fiatAmount ?? undefined,
      fiatCurrency: link.fiatCurrency ?? undefined,
      amount: link.amountUnits ?? undefined,
    };
    const { id } = await createCheckout({ ...deps, checkouts }, project, "link", body, null, { replaces });
    return id;
  };
  if (!link.singlePayment) return create(deps.paymentLinks.checkoutsOf(link.id, client));
  const invoice = await deps.paymentLinks.invoice(link.id);
  if (invoice.kind !== "fresh") return invoice.checkoutId;
  if (link.checkoutCount >= mostInvoiceCheckouts)
    throw new CheckoutError("NOT_FOUND", fault("links.openedTooOften"));
  try {
    const { replaces } = invoice;
    return await create(deps.paymentLinks.invoiceCheckoutsOf(link.id, replaces), replaces);
  } catch (error) {
    // Of two at once, the second one finds the first one's checkout.
    const now = await deps.paymentLinks.invoice(link.id);
    if (now.kind !== "fresh") return now.checkoutId;
    throw error;
  }
}

/** One after another; each can be paid for at least half an hour. */
const mostInvoiceCheckouts = 1_000;

/**
 * What a link sold today, for members of its project alone: a customer may open the till's page, too.
 *
 * @param timeZone in which today begins at midnight
 */
export async function readTillSales(
  { clock, paymentLinks }: LinkParts,
  { projectId }: { projectId: string },
  linkId: string,
  timeZone: string,
): Promise<LinkSales> {
  const midnight = startOfDayIn(dayIn(clock.now(), timeZone), timeZone);
  return paymentLinks.salesSince(projectId, linkId, midnight);
}
