import { expect, it } from "vitest";
import { runAdminCommand } from "@/lib/testing/admin-commands";
import { refundWallet } from "@/lib/testing/network";
import { price, testNetwork, testWorld } from "@/lib/testing/world";

const network = await testNetwork();
const world = testWorld([network], { project: { settlementPolicy: "MANUAL", refundMode: "CONVENIENT" } });

const admin = (...args: string[]) =>
  runAdminCommand(world.stores.databaseUrl, args, {
    chains: [{ ...network.definition, rpcUrls: [network.chain.rpcUrl] }],
    refundWallet: () => refundWallet,
    checkoutPageUrl: "https://pay.example.com",
    dashboardUrl: "https://pay.example.com",
  });

it("money of a deleted project is listed, and swept by the operator's command alone", async () => {
  const checkout = await world.create();
  await world.pay(checkout, price);
  expect(await world.status(checkout)).toBe("PAID");
  const inProject = ["--project", world.project.id];
  expect(await admin("projects", "delete", world.project.name, ...inProject)).toMatchObject({ exitCode: 0 });

  expect(await admin("sweep-now", ...inProject)).toMatchObject({
    exitCode: 0,
    text: expect.stringContaining("sweeping 1 deposit"),
  });
  for (const command of [
    "list-settlements",
    "list-strays",
    "list-refunds",
    "webhooks list",
    "checkouts list",
  ])
    expect(await admin(...command.split(" "), ...inProject), command).toMatchObject({ exitCode: 0 });
  // Nobody could use what these make.
  expect(await admin("keys", "create", ...inProject, "--kind", "server")).toMatchObject({ exitCode: 1 });
  expect(await admin("sweep-now", "--project", `prj_${"0".repeat(26)}`)).toMatchObject({ exitCode: 1 });
});
