import { readFileSync } from "node:fs";
import type { DemoManifest } from "@/lib/demo/identity";

/** The running service: addresses, keys, wallets. */
export function manifest(): DemoManifest {
  const file = process.env.E2E_MANIFEST;
  if (file === undefined) throw new Error("global-setup names the manifest in E2E_MANIFEST");
  return JSON.parse(readFileSync(file, "utf8")) as DemoManifest;
}
