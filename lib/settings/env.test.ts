import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { privateKeyToAccount } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { defaultConfirmations } from "@/lib/chain/confirmation-policy.rules";
import { testAccounts } from "@/lib/chain/keystore.chain";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { parseEnv } from "./env";
import { misspeltSettings, misspeltWarning, quotedSettings } from "./environment";
import { keyWeakness, passwordWeakness, tokenWeakness } from "./secrets";
import { SettingsError } from "./variables";

/** A key that looks random, the same each time. */
const madeKey = (name: string) => createHash("sha256").update(`${name} of a test`).digest();
const ownKey = `0x${madeKey("operator").toString("hex")}`;
const production = {
  BASE_URL: "https://pay.example",
  DATABASE_URL: "postgresql://svc:secret-word@db.example:5432/checkout",
  DATA_KEY: madeKey("data").toString("base64"),
  OPERATOR_PRIVATE_KEY: ownKey,
  REFUND_AUTHORITY: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example/base"] }]),
};
const required = Object.keys(production);
const localChains = JSON.stringify([{ chainId: 31337, rpcUrls: ["http://127.0.0.1:8545"] }]);

/** The message of the refusal; empty when the settings are accepted. */
function refusal(variables: Record<string, string | undefined>): string {
  try {
    parseEnv({ ...production, ...variables });
    return "";
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}

describe("complete settings", () => {
  test("are production's, with its defaults, unless set otherwise", () => {
    expect(parseEnv(production)).toMatchObject({
      APP_MODE: "production",
      HOST: "127.0.0.1",
      PORT: 3000,
      TRUST_PROXY_HOPS: 0,
      WEBHOOK_ALLOW_PRIVATE: false,
      REFUND_AUTHORITY: production.REFUND_AUTHORITY.toLowerCase(),
      BASE_URL: "https://pay.example",
      CHECKOUT_PAGE_URL: "https://pay.example",
    });
    expect(parseEnv(production).DATA_KEY).toEqual(madeKey("data"));
  });

  test("fill a known chain from the list, and keep explicit values", () => {
    const chain = { chainId: 137, rpcUrls: ["https://rpc.example"], name: "Mine", pollIntervalMs: 500 };
    const [polygon] = parseEnv({ ...production, CHAINS: JSON.stringify([chain]) }).CHAINS;
    expect(polygon).toMatchObject({ name: "Mine", pollIntervalMs: 500, local: false, maxBlockRange: 1_000 });
    expect(polygon?.tokens.map(({ symbol }) => symbol)).toEqual(["USDC", "USDT"]);
  });

  test("offer every currency, or the listed ones", () => {
    expect(parseEnv(production).FIAT_CURRENCIES).toEqual(fiatCurrencies);
    const few = parseEnv({ ...production, FIAT_CURRENCIES: "EUR, USD" }).FIAT_CURRENCIES;
    expect(few.map(({ code }) => code)).toEqual(["USD", "EUR"]);
    expect(refusal({ FIAT_CURRENCIES: "EUR,XXX" })).toMatch(
      /FIAT_CURRENCIES has XXX; the service knows USD, /,
    );
  });

  test("open hosts that are not public to webhooks, in production too", () => {
    const WEBHOOK_ALLOW_HOSTS = "Shop.internal, 10.0.0.0/8,127.0.0.1:8080";
    expect(parseEnv({ ...production, WEBHOOK_ALLOW_HOSTS }).WEBHOOK_ALLOW_HOSTS).toMatchObject([
      { name: "shop.internal", port: null },
      { text: "10.0.0.0/8", name: null, port: null },
      { text: "127.0.0.1:8080", port: 8080 },
    ]);
    expect(parseEnv(production).WEBHOOK_ALLOW_HOSTS).toEqual([]);
  });

  test("a node's block range may be as small as ten", () => {
    const chain = { chainId: 137, rpcUrls: ["https://rpc.example"], maxBlockRange: 10 };
    const [polygon] = parseEnv({ ...production, CHAINS: JSON.stringify([chain]) }).CHAINS;
    expect(polygon?.maxBlockRange).toBe(10);
  });

  test("take a whole further chain, its addresses read as lower-case", () => {
    const token = { symbol: "USDC", name: "USD Coin", address: `0x${"AB".repeat(20)}`, decimals: 6 };
    const chain = { chainId: 10, rpcUrls: ["https://rpc.example"], tokens: [token], nativeCoinUsd: 3000 };
    const [optimism] = parseEnv({ ...production, CHAINS: JSON.stringify([chain]) }).CHAINS;
    expect(optimism).toMatchObject({ name: "Chain 10", blockExplorerUrl: null, pollIntervalMs: 2_000 });
    expect(optimism?.tokens[0]?.address).toBe(`0x${"ab".repeat(20)}`);
  });

  test("a chain's own confirmation policy replaces the default", () => {
    const finalized = { kind: "tag", tag: "finalized" };
    const confirmations = {
      fast: [{ belowTokens: 20, requirement: { kind: "blocks", blocks: 3 } }],
      paid: [
        { belowTokens: 500, requirement: { ...finalized, whenStalled: { blocks: 900 } } },
        { belowTokens: null, requirement: finalized },
      ],
      settle: { kind: "tag", tag: "safe" },
    };
    const read = (set: object) =>
      parseEnv({
        ...production,
        CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example"], ...set }]),
      }).CHAINS[0]?.confirmations;
    expect(read({})).toEqual(defaultConfirmations(8453));
    expect(read({ confirmations })).toEqual(confirmations);
    const { fast: _, ...slow } = confirmations;
    expect(read({ confirmations: slow })).toEqual({ ...slow, fast: [] });
  });

  test.each([
    ["no tier", { paid: [] }],
    ["no tier for large amounts", { paid: [{ belowTokens: 5, requirement: { kind: "blocks", blocks: 1 } }] }],
    ["no block at all", { paid: [{ belowTokens: null, requirement: { kind: "blocks", blocks: 0 } }] }],
    ["a tag of another name", { settle: { kind: "tag", tag: "latest" } }],
    ["a misspelt member", { settel: { kind: "tag", tag: "safe" } }],
  ])("a confirmation policy with %s is refused", (_, wrong) => {
    const confirmations = {
      paid: [{ belowTokens: null, requirement: { kind: "tag", tag: "safe" } }],
      settle: { kind: "tag", tag: "safe" },
      ...wrong,
    };
    const chain = { chainId: 8453, rpcUrls: ["https://rpc.example"], confirmations };
    expect(refusal({ CHAINS: JSON.stringify([chain]) })).toContain("confirmations");
  });

  const chainWith = (more: object) => ({
    CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example"], ...more }]),
  });
  const policy = { paid: [{ belowTokens: null, requirement: { kind: "blocks", blocks: 3 } }] };
  const settle = { kind: "tag", tag: "safe" };
  test.each([
    [
      "the chain",
      { maxBlockRnage: 10 },
      'CHAINS 0: unknown setting "maxBlockRnage"; did you mean maxBlockRange?',
    ],
    ["the chain, in other case", { RpcUrls: [] }, '"RpcUrls"; did you mean rpcUrls?'],
    [
      "the chain, unlike any",
      { color: "red" },
      'CHAINS 0: unknown setting "color"; known are chainId, rpcUrls,',
    ],
    ["the chain, twice", { nam: "x", polIntervalMs: 1 }, 'mean name?; unknown setting "polIntervalMs"'],
    [
      "a token",
      { tokens: [{ symbol: "A", name: "A", address: `0x${"ab".repeat(20)}`, decimals: 6, decimal: 6 }] },
      'CHAINS 0.tokens.0: unknown setting "decimal"; did you mean decimals?',
    ],
    [
      "sending",
      { sending: { dailyCap: "1" } },
      'sending: unknown setting "dailyCap"; did you mean dailyCapWei?',
    ],
    [
      "the native currency",
      { nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18, symbl: "E" } },
      'nativeCurrency: unknown setting "symbl"; did you mean symbol?',
    ],
    ["confirmations", { confirmations: { ...policy, settle, fats: [] } }, '"fats"; did you mean fast?'],
    [
      "a requirement",
      { confirmations: { ...policy, settle: { ...settle, whenStaled: {} } } },
      'settle: unknown setting "whenStaled"; did you mean whenStalled?',
    ],
    [
      "a tier",
      { confirmations: { settle, paid: [{ ...policy.paid[0], belowToken: 1 }] } },
      'paid.0: unknown setting "belowToken"; did you mean belowTokens?',
    ],
  ])("an unknown member of %s is refused by name", (_, more, message) => {
    expect(refusal(chainWith(more))).toContain(message);
  });

  test("requires an unknown chain to name its native currency, and allows it for any chain", () => {
    const other = { chainId: 4242, nativeCoinUsd: 1 };
    const gold = { name: "Gold", symbol: "GLD", decimals: 9 };
    expect(refusal(chainWith(other))).toMatch(
      /CHAINS 0\.nativeCurrency: is required for this chain.*"symbol":"ETH"/,
    );
    const currencyOf = (more: object) =>
      parseEnv({ ...production, ...chainWith(more) }).CHAINS[0]?.nativeCurrency;
    expect(currencyOf({ ...other, nativeCurrency: gold })).toEqual(gold);
    expect(currencyOf({ nativeCurrency: gold })).toEqual(gold);
    expect(currencyOf({ chainId: 56, nativeCoinUsd: 600 })).toMatchObject({ symbol: "BNB" });
    expect(currencyOf({})).toMatchObject({ symbol: "ETH" });
  });

  test("accept the further chain in the documentation", async () => {
    const page = await readFile(new URL("../../docs/operators/chains-and-nodes.md", import.meta.url), "utf8");
    const example = /```json\n(\{\n {2}"chainId": [^`]*)```/.exec(page)?.[1] ?? "";
    const [chain] = parseEnv({ ...production, CHAINS: `[${example}]` }).CHAINS;
    expect(chain).toMatchObject({ ...JSON.parse(example), tokens: [{ symbol: "USDC", decimals: 6 }] });
    // Optimism is a rollup of the OP Stack.
    expect(chain?.sending.l1Fee).toBe("op-stack");
  });

  test("the payment page lives at the origin unless it has its own", () => {
    const BASE_URL = "https://pay.example/";
    expect(parseEnv({ ...production, BASE_URL })).toMatchObject({
      BASE_URL: "https://pay.example",
      CHECKOUT_PAGE_URL: "https://pay.example",
    });
    const CHECKOUT_PAGE_URL = "https://checkout.example/";
    expect(parseEnv({ ...production, BASE_URL, CHECKOUT_PAGE_URL }).CHECKOUT_PAGE_URL).toBe(
      "https://checkout.example",
    );
  });

  test("are read without one pair of quotation marks, and without spaces and CR at their ends", () => {
    const quoted = Object.fromEntries(
      Object.entries({ ...production, PORT: "8080", METRICS_TOKEN: madeKey("metrics").toString("hex") }).map(
        ([name, value], at) => [name, [`"${value}"`, `'${value}' `, `${value}\r`, `  '${value}'\r`][at % 4]],
      ),
    );
    expect(parseEnv(quoted)).toEqual(
      parseEnv({ ...production, PORT: "8080", METRICS_TOKEN: madeKey("metrics").toString("hex") }),
    );
    expect(quotedSettings(quoted)).toEqual(
      expect.arrayContaining(["BASE_URL", "DATABASE_URL", "OPERATOR_PRIVATE_KEY", "CHAINS"]),
    );
    expect(quotedSettings(quoted)).not.toContain("DATA_KEY");
  });

  test("count as unset when they contain only quotation marks or spaces", () => {
    const blank = { CHECKOUT_PAGE_URL: "''", OPERATOR_TOKEN: '""', PORT: " \r" };
    expect(parseEnv({ ...production, ...blank })).toEqual(parseEnv(production));
    expect(refusal({ CHAINS: "''" })).toContain("CHAINS is missing");
  });

  test("an empty variable counts as not set", () => {
    expect(
      parseEnv({ ...production, PORT: "", APP_MODE: "", CHECKOUT_PAGE_URL: "", DEMO_FIXED_RATES: "" }),
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
        ...production,
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

describe("a variable that is close to a setting", () => {
  test.each([
    ["OPERATOR_PRIVAT_KEY", "OPERATOR_PRIVATE_KEY"],
    ["OPERATOR_PRIVTAE_KEY", "OPERATOR_PRIVATE_KEY"],
    ["CHAIN", "CHAINS"],
    ["CHIANS", "CHAINS"],
    ["WEBHOOK_ALLOW_HOST", "WEBHOOK_ALLOW_HOSTS"],
    ["DATAKEY", "DATA_KEY"],
    ["BASE_URI", "BASE_URL"],
    ["database_url", "DATABASE_URL"],
    ["TRUSTED_PROXY_HOPS", "TRUST_PROXY_HOPS"],
    ["REFUND_KEYSTORE_PASSWORDFILE", "REFUND_KEYSTORE_PASSWORD_FILE"],
  ])("%s is reported with %s", (name, meant) => {
    expect(misspeltSettings({ ...production, [name]: "5ec4e7" })).toEqual([{ name, meant }]);
    expect(misspeltWarning({ name, meant })).toBe(`unknown setting ${name}; did you mean ${meant}?`);
    expect(misspeltSettings({ [name]: "" })).toEqual([]);
  });

  test("ignores variables of a system, a container or a library", () => {
    const others =
      "PATH HOME PWD OLDPWD USER LANG SHELL TERM TMPDIR HOSTNAME HOSTTYPE LOGNAME MAIL PS1 TZ CI EDITOR PAGER DISPLAY SHLVL _ NODE_ENV NODE_OPTIONS NODE_PATH NEXT_RUNTIME NEXTAUTH_URL NEXTAUTH_SECRET AUTH_URL AUTH_SECRET PGHOST PGPORT PGUSER PGPASSWORD PGDATABASE POSTGRES_URL POSTGRES_PASSWORD POSTGRES_DB REDIS_URL SMTP_HOST SMTP_PORT DATA_DIR DATA_PATH APP_ENV APP_NAME APP_ROOT LOG_FORMAT LOG_FILE INNGEST_ENV INNGEST_API_BASE_URL INNGEST_EVENT_API_BASE_URL INNGEST_SERVE_HOST INNGEST_SERVE_PATH OTEL_EXPORTER_OTLP_TRACES_ENDPOINT OTEL_EXPORTER_OTLP_HEADERS OTEL_EXPORTER_OTLP_PROTOCOL OTEL_SERVICE_NAME KUBERNETES_PORT KUBERNETES_SERVICE_HOST KUBERNETES_SERVICE_PORT HTTP_PROXY HTTPS_PROXY NO_PROXY SSH_TTY XDG_DATA_HOME npm_config_cache npm_package_name GITHUB_TOKEN GITHUB_ACTIONS GOOGLE_APPLICATION_CREDENTIALS";
    const environment = Object.fromEntries(others.split(" ").map((name) => [name, "x"]));
    expect(misspeltSettings({ ...production, ...environment })).toEqual([]);
  });
});

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
    ["a point at which tests kill it", "KILL_POINT", "after-detection"],
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
    ["METRICS_TOKEN", { METRICS_TOKEN: production.DATA_KEY }, "DATA_KEY"],
    ["OPERATOR_PRIVATE_KEY", { OPERATOR_PRIVATE_KEY: `0x${dataKey}` }, "DATA_KEY"],
    ["REFUND_PRIVATE_KEY", { REFUND_PRIVATE_KEY: `0x${dataKey}`, REFUND_AUTHORITY: "" }, "DATA_KEY"],
    ["OPERATOR_TOKEN", { OPERATOR_TOKEN: ownKey }, "OPERATOR_PRIVATE_KEY"],
    ["DATA_KEY_PREVIOUS", { DATA_KEY_PREVIOUS: production.DATA_KEY }, "DATA_KEY"],
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
    for (const secret of [token, dataKey, production.DATA_KEY, ownKey]) expect(message).not.toContain(secret);
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
