import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LogPlace, toLogPart } from "@/lib/platform/lists/list-place.rules";
import { noon } from "@/lib/testing/builders";
import { touchedRows } from "@/lib/testing/checkout-reads";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import type { RequestFilter } from "./log-filters.rules";
import { createRequestLog, type LoggedRequest } from "./logs.store";

let stores: TestStores;
beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores?.close());
beforeEach(() => stores.database.pool.query("DELETE FROM request_log"));

const request = (requestId: string, overrides: Partial<LoggedRequest> = {}): LoggedRequest => ({
  requestId,
  projectId: "prj_mine",
  keyId: "key_1",
  operation: "createCheckout",
  method: "POST",
  path: "/v1/checkouts",
  statusCode: 201,
  errorCode: null,
  durationMs: 7,
  createdAt: noon,
  ...overrides,
});
const log = () => createRequestLog(stores.database);
const first: LogPlace = { kind: "first" };
const page = async (filter: Partial<RequestFilter>, place: LogPlace = first, take = 10) => {
  const wanted = { status: null, operation: null, request: null, ...filter };
  return toLogPart(await log().page("prj_mine", wanted, place, take + 1), place, take);
};
const idsOf = ({ items }: Awaited<ReturnType<typeof page>>) => items.map(({ requestId }) => requestId);
const list = async (filter: Partial<RequestFilter>) => idsOf(await page(filter));

test("a request is listed as it was written, to its own project alone", async () => {
  const refused = request("a", { statusCode: 400, errorCode: "VALIDATION_ERROR" });
  await log().write([refused, request("b", { projectId: "prj_other" })]);
  const { items, newer, older } = await page({});
  const { projectId: _, ...listed } = refused;
  expect(items).toEqual([{ ...listed, id: expect.any(BigInt) }]);
  expect([newer, older]).toEqual([null, null]);
});

test("pages go back in time and forth, each row once", async () => {
  await log().write(["a", "b", "c", "d", "e"].map((id) => request(id)));
  const newest = await page({}, first, 2);
  expect(idsOf(newest)).toEqual(["e", "d"]);
  await log().write([request("f")]);
  const middle = await page({}, newest.older ?? first, 2);
  expect(idsOf(middle)).toEqual(["c", "b"]);
  const last = await page({}, middle.older ?? first, 2);
  expect(idsOf(last)).toEqual(["a"]);
  expect(last.older).toBeNull();
  const back = await page({ status: "2xx" }, middle.newer ?? first, 2);
  expect(idsOf(back)).toEqual(["e", "d"]);
  expect(idsOf(await page({}, back.newer ?? first, 2))).toEqual(["f"]);
});

test("filters by class of status, by operation, both, and by request", async () => {
  await log().write([
    request("ok"),
    request("refused", { statusCode: 404, operation: "getCheckout", errorCode: "CHECKOUT_NOT_FOUND" }),
    request("limited", { statusCode: 429 }),
    request("broken", { statusCode: 503 }),
    request("foreign", { projectId: "prj_other", statusCode: 404 }),
  ]);
  expect(await list({ status: "2xx" })).toEqual(["ok"]);
  expect(await list({ status: "4xx" })).toEqual(["limited", "refused"]);
  expect(await list({ status: "5xx" })).toEqual(["broken"]);
  expect(await list({ operation: "getCheckout" })).toEqual(["refused"]);
  expect(await list({ operation: "createCheckout", status: "4xx" })).toEqual(["limited"]);
  expect(await list({ request: "limited" })).toEqual(["limited"]);
  expect(await list({ request: "foreign" })).toEqual([]);
});

test("a part of the list touches a bounded part of the log, wherever it begins and whatever is wanted", async () => {
  await stores.database.pool.query(`
    INSERT INTO request_log (request_id, project_id, operation, method, path, status_code, duration_ms, created_at)
    SELECT 'req_' || n, CASE WHEN n % 2 = 0 THEN 'prj_mine' ELSE 'prj_other' END, 'getCheckout', 'GET', '/',
      CASE WHEN n % 10 = 0 THEN 500 ELSE 200 END, 5, now() FROM generate_series(1, 20000) AS n`);
  await stores.database.pool.query("ANALYZE request_log");
  const { rows } = await stores.database.pool.query("SELECT min(id) AS first FROM request_log");
  const middle = BigInt(rows[0].first) + 10_000n;
  const all = { status: null, operation: null, request: null };
  for (const filter of [all, { ...all, status: "5xx" }, { ...all, operation: "getCheckout" }] as const)
    for (const place of [
      first,
      { kind: "after", cursor: middle },
      { kind: "before", cursor: middle },
    ] as const) {
      const touched = await touchedRows(stores.database.pool, async (database) => {
        expect(
          await createRequestLog({ ...stores.database, ...database }).page("prj_mine", filter, place, 26),
        ).toHaveLength(26);
      });
      expect(touched).toBeLessThan(500);
    }
  const one = { ...all, request: "req_8" };
  const touched = await touchedRows(stores.database.pool, async (database) => {
    expect(
      await createRequestLog({ ...stores.database, ...database }).page("prj_mine", one, first, 26),
    ).toHaveLength(1);
  });
  expect(touched).toBeLessThan(5);
});
