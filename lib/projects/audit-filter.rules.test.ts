import { expect, test } from "vitest";
import { auditListParams, readAuditFilter } from "./audit-filter.rules";

const userId = "usr_01hzy3v9k2q4w6x8z0a1b2c3d4";

test("what an address asks for is read, and written back the same", () => {
  const filter = { userId, action: "team.role_changed" };
  const params = auditListParams(filter);
  expect(params.toString()).toBe(`who=${userId}&action=team.role_changed`);
  expect(readAuditFilter(Object.fromEntries(params))).toEqual(filter);
  expect(readAuditFilter({ action: "chain.position-forgotten" }).action).toBe("chain.position-forgotten");
  expect(auditListParams({ userId: null, action: null }).size).toBe(0);
});

test.each([
  { who: "somebody", action: "'; DROP TABLE audit_log" },
  { who: [""], action: ["constructor"] },
  {},
])("what it cannot mean is left out: %o", (params) => {
  expect(readAuditFilter(params)).toEqual({ userId: null, action: null });
});
