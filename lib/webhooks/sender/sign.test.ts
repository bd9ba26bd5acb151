import { createHmac, randomBytes } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { describe, expect, it } from "vitest";
import { newWebhookSecret, signWebhook } from "./webhook-sender";

const secret = newWebhookSecret(randomBytes);
const older = newWebhookSecret(randomBytes);
const id = "evt_01";
const body = '{"event":"checkout.paid","data":{"itemName":"Kaffee ☕ „groß“"}}';

/** Verifies `x-svc-signature` as the documentation tells a receiver to. */
function verifiesOwn(header: string, key: string, text: string): boolean {
  const [time, ...signatures] = header.split(",");
  const expected = createHmac("sha256", key)
    .update(`${time?.slice(2)}.${text}`)
    .digest("hex");
  return signatures.includes(`v1=${expected}`);
}

function verifiesStandard(headers: Record<string, string>, key: string, text: string): boolean {
  try {
    new Webhook(key).verify(text, headers);
    return true;
  } catch {
    return false;
  }
}

describe("a secret", () => {
  it("is whsec_ and 32 bytes in base64", () => {
    expect(newWebhookSecret(() => new Uint8Array(32).fill(255))).toBe(`whsec_${"/".repeat(42)}8=`);
    expect(Buffer.from(secret.slice(6), "base64")).toHaveLength(32);
  });
});

describe("the headers", () => {
  it("are those of an example computed elsewhere", () => {
    // The example of the Standard Webhooks documentation.
    const headers = signWebhook({
      id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
      body: '{"test": 2432232314}',
      secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
      at: new Date(1_614_265_330_000),
    });
    expect(headers["webhook-signature"]).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
    expect(headers["webhook-timestamp"]).toBe("1614265330");
    expect(headers["webhook-id"]).toBe("msg_p5jXN8AQM9LWM0D4loKWxJek");
  });

  it("verify in both forms, at whatever part of a second", () => {
    const at = new Date(Math.floor(Date.now() / 1_000) * 1_000 + 999);
    const headers = signWebhook({ id, body, secrets: [secret], at });
    expect(headers["x-svc-signature"]).toMatch(/^t=\d{10},v1=[0-9a-f]{64}$/);
    expect(verifiesOwn(headers["x-svc-signature"], secret, body)).toBe(true);
    expect(verifiesStandard(headers, secret, body)).toBe(true);
  });

  it("verify with either secret while one replaces the other", () => {
    const headers = signWebhook({ id, body, secrets: [secret, older], at: new Date() });
    for (const key of [secret, older]) {
      expect(verifiesOwn(headers["x-svc-signature"], key, body)).toBe(true);
      expect(verifiesStandard(headers, key, body)).toBe(true);
    }
    const stranger = newWebhookSecret(randomBytes);
    expect(verifiesOwn(headers["x-svc-signature"], stranger, body)).toBe(false);
    expect(verifiesStandard(headers, stranger, body)).toBe(false);
  });

  it("verify for no other id and no other time", () => {
    const headers = signWebhook({ id, body, secrets: [secret], at: new Date() });
    const later = String(Number(headers["webhook-timestamp"]) + 1);
    expect(verifiesStandard({ ...headers, "webhook-id": "evt_02" }, secret, body)).toBe(false);
    expect(verifiesStandard({ ...headers, "webhook-timestamp": later }, secret, body)).toBe(false);
    expect(verifiesOwn(headers["x-svc-signature"].replace(/^t=\d+/, `t=${later}`), secret, body)).toBe(false);
  });
});

it.each([[[]], [[""]], [["whsec_"]], [["plain"]], [[secret, "whsec_?"]]])(
  "refuses the secrets %#, without showing one",
  (secrets) => {
    const attempt = () => signWebhook({ id, body, secrets, at: new Date() });
    expect(attempt).toThrow(RangeError);
    expect(attempt).not.toThrow(secret);
  },
);
