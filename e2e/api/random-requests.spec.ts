import { expect, test } from "@playwright/test";
import fc from "fast-check";
import type { OperationId } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import "@/lib/testing/fixed-seeds";
import { isFull } from "@/lib/testing/full-size";
import { createCheckout } from "../support/api";
import {
  bodyAround,
  brokenValue,
  encoded,
  expectedRefusal,
  goodValue,
  type RandomRequest,
  type World,
  wellFormed,
} from "../support/arbitrary";
import { chainOf, tokenOf } from "../support/chain";
import { expectCommon, expectFailure, unknownId } from "../support/contract";
import type { ApiDocument, DocumentedOperation } from "../support/document";
import { isObject } from "../support/json-schema";
import { naughtyNumbers, naughtyText } from "../support/naughty";
import { everyJsonOperation, goodRequest, keyHeaders, pathOf } from "../support/operation-requests";
import { type Connection, openConnection } from "../support/raw";
import { manifest } from "../support/stack";
import { documentAt } from "../support/watch";

// Requests made from the service's own document: what it describes, examples of it, and both with changes for
// the worse. Every answer is held against the document where it arrives; here, against the order of checks.

const demo = manifest();
const local = chainOf(demo);
/** Bodies have more to try than queries and ids. Without FULL=1 the seed is fixed (`fixed-seeds.ts`). */
const runsOf = ({ operationId, body }: Operation & { operationId: OperationId }) =>
  isFull ? 200 : /^create(Project)?Checkout$/.test(operationId) ? 25 : body === null ? 5 : 10;
/** The runner's time for each expectation grows with their number in a test: thousands are several tests. */
const parts = Array.from({ length: isFull ? 10 : 1 }, (_, part) => part + 1);
/** The seed that a failure prints, to see it again. */
const seed = process.env.E2E_SEED === undefined ? {} : { seed: Number(process.env.E2E_SEED) };

const urls = fc.sample(
  fc.webUrl({ validSchemes: ["https"], withFragments: true, withQueryParameters: true }),
  { numRuns: 50, seed: 1 },
);
const world: World = {
  chainId: [31337, 31338, 31337, 8453],
  tokenAddress: [tokenOf(local), tokenOf(local, "USDT").toLowerCase(), tokenOf(chainOf(demo, 31338))],
  merchantAddress: [demo.merchantAddress, demo.merchantAddress.toLowerCase()],
  destinationAddress: [demo.payer.address],
  fiatCurrency: ["USD", "KRW", "EUR", "GBP"],
  amount: ["1", "2", "1000"],
  successUrl: [
    "https://shop.example/done?order=1#top",
    "http://localhost:3000/",
    "https://[::1]:8443/",
    ...urls,
  ],
  cancelUrl: urls,
};

/** No chance draws a signature or a link, and the long run is over the day's receipts of a client. */
const unreachable: ReadonlySet<string> = new Set([
  ...(isFull ? ["mailReceipt"] : []),
  "authorizePayment",
  "getRefundLink",
  "claimRefund",
  "submitRefundTransaction",
]);

let connection: Connection;
let document: ApiDocument;
test.beforeAll(async () => {
  document = await documentAt(demo.baseUrl);
  connection = openConnection(demo.baseUrl);
});
test.afterAll(() => connection?.close());

for (const [operation, part] of everyJsonOperation.flatMap((each) =>
  parts.map((at) => [each, at] as const),
)) {
  const { operationId } = operation;
  const runs = runsOf(operation);
  const which = isFull ? `, ${part} of ${parts.length}` : "";
  test(`${runs} random requests to ${operationId} are answered as the document says${which}`, async () => {
    test.setTimeout(60_000 + runs * 500);
    const documented = document.operations.find((each) => each.operationId === operationId);
    if (documented === undefined) throw new Error(`the document has no ${operationId}`);
    const ids = await checkoutIds(operation);
    const statuses = new Map<number, number>();
    await fc.assert(
      fc.asyncProperty(requestTo(operation, documented, ids), async (sent) => {
        const status = await sendAndJudge(operation, documented, sent);
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }),
      // Each step of shrinking is a request too; the seed in the report leads back to the case.
      { numRuns: runs, endOnFailure: true, ...seed },
    );
    // The generator reaches success and refusals. Of 60 requests one in five succeeds, of the 200 creates by API key
    // one in eight: that none does happens by chance once in a million runs.
    if (!unreachable.has(operationId)) expect(statuses.get(operation.status) ?? 0).toBeGreaterThan(0);
    if (operation.body !== null) expect([...statuses.keys()].some((status) => status >= 400)).toBe(true);
  });
}

/** Checkouts with which the operation succeeds, and unknown ids. */
async function checkoutIds(
  operation: Operation & { operationId: OperationId },
): Promise<fc.Arbitrary<string>> {
  if (!operation.path.includes("{checkoutId}")) return fc.constant(unknownId);
  const ready = await Promise.all(
    Array.from({ length: isFull ? 50 : 2 }, async () => {
      const { target } = await goodRequest(demo, operation);
      return target.split("/").find((part) => part.startsWith("chk_")) ?? unknownId;
    }),
  );
  const { id: foreign } = await createCheckout(demo, { amount: "1" }, demo.secondProject.serverKey);
  const nobodys = fc.oneof(
    fc.constantFrom(
      foreign,
      unknownId,
      demo.projectId,
      ...[...naughtyText, ...naughtyNumbers].filter(inPath),
    ),
    fc.string({ unit: "binary", minLength: 1, maxLength: 100 }).filter(inPath),
  );
  return fc.oneof({ arbitrary: fc.constantFrom(...ready), weight: 5 }, { arbitrary: nobodys, weight: 1 });
}

/** Text that can be a segment of a path: no NUL or lone surrogate, and nothing that changes the path. */
function inPath(text: string): boolean {
  return wellFormed(text) === text && !/[\0\\]/.test(text) && !/^\.{0,2}$/.test(text);
}

function requestTo(
  operation: Operation,
  documented: DocumentedOperation,
  checkoutId: fc.Arbitrary<string>,
): fc.Arbitrary<RandomRequest> {
  const often = <T>(usual: T, rare: fc.Arbitrary<T>) =>
    fc.oneof({ arbitrary: fc.constant(usual), weight: 12 }, { arbitrary: rare, weight: 1 });
  const key = keyHeaders(demo, operation.keyKind)["x-api-key"] ?? null;
  const json =
    documented.body === null
      ? fc.option(fc.constantFrom("", "x", "{}", '{"amount":"1"}'), { freq: 2 })
      : fc.oneof(
          {
            arbitrary: bodyAround(documented.body, documented.bodyExamples, world).map((body) =>
              JSON.stringify(body),
            ),
            weight: 12,
          },
          {
            arbitrary: fc.constantFrom("", "{", "\u0000", "[".repeat(50), '{"amount":"1","amount":"2"}'),
            weight: 1,
          },
        );
  return fc.record({
    checkoutId,
    base: fc.constantFrom("" as const, "/api" as const),
    key: often({ value: key, refusal: null }, fc.constantFrom(...refusedKeys(operation))),
    origin: often<string | null>(null, fc.constantFrom("https://evil.example", "null", "http://localhost:9")),
    query: queryOf(documented),
    contentType: often(
      "application/json",
      fc.constantFrom("text/plain", "", "application/json;charset=utf-8"),
    ),
    body: operation.method === "GET" ? fc.constant(null) : json,
    idempotencyKey: often<string | null>(
      null,
      fc.constantFrom("a", "b", "x".repeat(255), "x".repeat(256), "é"),
    ),
  });
}

/** Keys that are none, of the wrong kind or not known, with what the operation says of each. */
function refusedKeys({ keyKind }: Operation): RandomRequest["key"][] {
  const unknown = { server: `svc_server_${"0".repeat(49)}`, api: `svc_sk_${"0".repeat(49)}` };
  switch (keyKind) {
    case "server":
      return [
        { value: null, refusal: "SERVER_KEY_REQUIRED" },
        { value: demo.apiKey, refusal: "INVALID_KEY_TYPE" },
        { value: unknown.api, refusal: "INVALID_KEY_TYPE" },
        { value: unknown.server, refusal: "PROJECT_NOT_FOUND" },
        { value: "x", refusal: "PROJECT_NOT_FOUND" },
      ];
    case "project":
      return [
        { value: null, refusal: "UNAUTHORIZED" },
        { value: unknown.api, refusal: "UNAUTHORIZED" },
        { value: "x", refusal: "UNAUTHORIZED" },
        { value: demo.serverKey, refusal: "FORBIDDEN" },
        { value: demo.secondProject.apiKey, refusal: "FORBIDDEN" },
      ];
    case "sdk":
      return [
        { value: null, refusal: "AUTH_PROJECT_REQUIRED" },
        { value: demo.serverKey, refusal: "INVALID_KEY_TYPE" },
        { value: unknown.api, refusal: "AUTH_PROJECT_NOT_FOUND" },
        { value: "x", refusal: "AUTH_PROJECT_NOT_FOUND" },
      ];
    case "none":
      return [demo.serverKey, demo.apiKey, "x"].map((value) => ({ value, refusal: null }));
    default:
      return keyKind satisfies never;
  }
}

function queryOf({ query }: DocumentedOperation): fc.Arbitrary<RandomRequest["query"]> {
  const pairs = Object.entries(query).map(([name, schema]) => {
    const good = goodValue(schema, world, name);
    const broken = brokenValue(schema).map((value) =>
      typeof value === "string" ? value : JSON.stringify(value),
    );
    const value = fc.oneof({ arbitrary: good, weight: 4 }, { arbitrary: broken, weight: 1 });
    return value.map((each) => [name, String(each)] as const);
  });
  const strange = fc.constantFrom(["x", "1"] as const, ["__proto__", "x"] as const, ["", ""] as const);
  return fc.array(fc.oneof(strange, ...pairs), { maxLength: 3 });
}

async function sendAndJudge(
  operation: Operation,
  documented: DocumentedOperation,
  sent: RandomRequest,
): Promise<number> {
  const search = sent.query.map(([name, value]) => `${encoded(name)}=${encoded(value)}`).join("&");
  const answer = await connection.send({
    method: operation.method,
    target: `${sent.base}${pathOf(demo, operation, sent.checkoutId)}${search === "" ? "" : `?${search}`}`,
    headers: {
      ...(sent.key.value !== null && { "x-api-key": sent.key.value }),
      ...(sent.origin !== null && { origin: sent.origin }),
      ...(sent.idempotencyKey !== null && { "idempotency-key": sent.idempotencyKey }),
      ...(sent.body !== null && { "content-type": sent.contentType }),
    },
    ...(sent.body !== null && { body: sent.body }),
  });
  expectCommon(answer);
  const refusal = expectedRefusal(operation, sent);
  if (refusal !== null) {
    const { details } = expectFailure(answer, refusal.code);
    if (refusal.params !== undefined) expect(details?.map(({ param }) => param)).toEqual(refusal.params);
  } else if (answer.body.ok) {
    expectEcho(documented, sent, answer.body.data);
  } else {
    // Rates are fixed here, and limits wide; only receipts to one address have a day's limit.
    const unexpected = ["EXCHANGE_RATE_UNAVAILABLE"];
    if (operation.operationId !== "mailReceipt") unexpected.push("RATE_LIMIT_EXCEEDED");
    expect(unexpected).not.toContain(answer.body.error.code);
    expectFailure(answer, answer.body.error.code as ErrorCode);
  }
  return answer.status;
}

/** An accepted request must be within the document, and repeated fields must equal those sent. */
function expectEcho(
  documented: DocumentedOperation,
  { body, idempotencyKey }: RandomRequest,
  data: unknown,
): void {
  if (documented.body === null || body === null) return;
  const given: unknown = JSON.parse(body);
  expect(document.allowsBody(documented, given), "the document allows the body").toBe(true);
  // A key may repeat the answer to an earlier body; that it was the same one is shown elsewhere.
  if (!isObject(given) || !isObject(data) || idempotencyKey !== null) return;
  const properties = isObject(documented.body.properties) ? documented.body.properties : {};
  for (const [name, value] of Object.entries(given)) {
    if (!Object.hasOwn(properties, name) || !Object.hasOwn(data, name)) continue;
    // A chain alone only narrows the choice.
    if (name === "chainId" && data.tokenAddress === null) continue;
    const isAddress = name.endsWith("Address");
    const answered = data[name];
    expect(isAddress ? String(answered).toLowerCase() : answered, name).toEqual(
      isAddress ? String(value).toLowerCase() : value,
    );
  }
}
