import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, test } from "@playwright/test";
import { operations } from "@/lib/api/operation-list";
import { goodRequest } from "../support/operation-requests";
import { manifest } from "../support/stack";
import { startFaultyService } from "./faulty-service";

const demo = manifest();
const root = fileURLToPath(new URL("../..", import.meta.url));

const languages = {
  Python: ["python3", "packages/python/test_stablecoin_checkout.py"],
  PHP: ["php", "packages/php/test.php"],
} as const;

for (const [language, command] of Object.entries(languages))
  test(`the ${language} client performs every operation of the Server API, and survives every fault`, async () => {
    const service = await startFaultyService(demo.baseUrl);
    try {
      const stray = await goodRequest(demo, operations.decideStray);
      const output = await run(command, {
        BASE_URL: demo.baseUrl,
        SERVER_KEY: demo.serverKey,
        FAULTY_URL: service.url,
        PAID_CHECKOUT: await checkoutOf("createRefund"),
        PARTLY_PAID_CHECKOUT: await checkoutOf("acceptPayment"),
        STRAY_DECISION: JSON.stringify(stray.json),
      });
      expect(output).toContain("every operation was performed");
    } finally {
      await service.close();
    }
  });

/** The id of a checkout in the state that the operation needs. */
async function checkoutOf(operation: "createRefund" | "acceptPayment"): Promise<string> {
  const { target } = await goodRequest(demo, operations[operation]);
  return target.split("/")[3] ?? "";
}

/** @throws Error when the interpreter is missing, and with the program's output when it fails */
function run([program, file]: readonly [string, string], env: Record<string, string>): Promise<string> {
  return new Promise((resolve, reject) => {
    const options = { cwd: root, env: { ...process.env, ...env } };
    execFile(program, [file], options, (error, stdout, stderr) => {
      if (error === null) resolve(stdout);
      else reject(new Error(`${error.message}\n${stdout}${stderr}`));
    });
  });
}
