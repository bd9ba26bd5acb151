import { expect } from "@playwright/test";
import { call, getPublic, untilStatus } from "../support/api";
import { balanceOf } from "../support/chain";
import { clients } from "./clients";
import { fundedWallet, price, type Rig, startCheckout, test, x402Url } from "./rig";
import { startTranscript } from "./transcript";
import { paymentHeader, withPayment } from "./wire";

type Json = Record<string, Record<string, unknown>>;

/** The payment that an honest client makes, kept from the service. */
async function unsentPayment(
  demo: Rig["service"]["demo"],
  checkout: { id: string },
  payer: Awaited<ReturnType<typeof fundedWallet>>,
  { paying }: (typeof clients)[number],
): Promise<Request> {
  const kept: Request[] = [];
  const transcript = startTranscript({
    request: (request) => {
      if (paymentHeader(request) === null) return request;
      kept.push(request.clone());
      throw new Error("kept");
    },
  });
  await (await paying(payer, transcript.fetch))(x402Url(demo, checkout)).catch(() => undefined);
  const [payment] = kept;
  if (payment === undefined) throw new Error("the client made no payment");
  return payment;
}

const at = (request: Request, url: string) => new Request(url, { headers: request.headers });

for (const client of clients) {
  const isMpp = client.header === "Authorization";

  test.describe(client.name, () => {
    test("a payment pays its own checkout alone, once", async ({ demo, rig: { base } }) => {
      const payer = await fundedWallet(base);
      const [own, other] = [await startCheckout(demo), await startCheckout(demo)];
      const foreign = await startCheckout({ ...demo, serverKey: demo.secondProject.serverKey });
      const payment = await unsentPayment(demo, own, payer, client);
      for (const { id } of [other, foreign]) {
        const answer = await fetch(at(payment, x402Url(demo, { id })));
        expect(answer.status).toBe(402);
        expect(await getPublic(demo, id)).toMatchObject({ status: "PENDING", gaslessPayment: null });
      }
      expect((await fetch(payment.clone())).status).toBe(200);
      await untilStatus(demo, own.id, "DETECTED");
      for (const { id } of [other, foreign])
        expect((await fetch(at(payment, x402Url(demo, { id })))).status).toBe(402);
      expect((await fetch(payment.clone())).status).toBe(200);
      expect(await balanceOf(demo, payer.address, { chainId: 8453 })).toBe(9n * price);
    });

    test("a payment with a changed field pays nothing", async ({ demo, rig: { base } }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      const payment = await unsentPayment(demo, checkout, payer, client);
      const inner = (change: object) => (sent: Json) => ({
        ...sent,
        payload: isMpp
          ? { ...sent.payload, ...change }
          : { ...sent.payload, authorization: { ...(sent.payload?.authorization as object), ...change } },
      });
      const changes: ((sent: Json) => object)[] = [
        inner({ value: "1" }),
        inner({ value: (price + 1n).toString() }),
        inner({ from: `0x${"11".repeat(20)}` }),
        inner({ to: payer.address }),
        inner({ nonce: `0x${"22".repeat(32)}` }),
        inner({ validAfter: "1" }),
        inner({ validBefore: "1" }),
        inner({ validBefore: "9".repeat(77) }),
        ...(isMpp
          ? [
              (sent: Json) => ({ ...sent, challenge: { ...sent.challenge, id: "A".repeat(43) } }),
              (sent: Json) => ({ ...sent, challenge: { ...sent.challenge, realm: "example.com" } }),
              (sent: Json) => ({
                ...sent,
                challenge: { ...sent.challenge, expires: "2099-01-01T00:00:00.000Z" },
              }),
              (sent: Json) => ({ ...sent, challenge: { ...sent.challenge, request: "e30" } }),
              (sent: Json) => ({ ...sent, source: `did:pkh:eip155:1:${payer.address}` }),
            ]
          : []),
      ];
      for (const change of changes) {
        const answer = await fetch(withPayment(payment, change as never));
        expect(answer.status, await answer.clone().text()).toBe(402);
        // It may try again with what is offered now.
        expect(answer.headers.has("payment-required")).toBe(true);
        expect(answer.headers.get("www-authenticate")).toMatch(/^Payment id="/);
      }
      expect(await getPublic(demo, checkout.id)).toMatchObject({ status: "PENDING", gaslessPayment: null });
      expect(await balanceOf(demo, payer.address, { chainId: 8453 })).toBe(10n * price);
    });

    test("an unreadable payment is refused without an error of the service", async ({
      demo,
      rig: { base },
    }) => {
      const payer = await fundedWallet(base);
      const checkout = await startCheckout(demo);
      const payment = await unsentPayment(demo, checkout, payer, client);
      const { name, value } = paymentHeader(payment) ?? { name: "", value: "" };
      const send = (headers: Record<string, string>) => fetch(x402Url(demo, checkout), { headers });
      const prefix = isMpp ? "Payment " : "";
      const broken = [
        "",
        "!",
        "e30",
        "W10",
        "bnVsbA",
        Buffer.from("[".repeat(4_000)).toString("base64"),
        Buffer.from('{"x402Version":2,"x402Version":1}').toString("base64"),
        value.slice(prefix.length, -20),
        `${value.slice(prefix.length)}, ${value.slice(prefix.length)}`,
        "A".repeat(13_000),
      ];
      for (const text of broken) {
        const answer = await send({ [name]: `${prefix}${text}` });
        expect(answer.status, text.slice(0, 40)).toBe(isMpp ? 402 : 400);
      }
      expect((await send({ [name]: "A".repeat(20_000) })).status).toBe(431);
      expect(await getPublic(demo, checkout.id)).toMatchObject({ status: "PENDING", gaslessPayment: null });
    });
  });
}

test("two payments in one request are refused, whichever protocols they are in", async ({
  demo,
  rig: { base },
}) => {
  const payer = await fundedWallet(base);
  const checkout = await startCheckout(demo);
  const payments = await Promise.all(
    clients.map(async (client) => paymentHeader(await unsentPayment(demo, checkout, payer, client))),
  );
  const [second, first, mpp] = payments.map((payment) => payment ?? { name: "", value: "" });
  for (const [one, other] of [
    [second, first],
    [second, mpp],
    [first, mpp],
  ]) {
    const headers = { [one?.name ?? ""]: one?.value ?? "", [other?.name ?? ""]: other?.value ?? "" };
    const answer = await call(x402Url(demo, checkout), { headers });
    expect(answer.status).toBe(400);
    expect(answer.body).toMatchObject({ ok: false, error: { code: "VALIDATION_ERROR" } });
  }
  expect(await getPublic(demo, checkout.id)).toMatchObject({ status: "PENDING", gaslessPayment: null });
});

test("a payment of one version in the other's header has one outcome", async ({ demo, rig: { base } }) => {
  const payer = await fundedWallet(base);
  const checkout = await startCheckout(demo);
  const [second, first] = clients;
  if (second === undefined || first === undefined) throw new Error("there are two versions");
  const sent = paymentHeader(await unsentPayment(demo, checkout, payer, first))?.value ?? "";
  const url = x402Url(demo, checkout);
  const wrong = await fetch(url, { headers: { "payment-signature": sent } });
  const right = await fetch(url, { headers: { "x-payment": sent } });
  expect([wrong.status, right.status]).toEqual([200, 200]);
  await untilStatus(demo, checkout.id, "DETECTED");
  expect(await balanceOf(demo, payer.address, { chainId: 8453 })).toBe(9n * price);
});

test("other schemes of Authorization are no payment", async ({ demo }) => {
  const checkout = await startCheckout(demo);
  for (const authorization of ["Bearer abc", "Basic abc", "Payments e30"]) {
    const answer = await fetch(x402Url(demo, checkout), { headers: { authorization } });
    expect(answer.status).toBe(402);
    expect(answer.headers.get("cache-control")).toBe("no-store");
  }
});
