import { expect } from "@playwright/test";
import { untilStatus } from "../support/api";
import { approvePermit2, balanceOf, tokenOf } from "../support/chain";
import { keyWallet, payByX402, x402Client } from "./clients";
import { price, type Rig, startCheckout, test, x402Url } from "./rig";
import { startTranscript } from "./transcript";
import { resultIn } from "./wire";

const at = { chainId: 8453, symbol: "USDT" };

/** A wallet with USDT and without coin, and a client that its owner allows to spend it. */
async function usdtPayer({ base }: Rig) {
  const payer = keyWallet();
  const asset = tokenOf(base.chain, "USDT");
  await base.mintUsdt(payer.address, 10n * price);
  const transcript = startTranscript();
  const allowedAssets = [{ network: "eip155:8453", asset, maxAmountPerPayment: price.toString() }];
  const pay = await payByX402(transcript.fetch, await x402Client(payer, { allowedAssets }));
  return { payer, asset, transcript, pay };
}

test("@x402/fetch pays USDT through Permit2, and without an approval gets 412", async ({ demo, rig }) => {
  const { payer, asset, transcript, pay } = await usdtPayer(rig);
  const checkout = await startCheckout(demo, { tokenAddress: asset });

  const refused = await pay(x402Url(demo, checkout));
  expect(refused.status).toBe(412);
  expect(resultIn(refused).x402).toMatchObject({
    success: false,
    errorReason: "permit2_allowance_required",
    payer: payer.address,
  });
  expect(await balanceOf(demo, payer.address, at)).toBe(10n * price);

  await approvePermit2(rig.base.chain, payer.address, asset);
  const paid = await pay(x402Url(demo, checkout));
  expect(paid.status).toBe(200);
  expect(resultIn(paid).x402).toMatchObject({
    success: true,
    network: "eip155:8453",
    payer: payer.address,
  });
  await untilStatus(demo, checkout.id, "DETECTED");
  expect(await balanceOf(demo, String(checkout.depositAddress), at)).toBe(price);
  expect(await balanceOf(demo, payer.address, at)).toBe(9n * price);
  expect(transcript.exchanges.map(({ response }) => response?.status)).toEqual([402, 412, 402, 200]);
  await transcript.save();
});
