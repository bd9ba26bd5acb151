import type { NextConfig } from "next";

/** What makes a request one for a page; proxy.ts has removed it where a page is not possible. */
const wantsPage = [
  { type: "header" as const, key: "accept", value: ".*text/html.*" },
  { type: "header" as const, key: "rsc", value: "1" },
];

/** The thread that draws reads fonts and the program that shrinks them. */
const receiptFiles = [
  "./node_modules/geist/dist/fonts/geist-sans/Geist-{Regular,SemiBold}.ttf",
  "./node_modules/@fontsource-variable/*/{unicode.json,files/*-wght-normal.woff2}",
  "./node_modules/harfbuzzjs/dist/harfbuzz-subset.wasm",
];

const config: NextConfig = {
  poweredByHeader: false,
  // The page's title comes with the page: sent after it, a page that is drawn again was seen without one.
  htmlLimitedBots: /.*/,
  reactStrictMode: true,
  // `npm run lint` checks the types of the whole tree; a second look would cost every first start 20 s.
  typescript: { ignoreBuildErrors: true },
  // Next's stand-in for it is 0.7 kB of each page's first scripts.
  turbopack: {
    resolveAlias: { "next/dist/build/polyfills/process": { browser: "./lib/browser/process.ts" } },
  },
  experimental: {
    // Each part of the site has its own root layout, so unknown addresses need a document of their own.
    globalNotFound: true,
    // Next holds the body of each request that reaches proxy.ts in memory; no page takes one.
    proxyClientMaxBodySize: "300kb",
    // A page of the dashboard loads few larger scripts; by default it loads fourteen small ones.
    turbopackChunking: { requestCost: 2_000_000, minChunkSize: 200_000 },
    // Only profiles read maps (lib/bench/explain), and they and the compiler's cache are a quarter of the first build's work.
    turbopackSourceMaps: process.env.BUILD_MAPS === "true",
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
  outputFileTracingIncludes: {
    "/**": ["./docs/**/*.md", "./lib/generated/client/*.ts"],
    "/api/**/receipt.pdf": receiptFiles,
    "/api/**/invoice.pdf": receiptFiles,
    "/api/**/preview.png": receiptFiles,
  },
  // Loaded by Node as they are: native code, and clients that keep connections.
  serverExternalPackages: [
    "pg",
    "@prisma/client",
    "@prisma/adapter-pg",
    "pino",
    "undici",
    "nodemailer",
    "fontkit",
    "pdfkit",
    "subset-font",
  ],
  // Next compiles each rewrite twice per request, except a fallback of addresses that it does not find. Paths and
  // headers are set before Next gets a request, in lib/api/request-screen.ts (docs/decisions/001-plain-next.md).
  rewrites: async () => ({
    beforeFiles: [],
    afterFiles: [],
    // An unknown address is told in the form that was asked for.
    fallback: [{ source: "/:path*", destination: "/api/:path*", missing: [...wantsPage] }],
  }),
};

export default config;
