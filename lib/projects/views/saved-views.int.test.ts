import { beforeAll, expect, test } from "vitest";
import { paramOf, paramsOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { raceToWrite } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { savedLists } from "./saved-view.rules";
import { createSavedViewStore } from "./saved-view.store";
import { type ListQueries, listViews, removeView, saveView } from "./saved-views";

const { stores } = await fileWorld();
const readOnly = (params: SearchParams) => paramsOf({ status: paramOf(params, "status") });
const queries = Object.fromEntries(savedLists.map((list) => [list, readOnly])) as ListQueries;
let deps: { savedViews: ReturnType<typeof createSavedViewStore>; listQueries: ListQueries };
let access: ProjectAccess;

beforeAll(async () => {
  deps = { savedViews: createSavedViewStore(stores.database), listQueries: queries };
  access = await openTestAccess(stores, await stores.createProject());
});

test("stores a view in the list's form, and replaces one of the same name", async () => {
  await saveView(deps, access, {
    list: "checkouts",
    name: " Paid ",
    query: "status=PAID&nonsense=1",
  });
  await saveView(deps, access, { list: "checkouts", name: "Open", query: "status=PENDING" });
  expect(await listViews(deps, access, "checkouts")).toEqual([
    { name: "Open", query: "status=PENDING" },
    { name: "Paid", query: "status=PAID" },
  ]);
  await saveView(deps, access, { list: "checkouts", name: "Open", query: "status=EXPIRED" });
  expect((await listViews(deps, access, "checkouts"))[0]).toEqual({ name: "Open", query: "status=EXPIRED" });
});

test("belong to their project, for members who may create checkouts", async () => {
  const stranger = await openTestAccess(stores, await stores.createProject());
  expect(await listViews(deps, stranger, "checkouts")).toEqual([]);
  await removeView(deps, stranger, { list: "checkouts", name: "Open" });
  const viewer = await openTestAccess(stores, access.projectId, "VIEWER");
  await expect(removeView(deps, viewer, { list: "checkouts", name: "Open" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  await expect(saveView(deps, viewer, { list: "checkouts", name: "Mine", query: "" })).rejects.toMatchObject({
    code: "FORBIDDEN",
  });
  expect(await listViews(deps, viewer, "checkouts")).toHaveLength(2);
});

test("belong to one list each, whose readers alone see them", async () => {
  const own = await stores.createProject();
  const admin = await openTestAccess(stores, own, "ADMIN");
  const developer = await openTestAccess(stores, own, "DEVELOPER");
  await saveView(deps, admin, { list: "audit", name: "Keys", query: "status=1" });
  await saveView(deps, developer, { list: "requests", name: "Faults", query: "status=5xx" });
  expect(await listViews(deps, admin, "audit")).toEqual([{ name: "Keys", query: "status=1" }]);
  expect(await listViews(deps, developer, "requests")).toEqual([{ name: "Faults", query: "status=5xx" }]);
  expect(await listViews(deps, developer, "refunds")).toEqual([]);
  const forbidden = { code: "FORBIDDEN" };
  await expect(listViews(deps, developer, "audit")).rejects.toMatchObject(forbidden);
  const view = { list: "audit", name: "Mine", query: "" } as const;
  await expect(saveView(deps, developer, view)).rejects.toMatchObject(forbidden);
  await expect(removeView(deps, developer, { list: "audit", name: "Keys" })).rejects.toMatchObject(forbidden);
  // A name is one view's in a project, and another list neither replaces nor removes it.
  const taken = saveView(deps, admin, { list: "refunds", name: "Keys", query: "" });
  await expect(taken).rejects.toMatchObject({ code: "CONFLICT" });
  await removeView(deps, admin, { list: "refunds", name: "Keys" });
  expect(await listViews(deps, admin, "audit")).toHaveLength(1);
});

test("are limited to twenty per list, each of which can still be replaced", async () => {
  for (let n = 2; n < 20; n += 1)
    await saveView(deps, access, { list: "checkouts", name: `View ${n}`, query: "" });
  const more = saveView(deps, access, { list: "checkouts", name: "One more", query: "" });
  await expect(more).rejects.toMatchObject({ code: "CONFLICT" });
  await saveView(deps, access, { list: "checkouts", name: "Open", query: "status=PENDING" });
  await removeView(deps, access, { list: "checkouts", name: "Open" });
  await saveView(deps, access, { list: "checkouts", name: "One more", query: "" });
  expect(await listViews(deps, access, "checkouts")).toHaveLength(20);
});

test("save under the lock: the list became full", async () => {
  const own = await openTestAccess(stores, await stores.createProject());
  const save = (n: number) => saveView(deps, own, { list: "checkouts", name: `View ${n}`, query: "" });
  for (let n = 0; n < 18; n += 1) await save(n);
  const saves = [18, 19, 20, 21].map((n) => () => save(n));
  const ends = await raceToWrite(stores.database, "saved_views", saves);
  expect(ends.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  expect(await listViews(deps, own, "checkouts")).toHaveLength(20);
});
