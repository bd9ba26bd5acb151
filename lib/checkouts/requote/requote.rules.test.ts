import { expect, test } from "vitest";
import { buildCheckout, later } from "@/lib/testing/builders";
import { mostRequotes, type RequoteFacts, requoteProblem } from "./requote.rules";

const watchUntil = later(1_000);
const expired = buildCheckout({ projectId: "prj_1", status: "EXPIRED", watchUntil });
const problem = (
  change: Partial<RequoteFacts["checkout"]>,
  more: Partial<RequoteFacts> = {},
  now = later(0),
) =>
  requoteProblem({ checkout: { ...expired, ...change }, isAllowed: true, hasReceived: false, ...more }, now);

test("an expired checkout continues until its address is no longer watched closely", () => {
  expect(problem({})).toBeNull();
  expect(problem({}, {}, later(999))).toBeNull();
  expect(problem({}, {}, watchUntil)).toBe("it expired too long ago");
});

test("a checkout continues up to the limit", () => {
  expect(problem({ requoteCount: mostRequotes - 1 })).toBeNull();
  expect(problem({ requoteCount: mostRequotes })).toMatch(/10 times/);
});

test.each<[string, Partial<RequoteFacts["checkout"]>, Partial<RequoteFacts>, string]>([
  ["the project doesn't offer it", {}, { isAllowed: false }, "the merchant doesn't offer it"],
  ["its price is in tokens", { fiatAmount: null }, {}, "it has no fiat price"],
  ["it is before its deadline", { status: "PENDING" }, {}, "its status is PENDING"],
  ["it was cancelled", { status: "CANCELLED" }, {}, "its status is CANCELLED"],
  ["it was paid late", { status: "LATE_PAID" }, {}, "its status is LATE_PAID"],
  ["money was seen", {}, { hasReceived: true }, "a payment was received or is on its way"],
  ["it was replaced", { replacedBy: "chk_2" }, {}, "another checkout replaces it"],
])("a checkout can't be continued when %s", (_, change, more, reason) => {
  expect(problem(change, more)).toBe(reason);
});
