import { expect } from "@playwright/test";
import { untilStatus } from "../support/api";
import { balanceOf } from "../support/chain";
import { clients } from "./clients";
import { fundedWallet, price, startCheckout, test, wallets, x402Url } from "./rig";
import { startTranscript } from "./transcript";
import { resultIn } from "./wire";

for (const { name, header, paying } of clients)
  for (const [kind, makeWallet] of Object.entries(wallets))
    test(`${name} pays from ${kind}`, async ({ demo, rig: { base } }) => {
      const payer = await makeWallet(base);
      const checkout = await startCheckout(demo);
      const transcript = startTranscript();
      const pay = await paying(payer, transcript.fetch);

      const startedAt = Date.now();
      const response = await pay(x402Url(demo, checkout));
      const tookMs = Date.now() - startedAt;
      expect(response.status).toBe(200);
      expect(transcript.exchanges.map(({ response: answer }) => answer?.status)).toEqual([402, 200]);

      const { x402, mpp } = resultIn(response);
      const hash = x402?.transaction ?? mpp?.reference ?? "0x";
      const receipt = await base.node.getTransactionReceipt({ hash });
      expect(receipt.status).toBe("success");
      if (header === "Authorization") expect(mpp).toMatchObject({ method: "evm", status: "success" });
      else
        expect(x402).toMatchObject({
          success: true,
          network: header === "X-PAYMENT" ? "base" : "eip155:8453",
          payer: payer.address,
        });
      expect(await response.json()).toMatchObject({ ok: true, data: { id: checkout.id } });
      await untilStatus(demo, checkout.id, "DETECTED");
      const at = { chainId: 8453 };
      expect(await balanceOf(demo, String(checkout.depositAddress), at)).toBe(price);
      expect(await balanceOf(demo, payer.address, at)).toBe(9n * price);
      await transcript.save(`Settled after ${tookMs} ms; gas used: ${receipt.gasUsed}.`);
    });

for (const { name, paying } of clients)
  test(`${name} pays by POST, and selects the token of a checkout without one`, async ({
    demo,
    rig: { base },
  }) => {
    const payer = await fundedWallet(base);
    const checkout = await startCheckout(demo, { chainId: undefined, tokenAddress: undefined });
    const transcript = startTranscript();
    const pay = await paying(payer, transcript.fetch);
    const response = await pay(x402Url(demo, checkout), { method: "POST" });
    await transcript.save();
    expect(response.status).toBe(200);
    expect(await untilStatus(demo, checkout.id, "DETECTED")).toMatchObject({ totalPaid: price.toString() });
  });
