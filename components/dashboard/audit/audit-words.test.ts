import { expect, test } from "vitest";
import { actionWords, detailWords } from "./audit-words";

test("known actions have words, and others read as they are named", () => {
  expect(actionWords("team.role_changed")).toBe("Changed a role");
  expect(actionWords("gizmo.turned_on")).toBe("Gizmo turned on");
});

test("a change is told with what it was and is", () => {
  expect(detailWords({ setting: "refundMode", before: "STRICT", after: "CONVENIENT" })).toEqual({
    label: "Who can send refunds",
    change: { before: "Strict", after: "Convenient" },
    facts: [],
  });
  expect(detailWords({ setting: "apiKeyCreatesCheckouts", before: true, after: false }).change).toEqual({
    before: "yes",
    after: "no",
  });
  expect(detailWords({ setting: "accentColor", before: null, after: "#0a7d4b" }).change).toEqual({
    before: "nothing",
    after: "#0a7d4b",
  });
  expect(detailWords({ before: "VIEWER", after: "OWNER" }).change).toEqual({
    before: "Viewer",
    after: "Owner",
  });
});

test("what is no change is a list of facts, without what says nothing", () => {
  expect(detailWords({ email: "a@b.example", role: "ADMIN", wasMember: false, txHash: "0x1" })).toEqual({
    label: null,
    change: null,
    facts: ["E-mail: a@b.example", "Role: Admin", "Tx hash: 0x1"],
  });
  expect(detailWords(null)).toEqual({ label: null, change: null, facts: [] });
});
