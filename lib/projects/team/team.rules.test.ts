import { expect, test } from "vitest";
import { roles } from "@/lib/accounts/roles.rules";
import { endsWith, isLess, leavesServerKeys, mayGive, mayTouch } from "./team.rules";

test("owners give every role, admins every one but owner, and others none", () => {
  const given = roles.map((actor) => [actor, roles.filter((role) => mayGive(actor, role))]);
  expect(Object.fromEntries(given)).toEqual({
    VIEWER: [],
    DEVELOPER: [],
    ADMIN: ["VIEWER", "DEVELOPER", "ADMIN"],
    OWNER: ["VIEWER", "DEVELOPER", "ADMIN", "OWNER"],
  });
});

test("an admin does not touch an owner", () => {
  expect(mayTouch("ADMIN", "OWNER")).toBe(false);
  expect(mayTouch("ADMIN", "ADMIN")).toBe(true);
  expect(mayTouch("OWNER", "OWNER")).toBe(true);
  expect(mayTouch("DEVELOPER", "VIEWER")).toBe(false);
});

test("pending actions end when their author loses the right to start them", () => {
  expect(endsWith("OWNER")).toEqual({ invitations: "none", walletChange: false });
  expect(endsWith("ADMIN")).toEqual({ invitations: "owners", walletChange: true });
  for (const role of ["DEVELOPER", "VIEWER", null] as const)
    expect(endsWith(role)).toEqual({ invitations: "all", walletChange: true });
});

test("a role is less than those with more permissions", () => {
  const less = roles.map((role) => roles.filter((before) => isLess(role, before)).length);
  expect(less).toEqual([3, 2, 1, 0]);
  expect(isLess("VIEWER", "OWNER")).toBe(true);
});

test("an admin or owner who loses the role leaves server keys behind", () => {
  for (const before of ["ADMIN", "OWNER"] as const) {
    for (const role of ["VIEWER", "DEVELOPER", null] as const)
      expect(leavesServerKeys(role, before)).toBe(true);
    for (const role of ["ADMIN", "OWNER"] as const) expect(leavesServerKeys(role, before)).toBe(false);
  }
  for (const before of ["VIEWER", "DEVELOPER"] as const)
    for (const role of [...roles, null]) expect(leavesServerKeys(role, before)).toBe(false);
});
