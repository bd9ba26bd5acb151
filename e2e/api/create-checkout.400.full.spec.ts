import { expect, test } from "@playwright/test";
import { chainOf, tokenOf } from "../support/chain";
import { expectFailure, expectResource, postCheckout } from "../support/contract";
import { manifest } from "../support/stack";

const demo = manifest();
const local = chainOf(demo);
const usdc = tokenOf(local);

test.afterEach(async () => {
  expectResource(await postCheckout(demo, { json: { amount: "1000000" } }), 201);
});

const notAmounts = [
  "NaN",
  "Infinity",
  "1e3",
  " 5 ",
  "+5",
  "-1",
  "1.9",
  "0x10",
  "007",
  "",
  "1_000",
  "٣",
  "5\n",
  (2n ** 256n).toString(),
  "9".repeat(50_000),
];
for (const amount of notAmounts) {
  test(`amount ${JSON.stringify(amount.slice(0, 40))} of ${amount.length} characters is no amount`, async () => {
    expectFailure(await postCheckout(demo, { json: { amount } }), "VALIDATION_ERROR", "amount");
  });
}

for (const fiatAmount of [
  "NaN",
  "1e3",
  " 5 ",
  "-1",
  "1.",
  ".5",
  "1,5",
  "0x10",
  "01",
  "",
  "0",
  "0.00",
  "4.505",
  "1".repeat(13),
]) {
  test(`fiatAmount ${JSON.stringify(fiatAmount)} is no price in USD`, async () => {
    const json = { fiatAmount, fiatCurrency: "USD" };
    expectFailure(await postCheckout(demo, { json }), "VALIDATION_ERROR", "fiatAmount");
  });
}

test("the won has no decimals", async () => {
  const json = { fiatAmount: "1000.5", fiatCurrency: "KRW" };
  expectFailure(await postCheckout(demo, { json }), "VALIDATION_ERROR", "fiatAmount");
});

/** The first example of EIP-55. */
const mixedCase = "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed";
const long = "x".repeat(60_000);
const fields: Record<string, readonly unknown[]> = {
  amount: [5, null, true, {}, ["5"]],
  chainId: ["31337", 0, -1, 1.5, null, 2 ** 53, {}],
  tokenAddress: [
    "0x",
    `${mixedCase}0`,
    mixedCase.slice(2),
    mixedCase.replace("0x", "0X"),
    mixedCase.replace("A", "a"),
    `${mixedCase}\u0000`,
    5,
    null,
  ],
  merchantAddress: ["vitalik.eth", `0x${"0".repeat(40)}`, mixedCase.replace("A", "a"), long],
  itemName: ["x".repeat(201), "a\u0000b", "\ud800", "\udc00\ud800", 5, null, long],
  itemDescription: ["x".repeat(2_001), "\u0000"],
  referenceId: ["x".repeat(201), "\ud83d", []],
  expiryMinutes: [0, -1, 1.5, -1e300, "30", null],
  successUrl: [
    "javascript:alert(1)",
    "data:text/html,x",
    "//shop.example",
    "/done",
    "https:shop.example",
    "https://user@shop.example",
    "https://shop.example\\@evil.example",
    "http://shop.example",
    "https://shop.example/\n",
    " https://shop.example",
    `https://shop.example/${"x".repeat(2_048)}`,
    "",
  ],
  cancelUrl: ["ftp://shop.example", "http://localhost.evil.example/", "http://127.0.0.1.evil.example", 5],
};
for (const [field, values] of Object.entries(fields)) {
  for (const value of values) {
    const shown = JSON.stringify(value) ?? "";
    test(`${field} ${shown.slice(0, 60)} of ${shown.length} characters is refused by name`, async () => {
      const base = field === "tokenAddress" ? { chainId: local.chainId } : {};
      const answer = await postCheckout(demo, { json: { amount: "1000000", ...base, [field]: value } });
      expectFailure(answer, "VALIDATION_ERROR", field);
    });
  }
}

for (const [what, metadata, param] of [
  ["a number", { a: 5 }, "metadata.a"],
  ["21 pairs", Object.fromEntries(Array.from({ length: 21 }, (_, at) => [at, ""])), "metadata"],
  ["a long value", { a: "x".repeat(501) }, "metadata.a"],
  ["a value with NUL", { a: "\u0000" }, "metadata.a"],
  ["a list", [], "metadata"],
] as const) {
  test(`metadata with ${what} is refused by name`, async () => {
    const answer = await postCheckout(demo, { json: { amount: "1000000", metadata } });
    expectFailure(answer, "VALIDATION_ERROR", param);
  });
}

for (const [key, shown] of [
  ["x".repeat(41), "too long"],
  ["a\u0000", "with NUL"],
  ["\ud800", "no well-formed text"],
] as const) {
  test(`a key of metadata that is ${shown} is refused`, async () => {
    const answer = await postCheckout(demo, { json: { amount: "1000000", metadata: { [key]: "x" } } });
    const { message } = expectFailure(answer, "VALIDATION_ERROR", "metadata");
    expect(message).toMatch(/^metadata: has a key that must/);
  });
}

test("a key that stands twice is refused by name, at whatever depth, for readers differ in what they believe", async () => {
  for (const [body, param] of [
    ['{"amount":"1000000","amount":"2000000"}', "amount"],
    ['{"amount":"1000000","am\\u006funt":"1000000"}', "amount"],
    ['{"amount":"1000000","metadata":{"a":"1","a":"1"}}', "metadata.a"],
    ['{"amount":"1000000","unknown":[{"b":1,"b":1}]}', "unknown.0.b"],
    ['{"amount":"1000000","__proto__":{"amount":"1"}}', "__proto__"],
    ['{"amount":"1000000","metadata":{"\\u005f_proto__":"1"}}', "metadata.__proto__"],
  ] as const)
    expectFailure(await postCheckout(demo, { body }), "VALIDATION_ERROR", param);
});

test("thousands of faults are answered shortly, without repeating what was sent", async () => {
  const keys = Array.from({ length: 4_500 }, (_, at) => `"\\u0000${at.toString(36)}":0`);
  const answer = await postCheckout(demo, { body: `{"amount":"1000000","metadata":{${keys.join(",")}}}` });
  expect(expectFailure(answer, "VALIDATION_ERROR", "metadata").details).toHaveLength(50);
});

for (const [json, param] of [
  [{}, "amount"],
  [{ amount: "5", fiatAmount: "5", fiatCurrency: "USD" }, "amount"],
  [{ amount: "5", fiatCurrency: "USD" }, "amount"],
  [{ fiatAmount: "5" }, "fiatCurrency"],
  [{ fiatCurrency: "USD" }, "fiatAmount"],
  [{ amount: "5", tokenAddress: usdc }, "chainId"],
] as const) {
  test(`${JSON.stringify(json)} lacks or doubles a price, or lacks the chain`, async () => {
    expectFailure(await postCheckout(demo, { json }), "VALIDATION_ERROR", param);
  });
}

test("each field at fault is named", async () => {
  const json = { amount: "x", chainId: "y", itemName: 5 };
  const { details } = expectFailure(await postCheckout(demo, { json }), "VALIDATION_ERROR");
  expect(details?.map(({ param }) => param)).toEqual(
    expect.arrayContaining(["amount", "chainId", "itemName"]),
  );
});

for (const fiatCurrency of ["XXX", "usd", "", "__proto__", "USD ", "\u0000"]) {
  test(`the currency ${JSON.stringify(fiatCurrency)} is refused with the list of those that are`, async () => {
    const answer = await postCheckout(demo, { json: { fiatAmount: "5", fiatCurrency } });
    const { message } = expectFailure(answer, "UNSUPPORTED_FIAT_CURRENCY", "fiatCurrency");
    for (const code of ["USD", "KRW", "EUR"]) expect(message).toContain(code);
  });
}

test("a chain that is not enabled is refused with the list of those that are", async () => {
  const answer = await postCheckout(demo, { json: { amount: "5", chainId: 8453 } });
  const { message } = expectFailure(answer, "UNSUPPORTED_CHAIN", "chainId");
  for (const { chainId } of demo.chains) expect(message).toContain(String(chainId));
});

test("a token that is not accepted is refused with the list of those that are", async () => {
  const tokenAddress = `0x${"1".repeat(40)}`;
  const answer = await postCheckout(demo, { json: { amount: "5", chainId: local.chainId, tokenAddress } });
  const { message } = expectFailure(answer, "UNSUPPORTED_TOKEN", "tokenAddress");
  for (const { symbol } of local.tokens) expect(message).toContain(symbol);
});

for (const [what, merchantAddress] of [
  ["a token", usdc],
  ["the factory", local.factory],
] as const) {
  test(`${what} is no merchant's wallet`, async () => {
    const answer = await postCheckout(demo, { json: { amount: "1000000", merchantAddress } });
    expectFailure(answer, "VALIDATION_ERROR", "merchantAddress");
  });
}

test("a deposit address is no merchant's wallet", async () => {
  const json = { amount: "1000000", chainId: local.chainId, tokenAddress: usdc };
  const { depositAddress } = expectResource(await postCheckout(demo, { json }), 201);
  const answer = await postCheckout(demo, { json: { ...json, merchantAddress: depositAddress } });
  expectFailure(answer, "VALIDATION_ERROR", "merchantAddress");
});

test("an amount of nothing is too small", async () => {
  expectFailure(await postCheckout(demo, { json: { amount: "0" } }), "AMOUNT_TOO_SMALL", "amount");
});

const bodies: Record<string, string | Uint8Array<ArrayBuffer>> = {
  nothing: "",
  "no JSON": "{",
  null: "null",
  "a list": "[]",
  "a list of a good body": '[{"amount":"1000000"}]',
  "a number": "5",
  text: '"amount"',
  NaN: '{"amount":NaN}',
  "two bodies": '{"amount":"1"}{"amount":"1"}',
  "a comment": '{"amount":"1000000"/**/}',
  "broken UTF-8": new Uint8Array([
    ...Buffer.from('{"amount":"1000000","itemName":"'),
    0xff,
    0xfe,
    ...Buffer.from('"}'),
  ]),
  "a surrogate in UTF-8": new Uint8Array([
    ...Buffer.from('{"itemName":"'),
    0xed,
    0xa0,
    0x80,
    ...Buffer.from('"}'),
  ]),
  "UTF-16": new Uint8Array(Buffer.from('{"amount":"1000000"}', "utf16le")),
  "only a prototype": '{"__proto__":{"amount":"1000000"}}',
  "a list 30,000 deep": "[".repeat(30_000) + "]".repeat(30_000),
  "an unclosed list 60,000 deep": "[".repeat(60_000),
  "objects 10,000 deep": `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
  "a field 10,000 deep": `{"amount":${"[".repeat(10_000)}${"]".repeat(10_000)}}`,
};
for (const [what, body] of Object.entries(bodies)) {
  test(`a body of ${what} is refused`, async () => {
    expectFailure(await postCheckout(demo, { body }), "VALIDATION_ERROR");
  });
}
