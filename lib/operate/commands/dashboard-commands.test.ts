import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { AccountActions, ProjectActions } from "@/lib/api/dashboard/action-list";
import { commands } from "./run-admin";

/** The command that does what an action of the dashboard does, or in brackets how the documentation says that none can. */
const commandOf: Readonly<Record<keyof ProjectActions | keyof AccountActions, string>> = {
  createCheckout: "[create checkouts: use the Server API]",
  cancelCheckout: "cancel-checkout",
  createLink: "links create",
  changeLink: "[change a payment link: use the dashboard]",
  disableLink: "links disable",
  createApiKey: "keys create",
  rotateApiKey: "keys rotate",
  revokeApiKey: "keys revoke",
  createServerKey: "keys create",
  rotateServerKey: "keys rotate",
  revokeServerKey: "keys revoke",
  allowOrigin: "projects origins",
  forbidOrigin: "projects origins",
  createEndpoint: "webhooks create",
  updateEndpoint: "webhooks update",
  rotateEndpointSecret: "webhooks rotate",
  enableEndpoint: "webhooks enable",
  disableEndpoint: "webhooks disable",
  deleteEndpoint: "webhooks delete",
  testEndpoint: "webhooks test",
  replayDelivery: "webhooks replay",
  replayFailed: "webhooks replay-failed",
  createTestCheckout: "[use the test tools]",
  applyTestTool: "[use the test tools]",
  requestRefund: "refund",
  approveRefund: "approve-refund",
  cancelRefund: "cancel-refund",
  reissueClaim: "reissue-claim",
  mailClaim: "reissue-claim",
  issueSignLink: "sign-link",
  prepareRefunds: "[sign with the merchant's wallet]",
  handInRefundHash: "[submit the hash of a refund: the signing page takes it]",
  returnStray: "return-stray",
  countStray: "count-stray",
  sweepStray: "sweep-stray",
  dismissExcess: "dismiss-excess",
  acceptPayment: "accept-payment",
  searchCheckouts: "[search checkouts: use the Server API]",
  countNewCheckouts: "[search checkouts: use the Server API]",
  saveView: "[search checkouts: use the Server API]",
  removeView: "[search checkouts: use the Server API]",
  sweepNow: "sweep-now",
  prepareSweep: "[sign with the merchant's wallet]",
  prepareSweepBatch: "[sign with the merchant's wallet]",
  deleteProject: "projects delete",
  changeSettings: "projects set",
  changeShop: "projects set",
  changeGuardedSettings: "projects set",
  removeLogo: "projects logo",
  requestWalletChange: "[replace the settlement wallet]",
  signWalletChange: "[sign with the merchant's wallet]",
  cancelWalletChange: "projects keep-wallet",
  changeRole: "[invite, change or remove people]",
  removeMember: "[invite, change or remove people]",
  leaveProject: "[invite, change or remove people]",
  invite: "[invite, change or remove people]",
  renewInvitation: "[invite, change or remove people]",
  revokeInvitation: "[invite, change or remove people]",
  createProject: "projects create",
  checkWallet: "projects create",
  reauthenticate: "[manage another person's account]",
  askWallet: "[manage another person's account]",
  rename: "[manage another person's account]",
  changePassword: "reset-link",
  setPassword: "reset-link",
  beginSecondFactor: "[manage another person's account]",
  confirmSecondFactor: "[manage another person's account]",
  renewRecoveryCodes: "[manage another person's account]",
  removeSecondFactor: "second-factor-off",
  askPasskey: "[manage another person's account]",
  beginPasskey: "[manage another person's account]",
  addPasskey: "[manage another person's account]",
  removePasskey: "[manage another person's account]",
  linkWallet: "[manage another person's account]",
  unlinkWallet: "[manage another person's account]",
  unlinkProvider: "[manage another person's account]",
  endSession: "[manage another person's account]",
  endOtherSessions: "[manage another person's account]",
};

const docs = ["operators/commands", "merchants/refund-a-payment", "merchants/dashboard", "merchants/webhooks"]
  .map((page) => readFileSync(fileURLToPath(new URL(`../../../docs/${page}.md`, import.meta.url)), "utf8"))
  .join("\n")
  .replace(/\s+/g, " ");

test.each(Object.entries(commandOf))("%s: %s", (_, command) => {
  const [, exception] = /^\[(.*)\]$/.exec(command) ?? [];
  if (exception === undefined) expect(Object.keys(commands)).toContain(command);
  else expect(docs).toContain(exception);
});

test("the documentation shows every command that changes something", () => {
  const silent = Object.entries(commands).filter(
    ([verb, { reads }]) => reads !== true && !docs.includes(`npm run admin -- ${verb}`),
  );
  expect(silent.map(([verb]) => verb)).toEqual([]);
});
