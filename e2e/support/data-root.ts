import { chmod, mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";

/** A folder of a test's own, which PostgreSQL's user may pass. */
export async function makeDataRoot(): Promise<string> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "checkout-e2e-"));
  await chmod(folder, 0o755);
  return folder;
}
