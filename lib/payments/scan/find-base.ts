import type { BlockHeader, ChainReader } from "@/lib/chain/chain-reader.port";
import type { ChainPosition } from "@/lib/checkouts/payment-store.port";
import type { RecordDeps } from "@/lib/payments/record-transfers";
import { minuteMs } from "@/lib/platform/durations.rules";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import { type Ancestor, ChainLost, findCommonAncestor } from "./find-common-ancestor";
import { isDue, isOver, lastedMs, type MemoryDeps } from "./look-memory";
import { behindSince } from "./standing-head";

/** How often it is written down that a chain is not lost. */
const foundEveryMs = minuteMs;
/** How long the nodes may show an older head than was scanned: no payment is seen meanwhile. */
const behindMs = 5 * minuteMs;

type FindDeps = MemoryDeps & Pick<RecordDeps, "payments"> & { incidents: IncidentStore };

/**
 * The block to read on from, as `findCommonAncestor`; a chain that is lost becomes an incident, which ends when it
 * is found again, and so does one whose head stays below what was scanned.
 *
 * @throws ChainLost
 */
export async function findBase(
  deps: FindDeps,
  reader: ChainReader,
  position: ChainPosition,
  latest: BlockHeader,
): Promise<Ancestor | null> {
  const { chainId } = position;
  const subject = chainId.toString();
  try {
    const base = await findCommonAncestor(deps.payments, reader, position, latest);
    if (base !== null && isDue(deps, foundAgain(chainId), foundEveryMs))
      await deps.incidents.resolve("CHAIN_LOST", subject, deps.clock.now());
    if (base === null && lastedMs(deps, behindSince(chainId)) >= behindMs)
      await noteLost(deps, position, latest, "the node shows an older head than was scanned");
    return base;
  } catch (error) {
    if (!(error instanceof ChainLost)) throw error;
    await noteLost(deps, position, latest, error.message);
    throw error;
  }
}

async function noteLost(
  deps: FindDeps,
  { chainId, blockNumber, blockHash }: ChainPosition,
  latest: BlockHeader,
  reason: string,
): Promise<void> {
  // To be taken back at once when the chain is found again.
  isOver(deps, foundAgain(chainId));
  const details = {
    reason,
    scannedBlock: blockNumber.toString(),
    scannedHash: blockHash,
    newestBlock: latest.number.toString(),
    newestHash: latest.hash,
  };
  await deps.incidents.raise(
    { kind: "CHAIN_LOST", subject: chainId.toString(), chainId, checkoutId: null, details },
    deps.clock.now(),
  );
}

const foundAgain = (chainId: number) => `found ${chainId}`;
