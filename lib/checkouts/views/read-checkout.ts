import type { Token } from "@/lib/chain/chains.rules";
import type { DepositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/create-checkout";
import type { CheckoutFilter } from "@/lib/checkouts/dashboard/checkout-filter.rules";
import type { CheckoutCount, CheckoutSearchStore } from "@/lib/checkouts/dashboard/checkout-search.store";
import { type GaslessDeps, gaslessDomain } from "@/lib/checkouts/gasless/gasless-domain";
import { type ListPart, type ListPlace, toListPart } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { ProjectStore } from "@/lib/projects/project.store";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { RateService, Rates } from "@/lib/rates/get-rates";
import { convert } from "@/lib/rates/price-token";
import {
  type PaymentOption,
  type PublicCheckoutView,
  toPaymentOption,
  toPublicView,
} from "./public-checkout.schema";

/**
 * A checkout of the project with all its records.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 */
export async function getCheckout(
  deps: { checkouts: CheckoutStore },
  projectId: string,
  checkoutId: string,
): Promise<CheckoutDetails> {
  const details = await deps.checkouts.find(projectId, checkoutId);
  if (details === null) throw checkoutNotFound();
  return details;
}

export function checkoutNotFound(): CheckoutError {
  return new CheckoutError("CHECKOUT_NOT_FOUND", "Checkout not found.");
}

export type PublicCheckoutDeps = GaslessDeps & {
  checkouts: CheckoutStore;
  projects: ProjectStore;
  rates: RateService;
  depositAddresses: Pick<DepositAddresses, "factory" | "implementation">;
  /** Origin of the payment page. */
  checkoutPageUrl: string;
};

/**
 * What the customer sees (spec §4.2). While nothing is selected it contains options with amounts at the current rate;
 * `alwaysOptions` adds them for a change of selection. With a `projectId`, only that project's checkouts are found.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND
 */
export async function getPublicCheckout(
  deps: PublicCheckoutDeps,
  checkoutId: string,
  { alwaysOptions = false, projectId }: { alwaysOptions?: boolean; projectId?: string } = {},
): Promise<PublicCheckoutView> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null || (projectId ?? found.checkout.projectId) !== found.checkout.projectId)
    throw checkoutNotFound();
  const { checkout } = found;
  const open = checkout.status === "PENDING" && !checkout.tokenFixed;
  const offered = open && (checkout.tokenAddress === null || alwaysOptions);
  const [choices, signingDomain] = await Promise.all([
    offered ? options(deps, checkout) : [],
    gaslessDomain(deps, checkout),
  ]);
  const context = {
    chains: deps.chains,
    checkoutPageUrl: deps.checkoutPageUrl,
    depositContracts: deps.depositAddresses,
  };
  return toPublicView(found, choices, context, deps.clock.now(), signingDomain);
}

async function options(deps: PublicCheckoutDeps, checkout: Checkout): Promise<PaymentOption[]> {
  const project = await deps.projects.findById(checkout.projectId);
  if (project === null) return [];
  const { fiatAmount, fiatCurrency } = checkout;
  const fiat =
    fiatAmount === null || fiatCurrency === null ? null : { kind: "fiat" as const, fiatAmount, fiatCurrency };
  const offered = tokensForPrice(
    acceptedTokens(deps.chains, project),
    fiat === null ? "amount" : "fiat",
    checkout.fixedChainId,
  );
  // Without a rate we still show the page, without amounts.
  const rates: Rates | null = fiat === null ? null : await deps.rates.current().catch(() => null);
  const amountIn = (token: Token) => {
    if (fiat === null) return checkout.amountUnits;
    return rates === null ? null : amountAt(rates, fiat, token, project.minimumUnits);
  };
  return offered.map(({ chain, token }) =>
    toPaymentOption(chain, token, amountIn(token), deps.checkoutPageUrl),
  );
}

function amountAt(...price: Parameters<typeof convert>): bigint | null {
  try {
    return convert(...price).amountUnits;
  } catch {
    return null;
  }
}

const perPage = 50;

/** Above this, "many" is enough. */
const countedExactly = 10_000;

type Deps<Method extends keyof CheckoutSearchStore> = { checkoutSearch: Pick<CheckoutSearchStore, Method> };

/** A page of the project's checkouts, newest first. */
export async function listCheckouts(
  { checkoutSearch }: Deps<"page">,
  { projectId }: ProjectAccess,
  filter: CheckoutFilter,
  place: ListPlace,
  take = perPage,
): Promise<ListPart<Checkout>> {
  return toListPart(await checkoutSearch.page(projectId, filter, place, take + 1), place, take);
}

/** How many match: exact up to 10,000; null when counting takes too long. */
export function countCheckouts(
  { checkoutSearch }: Deps<"count">,
  access: ProjectAccess,
  filter: CheckoutFilter,
): Promise<CheckoutCount | null> {
  return checkoutSearch.count(access.projectId, filter, countedExactly);
}
