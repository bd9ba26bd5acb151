import { expect, test } from "vitest";
import type { AccountAction } from "@/lib/accounts/account.schema";
import { accountActions, projectActions } from "@/lib/api/dashboard/actions.schema";

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
