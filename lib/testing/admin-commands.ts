import { runAdmin } from "@/lib/operate/commands/run-admin";
import type { OperatorSettings } from "@/lib/settings/operator-settings";

/** Runs a command of `npm run admin` on this database, with these settings instead of the environment's. */
export async function runAdminCommand(
  databaseUrl: string,
  args: string[],
  settings: Partial<OperatorSettings> = {},
): Promise<{ exitCode: number; text: string }> {
  const { exitCode, lines } = await runAdmin(args, async () => ({
    databaseUrl: () => databaseUrl,
    chains: [],
    fiatCurrencies: [],
    operatorKey: () => null,
    refundWallet: () => null,
    dataKey: () => Buffer.alloc(32, 7),
    previousDataKey: null,
    webhookPolicy: { allowPrivateLoopback: true, ownOrigins: ["https://pay.example.com"] },
    checkoutPageUrl: null,
    dashboardUrl: null,
    origin: "environment",
    ...settings,
  }));
  return { exitCode, text: lines.join("\n") };
}
