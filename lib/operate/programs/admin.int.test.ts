import { describe, expect, it, vi } from "vitest";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { listenForActs } from "@/lib/projects/logs/acts.store";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { requestRefund } from "@/lib/refunds/request-refund";
import { runAdminCommand } from "@/lib/testing/admin-commands";
import { refundKey, refundWallet } from "@/lib/testing/network";
import { type Ended, runProgramFile } from "@/lib/testing/run-program";
import { fileWorld, freshWallet, testNetwork, type World } from "@/lib/testing/world";

const customer = `0x${"f1".repeat(20)}`;
const pageUrl = "https://pay.example.com";
const price = 4_500_000n;

const network = await testNetwork();
const world = await fileWorld([network], {
  project: { settlementPolicy: "MANUAL", refundMode: "CONVENIENT" },
  scanned: true,
});
const otherId = await world.stores.createProject();

/** Runs the command as an operator would, with nothing but its settings. */
function command(args: string[], more: Record<string, string> = {}): Promise<Ended> {
  const chain = { chainId: 31337, rpcUrls: [network.chain.rpcUrl], tokens: network.definition.tokens };
  return runProgramFile(new URL("./admin.ts", import.meta.url), args, {
    APP_MODE: "test",
    DATABASE_URL: world.stores.databaseUrl,
    CHAINS: JSON.stringify([chain]),
    BASE_URL: pageUrl,
    ...more,
  });
}

/** With settings of the test's own. */
async function admin(
  args: string[],
  refundWalletKnown: Hex | null = refundWallet,
): Promise<Omit<Ended, "stderr">> {
  const { exitCode, text } = await runAdminCommand(world.stores.databaseUrl, args, {
    chains: [{ ...network.definition, rpcUrls: [network.chain.rpcUrl] }],
    refundWallet: () => refundWalletKnown,
    checkoutPageUrl: pageUrl,
    dashboardUrl: pageUrl,
  });
  return { exitCode, stdout: `${text}\n` };
}

async function paid(body?: Parameters<World["create"]>[0]): Promise<Checkout> {
  const checkout = await world.create(body);
  await network.pay(checkout.depositAddress, price);
  await network.chain.mine(3);
  await world.watch();
  expect(await world.status(checkout)).toBe("PAID");
  return checkout;
}

async function refund(
  checkout: Checkout,
  more: { amount?: string; destinationAddress?: string; reason?: string } = {},
  dailyLimit = 10n ** 12n,
): Promise<Refund> {
  const deps = {
    ...world.deps,
    refunds: world.stores.refunds,
    refundCalls,
    checkoutPageUrl: pageUrl,
    dashboardUrl: pageUrl,
  };
  await world.query("UPDATE projects SET refund_daily_limit_units = $2 WHERE id = $1", [
    world.project.id,
    dailyLimit.toString(),
  ]);
  const body = createRefundBody.parse({ amount: "1000000", ...more });
  return (await requestRefund(deps, world.project, checkout.id, body)).refund;
}

async function audited(target: string): Promise<string[]> {
  const rows = await world.query<{ action: string; user_id: string | null }>(
    "SELECT action, user_id FROM audit_log WHERE target = $1 ORDER BY id",
    [target],
  );
  // No one's account: anyone who may start a command.
  for (const { user_id } of rows) expect(user_id).toBeNull();
  return rows.map(({ action }) => action);
}

const last = (link: string) => link.trim().split("\n")[0]?.replace(`${pageUrl}/r/`, "") ?? "";

describe("npm run admin", () => {
  it("lists open refunds, approves, cancels, and audits the actor", async () => {
    const checkout = await paid();
    const waiting = await refund(
      checkout,
      { destinationAddress: customer, reason: "cold\nrfd_9  COMPLETED" },
      0n,
    );
    const listed = await command(["list-refunds", "--project", world.project.id]);
    expect(listed).toMatchObject({ exitCode: 0, stderr: "" });
    expect(listed.stdout).toContain(`${waiting.id}  AWAITING_APPROVAL  1.00 USDC on`);
    expect(listed.stdout).toMatch(/: cold\\nrfd_9 {2}COMPLETED\n/);
    expect(await admin(["list-refunds", "--project", otherId])).toEqual({
      exitCode: 0,
      stdout: "There are no open refunds.\n",
    });

    expect(await admin(["approve-refund", waiting.id, "--to", customer])).toMatchObject({
      exitCode: 0,
      stdout: `${waiting.id}: approved, now PENDING.\n`,
    });
    expect(await admin(["approve-refund", waiting.id, "--to", customer])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("PENDING"),
    });
    expect(await admin(["cancel-refund", waiting.id])).toMatchObject({
      exitCode: 0,
      stdout: `${waiting.id}: CANCELLED.\n`,
    });
    expect(await audited(waiting.id)).toEqual(["refund.approved", "refund.cancelled"]);
    expect((await admin(["list-refunds"])).stdout).not.toContain(waiting.id);
  }, 120_000);

  it("refunds all that is left as an owner would, or a part, and says why it cannot", async () => {
    const checkout = await paid();
    const ask = (...more: string[]) => admin(["refund", checkout.id, "--project", world.project.id, ...more]);
    const part = await ask(
      "--amount",
      "1000000",
      "--to",
      customer,
      "--type",
      "DUPLICATE",
      "--reason",
      "Twice",
    );
    expect(part).toMatchObject({ exitCode: 0, stdout: expect.stringContaining("PENDING  1.00 USDC on") });
    const rest = await ask();
    expect(rest).toMatchObject({
      exitCode: 0,
      stdout: expect.stringContaining("AWAITING_ADDRESS  3.50 USDC on"),
    });
    expect(rest.stdout).toContain(`${pageUrl}/r/`);
    expect(await ask()).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("Nothing is left to refund"),
    });
    expect(await ask("--amount", "0")).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("--amount must be above 0"),
    });
    const made = await world.query<{ id: string; refund_type: string; reason: string | null }>(
      "SELECT id, refund_type, reason FROM refunds WHERE checkout_id = $1 ORDER BY created_at",
      [checkout.id],
    );
    expect(made).toMatchObject([
      { refund_type: "DUPLICATE", reason: "Twice" },
      { refund_type: "CUSTOMER_REQUEST", reason: null },
    ]);
    expect(await audited(made[0]?.id ?? "")).toEqual(["refund.requested"]);
  }, 120_000);

  it("issues a customer's link again, and stores only its hash", async () => {
    const unnamed = await refund(await paid());
    const { stdout, exitCode } = await admin(["reissue-claim", unnamed.id]);
    expect(exitCode).toBe(0);
    const token = last(stdout);
    expect(token).toMatch(/^[\w-]{43}$/);
    const rows = await world.query("SELECT to_jsonb(refunds)::text AS stored FROM refunds WHERE id = $1", [
      unnamed.id,
    ]);
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(await audited(unnamed.id)).toEqual(["refund.claim_reissued"]);
    // Elsewhere than at the origin that the settings name there is no page.
    expect(await command(["reissue-claim", unnamed.id], { BASE_URL: "" })).toMatchObject({
      exitCode: 2,
      stderr: expect.stringContaining("BASE_URL"),
    });
    expect(await audited(unnamed.id)).toHaveLength(1);
  }, 120_000);

  it("issues a signing link only for refunds that wait for a signature", async () => {
    const pending = await refund(await paid(), { destinationAddress: customer });
    expect(await admin(["sign-link", pending.id])).toMatchObject({ exitCode: 1 });
    await world.query("UPDATE refunds SET status = 'AWAITING_SIGNATURE' WHERE id = $1", [pending.id]);
    const { stdout, exitCode } = await admin(["sign-link", pending.id]);
    expect(exitCode).toBe(0);
    expect(last(stdout)).toMatch(/^[\w-]{43}$/);
    expect(await audited(pending.id)).toEqual(["refund.sign_link_issued"]);
  }, 120_000);

  it("sweeps one checkout or all, and lists the opened settlements", async () => {
    const { id: projectId } = world.project;
    const one = await paid();
    const another = await paid();
    const swept = await admin(["sweep-now", "--project", projectId, "--checkout", one.id]);
    expect(swept.exitCode).toBe(0);
    expect(swept.stdout).toMatch(/^stl_\w{26} {2}chain 31337 {2}sweeping 1 deposit$/m);
    expect(await audited(one.id)).toEqual(["settlement.requested"]);
    const again = await admin(["sweep-now", "--project", projectId, "--checkout", one.id]);
    expect(again.stdout).toContain("The service is paying this money out right now.");
    const all = await admin(["sweep-now", "--project", projectId]);
    expect(all.stdout).toMatch(/^stl_/m);
    expect(await audited(projectId)).toEqual(["settlement.requested"]);
    const listed = await admin(["list-settlements", "--project", projectId]);
    expect(
      listed.stdout.match(/^stl_\w{26} {2}PENDING {2}chain 31337 {2}0 of \d+ swept, on request$/gm),
    ).toHaveLength(2);
    expect(another.id).not.toBe(one.id);
    expect((await admin(["list-settlements", "--project", otherId])).stdout).toBe(
      "There are no settlements yet.\n",
    );
    expect(await admin(["sweep-now", "--project", otherId, "--checkout", another.id])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringContaining("not found"),
    });
    expect(await admin(["sweep-now", "--project", projectId, "--checkout", "order-7"])).toMatchObject({
      exitCode: 1,
      stdout: expect.stringMatching(/^--checkout /),
    });
    expect(await audited(another.id)).toEqual([]);
  }, 180_000);

  it("sweeps a contract wallet's deposits by the refund wallet where the service has its key", async () => {
    const { id: projectId } = world.project;
    const { usdc, usdt } = network;
    const merchantAddress = freshWallet();
    await network.chain.client.setCode({ address: merchantAddress, bytecode: "0x00" });
    const closed = await paid({ amount: price, chainId: 31337, tokenAddress: usdc, merchantAddress });
    expect(closed.openSweep).toBe(false);
    const sweep = ["sweep-now", "--project", projectId, "--checkout", closed.id];
    expect((await admin(sweep, null)).stdout).toMatch(
      /^not swept: chk_.* {2}Only your wallet can pay this out\. Sign the payout with it\.$/m,
    );
    // The same, told by nothing but the settings of the service.
    const swept = await command(sweep, { REFUND_PRIVATE_KEY: refundKey });
    expect(swept).toMatchObject({ exitCode: 0, stderr: "" });
    expect(swept.stdout).toMatch(/^stl_\w{26} {2}chain 31337 {2}sweeping 1 deposit$/m);
    expect(swept.stdout).not.toContain("not swept");

    await network.pay(closed.depositAddress, 7n, { token: usdt });
    await network.chain.mine(3);
    await world.watch();
    const stray = ["sweep-stray", closed.id, "--chain", "31337", "--token", usdt];
    expect(await admin(stray)).toMatchObject({
      exitCode: 0,
      stdout: expect.stringMatching(/^stl_\w{26}: sweeping\.$/m),
    });
  }, 120_000);

  it("notifies the running service of its changes, not of reads or refusals", async () => {
    const waiting = await refund(await paid(), { destinationAddress: customer }, 0n);
    let heard = 0;
    const service = listenForActs(world.stores.databaseUrl, () => void heard++, world.deps.log);
    const has = (count: number) => vi.waitFor(() => expect(heard).toBe(count), { timeout: 20_000 });
    try {
      // Once when it begins to listen.
      await has(1);
      await admin(["list-refunds"]);
      await admin(["approve-refund", "rfd_nobody", "--to", customer]);
      await admin(["approve-refund", waiting.id, "--to", customer]);
      await has(2);
      await admin(["cancel-refund", waiting.id]);
      await has(3);
    } finally {
      await service.stop();
    }
  }, 120_000);

  it("accepts only late payments", async () => {
    const checkout = await paid();
    expect(await admin(["accept-payment", checkout.id])).toMatchObject({
      exitCode: 1,
      stdout: "Only a checkout that is PENDING, EXPIRED or LATE_PAID can be accepted; this one is PAID.\n",
    });
    await world.query("UPDATE checkouts SET status = 'LATE_PAID' WHERE id = $1", [checkout.id]);
    expect(await admin(["accept-payment", checkout.id])).toMatchObject({ exitCode: 0 });
    expect(await audited(checkout.id)).toEqual(["checkout.payment_accepted"]);
  }, 120_000);

  it.each([
    [["approve-refund", "rfd_nobody", "--to", customer]],
    [["cancel-refund", "rfd_nobody"]],
    [["accept-payment", "chk_nobody"]],
  ])(
    "%j refuses an unknown id",
    async (args) => {
      expect(await admin(args)).toMatchObject({
        exitCode: 1,
        stdout: expect.stringMatching(/no such|not found/),
      });
    },
    60_000,
  );

  it.each([
    [[], "Usage: npm run admin -- <command> …"],
    [["approve"], 'Unknown command "approve".\nUsage: npm run admin -- approve-refund REFUND --to ADDRESS'],
    [["approve-refund"], "approve-refund: REFUND is missing.\nUsage: npm run admin -- approve-refund"],
    [["approve-refund", "rfd_1"], "approve-refund: --to is missing.\nUsage: "],
    [
      ["sweep-now"],
      "sweep-now: --project is missing.\nUsage: npm run admin -- sweep-now --project ID [--checkout ID]",
    ],
    [["sweep-now", "--project"], "sweep-now: Option '--project <value>' argument missing.\nUsage: "],
    [["list-refunds", "rfd_1"], 'list-refunds: Unexpected argument "rfd_1".\nUsage: '],
    [["approve-refund", "rfd_1", "rfd_2"], 'approve-refund: Unexpected argument "rfd_2".'],
    [
      ["constructor", "x"],
      'Unknown command "constructor x".\nTo see all commands, run npm run admin -- --help.',
    ],
  ])("%j prints the error and the right usage", async (args, begins) => {
    const { exitCode, stdout } = await admin(args);
    expect(exitCode).toBe(2);
    expect(stdout.slice(0, begins.length)).toBe(begins);
  });

  it("--help lists every verb with its effect, and one verb's arguments", async () => {
    const all = await admin(["--help"]);
    expect(all.exitCode).toBe(0);
    expect(all.stdout).toMatch(/^ {2}projects list {2,}lists the newest 100 projects/m);
    const columns = all.stdout.split("\n").filter((line) => line.startsWith("  "));
    expect(new Set(columns.map((line) => /^ {2}\S+(?: \S+)? {2,}/.exec(line)?.[0].length)).size).toBe(1);
    expect(await admin(["keys", "create", "--help"])).toEqual({
      exitCode: 0,
      stdout:
        "Usage: npm run admin -- keys create --project ID --kind server|api [--scope read|create|all] [--days N]\n  creates a key and prints it\n",
    });
  });
});
