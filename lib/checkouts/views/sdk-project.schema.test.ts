import { expect, test } from "vitest";
import { knownChains } from "@/lib/chain/chains.rules";
import { sdkProject, toSdkProject } from "./checkout-fields.schema";

const project = {
  id: "prj_1",
  name: "Coffee shop",
  logoDigest: null,
  settlementWallet: "0xsecret",
  allowedOrigins: ["https://a"],
};
const accepted = knownChains.flatMap((chain) => chain.tokens.map((token) => ({ chain, token })));

test("returns a project with its tokens, and each of their networks once", () => {
  const shown = toSdkProject(project, accepted, "https://pay.example");
  expect(sdkProject.strict().parse(shown)).toEqual(shown);
  expect(shown.acceptedTokens).toHaveLength(6);
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
