import { expect, it } from "vitest";
import { roughCoins } from "./payment-check";

it("rounds coins up to two digits that count", () => {
  expect(roughCoins(123_456_789_000_000n)).toBe("0.00013");
  expect(roughCoins(1_000_000_000_000_000_000n)).toBe("1");
  expect(roughCoins(99_900_000_000_000n)).toBe("0.0001");
  expect(roughCoins(7n)).toBe("0.000000000000000007");
});
