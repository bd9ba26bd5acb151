import { expect, test } from "vitest";
import { changesOf } from "./advanced-form";

const networks = [{ chainId: 8453 }, { chainId: 137 }].map((each) => ({ ...each, name: "" }));
const shown: Parameters<typeof changesOf>[1] = {
  toleranceBps: 0,
  minimumUnits: "0.00",
  confirmationSpeed: "STANDARD",
  latePaymentPolicy: "HOLD",
  lateAcceptBps: null,
  anyTokenPays: true,
  requoteExpired: false,
  x402Enabled: true,
  settlementPolicy: "IMMEDIATE",
  settlementHoldHours: 0,
  // By the network's number, and one is no longer offered.
  settlementRules: [
    { chainId: 10, policy: "MANUAL" },
    { chainId: 137, policy: "BATCHED" },
    { chainId: 8453, policy: "MANUAL" },
  ],
  timeZone: "",
  mailKinds: ["checkout.late_paid"],
  apiKeyUse: "BROWSER",
  apiKeyCreatesCheckouts: true,
};

/** The form as the browser sends it. */
function filled(changes: Record<string, string> = {}): FormData {
  const data = new FormData();
  const fields = {
    ...{ toleranceBps: "0", minimumUnits: "0.00", confirmationSpeed: "STANDARD", latePaymentPolicy: "HOLD" },
    ...{ lateAcceptBps: "", anyTokenPays: "yes", x402Enabled: "yes", settlementPolicy: "IMMEDIATE" },
    ...{ settlementHoldHours: "0", "rule-8453": "MANUAL", "rule-137": "BATCHED", timeZone: "" },
    ...{ mailKinds: "checkout.late_paid", apiKeyUse: "BROWSER", apiKeyCreatesCheckouts: "yes" },
    ...changes,
  };
  for (const [name, value] of Object.entries(fields)) data.append(name, value);
  return data;
}

test("an unchanged form sends nothing, whatever the order of stored rules", () => {
  expect(changesOf(filled(), shown, networks)).toEqual({});
});

test("only what was changed is sent", () => {
  expect(changesOf(filled({ toleranceBps: "0.5" }), shown, networks)).toEqual({ toleranceBps: 50 });
  expect(changesOf(filled({ "rule-137": "" }), shown, networks)).toEqual({
    settlementRules: [{ chainId: 8453, policy: "MANUAL" }],
  });
});
