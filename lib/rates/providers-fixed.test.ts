import { expect, it } from "vitest";
import { createFixedProvider } from "./providers";

it("answers with the rates it was given, as they were written", async () => {
  const provider = createFixedProvider({ USDC: { USD: "1", KRW: "1400.50" }, USDT: { EUR: "0.92" } });
  expect(provider.name).toBe("fixed");
  expect(await provider.fetch()).toEqual({ USDC: { USD: "1", KRW: "1400.50" }, USDT: { EUR: "0.92" } });
});

it.each(["0", "0.000", "-1", "1e3", "NaN", "", "1,400", " 1", "Infinity"])("refuses the rate %j", (rate) => {
  expect(() => createFixedProvider({ USDC: { USD: rate } })).toThrow(RangeError);
});

it("refuses a token that fiat prices are not converted to", () => {
  expect(() => createFixedProvider({ DAI: { USD: "1" } })).toThrow(/USDC and USDT/);
});
