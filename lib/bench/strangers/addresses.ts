/** What the addresses name: new ones for each request where an answer is kept. */
export type Seeds = {
  apiKey: string;
  projectId: string;
  /** Open, with a token; each has another name. */
  checkouts: readonly string[];
  /** Open, with as many fonts in their texts as fit. */
  manyFonts: readonly string[];
  /** Open, without a token. */
  undecided: readonly string[];
  links: readonly string[];
  manyFontLinks: readonly string[];
  token: { chainId: number; tokenAddress: string };
  /** With which the page for signing in posts. */
  door: { csrfToken: string; cookie: string };
};

type Part = keyof { [Name in keyof Seeds as Seeds[Name] extends readonly string[] ? Name : never]: true };

/** An address that anyone can ask for, without a key or a session. */
export type Address = {
  /** In the table. */
  name: string;
  /** The files of `app` that answer it. */
  files: RegExp;
  method?: "POST";
  /** `{}` is the one of this part, `{token}` one that nobody has. */
  path: string;
  of?: Part;
  headers?: Readonly<Record<string, string>>;
  /** JSON, or a form. */
  body?: (seeds: Seeds, request: number) => object | string;
  /** The status that shows how far it came, where that is not plain. */
  refusal?: number;
  /** How it is limited, where its answer does not say. */
  limit?: string;
};

const json = { accept: "application/json", "content-type": "application/json" };
const page = { accept: "text/html" };
const form = { ...page, "content-type": "application/x-www-form-urlencoded" };
const wallet = `0x${"d".repeat(40)}`;
const hash = (request: number) => `0x${request.toString(16).padStart(64, "0")}`;
const ofPages = "page 300";

const checkoutActs: readonly Address[] = (
  [
    {
      name: "POST /c/{id}/select",
      files: /^api\/c\/\[checkoutId\]\/select\//,
      path: "/c/{}/select",
      of: "undecided",
      body: ({ token }) => token,
    },
    {
      name: "POST /c/{id}/verify",
      files: /^api\/c\/\[checkoutId\]\/verify\//,
      path: "/c/{}/verify",
      of: "checkouts",
      body: ({ token: { chainId } }, request) => ({ chainId, txHash: hash(request) }),
    },
    {
      name: "POST /c/{id}/find",
      files: /^api\/c\/\[checkoutId\]\/find\//,
      path: "/c/{}/find",
      of: "checkouts",
      body: () => ({ sender: wallet }),
    },
    {
      name: "POST /c/{id}/balances",
      files: /^api\/c\/\[checkoutId\]\/balances\//,
      path: "/c/{}/balances",
      of: "checkouts",
      body: (_, request) => ({ wallet: `0x${request.toString(16).padStart(40, "e")}` }),
    },
    {
      name: "POST /c/{id}/authorize, a bad signature",
      files: /^api\/c\/\[checkoutId\]\/authorize\//,
      path: "/c/{}/authorize",
      of: "checkouts",
      body: ({ token }, request) => ({
        ...token,
        from: wallet,
        to: wallet,
        value: "1000000",
        validAfter: 0,
        validBefore: 4_000_000_000,
        nonce: hash(request),
        signature: `0x${"1".repeat(128)}1b`,
      }),
    },
    {
      name: "POST /c/{id}/requote, of one that is open",
      files: /^api\/c\/\[checkoutId\]\/requote\//,
      path: "/c/{}/requote",
      of: "checkouts",
      body: () => ({}),
    },
    {
      name: "POST /c/{id}/request-excess, of one that is open",
      files: /^api\/c\/\[checkoutId\]\/request-excess\//,
      path: "/c/{}/request-excess",
      of: "checkouts",
      body: () => ({}),
    },
    {
      name: "POST /c/{id}/receipt, of one that is open",
      files: /^api\/c\/\[checkoutId\]\/receipt\//,
      path: "/c/{}/receipt",
      of: "checkouts",
      body: () => ({ email: "someone@example.com", language: "en" }),
    },
  ] satisfies Address[]
).map((address) => ({ ...address, method: "POST", headers: json }));

const drawn = (name: string, files: RegExp, path: string, of: Part): Address => ({ name, files, path, of });

/** Every address that a stranger can ask for. A key or a session is refused as one that nobody has. */
export const addresses: readonly Address[] = [
  { name: "GET /c/{id}, JSON", files: /^api\/c\/\[checkoutId\]\/route/, path: "/c/{}", of: "checkouts" },
  {
    name: "GET /c/{id}, the page",
    files: /^\(checkout\)\/c\//,
    path: "/c/{}",
    of: "checkouts",
    headers: page,
    limit: ofPages,
  },
  {
    name: "GET /c/{id}/events, opened",
    files: /^api\/c\/\[checkoutId\]\/events\//,
    path: "/c/{}/events",
    of: "checkouts",
  },
  { name: "GET /c/{id}/x402", files: /^api\/c\/\[checkoutId\]\/x402\//, path: "/c/{}/x402", of: "checkouts" },
  {
    name: "POST /c/{id}/x402, a bad signature",
    files: /^api\/c\/\[checkoutId\]\/x402\//,
    method: "POST",
    path: "/c/{}/x402",
    of: "checkouts",
    headers: { "payment-signature": Buffer.from('{"x402Version":2}').toString("base64") },
  },
  ...checkoutActs,
  drawn("GET /api/c/{id}/invoice.pdf", /invoice\.pdf/, "/api/c/{}/invoice.pdf", "checkouts"),
  drawn("the same in 64 fonts", /invoice\.pdf/, "/api/c/{}/invoice.pdf", "manyFonts"),
  drawn(
    "GET /api/c/{id}/receipt.pdf, of one that is open",
    /receipt\.pdf/,
    "/api/c/{}/receipt.pdf",
    "checkouts",
  ),
  drawn("GET /api/l/{slug}/preview.png", /preview\.png/, "/api/l/{}/preview.png", "links"),
  drawn("the same in 64 fonts", /preview\.png/, "/api/l/{}/preview.png", "manyFontLinks"),
  {
    name: "GET /l/{slug}, the page",
    files: /^\(checkout\)\/l\//,
    path: "/l/{}",
    of: "links",
    headers: page,
    limit: ofPages,
  },
  {
    name: "POST /l/{slug}",
    files: /^api\/l\/\[slug\]\/route/,
    method: "POST",
    path: "/l/{}",
    of: "links",
    headers: form,
    body: () => "",
  },
  {
    name: "GET /r/{token}, the page",
    files: /^\(checkout\)\/r\//,
    path: "/r/{token}",
    headers: page,
    limit: ofPages,
  },
  {
    name: "POST /r/{token}",
    files: /^api\/r\//,
    method: "POST",
    path: "/r/{token}",
    headers: json,
    body: () => ({ destinationAddress: wallet }),
  },
  { name: "GET /logos/{digest}", files: /^api\/logos\//, path: `/logos/${"0".repeat(64)}` },
  {
    name: "GET /public/exchange-rates",
    files: /^api\/public\/exchange-rates\//,
    path: "/public/exchange-rates",
  },
  {
    name: "GET /public/fiat-currencies",
    files: /^api\/public\/fiat-currencies\//,
    path: "/public/fiat-currencies",
  },
  {
    name: "GET /receipts/did.json",
    files: /^api\/receipts\//,
    path: "/receipts/did.json",
    limit: "client 300",
  },
  { name: "GET /openapi.json", files: /^api\/openapi\.json\//, path: "/openapi.json", limit: "client 300" },
  {
    name: "GET /v1/…, an unknown key",
    files: /^api\/v1\//,
    path: "/v1/checkouts",
    headers: { "x-api-key": `svc_server_${"0".repeat(32)}` },
  },
  {
    name: "GET /sdk/…, an API key",
    files: /^api\/sdk\//,
    path: "/sdk/project",
    headers: {},
  },
  {
    name: "GET /dashboard/…, no session",
    files: /^\(dashboard\)\//,
    path: "/dashboard",
    headers: page,
    limit: "dashboard-page 1800",
  },
  {
    name: "GET /dashboard/sign-in",
    files: /^\(dashboard\)\//,
    path: "/dashboard/sign-in",
    headers: page,
    limit: "dashboard-page 1800",
  },
  {
    name: "POST /api/dashboard/…, no session",
    files: /^api\/dashboard\//,
    method: "POST",
    path: "/api/dashboard/account/rename",
    headers: json,
    body: () => ({ name: "Eve" }),
    limit: "client 300",
  },
  {
    name: "POST /api/auth/callback/password, an unknown account",
    files: /^api\/auth\//,
    method: "POST",
    path: "/api/auth/callback/password",
    headers: json,
    body: ({ door: { csrfToken } }, request) => ({
      csrfToken,
      email: `someone-${request}@example.com`,
      password: "wrong",
    }),
    refusal: 401,
    limit: "sign-in 10, sign-in-client 30",
  },
  {
    name: "GET /docs/…",
    files: /^\(site\)\/docs\//,
    path: "/docs/webhooks",
    headers: page,
    limit: "site-page 300",
  },
  {
    name: "GET /docs/search",
    files: /^\(site\)\/docs\/search\//,
    path: "/docs/search?q=refund+webhook",
    headers: page,
    limit: "site-page 300",
  },
  { name: "GET /", files: /^\(site\)\/page/, path: "/", headers: page, limit: "site-page 300" },
  {
    name: "GET an unknown page",
    files: /^\(site\)\/not-found/,
    path: "/nowhere",
    headers: page,
    limit: "site-page 300",
  },
  {
    name: "GET an unknown address",
    files: /^api\/\[\[\.\.\.path\]\]\//,
    path: "/api/nowhere",
    limit: "none",
  },
  { name: "GET /llms.txt", files: /^llms\.txt\//, path: "/llms.txt", limit: "none" },
  { name: "GET /healthz", files: /^api\/healthz\//, path: "/healthz", limit: "none" },
  { name: "GET /readyz", files: /^api\/readyz\//, path: "/readyz", limit: "none" },
  { name: "GET /metrics, no token", files: /^api\/metrics\//, path: "/metrics", limit: "none" },
  {
    name: "POST /api/inngest, no signature",
    files: /^api\/inngest\//,
    method: "POST",
    path: "/api/inngest",
    headers: json,
    body: () => ({}),
    limit: "client 300",
  },
  { name: "GET /checkout.js", files: /^public\//, path: "/checkout.js", limit: "none" },
];

/** Of the demo alone; nothing is there in production. */
export const demoFiles = /^(?:api\/(?:demo|shop)\/|\(site\)\/shop\/)/;
