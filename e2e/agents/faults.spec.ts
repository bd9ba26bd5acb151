import { expect } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { generousLimits } from "@/lib/testing/lasting-port";
import { getPublic, untilStatus } from "../support/api";
import { balanceOf } from "../support/chain";
import { clients } from "./clients";
import { fundedWallet, price, startCheckout, test, x402Url } from "./rig";
import { startTranscript } from "./transcript";
import { authorizationIn, resultIn } from "./wire";

const onBase = { chainId: 8453 };

/** The request that carried the payment, to send it again. */
const paymentOf = (exchanges: readonly { request: Request }[]) => {
  const found = exchanges.find(({ request }) => authorizationIn(request) !== null);
  if (found === undefined) throw new Error("nothing was paid");
  return found.request.clone();
};

const byServerOf =
  ({ serverKey }: DemoManifest) =>
  (request: Request) => {
    request.headers.set("x-api-key", serverKey);
    return request;
  };

for (const { name, header, paying } of clients)
  test.describe(name, () => {
    test("pays once when the server is killed while it waits for the block", async ({
      demo,
      rig: { base, service },
    }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      const transcript = startTranscript();
      const pay = await paying(payer, transcript.fetch);
      const lost = await base.withoutBlocks(async () => {
        const answer = pay(x402Url(demo, checkout)).then(
          () => "answered",
          () => "lost",
        );
        await expect
          .poll(async () => (await getPublic(demo, checkout.id)).gaslessPayment?.txHash ?? null)
          .not.toBeNull();
        await service.server().kill();
        return answer;
      });
      expect(lost).toBe("lost");
      await service.startServer(generousLimits);

      const again = startTranscript();
      const send = async () => (await again.fetch(paymentOf(transcript.exchanges))).status;
      await expect.poll(send, { timeout: 60_000 }).toBe(200);
      await again.save();
      const statuses = again.exchanges.map(({ response }) => response?.status);
      expect(statuses.filter((status) => status !== 202)).toEqual([200]);
      await expect.poll(async () => (await getPublic(demo, checkout.id)).totalPaid).toBe(price.toString());
      expect(await balanceOf(demo, payer.address, onBase)).toBe(9n * price);
      // A client that forgot its payment gets no offer to pay again.
      expect((await fetch(x402Url(demo, checkout))).status).toBe(409);
    });

    test("gets the payment's new state when its block is reorganised away", async ({
      demo,
      rig: { base, receiver },
    }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      // Sent by the shop's server: it reverts, and each address may cause few reverts a day.
      const transcript = startTranscript({ request: byServerOf(demo) });
      const first = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
      expect(first.status).toBe(200);
      await untilStatus(demo, checkout.id, "DETECTED");
      const { x402, mpp } = resultIn(first);
      const hash = x402?.transaction ?? mpp?.reference ?? "0x";

      // In the other history the wallet is blocked, so the same transaction pays nothing.
      const { blockNumber } = await base.node.getTransactionReceipt({ hash });
      await base.withoutBlocks(async () => {
        const head = await base.node.getBlockNumber();
        await base.rollBack(Number(head - blockNumber) + 1);
      });
      await base.blacklist(payer.address, true);
      const reverted = await receiver.until(
        ({ event }) => event.event === "checkout.reverted" && event.data.checkoutId === checkout.id,
        60_000,
      );
      expect(reverted.event.data).toMatchObject({ totalPaid: "0" });

      const again = await transcript.fetch(paymentOf(transcript.exchanges));
      await transcript.save();
      expect(again.status).toBe(202);
      expect(again.headers.has("payment-receipt")).toBe(false);
      if (header !== "Authorization")
        expect(resultIn(again).x402).toMatchObject({
          success: false,
          errorReason: "settlement_pending",
          transaction: hash,
        });
      expect(await balanceOf(demo, payer.address, onBase)).toBe(10n * price);
    });
  });
