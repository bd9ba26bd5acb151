import { describe, expect, test } from "vitest";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { completeSettings, localChains, madeKey, ownKey, refusal } from "@/lib/testing/settings";
import { missingMailSettings, missingOauthSettings, parseEnv } from "./env";
import { quotedSettings } from "./environment";
import { mailSettings } from "./sections/mail-and-sign-in";

const required = Object.keys(completeSettings);

describe("complete settings", () => {
  test("are production's, with its defaults, unless set otherwise", () => {
    expect(parseEnv(completeSettings)).toMatchObject({
      APP_MODE: "production",
      HOST: "127.0.0.1",
      PORT: 3000,
      TRUST_PROXY_HOPS: 0,
      WEBHOOK_ALLOW_PRIVATE: false,
      REFUND_AUTHORITY: completeSettings.REFUND_AUTHORITY.toLowerCase(),
      BASE_URL: "https://pay.example",
      CHECKOUT_PAGE_URL: "https://pay.example",
    });
    expect(parseEnv(completeSettings).DATA_KEY).toEqual(madeKey("data"));
  });

  test("offer every currency, or the listed ones", () => {
    expect(parseEnv(completeSettings).FIAT_CURRENCIES).toEqual(fiatCurrencies);
    const few = parseEnv({ ...completeSettings, FIAT_CURRENCIES: "EUR, USD" }).FIAT_CURRENCIES;
    expect(few.map(({ code }) => code)).toEqual(["USD", "EUR"]);
    expect(refusal({ FIAT_CURRENCIES: "EUR,XXX" })).toMatch(
      /FIAT_CURRENCIES has XXX; the service knows USD, /,
    );
  });

  test("open hosts that are not public to webhooks, in production too", () => {
    const WEBHOOK_ALLOW_HOSTS = "Shop.internal, 10.0.0.0/8,127.0.0.1:8080";
    expect(parseEnv({ ...completeSettings, WEBHOOK_ALLOW_HOSTS }).WEBHOOK_ALLOW_HOSTS).toMatchObject([
      { name: "shop.internal", port: null },
      { text: "10.0.0.0/8", name: null, port: null },
      { text: "127.0.0.1:8080", port: 8080 },
    ]);
    expect(parseEnv(completeSettings).WEBHOOK_ALLOW_HOSTS).toEqual([]);
  });

  test("the payment page lives at the origin unless it has its own", () => {
    const BASE_URL = "https://pay.example/";
    expect(parseEnv({ ...completeSettings, BASE_URL })).toMatchObject({
      BASE_URL: "https://pay.example",
      CHECKOUT_PAGE_URL: "https://pay.example",
    });
    const CHECKOUT_PAGE_URL = "https://checkout.example/";
    expect(parseEnv({ ...completeSettings, BASE_URL, CHECKOUT_PAGE_URL }).CHECKOUT_PAGE_URL).toBe(
      "https://checkout.example",
    );
  });

  test("are read without one pair of quotation marks, and without spaces and CR at their ends", () => {
    const quoted = Object.fromEntries(
      Object.entries({
        ...completeSettings,
        PORT: "8080",
        METRICS_TOKEN: madeKey("metrics").toString("hex"),
      }).map(([name, value], at) => [
        name,
        [`"${value}"`, `'${value}' `, `${value}\r`, `  '${value}'\r`][at % 4],
      ]),
    );
    expect(parseEnv(quoted)).toEqual(
      parseEnv({ ...completeSettings, PORT: "8080", METRICS_TOKEN: madeKey("metrics").toString("hex") }),
    );
    expect(quotedSettings(quoted)).toEqual(
      expect.arrayContaining(["BASE_URL", "DATABASE_URL", "OPERATOR_PRIVATE_KEY", "CHAINS"]),
    );
    expect(quotedSettings(quoted)).not.toContain("DATA_KEY");
  });

  test("count as unset when they contain only quotation marks or spaces", () => {
    const blank = { CHECKOUT_PAGE_URL: "''", OPERATOR_TOKEN: '""', PORT: " \r" };
    expect(parseEnv({ ...completeSettings, ...blank })).toEqual(parseEnv(completeSettings));
    expect(refusal({ CHAINS: "''" })).toContain("CHAINS is missing");
  });

  test("an empty variable counts as not set", () => {
    expect(
      parseEnv({ ...completeSettings, PORT: "", APP_MODE: "", CHECKOUT_PAGE_URL: "", DEMO_FIXED_RATES: "" }),
    ).toMatchObject({
      PORT: 3000,
      APP_MODE: "production",
      CHECKOUT_PAGE_URL: "https://pay.example",
    });
  });
});

describe("a missing or wrong value", () => {
  test.each(required)("%s is named when it is missing or empty", (name) => {
    expect(refusal({ [name]: undefined })).toContain(`${name} is missing`);
    expect(refusal({ [name]: "" })).toContain(`${name} is missing`);
  });

  test.each<[string, Record<string, string | undefined>, string, RegExp]>([
    [
      "a missing data key",
      { DATA_KEY: undefined },
      "DATA_KEY is missing",
      /^create one: openssl rand -base64 32/,
    ],
    ["a malformed data key", { DATA_KEY: "c2hvcnQ=" }, "DATA_KEY must be", /^copy it whole/],
    [
      "a malformed token",
      { METRICS_TOKEN: "short" },
      "METRICS_TOKEN must",
      /^create one: openssl rand -hex 32$/,
    ],
    ["a missing operator's key", { OPERATOR_PRIVATE_KEY: "" }, "OPERATOR_PRIVATE_KEY is missing", /keystore/],
    [
      "a malformed operator's key",
      { OPERATOR_PRIVATE_KEY: "1f".repeat(32) },
      "OPERATOR_PRIVATE_KEY must be",
      /^copy the wallet's private key(?!.*keystore)/,
    ],
    [
      "an operator's key that is none",
      { OPERATOR_PRIVATE_KEY: `0x${"ff".repeat(32)}` },
      "OPERATOR_PRIVATE_KEY is not a valid",
      /^copy the wallet's private key(?!.*keystore)/,
    ],
    [
      "no refund wallet",
      { REFUND_AUTHORITY: "" },
      "REFUND_AUTHORITY is missing",
      /REFUND_KEYSTORE_FILE=.*REFUND_PRIVATE_KEY.*REFUND_AUTHORITY/,
    ],
    [
      "a malformed refund wallet",
      { REFUND_AUTHORITY: "0x12" },
      "REFUND_AUTHORITY must be",
      /0x and 40 digits/,
    ],
    [
      "a refund key of another address",
      { REFUND_PRIVATE_KEY: `0x${madeKey("refund").toString("hex")}` },
      "REFUND_AUTHORITY is not the address",
      /^remove REFUND_AUTHORITY if/,
    ],
    [
      "a keystore without its password",
      { OPERATOR_PRIVATE_KEY: "", OPERATOR_KEYSTORE_FILE: "/k" },
      "OPERATOR_KEYSTORE_PASSWORD is missing",
      /encrypted the keystore/,
    ],
    ["chains with a wrong field", { CHAINS: '[{"chainId":8453}]' }, "CHAINS ", /chains-and-nodes\.md/],
    ["a local chain", { CHAINS: localChains }, "CHAINS names local chains", /^remove them/],
    ["half of Google", { GOOGLE_CLIENT_ID: "a" }, "GOOGLE_CLIENT_SECRET is missing", /at Google/],
    ["mail without a sender", { SMTP_URL: "smtp://mail.example" }, "MAIL_FROM is missing", /Name <address>/],
    ["a weak token", { OPERATOR_TOKEN: "x".repeat(32) }, "OPERATOR_TOKEN repeats", /openssl rand -hex 32/],
  ])("the advice below the fault fits it: %s", (_, variables, fault, advice) => {
    const lines = refusal(variables).split("\n");
    const at = lines.findIndex((line) => line.startsWith(`  ${fault}`));
    expect(lines[at + 1]?.trim(), lines.join("\n")).toMatch(advice);
    expect(lines).toHaveLength(3);
  });

  test("doesn't blame a setting that wasn't given", () => {
    const message = refusal({ BASE_URL: "http://pay.example" });
    expect(message).toContain("BASE_URL must be");
    expect(message).not.toContain("CHECKOUT_PAGE_URL");
  });

  test("a value can't add a line to the message", () => {
    expect(refusal({ FIAT_CURRENCIES: "EUR,X\n  DATA_KEY is missing" })).not.toMatch(/^ {2}DATA_KEY/m);
  });

  test("everything that is missing is named at once", () => {
    const nothing = Object.fromEntries(required.map((name) => [name, undefined]));
    for (const name of required) expect(refusal(nothing)).toContain(`${name} is missing`);
  });

  test.each([
    ["DATABASE_URL", "mysql://db.example/checkout"],
    ["DATABASE_URL", "postgres://user:pa/ss@db.example/checkout"],
    ["DATABASE_DIRECT_URL", "postgres://user@one.example,two.example/checkout"],
    ["DATA_KEY", Buffer.alloc(31).toString("base64")],
    ["OPERATOR_PRIVATE_KEY", `${ownKey}00`],
    ["CHAINS", '[{"chainId":8453,"rpcUrls":[]}]'],
    ["CHAINS", '[{"chainId":8453,"rpcUrls":["ws://rpc.example"]}]'],
    ["CHAINS", '[{"chainId":8453,"rpcUrls":["rpc.example"]}]'],
    ["CHAINS", '[{"chainId":8453,"rpcUrls":["https://rpc.example"],"maxBlockRange":9}]'],
    ["CHAINS", '[{"chainId":8453,"rpcUrls":["https://rpc.example"],"maxBatch":0}]'],
    ["CHAINS", '[{"chainId":8453,"rpcUrls":["https://rpc.example/key","http://rpc.example/key/"]}]'],
    [
      "CHAINS",
      JSON.stringify([8453, 8453].map((chainId) => ({ chainId, rpcUrls: ["https://rpc.example"] }))),
    ],
    ["APP_MODE", "staging"],
    ["PORT", "0"],
    ["HOST", "[::1]"],
    ["HOST", "http://0.0.0.0"],
    ["HOST", "0.0.0.0 # every address"],
    ["COINGECKO_API_KEY", "CG-1234 # paid"],
    ["BASE_URL", "https://example.com/pay"],
    ["BASE_URL", "https://pay.example//"],
    ["BASE_URL", "https://pay.example?shop=1"],
    ["BASE_URL", "https://pay.example/?"],
    ["BASE_URL", "https://pay.example/#top"],
    ["BASE_URL", "https://user:5ec4e7@pay.example"],
    ["BASE_URL", "https:pay.example"],
    ["CHECKOUT_PAGE_URL", "https://pay.example/c"],
    ["INNGEST_SERVE_ORIGIN", "http://app:3000/api/inngest"],
    ["INNGEST_BASE_URL", "http://proxy/inngest"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:4318?key=1"],
    ["OTEL_EXPORTER_OTLP_ENDPOINT", "http://user:pass@127.0.0.1:4318"],
    ["COINGECKO_URL", "https://rates.example/v3?key=1"],
    ["COINBASE_URL", "https://rates.example/v2#rates"],
    ["WALLETCONNECT_RELAY_URL", "wss://relay.example/#a"],
    [
      "CHAINS",
      '[{"chainId":8453,"rpcUrls":["https://rpc.example"],"blockExplorerUrl":"javascript:alert(1)"}]',
    ],
    [
      "CHAINS",
      '[{"chainId":8453,"rpcUrls":["https://rpc.example"],"blockExplorerUrl":"https://scan.example?net=base"}]',
    ],
    ["BASE_URL", "pay.example"],
    ["BASE_URL", "javascript:alert(1)"],
    ["INNGEST_SERVE_ORIGIN", "app:3000"],
    ["WEBHOOK_ALLOW_HOSTS", "shop.internal,*.example.com"],
    ["WEBHOOK_ALLOW_HOSTS", "169.254.169.254"],
    ["WEBHOOK_ALLOW_HOSTS", "shop.internal,"],
    ["WALLETCONNECT_PROJECT_ID", "a project"],
    ["WALLETCONNECT_RELAY_URL", "https://relay.example"],
    ["INNGEST_BASE_URL", "inngest:8288"],
    ["INNGEST_SIGNING_KEY", "signkey-prod-xyz"],
    ["INNGEST_SIGNING_KEY", "abc"],
    ["INNGEST_SIGNING_KEY_FALLBACK", "not hex"],
  ])("%s is named when it is %j", (name, value) => {
    expect(refusal({ [name]: value })).toMatch(new RegExp(`^ {2}${name}\\b`, "m"));
  });

  test("a URL with more than host and port names the parts and the way out, and repeats no secret", () => {
    const BASE_URL = "https://user:5ec4e7@example.com/pay?shop=1#top";
    expect(refusal({ BASE_URL })).toContain(
      "BASE_URL has a user or password and a path and a query and a fragment: remove it, as in https://example.com.",
    );
    expect(refusal({ BASE_URL })).not.toContain("5ec4e7");
  });

  test("an address to which paths are appended keeps its own path, without a trailing slash", () => {
    expect(
      parseEnv({
        ...completeSettings,
        KRAKEN_URL: "https://rates.example/kraken/",
        OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel:4318/",
      }),
    ).toMatchObject({
      KRAKEN_URL: "https://rates.example/kraken",
      OTEL_EXPORTER_OTLP_ENDPOINT: "http://otel:4318",
    });
  });

  test("refuses half of an Inngest server's settings with the missing one, and accepts all of them", () => {
    const [first, second] = [madeKey("first").toString("hex"), madeKey("second").toString("hex")];
    const third = madeKey("third").toString("hex");
    const keys = { INNGEST_EVENT_KEY: second, INNGEST_SIGNING_KEY: `signkey-prod-${first}` };
    expect(refusal({ INNGEST_BASE_URL: "http://inngest:8288" })).toMatch(
      /INNGEST_EVENT_KEY is missing[\s\S]*INNGEST_SIGNING_KEY is missing/,
    );
    expect(refusal({ ...keys, INNGEST_SIGNING_KEY: "" })).toContain("INNGEST_SIGNING_KEY is missing");
    expect(refusal({ ...keys, INNGEST_EVENT_KEY: undefined })).toContain("INNGEST_EVENT_KEY is missing");
    expect(refusal({ INNGEST_SIGNING_KEY_FALLBACK: second })).toContain("INNGEST_SIGNING_KEY is missing");
    expect(refusal({ ...keys, INNGEST_SIGNING_KEY_FALLBACK: third, INNGEST_BASE_URL: "" })).toBe("");
    expect(refusal({ INNGEST_EVENT_KEY: "", INNGEST_SIGNING_KEY: "", INNGEST_BASE_URL: "" })).toBe("");
  });

  test("the message repeats no secret", () => {
    const secret = "5ec4e7".repeat(10);
    for (const name of ["DATABASE_URL", "DATA_KEY", "OPERATOR_PRIVATE_KEY"])
      expect(refusal({ [name]: `?${secret}` })).not.toContain(secret);
    const password = "postgres://user:5ec4e7/word@db.example/checkout";
    expect(refusal({ DATABASE_URL: password })).not.toContain("5ec4e7");
  });
});

describe("oauth settings", () => {
  test("a provider needs both of its settings, or none", () => {
    expect(missingOauthSettings({})).toEqual([]);
    expect(missingOauthSettings({ GOOGLE_CLIENT_ID: "", GOOGLE_CLIENT_SECRET: "" })).toEqual([]);
    expect(missingOauthSettings({ GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" })).toEqual([]);
    expect(
      missingOauthSettings({ GITHUB_CLIENT_ID: "a", GOOGLE_CLIENT_SECRET: "b" }).map(({ says }) => says),
    ).toEqual([
      "GOOGLE_CLIENT_ID is missing: GOOGLE_CLIENT_SECRET is set",
      "GITHUB_CLIENT_SECRET is missing: GITHUB_CLIENT_ID is set",
    ]);
  });
});

describe("mail settings", () => {
  describe("MAIL_FROM", () => {
    test.each([
      ["pay@example.com", { name: "", address: "pay@example.com" }],
      ["Söhne & Töchter Pay <pay@example.com>", { name: "Söhne & Töchter Pay", address: "pay@example.com" }],
    ])("%s is read", (MAIL_FROM, mailbox) => {
      expect(mailSettings.parse({ MAIL_FROM })).toEqual({ MAIL_FROM: mailbox });
    });

    test.each([
      "nobody",
      "Pay pay@example.com",
      "A, B <pay@example.com>",
      "Pay\r\nBcc: x <pay@example.com>",
      "Pay <a@example.com>, <b@example.com>",
    ])("%j is refused", (MAIL_FROM) => {
      expect(mailSettings.safeParse({ MAIL_FROM }).success).toBe(false);
    });
  });

  test("an address of a server that is refused is not repeated: it holds a password", () => {
    const result = mailSettings.safeParse({ SMTP_URL: "http://shop:secret-word@mail.example.com" });
    expect(result.success).toBe(false);
    expect(JSON.stringify(result.error?.issues)).not.toContain("secret-word");
  });

  test("a mail server requires a sender, and both are optional", () => {
    expect(missingMailSettings({})).toEqual([]);
    expect(missingMailSettings({ SMTP_URL: "", MAIL_FROM: "" })).toEqual([]);
    expect(missingMailSettings({ MAIL_FROM: "pay@example.com" })).toEqual([]);
    expect(missingMailSettings({ SMTP_URL: "smtp://mail.example.com" })).toMatchObject([
      { says: "MAIL_FROM is missing: SMTP_URL is set" },
    ]);
  });
});
