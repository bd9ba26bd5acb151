import { expect } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { call, getPublic, untilStatus } from "../support/api";
import { balanceOf } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { baseUsdc } from "./base-chain";
import { clients, keyWallet } from "./clients";
import { fundedWallet, price, startCheckout, test, x402Url } from "./rig";
import { startTranscript } from "./transcript";
import { argumentsOf, authorizationIn, resultIn, withAmount } from "./wire";

const onBase = { chainId: 8453 };

async function cancel(demo: DemoManifest, id: string): Promise<void> {
  const headers = { "x-api-key": demo.serverKey };
  await call(`${demo.baseUrl}/v1/checkouts/${id}/cancel`, { method: "POST", headers });
}

for (const { name, header, paying } of clients) {
  /** Its reason, where the protocol has one. */
  const expectReason = (response: Response, reason: string) => {
    if (header !== "Authorization") expect(resultIn(response).x402?.errorReason).toBe(reason);
  };
  /** mppx signs again for each 402. */
  const tries = name.startsWith("mppx") ? 3 : 1;

  test.describe(name, () => {
    test("is refused with another amount than the price, and pays nothing", async ({
      demo,
      rig: { base },
    }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      const less = (price - 1n).toString();
      const transcript = startTranscript({ response: (response) => withAmount(response, less) });
      const response = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
      await transcript.save();
      expect(response.status).toBe(402);
      expectReason(response, "invalid_exact_evm_payload_authorization_value_mismatch");
      expect(transcript.payments()).toBe(tries);
      expect(await balanceOf(demo, payer.address, onBase)).toBe(10n * price);
      expect(await getPublic(demo, checkout.id)).toMatchObject({ status: "PENDING", gaslessPayment: null });
    });

    test("is offered the rest when a part arrived after the offer", async ({ demo, rig: { base } }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      let isPaidInPart = false;
      const transcript = startTranscript({
        request: async (request) => {
          if (authorizationIn(request) === null || isPaidInPart) return request;
          isPaidInPart = true;
          await base.mint(checkout.depositAddress as never, 1_000_000n);
          await expect
            .poll(async () => (await getPublic(demo, checkout.id)).remainingAmount)
            .toBe((price - 1_000_000n).toString());
          return request;
        },
      });
      const pay = await paying(payer, transcript.fetch);
      const response = await pay(x402Url(demo, checkout));
      if (tries === 1) {
        expect(response.status).toBe(402);
        expectReason(response, "invalid_exact_evm_payload_authorization_value_mismatch");
        expect((await pay(x402Url(demo, checkout))).status).toBe(200);
      } else expect(response.status).toBe(200);
      await transcript.save();
      await untilStatus(demo, checkout.id, "DETECTED");
      expect(await balanceOf(demo, payer.address, onBase)).toBe(9n * price + 1_000_000n);
    });

    for (const [how, code, end] of [
      ["was cancelled", "CHECKOUT_NOT_PAYABLE", cancel],
      ["expired", "CHECKOUT_EXPIRED", (demo: DemoManifest, id: string) => endTime(demo, [id])],
    ] as const)
      test(`gets no second offer when the checkout ${how} after the first`, async ({
        demo,
        rig: { base },
      }) => {
        const payer = await fundedWallet(base);
        const checkout = await startCheckout(demo);
        const transcript = startTranscript({
          request: async (request) => {
            if (authorizationIn(request) !== null) await end(demo, checkout.id);
            return request;
          },
        });
        const response = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
        await transcript.save();
        expect(response.status).toBe(409);
        expect(await response.json()).toMatchObject({ ok: false, error: { code } });
        expect(transcript.payments()).toBe(1);
        expect(await balanceOf(demo, payer.address, onBase)).toBe(10n * price);
      });

    test("waits with a nonce that its wallet cancelled, and signs no second time", async ({
      demo,
      rig: { base },
    }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      const transcript = startTranscript({
        request: async (request) => {
          const sent = authorizationIn(request);
          if (sent !== null) await base.cancel(payer, sent.nonce);
          return request;
        },
      });
      const response = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
      await transcript.save();
      expect(response.status).toBe(202);
      expectReason(response, "settlement_pending");
      expect(transcript.payments()).toBe(1);
      expect(await balanceOf(demo, payer.address, onBase)).toBe(10n * price);
    });

    test("pays once when someone else submits its authorization first", async ({ demo, rig: { base } }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      const transcript = startTranscript({
        request: async (request) => {
          const sent = authorizationIn(request);
          if (sent === null) return request;
          await base.submit(argumentsOf(sent));
          // Until the service knows it, the payment is pending.
          await untilStatus(demo, checkout.id, "DETECTED");
          return request;
        },
      });
      const response = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
      await transcript.save();
      expect(response.status).toBe(409);
      expect(await response.json()).toMatchObject({ ok: false, error: { code: "CHECKOUT_NOT_PAYABLE" } });
      expect(transcript.payments()).toBe(1);
      expect(await balanceOf(demo, payer.address, onBase)).toBe(9n * price);
    });

    test("is refused with too little money", async ({ demo, rig: { base } }) => {
      const payer = keyWallet();
      await base.mint(payer.address, price - 1n);
      const checkout = await startCheckout(demo);
      const transcript = startTranscript();
      const response = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
      await transcript.save();
      expect(response.status).toBe(402);
      expectReason(response, "invalid_exact_evm_insufficient_balance");
      expect(transcript.payments()).toBe(tries);
      expect(await balanceOf(demo, payer.address, onBase)).toBe(price - 1n);
    });

    test("is refused from a wallet that the token's issuer blocks", async ({ demo, rig: { base } }) => {
      const payer = await fundedWallet(base);
      await base.blacklist(payer.address, true);
      const checkout = await startCheckout(demo);
      const transcript = startTranscript();
      const response = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
      await transcript.save();
      expect(response.status).toBe(402);
      expectReason(response, "invalid_exact_evm_transaction_simulation_failed");
      expect(transcript.payments()).toBe(tries);
      expect(await balanceOf(demo, payer.address, onBase)).toBe(10n * price);
    });

    test("moves the price once when two wallets pay at once", async ({ demo, rig: { base } }) => {
      const payers = [await fundedWallet(base), await fundedWallet(base)];
      const checkout = await startCheckout(demo);
      const transcript = startTranscript();
      const answers = await Promise.all(
        payers.map(async (payer) => (await paying(payer, transcript.fetch))(x402Url(demo, checkout))),
      );
      await transcript.save();
      const statuses = answers.map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(1);
      expect(statuses.filter((status) => status === 409)).toHaveLength(1);
      expect(await untilStatus(demo, checkout.id, "DETECTED")).toMatchObject({ totalPaid: price.toString() });
      const left = await Promise.all(payers.map(({ address }) => balanceOf(demo, address, onBase)));
      expect(left).toHaveLength(2);
      expect(left).toEqual(expect.arrayContaining([10n * price, 9n * price]));
    });

    test("moves the price once when it sends the same payment twice at once", async ({
      demo,
      rig: { base },
    }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      let twin: Promise<Response> | null = null;
      const transcript = startTranscript({
        request: (request) => {
          if (authorizationIn(request) !== null) twin ??= fetch(request.clone());
          return request;
        },
      });
      const response = await (await paying(payer, transcript.fetch))(x402Url(demo, checkout));
      await transcript.save();
      expect(response.status).toBe(200);
      const other = (await twin) as Response | null;
      expect(other?.status).toBe(200);
      if (other !== null) expect(withoutTime(other)).toEqual(withoutTime(response));
      expect(await untilStatus(demo, checkout.id, "DETECTED")).toMatchObject({ totalPaid: price.toString() });
      expect(await balanceOf(demo, payer.address, onBase)).toBe(9n * price);
    });
  });
}

test("the token is at the address of USDC on Base, for clients that know no other", async ({ demo }) => {
  expect((await startCheckout(demo)).tokenAddress).toBe(baseUsdc);
});

/** An answer's result, without the time of the answer. */
function withoutTime(response: Response) {
  const { x402, mpp } = resultIn(response);
  return { x402, mpp: mpp === null ? null : { ...mpp, timestamp: null } };
}
