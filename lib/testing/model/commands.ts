import type fc from "fast-check";
import { fault, heal, mine, pass, reorg, reorgOfPayment } from "./chain-commands";
import type { Command } from "./command";
import { passToExpiry, pay, payAmiss, payAndWatch, payBothQuotes, sweep } from "./payment-commands";
import { payBack, refundAndWatch } from "./refund-commands";
import { cancel, confirm, create, expire, refund, scan, select, verify } from "./service-commands";

/** How often each kind comes is how often it teaches something. */
const weighted: readonly [number, fc.Arbitrary<Command>][] = [
  [1, create],
  [3, select],
  [7, pay],
  [7, payAndWatch],
  [3, payAmiss],
  [2, payBothQuotes],
  [4, sweep],
  [2, mine],
  [1, pass],
  [3, passToExpiry],
  [10, scan],
  [1, confirm],
  [2, expire],
  [1, cancel],
  [3, verify],
  [4, reorg],
  [2, reorgOfPayment],
  [2, fault],
  [1, heal],
  [2, refund],
  [3, payBack],
  [3, refundAndWatch],
];

const ofNodes: ReadonlySet<fc.Arbitrary<Command>> = new Set([fault, heal]);

/**
 * What fast-check draws histories from: a kind listed twice comes twice as often.
 * @param withFaults whether nodes fail, too
 */
export function commandArbitraries(withFaults: boolean): fc.Arbitrary<Command>[] {
  return weighted
    .filter(([, arbitrary]) => withFaults || !ofNodes.has(arbitrary))
    .flatMap(([weight, arbitrary]) => Array.from({ length: weight }, () => arbitrary));
}
