import { beforeAll, describe, expect, test } from "vitest";
import { createCheckoutListStore } from "@/lib/checkouts/dashboard/checkout-list.store";
import { everyCheckout } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { type CreateLinkInput, createLinkInput } from "@/lib/checkouts/links/payment-link.schema";
import {
  createLink,
  disableLink,
  linkOptions,
  listLinks,
  payByLink,
  readLink,
  readOpenLink,
  readTillSales,
} from "@/lib/checkouts/links/payment-links";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { anyName, later, noon, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { changedBefore, changedWhileWaiting, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld } from "@/lib/testing/world";
import type { WorldDeps } from "@/lib/testing/world/deps";
import { openTestAccess } from "@/lib/testing/world/people";

const world = await fileWorld();
const stores = world.stores;
let deps: WorldDeps;
let access: ProjectAccess;
let strangers: ProjectAccess;

beforeAll(async () => {
  access = await openTestAccess(stores, await projectWithTokens());
  strangers = await openTestAccess(stores, await projectWithTokens());
  let now = noon;
  deps = {
    ...world.deps,
    clock: {
      now: () => {
        now = later(1_000, now);
        return now;
      },
    },
  };
});

async function projectWithTokens(): Promise<string> {
  const projectId = await stores.createProject();
  await stores.admin.acceptTokens(projectId, [{ chainId: 31337, tokenAddress: usdc }], noon);
  return projectId;
}

const coffee: CreateLinkInput = { itemName: "Café crème!", fiatAmount: "4.50", fiatCurrency: "USD" };

describe("a link", () => {
  test("has an unguessable address that names the item, unless a slug is requested", async () => {
    const made = await createLink(deps, access, coffee);
    expect(made.slug).toMatch(/^cafe-creme-[0-9a-z]{10}$/);
    expect((await createLink(deps, access, { ...coffee, itemName: "☕" })).slug).toMatch(/^[0-9a-z]{10}$/);
    expect((await createLink(deps, access, { ...coffee, slug: "my-coffee" })).slug).toBe("my-coffee");
    expect(await outcome(createLink(deps, strangers, { ...coffee, slug: "my-coffee" }))).toBe("CONFLICT");
    const audit = await stores.database.prisma.auditLog.findMany({ where: { target: made.id } });
    expect(audit).toMatchObject([
      { action: "payment_link.created", userId: access.userId, projectId: access.projectId },
    ]);
  });

  test("is refused when no checkout could be created from it", async () => {
    const refused: [Partial<CreateLinkInput>, string][] = [
      [{ fiatCurrency: "XXX" }, "UNSUPPORTED_FIAT_CURRENCY"],
      [{ fiatAmount: undefined, fiatCurrency: undefined, amount: 0n }, "AMOUNT_TOO_SMALL"],
      [{ successUrl: "http://localhost/thanks" }, "VALIDATION_ERROR"],
    ];
    for (const [overrides, code] of refused)
      expect(await outcome(createLink(deps, access, { ...coffee, ...overrides }))).toBe(code);
    const noTokens = await openTestAccess(stores, await stores.createProject());
    expect(await outcome(createLink(deps, noTokens, coffee))).toBe("UNSUPPORTED_TOKEN");
    for (const body of [
      { itemName: "A" },
      { ...coffee, amount: "1" },
      { ...coffee, slug: "No" },
      { ...coffee, itemName: " " },
      { ...coffee, successUrl: "javascript:alert(1)" },
    ])
      expect(createLinkInput.safeParse(body).success).toBe(false);
    expect(createLinkInput.parse({ itemName: "A", amount: "1500000" })).toEqual({
      itemName: "A",
      amount: 1_500_000n,
    });
  });

  test("makes checkouts of its price, and counts them; looking makes none", async () => {
    const tea = { itemName: "Tea", amount: 2_500_000n, itemDescription: "Green" };
    const { count: _, ...link } = await createLink(deps, access, tea);
    expect(await readOpenLink(deps, link.slug)).toMatchObject({ merchantName: anyName, link });
    const made = await Promise.all(Array.from({ length: 5 }, () => payByLink(deps, link.slug)));
    const [first] = made;
    const read = await stores.checkouts.findPublic(String(first));
    expect(read?.checkout).toMatchObject({
      createdVia: "link",
      projectId: access.projectId,
      amountUnits: 2_500_000n,
      itemName: "Tea",
      itemDescription: "Green",
      tokenAddress: null,
    });
    expect(await deps.paymentLinks.find(access.projectId, link.id)).toMatchObject({ checkoutCount: 5 });
    expect(await deps.paymentLinks.find(strangers.projectId, link.id)).toBeNull();
    const filter = { ...everyCheckout, paymentLinkId: link.id };
    const search = createCheckoutListStore(stores.database, deps.chains);
    const { items: found } = await search.page(access.projectId, filter, { kind: "first" }, 10);
    expect(new Set(found.map(({ id }) => id))).toEqual(new Set(made));
  });

  test("offers what its checkout will offer, and none of a deleted project", async () => {
    const projectId = await projectWithTokens();
    await stores.admin.acceptTokens(projectId, [{ chainId: 31337, tokenAddress: usdt }], noon);
    const { slug } = await createLink(deps, await openTestAccess(stores, projectId), coffee);
    const { link } = await readOpenLink(deps, slug);
    const options = await linkOptions(deps, link);
    expect(options.map(({ token, amount }) => [token.symbol, amount])).toEqual([
      ["USDC", "4500000"],
      ["USDT", "5000000"],
    ]);
    expect((await getPublicCheckout(deps, await payByLink(deps, slug))).options).toEqual(options);
    expect(await deps.paymentLinks.find(projectId, link.id)).toMatchObject({ checkoutCount: 1 });
    await stores.admin.deleteProject(projectId, noon);
    expect(await linkOptions(deps, link)).toEqual([]);
  });

  test("returns its paid total less refunds, to its own project only", async () => {
    const link = await createLink(deps, access, coffee);
    const made = await Promise.all([1, 2, 3].map(() => payByLink(deps, link.slug)));
    const [whole, refunded] = made;
    const set =
      "chain_id = 31337, token_address = $3, total_paid_units = 10, refunded_units = $2, paid_at = now()";
    for (const [id, refund] of [
      [whole, 0],
      [refunded, 4],
    ])
      await stores.database.pool.query(`UPDATE checkouts SET ${set} WHERE id = $1`, [id, refund, usdc]);
    const { revenue } = await readLink(deps, access, link.id);
    expect(revenue).toEqual({
      sums: [{ chainId: 31337, tokenAddress: usdc, units: 16n }],
      isWhole: true,
    });
    for (const id of [link.id, "lnk_00000000000000000000000000", "no id"])
      expect(await outcome(readLink(deps, strangers, id))).toBe("PAYMENT_LINK_NOT_FOUND");
  });

  test("adds up sales since midnight in the shop's zone without refunded ones, for its own project only", async () => {
    const link = await createLink(deps, access, coffee);
    const made = await Promise.all([1, 2, 3, 4, 5].map(() => payByLink(deps, link.slug)));
    const since = new Date("2026-01-31T15:00:00Z"); // Midnight in Seoul.
    const fromMidnight = (ms: number) => new Date(since.getTime() + ms);
    const set =
      "UPDATE checkouts SET chain_id = 31337, token_address = $4, amount_units = 4500000, payment_tx_hash = '0x', status = $2, paid_at = $3 WHERE id = $1";
    for (const [at, status, paidAt] of [
      [0, "PAID", since],
      [1, "SETTLED", fromMidnight(30_000)],
      [2, "PAID", fromMidnight(-1)],
      [3, "REFUNDED", since],
    ] as const)
      await stores.database.pool.query(set, [made[at], status, paidAt, usdc]);
    const clock = { now: () => fromMidnight(86_399_999) };
    const sales = (of: ProjectAccess, timeZone = "Asia/Seoul") =>
      readTillSales({ ...deps, clock }, of, link.id, timeZone);
    expect(await sales(access)).toEqual({ count: 2, fiatAmount: "9.00", units: 0n });
    expect(await sales(access, "UTC")).toEqual({ count: 0, fiatAmount: "0", units: 0n });
    expect(await sales(strangers)).toEqual({ count: 0, fiatAmount: "0", units: 0n });
  });

  test("insert under the lock: another link took the last place", async () => {
    const few = await openTestAccess(stores, await projectWithTokens());
    const limited: typeof deps = {
      ...deps,
      paymentLinks: {
        ...deps.paymentLinks,
        insert: (link, _limit, entry) => deps.paymentLinks.insert(link, 2, entry),
      },
    };
    const make = () => outcome(createLink(limited, few, coffee));
    // Those of other projects take no place.
    expect(await make()).toBe("done");
    const ends = await raceToWrite(stores.database, "payment_links", [make, make, make]);
    expect(ends.map((end) => end.status === "fulfilled" && end.value).toSorted()).toEqual([
      "CONFLICT",
      "CONFLICT",
      "done",
    ]);
    expect(await make()).toBe("CONFLICT");
    const { items } = await deps.paymentLinks.page(few.projectId, {}, { kind: "first" }, 1);
    const [one] = items;
    await disableLink(deps, few, String(one?.id));
    expect(await make()).toBe("done");
    expect(await make()).toBe("CONFLICT");
  });

  test("that is disabled makes no more, and keeps its address", async () => {
    const link = await createLink(deps, access, coffee);
    expect(await outcome(disableLink(deps, strangers, link.id))).toBe("PAYMENT_LINK_NOT_FOUND");
    const viewer = await openTestAccess(stores, access.projectId, "VIEWER");
    expect(await outcome(disableLink(deps, viewer, link.id))).toBe("FORBIDDEN");
    expect(await outcome(createLink(deps, viewer, coffee))).toBe("FORBIDDEN");
    await disableLink(deps, access, link.id);
    await disableLink(deps, access, link.id);
    const noted = { target: link.id, action: "payment_link.disabled" };
    expect(await stores.database.prisma.auditLog.count({ where: noted })).toBe(1);
    expect(await outcome(payByLink(deps, link.slug))).toBe("NOT_FOUND");
    expect(await outcome(readOpenLink(deps, link.slug))).toBe("NOT_FOUND");
    expect(await outcome(createLink(deps, access, { ...coffee, slug: link.slug }))).toBe("CONFLICT");
  });

  test("that is disabled between the reading and the writing makes nothing", async () => {
    const link = await createLink(deps, access, coffee);
    const closing = {
      ...deps,
      paymentLinks: {
        ...deps.paymentLinks,
        checkoutsOf: (id: string) => ({
          insert: async (
            ...facts: Parameters<ReturnType<typeof deps.paymentLinks.checkoutsOf>["insert"]>
          ) => {
            await disableLink(deps, access, link.id);
            return deps.paymentLinks.checkoutsOf(id, null).insert(...facts);
          },
        }),
      },
    };
    expect(await outcome(payByLink(closing, link.slug))).toBe("NOT_FOUND");
    expect(await stores.database.prisma.checkout.count({ where: { paymentLinkId: link.id } })).toBe(0);
    expect(await deps.paymentLinks.find(access.projectId, link.id)).toMatchObject({ checkoutCount: 0 });
  });

  test("of a deleted project is refused like an unknown one", async () => {
    const owner = await openTestAccess(stores, await projectWithTokens());
    const link = await createLink(deps, owner, coffee);
    await stores.database.prisma.project.update({
      where: { id: owner.projectId },
      data: { deletedAt: noon },
    });
    for (const slug of [link.slug, "never-made", "..", "A B", "x".repeat(2_000)]) {
      expect(await outcome(payByLink(deps, slug))).toBe("NOT_FOUND");
      expect(await outcome(readOpenLink(deps, slug))).toBe("NOT_FOUND");
    }
  });
});

describe("a project's links", () => {
  test("are listed newest first, page by page, without other projects' links", async () => {
    const owner = await openTestAccess(stores, await projectWithTokens());
    const made = [];
    for (let count = 0; count < 53; count++) made.unshift((await createLink(deps, owner, coffee)).id);
    const newest = { kind: "first" } as const;
    const first = await listLinks(deps, owner, newest);
    const second = await listLinks(deps, owner, first.older ?? newest);
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(made);
    expect([first.items.length, first.newer, second.older]).toEqual([50, null, null]);
    expect(await listLinks(deps, owner, second.newer ?? newest)).toEqual(first);
    await createLink(deps, strangers, coffee);
    expect((await listLinks(deps, owner, newest)).items).toEqual(first.items);
  });
});

describe("a link for one payment", () => {
  const invoice = () =>
    createLink(deps, access, { itemName: "Invoice 12", amount: 2_500_000n, singlePayment: true });
  const open = (slug: string) => payByLink(deps, slug);
  const become = (id: string, data: object) =>
    stores.database.prisma.checkout.update({ where: { id }, data });
  const linked = async (id: string) => (await stores.checkouts.findPublic(id))?.checkout;

  test("lockLink under the lock: another visitor opened it", async () => {
    const { id, slug } = await invoice();
    const opens = Array.from({ length: 6 }, () => () => open(slug));
    const opened = await raceToWrite(stores.database, "checkouts", opens);
    const ids = opened.map((end) => end.status === "fulfilled" && end.value);
    expect(new Set([...ids, await open(slug)]).size).toBe(1);
    expect(await deps.paymentLinks.find(access.projectId, id)).toMatchObject({ checkoutCount: 1 });
    expect(await readOpenLink(deps, slug)).toMatchObject({ state: { kind: "open" } });
  });

  test("visitors who open it again after its checkout ended get one successor", async () => {
    const { id, slug } = await invoice();
    const first = await open(slug);
    await become(first, { status: "EXPIRED" });
    const opens = Array.from({ length: 4 }, () => () => open(slug));
    const again = await raceToWrite(stores.database, "checkouts", opens);
    const second = await open(slug);
    expect(again).toEqual(opens.map(() => ({ status: "fulfilled", value: second })));
    expect(await linked(first)).toMatchObject({ replacedBy: second });
    expect(await linked(second)).toMatchObject({ status: "PENDING", replaces: first, requoteCount: 0 });
    await become(second, { status: "CANCELLED" });
    expect(await linked(await open(slug))).toMatchObject({ replaces: second });
    expect(await deps.paymentLinks.find(access.projectId, id)).toMatchObject({ checkoutCount: 3 });
  });

  test("insert under the lock: another visitor's successor ended", async () => {
    const { slug } = await invoice();
    const first = await open(slug);
    await become(first, { status: "EXPIRED" });
    const openAndEnd = async () => become(await open(slug), { status: "CANCELLED" });
    const opened = changedBefore({ ...deps }, "insert", openAndEnd, (gated) => payByLink(gated, slug));
    expect(await outcome(opened)).toBe("CONFLICT");
  });

  test("insert under the lock: the expired checkout was paid", async () => {
    const { id, slug } = await invoice();
    const first = await open(slug);
    await become(first, { status: "EXPIRED" });
    const opened = await changedWhileWaiting(
      stores.database,
      (holder) =>
        holder.query(
          `UPDATE checkouts SET status = 'DETECTED', chain_id = 31337, token_address = $2, payment_tx_hash = $3
          WHERE id = $1`,
          [first, usdc, uniqueHex(32)],
        ),
      () => open(slug),
    );
    expect(opened).toBe(first);
    expect(await deps.paymentLinks.find(access.projectId, id)).toMatchObject({ checkoutCount: 1 });
  });

  test("creates nothing once a checkout is paid or waits for a decision", async () => {
    const { slug } = await invoice();
    const first = await open(slug);
    await become(first, { status: "EXPIRED" });
    const second = await open(slug);
    await become(second, { status: "EXPIRED" });
    const paidBy = { chainId: 31337, tokenAddress: usdc, paymentTxHash: uniqueHex(32) };
    await become(first, { totalPaidUnits: "2500000" });
    expect(await open(slug)).toBe(first);
    await become(first, { status: "LATE_PAID", ...paidBy });
    expect(await open(slug)).toBe(first);
    await become(first, { lateAcceptedAt: noon, paidAt: noon });
    expect(await readOpenLink(deps, slug)).toMatchObject({ state: { kind: "paid", checkoutId: first } });
    expect(await open(slug)).toBe(first);
  });

  test("has an unguessable address even when a slug is requested", async () => {
    const made = await createLink(deps, access, { ...coffee, singlePayment: true, slug: "invoice-12" });
    expect(made.slug).toMatch(/^invoice-12-[0-9a-z]{10}$/);
  });
});

test("creates nothing after its last day, while an open checkout continues", async () => {
  const [dayBefore, today] = ["2025-12-31", "2026-01-01"];
  const ending = { ...coffee, singlePayment: true } as const;
  expect(await outcome(createLink(deps, access, { ...ending, lastDay: dayBefore }))).toBe("VALIDATION_ERROR");
  const used = await createLink(deps, access, { ...ending, lastDay: today });
  const unused = await createLink(deps, access, { ...ending, lastDay: today });
  const checkoutId = await payByLink(deps, used.slug);
  const next = { ...deps, clock: { now: () => new Date("2026-01-02T00:00:00Z") } };
  expect(await readOpenLink(next, unused.slug)).toMatchObject({ state: { kind: "ended" } });
  expect(await outcome(payByLink(next, unused.slug))).toBe("NOT_FOUND");
  expect(await payByLink(next, used.slug)).toBe(checkoutId);
});
