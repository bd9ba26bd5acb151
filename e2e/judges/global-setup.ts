import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import startService from "../global-setup";
import { exchanges } from "../support/exchanges";
import { installTools } from "./tools";

/** Installs the judges and starts the service. The HTTP tests keep their exchanges for Prism. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  await installTools();
  const folder = mkdtempSync(path.join(tmpdir(), "checkout-exchanges-"));
  exchanges.keepIn(folder);
  const stop = await startService();
  return async () => {
    await stop();
    rmSync(folder, { recursive: true, force: true });
  };
}
