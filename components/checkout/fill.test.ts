import { describe, expect, it } from "vitest";
import { fill } from "./fill";

describe("fill", () => {
  it("puts each value in its place, as often as it is named", () => {
    expect(fill("{a} of {b}, {a}", { a: 1, b: "two" })).toBe("1 of two, 1");
  });

  it("leaves values alone that look like placeholders themselves", () => {
    expect(fill("Pay {merchant}", { merchant: "{token} & $1" })).toBe("Pay {token} & $1");
  });
});
