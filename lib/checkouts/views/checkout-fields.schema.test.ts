import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { knownChains, type Token } from "@/lib/chain/chains.rules";
import { tokenView } from "./checkout-fields.schema";

const origin = "https://pay.example";

const listed = knownChains.flatMap(({ tokens }) => tokens);

const iconOf = (token: Token) => tokenView(token, origin).iconUrl;

const other: Token = { symbol: "EURC", name: "Euro Coin", address: `0x${"1".repeat(40)}`, decimals: 6 };

test("a token's mark has an absolute address", () => {
  expect(new Set(listed.map(iconOf))).toEqual(
    new Set([`${origin}/tokens/usdc.svg`, `${origin}/tokens/usdt.svg`]),
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
