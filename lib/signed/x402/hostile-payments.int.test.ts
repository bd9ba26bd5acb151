import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, it } from "vitest";
import { readPaymentHeader } from "@/lib/api/http/x402-header";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import type { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { relayAuthorizations } from "@/lib/signed/relay-authorizations";
import { type OfferChanges, type SignedOffer, toHeaderText } from "@/lib/testing/signed-payment";
import { price, testNetwork, testWorld } from "@/lib/testing/world";
import { send } from "@/lib/testing/world/odd-payments";
import { x402Desk } from "@/lib/testing/world/x402";

// Everything that a stranger could send to spend the operator's gas. Nothing may be broadcast, and only what is right on
// its face may ask a node.

const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;
const most = 2n ** 256n - 1n;
const zero: Hex = `0x${"0".repeat(40)}`;

const network = await testNetwork();
const world = testWorld([network]);
const desk = x402Desk(world);

let checkout: Checkout;
let other: Checkout;
let key: Hex;
let inspections: number;

beforeEach(async () => {
  checkout = await world.create();
  other = await world.create();
  key = generatePrivateKey();
  await mint(privateKeyToAccount(key).address);
  inspections = 0;
  const { tokenAuthorizations } = world.deps;
  world.deps.tokenAuthorizations = {
    ...tokenAuthorizations,
    inspect: (...asked) => {
      inspections += 1;
      return tokenAuthorizations.inspect(...asked);
    },
  };
});
const mint = (to: Hex) => send(network, network.usdc, localUsdcAbi, "mint", [to, price]);
const now = () => BigInt(Math.floor(world.now.getTime() / 1_000));
const code = (address: Hex, bytecode: Hex) => network.chain.client.setCode({ address, bytecode });

/** What the service answers to a header's text: the reason or the error's code. */
async function answer(text: string): Promise<string> {
  try {
    const payment = readPaymentHeader({ name: "payment-signature", text });
    const { kind, reason } = await desk.submit(checkout, payment);
    return reason ?? kind;
  } catch (error) {
    return (error as CheckoutError).code ?? String(error);
  }
}

const malformed = "VALIDATION_ERROR";
const reason = (word: string) => `invalid_exact_evm_${word}`;
const changed = (path: string, value: unknown) => (payment: SignedOffer) => {
  const copy = structuredClone(payment) as unknown as Record<string, unknown>;
  const names = path.split(".");
  let at = copy;
  for (const name of names.slice(0, -1)) at = at[name] as Record<string, unknown>;
  const last = names.at(-1) ?? "";
  if (value === undefined) delete at[last];
  else at[last] = value;
  return copy;
};

type Text = [what: string, text: () => string, expected: string];

const texts: Text[] = [
  ["an empty header", () => "", malformed],
  ["text that is no base64", () => "{}", malformed],
  ["base64 for URLs", () => "-_-_", malformed],
  ["base64 with a space", () => "e30 e30=", malformed],
  ["base64 with padding inside", () => "e30=e30=", malformed],
  ["too long a text", () => "A".repeat(12_289), malformed],
  ["bytes that are no UTF-8", () => Buffer.from([0xff, 0xfe]).toString("base64"), malformed],
  ["text that is no JSON", () => Buffer.from("payment").toString("base64"), malformed],
  ["an unfinished object", () => Buffer.from('{"x402Version":2').toString("base64"), malformed],
  ["deeply nested JSON", () => Buffer.from("[".repeat(99) + "]".repeat(99)).toString("base64"), malformed],
  ["a key given twice", () => Buffer.from('{"x402Version":2,"x402Version":1}').toString("base64"), malformed],
  ["a __proto__", () => Buffer.from('{"__proto__":{"x402Version":2}}').toString("base64"), malformed],
  ["a constructor alone", () => toHeaderText({ constructor: { prototype: {} } }), malformed],
  ["null", () => toHeaderText(null), malformed],
  ["a number", () => toHeaderText(2), malformed],
  ["an array", () => toHeaderText([]), malformed],
  ["an empty object", () => toHeaderText({}), malformed],
];

type Shape = [what: string, change: (payment: SignedOffer) => unknown, expected: string];

/** The form is wrong, before any signature is looked at. */
const shapes: Shape[] = [
  ["no version", changed("x402Version", undefined), malformed],
  ["version 0", changed("x402Version", 0), malformed],
  ["version 3", changed("x402Version", 3), malformed],
  ["the version as text", changed("x402Version", "2"), malformed],
  ["no accepted entry", changed("accepted", undefined), malformed],
  ["no payload", changed("payload", undefined), malformed],
  ["a payload of text", changed("payload", "0x"), malformed],
  ["no signature", changed("payload.signature", undefined), malformed],
  ["a signature that is no hex", changed("payload.signature", "0xzz"), malformed],
  ["a signature of odd length", changed("payload.signature", `0x${"1".repeat(131)}`), malformed],
  ["a signature that is too short", changed("payload.signature", `0x${"11".repeat(64)}`), malformed],
  ["a signature of 2,049 bytes", changed("payload.signature", `0x${"11".repeat(2_049)}`), malformed],
  ["a nonce of 31 bytes", changed("payload.authorization.nonce", `0x${"11".repeat(31)}`), malformed],
  ["a nonce of 33 bytes", changed("payload.authorization.nonce", `0x${"11".repeat(33)}`), malformed],
  ["a nonce that is a number", changed("payload.authorization.nonce", 1), malformed],
  [
    "a payer with a wrong checksum",
    changed("payload.authorization.from", `0xaB${"c".repeat(38)}`),
    malformed,
  ],
  ["a payer that is a name", changed("payload.authorization.from", "vitalik.eth"), malformed],
  ["a payer in full-width digits", changed("payload.authorization.from", `0x${"１".repeat(40)}`), malformed],
  ["a receiver of 19 bytes", changed("payload.authorization.to", `0x${"1".repeat(38)}`), malformed],
  ["a value that is a number", changed("payload.authorization.value", Number(price)), malformed],
  ["a value in hex", changed("payload.authorization.value", "0x44aa20"), malformed],
  ["a value with an exponent", changed("payload.authorization.value", "45e5"), malformed],
  ["a negative value", changed("payload.authorization.value", `-${price}`), malformed],
  ["a value with a leading zero", changed("payload.authorization.value", `0${price}`), malformed],
  ["a value with a space", changed("payload.authorization.value", ` ${price}`), malformed],
  ["a value in Arabic digits", changed("payload.authorization.value", "٤٥٠٠٠٠٠"), malformed],
  ["a value beyond 256 bits", changed("payload.authorization.value", String(most + 1n)), malformed],
  ["a value of 5,000 digits", changed("payload.authorization.value", "9".repeat(5_000)), malformed],
  ["a validBefore that is a number", changed("payload.authorization.validBefore", 4_102_444_800), malformed],
  ["a validAfter that is NaN", changed("payload.authorization.validAfter", "NaN"), malformed],
  ["a network of 65 characters", changed("accepted.network", "e".repeat(65)), malformed],
  ["a network that is a number", changed("accepted.network", 31337), malformed],
  ["an empty network", changed("accepted.network", ""), malformed],
  ["an asset that is a symbol", changed("accepted.asset", "USDC"), malformed],
  ["an asset with an emoji", changed("accepted.asset", "0x💸"), malformed],
  ["another kind of payload", changed("payload", { permit2Authorization: {} }), "unsupported_payload_type"],
  ["an empty payload", changed("payload", {}), "unsupported_payload_type"],
  ["the scheme upto", changed("accepted.scheme", "upto"), reason("scheme")],
  ["the scheme EXACT", changed("accepted.scheme", "EXACT"), reason("scheme")],
  ["the scheme constructor", changed("accepted.scheme", "constructor"), reason("scheme")],
  ["another chain", changed("accepted.network", "eip155:1"), reason("network_mismatch")],
  ["a chain beyond the column", changed("accepted.network", "eip155:2147483648"), reason("network_mismatch")],
  [
    "a chain of 16 digits",
    changed("accepted.network", "eip155:9007199254740993"),
    reason("network_mismatch"),
  ],
  ["a chain with a leading zero", changed("accepted.network", "eip155:031337"), reason("network_mismatch")],
  ["a chain in hex", changed("accepted.network", "eip155:0x7a69"), reason("network_mismatch")],
  ["Solana", changed("accepted.network", "solana:mainnet"), reason("network_mismatch")],
  ["a network called __proto__", changed("accepted.network", "__proto__"), reason("network_mismatch")],
  ["an unknown token", changed("accepted.asset", `0x${"5".repeat(40)}`), reason("token_name_mismatch")],
  ["the zero address as token", changed("accepted.asset", zero), reason("token_name_mismatch")],
];

type Signed = [what: string, changes: () => OfferChanges | Promise<OfferChanges>, expected: string];

const value = reason("payload_authorization_value_mismatch");
const before = reason("payload_authorization_valid_before");
const after = reason("payload_authorization_valid_after");
const recipient = reason("recipient_mismatch");
const signature = reason("signature");

/** Signed by the payer, but for something else. */
const signed: Signed[] = [
  ["a unit less", () => ({ value: price - 1n }), value],
  ["a unit more", () => ({ value: price + 1n }), value],
  ["nothing", () => ({ value: 0n }), value],
  ["all that there is", () => ({ value: most }), value],
  ["to another address", () => ({ to: `0x${"ab".repeat(20)}` }), recipient],
  ["to the zero address", () => ({ to: zero }), recipient],
  ["to the token", () => ({ to: network.usdc }), recipient],
  ["to another checkout", () => ({ to: other.depositAddress }), recipient],
  ["to the merchant", () => ({ to: checkout.merchantAddress }), recipient],
  ["to the payer", () => ({ to: privateKeyToAccount(key).address }), recipient],
  ["valid only in a minute", () => ({ validAfter: now() + 60n }), after],
  ["valid from this second", () => ({ validAfter: now() + 5n }), after],
  ["valid from the end of time", () => ({ validAfter: most }), after],
  ["expired", () => ({ validBefore: now() - 1n }), before],
  ["valid for six seconds", () => ({ validBefore: now() + 6n }), before],
  ["valid for 110 seconds", () => ({ validBefore: now() + 110n }), before],
  ["never valid", () => ({ validBefore: 0n }), before],
  ["valid long after the checkout", () => ({ validBefore: now() + 86_400n }), before],
  ["valid for ever", () => ({ validBefore: most }), before],
  ["from the deposit address", () => ({ from: checkout.depositAddress }), signature],
  ["from the zero address", () => ({ from: zero }), signature],
  ["from somebody else", () => ({ from: `0x${"ab".repeat(20)}` }), signature],
  ["from the token", () => ({ from: network.usdc }), signature],
  ["from the operator", () => ({ from: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266" }), signature],
  ["in another version's domain", () => ({ version: "1" }), signature],
  ["in another name's domain", () => ({ name: "USDC" }), signature],
  ["in another chain's domain", () => ({ chainId: 1 }), signature],
  ["in another token's domain", () => ({ tokenAddress: network.usdt }), signature],
  [
    "by a contract that refuses",
    async () => {
      const wallet = freshAddress();
      await code(wallet, "0x5f5ffd");
      await mint(wallet);
      return { from: wallet };
    },
    signature,
  ],
  [
    "by a contract that burns all gas",
    async () => {
      const wallet = freshAddress();
      await code(wallet, "0x5b5f56");
      await mint(wallet);
      return { from: wallet };
    },
    signature,
  ],
  [
    "by an account without the money",
    () => {
      key = generatePrivateKey();
      return {};
    },
    reason("insufficient_balance"),
  ],
];
const freshAddress = () => privateKeyToAccount(generatePrivateKey()).address;

/** The signature is changed, or is one of another kind. */
const signatures: [what: string, change: (signature: Hex) => string, expected: string][] = [
  ["malleated", (hex) => malleate(hex), signature],
  ["with a byte more", (hex) => `${hex}00`, signature],
  ["of zeros", () => `0x${"00".repeat(65)}`, signature],
  ["of ones", () => `0x${"ff".repeat(65)}`, signature],
  ["with another recovery", (hex) => `${hex.slice(0, -2)}${hex.endsWith("1b") ? "1c" : "1b"}`, signature],
  ["with the recovery 29", (hex) => `${hex.slice(0, -2)}1d`, signature],
  ["of 2,048 bytes", () => `0x${"11".repeat(2_048)}`, signature],
  ["in an ERC-6492 wrapper", (hex) => `0x${"00".repeat(96)}${hex.slice(2)}${"6492".repeat(16)}`, signature],
];
function malleate(hex: Hex): string {
  const s = order - BigInt(`0x${hex.slice(66, 130)}`);
  return `0x${hex.slice(2, 66)}${s.toString(16).padStart(64, "0")}${hex.endsWith("1b") ? "1c" : "1b"}`;
}

async function expectNothingSpent(): Promise<void> {
  await relayAuthorizations(world.deps, 31337);
  expect(await world.query("SELECT FROM outgoing_transactions WHERE own(id)")).toEqual([]);
}

it("lists a hundred hostile payments", () => {
  expect(texts.length + shapes.length + signed.length + signatures.length).toBeGreaterThanOrEqual(100);
});

it("refuses a header that holds no payment, without asking a node", async () => {
  for (const [what, text, expected] of texts) expect(await answer(text()), what).toBe(expected);
  const payment = await desk.sign(checkout, key);
  for (const [what, change, expected] of shapes)
    expect(await answer(toHeaderText(change(payment))), what).toBe(expected);
  expect(inspections).toBe(0);
  expect(await world.query("SELECT FROM authorizations")).toEqual([]);
  await expectNothingSpent();
});

it("refuses what was signed for something else, and asks a node at most once for each", async () => {
  for (const [what, changes, expected] of signed) {
    const change = await changes();
    expect(await answer(toHeaderText(await desk.sign(checkout, key, change))), what).toBe(expected);
  }
  expect(inspections).toBeLessThanOrEqual(signed.length);
  expect(await world.query("SELECT FROM authorizations")).toEqual([]);
  await expectNothingSpent();
});

it("refuses changed signatures", async () => {
  const payment = await desk.sign(checkout, key);
  for (const [what, change, expected] of signatures) {
    const hostile = changed("payload.signature", change(payment.payload.signature))(payment);
    expect(await answer(toHeaderText(hostile)), what).toBe(expected);
  }
  expect(inspections).toBeLessThanOrEqual(signatures.length);
  expect(await world.query("SELECT FROM authorizations")).toEqual([]);
  await expectNothingSpent();
});

describe("a used nonce", () => {
  it("pays no second checkout, whoever the project is", async () => {
    const payment = await desk.sign(other, key);
    await desk.submit(other, payment);
    expect(await answer(toHeaderText(payment))).toBe(reason("nonce_already_used"));
    const sameNonce = await desk.sign(checkout, key, {
      nonce: payment.payload.authorization.nonce,
    });
    expect(await answer(toHeaderText(sameNonce))).toBe(reason("nonce_already_used"));
    expect(await world.query("SELECT FROM authorizations")).toHaveLength(1);
  });

  it("is awaited when the token has seen it, and costs nothing", async () => {
    const payment = await desk.sign(checkout, key);
    const { from, to, value, validAfter, validBefore, nonce } = payment.payload.authorization;
    const args = [from, to, BigInt(value), BigInt(validAfter), BigInt(validBefore), nonce];
    await send(network, network.usdc, localUsdcAbi, "transferWithAuthorization", [
      ...args,
      payment.payload.signature,
    ]);
    expect(await answer(toHeaderText(payment))).toBe("settlement_pending");
    await expectNothingSpent();
  });
});

it("broadcasts nothing for a contract wallet whose check takes more gas than the limit", async () => {
  const wallet = freshAddress();
  // Hashes 300,000 bytes of memory before it answers that it signed.
  await code(wallet, "0x620493e05f2050631626ba7e60e01b5f5260205ff3");
  await mint(wallet);
  world.deps.gasless = { ...world.deps.gasless, maxGasPerRelay: 150_000n };
  const payment = await desk.sign(checkout, key, { from: wallet });
  expect(await answer(toHeaderText(payment))).toBe("settlement_pending");
  await expectNothingSpent();
  await network.pass(310);
  await world.scan();
  expect(await answer(toHeaderText(payment))).toBe(reason("transaction_simulation_failed"));
});

it("stops at the limits of the page: tries, open payments and the project's daily gas", async () => {
  for (let tries = 0; tries < 3; tries++) {
    await desk.submit(checkout, await desk.sign(checkout, key));
    await world.query(`UPDATE authorizations SET status = 'FAILED', failure_reason = 'EXPIRED',
      valid_before = valid_after + interval '1 second'`);
  }
  expect(await answer(toHeaderText(await desk.sign(checkout, key)))).toBe("GASLESS_UNAVAILABLE");
  world.deps.gasless = { dailyGasPerProject: 200_000n, maxGasPerRelay: 200_000n };
  expect(await desk.submit(other, await desk.sign(other, key))).toMatchObject({ kind: "pending" });
  await expect(desk.offer(await world.create())).rejects.toMatchObject({
    code: "GASLESS_UNAVAILABLE",
    message: expect.stringMatching(/daily limit.*Pay with an ordinary transfer/),
  });
});
