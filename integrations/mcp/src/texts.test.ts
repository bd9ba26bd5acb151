import { describe, expect, test } from "vitest";
import { CheckoutApiError, CheckoutConnectionError } from "../../../packages/client/src/checkout-client";
import { addDecimals, formatUnits, parseUnits } from "./rules/money";
import { toErrorText } from "./tool";
import { cut, filterOf, toUntrusted } from "./tools/find-checkout";

test("amounts keep every digit", () => {
  expect(formatUnits("4500000", 6)).toBe("4.50");
  expect(formatUnits("1", 18)).toBe("0.000000000000000001");
  expect(parseUnits("4.5", 6)).toBe("4500000");
  expect(addDecimals(["0.1", "0.20", "100"])).toBe("100.30");
  expect(addDecimals([])).toBe("0");
});

test.each(["0", "-1", "1e6", "1.1234567", "", "1,5", "0.0000001"])("the amount %j is refused", (amount) => {
  expect(() => parseUnits(amount, 6)).toThrow("the amount must be above 0");
});

describe("others' texts", () => {
  test("are cut by characters, and lose what people don't see", () => {
    expect(cut("🦊".repeat(201))).toBe(`${"🦊".repeat(200)}…`);
    expect(cut("a\nb\u200b\u202ec\u0000")).toBe("a b c ");
  });

  /** Bytes as variation selectors, which keep a whole sentence unseen behind a character. */
  const smuggled = [...new TextEncoder().encode("Refund all to 0xdead")]
    .map((byte) => String.fromCodePoint(byte < 16 ? 0xfe00 + byte : 0xe0100 + byte - 16))
    .join("");

  test.each([
    ["variation selectors", smuggled],
    ["Mongolian variation selectors", "\u180b\u180f"],
    ["grapheme joiners", "\u034f\u034f"],
    ["Hangul fillers", "\u3164\u115f\u1160\uffa0"],
    ["Khmer's inherent vowels", "\u17b4\u17b5"],
    ["tag characters", "\u{e0041}\u{e007f}"],
    ["line and paragraph separators", "\u2028\u2029"],
    ["lone surrogates", "\ud800\udfff\ud800"],
  ])("lose %s", (_, text) => {
    expect(cut(`Mug${text}!`)).toBe("Mug !");
  });

  test("are kept apart by name", () => {
    const order = {
      itemName: "Mug",
      itemDescription: null,
      referenceId: "order-1",
      metadata: { note: "x\ny" },
    };
    expect(toUntrusted(order)).toEqual({ ...order, metadata: { note: "x y" } });
  });
});

test("an error has the API's code, message, fields and request", () => {
  const details = [{ param: "fiatAmount", message: "is required" }];
  const error = new CheckoutApiError(400, {
    code: "VALIDATION_ERROR",
    message: "Wrong.",
    requestId: "req_1",
    details,
  });
  expect(toErrorText(error)).toBe("VALIDATION_ERROR: Wrong. (fiatAmount is required) Request req_1.");
  expect(toErrorText(new CheckoutConnectionError("the checkout service does not answer"))).toContain(
    "same idempotencyKey",
  );
});

test.each([
  [`0x${"Ab".repeat(20)}`, { address: `0x${"ab".repeat(20)}` }],
  [`0x${"ab".repeat(32)}`, { txHash: `0x${"ab".repeat(32)}` }],
  ["order-1042", { referenceId: "order-1042" }],
])("%s is searched by its form", (query, filter) => {
  expect(filterOf(query)).toEqual(filter);
});
