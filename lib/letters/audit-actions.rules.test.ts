import { expect, test } from "vitest";
import { auditActions, isMailedAtOnce, weeklyActions } from "./audit-actions.rules";

const isOfPeople = (action: string) => /^(api_key|team)\./.test(action);

test("keys, people, the wallet, origins and the project's end are mailed at once", () => {
  const actions = Object.keys(auditActions);
  const atOnce = actions.filter((action) => isMailedAtOnce(action, null));
  expect(atOnce.filter(isOfPeople)).toEqual(actions.filter(isOfPeople));
  expect(atOnce.filter((action) => !isOfPeople(action))).toEqual([
    "webhook_endpoint.secret_rotated",
    "project.deleted",
    "project.api_key_narrowed",
    "project.origin_allowed",
    "project.origin_forbidden",
    "project.wallet_change_cancelled",
    "project.settlement_wallet_changed",
  ]);
});

test.each(["refundMode", "refundDailyLimitUnits", "allowedWallets", "apiKeyUse", "apiKeyCreatesCheckouts"])(
  "a change of %s is mailed at once",
  (setting) => expect(isMailedAtOnce("project.setting_changed", { setting })).toBe(true),
);

test("other rules and receivers are told weekly", () => {
  expect(weeklyActions).toEqual([
    "webhook_endpoint.created",
    "webhook_endpoint.updated",
    "webhook_endpoint.enabled",
    "webhook_endpoint.disabled",
    "webhook_endpoint.deleted",
    "refund.approved",
    "payment_link.created",
    "payment_link.changed",
    "payment_link.disabled",
    "project.setting_changed",
    "project.logo_changed",
    "project.logo_removed",
    "project.limit_changed",
    "project.accent_changed",
  ]);
});
