import { expect, test } from "vitest";
import type { InboxItem } from "@/lib/insights/inbox/inbox.rules";
import { inOrder } from "@/lib/insights/inbox/tasks.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, noon, usdc, usdt } from "@/lib/testing/builders";
import { groupsOf, inboxRow } from "./inbox-rows";

const chains = [buildChain()];
const view = { chains, now: noon, may: () => true };

type Over = Extract<InboxItem, { kind: "over" }>["over"];

const over = (id: string, overrides: Partial<Over> = {}): InboxItem => ({
  kind: "over",
  over: {
    id,
    createdAt: noon,
    referenceId: id,
    itemName: null,
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: 1_000_000n,
    paidUnits: 3_000_000n,
    excessUnits: 2_000_000n,
    orderState: "paid",
    isRequested: false,
    ...overrides,
  },
});
const groupsFor = (...items: InboxItem[]) => groupsOf(items.map((item) => inboxRow(item, view)));

test("several rows of one kind and suggestion are decided together, with the sum of each coin", () => {
  expect(groupsFor(over("a"), over("b"), over("c", { tokenAddress: usdt }))).toEqual([
    { ids: ["over-a", "over-b", "over-c"], act: "refund", sum: "4.00 USDC and 2.00 USDT" },
  ]);
});

test("a row that a customer asked about is decided alone, and so is one of its kind", () => {
  expect(groupsFor(over("a"), over("b", { isRequested: true }))).toEqual([]);
  // Too small to send back: another suggestion.
  expect(groupsFor(over("a"), over("b", { excessUnits: 1n }))).toEqual([]);
});

test("a member who may not decide gets no button", () => {
  const row = inboxRow(over("a"), { ...view, may: () => false });
  expect([row.recommended, row.choices, row.group]).toEqual([null, [], null]);
});

const refund = (status: "AWAITING_ADDRESS" | "AWAITING_SIGNATURE", txHash: Hex | null = null) => ({
  kind: "refund" as const,
  refund: {
    id: status,
    checkoutId: "chk_1",
    status,
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: 4_000_000n,
    txHash,
    referenceId: "order-1",
    itemName: null,
    createdAt: noon,
  },
});

test("a refund whose transaction may return isn't offered for another signature", () => {
  const row = inboxRow(refund("AWAITING_SIGNATURE", `0x${"ab".repeat(32)}`), view);
  expect(row.link).toEqual({ path: "/refunds/AWAITING_SIGNATURE", text: "View open refund 4.00" });
  expect(row.why).toMatch(/usually comes back by itself/);
});

test("refunds to sign come first, those without an address last", () => {
  const rows = inOrder([over("a")], [refund("AWAITING_ADDRESS"), refund("AWAITING_SIGNATURE")]).map((item) =>
    inboxRow(item, view),
  );
  expect(rows.map(({ id }) => id)).toEqual(["AWAITING_SIGNATURE", "over-a", "AWAITING_ADDRESS"]);
  expect(rows[0]?.link).toEqual({ path: "/refunds/AWAITING_SIGNATURE", text: "Sign 4.00" });
});
