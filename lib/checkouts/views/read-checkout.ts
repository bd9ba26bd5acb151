import type { Token } from "@/lib/chain/chains.rules";
import type { DepositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { type AcceptedToken, acceptedTokens, tokensForPrice } from "@/lib/checkouts/accepted-tokens";
import {
  type Checkout,
  type CheckoutDetails,
  isOnItsWay,
  type PublicCheckout,
} from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { TermsParts } from "@/lib/checkouts/create-checkout";
import type { CheckoutHistories } from "@/lib/checkouts/dashboard/checkout-history.store";
import type { CheckoutHistory } from "@/lib/checkouts/dashboard/checkout-views.rules";
import type { PendingCheckoutStore } from "@/lib/checkouts/pending-checkout.store";
import { requoteProblem } from "@/lib/checkouts/requote/requote.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { NewId } from "@/lib/platform/ids";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";
import type { ProjectStore } from "@/lib/projects/project.store";
import { type ProjectAccess, projectNotFound } from "@/lib/projects/project-access";
import type { RateService, Rates } from "@/lib/rates/get-rates";
import { convert } from "@/lib/rates/price-token";
import { type GaslessParts, gaslessSigning } from "./gasless-signing";
import { type PaymentOption, toPaymentOption } from "./payment-option.schema";
import { type PublicCheckoutView, toPublicView } from "./public-checkout.schema";
import { x402Payability } from "./x402-payability";

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
  return new CheckoutError("CHECKOUT_NOT_FOUND", fault("checkouts.notFound"));
}

/** What a customer's page shows and does. */
export type CheckoutPageParts = GaslessParts & {
  newId: NewId;
  projects: ProjectStore;
  checkouts: CheckoutStore;
  pendingCheckouts: PendingCheckoutStore;
  rates: RateService;
  rateLimiter: RateLimiter;
  depositAddresses: DepositAddresses;
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
  deps: CheckoutPageParts,
  checkoutId: string,
  { alwaysOptions = false, projectId }: { alwaysOptions?: boolean; projectId?: string } = {},
): Promise<PublicCheckoutView> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null || (projectId ?? found.checkout.projectId) !== found.checkout.projectId)
    throw checkoutNotFound();
  return showPublicCheckout(deps, found, alwaysOptions);
}

/** What the customer sees of a checkout that was just read. */
export async function showPublicCheckout(
  deps: CheckoutPageParts,
  found: PublicCheckout,
  alwaysOptions = false,
): Promise<PublicCheckoutView> {
  const { checkout } = found;
  const offered = checkout.tokenAddress === null || alwaysOptions;
  const now = deps.clock.now();
  const x402Terms = { x402Enabled: found.x402Enabled, acceptedTokens: found.choosableTokens };
  const [choices, signing, requote, isPayableByX402] = await Promise.all([
    offered ? paymentOptions(deps, found) : [],
    found.gaslessPayment?.mayStillPay === true ? null : gaslessSigning(deps, checkout),
    offeredRequote(deps, found, now),
    x402Payability(deps, x402Terms, [checkout]),
  ]);
  const context = {
    chains: deps.chains,
    checkoutPageUrl: deps.checkoutPageUrl,
    depositContracts: deps.depositAddresses,
    isPayableByX402,
  };
  return toPublicView(found, choices, context, now, signing, requote);
}

/** An expired checkout's price at the current rate, while it can be continued. */
async function offeredRequote(
  deps: CheckoutPageParts,
  found: PublicCheckout,
  now: Date,
): Promise<PublicCheckoutView["requote"]> {
  const { checkout, requoteExpired: isAllowed, hasLeftWallet, reportedPayment } = found;
  const hasReceived = found.hasReceived || (reportedPayment !== null && isOnItsWay(reportedPayment, now));
  if (requoteProblem({ checkout, isAllowed, hasReceived, hasLeftWallet }, now) !== null) return null;
  const offered = checkout.tokenAddress === null ? [] : await options(deps, found);
  const chosen = offered.find(
    ({ chainId, tokenAddress }) => chainId === checkout.chainId && tokenAddress === checkout.tokenAddress,
  );
  if (checkout.tokenFixed && chosen === undefined) return null;
  return { amount: chosen?.amount ?? null };
}

/** The tokens that the customer may choose, with amounts at the current rate. */
export async function paymentOptions(
  deps: CheckoutPageParts,
  found: PublicCheckout,
): Promise<PaymentOption[]> {
  const { status, tokenFixed } = found.checkout;
  return status !== "PENDING" || tokenFixed ? [] : options(deps, found);
}

async function options(
  deps: CheckoutPageParts,
  { checkout, choosableTokens, minimumUnits }: PublicCheckout,
): Promise<PaymentOption[]> {
  const accepted = acceptedTokens(deps.chains, { acceptedTokens: choosableTokens });
  const offered = await pricedTokens(deps, checkout, accepted, minimumUnits);
  return Promise.all(
    offered.map(async ({ chain, token, amountUnits }) => {
      // As if it were selected.
      const selected = { ...checkout, chainId: chain.chainId, tokenAddress: token.address, amountUnits };
      const signing = amountUnits === null ? null : await gaslessSigning(deps, selected);
      return toPaymentOption(chain, token, amountUnits, {
        checkoutPageUrl: deps.checkoutPageUrl,
        speed: checkout.confirmationSpeed,
        gasless: signing?.kind === "EIP3009",
      });
    }),
  );
}

/** A price, and the network that narrows it. */
type PriceTerms = Pick<Checkout, "fiatAmount" | "fiatCurrency" | "amountUnits" | "fixedChainId">;

/** The tokens that can carry a price, with its amounts at the current rate: null, while there is none. */
export async function pricedTokens(
  deps: Pick<CheckoutPageParts, "rates">,
  { fiatAmount, fiatCurrency, amountUnits, fixedChainId }: PriceTerms,
  accepted: readonly AcceptedToken[],
  minimumUnits: bigint,
): Promise<(AcceptedToken & { amountUnits: bigint | null })[]> {
  const fiat =
    fiatAmount === null || fiatCurrency === null ? null : { kind: "fiat" as const, fiatAmount, fiatCurrency };
  // Without a rate we still show the page, without amounts.
  const rates: Rates | null = fiat === null ? null : await deps.rates.current().catch(() => null);
  const amountIn = (token: Token) => {
    if (fiat === null) return amountUnits;
    return rates === null ? null : amountAt(rates, fiat, token, minimumUnits);
  };
  return tokensForPrice(accepted, fiat === null ? "amount" : "fiat", fixedChainId).map((offered) => ({
    ...offered,
    amountUnits: amountIn(offered.token),
  }));
}

function amountAt(...price: Parameters<typeof convert>): bigint | null {
  try {
    return convert(...price).amountUnits;
  } catch {
    return null;
  }
}

/**
 * A checkout with all its records and everything that followed.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 */
export async function readHistory(
  deps: { checkouts: CheckoutStore; checkoutHistories: CheckoutHistories },
  access: ProjectAccess,
  checkoutId: string,
): Promise<{ details: CheckoutDetails; history: CheckoutHistory }> {
  // A malformed id costs no query.
  const isId = hasIdForm("chk", checkoutId);
  const [details, history] = isId
    ? await Promise.all([
        deps.checkouts.find(access.projectId, checkoutId),
        deps.checkoutHistories.read(access.projectId, checkoutId),
      ])
    : [null, null];
  if (details === null || history === null) throw checkoutNotFound();
  return { details, history };
}

/** A network on which the project accepts tokens, with these tokens. */
type PayableChain = {
  chainId: number;
  name: string;
  tokens: readonly { address: string; symbol: string; decimals: number }[];
};

/** The networks on which the project's customers can pay, in the order of the chain list. */
export async function payableChains(
  { chains, projects }: TermsParts,
  access: ProjectAccess,
): Promise<PayableChain[]> {
  const project = await projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const accepted = acceptedTokens(chains, project);
  return chains.flatMap(({ chainId, name }) => {
    const tokens = accepted.filter(({ chain }) => chain.chainId === chainId).map(({ token }) => token);
    if (tokens.length === 0) return [];
    return [
      {
        chainId,
        name,
        tokens: tokens.map(({ address, symbol, decimals }) => ({ address, symbol, decimals })),
      },
    ];
  });
}
