import { describe, expect, test } from "vitest";
import type { RequiredContract } from "@/lib/chain/contracts/deposit-address.chain";
import { type ChainNode, type ChainNodes, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { GasTerms } from "@/lib/chain/sender/sending.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, buildHeader, later, noon, usdc, usdt } from "@/lib/testing/builders";
import { type ChainCheck, checkChain, describeChain } from "./check-chains";

const factory: Hex = `0x${"fa".repeat(20)}`;
const multicall: Hex = `0x${"ca".repeat(20)}`;
const chain = buildChain();

const requiredContracts: readonly RequiredContract[] = [
  {
    name: "DepositFactory",
    address: factory,
    matches: (code) => code === "0xfac7",
    whenMissing: (chainId) => `Deploy it on ${chainId}.`,
    necessary: true,
  },
  {
    name: "Multicall3",
    address: multicall,
    matches: (code) => code !== "0x",
    whenMissing: () => "Balances are read one by one.",
    necessary: false,
  },
];

type Shown = {
  host?: string;
  chainId?: number;
  code?: Record<Hex, Hex>;
  decimals?: Record<Hex, number | null>;
  /** Fails with these words. */
  fails?: string;
  failsAt?: "askChainId" | "code" | "decimals" | "gasTerms";
  gas?: Partial<GasTerms>;
};

/** A node that shows the chain as it should be, but for what is given. */
function node({
  host = "a.example",
  chainId = 31337,
  code = {},
  decimals = {},
  fails,
  failsAt = "askChainId",
  gas = {},
}: Shown) {
  const codes: Record<Hex, Hex> = {
    [usdc]: "0x01",
    [usdt]: "0x02",
    [factory]: "0xfac7",
    [multicall]: "0x03",
    ...code,
  };
  const told: Record<Hex, number | null> = { [usdc]: 6, [usdt]: 6, ...decimals };
  const answer = async <T>(question: Shown["failsAt"], value: T): Promise<T> => {
    if (fails !== undefined && question === failsAt) throw new ChainUnavailable(fails);
    return value;
  };
  return {
    host,
    chainId: 31337,
    askChainId: () => answer("askChainId", chainId),
    code: (address: Hex) => answer("code", codes[address] ?? "0x"),
    decimals: (address: Hex) => answer("decimals", told[address] ?? null),
    gasTerms: () => answer("gasTerms", { pricing: "base_fee", l1Fee: "none", ...gas }),
  } as ChainNode;
}

function check(...nodes: Shown[]): Promise<ChainCheck> {
  const reader = { nodes: nodes.map(node) } as unknown as ChainNodes;
  return checkChain({ chains: [chain], reader: () => reader, requiredContracts }, 31337);
}

test("passes a chain that matches the settings, without a message", async () => {
  expect(await check({}, { host: "b.example" })).toEqual({
    chainId: 31337,
    chain: "Local (31337)",
    passed: true,
    isSilent: false,
    faults: [],
    warnings: [],
    pricing: "base_fee",
  });
});

describe("gas", () => {
  const priceless =
    "gas has no price: its blocks have no base fee, and eth_gasPrice fails. Use a node that answers eth_gasPrice.";

  test("may be priced by eth_gasPrice", async () => {
    expect(await check({ gas: { pricing: "gas_price" } })).toMatchObject({
      passed: true,
      faults: [],
      pricing: "gas_price",
    });
  });

  test("without a price is a fault, unless another node returns one", async () => {
    const silent: Shown = { gas: { pricing: null } };
    expect(await check(silent)).toMatchObject({ passed: false, faults: [priceless], pricing: null });
    expect(await check(silent, { host: "b.example" })).toMatchObject({
      passed: true,
      faults: [],
      pricing: "base_fee",
    });
  });

  test("with a data fee must match the setting: an unknown one is a fault, an uncounted one a warning", async () => {
    expect(await check({ gas: { l1Fee: "op-stack" } })).toMatchObject({
      passed: true,
      warnings: [expect.stringMatching(/Set sending.l1Fee to "op-stack" in CHAINS/)],
    });
    const rollup = buildChain({ sending: { ...chain.sending, l1Fee: "op-stack" } });
    const on = (shown: Shown) => {
      const reader = { nodes: [node(shown)] } as unknown as ChainNodes;
      return checkChain({ chains: [rollup], reader: () => reader, requiredContracts }, 31337);
    };
    expect(await on({})).toMatchObject({
      passed: false,
      faults: [
        expect.stringMatching(
          /has no oracle that prices data as "op-stack" does. Set sending.l1Fee to "none"/,
        ),
      ],
    });
    expect(await on({ gas: { l1Fee: "op-stack" } })).toMatchObject({ passed: true, warnings: [] });
    expect(await on({ gas: { l1Fee: "scroll" } })).toMatchObject({
      passed: false,
      faults: [expect.stringMatching(/Set sending.l1Fee to "scroll" in CHAINS/)],
    });
  });
});

describe("a fault, in a sentence that says what to do", () => {
  const wrong: [string, Shown, string][] = [
    [
      "the node of another chain",
      { chainId: 1 },
      "the node a.example serves chain 1. Correct the chain's rpcUrls in CHAINS.",
    ],
    [
      "a token without code",
      { code: { [usdt]: "0x" } },
      `there is no contract at ${usdt}, the address of USDT. Correct it in CHAINS.`,
    ],
    [
      "other decimals",
      { decimals: { [usdc]: 18 } },
      `USDC at ${usdc} has 18 decimals and not 6. Correct its decimals or address in CHAINS.`,
    ],
    [
      "a contract that is no token",
      { decimals: { [usdc]: null } },
      `the contract at ${usdc}, the address of USDC, doesn't implement decimals(), so it isn't an ERC-20 token. Correct it in CHAINS.`,
    ],
    [
      "no factory",
      { code: { [factory]: "0x" } },
      `there is no DepositFactory at ${factory}. Deploy it on 31337.`,
    ],
    [
      "another contract in the factory's place",
      { code: { [factory]: "0xfac8" } },
      `the contract at ${factory} is not the DepositFactory of this service. Take the chain out of CHAINS.`,
    ],
  ];

  test.each(wrong)("%s", async (_, shown, sentence) => {
    expect(await check(shown)).toMatchObject({
      chainId: 31337,
      passed: false,
      faults: [sentence],
      warnings: [],
    });
  });

  test("printed once when every node has it", async () => {
    const shown = { decimals: { [usdc]: 18 } };
    expect((await check(shown, { ...shown, host: "b.example" })).faults).toHaveLength(1);
  });

  test("and every other one with it", async () => {
    const { faults } = await check({ decimals: { [usdc]: 8 }, code: { [usdt]: "0x", [factory]: "0x" } });
    expect(faults).toHaveLength(3);
  });

  test("of each node, when all serve another chain", async () => {
    const { faults } = await check({ chainId: 1 }, { host: "b.example", chainId: 10 });
    expect(faults).toEqual([
      expect.stringContaining("a.example serves chain 1."),
      expect.stringContaining("b.example serves chain 10."),
    ]);
  });
});

describe("a warning, with which the chain is taken into use", () => {
  test("one node of another chain beside a right one", async () => {
    const { passed, faults, warnings } = await check({}, { host: "b.example", chainId: 1 });
    expect({ passed, faults }).toEqual({ passed: true, faults: [] });
    expect(warnings).toEqual([expect.stringContaining("b.example serves chain 1.")]);
  });

  test("one node's fault that another node doesn't have", async () => {
    const { passed, faults, warnings } = await check({ code: { [usdc]: "0x" } }, { host: "b.example" });
    expect({ passed, faults }).toEqual({ passed: true, faults: [] });
    expect(warnings).toEqual([
      expect.stringMatching(/the node a\.example shows otherwise than another: there is no contract/),
    ]);
  });

  test("one node that doesn't answer", async () => {
    const { passed, faults, warnings } = await check({ fails: "HTTP 503" }, { host: "b.example" });
    expect({ passed, faults }).toEqual({ passed: true, faults: [] });
    expect(warnings).toEqual(["the node a.example could not be asked: HTTP 503."]);
  });

  test("no Multicall3", async () => {
    const { passed, faults, warnings } = await check({ code: { [multicall]: "0x" } });
    expect({ passed, faults }).toEqual({ passed: true, faults: [] });
    expect(warnings).toEqual([`there is no Multicall3 at ${multicall}. Balances are read one by one.`]);
  });
});

describe("a chain is neither passed nor at fault", () => {
  test.each(["askChainId", "code", "decimals", "gasTerms"] as const)(
    "whose only node fails at %s",
    async (failsAt) => {
      const { passed, faults, warnings } = await check({ fails: "no response", failsAt });
      expect({ passed, faults }).toEqual({ passed: false, faults: [] });
      expect(warnings).toEqual(["the node a.example could not be asked: no response."]);
    },
  );

  test("with one node of another chain while the other is silent", async () => {
    const { passed, faults, warnings } = await check(
      { chainId: 1 },
      { host: "b.example", fails: "no response" },
    );
    expect({ passed, faults }).toEqual({ passed: false, faults: [] });
    expect(warnings).toHaveLength(2);
  });
});

test("doesn't blame a node for an error of our own", async () => {
  const broken = { ...node({}), askChainId: () => Promise.reject(new TypeError("a slip")) };
  const reader = { nodes: [broken] } as unknown as ChainNodes;
  await expect(
    checkChain({ chains: [chain], reader: () => reader, requiredContracts }, 31337),
  ).rejects.toThrow("a slip");
});

const token = { symbol: "USDC", name: "USD Coin", address: usdc, decimals: 6 };

function look(given: { served?: number; decimals?: number | null; code?: Hex; fails?: boolean }) {
  const { served = 31337, decimals = 6, code = "0xfac7", fails = false } = given;
  const answer = async <T>(value: T): Promise<T> => value;
  const reader = {
    chainId: 31337,
    host: "a.example",
    // It would answer other questions: each takes a silent node's time limit.
    askChainId: async () => {
      if (fails)
        throw new ChainUnavailable("chain 31337: no usable answer from a.example: HTTP 503", {
          cause: new Error("HTTP 503"),
        });
      return served;
    },
    latest: () => answer({ ...buildHeader(1234n), timestamp: later(-3_000) }),
    decimals: () => answer(decimals),
    code: (address: Hex) => answer(address === factory ? code : "0x01"),
    gasTerms: () => answer({ pricing: "gas_price", l1Fee: "none" }),
    measureSizes: () => answer({ calls: 10, blocks: 500, addresses: 1_000 }),
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
    "  accepts   a.example  10 calls in a batch, 500 blocks in a range and 1000 addresses in a filter",
    `  token     USDC   ${usdc}  6 decimals`,
    `  contract  DepositFactory: there  ${factory}`,
    "  gas       priced by eth_gasPrice (legacy transactions)",
  ]);
  expect(check.passed).toBe(true);
});

test.each([
  [{ served: 1 }, "  node      a.example  serves chain 1"],
  [{ decimals: 18 }, `  token     USDC   ${usdc}  6 decimals (the contract has 18)`],
  [{ decimals: null }, `  token     USDC   ${usdc}  6 decimals (the contract has none)`],
  [{ code: "0x" }, `  contract  DepositFactory: missing  ${factory}`],
  [{ code: "0xfac8" }, `  contract  DepositFactory: another contract  ${factory}`],
] as const)("%j is on its line, and the fault below", async (shown, line) => {
  const { lines, check } = await look(shown);
  expect(lines).toContain(line);
  expect(lines).toContain(`  FAULT     ${check.faults[0]}`);
});

test("reports a chain as unchecked when no node answers, and asks no more", async () => {
  const { lines, check } = await look({ fails: true });
  expect(lines).toEqual([
    "Local (31337)",
    "  node      a.example  no answer",
    `  token     USDC   ${usdc}  6 decimals (not asked)`,
    `  contract  DepositFactory: not asked  ${factory}`,
    "  gas       no price read",
    "  warning   the node a.example could not be asked: HTTP 503.",
  ]);
  expect(check.faults).toEqual([]);
});
