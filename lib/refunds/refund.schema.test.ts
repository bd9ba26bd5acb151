import { describe, expect, test } from "vitest";
import { type Refund, refundStatuses, refundTypes } from "@/lib/checkouts/refund-facts.rules";
import { refundResource, toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { maxTokenUnits } from "@/lib/platform/values/money.rules";
import { createRefundBody } from "./refund.schema";

/** From EIP-55. */
const checksum = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";

const refund: Refund = {
  id: "rfd_01kkn19v8c3f6h2j5m7p0r4t9w",
  projectId: "prj_01kf2r8m4v6t9q3w5x7z0b1c2d",
  checkoutId: "chk_01kkmx5r2w7q4m9t6v3n0bhce8",
  chainId: 8453,
  tokenAddress: "0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed",
  amountUnits: maxTokenUnits,
  reason: null,
  refundType: "OTHER",
  status: "PENDING",
  destinationAddress: null,
  txHash: null,
  failureCode: null,
  viaApi: true,
  stray: false,
  createdAt: new Date("2026-01-01T12:00:00.000Z"),
  completedAt: null,
};

describe("the body of a refund", () => {
  const fault = (body: unknown) =>
    createRefundBody.safeParse(body).error?.issues.map(({ path }) => path.join("."));

  test("may be empty", () => {
    expect(createRefundBody.parse({})).toEqual({ refundType: "CUSTOMER_REQUEST" });
    expect(createRefundBody.parse({ amount: "1" }).amount).toBe(1n);
  });
  test("is read whole, with the address in lower case", () => {
    const body = { amount: "500000", reason: "☕".repeat(500), refundType: "DUPLICATE" };
    expect(createRefundBody.parse({ ...body, destinationAddress: checksum })).toEqual({
      ...body,
      amount: 500_000n,
      destinationAddress: checksum.toLowerCase(),
    });
  });
  test.each(refundTypes)("takes the kind %s", (refundType) => {
    expect(createRefundBody.parse({ amount: "1", refundType }).refundType).toBe(refundType);
  });
  test("takes an amount up to 2^256 − 1", () => {
    expect(createRefundBody.parse({ amount: maxTokenUnits.toString() }).amount).toBe(maxTokenUnits);
  });
  test.each([
    null,
    1,
    "",
    "0",
    "00",
    "01",
    "-1",
    "+1",
    "1.9",
    "1e3",
    " 5 ",
    "0x10",
    "NaN",
    "١",
    (maxTokenUnits + 1n).toString(),
  ])("refuses the amount %j by its name", (amount) => {
    expect(fault({ amount })).toEqual(["amount"]);
  });
  test.each([
    ["reason", "x".repeat(501)],
    ["reason", "a\u0000"],
    ["reason", 5],
    ["reason", null],
    ["refundType", "cancellation"],
    ["refundType", "constructor"],
    ["refundType", ""],
    ["refundType", null],
    ["destinationAddress", ""],
    ["destinationAddress", "0x"],
    ["destinationAddress", checksum.replace("a", "A")],
    ["destinationAddress", `${checksum}0`],
    ["destinationAddress", null],
  ])("refuses the %s %j by its name", (field, value) => {
    expect(fault({ amount: "1", [field]: value })).toEqual([field]);
  });
});

describe("a refund as it is shown", () => {
  test("has amounts as text, addresses in EIP-55, and no internal fields", () => {
    const shown = toRefundResource({ ...refund, destinationAddress: refund.tokenAddress });
    expect(shown).toEqual({
      id: refund.id,
      checkoutId: refund.checkoutId,
      amount: maxTokenUnits.toString(),
      chainId: 8453,
      tokenAddress: checksum,
      reason: null,
      refundType: "OTHER",
      status: "PENDING",
      destinationAddress: checksum,
      txHash: null,
      failureCode: null,
      claimUrl: null,
      transaction: null,
      createdAt: "2026-01-01T12:00:00.000Z",
      completedAt: null,
    });
  });
  test("contains the transfer for the merchant's wallet, in the wallet's form", () => {
    const wallet = refund.tokenAddress;
    const prepared = { chainId: 8453, from: wallet, to: wallet, data: "0xa9059cbb", value: "0" } as const;
    const waiting: Refund = { ...refund, status: "AWAITING_SIGNATURE" };
    const shown = toRefundResource(waiting, null, { ...prepared, method: "transfer" });
    expect(shown.transaction).toEqual({ ...prepared, from: checksum, to: checksum });
    expect(refundResource.parse(shown)).toEqual(shown);
  });
  test.each(refundStatuses)("matches its schema when it is %s", (status) => {
    const done: Refund = {
      ...refund,
      status,
      reason: "why",
      txHash: `0x${"ab".repeat(32)}`,
      failureCode: "DENYLISTED",
      completedAt: new Date("2026-01-02T00:00:00.000Z"),
    };
    const shown = toRefundResource(done, "https://pay.example/r/x");
    expect(refundResource.parse(shown)).toEqual(shown);
    expect(shown).toMatchObject({
      status,
      claimUrl: "https://pay.example/r/x",
      completedAt: "2026-01-02T00:00:00.000Z",
    });
  });
});
