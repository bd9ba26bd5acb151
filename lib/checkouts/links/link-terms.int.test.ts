import { beforeEach, describe, expect, test } from "vitest";
import type { CheckoutParts } from "@/lib/checkouts/create-checkout";
import { changeLink, updateLink } from "@/lib/checkouts/links/change-link";
import {
  type CreateLinkInput,
  createLinkInput,
  updateLinkBody,
} from "@/lib/checkouts/links/payment-link.schema";
import {
  type CountedLink,
  createLink,
  disableLink,
  hasCreated,
  type LinkParts,
  listLinks,
  payByLink,
  readOpenLink,
} from "@/lib/checkouts/links/payment-links";
import { requoteCheckout } from "@/lib/checkouts/requote/requote-checkout";
import {
  type Completion,
  type IdempotencyClaim,
  LeaseLostError,
} from "@/lib/platform/limits/idempotency.port";
import { KeyAccess, type ProjectAccess } from "@/lib/projects/project-access";
import { buildTransfer, later, noon, uniqueHex, usdc } from "@/lib/testing/builders";
import { changedBefore, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand } from "@/lib/testing/world/by-hand";
import { openTestAccess } from "@/lib/testing/world/people";

const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);

let deps: LinkParts & CheckoutParts;
let access: ProjectAccess;

beforeEach(async () => {
  const { stores, project } = world;
  access = await openTestAccess(stores, project.id);
  await stores.admin.acceptTokens(project.id, [{ chainId: 31337, tokenAddress: usdc }], noon);
  await setProject({ minimumUnits: world.project.minimumUnits.toString(), requoteExpired: false });
  const rate = { rate: "0.8", at: noon, provider: "test" };
  deps = {
    ...world.deps,
    rates: { current: async () => ({ source: "live", get: () => rate }), refresh: async () => undefined },
  };
});

const coffee: CreateLinkInput = { itemName: "Coffee", fiatAmount: "4.50", fiatCurrency: "USD" };
const make = (more: Partial<CreateLinkInput> = {}) => createLink(deps, access, { ...coffee, ...more });
const open = (slug: string) => payByLink(deps, slug);
const setProject = (data: object) =>
  world.stores.database.prisma.project.update({ where: { id: world.project.id }, data });
const become = (id: string, data: object) =>
  world.stores.database.prisma.checkout.update({ where: { id }, data });
const rowOf = async (id: string) => (await world.stores.checkouts.findPublic(id))?.checkout;

describe("an amount that the customer chooses", () => {
  const makeOpen = (fiatCurrency = "USD") => make({ fiatAmount: undefined, fiatCurrency, openAmount: true });

  test.each([
    ["USD", "12.50", "12.50"],
    ["USD", "7,5", "7.5"],
    ["KRW", "5000", "5000"],
  ])("in %s, typed as %s, becomes the checkout's price", async (currency, typed, fiatAmount) => {
    const { slug } = await makeOpen(currency);
    const checkoutId = await payByLink(deps, slug, typed);
    expect(await rowOf(checkoutId)).toMatchObject({
      createdVia: "link",
      fiatAmount,
      fiatCurrency: currency,
      amountUnits: null,
      tokenAddress: null,
    });
  });

  test.each([
    ["USD", "", "VALIDATION_ERROR"],
    ["USD", "1,234", "VALIDATION_ERROR"],
    ["KRW", "4500.5", "VALIDATION_ERROR"],
    // A token costs 0.8, and one is the minimum.
    ["USD", "0.79", "AMOUNT_TOO_SMALL"],
    ["USD", "0.80", "done"],
  ])("in %s, typed as %j: %s", async (currency, typed, end) => {
    const { slug } = await makeOpen(currency);
    await setProject({ minimumUnits: "1000000" });
    const before = await world.stores.database.prisma.checkout.count({
      where: { projectId: world.project.id },
    });
    expect(await outcome(payByLink(deps, slug, typed))).toBe(end);
    expect(
      await world.stores.database.prisma.checkout.count({ where: { projectId: world.project.id } }),
    ).toBe(before + (end === "done" ? 1 : 0));
  });

  test("never changes a fixed price", async () => {
    const priced = await make();
    const inTokens = await make({ fiatAmount: undefined, fiatCurrency: undefined, amount: price });
    const bill = await make({ singlePayment: true });
    for (const { slug } of [priced, bill])
      expect(await rowOf(await payByLink(deps, slug, "0.01"))).toMatchObject({
        fiatAmount: "4.50",
      });
    const checkoutId = await payByLink(deps, inTokens.slug, "0.01");
    expect(await rowOf(checkoutId)).toMatchObject({ fiatAmount: null, amountUnits: price });
  });

  test("is offered by links that enable it, and refused for single-use links", async () => {
    const asked = { itemName: "Tip", fiatCurrency: "USD", openAmount: true };
    expect(createLinkInput.safeParse(asked).success).toBe(true);
    for (const body of [
      { itemName: "Tip", fiatCurrency: "USD" },
      { ...asked, fiatCurrency: undefined },
      { ...asked, singlePayment: true },
      { ...asked, fiatAmount: "1" },
      { ...asked, amount: "1000000" },
    ])
      expect(createLinkInput.safeParse(body).success, JSON.stringify(body)).toBe(false);
    expect(await outcome(makeOpen("XXX"))).toBe("UNSUPPORTED_FIAT_CURRENCY");
    // Nor by a write that no schema has seen.
    const bill = make({ fiatAmount: undefined, openAmount: true, singlePayment: true });
    await expect(bill).rejects.toThrow(/payment_links_one_price/);
  });
});

describe("the limit of an amount that the customer chooses", () => {
  const limited = (maxFiatAmount: string, fiatCurrency = "USD") =>
    make({ fiatAmount: undefined, fiatCurrency, openAmount: true, maxFiatAmount });
  const pay = (slug: string, typed: string) => outcome(payByLink(deps, slug, typed));

  test.each([
    ["USD", "50", "50", "done"],
    ["USD", "50", "50,00", "done"],
    ["USD", "50", "50.01", "VALIDATION_ERROR"],
    ["USD", "50.5", "50.51", "VALIDATION_ERROR"],
    ["KRW", "9000", "9000", "done"],
    ["KRW", "9000", "9001", "VALIDATION_ERROR"],
  ])("in %s, at most %s, typed as %s: %s", async (currency, limit, typed, end) => {
    const { slug } = await limited(limit, currency);
    const before = await world.stores.database.prisma.checkout.count({
      where: { projectId: world.project.id },
    });
    expect(await pay(slug, typed)).toBe(end);
    expect(
      await world.stores.database.prisma.checkout.count({ where: { projectId: world.project.id } }),
    ).toBe(before + (end === "done" ? 1 : 0));
  });

  test("is named by the refusal, with its currency's decimals and the field", async () => {
    const { slug } = await limited("50.5");
    const message = "The amount must be at most 50.50 USD.";
    await expect(payByLink(deps, slug, "50.51")).rejects.toMatchObject({
      message,
      details: [{ param: "fiatAmount", message }],
    });
  });

  test("is an amount in the link's currency, of a link without a price", async () => {
    const asked = { itemName: "Tip", fiatCurrency: "USD", openAmount: true, maxFiatAmount: "50" };
    expect(createLinkInput.safeParse(asked).success).toBe(true);
    for (const body of [
      { ...asked, maxFiatAmount: "0" },
      { ...asked, maxFiatAmount: "-1" },
      { ...asked, maxFiatAmount: "0.001" },
      { ...asked, maxFiatAmount: "9.5", fiatCurrency: "KRW" },
      { ...coffee, maxFiatAmount: "50" },
      { itemName: "Tip", amount: "1000000", maxFiatAmount: "50" },
    ])
      expect(createLinkInput.safeParse(body).error?.issues, JSON.stringify(body)).toMatchObject([
        { path: ["maxFiatAmount"] },
      ]);
    // Nor by a write that no schema has seen.
    await expect(make({ maxFiatAmount: "50" })).rejects.toThrow(/payment_links_limit/);
  });

  test("changes for later checkouts, and goes away", async () => {
    const { id, slug } = await limited("50");
    const checkoutId = await payByLink(deps, slug, "50");
    const update = (body: object) => updateLink(deps, access, id, updateLinkBody.parse(body));
    expect(await update({ maxFiatAmount: "20" })).toMatchObject({ maxFiatAmount: "20" });
    expect(await rowOf(checkoutId)).toMatchObject({ status: "PENDING", fiatAmount: "50" });
    expect(await pay(slug, "20.01")).toBe("VALIDATION_ERROR");
    // A change of another term keeps it.
    expect(await update({ itemName: "Tips" })).toMatchObject({ maxFiatAmount: "20" });
    await update({ maxFiatAmount: null });
    expect(await pay(slug, "50000")).toBe("done");
    const audit = await world.stores.database.prisma.auditLog.findMany({
      where: { target: id, action: "payment_link.changed" },
      orderBy: { id: "asc" },
    });
    expect(audit.map(({ details }) => details)).toMatchObject([
      { before: "at most: 50.00", after: "at most: 20.00" },
      { before: "item: Coffee", after: "item: Tips" },
      { before: "at most: 20.00", after: "at most: unlimited" },
    ]);
  });
});

describe("a stock", () => {
  test("lockStock under the lock: another customer took the last one", async () => {
    const { slug, id } = await make({ stock: 2 });
    await payByLink(deps, slug);
    const pays = changedBefore(
      deps,
      "insert",
      () => payByLink(deps, slug),
      (gated) => payByLink(gated, slug),
    );
    expect(await outcome(pays)).toBe("CONFLICT");
    expect(await world.stores.database.prisma.checkout.count({ where: { paymentLinkId: id } })).toBe(2);
    expect(await readOpenLink(deps, slug)).toMatchObject({ state: { kind: "sold_out" } });
    expect(await outcome(payByLink(deps, slug))).toBe("CONFLICT");
  });

  const onChain = { chainId: 31337, tokenAddress: usdc };
  const money = () => ({ ...onChain, paymentTxHash: uniqueHex(32) });

  const inTokens = { fiatAmount: undefined, fiatCurrency: undefined, amount: price };

  test("lets one network reserve a tenth, and at least one", async () => {
    const [small, large] = [await make({ stock: 5 }), await make({ ...inTokens, stock: 30 })];
    const from = (slug: string, client: string) => outcome(payByLink(deps, slug, "", client));
    const race = async (slug: string, times: number) => {
      const opens = Array.from({ length: times }, () => () => from(slug, "192.0.2.1"));
      const ends = await raceToWrite(world.stores.database, "checkouts", opens);
      return ends.filter((end) => end.status === "fulfilled" && end.value === "done").length;
    };
    expect(await race(small.slug, 3)).toBe(1);
    expect(await race(large.slug, 6)).toBe(3);
    expect(await from(large.slug, "192.0.2.1")).toBe("RATE_LIMIT_EXCEEDED");
    expect(await from(large.slug, "192.0.2.2")).toBe("done");
    // What was paid is no longer reserved.
    const [held] = await world.stores.database.prisma.checkout.findMany({
      where: { paymentLinkId: large.id, linkClient: "192.0.2.1" },
    });
    await become(held?.id ?? "", { status: "PAID", ...money(), paidAt: noon });
    expect(await from(large.slug, "192.0.2.1")).toBe("done");
  });

  test("is released ten minutes after the customer's last action, unless money was seen", async () => {
    const { slug } = await make({ ...inTokens, stock: 1 });
    const first = await open(slug);
    const inMinutes = (minutes: number) => {
      const now = new Date(deps.clock.now().getTime() + minutes * 60_000);
      return { ...deps, clock: { now: () => now } };
    };
    const isSoldOut = async (minutes: number) =>
      (await readOpenLink(inMinutes(minutes), slug)).state.kind === "sold_out";
    expect([await isSoldOut(9), await isSoldOut(11)]).toEqual([true, false]);
    const hint = { checkoutId: first, chainId: 31337, txHash: uniqueHex(32) };
    await world.stores.hints.save(hint, inMinutes(8).clock.now());
    expect([await isSoldOut(17), await isSoldOut(19)]).toEqual([true, false]);
    const lost = buildTransfer({ id: first });
    await world.stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([lost]);
      await tx.orphanRows(31337, [lost.id]);
    });
    expect(await isSoldOut(19)).toBe(false);
    await become(first, { status: "DETECTED", ...money() });
    expect(await isSoldOut(25)).toBe(true);
    expect(await outcome(payByLink(inMinutes(25), slug))).toBe("CONFLICT");
  });

  test.each<[string, () => object, string]>([
    ["PENDING", () => ({}), "CONFLICT"],
    ["DETECTED", money, "CONFLICT"],
    ["PAID", () => ({ ...money(), paidAt: noon }), "CONFLICT"],
    ["SETTLED", () => ({ ...money(), paidAt: noon }), "CONFLICT"],
    ["LATE_PAID", money, "CONFLICT"],
    ["REFUNDED", () => ({ ...money(), paidAt: noon }), "CONFLICT"],
    ["REFUNDED", money, "done"],
    ["EXPIRED", () => ({}), "done"],
    ["CANCELLED", () => ({ cancelledAt: noon }), "done"],
  ])("with its last unit in a checkout that is %s: the next customer %#", async (status, more, end) => {
    const { slug } = await make({ fiatAmount: undefined, fiatCurrency: undefined, amount: price, stock: 1 });
    await become(await open(slug), { status, ...more() });
    expect(await outcome(payByLink(deps, slug))).toBe(end);
  });

  test("refuses no late payment, though it is one more than there was", async () => {
    const { slug, id } = await make({ stock: 1 });
    const late = await till.payable();
    await become(late.id, { paymentLinkId: id, createdAt: deps.clock.now() });
    expect(await outcome(payByLink(deps, slug))).toBe("CONFLICT");
    await till.passExpiry(late);
    await till.look(late);
    expect(await world.find(late)).toMatchObject({ status: "EXPIRED" });
    const next = await open(slug);
    await till.receive(late, price);
    expect(await world.find(late)).toMatchObject({ status: "LATE_PAID" });
    await till.cancel({ id: next });
    expect(await outcome(payByLink(deps, slug))).toBe("CONFLICT");
    const { items } = await listLinks(deps, access, { kind: "first" });
    expect(items.find((link) => link.id === id)).toMatchObject({ count: { sold: 0, taken: 1 } });
  });

  test("can't be bypassed by continuing an expired checkout", async () => {
    const { slug } = await make({ stock: 1 });
    await setProject({ requoteExpired: true });
    const { replacements } = world.stores;
    const first = await open(slug);
    await become(first, { status: "EXPIRED" });
    const second = await open(slug);
    expect(await outcome(requoteCheckout({ ...deps, replacements }, first))).toBe("CHECKOUT_NOT_REQUOTABLE");
    await become(second, { status: "EXPIRED" });
    const successorId = await requoteCheckout({ ...deps, replacements }, first);
    expect(await rowOf(successorId)).toMatchObject({ status: "PENDING", replaces: first });
    expect(await outcome(payByLink(deps, slug))).toBe("CONFLICT");
  });

  test("is a number from 1 to 100,000, and absent from single-use links", () => {
    for (const stock of [1, 100_000])
      expect(createLinkInput.safeParse({ ...coffee, stock }).success).toBe(true);
    for (const more of [{ stock: 0 }, { stock: 100_001 }, { stock: 1.5 }, { stock: 1, singlePayment: true }])
      expect(createLinkInput.safeParse({ ...coffee, ...more }).success).toBe(false);
  });
});

test("a till finds only its own link's checkouts", async () => {
  const [own, other] = [await make(), await make()];
  const [mine, foreign] = [await open(own.slug), await open(other.slug)];
  const byHand = await till.payable();
  expect(await hasCreated(deps, own.id, mine)).toBe(true);
  for (const id of [foreign, byHand.id, "chk_00000000000000000000000000", "", "' OR 1=1"])
    expect(await hasCreated(deps, own.id, id)).toBe(false);
});

describe("a change", () => {
  const change = (linkId: string, more: object = {}, by = access) =>
    changeLink(deps, by, { linkId, itemName: "Coffee", ...more });
  const find = (id: string) => deps.paymentLinks.find(access.projectId, id);

  test("applies to later checkouts, and records the earlier value", async () => {
    const { count: _, ...link } = await make({ itemDescription: "Hot", stock: 5 });
    const before = await open(link.slug);
    await change(link.id, { itemName: "Tea", fiatAmount: "5.25", successUrl: "https://shop.example/thanks" });
    expect(await find(link.id)).toEqual({
      ...link,
      itemName: "Tea",
      itemDescription: null,
      fiatAmount: "5.25",
      successUrl: "https://shop.example/thanks",
      stock: null,
      checkoutCount: 1,
    });
    expect(await rowOf(before)).toMatchObject({ itemName: "Coffee", fiatAmount: "4.50" });
    expect(await rowOf(await open(link.slug))).toMatchObject({ itemName: "Tea", fiatAmount: "5.25" });
    const noted = { target: link.id, action: "payment_link.changed" };
    const audit = await world.stores.database.prisma.auditLog.findMany({ where: noted });
    expect(audit).toMatchObject([
      {
        userId: access.userId,
        projectId: access.projectId,
        details: {
          slug: link.slug,
          before: "item: Coffee, price: 4.50, stock: 5, success page: none, description: Hot",
          after:
            "item: Tea, price: 5.25, stock: unlimited, success page: https://shop.example/thanks, description: none",
        },
      },
    ]);
    // One that changes nothing is not noted.
    await change(link.id, { itemName: "Tea", successUrl: "https://shop.example/thanks" });
    expect(await world.stores.database.prisma.auditLog.count({ where: noted })).toBe(1);
  });

  test("by a server changes the given terms alone, and removes those that are null", async () => {
    const { count: _, ...link } = await make({ itemDescription: "Hot", stock: 5, lastDay: "2099-01-01" });
    const key = KeyAccess.of({ project: world.project, keyId: "key_mine", scope: "all" });
    const update = (body: object) => updateLink(deps, key, link.id, updateLinkBody.parse(body));
    expect(await update({ fiatAmount: "5" })).toEqual({
      ...link,
      fiatAmount: "5",
      count: { sold: 0, taken: 0 },
    });
    expect(await find(link.id)).toEqual({ ...link, fiatAmount: "5" });
    await update({ itemDescription: null, stock: null, lastDay: null });
    const bare = { ...link, fiatAmount: "5", itemDescription: null, stock: null, closesAt: null };
    expect(await find(link.id)).toEqual(bare);
    await update({});
    expect(await find(link.id)).toEqual(bare);
    const audit = await world.stores.database.prisma.auditLog.findMany({
      where: { target: link.id, action: "payment_link.changed" },
    });
    expect(audit).toMatchObject([
      {
        userId: null,
        keyId: "key_mine",
        details: { before: "price: 4.50", after: "price: 5.00" },
      },
      { userId: null, keyId: "key_mine" },
    ]);
  });

  test("keeps the answer for its key with each act, and writes neither without the other", async () => {
    const { idempotency } = world.stores;
    const claimed = async (key: string) => {
      const claim = await idempotency.claim({ projectId: access.projectId, key }, "f".repeat(64), world.now);
      if (claim.kind !== "claimed") throw new Error(claim.kind);
      return claim.claim;
    };
    const keeping =
      (claim: IdempotencyClaim) =>
      ({ id }: CountedLink): Completion => ({ claim, answer: { status: 200, body: id } });
    const link = await createLink(deps, access, coffee, keeping(await claimed("made")));
    const same = { linkId: link.id, itemName: coffee.itemName };
    await changeLink(deps, access, same, keeping(await claimed("changed")));
    await disableLink(deps, access, link.id, keeping(await claimed("ended")));
    await disableLink(deps, access, link.id, keeping(await claimed("ended again")));
    const kept = await world.query(
      "SELECT key, status_code FROM idempotency_keys WHERE project_id = $1 ORDER BY key",
      [access.projectId],
    );
    expect(kept).toEqual(
      ["changed", "ended", "ended again", "made"].map((key) => ({ key, status_code: 200 })),
    );

    const lost = keeping({ ...(await claimed("lost")), leasedUntil: later(1) });
    const other = await make();
    const before = await find(other.id);
    const count = () => world.stores.database.prisma.paymentLink.count();
    const links = await count();
    for (const act of [
      () => createLink(deps, access, coffee, lost),
      () => changeLink(deps, access, { linkId: other.id, itemName: "Tea" }, lost),
      () => disableLink(deps, access, other.id, lost),
    ])
      await expect(act()).rejects.toBeInstanceOf(LeaseLostError);
    expect(await find(other.id)).toEqual(before);
    expect(await count()).toBe(links);
  });

  test("answers and keeps the first time when two members disable it at once", async () => {
    const { id } = await make();
    const open = await find(id);
    const disable = (now: Date, keep: Parameters<typeof disableLink>[3] = null) => {
      const clock = { now: () => now };
      // Both read it before one of them disabled it.
      const paymentLinks = { ...deps.paymentLinks, find: async () => open };
      return disableLink({ ...deps, clock, paymentLinks }, access, id, keep);
    };
    const claimed = { projectId: access.projectId, key: "twice" };
    const claim = await world.stores.idempotency.claim(claimed, "f".repeat(64), world.now);
    if (claim.kind !== "claimed") throw new Error(claim.kind);
    const kept: unknown[] = [];
    await disable(later(1));
    const second = await disable(later(2), ({ disabledAt }) => {
      kept.push(disabledAt);
      return { claim: claim.claim, answer: { status: 200, body: "" } };
    });
    expect([second.disabledAt, ...kept]).toEqual([later(1), later(1)]);
  });

  test("keeps the kind of the price, and keeps to the rules of a new link", async () => {
    const [fiat, tokens, openOne, bill] = [
      await make({ lastDay: "2099-01-01" }),
      await make({ fiatAmount: undefined, fiatCurrency: undefined, amount: price }),
      await make({ fiatAmount: undefined, openAmount: true }),
      await make({ singlePayment: true }),
    ];
    const refused: [string, object, string][] = [
      [fiat.id, { amount: price }, "VALIDATION_ERROR"],
      [fiat.id, { fiatAmount: "4.505" }, "VALIDATION_ERROR"],
      [fiat.id, { lastDay: "2020-01-01" }, "VALIDATION_ERROR"],
      [fiat.id, { successUrl: "http://localhost/thanks" }, "VALIDATION_ERROR"],
      [tokens.id, { fiatAmount: "4.50" }, "VALIDATION_ERROR"],
      [tokens.id, { amount: 0n }, "AMOUNT_TOO_SMALL"],
      [openOne.id, { fiatAmount: "4.50" }, "VALIDATION_ERROR"],
      [openOne.id, { maxFiatAmount: "4.505" }, "VALIDATION_ERROR"],
      [fiat.id, { maxFiatAmount: "50" }, "VALIDATION_ERROR"],
      [tokens.id, { maxFiatAmount: "50" }, "VALIDATION_ERROR"],
      [bill.id, { stock: 3 }, "VALIDATION_ERROR"],
    ];
    for (const [id, more, code] of refused)
      expect(await outcome(change(id, more)), JSON.stringify([id, code])).toBe(code);
    await change(tokens.id, { amount: 2n * price, stock: 1 });
    expect(await find(tokens.id)).toMatchObject({ amountUnits: 2n * price, fiatCurrency: null, stock: 1 });
    // A last day that has passed may stay.
    const ended = { ...deps, clock: { now: () => new Date("2099-02-01T00:00:00Z") } };
    await changeLink(ended, access, { linkId: fiat.id, itemName: "Tea", lastDay: "2099-01-01" });
    expect(await find(fiat.id)).toMatchObject({
      itemName: "Tea",
      closesAt: fiat.closesAt,
      fiatAmount: "4.50",
    });
  });

  test("keeps a price that is written in another way, although the minimum rose since", async () => {
    const link = await make({ fiatAmount: "12.5" });
    await setProject({ minimumUnits: "100000000" });
    await change(link.id, { itemName: "Tea", fiatAmount: "12.50" });
    expect(await find(link.id)).toMatchObject({ itemName: "Tea", fiatAmount: "12.5" });
    expect(await outcome(change(link.id, { fiatAmount: "12.500" }))).toBe("VALIDATION_ERROR");
    const inWon = await make({ fiatAmount: "450000", fiatCurrency: "KRW" });
    expect(await outcome(change(inWon.id, { fiatAmount: "450000.5" }))).toBe("VALIDATION_ERROR");
  });

  test("is refused without permission, for another project's link, and for a disabled one", async () => {
    const link = await make();
    const viewer = await openTestAccess(world.stores, access.projectId, "VIEWER");
    const stranger = await openTestAccess(world.stores, await world.stores.createProject());
    expect(await outcome(change(link.id, { fiatAmount: "1" }, viewer))).toBe("FORBIDDEN");
    expect(await outcome(change(link.id, { fiatAmount: "1" }, stranger))).toBe("PAYMENT_LINK_NOT_FOUND");
    expect(await outcome(change("lnk_00000000000000000000000000"))).toBe("PAYMENT_LINK_NOT_FOUND");
    await disableLink(deps, access, link.id);
    expect(await outcome(change(link.id))).toBe("CONFLICT");
    expect(await outcome(change(link.id, { fiatAmount: "1" }))).toBe("CONFLICT");
    expect(await find(link.id)).toMatchObject({ itemName: "Coffee", fiatAmount: "4.50" });
  });
});
