import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { DepositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import type { Clock } from "@/lib/platform/clock";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { NewId } from "@/lib/platform/ids";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { isHttpsUrl, isLoopbackUrl } from "@/lib/platform/primitives.schema";
import { CheckoutError, type ErrorCode, fieldError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { limitIn } from "@/lib/platform/values/money.rules";
import type { Project, ProjectStore } from "@/lib/projects/project.store";
import { KeyAccess, type ProjectAccess, projectNotFound } from "@/lib/projects/project-access";
import { requireWallet, requireWalletKind } from "@/lib/projects/wallets/require-wallet";
import type { FiatCurrency } from "@/lib/rates/fiat-currency.rules";
import { type RateService, requireOffered } from "@/lib/rates/get-rates";
import { type Price, priceToken, refuseBelowMinimum } from "@/lib/rates/price-token";
import type { Quote } from "@/lib/rates/quote.rules";
import { acceptedTokens, chooseToken } from "./accepted-tokens";
import { type Checkout, type CreatedVia, closeWatchMs, expiresAt, untouched } from "./checkout.rules";
import type { CheckoutByHandStore, NewCheckouts } from "./checkout.store";
import { buildEvent } from "./checkout-draft";
import type { CreateCheckoutBody } from "./checkout-input.schema";
import type { DepositStore } from "./deposits.store";
import { orderUrls, type SentOrder, toOrder } from "./order-fields.rules";

/** What a merchant's terms are checked with. */
export type TermsParts = {
  clock: Clock;
  newId: NewId;
  chains: readonly Chain[];
  rates: Pick<RateService, "current">;
  /** The currencies in which the operator lets checkouts be priced. */
  fiatCurrencies: readonly FiatCurrency[];
  projects: ProjectStore;
  /** Outside production, shops may run on this machine. */
  allowHttpLoopback: boolean;
};

/** What checkouts are created with. */
export type CheckoutParts = TermsParts & {
  rates: RateService;
  checkouts: NewCheckouts;
  deposits: DepositStore;
  depositAddresses: DepositAddresses;
  walletCode: WalletCode;
  /** The service's refund key, for projects in convenient mode. */
  refundAuthority: Hex;
};

/** Why creating one may be refused. */
export const creationErrors = [
  "UNSUPPORTED_FIAT_CURRENCY",
  "UNSUPPORTED_CHAIN",
  "UNSUPPORTED_TOKEN",
  "UNSUPPORTED_TOKEN_FOR_FIAT",
  "EXCHANGE_RATE_UNAVAILABLE",
  "CHAIN_UNAVAILABLE",
  "AMOUNT_TOO_SMALL",
  "MERCHANT_ADDRESS_NOT_ALLOWED",
] as const satisfies readonly ErrorCode[];

/** What a checkout has of the one that it replaces. */
export type TakenOver = Pick<Checkout, "replaces" | "requoteCount" | "tokenFixed" | "fixedChainId">;

/**
 * Creates a checkout of the project (spec §4.1): priced in fiat or token units, with the token fixed or
 * left to the customer.
 *
 * @param takenOver from the checkout that it replaces
 * @throws CheckoutError FORBIDDEN, MERCHANT_ADDRESS_NOT_ALLOWED, UNSUPPORTED_FIAT_CURRENCY, UNSUPPORTED_CHAIN,
 *   UNSUPPORTED_TOKEN, UNSUPPORTED_TOKEN_FOR_FIAT, EXCHANGE_RATE_UNAVAILABLE, CHAIN_UNAVAILABLE, AMOUNT_TOO_SMALL, VALIDATION_ERROR
 */
export async function createCheckout(
  deps: CheckoutParts,
  project: Project,
  createdVia: CreatedVia,
  body: CreateCheckoutBody,
  keep: Keep<Checkout> = null,
  takenOver: Partial<TakenOver> = {},
): Promise<Checkout> {
  refuseByKey(project, createdVia, body.merchantAddress);
  const price = await readPrice(deps, body, minimumOf(deps.chains, project, body));
  refuseHttpRedirects(deps, body);
  if (createdVia === "api_key" && project.apiKeyUse === "BROWSER") refuseForeignRedirects(project, body);
  const accepted = acceptedTokens(deps.chains, project);
  const chosen = chooseToken(deps.chains, accepted, price, body);
  const tokenPrice =
    chosen === null ? null : await priceToken(deps.rates, price, chosen.token, project.minimumUnits);
  const { merchantAddress = project.settlementWallet } = body;
  if (merchantAddress !== project.settlementWallet)
    await requireWallet(deps, merchantAddress, "merchantAddress");

  const id = deps.newId("chk");
  const createdAt = deps.clock.now();
  const expiry = expiresAt(price.kind, createdAt, body.expiryMinutes);
  const terms = {
    checkoutId: id,
    merchantAddress,
    refundAuthority: project.refundMode === "STRICT" ? merchantAddress : deps.refundAuthority,
    openSweep: (await requireWalletKind(deps, merchantAddress)) === "key",
  };
  const quote: Quote | null =
    chosen === null || tokenPrice === null
      ? null
      : { chainId: chosen.chain.chainId, tokenAddress: chosen.token.address, ...tokenPrice };
  const checkout: Checkout = {
    id,
    projectId: project.id,
    status: "PENDING",
    createdVia,
    createdAt,
    expiresAt: expiry,
    watchUntil: new Date(expiry.getTime() + closeWatchMs),
    chainId: quote?.chainId ?? null,
    tokenAddress: quote?.tokenAddress ?? null,
    amountUnits: quote?.amountUnits ?? (price.kind === "amount" ? price.amountUnits : null),
    fixedChainId: body.chainId ?? null,
    tokenFixed: quote !== null,
    selectionCount: 0,
    depositAddress: deps.depositAddresses.derive(terms),
    merchantAddress: terms.merchantAddress,
    refundAuthority: terms.refundAuthority,
    openSweep: terms.openSweep,
    fiatAmount: price.kind === "fiat" ? price.fiatAmount : null,
    fiatCurrency: price.kind === "fiat" ? price.fiatCurrency : null,
    exchangeRateUsed: quote?.exchangeRate ?? null,
    exchangeRateAt: quote?.exchangeRateAt ?? null,
    exchangeRateProvider: quote?.exchangeRateProvider ?? null,
    toleranceBps: project.toleranceBps,
    confirmationSpeed: project.confirmationSpeed,
    ...toOrder(body),
    ...untouched,
    ...takenOver,
  };
  const event = buildEvent(deps.newId, "checkout.created", checkout, createdAt);
  await deps.checkouts.insert(
    checkout,
    quote,
    [{ kind: "checkout.created", details: { createdVia, eventId: event.id }, at: createdAt }],
    event,
    keep === null ? null : keep(checkout),
  );
  return checkout;
}

/** An API key may be published, so it never sets where the money goes (spec §5). */
function refuseByKey(project: Project, createdVia: CreatedVia, merchantAddress: Hex | undefined): void {
  if (createdVia === "api_key" && !project.apiKeyCreatesCheckouts) {
    throw new CheckoutError("FORBIDDEN", fault("api.keysCreateNothing"));
  }
  if (createdVia !== "api_key") {
    if (project.allowedWallets.length > 0) requireListedWallet(project, merchantAddress);
    return;
  }
  if (merchantAddress === undefined || merchantAddress === project.settlementWallet) return;
  throw walletNotAllowed(fault("api.onlyOwnWallet"));
}

/**
 * The settlement wallet or one of the project's list. Without a list a server key may name any wallet, unless its scope is
 * `create`: a stolen one must not set where the money goes.
 *
 * @throws CheckoutError MERCHANT_ADDRESS_NOT_ALLOWED
 */
function requireListedWallet(
  { settlementWallet, allowedWallets }: Project,
  merchantAddress: Hex | undefined,
): void {
  if (merchantAddress === undefined || merchantAddress === settlementWallet) return;
  if (allowedWallets.includes(merchantAddress)) return;
  throw walletNotAllowed(fault("api.merchantAddressNotListed"));
}

function walletNotAllowed(reason: Fault): CheckoutError {
  return new CheckoutError("MERCHANT_ADDRESS_NOT_ALLOWED", reason, { param: "merchantAddress" });
}

/** The project's minimum in the units of the body's amount: those of its token, if it names one. */
function minimumOf(
  chains: readonly Chain[],
  { minimumUnits }: Project,
  { chainId, tokenAddress }: CreateCheckoutBody,
): bigint {
  if (chainId === undefined || tokenAddress === undefined) return minimumUnits;
  const found = findToken(chains, { chainId, tokenAddress });
  return found === null ? minimumUnits : limitIn(minimumUnits, found.token);
}

type PriceFields = Pick<CreateCheckoutBody, "amount" | "fiatAmount" | "fiatCurrency">;

/**
 * The price that the body asks for.
 * @throws CheckoutError AMOUNT_TOO_SMALL, UNSUPPORTED_FIAT_CURRENCY, EXCHANGE_RATE_UNAVAILABLE
 */
export async function readPrice(deps: TermsParts, body: PriceFields, minimumUnits: bigint): Promise<Price> {
  if (body.amount !== undefined) {
    if (body.amount === 0n)
      throw new CheckoutError("AMOUNT_TOO_SMALL", fault("checkouts.zeroAmount"), { param: "amount" });
    refuseBelowMinimum(body.amount, minimumUnits, "amount");
    return { kind: "amount", amountUnits: body.amount };
  }
  const { fiatAmount = "", fiatCurrency = "" } = body;
  await requireOffered(deps, fiatCurrency);
  return { kind: "fiat", fiatAmount, fiatCurrency };
}

type Redirects = Pick<SentOrder, (typeof orderUrls)[number]>;

/** @throws CheckoutError VALIDATION_ERROR */
export function refuseHttpRedirects({ allowHttpLoopback }: TermsParts, body: Redirects): void {
  const isSecure = (url: string) => isHttpsUrl(url) || (allowHttpLoopback && isLoopbackUrl(url));
  requireRedirects(body, isSecure, fault("fields.httpsUrl"));
}

/**
 * API keys are published: their holders must not redirect customers to another site. @throws CheckoutError
 * VALIDATION_ERROR
 */
function refuseForeignRedirects({ allowedOrigins }: Project, body: Redirects): void {
  const isOwn = (url: string) => allowedOrigins.includes(new URL(url).origin);
  requireRedirects(body, isOwn, fault("fields.foreignRedirect"));
}

function requireRedirects(body: Redirects, isAllowed: (url: string) => boolean, reason: Fault): void {
  for (const param of orderUrls) {
    const url = body[param];
    if (url === undefined || isAllowed(url)) continue;
    throw fieldError(param, reason, "sentence");
  }
}

type CreatingParts = CheckoutParts & { checkoutsByHand: CheckoutByHandStore };

/**
 * A merchant creates a checkout: a backend with its server key, or a member in the dashboard, who hands its address to
 * the customer.
 *
 * @throws CheckoutError FORBIDDEN, and the errors of `createCheckout`
 */
export async function createCheckoutAs(
  deps: CreatingParts,
  access: KeyAccess | ProjectAccess,
  body: CreateCheckoutBody,
  keep: Keep<Checkout> = null,
): Promise<Checkout> {
  if (!(access instanceof KeyAccess)) return createByHand(deps, access, body);
  const { project, scope } = access;
  if (scope !== "all") requireListedWallet(project, body.merchantAddress);
  return createCheckout(deps, project, "server_key", body, keep);
}

async function createByHand(
  deps: CreatingParts,
  access: ProjectAccess,
  body: CreateCheckoutBody,
): Promise<Checkout> {
  access.require("checkouts.create");
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const checkouts = deps.checkoutsByHand.withAuditActor(access.userId);
  return createCheckout({ ...deps, checkouts }, project, "dashboard", body);
}
