import { beforeEach, describe, expect, it } from "vitest";
import { endSent, forgetSent, rememberSent, storedSent } from "@/lib/browser/checkout-memory";
import { WalletError } from "./wallet-problem";
import { type SentOutcome, watchSent, withSentRecord } from "./watch-sent";

const payer = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const txHash = `0x${"aa".repeat(32)}`;
const otherHash = `0x${"bb".repeat(32)}`;
const sent = { hash: txHash, from: payer, nonce: "0x7", to: "0xToken", input: "0xa9059cbb01" };

/** A node's view at one look; what it does not name is as it was before. */
type Look = {
  receipt?: { status: string } | null;
  known?: typeof sent | null;
  /** How many transactions of the payer are mined. */
  count?: number;
  /** What the newest block holds. */
  block?: readonly (typeof sent)[];
  down?: boolean;
  chainId?: number;
};

async function watch(...looks: Look[]): Promise<{ outcome: SentOutcome; asked: string[] }> {
  const asked: string[] = [];
  const blocks = new Map<string, readonly (typeof sent)[]>();
  let now: Required<Look> = { receipt: null, known: null, count: 7, block: [], down: false, chainId: 8453 };
  let head = 100;
  const left = [...looks];
  const outcome = await watchSent(
    async ({ method, params: given }) => {
      const params = given as unknown[];
      asked.push(method);
      if (now.down) throw new Error("the node is down");
      switch (method) {
        case "eth_chainId":
          return now.chainId;
        case "eth_blockNumber":
          return `0x${head.toString(16)}`;
        case "eth_getTransactionReceipt":
          return params[0] === txHash ? now.receipt : null;
        case "eth_getTransactionByHash":
          return now.known;
        case "eth_getTransactionCount":
          expect(params).toEqual([payer, "latest"]);
          return `0x${now.count.toString(16)}`;
        case "eth_getBlockByNumber":
          return { transactions: blocks.get(String(params[0])) ?? [] };
        default:
          throw new Error(`not expected: ${method}`);
      }
    },
    { chainId: 8453, txHash, payer },
    async () => {
      const look = left.shift();
      if (look === undefined) return false;
      now = { ...now, down: false, chainId: 8453, block: [], ...look };
      head += 2;
      blocks.set(`0x${head.toString(16)}`, now.block);
      return true;
    },
  );
  return { outcome, asked };
}

const instead = { ...sent, hash: otherHash };

describe("watchSent", () => {
  it("waits until the node knows the transaction, then reports it as mined", async () => {
    const { outcome, asked } = await watch({}, { known: sent }, { receipt: { status: "0x1" } });
    expect(outcome).toEqual({ kind: "mined" });
    expect(asked).not.toContain("eth_getBlockByNumber");
  });

  it("reports a failed transaction", async () => {
    expect((await watch({ known: sent, receipt: { status: "0x0" } })).outcome).toEqual({ kind: "reverted" });
  });

  it("reports a dropped transaction once the node has missed it for a while", async () => {
    const gone = Array.from({ length: 14 }, () => ({ known: null }));
    const back = [{ known: sent }, ...gone, { known: sent }, ...gone];
    expect((await watch(...back)).outcome).toEqual({ kind: "unknown" });
    expect((await watch(...back, { known: null })).outcome).toEqual({ kind: "dropped" });
  });

  it("finds the same payment under another hash", async () => {
    const { outcome } = await watch({ known: sent }, {}, { known: null, count: 8, block: [instead] });
    expect(outcome).toEqual({ kind: "replaced", txHash: otherHash });
  });

  it.each([
    ["another call", { ...instead, input: "0x" }],
    ["another receiver", { ...instead, to: payer }],
    ["the creation of a contract", { ...instead, to: null as unknown as string }],
  ])("reports a cancellation when %s replaced it", async (_, other) => {
    expect((await watch({ known: sent }, { count: 8, block: [other] })).outcome).toEqual({
      kind: "cancelled",
    });
  });

  it("finds a replacement several blocks ago and among other transactions", async () => {
    const foreign = { ...instead, from: "0xsomebody" };
    const later = { ...instead, nonce: "0x8" };
    const { outcome } = await watch(
      { known: sent },
      { down: true, count: 9, block: [foreign, instead, later] },
      { count: 9 },
    );
    expect(outcome).toEqual({ kind: "replaced", txHash: otherHash });
  });

  it("reports nothing while it finds no replacement", async () => {
    expect((await watch({ known: sent }, { count: 8 }, { count: 8 })).outcome).toEqual({ kind: "unknown" });
  });

  it("believes no other network", async () => {
    const elsewhere = {
      chainId: 1,
      count: 8,
      block: [{ ...instead, input: "0x" }],
      receipt: { status: "0x0" },
    };
    expect((await watch({ known: sent }, elsewhere)).outcome).toEqual({ kind: "unknown" });
  });

  it("reports nothing about a transaction that someone else sent for the payer", async () => {
    const bundled = { ...sent, from: "0xBundler" };
    expect((await watch({ known: bundled }, { count: 8, block: [instead] })).outcome).toEqual({
      kind: "unknown",
    });
  });

  it("does not take it for replaced when it was mined between two questions", async () => {
    expect((await watch({ known: sent }, { count: 8, block: [sent] })).outcome).toEqual({ kind: "mined" });
  });
});

const id = "chk_1";
const asked = { txHash: "", totalPaid: "0", sentAt: expect.any(Number), end: "asked" };

beforeEach(() => forgetSent(id));

describe("whileAsked", () => {
  it("stores the request before the wallet receives it, so that a reload finds it", async () => {
    await withSentRecord(id, "0", async () => expect(storedSent(id)).toEqual(asked));
  });

  it.each([
    ["a request that expired", { name: "RequestExpired" }],
    ["a failure without a reason", new Error("unknown")],
    ["a lost connection", new WalletError(4900, "gone")],
  ])("keeps it after %s: the owners may still confirm", async (_, error) => {
    await expect(withSentRecord(id, "0", () => Promise.reject(error))).rejects.toBe(error);
    expect(storedSent(id)).toEqual(asked);
  });

  it.each([[4001], [4100], [4200], [-32002], [4902]])("forgets it after a refusal by %d", async (code) => {
    await expect(withSentRecord(id, "0", () => Promise.reject({ code }))).rejects.toEqual({ code });
    expect(storedSent(id)).toBeNull();
  });

  it("restores an earlier request that is still open when the next one is refused", async () => {
    await withSentRecord(id, "0", () => Promise.reject({ name: "RequestExpired" })).catch(() => undefined);
    const earlier = storedSent(id);
    await withSentRecord(id, "0", () => Promise.reject({ code: -32002 })).catch(() => undefined);
    expect(storedSent(id)).toEqual(earlier);
  });

  it("keeps a payment that was sent meanwhile", async () => {
    const sent = { txHash: "0x1", totalPaid: "0", sentAt: 1 };
    const refused = withSentRecord(id, "0", async () => {
      rememberSent(id, sent);
      throw { code: 4001 };
    });
    await refused.catch(() => undefined);
    expect(storedSent(id)).toEqual(sent);
    endSent(id, "0x1", "cancelled");
    expect(storedSent(id)?.end).toBe("cancelled");
  });
});
