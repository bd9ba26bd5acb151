import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { knownChains } from "@/lib/chain/chain-defaults.rules";
import type { Token } from "@/lib/chain/chains.rules";
import { sdkProject, tokenView, toSdkProject } from "./checkout-fields.schema";

const origin = "https://pay.example";

const listed = knownChains.flatMap(({ tokens }) => tokens);

const iconOf = (token: Token) => tokenView(token, origin).iconUrl;

const other: Token = { symbol: "DAI", name: "Dai", address: `0x${"1".repeat(40)}`, decimals: 6 };

test("a token's mark has an absolute address", () => {
  expect(new Set(listed.map(iconOf))).toEqual(
    new Set(["usdc", "usdt", "eurc", "other"].map((mark) => `${origin}/tokens/${mark}.svg`)),
  );
});

test("a token without its own logo has the generic one", () => {
  expect(iconOf(other)).toBe(`${origin}/tokens/other.svg`);
  expect(iconOf({ ...other, symbol: "../../evil" })).toBe(`${origin}/tokens/other.svg`);
});

test("every mark that is named is there", () => {
  for (const icon of [...listed, other].map(iconOf))
    expect(existsSync(`public${new URL(icon).pathname}`), icon).toBe(true);
});

describe("toSdkProject", () => {
  const project = {
    id: "prj_1",
    name: "Coffee shop",
    logoDigest: null,
    settlementWallet: "0xsecret",
    allowedOrigins: ["https://a"],
  };
  const accepted = knownChains
    .slice(0, 3)
    .flatMap((chain) => chain.tokens.map((token) => ({ chain, token })));

  test("returns a project with its tokens, and each of their networks once", () => {
    const shown = toSdkProject(project, accepted, "https://pay.example");
    expect(sdkProject.strict().parse(shown)).toEqual(shown);
    expect(shown.acceptedTokens).toHaveLength(7);
    expect(shown.acceptedTokens[0]).toEqual({
      chainId: 8453,
      tokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
      symbol: "USDC",
      name: "USD Coin",
      decimals: 6,
      iconUrl: "https://pay.example/tokens/usdc.svg",
    });
    expect(shown.networks.map(({ chainId, name }) => [chainId, name])).toEqual([
      [8453, "Base"],
      [137, "Polygon"],
      [42161, "Arbitrum"],
    ]);
  });

  test("omits a project's private settings", () => {
    const shown = toSdkProject({ ...project, logoDigest: "ab" }, [], "https://pay.example");
    expect(shown).toEqual({
      id: "prj_1",
      name: "Coffee shop",
      logoUrl: "https://pay.example/logos/ab",
      acceptedTokens: [],
      networks: [],
    });
  });
});
