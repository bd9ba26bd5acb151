import {
  acceptedTokens,
  type CreateCheckoutDeps,
  chooseToken,
  readPrice,
  refuseHttpRedirects,
} from "@/lib/checkouts/create-checkout";
import type { CreateLinkInput } from "@/lib/checkouts/links.schema";
import type { PaymentLink } from "@/lib/checkouts/payment-link.rules";
import type { PaymentLinkStore } from "@/lib/checkouts/payment-link.store";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Acting } from "@/lib/projects/access/operator-access";
import type { ProjectStore } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-not-found";

/** More than a shop that needs no backend will have open at a time. */
const openLinksAtMost = 500;
/** 50 bits of chance: with the limits on trying, nobody finds a link that was not given to them. */
const chanceCharacters = 10;

type CreateLinkDeps = Pick<
  CreateCheckoutDeps,
  "clock" | "newId" | "chains" | "allowHttpLoopback" | "fiatCurrencies"
> & {
  paymentLinks: Pick<PaymentLinkStore, "insert">;
  projects: Pick<ProjectStore, "findById">;
};

/**
 * Opens a page that makes checkouts of one price. What no checkout could be made of is refused now, and not in front of
 * a customer.
 *
 * @throws CheckoutError FORBIDDEN, AMOUNT_TOO_SMALL, UNSUPPORTED_FIAT_CURRENCY, UNSUPPORTED_TOKEN, VALIDATION_ERROR;
 *   CONFLICT when the address is taken or there are too many
 */
export async function createLink(
  deps: CreateLinkDeps,
  access: Acting,
  input: CreateLinkInput,
): Promise<PaymentLink> {
  const by = access.as("links.manage");
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const price = readPrice(deps, input, project.minimumUnits);
  chooseToken(deps.chains, acceptedTokens(deps.chains, project), price, {});
  refuseHttpRedirects(deps, input);
  const id = deps.newId("lnk");
  const at = deps.clock.now();
  const link: PaymentLink = {
    id,
    projectId: access.projectId,
    slug: input.slug ?? suggestedSlug(input.itemName, id.slice(-chanceCharacters)),
    itemName: input.itemName,
    itemDescription: input.itemDescription ?? null,
    fiatAmount: price.kind === "fiat" ? price.fiatAmount : null,
    fiatCurrency: price.kind === "fiat" ? price.fiatCurrency : null,
    amountUnits: price.kind === "amount" ? price.amountUnits : null,
    successUrl: input.successUrl ?? null,
    checkoutCount: 0,
    createdAt: at,
    disabledAt: null,
  };
  const details = { slug: link.slug };
  const entry = { ...by, action: "payment_link.created", target: id, details, at } as const;
  const end = await deps.paymentLinks.insert(link, openLinksAtMost, entry);
  if (end === "inserted") return link;
  throw end === "slug_taken"
    ? new CheckoutError("CONFLICT", "This address is taken. Choose another.", { param: "slug" })
    : new CheckoutError(
        "CONFLICT",
        `A project has at most ${openLinksAtMost} open links. Disable some first.`,
      );
}

/** The item's name as far as an address can say it, and something that nobody can guess. */
function suggestedSlug(itemName: string, chance: string): string {
  const words = itemName
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, 40)
    .replace(/^-|-$/g, "");
  return words === "" ? chance : `${words}-${chance}`;
}
