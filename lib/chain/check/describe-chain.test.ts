import { expect, test } from "vitest";
import { type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, buildHeader, later, noon, usdc } from "@/lib/testing/builders";
import { describeChain } from "./check-chains";

const factory: Hex = `0x${"fa".repeat(20)}`;
const token = { symbol: "USDC", name: "USD Coin", address: usdc, decimals: 6 };

function look(given: { served?: number; decimals?: number | null; code?: Hex; fails?: boolean }) {
  const { served = 31337, decimals = 6, code = "0xfac7", fails = false } = given;
  const answer = async <T>(value: T): Promise<T> => {
    if (fails) throw new ChainUnavailable("HTTP 503");
    return value;
  };
  const reader = {
    chainId: 31337,
    host: "a.example",
    askChainId: () => answer(served),
    latest: () => answer({ ...buildHeader(1234n), timestamp: later(-3_000) }),
    decimals: () => answer(decimals),
    code: (address: Hex) => answer(address === factory ? code : "0x01"),
  };
  return describeChain(
    {
      chains: [buildChain({ tokens: [token] })],
      clock: { now: () => noon },
      reader: () => ({ ...reader, nodes: [reader] }) as unknown as ChainNodes,
      requiredContracts: [
        {
          name: "DepositFactory",
          address: factory,
          matches: (found) => found === "0xfac7",
          whenMissing: () => "Deploy it.",
          necessary: true,
        },
      ],
    },
    31337,
  );
}

test("a chain as it should be", async () => {
  const { lines, check } = await look({});
  expect(lines).toEqual([
    "Local (31337)",
    "  node      a.example  block 1234, 3 s old",
    `  token     USDC   ${usdc}  6 decimals`,
    `  contract  DepositFactory: there  ${factory}`,
  ]);
  expect(check.passed).toBe(true);
});

test.each([
  [{ served: 1 }, "  node      a.example  serves chain 1"],
  [{ decimals: 18 }, `  token     USDC   ${usdc}  6 decimals (tells 18)`],
  [{ decimals: null }, `  token     USDC   ${usdc}  6 decimals (tells none)`],
  [{ code: "0x" }, `  contract  DepositFactory: missing  ${factory}`],
  [{ code: "0xfac8" }, `  contract  DepositFactory: another contract  ${factory}`],
] as const)("%j stands in its line, and the fault below", async (shown, line) => {
  const { lines, check } = await look(shown);
  expect(lines).toContain(line);
  expect(lines).toContain(`  FAULT     ${check.faults[0]}`);
});

test("a chain whose nodes give no answer is told as not asked", async () => {
  const { lines, check } = await look({ fails: true });
  expect(lines).toEqual([
    "Local (31337)",
    "  node      a.example  no answer",
    `  token     USDC   ${usdc}  6 decimals (not asked)`,
    `  contract  DepositFactory: not asked  ${factory}`,
    "  warning   Local (31337): the node a.example could not be asked: HTTP 503.",
  ]);
  expect(check.faults).toEqual([]);
});
