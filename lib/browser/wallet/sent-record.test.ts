import { beforeEach, describe, expect, it } from "vitest";
import { endSent, forgetSent, rememberSent, storedSent } from "@/lib/browser/checkout-memory";
import { withSentRecord } from "./sent-record";
import { WalletError } from "./wallet-problem";

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
