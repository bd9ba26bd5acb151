import { expect, test } from "vitest";
import { auditQueryText, parseAuditQuery } from "./audit-filter";

const userId = "usr_01hzy3v9k2q4w6x8z0a1b2c3d4";

test("what an address asks for is read, and written back the same", () => {
  const query = { userId, action: "team.role_changed", before: 42n };
  const text = `who=${userId}&action=team.role_changed&before=42`;
  expect(auditQueryText(query)).toBe(text);
  expect(parseAuditQuery(Object.fromEntries(new URLSearchParams(text)))).toEqual(query);
  expect(auditQueryText({ userId: null, action: null, before: null })).toBe("");
});

test.each([
  { who: "somebody", action: "'; DROP TABLE audit_log", before: "-1" },
  { who: [userId, userId], action: ["a.b"], before: ["1"] },
  { before: "9223372036854775808" },
  { before: "1e3" },
  {},
])("what it cannot mean is left out: %o", (params) => {
  expect(parseAuditQuery(params)).toEqual({ userId: null, action: null, before: null });
});
