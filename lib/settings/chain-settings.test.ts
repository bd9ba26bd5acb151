import { readFile } from "node:fs/promises";
import { describe, expect, test } from "vitest";
import { defaultConfirmations, knownChains } from "@/lib/chain/chain-defaults.rules";
import { completeSettings, refusal } from "@/lib/testing/settings";
import { parseEnv } from "./env";

describe("chain settings", () => {
  test("fill a known chain from the list, and keep explicit values", () => {
    const chain = { chainId: 137, rpcUrls: ["https://rpc.example"], name: "Mine", pollIntervalMs: 500 };
    const [polygon] = parseEnv({ ...completeSettings, CHAINS: JSON.stringify([chain]) }).CHAINS;
    expect(polygon).toMatchObject({ name: "Mine", pollIntervalMs: 500, local: false, maxBlockRange: 1_000 });
    expect(polygon?.tokens.map(({ symbol }) => symbol)).toEqual(["USDC", "USDT"]);
  });

  test("a node's block range may be as small as ten", () => {
    const chain = { chainId: 137, rpcUrls: ["https://rpc.example"], maxBlockRange: 10 };
    const [polygon] = parseEnv({ ...completeSettings, CHAINS: JSON.stringify([chain]) }).CHAINS;
    expect(polygon?.maxBlockRange).toBe(10);
  });

  test("take a whole further chain, its addresses read as lower-case", () => {
    const token = { symbol: "USDC", name: "USD Coin", address: `0x${"AB".repeat(20)}`, decimals: 6 };
    const chain = { chainId: 5000, rpcUrls: ["https://rpc.example"], tokens: [token], nativeCoinUsd: 3000 };
    const [mantle] = parseEnv({ ...completeSettings, CHAINS: JSON.stringify([chain]) }).CHAINS;
    expect(mantle).toMatchObject({ name: "Chain 5000", blockExplorerUrl: null, pollIntervalMs: 2_000 });
    expect(mantle?.tokens).toEqual([{ ...token, address: `0x${"ab".repeat(20)}` }]);
  });

  test.each(knownChains)("$name needs its id and nodes alone", ({ chainId, ...known }) => {
    const rpcUrls = ["https://rpc.example"];
    const [chain] = parseEnv({
      ...completeSettings,
      CHAINS: JSON.stringify([{ chainId, rpcUrls }]),
    }).CHAINS;
    expect(chain).toEqual({ chainId, ...known, rpcUrls });
  });

  test("keep the issuer and currency of a known token that is listed by hand, and take another's currency", () => {
    const tokens = [
      { symbol: "EURC", name: "EURC", address: "0x60A3e35cC302bfa44cB288bC5A4f316fdB1ADB42", decimals: 6 },
      { symbol: "CHFT", name: "Franc", address: `0x${"ab".repeat(20)}`, decimals: 6, currency: "CHF" },
    ];
    const read = (list: object[]) =>
      parseEnv({
        ...completeSettings,
        CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example"], tokens: list }]),
      }).CHAINS[0]?.tokens;
    expect(read(tokens)).toMatchObject([
      { name: "EURC", currency: "EUR", issuer: "Circle" },
      { currency: "CHF" },
    ]);
    expect(() => read([{ ...tokens[1], currency: "francs" }])).toThrow(/currency.*ISO 4217/s);
  });

  test("a chain's own confirmation policy replaces the default", () => {
    const finalized = { kind: "tag", tag: "finalized" };
    const confirmations = {
      fast: [{ belowTokens: 20, requirement: { kind: "blocks", blocks: 3 } }],
      paid: [
        { belowTokens: 500, requirement: { ...finalized, whenStalled: { blocks: 900 } } },
        { belowTokens: null, requirement: finalized },
      ],
      settle: { kind: "tag", tag: "safe" },
    };
    const read = (set: object) =>
      parseEnv({
        ...completeSettings,
        CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example"], ...set }]),
      }).CHAINS[0]?.confirmations;
    expect(read({})).toEqual(defaultConfirmations(8453));
    expect(read({ confirmations })).toEqual(confirmations);
    const { fast: _, ...slow } = confirmations;
    expect(read({ confirmations: slow })).toEqual({ ...slow, fast: [] });
  });

  test.each([
    ["no tier", { paid: [] }],
    ["no tier for large amounts", { paid: [{ belowTokens: 5, requirement: { kind: "blocks", blocks: 1 } }] }],
    ["no block at all", { paid: [{ belowTokens: null, requirement: { kind: "blocks", blocks: 0 } }] }],
    ["a tag of another name", { settle: { kind: "tag", tag: "latest" } }],
    ["a misspelt member", { settel: { kind: "tag", tag: "safe" } }],
  ])("a confirmation policy with %s is refused", (_, wrong) => {
    const confirmations = {
      paid: [{ belowTokens: null, requirement: { kind: "tag", tag: "safe" } }],
      settle: { kind: "tag", tag: "safe" },
      ...wrong,
    };
    const chain = { chainId: 8453, rpcUrls: ["https://rpc.example"], confirmations };
    expect(refusal({ CHAINS: JSON.stringify([chain]) })).toContain("confirmations");
  });

  const chainWith = (more: object) => ({
    CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example"], ...more }]),
  });
  const policy = { paid: [{ belowTokens: null, requirement: { kind: "blocks", blocks: 3 } }] };
  const settle = { kind: "tag", tag: "safe" };
  test.each([
    [
      "the chain",
      { maxBlockRnage: 10 },
      'CHAINS 0: unknown setting "maxBlockRnage"; did you mean maxBlockRange?',
    ],
    ["the chain, in other case", { RpcUrls: [] }, '"RpcUrls"; did you mean rpcUrls?'],
    [
      "the chain, unlike any",
      { color: "red" },
      'CHAINS 0: unknown setting "color"; known are chainId, rpcUrls,',
    ],
    ["the chain, twice", { nam: "x", polIntervalMs: 1 }, 'mean name?; unknown setting "polIntervalMs"'],
    [
      "a token",
      { tokens: [{ symbol: "A", name: "A", address: `0x${"ab".repeat(20)}`, decimals: 6, decimal: 6 }] },
      'CHAINS 0.tokens.0: unknown setting "decimal"; did you mean decimals?',
    ],
    [
      "sending",
      { sending: { dailyCap: "1" } },
      'sending: unknown setting "dailyCap"; did you mean dailyCapWei?',
    ],
    [
      "the native currency",
      { nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18, symbl: "E" } },
      'nativeCurrency: unknown setting "symbl"; did you mean symbol?',
    ],
    ["confirmations", { confirmations: { ...policy, settle, fats: [] } }, '"fats"; did you mean fast?'],
    [
      "a requirement",
      { confirmations: { ...policy, settle: { ...settle, whenStaled: {} } } },
      'settle: unknown setting "whenStaled"; did you mean whenStalled?',
    ],
    [
      "a tier",
      { confirmations: { settle, paid: [{ ...policy.paid[0], belowToken: 1 }] } },
      'paid.0: unknown setting "belowToken"; did you mean belowTokens?',
    ],
  ])("an unknown member of %s is refused by name", (_, more, message) => {
    expect(refusal(chainWith(more))).toContain(message);
  });

  test("requires an unknown chain to name its native currency, and allows it for any chain", () => {
    const other = { chainId: 4242, nativeCoinUsd: 1 };
    const gold = { name: "Gold", symbol: "GLD", decimals: 9 };
    expect(refusal(chainWith(other))).toMatch(
      /CHAINS 0\.nativeCurrency: is required for this chain.*"symbol":"ETH"/,
    );
    const currencyOf = (more: object) =>
      parseEnv({ ...completeSettings, ...chainWith(more) }).CHAINS[0]?.nativeCurrency;
    expect(currencyOf({ ...other, nativeCurrency: gold })).toEqual(gold);
    expect(currencyOf({ nativeCurrency: gold })).toEqual(gold);
    expect(currencyOf({ chainId: 56, nativeCoinUsd: 600 })).toMatchObject({ symbol: "BNB" });
    expect(currencyOf({})).toMatchObject({ symbol: "ETH" });
  });

  test("accept the further chain in the documentation", async () => {
    const page = await readFile(new URL("../../docs/operators/chains-and-nodes.md", import.meta.url), "utf8");
    const example = /```json\n(\{\n {2}"chainId": [^`]*)```/.exec(page)?.[1] ?? "";
    const [chain] = parseEnv({ ...completeSettings, CHAINS: `[${example}]` }).CHAINS;
    expect(chain).toMatchObject({ ...JSON.parse(example), tokens: [{ symbol: "USDC", decimals: 6 }] });
    // Optimism is a rollup of the OP Stack.
    expect(chain?.sending.l1Fee).toBe("op-stack");
  });
});
