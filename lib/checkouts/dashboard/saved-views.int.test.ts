import { afterAll, beforeAll, expect, test } from "vitest";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { openTestAccess, openTestStores, raceToWrite, type TestStores } from "@/lib/testing/stores";
import { createSavedViewStore } from "./saved-view.store";
import { listViews, removeView, saveView } from "./saved-views";

let stores: TestStores;
let deps: { savedViews: ReturnType<typeof createSavedViewStore> };
let access: ProjectAccess;

beforeAll(async () => {
  stores = await openTestStores();
  deps = { savedViews: createSavedViewStore(stores.database) };
  access = await openTestAccess(stores, await stores.createProject());
});
afterAll(() => stores?.close());

test("stores a view in the list's form, and replaces one of the same name", async () => {
  await saveView(deps, access, { name: " Paid ", query: "status=PAID&nonsense=1&q=mug" });
  await saveView(deps, access, { name: "Open", query: "status=PENDING" });
  expect(await listViews(deps, access)).toEqual([
    { name: "Open", query: "status=PENDING" },
    { name: "Paid", query: "q=mug&status=PAID" },
  ]);
  await saveView(deps, access, { name: "Open", query: "paid=partial" });
  expect((await listViews(deps, access))[0]).toEqual({ name: "Open", query: "paid=partial" });
});

test("belong to their project, for members who may create checkouts", async () => {
  const stranger = await openTestAccess(stores, await stores.createProject());
  expect(await listViews(deps, stranger)).toEqual([]);
  await removeView(deps, stranger, "Open");
  const viewer = await openTestAccess(stores, access.projectId, "VIEWER");
  await expect(removeView(deps, viewer, "Open")).rejects.toMatchObject({ code: "FORBIDDEN" });
  await expect(saveView(deps, viewer, { name: "Mine", query: "" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await listViews(deps, viewer)).toHaveLength(2);
});

test("are limited to twenty per project, each of which can still be replaced", async () => {
  for (let n = 2; n < 20; n += 1) await saveView(deps, access, { name: `View ${n}`, query: "" });
  const more = saveView(deps, access, { name: "One more", query: "" });
  await expect(more).rejects.toMatchObject({ code: "CONFLICT" });
  await saveView(deps, access, { name: "Open", query: "status=PENDING" });
  await removeView(deps, access, "Open");
  await saveView(deps, access, { name: "One more", query: "" });
  expect(await listViews(deps, access)).toHaveLength(20);
});

test("keeps no more views than there is room for when many are saved at once", async () => {
  const own = await openTestAccess(stores, await stores.createProject());
  const save = (n: number) => saveView(deps, own, { name: `View ${n}`, query: "" });
  for (let n = 0; n < 18; n += 1) await save(n);
  const saves = [18, 19, 20, 21].map((n) => () => save(n));
  const ends = await raceToWrite(stores.database, "saved_views", saves);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await listViews(deps, own)).toHaveLength(20);
});
