import { describe, expect, test } from "vitest";
import { longestWord } from "@/components/checkout/screen-parts";

describe("longestWord", () => {
  test("default", () => {
    expect(longestWord("Send 1,234.50 USDC")).toBe(8);
    expect(longestWord("")).toBe(0);
  });

  test("behavior: bidirectional marks don't make a word longer", () => {
    expect(longestWord("Send \u206810.00\u2069 USDC")).toBe(5);
  });

  test("behavior: scripts without spaces break anywhere", () => {
    expect(longestWord("결제 방법을 선택하세요")).toBe(0);
    expect(longestWord("支払い方法を選ぶ 10.00")).toBe(5);
  });
});
