import { expect, test } from "vitest";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { buildCheckout, later } from "@/lib/testing/builders";
import { mostRequotes, type RequoteFacts, requoteProblem } from "./requote.rules";

const watchUntil = later(1_000);
const expired = buildCheckout({ projectId: "prj_1", status: "EXPIRED", watchUntil });
const continuable = { isAllowed: true, hasReceived: false, hasLeftWallet: false };
const problem = (
  change: Partial<RequoteFacts["checkout"]>,
  more: Partial<RequoteFacts> = {},
  now = later(0),
) => requoteProblem({ checkout: { ...expired, ...change }, ...continuable, ...more }, now);

test("an expired checkout continues until its address is no longer watched closely", () => {
  expect(problem({})).toBeNull();
  expect(problem({}, {}, later(999))).toBeNull();
  expect(problem({}, {}, watchUntil)).toEqual(fault("reasons.expiredLongAgo"));
});

test("a checkout continues up to the limit", () => {
  expect(problem({ requoteCount: mostRequotes - 1 })).toBeNull();
  expect(problem({ requoteCount: mostRequotes })).toEqual(fault("reasons.requotedOften", { times: 10 }));
});

test.each<[string, Partial<RequoteFacts["checkout"]>, Partial<RequoteFacts>, Fault]>([
  ["the project doesn't offer it", {}, { isAllowed: false }, fault("reasons.notOffered")],
  ["its price is in tokens", { fiatAmount: null }, {}, fault("reasons.noFiatPrice")],
  ["it is before its deadline", { status: "PENDING" }, {}, fault("reasons.status", { status: "PENDING" })],
  ["it was cancelled", { status: "CANCELLED" }, {}, fault("reasons.status", { status: "CANCELLED" })],
  ["it was paid late", { status: "LATE_PAID" }, {}, fault("reasons.status", { status: "LATE_PAID" })],
  ["money was seen", {}, { hasReceived: true }, fault("reasons.onItsWay")],
  ["its wallet is a former one", {}, { hasLeftWallet: true }, fault("reasons.walletChanged")],
  ["it was replaced", { replacedBy: "chk_2" }, {}, fault("reasons.replaced")],
])("a checkout can't be continued when %s", (_, change, more, reason) => {
  expect(problem(change, more)).toEqual(reason);
});
