import { expect, test } from "vitest";
import { lastTabs, tabOf } from "./pages";

test("a tab's own pages belong to it, and other pages to none", () => {
  expect(tabOf("/developers")?.tab.name).toBe("quickstart");
  expect(tabOf("/developers/webhooks/whe_1")?.tab.name).toBe("webhooks");
  expect(tabOf("/settings/team/audit")).toMatchObject({ menu: "/settings", tab: { name: "team" } });
  expect(tabOf("/checkouts")).toBeNull();
});

test("an entry leads to the tab that was opened last, where its reader still may", () => {
  const read = (cookie: string) => (cookie === "developers-tab" ? "keys" : undefined);
  expect(lastTabs({ role: "OWNER", isTest: true }, read)).toEqual({ "/developers": "/developers/keys" });
  expect(lastTabs({ role: "VIEWER", isTest: true }, read)).toEqual({});
});
