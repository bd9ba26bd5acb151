import { createHash } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { testAccounts } from "@/lib/chain/keystore.chain";
import { completeSettings, localChains, madeKey, ownKey, refusal } from "@/lib/testing/settings";
import { keyWeakness, passwordWeakness, tokenWeakness } from "./secrets";

describe("production does not start with", () => {
  const half = madeKey("half").subarray(0, 16);
  /** A refund key brings its own address. */
  const ownAddress = (name: string) => (name === "REFUND_PRIVATE_KEY" ? { REFUND_AUTHORITY: "" } : {});
  const forbidden: [string, string, string][] = [
    ["an address of its own that is not https", "BASE_URL", "http://pay.example"],
    ["a payment page that is not https", "CHECKOUT_PAGE_URL", "http://pay.example"],
    ["a data key of zeros", "DATA_KEY", Buffer.alloc(32).toString("base64")],
    ["a data key of one byte", "DATA_KEY", Buffer.alloc(32, 0xa7).toString("base64")],
    ["a data key that counts", "DATA_KEY", Buffer.from([...Array(32).keys()]).toString("base64")],
    ["a data key of half the length, twice", "DATA_KEY", Buffer.concat([half, half]).toString("base64")],
    [
      "a data key that is a sentence",
      "DATA_KEY",
      Buffer.from("The quick brown fox jumps over a").toString("base64"),
    ],
    ["a data key that is a word's hash", "DATA_KEY", createHash("sha256").update("test").digest("base64")],
    ["an operator's key of one byte", "OPERATOR_PRIVATE_KEY", `0x${"1f".repeat(32)}`],
    ["a refund key that is a small number", "REFUND_PRIVATE_KEY", `0x${"2a".padStart(64, "0")}`],
    ["an operator's token of one character", "OPERATOR_TOKEN", "x".repeat(32)],
    ["a well-known operator's token", "OPERATOR_TOKEN", "please-change-me-changeme-123456"],
    ["an operator's token written twice", "OPERATOR_TOKEN", "0123456789abcdef".repeat(2)],
    ["a well-known database password", "DATABASE_URL", "postgresql://svc:postgres@db.example/checkout"],
    ["a local chain", "CHAINS", localChains],
    ["fixed rates", "DEMO_FIXED_RATES", '{"USDC":{"USD":"1"}}'],
    ["webhooks to private addresses", "WEBHOOK_ALLOW_PRIVATE", "1"],
    [
      "the demo's shop",
      "DEMO_SHOP",
      '{"serverKey":"k","apiKey":"a","projectId":"p","webhookSecret":"s","ordersFolder":"o"}',
    ],
    ["the demo's payer", "DEMO_PAYER_ADDRESS", `0x${"1".repeat(40)}`],
    ["a relay that anybody can listen to", "WALLETCONNECT_RELAY_URL", "ws://relay.example"],
    ["the functions' development mode", "INNGEST_DEV", "1"],
    ["the functions' development server", "INNGEST_DEV", "http://127.0.0.1:8288"],
  ];

  test.each(forbidden)("%s", (_, name, value) => {
    expect(refusal({ ...ownAddress(name), [name]: value })).toContain(name);
  });

  test.each(forbidden)("%s, which a demo may have", (_, name, value) => {
    expect(refusal({ APP_MODE: "demo", ...ownAddress(name), [name]: value })).toBe("");
  });

  test.each([
    ["INNGEST_EVENT_KEY", "inngest-event"],
    ["INNGEST_EVENT_KEY", "test-test-test-test"],
    ["INNGEST_SIGNING_KEY", "00ff"],
    ["INNGEST_SIGNING_KEY", `signkey-prod-${"ab".repeat(32)}`],
    ["INNGEST_SIGNING_KEY_FALLBACK", "00".repeat(32)],
  ])("%s as weak as %s, and repeats none", (name, value) => {
    const [first, second] = [madeKey("first").toString("hex"), madeKey("second").toString("hex")];
    const keys = { INNGEST_EVENT_KEY: first, INNGEST_SIGNING_KEY: second };
    expect(refusal(keys)).toBe("");
    expect(refusal({ ...keys, [name]: value })).toContain(`  ${name} `);
    expect(refusal({ ...keys, [name]: value })).not.toContain(value);
    expect(refusal({ ...keys, APP_MODE: "demo", [name]: value })).toBe("");
  });

  test("but with values from openssl", () => {
    for (let made = 0; made < 2_000; made++) {
      const key = madeKey(String(made));
      expect(keyWeakness(key)).toBeNull();
      expect(tokenWeakness(key.toString("hex"))).toBeNull();
      expect(tokenWeakness(key.toString("base64"))).toBeNull();
      expect(passwordWeakness(key.subarray(0, 12).toString("base64url"))).toBeNull();
    }
    const OPERATOR_TOKEN = madeKey("operator's token").toString("hex");
    expect(refusal({ OPERATOR_TOKEN })).toBe("");
  });

  const token = madeKey("operator's token").toString("hex");
  const dataKey = madeKey("data").toString("hex");
  test.each<[string, Record<string, string>, string]>([
    ["METRICS_TOKEN", { OPERATOR_TOKEN: token, METRICS_TOKEN: token }, "OPERATOR_TOKEN"],
    ["METRICS_TOKEN", { OPERATOR_TOKEN: token, METRICS_TOKEN: token.toUpperCase() }, "OPERATOR_TOKEN"],
    ["METRICS_TOKEN", { METRICS_TOKEN: completeSettings.DATA_KEY }, "DATA_KEY"],
    ["OPERATOR_PRIVATE_KEY", { OPERATOR_PRIVATE_KEY: `0x${dataKey}` }, "DATA_KEY"],
    ["REFUND_PRIVATE_KEY", { REFUND_PRIVATE_KEY: `0x${dataKey}`, REFUND_AUTHORITY: "" }, "DATA_KEY"],
    ["OPERATOR_TOKEN", { OPERATOR_TOKEN: ownKey }, "OPERATOR_PRIVATE_KEY"],
    ["DATA_KEY_PREVIOUS", { DATA_KEY_PREVIOUS: completeSettings.DATA_KEY }, "DATA_KEY"],
    [
      "INNGEST_SIGNING_KEY",
      { INNGEST_EVENT_KEY: token, INNGEST_SIGNING_KEY: `signkey-prod-${token}` },
      "INNGEST_EVENT_KEY",
    ],
    [
      "The password in DATABASE_URL",
      { OPERATOR_TOKEN: token, DATABASE_URL: `postgresql://svc:${token}@db.example/checkout` },
      "OPERATOR_TOKEN",
    ],
    [
      "The password in DATABASE_URL",
      { SMTP_URL: "smtps://shop:secret-word@mail.example", MAIL_FROM: "a@b.example" },
      "The password in SMTP_URL",
    ],
  ])("%s that is another secret, and repeats none", (name, variables, first) => {
    const message = refusal(variables);
    expect(message).toContain(`  ${name}`);
    expect(message).toContain(`is the same secret as ${first}\n`);
    for (const secret of [token, dataKey, completeSettings.DATA_KEY, ownKey])
      expect(message).not.toContain(secret);
  });

  test.each(testAccounts)("the well-known test key of $address, in any case", ({ privateKey, address }) => {
    expect(privateKeyToAccount(privateKey).address.toLowerCase()).toBe(address);
    const upper = `0x${privateKey.slice(2).toUpperCase()}`;
    for (const key of [privateKey, upper])
      expect(refusal({ OPERATOR_PRIVATE_KEY: key })).toContain("OPERATOR_PRIVATE_KEY");
    expect(refusal({ REFUND_AUTHORITY: address })).toContain("REFUND_AUTHORITY");
    expect(refusal({ APP_MODE: "test", OPERATOR_PRIVATE_KEY: privateKey, REFUND_AUTHORITY: address })).toBe(
      "",
    );
  });

  test("and names every reason at once", () => {
    const message = refusal({ CHAINS: localChains, WEBHOOK_ALLOW_PRIVATE: "true", INNGEST_DEV: "1" });
    for (const name of ["CHAINS", "WEBHOOK_ALLOW_PRIVATE", "INNGEST_DEV"]) expect(message).toContain(name);
  });

  test("but with switches that are off", () => {
    expect(refusal({ WEBHOOK_ALLOW_PRIVATE: "0", INNGEST_DEV: "0" })).toBe("");
    expect(refusal({ WEBHOOK_ALLOW_PRIVATE: "false", INNGEST_DEV: "false" })).toBe("");
  });
});
