import { expect, it } from "vitest";
import { readNewCheckout } from "./new-checkout-form";

const payable = [
  {
    chainId: 56,
    name: "BNB Smart Chain",
    tokens: [
      { address: "0xa", symbol: "USDT", decimals: 18 },
      { address: "0xb", symbol: "USDQ", decimals: 6 },
    ],
  },
];

function form(fields: Record<string, string>): FormData {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}

it.each([
  ["56:0xa", { amount: "4500000000000000000", chainId: 56, tokenAddress: "0xa" }],
  ["56:0xb", { amount: "4500000", chainId: 56, tokenAddress: "0xb" }],
  ["56", { amount: "4500000", chainId: 56 }],
  ["", { amount: "4500000" }],
])("reads 4.50 tokens with the decimals of the chosen token %j", (token, body) => {
  expect(readNewCheckout(form({ unit: "tokens", amount: "4.50", token }), payable)).toEqual(body);
});
