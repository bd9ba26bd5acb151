import { rm } from "node:fs/promises";
import path from "node:path";
import { startStack } from "@/lib/demo/stack";
import { testPostgresSettings } from "@/lib/platform/process/embedded-postgres";
import { generousLimits } from "@/lib/testing/lasting-port";
import { openMailReceiver } from "@/lib/testing/mail-receiver";
import { isPlainNext, makeDataRoot } from "./support/stack";

/** Starts the whole service for the suites, on data and ports of its own, and ends it after them. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const dataRoot = await makeDataRoot();
  const lines: string[] = [];
  const mail = await openMailReceiver();
  const stack = await startStack({
    mode: "test",
    plainNext: isPlainNext,
    dataRoot,
    port: 0,
    postgresSettings: testPostgresSettings,
    env: { ...generousLimits, SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: "pay@service.example" },
    say: (line) => console.log(`  ${line}`),
    onServerOutput: (line) => lines.push(line),
  });
  process.env.E2E_MANIFEST = path.join(dataRoot, "demo.json");
  process.env.E2E_BASE_URL = stack.manifest.baseUrl;
  return async () => {
    await stack.stop();
    await mail.close();
    // What a killed database leaves may still write a moment.
    await rm(dataRoot, { recursive: true, force: true, maxRetries: 10 });
    const errors = lines.filter((line) => line.includes('"level":"error"'));
    if (errors.length > 0)
      console.log(`The server logged ${errors.length} errors:\n${errors.slice(0, 20).join("\n")}`);
  };
}
