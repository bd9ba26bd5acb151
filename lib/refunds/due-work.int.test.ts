import { expect, it } from "vitest";
import { wokenBy } from "@/lib/testing/woken";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { convenient, operator, refunding } from "@/lib/testing/world/refunding";
import { cancelRefund } from "./refund-steps";

const world = testWorld([await testNetwork()], { project: convenient });
const desk = refunding(world);

it("a payment wakes webhooks and settlement, its refund the sending, and a cancelled refund settlement again", async () => {
  const { project, stores, deps } = world;
  const [settle, refund] = (["settle", "refund"] as const).map((work) => ({ work, chainId: 31337 }));
  await stores.createWebhookEndpoint({
    projectId: project.id,
    url: "https://shop.example/hook",
    kinds: ["checkout.paid", "refund.cancelled"],
    secret: "whsec_c2VjcmV0",
    at: deps.clock.now(),
  });
  let checkout = await world.create();
  expect(await wokenBy(async () => (checkout = await desk.paid()))).toEqual(["deliver", settle]);
  let asked: Awaited<ReturnType<typeof desk.refund>> | undefined;
  expect(
    await wokenBy(async () => (asked = await desk.refund(checkout, freshWallet(), price / 2n))),
  ).toContainEqual(refund);
  const cancel = () => cancelRefund(world.deps, operator, asked?.refund.id ?? "");
  expect(await wokenBy(cancel)).toEqual(["deliver", settle]);
});
