import { expect, test } from "vitest";
import { leastRole, mayDo, permissions, roles } from "./roles.rules";

test("allows the least role and those above it, and refuses those below", () => {
  for (const permission of permissions) {
    const least = roles.indexOf(leastRole(permission));
    expect(roles.map((role) => mayDo(role, permission))).toEqual(roles.map((_, index) => index >= least));
  }
});

test("a viewer changes nothing", () => {
  expect(permissions.filter((permission) => mayDo("VIEWER", permission))).toEqual([
    "project.read",
    "project.export",
    "team.read",
  ]);
});

test("refuses moving money and inviting people to a developer", () => {
  const forbidden = permissions.filter((permission) => !mayDo("DEVELOPER", permission));
  for (const grave of ["refunds.request", "keys.manageServer", "team.manage", "settings.change"] as const)
    expect(forbidden).toContain(grave);
});

test("only owners change where the money goes and who is an owner", () => {
  expect(permissions.filter((permission) => !mayDo("ADMIN", permission))).toEqual([
    "refunds.approve",
    "refundMode.change",
    "settlementWallet.change",
    "team.manageOwners",
    "project.delete",
  ]);
});
