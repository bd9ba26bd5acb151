import { expect, test } from "vitest";
import { dustLimit } from "./dust.rules";

test.each([
  [null, 0n, 10_000n],
  [4_500_000n, 0n, 45_000n],
  [4_500_001n, 0n, 45_001n],
  [99n, 0n, 1n],
  [1n, 0n, 1n],
  [4_500_000n, 1n, 1n],
  [4_500_000n, 2_000_000n, 2_000_000n],
  [null, 2_000_000n, 2_000_000n],
])("amounts at a price of %s and a minimum of %s matter from %s", (price, minimum, limit) => {
  expect(dustLimit(price, minimum)).toBe(limit);
});
