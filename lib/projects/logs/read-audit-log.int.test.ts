import { afterAll, beforeAll, expect, test } from "vitest";
import type { LogPlace } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { later, noon, usdt } from "@/lib/testing/builders";
import { openTestAccess } from "@/lib/testing/project-access";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { readAuditLog } from "./logs";
import { createAuditLog } from "./logs.store";

let stores: TestStores;
let owner: ProjectAccess;
let admin: ProjectAccess;
let deps: Parameters<typeof readAuditLog>[0];
const all = { userId: null, action: null };
const first: LogPlace = { kind: "first" };

beforeAll(async () => {
  stores = await openTestStores();
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
afterAll(() => stores.close());

test("pages follow each other without gap or repetition, both ways, newest first, of this project alone", async () => {
  const read = async (from: LogPlace, next: "older" | "newer") => {
    const targets: (string | null)[] = [];
    for (let place: LogPlace | null = from; place !== null; ) {
      const { part }: Awaited<ReturnType<typeof readAuditLog>> = await readAuditLog(deps, owner, all, place);
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
  expect(await read({ kind: "before", cursor: 0n }, "newer")).toEqual(expected);
});

test("it says who did what, and what was done by nobody's account", async () => {
  const { items } = (await readAuditLog(deps, owner, all, first)).part;
  expect(items[0]).toMatchObject({
    target: "t118",
    action: "project.setting_changed",
    details: { after: "<script>118</script>" },
    at: later(118, noon),
    who: { userId: owner.userId, email: owner.signedIn.email, name: null },
  });
  expect(items.find(({ target }) => target === "t110")?.who).toBeNull();
});

test("it is filtered by person and by action", async () => {
  const asked = { userId: admin.userId, action: "team.invited" };
  const by = await readAuditLog(deps, owner, asked, first);
  expect(by.part.items.length).toBeGreaterThan(0);
  for (const { who, action } of by.part.items) {
    expect(who?.userId).toBe(admin.userId);
    expect(action).toBe("team.invited");
  }
  expect(by.choices.actions).toEqual(["project.setting_changed", "team.invited"]);
  expect(by.choices.people.map(({ userId }) => userId).sort()).toEqual([owner.userId, admin.userId].sort());
});

test("developers and viewers do not read it", async () => {
  for (const role of ["DEVELOPER", "VIEWER"] as const) {
    const member = await openTestAccess(stores, owner.projectId, role);
    await expect(readAuditLog(deps, member, all, first)).rejects.toMatchObject({ code: "FORBIDDEN" });
  }
});

test("an entry names the token of the checkout or refund that it is about, of its own project alone", async () => {
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
