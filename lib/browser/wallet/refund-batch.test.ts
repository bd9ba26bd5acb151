import { createClient, custom } from "viem";
import { foundry } from "viem/chains";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { forgetSentRefund, sentStateOf } from "@/lib/browser/sent-refund";
import { sendRefundsTogether } from "./refund-batch";
import type { WalletClient } from "./wallet-client";
import { WalletError } from "./wallet-problem";

const account = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const txHash = `0x${"ab".repeat(32)}` as const;
const ids = ["rfd_one", "rfd_two"];
const refunds = ids.map((refundId) => ({ refundId, call: { to: account, data: "0x12" } }));
const receipt = (hash: string) => ({
  transactionHash: hash,
  blockNumber: "0x1",
  gasUsed: "0x1",
  status: "0x1",
  logs: [],
});

/** A wallet whose answers are scripted. */
function walletOf(answers: { sendCalls: () => unknown; status?: () => unknown }) {
  const asked: { method: string; params?: unknown }[] = [];
  const request = async (call: { method: string; params?: unknown }) => {
    asked.push(call);
    if (call.method === "wallet_sendCalls") return answers.sendCalls();
    return answers.status?.() ?? Promise.reject(new WalletError(4200, "unsupported"));
  };
  const client = createClient({
    account,
    chain: foundry,
    transport: custom({ request }, { retryCount: 0 }),
  }) as unknown as WalletClient;
  return { client, asked };
}

const states = () => ids.map(sentStateOf);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  ids.forEach(forgetSentRefund);
});

describe("refunds that a wallet sends together", () => {
  it("are one atomic request, and stay marked as sent with their transaction", async () => {
    let polls = 0;
    const { client, asked } = walletOf({
      sendCalls: () => {
        // A reload while the wallet asks must not forget it.
        expect(states()).toEqual(["asked", "asked"]);
        return { id: "0xca11" };
      },
      status: () =>
        ++polls < 3 ? { status: 100 } : { status: 200, receipts: [receipt(txHash), receipt(txHash)] },
    });
    const sent = sendRefundsTogether(client, refunds, () => expect(states()).toEqual(["sent", "sent"]));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(await sent).toEqual({ kind: "sent", txHashes: [txHash] });
    expect(states()).toEqual(["sent", "sent"]);
    const requests = asked.filter(({ method }) => method === "wallet_sendCalls");
    expect(requests).toMatchObject([
      { params: [{ atomicRequired: true, calls: refunds.map(({ call }) => call), from: account }] },
    ]);
  });

  it.each([
    ["was never included", 400],
    ["reverted as a whole", 500],
  ])("are free to be sent again when the batch %s", async (_, status) => {
    const { client } = walletOf({ sendCalls: () => ({ id: "0xca11" }), status: () => ({ status }) });
    expect(await sendRefundsTogether(client, refunds, () => undefined)).toEqual({ kind: "failed" });
    expect(states()).toEqual([null, null]);
  });

  it("stay marked as sent when the batch was carried out in part", async () => {
    const { client } = walletOf({
      sendCalls: () => ({ id: "0xca11" }),
      status: () => ({ status: 600, receipts: [receipt(txHash)] }),
    });
    const sent = await sendRefundsTogether(client, refunds, () => undefined);
    expect(sent).toEqual({ kind: "sent", txHashes: [txHash] });
    expect(states()).toEqual(["sent", "sent"]);
  });

  it.each([
    ["knows nothing of the batch", { sendCalls: () => ({ id: "0xca11" }) }],
    ["names no hash", { sendCalls: () => ({ id: "0xca11" }), status: () => ({ status: 200, receipts: [] }) }],
    ["never says more", { sendCalls: () => ({ id: "0xca11" }), status: () => ({ status: 100 }) }],
    ["answers with something else", { sendCalls: () => true }],
  ])("stay marked as sent when the wallet %s", async (_, answers) => {
    const { client } = walletOf(answers);
    const sent = sendRefundsTogether(client, refunds, () => undefined);
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await sent).toEqual({ kind: "unknown" });
    expect(states()).toEqual(["sent", "sent"]);
  });

  it.each([
    [4001, "rejected", null],
    [5750, "not upgraded", null],
    [5740, "too large", null],
    [-32000, "lost", "asked"],
  ])(
    "leave no mark when the wallet refuses, but one when it may have sent them: %s",
    async (code, text, state) => {
      const { client } = walletOf({ sendCalls: () => Promise.reject(new WalletError(code, text)) });
      await expect(sendRefundsTogether(client, refunds, () => undefined)).rejects.toThrow();
      expect(states()).toEqual([state, state]);
    },
  );
});
