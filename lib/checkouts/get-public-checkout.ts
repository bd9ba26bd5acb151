import type { Token } from "@/lib/chain/chains.rules";
import type { DepositAddresses } from "@/lib/chain/deposit-address.chain";
import type { ProjectStore } from "@/lib/projects/project.store";
import type { RateService, Rates } from "@/lib/rates/get-rates";
import { convert } from "@/lib/rates/price-token";
import type { Checkout } from "./checkout.rules";
import type { CheckoutStore } from "./checkout.store";
import { acceptedTokens, tokensForPrice } from "./create-checkout";
import { type GaslessDeps, gaslessDomain } from "./gasless-domain";
import { checkoutNotFound } from "./get-checkout";
import {
  type PaymentOption,
  type PublicCheckoutView,
  toPaymentOption,
  toPublicView,
} from "./public-checkout.schema";

export type PublicCheckoutDeps = GaslessDeps & {
  checkouts: CheckoutStore;
  projects: ProjectStore;
  rates: RateService;
  depositAddresses: Pick<DepositAddresses, "factory" | "implementation">;
  /** Origin of the payment page. */
  checkoutPageUrl: string;
};

/**
 * What the customer sees (spec §4.2). Options with amounts at the current rate are there while nothing is
 * selected; `alwaysOptions` gives them for a change of mind too. With a `projectId` only that project's checkouts
 * are found.
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
  // The page is shown without amounts rather than not at all while no rate can be had.
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
