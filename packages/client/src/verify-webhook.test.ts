import { randomBytes } from "node:crypto";
import { runInNewContext } from "node:vm";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { eventTexts } from "@/lib/api/openapi/webhooks";
import { newWebhookSecret, signWebhook } from "@/lib/webhooks/sender/webhook-sender";
import { verifyWebhook, type WebhookHeaders, WebhookSignatureError } from "./verify-webhook";

const secret = newWebhookSecret(randomBytes);
const older = newWebhookSecret(randomBytes);
const body = eventTexts["checkout.paid"];
const event = JSON.parse(body);
const at = new Date("2026-03-14T09:28:28.640Z");

const signed = (secrets = [secret], text = body) =>
  ({ ...signWebhook({ id: event.id, body: text, secrets, at }) }) as Record<string, string>;

/** As a gateway leaves them that passes Standard Webhooks on, and no header that it doesn't know. */
function standard(secrets = [secret], text = body) {
  const { "x-svc-signature": _, ...headers } = signed(secrets, text);
  return headers;
}

function later(seconds: number): { now: Date } {
  return { now: new Date(at.getTime() + seconds * 1_000) };
}

async function refusal(
  ...[text, headers, secrets, options = later(1)]: Parameters<typeof verifyWebhook>
): Promise<unknown> {
  try {
    await verifyWebhook(text, headers, secrets, options);
    return null;
  } catch (error) {
    return error;
  }
}

describe("a delivery of the service", () => {
  test.each<[string, WebhookHeaders]>([
    ["fetch's headers", new Headers(signed())],
    ["Node's headers", signed()],
    ["names in other case", { "X-SVC-Signature": signed()["x-svc-signature"] }],
    ["fetch's headers of Standard Webhooks", new Headers(standard())],
    ["Node's headers of Standard Webhooks", standard()],
    ["an empty x-svc-signature beside Standard Webhooks", { ...standard(), "x-svc-signature": "" }],
  ])("is verified with %s", async (_, headers) => {
    expect(await verifyWebhook(body, headers, secret, later(1))).toEqual(event);
    expect(await verifyWebhook(new TextEncoder().encode(body), headers, [secret], later(1))).toEqual(event);
  });

  test("is verified by the Standard Webhooks library too", async () => {
    const headers = signWebhook({ id: event.id, body, secrets: [secret], at: new Date() });
    expect(new Webhook(secret).verify(body, { ...headers })).toEqual(event);
    expect(await verifyWebhook(body, { ...headers }, secret)).toEqual(event);
  });

  test("is verified with either secret during a rotation, on either side", async () => {
    expect(await verifyWebhook(body, signed([secret, older]), older, later(1))).toEqual(event);
    expect(await verifyWebhook(body, signed([secret, older]), secret, later(1))).toEqual(event);
    expect(await verifyWebhook(body, signed([older]), [secret, older], later(1))).toEqual(event);
    expect(await verifyWebhook(body, standard([secret, older]), older, later(1))).toEqual(event);
    expect(await verifyWebhook(body, standard([older]), [secret, older], later(1))).toEqual(event);
  });

  test("is verified until the end of its tolerance, in both directions", async () => {
    const second = Math.floor(at.getTime() / 1_000) * 1_000;
    const edge = (seconds: number) => ({ now: new Date(second + seconds * 1_000) });
    for (const seconds of [300, -300])
      expect(await verifyWebhook(body, signed(), secret, edge(seconds))).toEqual(event);
    for (const seconds of [300.001, -300.001])
      expect(await refusal(body, signed(), secret, edge(seconds))).toBeInstanceOf(WebhookSignatureError);
  });
});

const forgedOwn = { "x-svc-signature": `t=${Math.floor(at.getTime() / 1_000)},v1=${"0".repeat(64)}` };

function otherVersion() {
  const headers = standard();
  return { ...headers, "webhook-signature": headers["webhook-signature"]?.replace("v1,", "v2,") };
}

describe("refused is", () => {
  test.each<[string, Parameters<typeof verifyWebhook>]>([
    ["another secret", [body, signed(), older]],
    ["no secret", [body, signed(), []]],
    ["an empty secret, though the signature is made with it", [body, signed(), ""]],
    ["another body", [`${body} `, signed(), secret]],
    ["an old delivery", [body, signed(), secret, later(301)]],
    ["one from the future", [body, signed(), secret, later(-301)]],
    ["a shorter tolerance overstepped", [body, signed(), secret, { ...later(31), toleranceSeconds: 30 }]],
    [
      "a tolerance that is no number",
      [body, signed(), secret, { toleranceSeconds: Number.NaN, ...later(1) }],
    ],
    ["no header", [body, {}, secret]],
    ["an empty header", [body, { "x-svc-signature": "" }, secret]],
    ["a time alone", [body, { "x-svc-signature": `t=${Math.floor(at.getTime() / 1_000)}` }, secret]],
    [
      "a wrong x-svc-signature, though Standard Webhooks' is right",
      [body, { ...signed(), ...forgedOwn }, secret],
    ],
    ["Standard Webhooks with another secret", [body, standard(), older]],
    ["Standard Webhooks with another body", [`${body} `, standard(), secret]],
    ["Standard Webhooks with another id", [body, { ...standard(), "webhook-id": "evt_2" }, secret]],
    ["Standard Webhooks without an id", [body, { ...standard(), "webhook-id": undefined }, secret]],
    ["Standard Webhooks without a time", [body, { ...standard(), "webhook-timestamp": undefined }, secret]],
    ["an old delivery with Standard Webhooks", [body, standard(), secret, later(301)]],
    ["Standard Webhooks' other version", [body, otherVersion(), secret]],
    ["Standard Webhooks with a secret that isn't base64", [body, standard(), "whsec_?"]],
    ["Standard Webhooks with a secret without bytes", [body, standard(), "whsec_"]],
    ["a short signature", [body, { "x-svc-signature": `t=${at.getTime() / 1_000},v1=00` }, secret]],
  ])("%s", async (_, call) => {
    expect(await refusal(...call)).toBeInstanceOf(WebhookSignatureError);
  });

  test("every flipped bit of Standard Webhooks' headers", async () => {
    let accepted = 0;
    for (const [name, value] of Object.entries(standard())) {
      for (let bit = 0; bit < value.length * 8; bit += 1) {
        const flipped = Buffer.from(value);
        flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        const headers = { ...standard(), [name]: flipped.toString("latin1") };
        if ((await refusal(body, headers, secret)) === null) accepted += 1;
      }
    }
    expect(accepted).toBe(0);
  });

  test("every flipped bit of the body and of the signature's time and digest", async () => {
    const headers = signed();
    const bytes = Buffer.from(body);
    let accepted = 0;
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      if ((await refusal(flipped, headers, secret)) === null) accepted += 1;
    }
    const header = Buffer.from(headers["x-svc-signature"] ?? "");
    for (let bit = 0; bit < header.length * 8; bit += 1) {
      const flipped = Buffer.from(header);
      flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      const text = flipped.toString("latin1");
      if ((await refusal(body, { "x-svc-signature": text }, secret)) === null) accepted += 1;
    }
    expect(accepted).toBe(0);
  });
});

test("accepts bytes and headers of another realm's classes, as in Jest", async () => {
  const bytes = runInNewContext("new Uint8Array(values)", { values: [...Buffer.from(body)] });
  const foreign = { get: (name: string) => signed()[name] ?? null };
  expect(bytes).not.toBeInstanceOf(Uint8Array);
  expect(await verifyWebhook(bytes, foreign as Headers, secret, later(1))).toEqual(event);
});

test.each([
  ["a parsed body, as express.json() leaves it", event],
  ["no body, as Express has it without a parser", undefined],
])("distinguishes %s from a forged request", async (_, parsed) => {
  const call = verifyWebhook(parsed, signed(), secret, later(1));
  await expect(call).rejects.toThrow(TypeError);
  await expect(call).rejects.toThrow("pass the raw body, for example express.raw()");
});
