import { findToken } from "@/lib/chain/chains.rules";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { FoundPayments } from "@/lib/checkouts/checkout-input.schema";
import { networkView, tokenView } from "@/lib/checkouts/views/checkout-fields.schema";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { RecordParts } from "@/lib/payments/payments.parts";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { verifyPayment } from "./verify-payment";

export type FindParts = RecordParts & { checkoutPageUrl: string };

/** Transactions to record in one call. */
const mostRecorded = 3;

/**
 * What one wallet sent to this checkout's deposit address, and nothing else: transfers on record, and on every network
 * those in the newest blocks, which are recorded in the same way as a submitted hash. One read of logs per network.
 *
 * @returns the transfers, newest first
 * @throws CheckoutError CHECKOUT_NOT_FOUND
 */
export async function findPayments(deps: FindParts, checkoutId: string, sender: Hex): Promise<FoundPayments> {
  const found = await deps.checkouts.findPublic(checkoutId);
  if (found === null) throw checkoutNotFound();
  const { projectId, depositAddress } = found.checkout;
  const before = await recorded(deps, projectId, checkoutId, sender);
  const known = new Set(before.map(({ chainId, txHash }) => `${chainId} ${txHash}`));
  const hashesByChain = await Promise.all(
    deps.chains.map((chain) => recentHashes(deps, chain, depositAddress, sender)),
  );
  const fresh = hashesByChain
    .flatMap((hashes) => hashes ?? [])
    .filter((sent) => !known.has(`${sent.chainId} ${sent.txHash}`));
  for (const sent of fresh.slice(0, mostRecorded)) await recordSent(deps, checkoutId, sent);
  const transfers = fresh.length === 0 ? before : await recorded(deps, projectId, checkoutId, sender);
  return {
    isComplete: hashesByChain.every((hashes) => hashes !== null),
    transfers: transfers.flatMap(({ chainId, tokenAddress, amountUnits, txHash, counts }) => {
      const chain = deps.chains.find((each) => each.chainId === chainId);
      if (chain === undefined) return [];
      const token = findToken(deps.chains, { chainId, tokenAddress })?.token ?? null;
      return [
        {
          chainId,
          network: networkView(chain),
          tokenAddress,
          token: token === null ? null : tokenView(token, deps.checkoutPageUrl),
          amount: amountUnits.toString(),
          txHash,
          counts,
        },
      ];
    }),
  };
}

async function recorded(deps: FindParts, projectId: string, checkoutId: string, sender: Hex) {
  const details = await deps.checkouts.find(projectId, checkoutId);
  return (details?.transfers ?? []).filter(
    ({ fromAddress, status }) => fromAddress === sender && status !== "reverted",
  );
}

type Sent = { chainId: number; txHash: Hex };

/** Null when no node answered. */
async function recentHashes(
  deps: FindParts,
  { chainId, maxBlockRange, tokens }: FindParts["chains"][number],
  depositAddress: Hex,
  sender: Hex,
): Promise<Sent[] | null> {
  const reader = deps.reader(chainId);
  try {
    const { number: toBlock, hash: toBlockHash } = await reader.latest();
    // A customer waits: no more blocks than the node returns in a few requests.
    const oldest = toBlock - BigInt(Math.min(maxBlockRange, reader.blocksAtOnce())) + 1n;
    const range = { fromBlock: oldest > 0n ? oldest : 0n, toBlock, toBlockHash };
    const filter = { to: [depositAddress], tokens: null };
    const narrower = { tokens: tokens.map(({ address }) => address) };
    const { transfers } = await reader.logs(range, filter, [], undefined, narrower);
    const hashes = transfers.filter(({ from }) => from === sender).map(({ txHash }) => txHash);
    return [...new Set(hashes)].map((txHash) => ({ chainId, txHash }));
  } catch (error) {
    if (!(error instanceof ChainUnavailable)) throw error;
    deps.log.warn({ chainId, error }, "no node answered about a customer's payments");
    return null;
  }
}

/** A transfer that does not count is recorded before its refusal. */
async function recordSent(deps: FindParts, checkoutId: string, sent: Sent): Promise<void> {
  try {
    await verifyPayment(deps, checkoutId, sent);
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
  }
}
