import fc from "fast-check";
import { usdc } from "@/lib/testing/builders";
import type { History } from "./history";
import { findFaults } from "./invariants";
import { chains, listedTokens } from "./networks";
import type { Terms } from "./oracle";

/** The oracle holds all that is expected: the model that fast-check hands around is empty. */
type Nothing = Record<string, never>;
export type Command = fc.AsyncCommand<Nothing, History>;

/** Makes a command whose run ends with a look at everything that must always hold. */
export function command(name: string, run: (history: History) => Promise<void> | void): Command {
  return {
    check: () => true,
    async run(_, history) {
      await run(history);
      await history.refresh();
      history.commands += 1;
      const faults = findFaults(history);
      if (faults.length > 0) throw new Error(`after "${name}":\n${faults.join("\n")}`);
    },
    toString: () => name,
  };
}

/** A command about one of the existing checkouts; none while there is none. */
export function about(
  name: string,
  pick: number,
  run: (history: History, checkoutId: string) => Promise<void> | void,
): Command {
  return command(`${name} #${pick}`, async (history) => {
    const checkoutId = history.checkoutIds[pick % history.checkoutIds.length];
    if (checkoutId !== undefined) await run(history, checkoutId);
  });
}

export const pick = fc.nat(2);
export const chainIds = chains.map(({ chainId }) => chainId);
export const chainId = fc.constantFrom(...chainIds);
export const token = fc.constantFrom(...listedTokens);
export const project = fc.nat(2);

export function allow(outcome: string, ...allowed: string[]): void {
  if (!allowed.includes(outcome)) throw new Error(`the outcome is ${outcome}`);
}

/** What is paid where nothing was selected. */
export const anyTerms: Terms = { chainId: 31337, tokenAddress: usdc, units: 4_500_000n };
