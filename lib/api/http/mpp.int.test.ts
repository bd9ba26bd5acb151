import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { nonceOf } from "@/lib/signed/mpp/charges";
import { readJson, toBase64Json } from "@/lib/signed/mpp/credential.schema";
import { relayAuthorizations } from "@/lib/signed/relay-authorizations";
import { paymentToSign } from "@/lib/signed/typed-data.rules";
import { serveRoutes, wireRoutes } from "@/lib/testing/service";
import { fromHeaderText } from "@/lib/testing/signed-payment";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";

const network = await testNetwork();
const world = testWorld([network]);
const service = await serveRoutes();
let checkout: Checkout;
let key: Hex;

beforeEach(async () => {
  wireRoutes(world);
  checkout = await world.create();
  key = generatePrivateKey();
  const { address } = privateKeyToAccount(key);
  await send(network, network.usdc, localUsdcAbi, "mint", [address, 10n * price]);
});

const ask = (headers: Record<string, string> = {}, { id }: { id: string } = checkout, method = "GET") =>
  fetch(`${service.baseUrl}/c/${id}/x402`, { method, headers });

type Challenge = Record<"id" | "realm" | "method" | "intent" | "request" | "expires", string>;
type Credential = { challenge: Challenge; payload: Record<string, string>; source?: string };

function challengeOf(answer: Response): Challenge {
  const header = answer.headers.get("www-authenticate") ?? "";
  expect(header).toMatch(/^Payment id="/);
  return Object.fromEntries(
    [...header.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  ) as Challenge;
}

/** Signs what a challenge asks for, as the draft says. */
async function credentialFor(challenge: Challenge): Promise<Credential> {
  const account = privateKeyToAccount(key);
  const request = readJson(challenge.request) as Record<"amount" | "currency" | "recipient", Hex>;
  const validBefore = Date.parse(challenge.expires) / 1_000;
  const message = {
    from: account.address,
    to: request.recipient,
    value: BigInt(request.amount),
    validAfter: 0n,
    validBefore: BigInt(validBefore),
    nonce: nonceOf(challenge),
  };
  const { chainId } = network.chain;
  const terms = { ...message, chainId, tokenAddress: request.currency, amountUnits: message.value };
  const domain = { name: "USD Coin", version: "2" };
  const signature = await account.signTypedData(paymentToSign("EIP3009", terms, domain));
  const { from, to, nonce } = message;
  const signed = { from, to, nonce, value: request.amount, validAfter: "0", validBefore: `${validBefore}` };
  return {
    challenge,
    payload: { type: "authorization", ...signed, signature },
    source: `did:pkh:eip155:${chainId}:${account.address}`,
  };
}

const inHeader = (credential: Credential) => ({ authorization: `Payment ${toBase64Json(credential)}` });

/** Sends and finds what is accepted, until the answer is there. */
async function whileWorking(answer: Promise<Response>): Promise<Response> {
  let isAnswered = false;
  const end = () => {
    isAnswered = true;
  };
  answer.then(end, end);
  while (!isAnswered) {
    await relayAuthorizations(world.deps, network.chain.chainId);
    await network.chain.mine(1);
    await world.scan();
  }
  return answer;
}

const stored = () => world.query("SELECT id FROM authorizations");

describe("the address for payments by software", () => {
  it("challenges clients of MPP beside those of x402", async () => {
    const answer = await ask();
    expect(answer.status).toBe(402);
    const challenge = challengeOf(answer);
    expect(challenge).toMatchObject({ realm: "pay.example", method: "evm", intent: "charge" });
    const [offer] = fromHeaderText<{ accepts: Record<string, string>[] }>(
      answer.headers.get("payment-required"),
    ).accepts;
    expect(readJson(challenge.request)).toMatchObject({
      amount: offer?.amount,
      currency: offer?.asset,
      recipient: offer?.payTo,
      methodDetails: { chainId: network.chain.chainId },
    });
    expect(answer.headers.get("access-control-expose-headers")).toMatch(/www-authenticate, payment-receipt/);
  });

  it("takes a credential, and answers with a receipt; the same one again pays no second time", async () => {
    const credential = await credentialFor(challengeOf(await ask()));
    const answer = await whileWorking(ask(inHeader(credential)));
    expect(answer.status).toBe(200);
    const receipt = readJson(answer.headers.get("payment-receipt") ?? "");
    expect(receipt).toMatchObject({
      method: "evm",
      status: "success",
      reference: expect.stringMatching(/^0x[0-9a-f]{64}$/),
      challengeId: credential.challenge.id,
    });
    expect(await world.status(checkout)).toBe("DETECTED");
    const again = await ask(inHeader(credential), checkout, "POST");
    expect(again.status).toBe(200);
    const { reference } = receipt as { reference: string };
    expect(readJson(again.headers.get("payment-receipt") ?? "")).toMatchObject({ reference });
    expect(await stored()).toHaveLength(1);
  });

  it("gives no receipt when an accepted credential is sent again with another receiver", async () => {
    const credential = await credentialFor(challengeOf(await ask()));
    expect((await whileWorking(ask(inHeader(credential)))).status).toBe(200);
    const payload = { ...credential.payload, to: `0x${"ab".repeat(20)}` };
    const answer = await ask(inHeader({ ...credential, payload }));
    expect(answer.status).toBe(409);
    expect(answer.headers.has("payment-receipt")).toBe(false);
  });

  it("challenges again, for the rest, when a part arrived after the challenge", async () => {
    const credential = await credentialFor(challengeOf(await ask()));
    await network.pay(checkout.depositAddress, 1_000_000n);
    await world.scan();
    const answer = await ask(inHeader(credential));
    expect(answer.status).toBe(402);
    expect(answer.headers.has("payment-receipt")).toBe(false);
    expect(readJson(challengeOf(answer).request)).toMatchObject({ amount: String(price - 1_000_000n) });
    expect(await stored()).toEqual([]);
  });

  it("challenges again when a credential is unreadable, forged, or another checkout's", async () => {
    const other = await world.create();
    const credential = await credentialFor(challengeOf(await ask()));
    const forged = {
      ...credential,
      challenge: { ...credential.challenge, expires: "2099-01-01T00:00:00.000Z" },
    };
    for (const [headers, at] of [
      [{ authorization: "Payment dGhpcyBpcyBnYXJiYWdl" }, checkout],
      [{ authorization: "Payment" }, checkout],
      [inHeader(forged), checkout],
      [inHeader(credential), other],
    ] as const) {
      const answer = await ask(headers, at);
      expect(answer.status).toBe(402);
      challengeOf(answer);
      expect(await answer.json()).toMatchObject({ error: "invalid-challenge" });
    }
    expect(await stored()).toEqual([]);
  });

  it("awaits a payment that someone else submitted, offers nothing meanwhile, and gives its receipt", async () => {
    const credential = await credentialFor(challengeOf(await ask()));
    const { from, to, value, validAfter, validBefore, nonce, signature } = credential.payload;
    const args = [
      from,
      to,
      BigInt(value ?? 0),
      BigInt(validAfter ?? 0),
      BigInt(validBefore ?? 0),
      nonce,
      signature,
    ];
    await send(network, network.usdc, localUsdcAbi, "transferWithAuthorization", args);
    const waiting = ask(inHeader(credential));
    await expect.poll(async () => (await ask()).status).toBe(409);
    await world.scan();
    expect(await world.status(checkout)).toBe("DETECTED");
    const settled = await waiting;
    expect(settled.status).toBe(200);
    expect(settled.headers.has("payment-receipt")).toBe(true);
  });

  it("refuses two payments in one request", async () => {
    const headers = {
      ...inHeader(await credentialFor(challengeOf(await ask()))),
      "payment-signature": "e30=",
    };
    const answer = await ask(headers);
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: { code: "VALIDATION_ERROR" } });
    expect(await stored()).toEqual([]);
  });

  it("names another field for the payment of a request whose Authorization is something else", async () => {
    for (const authorization of ["Payments e30", "Bearer abc"]) {
      const answer = await ask({ authorization });
      expect(answer.status).toBe(402);
      expect(challengeOf(answer)).toMatchObject({ header: "Payment-Authorization" });
    }
    const beside = { authorization: "Bearer abc" };
    const credential = await credentialFor(challengeOf(await ask(beside)));
    const payment = inHeader(credential).authorization;
    // Not in the field that it did not name, and not with a challenge that names none.
    expect((await ask({ authorization: payment })).status).toBe(402);
    const { header: _, ...rest } = credential.challenge as Challenge & { header: string };
    const unnamed = inHeader({ ...credential, challenge: rest }).authorization;
    expect((await ask({ authorization: unnamed })).status).toBe(402);
    expect((await ask({ authorization: payment, "payment-authorization": payment })).status).toBe(400);
    expect(await stored()).toEqual([]);
    const paid = await whileWorking(ask({ ...beside, "payment-authorization": payment }));
    expect(paid.status).toBe(200);
    expect(paid.headers.get("payment-receipt")).not.toBeNull();
  });

  it("challenges no one when the checkout is cancelled or unknown", async () => {
    const credential = await credentialFor(challengeOf(await ask()));
    expect((await ask(inHeader(credential), { id: "chk_00000000000000000000000000" })).status).toBe(404);
    await cancelCheckout(world.deps, world.project.id, checkout.id);
    for (const headers of [inHeader(credential), { authorization: "Payment x" }]) {
      const answer = await ask(headers);
      expect(answer.status).toBe(409);
      expect(answer.headers.has("www-authenticate")).toBe(false);
    }
  });
});
