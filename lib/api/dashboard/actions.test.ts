import { expect, test } from "vitest";
import type { AccountAction } from "@/lib/accounts/account.schema";
import { mayDo, type Role, roles } from "@/lib/accounts/roles.rules";
import { accountActions, projectActions } from "@/lib/api/dashboard/action-list";

const withoutProof = (actions: Record<string, AccountAction>) =>
  Object.keys(actions)
    .filter((name) => actions[name]?.fresh !== true)
    .toSorted();

// An action joins these lists only if a stolen session gains nothing by it. Each line says why.

test("an old session acts in a project without a fresh proof only in these ways", () => {
  expect(withoutProof(projectActions)).toEqual(
    [
      // Everyday work, which changes no rule, key or receiver.
      "createCheckout",
      "cancelCheckout",
      "cancelRefund",
      "searchCheckouts",
      "countNewCheckouts",
      "dismissExcess",
      "saveView",
      "removeView",
      // Neither money nor wallets, keys or people.
      "createLink",
      "changeLink",
      "disableLink",
      "changeShop",
      "removeLogo",
      "enableEndpoint",
      "disableEndpoint",
      "deleteEndpoint",
      // Sends signed events to endpoints that are already there.
      "testEndpoint",
      "replayDelivery",
      "replayFailed",
      // Moves money to the merchant's own wallet only.
      "sweepNow",
      "prepareSweep",
      "prepareSweepBatch",
      // The wallet's signature or the transaction is the proof.
      "issueSignLink",
      "prepareRefunds",
      "handInRefundHash",
      "signWalletChange",
      // Stops a thief, at once.
      "cancelWalletChange",
      // Local chains only.
      "createTestCheckout",
      "applyTestTool",
    ].toSorted(),
  );
});

test("an old session changes its own account without a fresh proof only in these ways", () => {
  expect(withoutProof(accountActions)).toEqual(
    [
      // The proof itself.
      "askPasskey",
      "reauthenticate",
      "askWallet",
      // Takes the current password.
      "changePassword",
      "rename",
      // Stops a thief, at once.
      "endSession",
      "endOtherSessions",
      // Reads only.
      "checkWallet",
      // A new project holds no one's money yet.
      "createProject",
    ].toSorted(),
  );
});

// Written out, not derived: an action that gets another permission by mistake fails here.
const leastRoles: Readonly<Record<keyof typeof projectActions, Role>> = {
  searchCheckouts: "VIEWER",
  countNewCheckouts: "VIEWER",
  leaveProject: "VIEWER",
  createCheckout: "DEVELOPER",
  cancelCheckout: "DEVELOPER",
  createTestCheckout: "DEVELOPER",
  applyTestTool: "DEVELOPER",
  createLink: "DEVELOPER",
  changeLink: "DEVELOPER",
  disableLink: "DEVELOPER",
  saveView: "DEVELOPER",
  removeView: "DEVELOPER",
  createApiKey: "DEVELOPER",
  rotateApiKey: "DEVELOPER",
  revokeApiKey: "DEVELOPER",
  allowOrigin: "DEVELOPER",
  forbidOrigin: "DEVELOPER",
  createEndpoint: "DEVELOPER",
  updateEndpoint: "DEVELOPER",
  disableEndpoint: "DEVELOPER",
  enableEndpoint: "DEVELOPER",
  deleteEndpoint: "DEVELOPER",
  rotateEndpointSecret: "DEVELOPER",
  testEndpoint: "DEVELOPER",
  replayDelivery: "DEVELOPER",
  replayFailed: "DEVELOPER",
  createServerKey: "ADMIN",
  rotateServerKey: "ADMIN",
  revokeServerKey: "ADMIN",
  invite: "ADMIN",
  renewInvitation: "ADMIN",
  revokeInvitation: "ADMIN",
  changeRole: "ADMIN",
  removeMember: "ADMIN",
  acceptPayment: "ADMIN",
  countStray: "ADMIN",
  dismissExcess: "ADMIN",
  returnStray: "ADMIN",
  sweepStray: "ADMIN",
  requestRefund: "ADMIN",
  cancelRefund: "ADMIN",
  reissueClaim: "ADMIN",
  mailClaim: "ADMIN",
  issueSignLink: "ADMIN",
  prepareRefunds: "ADMIN",
  handInRefundHash: "ADMIN",
  sweepNow: "ADMIN",
  prepareSweep: "ADMIN",
  prepareSweepBatch: "ADMIN",
  changeSettings: "ADMIN",
  changeShop: "ADMIN",
  removeLogo: "ADMIN",
  cancelWalletChange: "ADMIN",
  approveRefund: "OWNER",
  changeGuardedSettings: "OWNER",
  requestWalletChange: "OWNER",
  signWalletChange: "OWNER",
  deleteProject: "OWNER",
};

test.each(Object.entries(leastRoles))("%s takes %s", (name, least) => {
  const { permission } = projectActions[name as keyof typeof projectActions];
  expect(roles.filter((role) => mayDo(role, permission))).toEqual(roles.slice(roles.indexOf(least)));
});
