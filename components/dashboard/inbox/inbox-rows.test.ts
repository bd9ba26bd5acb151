import { expect, test } from "vitest";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { InboxAct, InboxItem } from "@/lib/insights/inbox/inbox.rules";
import { inOrder, type WaitingRefund } from "@/lib/insights/inbox/tasks.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { buildChain, noon, usdc, usdt } from "@/lib/testing/builders";
import { groupsOf, inboxRow } from "./inbox-rows";

const coin = { symbol: "USDC", name: "USD Coin", address: usdc, decimals: 18 };
const chains = [buildChain(), buildChain({ chainId: 56, tokens: [coin] })];
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
  const wide = { chainId: 56, excessUnits: 3n * 10n ** 18n };
  expect(groupsFor(over("a"), over("b"), over("c", { tokenAddress: usdt }), over("d", wide))).toEqual([
    {
      ids: ["over-a", "over-b", "over-c", "over-d"],
      act: "refund",
      sum: "4.00 USDC, 2.00 USDT, and 3.00 USDC",
    },
  ]);
});

test("rows of two kinds are never decided together", () => {
  const row = inboxRow(over("a"), view);
  expect(groupsOf([row, { ...row, group: row.group && { ...row.group, kind: "late" } }])).toEqual([]);
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

const late: InboxItem = {
  kind: "late",
  late: {
    id: "chk_1",
    status: "LATE_PAID",
    createdAt: noon,
    referenceId: null,
    itemName: null,
    fiatAmount: null,
    fiatCurrency: null,
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: 1n,
    totalPaidUnits: 1n,
    paidUnits: 1n,
    refundedUnits: 0n,
    refundingUnits: 0n,
    expiresAt: noon,
    cancelledAt: null,
    paidAt: noon,
    txHash: null,
    exchangeRateUsed: null,
    goesBack: false,
    isReplaced: false,
    isRequested: false,
    movedBps: 0,
  },
};

const stray = (refundId: string | null = null): InboxItem => ({
  kind: "stray",
  stray: {
    checkoutId: "chk_1",
    referenceId: null,
    checkoutStatus: "EXPIRED",
    depositAddress: `0x${"a".repeat(40)}`,
    chainId: 31337,
    tokenAddress: usdt,
    units: 1n,
    txHash: null,
    seenAt: noon,
    closed: false,
    frozen: false,
    beingSettled: false,
    offered: false,
    accepted: true,
    amountUnits: 1n,
    isRequested: false,
    refundId,
  },
});

const stuck = (isFrozen: boolean): InboxItem => ({
  kind: "stuck",
  stuck: {
    checkoutId: "chk_1",
    chainId: 31337,
    tokenAddress: usdc,
    createdAt: noon,
    referenceId: null,
    itemName: null,
    units: 1n,
    isFrozen,
  },
});

test.each<[Permission, InboxAct[]]>([
  ["payments.accept", ["accept", "count"]],
  ["refunds.request", ["refund", "refund", "keep", "return"]],
  ["settlements.request", ["sweep", "retry"]],
])("the permission %s gives the choices %j alone", (permission, acts) => {
  const rows = [late, over("a"), stray(), stuck(false)].map((item) =>
    inboxRow(item, { ...view, may: (asked) => asked === permission }),
  );
  expect(rows.flatMap(({ choices }) => choices.map(({ act }) => act))).toEqual(acts);
});

test("a frozen deposit can't be swept again", () => {
  expect(inboxRow(stuck(true), view).choices).toEqual([]);
});

const refund = (status: WaitingRefund["status"], txHash: Hex | null = null) => ({
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

test.each<[Permission, string[]]>([
  ["refunds.approve", ["Approve 4.00", "View open refund 4.00"]],
  ["refunds.sign", ["View open refund 4.00", "Sign 4.00"]],
])("the permission %s names its own act on a refund", (permission, texts) => {
  const rows = [refund("AWAITING_APPROVAL"), refund("AWAITING_SIGNATURE")].map((item) =>
    inboxRow(item, { ...view, may: (asked) => asked === permission }),
  );
  expect(rows.map(({ link }) => link?.text)).toEqual(texts);
});

test("refunds to sign and low gas come first, refunds without an address last, a stray's return once", () => {
  const gas = { kind: "gas", gas: { chainId: 31337, wallet: null, since: noon } } as const;
  const rows = inOrder(
    [over("a"), stray("AWAITING_ADDRESS"), stray("rfd_sent")],
    [refund("AWAITING_ADDRESS"), refund("AWAITING_SIGNATURE"), gas],
  ).map((item) => inboxRow(item, view));
  const sent = `stray-chk_1.31337.${usdt}`;
  expect(rows.map(({ id }) => id)).toEqual([
    "AWAITING_SIGNATURE",
    "gas-31337",
    "over-a",
    sent,
    "AWAITING_ADDRESS",
  ]);
  expect(rows[3]?.link?.path).toBe("/refunds/rfd_sent");
});
