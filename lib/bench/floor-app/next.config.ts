import { fileURLToPath } from "node:url";
import type { NextConfig } from "next";

/** Built in `.cache/bench-floor`: the packages are those of the repository two folders above it. */
const repository = fileURLToPath(new URL("../..", import.meta.url));

const config: NextConfig = {
  poweredByHeader: false,
  typescript: { ignoreBuildErrors: true },
  serverExternalPackages: ["pg"],
  outputFileTracingRoot: repository,
  turbopack: { root: repository },
};

export default config;
