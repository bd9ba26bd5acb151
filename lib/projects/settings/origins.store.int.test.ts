import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { noon } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { createFrameOrigins } from "./origins.store";

let stores: TestStores;

let projectId: string;

let checkoutId: string;

beforeAll(async () => {
  stores = await openTestStores();
});

beforeEach(async () => {
  projectId = await stores.createProject();
  checkoutId = (await stores.createCheckout({ projectId })).id;
});

afterAll(() => stores.close());

test("a checkout's page may be framed by its project's sites alone", async () => {
  const other = await stores.createProject();
  await stores.admin.allowOrigins(other, ["https://other.example"], noon);
  const { find } = createFrameOrigins(stores.database);
  expect(await find(checkoutId)).toEqual([]);
  await stores.admin.allowOrigins(projectId, ["https://shop.example", "http://localhost:3000"], noon);
  expect(await createFrameOrigins(stores.database).find(checkoutId)).toEqual([
    "http://localhost:3000",
    "https://shop.example",
  ]);
});

test("what is unknown, and what a deleted project left, may be framed by nobody", async () => {
  const { find } = createFrameOrigins(stores.database);
  expect(await find("chk_unknown")).toBeNull();
  await stores.admin.allowOrigins(projectId, ["https://shop.example"], noon);
  await stores.database.prisma.project.update({ where: { id: projectId }, data: { deletedAt: noon } });
  expect(await find(checkoutId)).toEqual([]);
});

test("a list is asked for once in ten seconds", async () => {
  await stores.admin.allowOrigins(projectId, ["https://shop.example"], noon);
  let nowMs = 0;
  const { find } = createFrameOrigins(stores.database, { nowMs: () => nowMs });
  const query = vi.spyOn(stores.database.pool, "query");
  await find(checkoutId);
  nowMs = 9_999;
  expect(await find(checkoutId)).toEqual(["https://shop.example"]);
  expect(query).toHaveBeenCalledTimes(1);
  nowMs = 10_000;
  await find(checkoutId);
  expect(query).toHaveBeenCalledTimes(2);
  query.mockRestore();
});
