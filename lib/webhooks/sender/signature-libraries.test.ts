import { createHmac, randomBytes, randomInt } from "node:crypto";
import fc from "fast-check";
import { Webhook as StandardWebhook, Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { beforeEach, describe, expect, it } from "vitest";
import { eventTexts, testText } from "@/lib/api/openapi/webhooks";
import { verifyWebhook } from "@/lib/generated/client/verify-webhook";
import { isFull } from "@/lib/testing/full-size";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { newWebhookSecret, signWebhook } from "./webhook-sender";

type Headers = Record<string, string>;

/** The receivers at merchants' endpoints: two libraries as they are, and our own with each of the two forms. */
const receivers: Readonly<Record<string, (body: string, headers: Headers, secret: string) => unknown>> = {
  standardwebhooks: (body, headers, secret) => new StandardWebhook(secret).verify(body, headers),
  svix: (body, headers, secret) => new SvixWebhook(secret).verify(body, headers),
  "verify-webhook.ts": (body, headers, secret) => verifyWebhook(body, headers, secret),
  "verify-webhook.ts, standard": (body, { "x-svc-signature": _, ...headers }, secret) =>
    verifyWebhook(body, headers, secret),
};

/** The names of those who take the delivery; what they read is compared with what was sent. */
async function takers(body: string, headers: Headers, secret: string, sent = body): Promise<string[]> {
  const names: string[] = [];
  for (const [name, verify] of Object.entries(receivers)) {
    let read: unknown;
    try {
      read = await verify(body, headers, secret);
    } catch {
      continue;
    }
    expect(JSON.stringify(read)).toBe(JSON.stringify(JSON.parse(sent)));
    names.push(name);
  }
  return names;
}

const everyone = Object.keys(receivers);
const text = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: "grapheme" }),
  fc.string({ unit: "grapheme-ascii" }),
);
const secretBytes = fc.uint8Array({ minLength: 32, maxLength: 32 });

/** Events of every kind with anything in the texts that merchants choose, and the test of an endpoint. */
const eventPayload = fc
  .record({
    kind: fc.constantFrom(...eventKinds),
    referenceId: text,
    reason: text,
    paidAmount: fc.bigInt({ min: 0n }),
  })
  .map(({ kind, referenceId, reason, paidAmount }) => {
    const event = JSON.parse(eventTexts[kind]);
    const refund = event.data.refund && { ...event.data.refund, reason };
    const data = { ...event.data, referenceId, paidAmount: String(paidAmount), ...(refund && { refund }) };
    return JSON.stringify({ ...event, data });
  });
/** Whatever a later version may send. */
const anyPayload = fc.oneof(
  fc.json({ stringUnit: "binary", maxDepth: 3 }),
  fc.dictionary(text, text).map((value) => JSON.stringify(value, null, 2)),
);
/** Up to a mebibyte in UTF-8. */
const bigPayload = fc
  .tuple(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 8 }),
    fc.integer({ min: 10_000, max: 40_000 }),
  )
  .map(([part, times]) => JSON.stringify({ event: "checkout.paid", data: part.repeat(times) }));

const payload = fc.oneof(
  { weight: 600, arbitrary: eventPayload },
  { weight: 50, arbitrary: fc.constant(testText) },
  { weight: 350, arbitrary: anyPayload },
  { weight: 1, arbitrary: bigPayload },
);

describe("a signed delivery", () => {
  it("is verified by all libraries, with any payload", async () => {
    const kinds = new Set<unknown>();
    await fc.assert(
      fc.asyncProperty(
        payload,
        secretBytes,
        fc.stringMatching(/^evt_[0-9a-z]{26}$/),
        async (body, bytes, id) => {
          const secret = newWebhookSecret(() => bytes);
          const headers = signWebhook({ id, body, secrets: [secret], at: new Date() });
          expect(await takers(body, headers, secret)).toEqual(everyone);
          const { event } = Object(JSON.parse(body));
          if (typeof event === "string") kinds.add(event);
        },
      ),
      { numRuns: isFull ? 10_000 : 200 },
    );
    for (const kind of [...eventKinds, "endpoint.test"]) expect(kinds).toContain(kind);
  }, 120_000);

  it("is verified with either secret during a rotation, and with no third one", async () => {
    await fc.assert(
      fc.asyncProperty(payload, secretBytes, secretBytes, secretBytes, async (body, ...keys) => {
        fc.pre(new Set(keys.map(String)).size === 3);
        const [current = "", previous = "", stranger = ""] = keys.map((key) => newWebhookSecret(() => key));
        const headers = signWebhook({ id: "evt_1", body, secrets: [current, previous], at: new Date() });
        expect(await takers(body, headers, current)).toEqual(everyone);
        expect(await takers(body, headers, previous)).toEqual(everyone);
        expect(await takers(body, headers, stranger)).toEqual([]);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    [-301, []],
    [-290, everyone],
    [290, everyone],
    [320, []],
  ])("at %i seconds from now is accepted by %j", async (seconds, expected) => {
    const secret = newWebhookSecret(randomBytes);
    const body = eventTexts["checkout.paid"];
    const at = new Date(Date.now() + seconds * 1_000);
    expect(await takers(body, signWebhook({ id: "evt_1", body, secrets: [secret], at }), secret)).toEqual(
      expected,
    );
  });
});

describe("a single bit that is flipped", () => {
  const flips = 1_000;
  const secret = newWebhookSecret(randomBytes);
  const older = newWebhookSecret(randomBytes);
  const body = eventTexts["refund.completed"];
  let headers: Headers;
  let single: Headers;

  beforeEach(() => {
    const signed = { id: "evt_1", body, at: new Date() };
    headers = signWebhook({ ...signed, secrets: [secret, older] });
    single = signWebhook({ ...signed, secrets: [secret] });
  });

  function flipped(value: Uint8Array): Buffer {
    const bytes = Buffer.from(value);
    const index = randomInt(bytes.length);
    bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << randomInt(8)), index);
    return bytes;
  }

  it("belongs to a delivery that all libraries accept unchanged", async () => {
    expect(await takers(body, headers, secret)).toEqual(everyone);
    expect(await takers(body, headers, older)).toEqual(everyone);
    // A character is a byte: what is flipped below is still text, and this very text.
    expect(Buffer.byteLength(body)).toBe(body.length);
  });

  it("of the body is refused by all libraries", async () => {
    for (let flip = 0; flip < flips; flip += 1) {
      const bytes = Buffer.from(body);
      const index = randomInt(bytes.length);
      bytes.writeUInt8(bytes.readUInt8(index) ^ (1 << randomInt(7)), index);
      expect(await takers(bytes.toString("latin1"), headers, secret), `byte ${index}`).toEqual([]);
    }
  });

  // Who reads which header.
  it.each([
    ["x-svc-signature", ["verify-webhook.ts"]],
    ["webhook-id", ["standardwebhooks", "svix", "verify-webhook.ts, standard"]],
    ["webhook-timestamp", ["standardwebhooks", "svix", "verify-webhook.ts, standard"]],
    ["webhook-signature", ["standardwebhooks", "svix", "verify-webhook.ts, standard"]],
  ])("of %s is refused by the libraries that read it", async (name, readers) => {
    for (let flip = 0; flip < flips; flip += 1) {
      const value = flipped(Buffer.from(single[name] ?? "")).toString("latin1");
      const taken = await takers(body, { ...single, [name]: value }, secret);
      expect(
        taken.filter((taker) => readers.includes(taker)),
        `${name}: ${value}`,
      ).toEqual([]);
    }
  });

  it("of the secret is refused by all libraries", async () => {
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    for (let flip = 0; flip < flips; flip += 1) {
      const other = `whsec_${flipped(key).toString("base64")}`;
      expect(await takers(body, single, other)).toEqual([]);
    }
    // Our own receiver reads the secret as text: there even a bit of its spelling counts.
    for (let flip = 0; flip < flips; flip += 1)
      expect(await takers(body, single, flipped(Buffer.from(secret)).toString("latin1"))).not.toContain(
        "verify-webhook.ts",
      );
  });
});

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
  it("equal an example computed elsewhere", () => {
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

  it("verify in both forms, at any part of a second", () => {
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
