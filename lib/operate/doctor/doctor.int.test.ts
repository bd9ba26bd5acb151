import { randomBytes } from "node:crypto";
import { createServer as createHttpServer, type Server } from "node:http";
import { createServer as createHttpsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { privateKeyToAddress } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { closeIncident } from "@/lib/books/incident-facts.store";
import { demoRates } from "@/lib/demo/identity";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import type { Incident, IncidentKind } from "@/lib/platform/incidents/incident-store.port";
import { createLog } from "@/lib/platform/log";
import { createSecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { noon } from "@/lib/testing/builders";
import { createAuthority, createSelfSigned } from "@/lib/testing/certificates";
import { startTestChain, type TestChain } from "@/lib/testing/chain";
import { createTestDatabase } from "@/lib/testing/database";
import { type MailReceiver, openMailReceiver } from "@/lib/testing/mail-receiver";
import { operatorKey, refundKey, startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import type { Fault } from "@/lib/testing/node/faults";
import { type ServedNode, startNodeBefore } from "@/lib/testing/node/node";
import { type RateServers, startRateServers } from "@/lib/testing/rate-servers";
import { startTransactionPooler } from "@/lib/testing/transaction-pooler";
import { fileWorld } from "@/lib/testing/world";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import type { Finding } from "./finding";
import { runDoctor } from "./run-doctor";

const chainId = 4242;
const dataKey = randomBytes(32);
const operatorToken = randomBytes(32).toString("hex");
const authority = createAuthority();

const { stores } = await fileWorld();
let network: TestNetwork;
let bare: TestChain;
let proxies: ServedNode[];
let rates: RateServers;
let mail: MailReceiver;
let inngest: Server;
let web: Server;
/** What the service behind the proxy answers. */
let site: { clientAddress: string; healthy: boolean; pageHeaders: Record<string, string> };
const certificate = authority.issue({ names: ["localhost"] });

beforeAll(async () => {
  [network, bare, rates, mail] = await Promise.all([
    startTestNetwork({ chainId }),
    startTestChain({ chainId }),
    startRateServers(demoRates),
    openMailReceiver({ authOptional: true, disabledCommands: ["STARTTLS"] }),
  ]);
  proxies = [await startNodeBefore(network.chain.rpcUrl), await startNodeBefore(network.chain.rpcUrl)];
  inngest = createHttpServer((_, response) => response.end("{}"));
  web = createHttpsServer(certificate, ({ url = "" }, response) => {
    if (url === "/healthz")
      return void response
        .writeHead(site.healthy ? 200 : 502)
        .end(site.healthy ? '{"data":{"status":"alive"}}' : "");
    if (url === "/readyz")
      return void response.end(JSON.stringify({ data: { clientAddress: site.clientAddress } }));
    response
      .writeHead(404, { "content-type": "text/html; charset=utf-8", ...site.pageHeaders })
      .end("<!doctype html>");
  });
  for (const server of [inngest, web]) await new Promise<void>((resolve) => server.listen(0, resolve));
}, 120_000);

afterAll(async () => {
  for (const server of [inngest, web]) {
    server?.closeAllConnections();
    server?.close();
  }
  await Promise.all([network?.stop(), bare?.stop(), rates?.stop(), mail?.close()]);
  await Promise.all((proxies ?? []).map((proxy) => proxy.stop()));
});

beforeEach(async () => {
  site = {
    clientAddress: "198.51.100.7",
    healthy: true,
    pageHeaders: { "content-security-policy": "default-src 'self'; frame-ancestors 'none'" },
  };
  for (const proxy of proxies) proxy.faults.clear();
  rates.unknown.kraken = [];
  for (const chain of [network.chain, bare]) await keepFresh(chain);
});
afterEach(() => {
  vi.useRealTimers();
});

/** Each block is at least a second later than the one before: more of them would be ahead of the clock. */
async function keepFresh({ client, mine }: TestChain): Promise<void> {
  const { number, timestamp } = await client.getBlock();
  if (number < 12n) await mine(12 - Number(number));
  else if (Date.now() / 1_000 - Number(timestamp) > 20) await mine(1);
}

const portOf = (server: Server) => (server.address() as AddressInfo).port;
const chainsOf = (more: object, ...rpcUrls: string[]) =>
  JSON.stringify([
    {
      chainId,
      name: "Mine",
      rpcUrls,
      tokens: network.definition.tokens,
      nativeCurrency: { name: "Gold", symbol: "GLD", decimals: 18 },
      nativeCoinUsd: 3_000,
      maxFilterAddresses: 10,
      ...more,
    },
  ]);
const nodeUrls = () => proxies.map(({ url }) => url);

function good(): Record<string, string> {
  return {
    APP_MODE: "test",
    BASE_URL: `https://localhost:${portOf(web)}`,
    TRUST_PROXY_HOPS: "1",
    DATABASE_URL: stores.databaseUrl,
    DATABASE_POOL_SIZE: "5",
    DATA_KEY: dataKey.toString("base64"),
    OPERATOR_TOKEN: operatorToken,
    OPERATOR_PRIVATE_KEY: operatorKey,
    REFUND_PRIVATE_KEY: refundKey,
    CHAINS: chainsOf({}, ...nodeUrls()),
    COINGECKO_URL: rates.urls.coingecko,
    COINBASE_URL: rates.urls.coinbase,
    KRAKEN_URL: rates.urls.kraken,
    ECB_URL: rates.urls.ecb,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    MAIL_FROM: "shop@pay.example",
    OPERATOR_EMAIL: "ops@pay.example",
    INNGEST_BASE_URL: `http://localhost:${portOf(inngest)}`,
    INNGEST_EVENT_KEY: randomBytes(32).toString("hex"),
    INNGEST_SIGNING_KEY: randomBytes(32).toString("hex"),
  };
}

const look = (changes: Record<string, string> = {}) =>
  runDoctor({ variables: { ...good(), ...changes }, ownDatabaseUrl: null, ca: authority.ca });
const wrong = (findings: readonly Finding[]) => findings.filter(({ state }) => state !== "ok");

test("an open incident is a finding with its fix, a fault where the service can't go on by itself", async () => {
  const incidents = createIncidentStore(stores.database, createLog("silent"));
  const raise = (kind: IncidentKind, details: Incident["details"]) =>
    incidents.raise({ kind, subject: `${chainId}/${kind}`, chainId, checkoutId: null, details }, noon);
  await raise("CHAIN_MISCONFIGURED", { fix: "Correct sending.l1Fee in CHAINS." });
  await raise("NODE_DOWN", { configured: 2, down: 1, hosts: "rpc.example" });
  try {
    expect(wrong(await look())).toEqual([
      {
        area: "incidents",
        state: "fault",
        says: "Mine: a chain doesn't match its settings (CHAIN_MISCONFIGURED).",
        todo: expect.stringMatching(/Correct sending\.l1Fee in CHAINS\.$/),
      },
      expect.objectContaining({
        area: "incidents",
        state: "warning",
        says: "Mine: a node isn't responding, 1 of 2 (NODE_DOWN).",
      }),
    ]);
  } finally {
    for (const { id } of await incidents.open(10)) await closeIncident(stores.database, id, noon);
  }
});

describe("the built-in PostgreSQL", () => {
  const settingsWithout = () => {
    const { DATABASE_URL: _, ...rest } = good();
    return rest;
  };

  test("is checked at its own address", async () => {
    const findings = await runDoctor({
      variables: settingsWithout(),
      ownDatabaseUrl: stores.databaseUrl,
      ca: authority.ca,
    });
    expect(wrong(findings)).toEqual([]);
    expect(findings).toContainEqual(expect.objectContaining({ area: "database", state: "ok" }));
  });

  test.each([
    ["isn't running", null, "Start the service"],
    ["refuses connections", "postgresql://postgres:secret@127.0.0.1:1/checkout", "npm start"],
  ])("that %s is a finding whose advice doesn't name DATABASE_URL", async (_, ownDatabaseUrl, advice) => {
    const findings = await runDoctor({ variables: settingsWithout(), ownDatabaseUrl, ca: authority.ca });
    const found = wrong(findings).find(({ area }) => area === "database");
    expect(found?.todo).toContain(advice);
    expect(JSON.stringify(wrong(findings))).not.toContain("DATABASE_URL");
  });

  test("isn't mentioned when DATABASE_URL is wrong", async () => {
    const findings = await runDoctor({
      variables: { ...good(), DATABASE_URL: "mysql://localhost/shop" },
      ownDatabaseUrl: stores.databaseUrl,
      ca: authority.ca,
    });
    expect(wrong(findings).map(({ says }) => says)).toEqual(["DATABASE_URL must be a postgresql:// address"]);
    expect(findings.map(({ area }) => area)).not.toContain("database");
  });
});

test("names every part of a good set-up, without faults or warnings", async () => {
  const findings = await look();
  expect(wrong(findings)).toEqual([]);
  expect([...new Set(findings.map(({ area }) => area))]).toEqual([
    ...[
      "settings",
      "database",
      "incidents",
      "Mine",
      "wallets",
      "rates",
      "mail",
      "webhooks",
      "pictures",
      "address",
      "inngest",
    ],
  ]);
});

/** What is broken, how, and what is said of it; every finding that is not ok has to be about it. */
type Case = [
  what: string,
  area: string,
  says: RegExp,
  break_: () => Record<string, string> | Promise<Record<string, string>>,
];

const broken: Case[] = [
  ["no data key", "settings", /DATA_KEY is missing/, () => ({ DATA_KEY: "" })],
  ["a short data key", "settings", /DATA_KEY must be 32 bytes/, () => ({ DATA_KEY: "c2hvcnQ=" })],
  ["chains that are no JSON", "settings", /CHAINS must be JSON/, () => ({ CHAINS: "[" })],
  [
    "half of an Inngest server",
    "settings",
    /INNGEST_EVENT_KEY is missing/,
    () => ({ INNGEST_EVENT_KEY: "" }),
  ],
  ["mail without a sender", "settings", /MAIL_FROM is missing/, () => ({ MAIL_FROM: "" })],
  ["a wrong chain id", "Mine", /serves chain 1\./, () => fault({ kind: "wrong-chain-id", chainId: 1 })],
  ["nodes that are down", "Mine", /None of its nodes responds/, () => fault({ kind: "outage" })],
  [
    "a node that allows few blocks",
    "Mine",
    /accepts 100 calls in a batch, 5 blocks in a range/,
    () => fault({ kind: "size-limit", of: "blocks", most: 5, by: 400 }),
  ],
  [
    "a chain without the factory",
    "Mine",
    /There is no DepositFactory/,
    () => ({ CHAINS: chainsOf({}, bare.rpcUrl) }),
  ],
  [
    "nodes of two chains with one id",
    "Mine",
    /Its nodes have different blocks/,
    () => ({ CHAINS: chainsOf({}, proxies[0]?.url ?? "", bare.rpcUrl) }),
  ],
  ["one node", "Mine", /It has one node/, () => ({ CHAINS: chainsOf({}, network.chain.rpcUrl) })],
  [
    "a token with other decimals",
    "Mine",
    /has 6 decimals and not 18/,
    () => ({
      CHAINS: chainsOf(
        { tokens: network.definition.tokens.map((token) => ({ ...token, decimals: 18 })) },
        ...nodeUrls(),
      ),
    }),
  ],
  [
    "a wallet without gas",
    "wallets",
    /has no GLD for gas on Mine/,
    () => ({ OPERATOR_PRIVATE_KEY: `0x${"5a".repeat(32)}` }),
  ],
  [
    "one rate provider of four that tells nothing",
    "rates",
    /kraken returns no rates/,
    () => ({ KRAKEN_URL: "http://127.0.0.1:1" }),
  ],
  [
    "a rate provider without one pair",
    "rates",
    /^kraken lacks USDT in CHF\.$/,
    () => {
      rates.unknown.kraken = ["USDTCHF"];
      return {};
    },
  ],
  [
    "a mail server that is not there",
    "mail",
    /refuses our e-mails/,
    () => ({ SMTP_URL: "smtp://127.0.0.1:1" }),
  ],
  ["no mail server", "mail", /sends no e-mails/, () => ({ SMTP_URL: "", MAIL_FROM: "" })],
  ["no one to tell", "mail", /No one gets incidents by e-mail/, () => ({ OPERATOR_EMAIL: "" })],
  [
    "a certificate of another name",
    "address",
    /don't trust the TLS certificate/,
    () => ({ BASE_URL: `https://127.0.0.1:${portOf(web)}` }),
  ],
  ["a service that is down", "address", /healthz returned 502/, () => change({ healthy: false })],
  [
    "a proxy that is down",
    "address",
    /localhost:1 doesn't respond: .*ECONNREFUSED/,
    () => ({ BASE_URL: "https://localhost:1" }),
  ],
  [
    "a name that DNS does not know",
    "address",
    /DNS has no address for /,
    // Longer than a label may be: no resolver is asked.
    () => ({ BASE_URL: `https://${"a".repeat(64)}.example` }),
  ],
  [
    "more trusted hops than proxies",
    "address",
    /trusts client addresses that clients can fake/,
    () => change({ clientAddress: "203.0.113.77" }, { TRUST_PROXY_HOPS: "2" }),
  ],
  [
    "fewer trusted hops than proxies",
    "address",
    /sees the proxy's address for every client/,
    () => change({ clientAddress: "127.0.0.1" }, { TRUST_PROXY_HOPS: "0" }),
  ],
  ["no operator token", "address", /couldn't check which client addresses/, () => ({ OPERATOR_TOKEN: "" })],
  [
    "a proxy that forbids frames",
    "address",
    /adds X-Frame-Options: DENY/,
    () => change({ pageHeaders: { ...site.pageHeaders, "x-frame-options": "DENY" } }),
  ],
  [
    "a proxy that drops the policy",
    "address",
    /changes the payment page's Content-Security-Policy/,
    () => change({ pageHeaders: {} }),
  ],
  [
    "an Inngest server that is down",
    "inngest",
    /doesn't respond/,
    () => ({ INNGEST_BASE_URL: "http://127.0.0.1:1" }),
  ],
];

function fault(how: Fault): Record<string, string> {
  for (const proxy of proxies) proxy.faults.set(how);
  return {};
}
function change(more: Partial<typeof site>, changes: Record<string, string> = {}): Record<string, string> {
  site = { ...site, ...more };
  return changes;
}

test.each(broken)("%s: names the %s and what to do", async (_, area, says, break_) => {
  const found = wrong(await look(await break_()));
  const own = found.filter((finding) => finding.area === area);
  expect(own.map((finding) => finding.says).join("\n"), JSON.stringify(found)).toMatch(says);
  for (const { todo } of found) expect(todo).toMatch(/^.{10,}$/s);
  // A chain that no node tells leaves its wallets unknown.
  expect(found.filter((finding) => finding.area !== area && finding.area !== "wallets")).toEqual([]);
});

describe("the database", () => {
  const said = async (changes: Record<string, string> = {}) =>
    wrong(await look(changes))
      .filter(({ area }) => area === "database")
      .map(({ says }) => says)
      .join("\n");

  test("that is absent, empty, half migrated, or of a newer release", async () => {
    expect(await said({ DATABASE_URL: "postgresql://127.0.0.1:1/none" })).toMatch(
      /Nothing accepts connections at 127\.0\.0\.1:1/,
    );
    const empty = await createTestDatabase({ empty: true });
    expect(await said({ DATABASE_URL: empty.databaseUrl })).toMatch(/migrations are not applied yet/);
    await empty.drop();

    const own = await createTestDatabase();
    const { Client } = await import("pg");
    const client = new Client({ connectionString: own.databaseUrl });
    await client.connect();
    const insert = (name: string, finished: string) =>
      client.query(
        `INSERT INTO _prisma_migrations (id, checksum, migration_name, finished_at) VALUES ($1, '', $1, ${finished})`,
        [name],
      );
    await insert("20990101000000_newer", "now()");
    expect(await said({ DATABASE_URL: own.databaseUrl })).toMatch(/newer release \(20990101000000_newer\)/);
    await insert("20990102000000_broken", "NULL");
    expect(await said({ DATABASE_URL: own.databaseUrl })).toMatch(/20990102000000_broken failed half-way/);
    await client.query("CREATE ROLE doctor_reader LOGIN PASSWORD 'doctor-reader-of-a-test'");
    await client.query("GRANT SELECT ON ALL TABLES IN SCHEMA public TO doctor_reader");
    const url = new URL(own.databaseUrl);
    [url.username, url.password] = ["doctor_reader", "doctor-reader-of-a-test"];
    expect(await said({ DATABASE_URL: url.href })).toMatch(/can't create tables|belong to another user/);
    await client.query("DROP OWNED BY doctor_reader; DROP ROLE doctor_reader");
    await client.end();
    await own.drop();
  });

  test("behind a pooler, and a direct address of another database", async () => {
    const [pooler, other] = [
      await startTransactionPooler(stores.databaseUrl),
      await createTestDatabase({ empty: true }),
    ];
    expect(await said({ DATABASE_URL: pooler.databaseUrl })).toMatch(/drops notifications/);
    const direct = { DATABASE_URL: pooler.databaseUrl, DATABASE_DIRECT_URL: stores.databaseUrl };
    expect(await said(direct)).not.toMatch(/notifications|different/);
    expect(await said({ ...direct, DATABASE_DIRECT_URL: other.databaseUrl })).toMatch(/different databases/);
    expect(await said({ ...direct, DATABASE_DIRECT_URL: "postgresql://127.0.0.1:1/none" })).toMatch(
      /DATABASE_DIRECT_URL: Nothing accepts/,
    );
    expect(await said({ DATABASE_URL: `${stores.databaseUrl}?schema=shop` })).toMatch(
      /schema= .* is not read/,
    );
    await pooler.stop();
    await other.drop();
  });

  test("that belongs to production, gives few connections, or whose secrets another key opens", async () => {
    const projectId = await stores.createProject();
    await createWebhookEndpointStore(
      stores.database,
      createSecretBox(dataKey),
      () => "whe_doctor",
    ).transaction((tx) =>
      tx.insert(
        {
          id: "whe_doctor",
          projectId,
          url: "https://a.example",
          kinds: [],
          description: null,
          createdAt: noon,
        },
        `whsec_${dataKey.toString("base64")}`,
      ),
    );
    expect(await said()).toBe("");
    const next = randomBytes(32).toString("base64");
    expect(await said({ DATA_KEY: next })).toMatch(/doesn't decrypt the secrets/);
    const both = { DATA_KEY: next, DATA_KEY_PREVIOUS: dataKey.toString("base64") };
    expect(await said(both)).toBe("DATA_KEY_PREVIOUS still encrypts some secrets.");
    await stores.database.prisma.serviceMark.create({ data: { mode: "production" } });
    expect(await said()).toMatch(/belongs to a service with APP_MODE=production/);
    await stores.database.prisma.serviceMark.deleteMany({});
    expect(await said({ DATABASE_POOL_SIZE: "200" })).toMatch(/It allows \d+ connections/);
  });

  test("reports a wrong clock against the database and the chain", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 650_000 });
    const findings = wrong(await look());
    expect(findings.find(({ area }) => area === "database")?.says).toMatch(/clocks? .*differ by 6\d\d s/);
    expect(findings.find(({ area }) => area === "Mine")?.says).toMatch(/s old/);
  });
});

test("reports a wallet that was replaced with a transaction pending", async () => {
  const { outgoingTransaction } = stores.database.prisma;
  const address = `0x${"d1".repeat(20)}`;
  await outgoingTransaction.create({
    data: {
      id: "otx_doctor",
      chainId,
      operatorAddress: address,
      nonce: 0n,
      toAddress: address,
      gasLimit: 21_000n,
      txHash: `0x${"d1".repeat(32)}`,
      maxCostWei: "1",
    },
  });
  const found = wrong(await look());
  await outgoingTransaction.delete({ where: { id: "otx_doctor" } });
  expect(found.map(({ area, says }) => `${area}: ${says}`)).toEqual([
    `wallets: Another wallet, ${address}, has transactions that are not final yet: 1.`,
  ]);
});

test("reports an untrusted certificate", async () => {
  const own = createSelfSigned(["localhost"]);
  const server = createHttpsServer(own, (_, response) => response.end());
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const found = wrong(await look({ BASE_URL: `https://localhost:${portOf(server)}` }));
  server.close();
  expect(found.map(({ says }) => says).join()).toMatch(/self-signed certificate|unable to verify/);
});

test("an empty refund wallet is a fault only while a project or a deposit needs it", async () => {
  const { project, checkout } = stores.database.prisma;
  const empty: Hex = `0x${"5b".repeat(32)}`;
  const wallets = async () =>
    (await look({ REFUND_PRIVATE_KEY: empty })).filter(({ says }) => says.includes("refund wallet"));
  expect(await wallets()).toMatchObject([{ state: "ok", says: expect.stringMatching(/It needs none now/) }]);

  const id = await stores.createProject();
  await project.update({ where: { id }, data: { refundMode: "CONVENIENT" } });
  expect(await wallets()).toMatchObject([{ state: "fault", says: expect.stringMatching(/has no GLD/) }]);
  await project.update({ where: { id }, data: { deletedAt: noon } });
  expect(await wallets()).toMatchObject([{ state: "ok" }]);

  const refundAuthority = privateKeyToAddress(empty).toLowerCase() as Hex;
  const open = await stores.createCheckout({ projectId: id, refundAuthority });
  expect(await wallets()).toMatchObject([{ state: "fault" }]);
  await checkout.update({ where: { id: open.id }, data: { status: "EXPIRED" } });
  expect(await wallets()).toMatchObject([{ state: "ok" }]);
});

test("advice names only the settings that were given", async () => {
  const name = `https://${"a".repeat(64)}.example`;
  const advice = async (changes: Record<string, string>) =>
    wrong(await look(changes))
      .filter(({ area }) => area === "address" || area === "rates")
      .map(({ todo }) => todo);
  expect(await advice({ BASE_URL: name })).toEqual([expect.stringMatching(/correct BASE_URL\.$/)]);
  expect(await advice({ CHECKOUT_PAGE_URL: name })).toEqual([
    expect.stringMatching(/correct CHECKOUT_PAGE_URL\.$/),
  ]);
  expect(await advice({ BASE_URL: name, CHECKOUT_PAGE_URL: name })).toEqual([
    expect.stringMatching(/correct BASE_URL and CHECKOUT_PAGE_URL\.$/),
  ]);
  expect(await advice({ KRAKEN_URL: "http://127.0.0.1:1" })).toEqual([
    "Let this machine connect to it, or correct KRAKEN_URL.",
  ]);
});

test("a misspelt setting is a warning with the name that was meant", async () => {
  const found = wrong(await look({ OPERATOR_PRIVAT_KEY: "x" }));
  expect(found.map(({ area, state, says }) => [area, state, says])).toEqual([
    ["settings", "warning", "unknown setting OPERATOR_PRIVAT_KEY; did you mean OPERATOR_PRIVATE_KEY?"],
  ]);
});

test("the wallets' line names the cause at an unreachable database", async () => {
  const found = wrong(await look({ DATABASE_URL: "postgresql://127.0.0.1:1/none" }));
  expect(found.find(({ area }) => area === "wallets")?.says).toBe(
    "We couldn't read what the wallets spend. Nothing accepts connections at 127.0.0.1:1 (ECONNREFUSED).",
  );
});
