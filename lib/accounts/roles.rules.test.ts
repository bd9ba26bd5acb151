import { expect, test } from "vitest";
import { leastRole, mayDo, permissions, roles } from "./roles.rules";

test("whoever is above the least role may, whoever is below may not", () => {
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

test("a developer moves no money and lets nobody in", () => {
  const forbidden = permissions.filter((permission) => !mayDo("DEVELOPER", permission));
  for (const grave of ["refunds.request", "keys.manageServer", "team.manage", "settings.change"] as const)
    expect(forbidden).toContain(grave);
});

test("only an owner touches where the money goes, and who owns", () => {
  expect(permissions.filter((permission) => !mayDo("ADMIN", permission))).toEqual([
    "refunds.approve",
    "refundMode.change",
    "settlementWallet.change",
    "team.manageOwners",
    "project.delete",
  ]);
});
