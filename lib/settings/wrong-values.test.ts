import { describe, expect, test } from "vitest";
import { z } from "zod";
import { settingNames, settings } from "./schema";
import { parseVariables, SettingsError } from "./variables";

const garbage = [
  "garbage !",
  "-1",
  "1.5",
  "1e9",
  "0x12",
  "NaN",
  "Infinity",
  "9".repeat(40),
  "true!",
  "null",
  '"x"',
  "[]",
  "[1]",
  "[null]",
  "[{}]",
  "{}",
  '{"a":1}',
  '{"a":{"b":1}}',
  "{",
  "http://",
  "ftp://host",
  "é",
];

/** Any text is a path, a password or the name of a mode. */
const free = /_KEYSTORE_FILE$|_PASSWORD$|_PASSWORD_FILE$|^INNGEST_DEV$/;

const zodWords = /invalid|expected|received|\bNaN\b|undefined|unrecognized|too (?:small|big)|parse/i;

type Name = keyof typeof settings.shape;

/** The faults of one variable; none if its value is accepted. */
function faultsOf(name: string, value: string): string[] {
  try {
    parseVariables(z.object({ [name]: settings.shape[name as Name] }), { [name]: value });
    return [];
  } catch (error) {
    if (error instanceof SettingsError) return error.faults.map(({ says }) => says);
    throw error;
  }
}

describe("a wrong value", () => {
  test.each(settingNames)("of %s is explained in our words", (name) => {
    const refused = garbage.map((value) => ({ value, faults: faultsOf(name, value) }));
    if (!free.test(name)) expect(refused.some(({ faults }) => faults.length > 0)).toBe(true);
    for (const { value, faults } of refused)
      for (const says of faults) {
        // Some faults repeat the value.
        expect(says.replaceAll(value, "…")).not.toMatch(zodWords);
        expect(says).toMatch(
          new RegExp(`^${name} (?:[\\w.]+: )?(?:must|has|is|names|unknown setting|doesn't)\\b`),
        );
      }
  });

  test.each([
    ["PORT", "eighty", "PORT must be a whole number from 1 to 65535"],
    ["PORT", "65536", "PORT must be a whole number from 1 to 65535"],
    ["TRUST_PROXY_HOPS", "0x1", "TRUST_PROXY_HOPS must be a whole number from 0 to 10"],
    ["DATA_KEY", "not base64!", "DATA_KEY must be 32 bytes in base64"],
    ["CHAINS", "{}", "CHAINS must be a list"],
    ["KRAKEN_URL", "kraken", "KRAKEN_URL must be a URL such as https://host.example, perhaps with a path"],
  ])("of %s, as %s, names the expected form", (name, value, says) => {
    expect(faultsOf(name, value)).toEqual([says]);
  });
});

const requirement = { kind: "tag", tag: "safe", whenStalled: { blocks: 900 } };
const chain = {
  chainId: 8453,
  rpcUrls: ["https://rpc.example"],
  name: "Base",
  blockExplorerUrl: "https://basescan.example",
  tokens: [{ symbol: "USDC", name: "USD Coin", address: `0x${"ab".repeat(20)}`, decimals: 6 }],
  pollIntervalMs: 2_000,
  maxBatch: 10,
  maxBlockRange: 1_000,
  maxFilterAddresses: 100,
  confirmations: {
    fast: [{ belowTokens: 20, requirement: { kind: "blocks", blocks: 3 } }],
    paid: [{ belowTokens: null, requirement }],
    settle: { kind: "tag", tag: "finalized" },
  },
  sending: {
    maxFeePerGasWei: "1",
    minPriorityFeePerGasWei: "1",
    dailyCapWei: "1",
    l1Fee: "op-stack",
    stuckAfterMs: 60_000,
  },
  nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
  nativeCoinUsd: 3_000,
};

/** Every place in a JSON value. */
function placesIn(value: unknown, place: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== "object" || value === null) return [place];
  return [place, ...Object.entries(value).flatMap(([key, child]) => placesIn(child, [...place, key]))];
}

function withValueAt(value: unknown, [key, ...rest]: readonly string[], put: unknown): unknown {
  if (key === undefined) return put;
  const copy = structuredClone(value) as Record<string, unknown>;
  copy[key] = withValueAt(copy[key], rest, put);
  return copy;
}

describe("a wrong member of a chain", () => {
  test("is not in the example", () => {
    expect(faultsOf("CHAINS", JSON.stringify([chain]))).toEqual([]);
  });

  test.each(placesIn(chain).map((place) => [place.join(".") || "the chain", place] as const))(
    "at %s is explained in our words",
    (_, place) => {
      const all = ["", "garbage !", -1, 1.5, 1e21, true, null, [], [null], {}, { a: 1 }, undefined].flatMap(
        (put) => faultsOf("CHAINS", JSON.stringify([withValueAt(chain, place, put)])),
      );
      expect(all).not.toEqual([]);
      for (const says of all) {
        expect(says).not.toMatch(zodWords);
        expect(says).toMatch(/^CHAINS (?:[\w.]+: )?(?:must|has|is|names|unknown setting|doesn't)\b/);
      }
    },
  );
});

describe("a value that something misspelt", () => {
  const chains = JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example/base"] }]);
  test.each([
    [
      "CHAINS",
      chains.replaceAll('"', '\\"'),
      'character 3 is a backslash before a quotation mark: write " alone',
    ],
    ["CHAINS", JSON.stringify(chains), 'character 4 is a backslash before a quotation mark: write " alone'],
    ["CHAINS", chains.replaceAll('"', "”"), 'character 3 is ”, a typographic quotation mark: write "'],
    [
      "CHAINS",
      chains.replaceAll('"', "&quot;"),
      `character 3 is &quot;, a quotation mark in HTML's spelling: write "`,
    ],
    ["CHAINS", chains.replaceAll('"', '""'), 'character 3 is a doubled quotation mark: write " once'],
    ["CHAINS", chains.replaceAll('"', "'"), `character 3 is ': write "`],
    ["CHAINS", chains.replace(",", ",\\n"), "character 18 is \\n in two characters: write a space"],
    ["CHAINS", chains.slice(0, -1), "its end is missing"],
    ["CHAINS", chains.replace("[{", "[;{"), "character 2 doesn't fit"],
    ["BASE_URL", "“https://pay.example”", 'character 1 is “, a typographic quotation mark: write "'],
    ["PORT", "30\u200b00", "character 3 is an invisible character: remove it"],
  ])("%s %s: names the place and what to write", (name, value, says) => {
    expect(faultsOf(name, value)).toEqual([expect.stringContaining(`: ${says}`)]);
  });
});
