import { type Chain, findToken } from "@/lib/core/chains";
import type { Checkout, Hex } from "@/lib/core/checkout";
import { CheckoutError } from "@/lib/core/errors";
import type { VerifyPaymentBody, VerifyPaymentResult } from "@/lib/schemas/payment-actions";
import { checkoutNotFound } from "./get-checkout";
import type { BlockHeader, ChainReader, TransactionReceipt, TransferLog } from "./ports/chain-reader";
import type { CheckoutStore } from "./ports/checkout-store";
import { type RecordDeps, recordTransfers } from "./record-transfers";

const hintLimit = 5;
const hintWindowMs = 10 * 60_000;
const maxUnknownTransfers = 20;

export type VerifyDeps = RecordDeps & {
  chains: readonly Chain[];
  checkouts: CheckoutStore;
  reader: (chainId: number) => ChainReader;
};

/**
 * Looks up a transaction that the customer names and records what it paid into this checkout's own deposit
 * address, by the same way as the watcher (spec §4.2). A hash can credit only the checkout its logs pay,
 * and repeating it is harmless.
 *
 * @returns the checkout's status after it, and the events written
 * @throws CheckoutError CHECKOUT_NOT_FOUND, UNSUPPORTED_CHAIN, INVALID_TX_HASH, TRANSACTION_NOT_FOUND,
 *   TRANSACTION_REVERTED, NO_MATCHING_TRANSFER, CHAIN_MISMATCH
 */
export async function verifyPayment(
  deps: VerifyDeps,
  checkoutId: string,
  body: VerifyPaymentBody,
): Promise<VerifyPaymentResult & { events: number }> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const chain = deps.chains.find(({ chainId }) => chainId === body.chainId);
  if (chain === undefined) {
    const list = deps.chains.map(({ chainId, name }) => `${chainId} (${name})`).join(", ");
    throw new CheckoutError("UNSUPPORTED_CHAIN", `Supported chains: ${list}.`, { param: "chainId" });
  }
  const txHash = readTxHash(body.txHash);
  const mined = await readMined(deps.reader(chain.chainId), txHash);
  if (mined === null) return expectLater(deps, found.checkout, chain.chainId, txHash);
  const { receipt, header } = mined;
  if (receipt.status === "reverted") {
    throw new CheckoutError(
      "TRANSACTION_REVERTED",
      "The transaction failed on the chain; nothing was paid by it.",
    );
  }
  const transfers = keepable(
    chain,
    receipt.transfers.filter(({ to }) => to === found.checkout.depositAddress),
  );
  if (transfers.length === 0) {
    throw new CheckoutError(
      "NO_MATCHING_TRANSFER",
      "The transaction holds no transfer to this checkout's address.",
    );
  }
  const { checkout, events } = await record(deps, found.checkout, chain.chainId, header, transfers);
  refuseUncounted(checkout, chain, transfers);
  return { status: checkout.status, message: message(checkout), events };
}

/** A hostile token can fill a transaction with worthless transfers: of unknown tokens the first are enough. */
function keepable(chain: Chain, transfers: readonly TransferLog[]): TransferLog[] {
  const isKnown = ({ tokenAddress }: TransferLog) =>
    chain.tokens.some(({ address }) => address === tokenAddress);
  const known = transfers.filter(isKnown);
  const unknown = transfers.filter((transfer) => !isKnown(transfer)).slice(0, maxUnknownTransfers);
  return [...known, ...unknown];
}

function readTxHash(value: string): Hex {
  if (!/^0x[0-9a-fA-F]{64}$/.test(value)) {
    throw new CheckoutError("INVALID_TX_HASH", "txHash must be 0x and 64 hex digits.", { param: "txHash" });
  }
  return value.toLowerCase() as Hex;
}

/** The receipt with the header of its block; null while the node does not show it in its own chain. */
async function readMined(
  reader: ChainReader,
  txHash: Hex,
): Promise<{ receipt: TransactionReceipt; header: BlockHeader } | null> {
  const receipt = await reader.receipt(txHash);
  if (receipt === null) return null;
  const header = await reader.header(receipt.blockNumber);
  return header?.hash === receipt.blockHash ? { receipt, header } : null;
}

async function record(
  deps: VerifyDeps,
  checkout: Checkout,
  chainId: number,
  header: BlockHeader,
  transfers: readonly TransferLog[],
): Promise<{ checkout: Checkout; events: number }> {
  return deps.payments.transaction(async (tx) => {
    const position = await tx.lockPosition(chainId);
    // Below the scanned position the scanner's word stands; above it, the scan will hold the block against its own.
    const scanned =
      position !== null && header.number <= position.blockNumber
        ? await tx.headerHash(chainId, header.number)
        : null;
    if (scanned !== null && scanned !== header.hash) throw notFound();
    const ours = new Map([[checkout.depositAddress, checkout.id]]);
    const recorded = await recordTransfers(
      deps,
      tx,
      { chainId, headers: [header], transfers, sweeps: [] },
      ours,
    );
    const [now] = await tx.lockCheckouts([checkout.id]);
    return { checkout: now?.checkout ?? checkout, events: recorded.events };
  });
}

/** What was found is recorded as stray, and the customer is told why it does not pay. */
function refuseUncounted(checkout: Checkout, chain: Chain, transfers: readonly TransferLog[]): void {
  const counted = transfers.some(({ tokenAddress }) => tokenAddress === checkout.tokenAddress);
  if (checkout.chainId === chain.chainId && counted) return;
  const names = transfers.map(
    ({ tokenAddress }) =>
      findToken([chain], { chainId: chain.chainId, tokenAddress })?.token.symbol ?? "an unknown token",
  );
  const what = `${[...new Set(names)].join(", ")} on ${chain.name}`;
  if (checkout.chainId !== null && checkout.chainId !== chain.chainId) {
    throw new CheckoutError(
      "CHAIN_MISMATCH",
      `Found ${what}, but this checkout is to be paid on another network. The merchant can see it.`,
    );
  }
  throw new CheckoutError(
    "NO_MATCHING_TRANSFER",
    `Found ${what}, which is not the selected token. The merchant can see it.`,
  );
}

async function expectLater(
  deps: VerifyDeps,
  checkout: Checkout,
  chainId: number,
  txHash: Hex,
): Promise<VerifyPaymentResult & { events: number }> {
  const at = deps.clock.now();
  const since = new Date(at.getTime() - hintWindowMs);
  const expected =
    checkout.status === "PENDING" &&
    (await deps.payments.saveHint({ checkoutId: checkout.id, chainId, txHash, at, since, limit: hintLimit }));
  if (!expected) throw notFound();
  return {
    status: checkout.status,
    message: "The network does not know this transaction yet. It is being watched for.",
    events: 0,
  };
}

function notFound(): CheckoutError {
  return new CheckoutError("TRANSACTION_NOT_FOUND", "The network does not know this transaction.");
}

function message({ status }: Checkout): string {
  switch (status) {
    case "PENDING":
      return "A part of the amount was received.";
    case "DETECTED":
      return "The payment was seen and is being confirmed.";
    case "PAID":
    case "SETTLED":
      return "The payment is confirmed.";
    default:
      return `The transfer was recorded. The checkout is ${status}.`;
  }
}
