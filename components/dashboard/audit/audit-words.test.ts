import { expect, test } from "vitest";
import { actionWords, detailWords } from "./audit-words";

const tell = (details: Parameters<typeof detailWords>[0]) =>
  detailWords(details, (units) => `${units} tokens`);

test("formats amounts in tokens, and leaves other values as they are", () => {
  expect(tell({ amount: "4500000", totalPaid: "7", tool: "4500000" }).facts).toEqual([
    "Amount: 4500000 tokens",
    "Paid: 7 tokens",
    "Tool: 4500000",
  ]);
  expect(tell({ amount: "-1" }).facts).toEqual(["Amount: -1"]);
});

test("times, digests and names from the code are written for readers", () => {
  const facts = (details: Parameters<typeof detailWords>[0]) => tell(details).facts;
  expect(facts({ effectiveAt: "2026-11-22T14:03:09.123Z" })).toEqual([
    "Takes effect: 22 Nov 2026, 14:03 UTC",
  ]);
  expect(facts({ digest: `${"a".repeat(60)}1234` })).toEqual(["Picture: aaaaaaaa…aaaa1234"]);
  expect(facts({ how: "signed" })).toEqual(["How: signed by the current wallet"]);
  expect(facts({ scope: "create" })).toEqual(["Scope: Read and create"]);
  expect(facts({ kind: "CHAIN_LOST" })[0]).not.toContain("CHAIN_LOST");
  const rules = { setting: "settlementRules", before: null, after: "Base BATCHED, Local two MANUAL" };
  expect(tell(rules).change?.after).toBe("Base: In batches, Local two: Manually");
  const letters = { setting: "mailKinds", before: "checkout.late_paid, payments.digest", after: null };
  expect(tell(letters).change?.before).toBe("Late payment, Daily summary");
});

test("known actions have words, and others read as they are named", () => {
  expect(actionWords("team.role_changed")).toBe("Changed a role");
  expect(actionWords("gizmo.turned_on")).toBe("Gizmo turned on");
});

test("shows the value before and after a change", () => {
  expect(tell({ setting: "refundMode", before: "STRICT", after: "CONVENIENT" })).toEqual({
    label: "Who can send refunds",
    change: { before: "You sign each refund", after: "Refunds are sent for you" },
    facts: [],
  });
  expect(tell({ setting: "apiKeyCreatesCheckouts", before: true, after: false }).change).toEqual({
    before: "yes",
    after: "no",
  });
  expect(tell({ setting: "apiKeyUse", before: "SERVER", after: "BROWSER" })).toMatchObject({
    label: "Where the browser key is used",
    change: { before: "Kept on your server", after: "Anyone may read them" },
  });
  expect(tell({ setting: "accentColor", before: null, after: "#0a7d4b" }).change).toEqual({
    before: "nothing",
    after: "#0a7d4b",
  });
  expect(tell({ before: "VIEWER", after: "OWNER" }).change).toEqual({
    before: "Viewer",
    after: "Owner",
  });
});

test("lists the details of an entry that changed no value, without empty ones", () => {
  expect(tell({ email: "a@b.example", role: "ADMIN", wasMember: false, txHash: "0x1" })).toEqual({
    label: null,
    change: null,
    facts: ["E-mail: a@b.example", "Role: Admin", "Tx hash: 0x1"],
  });
  expect(tell(null)).toEqual({ label: null, change: null, facts: [] });
});
