import { expect, test } from "@playwright/test";
import { isFull } from "@/lib/testing/full-size";
import type { Answer } from "../support/api";
import { expectFailure } from "../support/contract";
import { isObject } from "../support/json-schema";
import { brokenText, naughtyNumbers, naughtyText, notText } from "../support/naughty";
import {
  everyJsonOperation,
  everyOperation,
  goodRequest,
  type OperationRequest,
} from "../support/operation-requests";
import { type Connection, openConnection } from "../support/raw";
import { manifest, onlyByStartScript } from "../support/stack";
import { documentAt } from "../support/watch";

// What no client should send, in every field and query of every operation that the service's document names:
// a 4xx that names the field, and the next good request on the same connection works.

const demo = manifest();
const megabyte = 1 << 20;

/** Text that is returned as sent; every other field has a format that none of the text below has. */
const freeText = new Set(["itemName", "itemDescription", "referenceId", "reason"]);
/** Fields with an error of their own for text that is not on their list. */
const ownErrors: Readonly<Record<string, string>> = {
  fiatCurrency: "UNSUPPORTED_FIAT_CURRENCY",
  txHash: "INVALID_TX_HASH",
};
/** A bad value for other numbers may be valid for one: a price has decimals, and zeros in a query do not matter. */
const allowed: Readonly<Record<string, readonly unknown[]>> = {
  fiatAmount: ["1.9"],
  take: ["007"],
  skip: ["007"],
  // More is given less: there is no such thing as too many minutes.
  expiryMinutes: [1e300, 2 ** 53],
  // Times of the form, if not of our day: they are judged together with the rest of a signature.
  validAfter: [0],
  validBefore: [0],
};
/** Valid once; the next request needs a new link or checkout. */
const goodOnce: ReadonlySet<string> = new Set(["claimRefund", "acceptPayment"]);
/** A price is given one way or the other. */
const insteadOf: Readonly<Record<string, object>> = {
  fiatAmount: { amount: undefined, fiatCurrency: "USD" },
  fiatCurrency: { amount: undefined, fiatAmount: "5" },
};

// With FULL=1 hundreds of requests one after the other, on one connection.
test.describe.configure({ timeout: 180_000 });

/** With FULL=1 all values; else some, for the unit tests of `*.schema.ts` test the rest without HTTP. */
const some = <T>(values: readonly T[]): readonly T[] =>
  isFull ? values : values.filter((_, at) => at % 9 === 0);
/** Operations that read a body in the same way as the others; with FULL=1 each is tried. */
const isTried = ({ operationId }: { operationId: string }) =>
  isFull || ["createCheckout", "selectToken", "cancelCheckout", "listCheckouts"].includes(operationId);

let connection: Connection;
test.beforeAll(() => {
  connection = openConnection(demo.baseUrl);
});
test.afterAll(() => connection?.close());

const post = ({ target, headers }: OperationRequest, body: string | Uint8Array) =>
  connection.send({
    method: "POST",
    target,
    headers: { ...headers, "content-type": "application/json" },
    body,
  });
const get = ({ target, headers }: OperationRequest, query = "") =>
  connection.send({ target: `${target}${query}`, headers });

for (const operation of everyOperation.filter(({ body }) => body !== null)) {
  const { operationId, status } = operation;

  test.describe(`the body of ${operationId}`, () => {
    let good: OperationRequest;
    test.beforeAll(async () => {
      good = await goodRequest(demo, operation);
    });
    const bodyWith = (field: string, value: unknown) => ({
      ...(isObject(good.json) ? good.json : {}),
      ...insteadOf[field],
      [field]: value,
    });
    const expectStillServed = async () => {
      const still = goodOnce.has(operationId) ? await goodRequest(demo, operation) : good;
      expect((await post(still, JSON.stringify(still.json))).status).toBe(status);
    };

    test("every field refuses malformed values by its name", async () => {
      const fields = await fieldsOf(operationId);
      expect(fields.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const { name, type } of fields)
        for (const value of some(refusedBy(name, type))) {
          const answer = await post(good, JSON.stringify(bodyWith(name, value)));
          if (!isRefusedByName(answer, name))
            wrong.push(`${name} ${JSON.stringify(value)?.slice(0, 60)}: ${JSON.stringify(answer.body)}`);
        }
      expect(wrong).toEqual([]);
      await expectStillServed();
    });

    test("free text comes back as it was sent", async () => {
      const wrong: string[] = [];
      for (const { name } of (await fieldsOf(operationId)).filter((field) => freeText.has(field.name))) {
        for (const value of some([...naughtyText, ...naughtyNumbers.filter((text) => text.length <= 200)])) {
          const answer = await post(good, JSON.stringify(bodyWith(name, value)));
          const data: unknown = answer.body.ok ? answer.body.data : null;
          if (!isObject(data) || data[name] !== value) wrong.push(`${name}: ${value}`);
        }
      }
      expect(wrong).toEqual([]);
    });

    if (!isTried(operation)) return;

    test("a field of 60,000 characters is refused by its name, one of 1 MB as too large", async () => {
      const texts = (await fieldsOf(operationId)).filter(({ type }) => type === "string");
      for (const { name } of isFull ? texts : texts.slice(0, 2)) {
        const long = await post(good, JSON.stringify(bodyWith(name, "1".repeat(60_000))));
        expectFailure(long, "VALIDATION_ERROR", name);
        const huge = await post(good, JSON.stringify(bodyWith(name, "1".repeat(megabyte))));
        expectFailure(huge, "PAYLOAD_TOO_LARGE");
      }
      await expectStillServed();
    });

    test("a duplicate key and a built-in JavaScript name are refused by name", async () => {
      const text = JSON.stringify(good.json);
      for (const { name } of await fieldsOf(operationId)) {
        const pair = `${JSON.stringify(name)}:"1"`;
        expectFailure(await post(good, `{${pair},${pair}}`), "VALIDATION_ERROR", name);
        expectFailure(await post(good, `{${pair},${pair.replace("1", "2")}}`), "VALIDATION_ERROR", name);
      }
      const rest = text === "{}" ? "}" : `,${text.slice(1)}`;
      const proto = `{"__proto__":{"amount":"5"}${rest}`;
      expectFailure(await post(good, proto), "VALIDATION_ERROR", "__proto__");
      await expectStillServed();
    });

    test("a body that isn't a JSON object is refused", async () => {
      const bytes = (...parts: (string | number[])[]) =>
        Buffer.concat(
          parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))),
        );
      for (const body of [
        ...(operation.bodyOptional === true ? [] : [""]),
        " ",
        "{",
        "null",
        "5",
        "[]",
        '"amount"',
        "NaN",
        "undefined",
        `[${JSON.stringify(good.json)}]`,
        `${JSON.stringify(good.json)}x`,
        `${JSON.stringify(good.json)}${JSON.stringify(good.json)}`,
        JSON.stringify(JSON.stringify(good.json)),
        "{'amount':'1'}",
        "[".repeat(30_000) + "]".repeat(30_000),
        "[".repeat(60_000),
        `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
        bytes('{"itemName":"', [0xff, 0xfe], '"}'),
        bytes('{"itemName":"', [0xed, 0xa0, 0x80], '"}'),
        bytes([0, 0, 0, 0]),
        Buffer.from(JSON.stringify(good.json), "utf16le"),
      ])
        expectFailure(await post(good, body), "VALIDATION_ERROR");
      await expectStillServed();
    });

    for (const [what, body] of [
      ["JSON 100,000 deep", Buffer.from("[".repeat(100_000))],
      ["20 MB", Buffer.alloc(20 * megabyte, "x")],
    ] as const) {
      test(`${what} is too large, with its length or in chunks`, async () => {
        const headers = { ...good.headers, "content-type": "application/json" };
        expectFailure(await post(good, body), "PAYLOAD_TOO_LARGE");
        await expectStillServed();
        const inChunks = await connection.send({
          method: "POST",
          target: good.target,
          headers,
          chunks: body,
        });
        expectFailure(inChunks, "PAYLOAD_TOO_LARGE");
        await expectStillServed();
      });
    }
  });
}

for (const operation of everyOperation.filter(({ query }) => query !== null)) {
  const { operationId } = operation;

  test.describe(`the query of ${operationId}`, () => {
    let good: OperationRequest;
    test.beforeAll(async () => {
      good = await goodRequest(demo, operation);
    });

    test("every parameter refuses malformed values by its name", async () => {
      const names = await queryNames(operationId);
      expect(names.length).toBeGreaterThan(0);
      const wrong: string[] = [];
      for (const name of names) {
        const ask = (value: string) => get(good, `?${name}=${value}`);
        const refused = freeText.has(name)
          ? []
          : ["", "%00", ...refusedBy(name, "string").filter(isText).map(encoded)];
        for (const value of [...some(refused), "a%00b", "x".repeat(5_000), "%ff".repeat(300)]) {
          const answer = await ask(value);
          if (!isRefusedByName(answer, name))
            wrong.push(`${name}=${value.slice(0, 60)}: ${JSON.stringify(answer.body)}`);
        }
        for (const twice of [`?${name}=1&${name}=1`, `?${name}=1&${name}=`, `?${name}&${name}`])
          expectFailure(await get(good, twice), "VALIDATION_ERROR", name);
      }
      expect(wrong).toEqual([]);
      expect((await get(good)).status).toBe(200);
    });

    test("free text finds nothing, and neither do halves of characters", async () => {
      for (const name of (await queryNames(operationId)).filter((each) => freeText.has(each)))
        for (const value of [
          ...some([...naughtyText, ...naughtyNumbers.filter(({ length }) => length <= 200)]).map(
            encodeURIComponent,
          ),
          "%ed%a0%80",
          "%ff",
          "%",
          "%zz",
          "+",
        ])
          expect((await get(good, `?${name}=${value}`)).body, value).toMatchObject({ ok: true });
    });

    test("refuses an unknown parameter by name, and a query beyond 16 KiB with the envelope", async () => {
      for (const name of ["limit", "constructor", "TAKE", "take[]"])
        expectFailure(await get(good, `?${encodeURIComponent(name)}=1`), "VALIDATION_ERROR", name);
      onlyByStartScript();
      const answer = await get(good, `?x=${"a".repeat(20_000)}`);
      expect([answer.status, answer.body.ok]).toEqual([431, false]);
      expect((await get(good)).status).toBe(200);
    });
  });
}

test.describe("an operation without a body", () => {
  for (const operation of everyJsonOperation.filter((each) => each.body === null && isTried(each))) {
    test(`${operation.operationId} reads none, and the connection stays good`, async () => {
      const { method } = operation;
      for (const body of ["{", "\u0000", '{"amount":"1"}', "x".repeat(60_000)]) {
        const { target, headers } = await goodRequest(demo, operation);
        expect((await connection.send({ method, target, headers, body })).status).toBe(operation.status);
      }
      const { target, headers } = await goodRequest(demo, operation);
      for (const size of [megabyte, 20 * megabyte]) {
        const answer = await connection.send({ method, target, headers, chunks: Buffer.alloc(size, "x") });
        if (method === "GET") expect(answer.status).toBe(operation.status);
        else expectFailure(answer, "PAYLOAD_TOO_LARGE");
        expect((await connection.send({ target: "/healthz" })).status).toBe(200);
      }
      expect((await connection.send({ method, target, headers })).status).toBe(operation.status);
    });
  }
});

/** Values that a field of this name and type must refuse. */
function refusedBy(name: string, type: string): unknown[] {
  const notThis = notText.filter((value) => type !== "object" || !isObject(value));
  const text = [...naughtyNumbers, ...naughtyText].filter((value) => !isAllowed(name, value));
  if (type === "object") return [...notThis, ...text];
  if (type === "string") return [...notThis, ...brokenText, ...(freeText.has(name) ? [] : text)];
  const numbers = [0, -1, 1.9, -1e300, 1e300, 2 ** 53].filter((value) => !isAllowed(name, value));
  return [...notThis.filter((value) => typeof value !== "number"), ...numbers, ...text];
}

const isText = (value: unknown): value is string => typeof value === "string";

/** A lone surrogate reaches the server as the replacement character, as from a browser. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function isAllowed(name: string, value: unknown): boolean {
  return allowed[name]?.includes(value) ?? false;
}

/** With 400, the field at fault, and the code of text that is not of the form or not on the list. */
function isRefusedByName({ status, body }: Answer<unknown>, name: string): boolean {
  if (body.ok || status !== 400 || body.error.param !== name) return false;
  return ["VALIDATION_ERROR", ownErrors[name]].includes(body.error.code);
}

async function fieldsOf(operationId: string): Promise<{ name: string; type: string }[]> {
  const found = (await documentAt(demo.baseUrl)).operations.find((each) => each.operationId === operationId);
  const properties = isObject(found?.body?.properties) ? found.body.properties : {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    type: isObject(schema) ? String(schema.type) : "unknown",
  }));
}

async function queryNames(operationId: string): Promise<string[]> {
  const found = (await documentAt(demo.baseUrl)).operations.find((each) => each.operationId === operationId);
  return Object.keys(found?.query ?? {});
}
