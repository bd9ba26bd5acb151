import { expect } from "@playwright/test";
import { clients, payByX402, type SpendControls, x402Client } from "./clients";
import { fundedWallet, startCheckout, test, x402Url } from "./rig";
import { startTranscript } from "./transcript";

const tether = "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2";

type Offer = Record<"scheme" | "network" | "amount" | "asset" | "payTo", string>;

/** The service's own offer, in another token or over another amount. */
async function offerOf(url: string, changes: Partial<Offer> = {}): Promise<Offer> {
  const answer = await fetch(url);
  const required = JSON.parse(
    Buffer.from(answer.headers.get("payment-required") ?? "", "base64").toString(),
  ) as { accepts: Offer[] };
  return { ...(required.accepts[0] as Offer), ...changes };
}

test("@x402/fetch as it comes pays a dollar, and refuses a cent more before it signs", async ({
  demo,
  rig: { base },
}) => {
  const payer = await fundedWallet(base);
  const plain = await x402Client(payer);
  for (const [amount, pays] of [
    ["1000000", true],
    ["1010000", false],
  ] as const) {
    const checkout = await startCheckout(demo, { amount });
    const transcript = startTranscript();
    const pay = (await payByX402(transcript.fetch, plain))(x402Url(demo, checkout));
    if (pays) expect((await pay).status).toBe(200);
    else await expect(pay).rejects.toThrow(/rejected by spendControls.maxAmountPerPayment \(\$1/);
    expect(transcript.payments()).toBe(pays ? 1 : 0);
    await transcript.save();
  }
});

test("@x402/fetch refuses tokens that it doesn't know, until they are allowed", async ({
  demo,
  rig: { base },
}) => {
  const payer = await fundedWallet(base);
  const offer = await offerOf(x402Url(demo, await startCheckout(demo)), { asset: tether });
  const select = async (controls?: SpendControls) =>
    (await x402Client(payer, controls)).selectPaymentRequirements(2, [offer]).amount;
  await expect(select()).rejects.toThrow(/only default assets or entries in spendControls.allowedAssets/);
  await expect(select({ maxAmountPerPayment: "$100" })).rejects.toThrow(/only default assets/);
  const allowed = (maxAmountPerPayment: string) => ({
    allowedAssets: [{ network: offer.network, asset: tether, maxAmountPerPayment }],
  });
  await expect(select(allowed("4499999"))).rejects.toThrow(/allowedAssets maxAmountPerPayment/);
  expect(await select(allowed("4500000"))).toBe("4500000");
});

test("mppx refuses more than its maxAmount before it signs", async ({ demo, rig: { base } }) => {
  const payer = await fundedWallet(base);
  const checkout = await startCheckout(demo, { amount: "100000001" });
  for (const { paying } of clients.filter(({ name }) => name.startsWith("mppx"))) {
    const transcript = startTranscript();
    await expect((await paying(payer, transcript.fetch))(x402Url(demo, checkout))).rejects.toThrow();
    expect(transcript.payments()).toBe(0);
  }
});
