import type { AuditEntry } from "@/lib/accounts/audit.store";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { LocalChains } from "@/lib/chain/local-chains.chain";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Checkout, CheckoutDetails } from "@/lib/checkouts/checkout.rules";
import { type CheckoutParts, createCheckout } from "@/lib/checkouts/create-checkout";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import type { TestToolStore } from "@/lib/checkouts/test-tool.store";
import type { CheckoutPageParts } from "@/lib/checkouts/views/read-checkout";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { type ProjectAccess, projectNotFound } from "@/lib/projects/project-access";
import type { TestTool } from "@/lib/projects/test-tools.rules";

/** A deeper reorg would take other payments along without helping a test. */
const deepestReorganisation = 64;

/** What test tools create and pay checkouts with. */
export type TestToolParts = CheckoutPageParts &
  CheckoutParts & {
    /** Null without a local chain or in production: then there are no test tools. */
    localChains: LocalChains | null;
    testTools: TestToolStore;
  };

export type TestToolResult = {
  /** The transaction that was sent or reorganised away; null without one. */
  txHash: Hex | null;
};

/**
 * Simulates an event for a checkout on a local chain by real means: a payment is a transaction on the chain, and the
 * watcher finds it there.
 *
 * @throws CheckoutError NOT_FOUND without test tools, FORBIDDEN, CHECKOUT_NOT_FOUND, CONFLICT, INSUFFICIENT_BALANCE
 */
export async function applyTestTool(
  deps: TestToolParts,
  access: ProjectAccess,
  { checkoutId, tool }: { checkoutId: string; tool: TestTool },
): Promise<TestToolResult> {
  access.require("testTools.use");
  const { localChains } = deps;
  if (localChains === null) throw new CheckoutError("NOT_FOUND", fault("payments.noTestTools"));
  const details = await deps.checkouts.find(access.projectId, checkoutId);
  if (details === null) throw checkoutNotFound();
  switch (tool) {
    case "expire":
      await endTime(deps, access, checkoutId);
      return { txHash: null };
    case "reorg":
      return reorganise(deps, localChains, access, details);
    case "exact":
    case "under":
    case "over":
    case "late":
    case "wrong_chain":
      return pay(deps, localChains, access, details, tool);
    default:
      return tool satisfies never;
  }
}

type Payment = Exclude<TestTool, "expire" | "reorg">;

async function pay(
  deps: TestToolParts,
  localChains: LocalChains,
  access: ProjectAccess,
  details: CheckoutDetails,
  tool: Payment,
): Promise<TestToolResult> {
  const { id, status } = details.checkout;
  const token = await chooseToken(deps, access, details);
  const { checkout } = (await deps.checkouts.find(access.projectId, id)) ?? details;
  if (checkout.amountUnits === null) throw conflict(fault("payments.noAmount"));
  if (tool === "late" && status === "PENDING") await endTime(deps, access, id);
  const to = checkout.depositAddress;
  const units = unitsOf(tool, checkout.amountUnits, checkout.totalPaidUnits);
  const payment = { ...(tool === "wrong_chain" ? elsewhere(deps.chains, token) : token), to, units };
  const txHash = await localChains.pay(payment);
  if (txHash === null) throw new CheckoutError("INSUFFICIENT_BALANCE", fault("payments.demoPoor"));
  const written = { tool, chainId: payment.chainId, amount: units.toString(), txHash };
  await deps.testTools.audit(entryOf(access, id, written, deps.clock.now()));
  return { txHash };
}

/** The missing amount, or the whole amount when nothing is missing: a second payment. */
function unitsOf(tool: Payment, amountUnits: bigint, paidUnits: bigint): bigint {
  const missing = amountUnits > paidUnits ? amountUnits - paidUnits : amountUnits;
  if (tool === "under") return missing > 1n ? missing / 2n : missing;
  return tool === "over" ? missing + amountUnits / 10n + 1n : missing;
}

/** The checkout's token; selects one when the customer has not. */
async function chooseToken(
  deps: TestToolParts,
  access: ProjectAccess,
  { checkout }: CheckoutDetails,
): Promise<TokenRef> {
  const { id, chainId, tokenAddress, fixedChainId } = checkout;
  if (chainId !== null && tokenAddress !== null) {
    if (!isLocal(deps.chains, chainId)) throw conflict(fault("payments.realChain"));
    return { chainId, tokenAddress };
  }
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const token = acceptedLocalToken(deps.chains, project, fixedChainId);
  await selectToken(deps, id, token);
  return token;
}

/**
 * The first token that the project accepts on a local chain.
 * @throws CheckoutError CONFLICT when there is none
 */
function acceptedLocalToken(
  chains: readonly Chain[],
  { acceptedTokens }: Project,
  onChain: number | null,
): TokenRef {
  const found = acceptedTokens.find(
    ({ chainId }) => isLocal(chains, chainId) && (onChain === null || onChain === chainId),
  );
  if (found === undefined) throw conflict(fault("payments.noLocalToken"));
  return found;
}

function isLocal(chains: readonly Chain[], chainId: number): boolean {
  return chains.some((chain) => chain.local && chain.chainId === chainId);
}

/** The token of the same symbol on another local chain: the mistake of a customer who ignores the network. */
function elsewhere(chains: readonly Chain[], { chainId, tokenAddress }: TokenRef): TokenRef {
  const meant = findToken(chains, { chainId, tokenAddress })?.token.symbol;
  for (const chain of chains.filter((other) => other.local && other.chainId !== chainId)) {
    const token = chain.tokens.find(({ symbol }) => symbol === meant);
    if (token !== undefined) return { chainId: chain.chainId, tokenAddress: token.address };
  }
  throw conflict(fault("payments.noOtherChain"));
}

async function reorganise(
  deps: TestToolParts,
  localChains: LocalChains,
  access: ProjectAccess,
  { checkout, transfers }: CheckoutDetails,
): Promise<TestToolResult> {
  const newest = transfers.find(
    ({ chainId, status }) => status !== "reverted" && isLocal(deps.chains, chainId),
  );
  if (newest === undefined) throw conflict(fault("payments.nothingToRevert"));
  const { chainId, txHash } = newest;
  const end = await localChains.reorganise(chainId, txHash, deepestReorganisation);
  if (end === "too_deep") {
    throw conflict(fault("payments.tooDeep", { blocks: deepestReorganisation }));
  }
  if (end === "gone") throw conflict(fault("payments.reverted"));
  const at = deps.clock.now();
  await deps.testTools.audit(entryOf(access, checkout.id, { tool: "reorg", chainId, txHash }, at));
  return { txHash };
}

/** Ends a checkout's time just before this second, so that every later block is late: block times are whole seconds. */
async function endTime(deps: TestToolParts, access: ProjectAccess, checkoutId: string): Promise<void> {
  const at = deps.clock.now();
  const expiresAt = new Date(Math.floor(at.getTime() / 1_000) * 1_000 - 1);
  const entry = entryOf(access, checkoutId, { tool: "expire" }, at);
  if (await deps.testTools.endTime(checkoutId, expiresAt, entry)) return;
  throw conflict(fault("payments.notPending"));
}

function entryOf(
  { projectId, userId }: ProjectAccess,
  target: string,
  details: Readonly<Record<string, string | number>>,
  at: Date,
): AuditEntry {
  return { projectId, userId, action: "test_tool.used", target, details, at };
}

function conflict(reason: Fault): CheckoutError {
  return new CheckoutError("CONFLICT", reason);
}

/**
 * Creates a test checkout on a local chain: 12.50 US dollars, for half an hour.
 *
 * @throws CheckoutError NOT_FOUND without test tools, FORBIDDEN, CONFLICT; and the errors of `createCheckout`
 */
export async function createTestCheckout(deps: TestToolParts, access: ProjectAccess): Promise<Checkout> {
  access.require("testTools.use");
  if (deps.localChains === null) throw new CheckoutError("NOT_FOUND", fault("payments.noTestTools"));
  const project = await deps.projects.findById(access.projectId);
  if (project === null) throw projectNotFound();
  const token = acceptedLocalToken(deps.chains, project, null);
  const body = { fiatAmount: "12.50", fiatCurrency: "USD", itemName: "Test order", ...token };
  return createCheckout(deps, project, "dashboard", body);
}
