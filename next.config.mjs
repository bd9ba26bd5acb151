// @ts-check
// The specification's own paths lead to their handlers below /api (docs/decisions/001-plain-next.md).
// Plain JavaScript: for TypeScript, a server would load Next's compiler, which it never uses again (28 MB).

/** Paths that answer with JSON alone. */
const jsonAlone =
  "/:path((?:v1|public|sdk)(?:/.*)?|healthz|readyz|metrics|openapi\\.json|logos/[^/]+|[cr]/[^/]+/.+|dashboard/projects/[^/]+/checkouts/exchange-rate)";

/** Paths that answer with a page or with JSON (spec D1). */
const jsonOrPage = "/:path([clr]/[^/]+|dashboard/projects/[^/]+/checkouts(?:/.+)?)";

/**
 * What makes a request one for a page; proxy.ts has removed it where a page is not possible.
 * @type {import("next/dist/lib/load-custom-routes").RouteHas[]}
 */
const wantsPage = [
  { type: "header", key: "accept", value: ".*text/html.*" },
  { type: "header", key: "rsc", value: "1" },
];

/** @param {Record<string, string>} headers */
const toHeaders = (headers) => Object.entries(headers).map(([key, value]) => ({ key, value }));

/** Shown as a document, an answer that is not a page may do nothing (docs/decisions/019-content-security-policy.md). */
const inertPolicy = "default-src 'none'; frame-ancestors 'none'";

/** @type {import("next").NextConfig} */
const config = {
  poweredByHeader: false,
  // The page's title comes with the page: sent after it, a page that is drawn again was seen without one.
  htmlLimitedBots: /.*/,
  reactStrictMode: true,
  // `npm run lint` checks the types of the whole tree; a second look would cost every first start 20 s.
  typescript: { ignoreBuildErrors: true },
  experimental: {
    // Each part of the site has its own root layout, so unknown addresses need a document of their own.
    globalNotFound: true,
    // Next holds the body of each request that reaches proxy.ts in memory; no page takes one.
    proxyClientMaxBodySize: "300kb",
    // A page of the dashboard loads few larger scripts; by default it loads fourteen small ones.
    turbopackChunking: { requestCost: 2_000_000, minChunkSize: 200_000 },
    // The program reads no maps, and they and the compiler's cache are a quarter of the first build's work.
    turbopackSourceMaps: false,
    turbopackFileSystemCacheForBuild: false,
    // Loading every route at start would cost the memory of those that no one asks for.
    preloadEntriesOnStart: false,
    // Nothing is cached, so a cache cannot be poisoned: the check would only cost a redirect.
    validateRSCRequestHeaders: false,
  },
  // proxy.ts sees the headers of Next's own router.
  skipProxyUrlNormalize: true,
  // No page uses the optimizer, and strangers could fill the disk through it: Next answers 404 there.
  images: { unoptimized: true },
  // Pages of the documentation are read when they are asked for.
  outputFileTracingIncludes: { "/**": ["./docs/**/*.md", "./lib/api/client/*.ts"] },
  // Loaded by Node as they are: native code, and clients that keep connections.
  serverExternalPackages: ["pg", "@prisma/client", "@prisma/adapter-pg", "pino", "undici", "nodemailer"],
  headers: async () => [
    {
      source: "/:path*",
      headers: toHeaders({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin-when-cross-origin",
        // proxy.ts replaces it for pages.
        "content-security-policy": inertPolicy,
      }),
    },
    {
      source: "/:path*",
      has: [{ type: "header", key: "x-forwarded-proto", value: "(?:.*,)?\\s*https\\s*(?:,.*)?" }],
      headers: toHeaders({ "strict-transport-security": "max-age=31536000" }),
    },
    {
      // Shops load it into their own pages.
      source: "/checkout.js",
      headers: toHeaders({
        "access-control-allow-origin": "*",
        "cross-origin-resource-policy": "cross-origin",
      }),
    },
    {
      // A merchant's upload.
      source: "/:path((?:api/)?logos/[^/]+)",
      headers: toHeaders({ "content-security-policy": `${inertPolicy}; sandbox` }),
    },
    {
      // The address of a refund's page is its key: other sites and search engines must not see it.
      source: "/:path((?:api/)?r/.+)",
      headers: toHeaders({ "referrer-policy": "no-referrer", "x-robots-tag": "noindex, nofollow" }),
    },
  ],
  rewrites: async () => ({
    beforeFiles: [
      { source: jsonAlone, destination: "/api/:path" },
      { source: jsonOrPage, destination: "/api/:path", missing: [...wantsPage] },
    ],
    afterFiles: [],
    // An unknown address is told in the form that was asked for.
    fallback: [{ source: "/:path*", destination: "/api/:path*", missing: [...wantsPage] }],
  }),
};

export default config;
