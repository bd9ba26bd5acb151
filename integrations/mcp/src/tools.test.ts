import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createCheckoutClient } from "../../../packages/client/src/checkout-client";
import {
  type ScriptedService,
  startScriptedService,
} from "../../../packages/client/src/scripted-service.fixture";
import { buildCheckout, buildRefund } from "./checkout.fixture";
import { type Tool, toErrorText } from "./tool";
import { createCheckout } from "./tools/create-checkout";
import { findCheckout } from "./tools/find-checkout";
import { listAttention } from "./tools/list-attention";
import { periodFigures } from "./tools/period-figures";
import { requestRefund } from "./tools/request-refund";

let service: ScriptedService;
/** The data of each GET by its path, and of each POST by the end of its path; a list is a page. */
let data: Record<string, unknown>;

beforeAll(async () => {
  service = await startScriptedService();
});
afterAll(() => service?.stop());

const checkout = buildCheckout({
  status: "PAID",
  isPaid: true,
  totalPaid: "10000000",
  paidAmount: "10000000",
});
const { id } = checkout;
const secret = {
  claimUrl: "https://pay.example.com/r/claim_secret",
  destinationAddress: `0x${"dd".repeat(20)}`,
};
const day = "2026-11-20";

beforeEach(() => {
  service.seen.length = 0;
  data = {};
  service.replyWith(({ method, url }) => {
    const path = new URL(url, service.baseUrl).pathname;
    const found = data[url] ?? data[path] ?? [];
    const pagination = { total: Array.isArray(found) ? found.length : 0, skip: 0, take: 100, next: null };
    return { status: method === "POST" ? 201 : 200, body: { ok: true, data: found, pagination } };
  });
});

const run = (tool: Tool, input: object, signal = new AbortController().signal) =>
  tool.run(
    createCheckoutClient({
      baseUrl: service.baseUrl,
      serverKey: "svc_server_x",
      sleep: async () => undefined,
    }),
    input,
    signal,
  );
/** What the host is told of a call that fails. */
const failureOf = (...call: Parameters<typeof run>) => run(...call).then(() => "it succeeded", toErrorText);
const posts = () =>
  service.seen
    .filter(({ method }) => method === "POST")
    .map(({ url, headers, body }) => ({ url, key: headers["idempotency-key"], body: JSON.parse(body) }));
const reads = () => service.seen.map(({ url }) => url).sort();

const goodInput: [Tool, object][] = [
  [createCheckout, { fiatAmount: "4.50", fiatCurrency: "USD", idempotencyKey: "order-1" }],
  [requestRefund, { checkoutId: id, amount: "2.50", refundType: "OTHER", idempotencyKey: "refund-1" }],
  [findCheckout, { query: id }],
  [listAttention, {}],
  [periodFigures, { firstDay: day, lastDay: day }],
];

test.each(goodInput)("$name sends nothing for a host that has gone", async (tool, input) => {
  expect(await failureOf(tool, input, AbortSignal.abort(new Error("gone")))).toBe("gone");
  expect(service.seen).toEqual([]);
});

test.each<[Tool, object]>([
  ...goodInput.map(([tool, input]): [Tool, object] => [tool, { ...input, destinationAddress: "0xdead" }]),
  ...[{ fiatAmount: "4,50" }, { fiatAmount: 4.5 }, { fiatCurrency: "usd" }, { expiryMinutes: 31 }].map(
    (wrong): [Tool, object] => [createCheckout, { ...goodInput[0]?.[1], ...wrong }],
  ),
  ...[
    { idempotencyKey: "two words" },
    { idempotencyKey: undefined },
    { checkoutId: "chk_../x" },
    { refundType: "GIFT" },
  ].map((wrong): [Tool, object] => [requestRefund, { ...goodInput[1]?.[1], ...wrong }]),
  [findCheckout, { query: " " }],
  [listAttention, { days: 91 }],
  [periodFigures, { firstDay: "2026-11-31", lastDay: day }],
  [periodFigures, { firstDay: day, lastDay: "2026-11-19" }],
  [periodFigures, { firstDay: "2025-01-01", lastDay: day }],
])("$name sends nothing with %j", async (tool, input) => {
  await expect(run(tool, input)).rejects.toThrow();
  expect(service.seen).toEqual([]);
});

describe("create_checkout", () => {
  test("asks for what it was given, by the host's key, and shows the payment page alone", async () => {
    data["/v1/checkouts"] = { ...checkout, status: "PENDING" };
    const input = { ...goodInput[0]?.[1], itemName: "Mug", itemDescription: undefined };
    const answers = [await run(createCheckout, input), await run(createCheckout, input)];
    const { checkoutUrl, expiresAt } = checkout;
    for (const answer of answers) expect(answer).toEqual({ id, status: "PENDING", checkoutUrl, expiresAt });
    const sent = {
      url: "/v1/checkouts",
      key: "order-1",
      body: { fiatAmount: "4.50", fiatCurrency: "USD", itemName: "Mug" },
    };
    expect(posts()).toEqual([sent, sent]);
  });
});

describe("request_refund", () => {
  const input = goodInput[1]?.[1] ?? {};
  const path = `/v1/checkouts/${id}/refunds`;
  const sent = { url: path, key: "refund-1", body: { refundType: "OTHER", amount: "2500000" } };

  beforeEach(() => {
    data[`/v1/checkouts/${id}`] = checkout;
    data[path] = buildRefund({ amount: "2500000", status: "AWAITING_ADDRESS", ...secret });
  });

  test("repeats a call with the host's own key, and shows neither address nor claim link", async () => {
    const answers = [await run(requestRefund, input), await run(requestRefund, input)];
    for (const answer of answers)
      expect(answer).toEqual({
        refundId: buildRefund().id,
        checkoutId: id,
        status: "AWAITING_ADDRESS",
        amount: "2.50",
        token: "USDC",
        nextStep: expect.stringContaining("The customer has to enter an address."),
      });
    expect(posts()).toEqual([sent, sent]);
  });

  test("asks for all that is left without an amount", async () => {
    await run(requestRefund, { ...input, amount: undefined, reason: "Broken cup" });
    expect(posts()).toEqual([{ ...sent, body: { refundType: "OTHER", reason: "Broken cup" } }]);
  });

  test("counts in the decimals of the payment's token", async () => {
    const token = { symbol: "DAI", name: "Dai", decimals: 18, iconUrl: "" };
    data[`/v1/checkouts/${id}`] = { ...checkout, token };
    data[path] = buildRefund({ amount: "2500000000000000000" });
    expect(await run(requestRefund, input)).toMatchObject({ amount: "2.50", token: "DAI" });
    expect(posts()).toMatchObject([{ body: { amount: "2500000000000000000" } }]);
  });

  test.each([
    ["no token", { token: null }, "2.50", "no token yet"],
    ["an amount that its token can't express", {}, "0.0000001", "at most 6 decimals"],
    ["nothing", {}, "0", "above 0"],
  ])("refuses %s before it asks", async (_, changes, amount, told) => {
    data[`/v1/checkouts/${id}`] = { ...checkout, ...changes };
    expect(await failureOf(requestRefund, { ...input, amount })).toContain(told);
    expect(posts()).toEqual([]);
  });

  test("tells that a lost answer may be a refund, which it asked for by one key", async () => {
    service.replyWith({ status: 200, body: { ok: true, data: checkout } }, "hang up");
    expect(await failureOf(requestRefund, input)).toContain("repeat it with the same idempotencyKey");
    expect(posts()).toEqual([sent, sent, sent, sent]);
  });

  test("tells the service's refusal", async () => {
    const error = { code: "REFUND_AMOUNT_EXCEEDS_AVAILABLE", message: "Too much.", requestId: "req_1" };
    service.replyWith(
      { status: 200, body: { ok: true, data: checkout } },
      { status: 422, body: { ok: false, error } },
    );
    expect(await failureOf(requestRefund, input)).toBe(
      "REFUND_AMOUNT_EXCEEDS_AVAILABLE: Too much. Request req_1.",
    );
    expect(posts()).toEqual([sent]);
  });

  test("is not repeated for a host that has gone", async () => {
    const host = new AbortController();
    service.replyWith({ status: 200, body: { ok: true, data: checkout } }, () => {
      host.abort(new Error("gone"));
      return "hang up";
    });
    expect(await failureOf(requestRefund, input, host.signal)).toBe("gone");
    expect(posts()).toEqual([sent]);
  });
});

describe("find_checkout", () => {
  const details = `/v1/checkouts/${id}`;
  const refunds = `${details}/refunds?take=20`;

  test.each([
    [id.toUpperCase(), null],
    ["order 1042", "/v1/checkouts?referenceId=order+1042&take=5"],
    [`0x${"Ab".repeat(20)}`, `/v1/checkouts?address=0x${"ab".repeat(20)}&take=5`],
    [`0x${"ab".repeat(32)}`, `/v1/checkouts?txHash=0x${"ab".repeat(32)}&take=5`],
  ])("looks up %s", async (query, list) => {
    data = { [details]: checkout, "/v1/checkouts": [checkout] };
    expect(await run(findCheckout, { query })).toMatchObject({ total: 1, checkouts: [{ id }] });
    expect(reads()).toEqual([details, refunds, ...(list === null ? [] : [list])].sort());
  });

  test("shows others' texts apart, amounts of the own token alone in it, and no claim link", async () => {
    const transfer = {
      chainId: checkout.chainId,
      tokenAddress: checkout.tokenAddress,
      from: "0xf0",
      txHash: "0x01",
      blockTime: checkout.createdAt,
      status: "confirmed",
      counts: true,
    };
    data = {
      [details]: {
        ...checkout,
        referenceId: "IGNORE\nALL",
        transfers: [
          { ...transfer, amount: "10000000" },
          { ...transfer, amount: "7", tokenAddress: "0xother", counts: false },
          { ...transfer, amount: "8", chainId: 1, counts: false },
        ],
        transferCount: 3,
      },
      [refunds]: [buildRefund({ status: "COMPLETED", ...secret })],
    };
    const found = await run(findCheckout, { query: id });
    expect(found).toMatchObject({
      checkouts: [
        {
          isPaid: true,
          transfers: [
            { amount: "10.00", token: "USDC", counts: true },
            { amount: "7", token: null, counts: false },
            { amount: "8", token: null, counts: false },
          ],
          refunds: [{ status: "COMPLETED" }],
          untrusted: { referenceId: "IGNORE ALL" },
        },
      ],
    });
    expect(JSON.stringify(found)).not.toMatch(/claim_secret|dddd/);
  });
});

describe("list_attention", () => {
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();

  test("asks for each kind, and lists what waits, longest first", async () => {
    const late = buildCheckout({
      id: "chk_late",
      status: "LATE_PAID",
      totalPaid: "1",
      createdAt: daysAgo(200),
    });
    const partial = buildCheckout({ id: "chk_part", totalPaid: "1", createdAt: daysAgo(2) });
    const old = buildCheckout({ id: "chk_old", totalPaid: "1", createdAt: daysAgo(31) });
    data = {
      "/v1/checkouts?take=100": [{ ...partial, referenceId: "IGNORE" }, old],
      "/v1/checkouts?status=LATE_PAID&take=100": [{ ...late, expiresAt: daysAgo(200) }],
      "/v1/refunds?status=AWAITING_SIGNATURE&take=100": [
        buildRefund({ status: "AWAITING_SIGNATURE", createdAt: daysAgo(3), ...secret }),
      ],
      "/v1/webhook-endpoints": [
        { id: "whe_1", url: "https://shop.example.com/secret", failingSince: daysAgo(1), disabledAt: null },
      ],
      "/v1/strays": [
        {
          ...{ checkoutId: id, referenceId: "IGNORE", chainId: 8453, tokenAddress: "0xt", symbol: "USDT" },
          ...{ amount: "4000000", seenAt: daysAgo(4), decisions: ["return"], refundId: null },
        },
      ],
      "/v1/balances": [
        { chainId: 1, tokenAddress: "0xt", decimals: 18 },
        { chainId: 8453, tokenAddress: "0xt", decimals: 6 },
      ],
    };
    const found = await run(listAttention, {});
    expect(found).toMatchObject({ total: 5, isComplete: true });
    expect((found.items as { kind: string; id: string }[]).map((item) => [item.kind, item.id])).toEqual([
      ["late_payment", "chk_late"],
      ["stray_payment", id],
      ["refund_to_sign", buildRefund().id],
      ["partial_payment", "chk_part"],
      ["webhook_endpoint_failing", "whe_1"],
    ]);
    expect(JSON.stringify(found)).toContain("4.00 USDT");
    expect(JSON.stringify(found)).not.toMatch(/IGNORE|secret/);
    const from = reads().find((url) => url.startsWith("/v1/refunds?status=FAILED&from="));
    expect(Date.parse(new URL(from ?? "", service.baseUrl).searchParams.get("from") ?? "")).toBeCloseTo(
      Date.parse(daysAgo(30)),
      -5,
    );
    const open = ["APPROVAL", "SIGNATURE", "ADDRESS"].map((what) => `AWAITING_${what}`);
    for (const status of [...open, "PENDING", "PROCESSING"])
      expect(reads()).toContain(`/v1/refunds?status=${status}&take=100`);
  });

  test("says that there was more than it looked at", async () => {
    const many = (length: number) => Array.from({ length }, (_, at) => buildRefund({ id: `rfd_${at}` }));
    data["/v1/refunds?status=PENDING&take=100"] = many(200);
    expect(await run(listAttention, {})).toMatchObject({ total: 200, isComplete: true });
    data["/v1/refunds?status=PENDING&take=100"] = many(201);
    const found = await run(listAttention, {});
    expect(found).toMatchObject({ total: 200, isComplete: false });
    expect(found.items).toHaveLength(100);
  });
});

describe("period_figures", () => {
  test("counts what began in the days, both included", async () => {
    const at = (createdAt: string) => ({ ...checkout, createdAt, paidAt: createdAt });
    const settled = (createdAt: string) => ({
      ...{ chainId: 8453, status: "COMPLETED", gasWei: "1", createdAt },
      amounts: [{ tokenAddress: String(checkout.tokenAddress), amount: "9000000" }],
    });
    const first = "2026-11-20T00:00:00.000Z";
    const last = "2026-11-21T23:59:59.999Z";
    const [after, before] = ["2026-11-22T00:00:00.000Z", "2026-11-19T23:59:59.999Z"];
    data = {
      "/v1/checkouts": [after, last, first, before].map(at),
      "/v1/settlements": [after, last, first, before].map(settled),
      "/v1/refunds": [buildRefund({ status: "COMPLETED" })],
    };
    expect(await run(periodFigures, { firstDay: day, lastDay: "2026-11-21" })).toMatchObject({
      from: first,
      before: after,
      isComplete: true,
      checkouts: { created: 2, paid: 2, prices: [{ currency: "USD", amount: "20.00" }] },
      received: [{ symbol: "USDC", amount: "20.00" }],
      refunds: { requested: 1, completed: 1, amounts: [{ amount: "4.00" }] },
      settlements: { completed: 2, amounts: [{ amount: "18.00" }] },
    });
    const period = new URLSearchParams({ from: first, to: after, take: "100" });
    expect(reads()).toEqual([
      "/v1/balances",
      "/v1/checkouts?take=100",
      `/v1/refunds?${period}`,
      "/v1/settlements?take=100",
    ]);
  });
});
