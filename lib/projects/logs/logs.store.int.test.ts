import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writeAudit } from "@/lib/accounts/audit.store";
import { createMailStore } from "@/lib/letters/mail.store";
import { everyDay, type LogPlace, type TimedLogPlace } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { later, newId, noon, usdt } from "@/lib/testing/builders";
import { touchedRows } from "@/lib/testing/touched-rows";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { everyRequest, type RequestFilter } from "./log-filters.rules";
import { readAuditLog } from "./logs";
import { createAuditLog, createRequestLog, type LoggedRequest } from "./logs.store";

const { stores } = await fileWorld();
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
const first = { kind: "first" } as const;
const page = (filter: Partial<RequestFilter>, place: LogPlace = first, take = 10) =>
  log().page("prj_mine", { ...everyRequest, ...filter }, place, take);
const idsOf = ({ items }: Awaited<ReturnType<typeof page>>) => items.map(({ requestId }) => requestId);
const list = async (filter: Partial<RequestFilter>) => idsOf(await page(filter));

test("lists a request as written, to its own project only", async () => {
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

test("filters by class of status, by operation, by both, and by request", async () => {
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

test("filters by days in the shop's time zone", async () => {
  // Midnight in Seoul.
  const midnight = new Date("2026-01-01T15:00:00Z");
  await log().write([
    request("last of the 1st", { createdAt: later(-1, midnight) }),
    request("first of the 2nd", { createdAt: midnight }),
    request("last of the 2nd", { createdAt: later(86_399_999, midnight) }),
    request("first of the 3rd", { createdAt: later(86_400_000, midnight) }),
  ]);
  const day = { fromDay: "2026-01-02", toDay: "2026-01-02", timeZone: "Asia/Seoul" };
  expect(await list(day)).toEqual(["last of the 2nd", "first of the 2nd"]);
  expect(await list({ ...day, toDay: null })).toHaveLength(3);
  expect(await list({ ...day, fromDay: null })).toHaveLength(3);
});

test("reads a bounded number of rows for every place and filter", async () => {
  await stores.database.pool.query(`
    INSERT INTO request_log (request_id, project_id, operation, method, path, status_code, duration_ms, created_at)
    SELECT 'req_' || n, CASE WHEN n % 2 = 0 THEN 'prj_mine' ELSE 'prj_other' END, 'getCheckout', 'GET', '/',
      CASE WHEN n % 10 = 0 THEN 500 ELSE 200 END, 5, now() FROM generate_series(1, 20000) AS n`);
  await stores.database.pool.query("ANALYZE request_log");
  const { rows } = await stores.database.pool.query("SELECT min(id) AS first FROM request_log");
  const middle = BigInt(rows[0].first) + 10_000n;
  const all = everyRequest;
  const touchedBy = (filter: RequestFilter, place: LogPlace, found: number) =>
    touchedRows(stores.database.pool, async (database) => {
      const log = createRequestLog({ ...stores.database, ...database });
      expect((await log.page("prj_mine", filter, place, 26)).items).toHaveLength(found);
    });
  for (const filter of [all, { ...all, status: "5xx" }, { ...all, operation: "getCheckout" }] as const)
    for (const place of [
      first,
      { kind: "after", cursor: middle },
      { kind: "before", cursor: middle },
    ] as const) {
      expect(await touchedBy(filter, place, 26)).toBeLessThan(500);
    }
  expect(await touchedBy({ ...all, request: "req_8" }, first, 1)).toBeLessThan(5);
});

describe("read audit log", () => {
  let owner: ProjectAccess;
  let admin: ProjectAccess;
  let deps: Parameters<typeof readAuditLog>[0];
  const all = { userId: null, action: null, ...everyDay };

  beforeAll(async () => {
    deps = { auditLog: createAuditLog(stores.database) };
    const [projectId, another] = [await stores.createProject(), await stores.createProject()];
    owner = await openTestAccess(stores, projectId, "OWNER");
    admin = await openTestAccess(stores, projectId, "ADMIN");
    const stranger = await openTestAccess(stores, another, "OWNER");
    const foreign = { projectId: another, userId: stranger.userId, action: "team.left" };
    await stores.database.prisma.auditLog.createMany({
      data: Array.from({ length: 120 }, (_, index) => ({
        projectId,
        userId: index % 10 === 0 ? null : index % 2 === 0 ? owner.userId : admin.userId,
        action: index % 3 === 0 ? "team.invited" : "project.setting_changed",
        ...(index % 10 === 9 && foreign),
        target: `t${index}`,
        details: { setting: "name", before: null, after: `<script>${index}</script>` },
        createdAt: later(index),
      })),
    });
  });

  test("pages in both directions without gap or repetition, newest first, for this project only", async () => {
    const read = async (from: TimedLogPlace, next: "older" | "newer") => {
      const targets: (string | null)[] = [];
      for (let place: TimedLogPlace | null = from; place !== null; ) {
        const { part }: Awaited<ReturnType<typeof readAuditLog>> = await readAuditLog(
          deps,
          owner,
          all,
          place,
        );
        const page = part.items.map(({ target }) => target);
        if (next === "older") targets.push(...page);
        else targets.unshift(...page);
        place = part[next];
      }
      return targets;
    };
    const numbers = Array.from({ length: 120 }, (_, index) => index).filter((index) => index % 10 !== 9);
    const expected = numbers.reverse().map((index) => `t${index}`);
    expect(await read(first, "older")).toEqual(expected);
    expect(await read({ kind: "before", cursor: { at: new Date(0), id: 1n } }, "newer")).toEqual(expected);
  });

  test("returns who acted, and marks actions without an account", async () => {
    const { items } = (await readAuditLog(deps, owner, all, first)).part;
    expect(items[0]).toMatchObject({
      target: "t118",
      action: "project.setting_changed",
      details: { after: "<script>118</script>" },
      at: later(118, noon),
      who: { userId: owner.userId, email: owner.signedIn.email, name: null },
    });
    expect(items.find(({ target }) => target === "t110")).toMatchObject({ who: null, serverKey: null });
  });

  test("names the server key that acted, and letters to owners do, too", async () => {
    const projectId = await stores.createProject();
    const access = await openTestAccess(stores, projectId, "OWNER");
    const { keyId, key } = await stores.admin.createApiKey({ projectId, kind: "server", at: noon });
    const by = { projectId, userId: null, keyId };
    await stores.database.pool.query("DELETE FROM owner_notices");
    const act = {
      action: "webhook_endpoint.secret_rotated",
      target: "whe_1",
      details: null,
      at: noon,
    } as const;
    await writeAudit(stores.database.pool, { ...by, ...act });
    const [entry] = (await readAuditLog(deps, access, all, first)).part.items;
    expect(entry).toMatchObject({ target: "whe_1", who: null, serverKey: { lastFour: key.slice(-4) } });
    const seen: unknown[] = [];
    await createMailStore(stores.database).writeNotices(later(-1), 10, noon, (notice) => {
      seen.push(...notice.acts);
      return {
        dedupeKey: newId("evt"),
        kind: "project.changed",
        projectId,
        recipient: notice.recipient,
        subject: "x",
        body: "x",
      };
    });
    expect(seen).toMatchObject([{ who: null, keyLastFour: key.slice(-4) }]);
  });

  test("filters by person and by action", async () => {
    const asked = { ...all, userId: admin.userId, action: "team.invited" };
    const by = await readAuditLog(deps, owner, asked, first);
    expect(by.part.items.length).toBeGreaterThan(0);
    for (const { who, action } of by.part.items) {
      expect(who?.userId).toBe(admin.userId);
      expect(action).toBe("team.invited");
    }
    expect(by.choices.actions).toEqual(["project.setting_changed", "team.invited"]);
    expect(by.choices.people.map(({ userId }) => userId).sort()).toEqual([owner.userId, admin.userId].sort());
  });

  test("filters by days", async () => {
    const day = noon.toISOString().slice(0, 10);
    const found = async (days: Partial<typeof all>) =>
      (await readAuditLog(deps, owner, { ...all, ...days }, first)).part.items.length;
    expect(await found({ fromDay: day, toDay: day })).toBe(50);
    expect(await found({ toDay: "2020-01-01" })).toBe(0);
    expect(await found({ fromDay: "2099-01-01" })).toBe(0);
  });

  test("developers and viewers do not read it", async () => {
    for (const role of ["DEVELOPER", "VIEWER"] as const) {
      const member = await openTestAccess(stores, owner.projectId, role);
      await expect(readAuditLog(deps, member, all, first)).rejects.toMatchObject({ code: "FORBIDDEN" });
    }
  });

  test("names the token of the entry's checkout or refund, for its own project only", async () => {
    const [projectId, foreign] = [await stores.createProject(), await stores.createProject()];
    const mine = await stores.createCheckout({ projectId, tokenAddress: usdt });
    const theirs = await stores.createCheckout({ projectId: foreign, tokenAddress: usdt });
    await stores.database.prisma.auditLog.createMany({
      data: [mine.id, theirs.id, projectId].map((target) => ({
        projectId,
        action: "checkout.late_payment_accepted",
        target,
        details: { totalPaid: "1" },
        createdAt: noon,
      })),
    });
    const access = await openTestAccess(stores, projectId, "OWNER");
    const { items } = (await readAuditLog(deps, access, all, first)).part;
    const token = { chainId: mine.chainId, tokenAddress: usdt };
    expect(items.map((item) => [item.target, item.token])).toEqual([
      [projectId, null],
      [theirs.id, null],
      [mine.id, token],
    ]);
  });
});
