import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { createDatabase } from "@/lib/platform/database";
import { getPublic, untilStatus } from "./api";
import { chainOf, pay, payOnSecondChain, tokenOf } from "./chain";
import { expect, startCheckout } from "./fixtures";
import { openProjects } from "./projects";
import {
  cancelledInPart,
  customer,
  expectRefund,
  paid,
  pending,
  postCancel,
  postRefund,
  shopOf,
  untilReceived,
} from "./refunds";
import { withDatabase } from "./stack";

const ten = 10_000_000n;

/** States of a checkout that last until someone acts. */
export const stills = [
  "choose",
  "pay",
  "partial",
  "stray",
  "paid",
  "overpaid",
  "expired",
  "expired-part",
  "late",
  "cancelled",
  "cancelled-part",
  "refunded",
  "long-choose",
  "long-pay",
  "long-paid",
] as const;
export type Still = (typeof stills)[number];

/** Lets the time of checkouts be over now: the shortest that a merchant can give is a minute. */
export async function endTime(demo: DemoManifest, ids: readonly string[]): Promise<void> {
  await withDatabase(async (database) => {
    const { count } = await database.prisma.checkout.updateMany({
      where: { id: { in: [...ids] }, status: "PENDING" },
      data: { expiresAt: new Date() },
    });
    if (count !== ids.length) throw new Error(`of ${ids.length} checkouts ${count} were waiting`);
  }, demo.databaseUrl);
}

/** A shop of its own, with these settings. */
export async function makeShop(
  demo: DemoManifest,
  data: Partial<Record<"supportContact" | "receiptDetails" | "name", string>> & {
    requoteExpired?: boolean;
    latePaymentPolicy?: "ACCEPT";
  },
): Promise<DemoManifest> {
  const projects = openProjects(demo);
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  try {
    const made = await projects.make({ refundMode: "CONVENIENT" });
    await database.prisma.project.update({ where: { id: made.projectId }, data });
    return shopOf(demo, made);
  } finally {
    await Promise.all([projects.close(), database.close()]);
  }
}

/**
 * One checkout for every such state, concurrently: created over the API, paid on the chain. Only their time is moved.
 *
 * @returns their ids
 */
export async function produceStills(demo: DemoManifest): Promise<Record<Still, string>> {
  const projects = openProjects(demo);
  try {
    // Nothing is settled by itself, so that a paid checkout stays as it is and can be refunded.
    const [cafe, long] = await Promise.all([
      projects.make({ refundMode: "CONVENIENT", name: "Corner Coffee" }),
      projects.make({ refundMode: "CONVENIENT", name: longName }),
    ]);
    const shop = shopOf(demo, cafe);
    const made = await Promise.all([standing(shop), ended(shop), longOnes(shopOf(demo, long))]);
    return Object.assign({}, ...made) as Record<Still, string>;
  } finally {
    await projects.close();
  }
}

async function standing(shop: DemoManifest): Promise<Partial<Record<Still, string>>> {
  const urls = urlsOf(shop);
  const [choose, payable, partial, stray, done, overpaid, cancelled, part, refunded] = await Promise.all([
    startCheckout(shop, { open: true, ...urls }),
    startCheckout(shop, urls),
    startCheckout(shop, urls).then((checkout) => receive(shop, checkout, 6_000_000n)),
    startCheckout(shop, urls).then(async (checkout) => {
      await payOnSecondChain(shop, String(checkout.depositAddress), ten);
      await expect
        .poll(async () => (await getPublic(shop, checkout.id)).strayPayments, { timeout: 30_000 })
        .toHaveLength(1);
      return checkout;
    }),
    startCheckout(shop, urls).then(async (checkout) => {
      await pay(shop, String(checkout.depositAddress), ten);
      return untilStatus(shop, checkout.id, "PAID");
    }),
    paid(shop, ten, 22_000_000n),
    startCheckout(shop, urls).then(async (checkout) => {
      await postCancel(shop, checkout.id);
      return checkout;
    }),
    cancelledInPart(shop, 4_000_000n),
    paid(shop, ten).then(async (checkout) => {
      const json = { amount: ten.toString(), destinationAddress: customer };
      expectRefund(await postRefund(shop, checkout.id, { json }));
      return untilStatus(shop, checkout.id, "REFUNDED", 60_000);
    }),
  ]);
  return {
    choose: choose.id,
    pay: payable.id,
    partial: partial.id,
    stray: stray.id,
    paid: done.id,
    overpaid: overpaid.id,
    cancelled: cancelled.id,
    "cancelled-part": part.id,
    refunded: refunded.id,
  };
}

async function ended(shop: DemoManifest): Promise<Partial<Record<Still, string>>> {
  const [expired, part, late] = await Promise.all(
    [0n, 4_000_000n, 0n].map(async (units) => {
      const checkout = await startCheckout(shop, urlsOf(shop));
      return units === 0n ? checkout : receive(shop, checkout, units);
    }),
  );
  if (expired === undefined || part === undefined || late === undefined) throw new Error("three were made");
  const ids = [expired.id, part.id, late.id];
  await endTime(shop, ids);
  await Promise.all(ids.map((id) => untilStatus(shop, id, "EXPIRED")));
  await pay(shop, String(late.depositAddress), ten);
  await untilStatus(shop, late.id, "LATE_PAID");
  return { expired: expired.id, "expired-part": part.id, late: late.id };
}

const longName = "Gesellschaft für außerordentlich langnamige Kaffeehausbetriebe mbH & Co. KG";
const longItem =
  "Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft-Jubiläumstasse, handbemalt, 350 ml, mit Untertasse";

/** As long as names, words and amounts may be, and scripts without spaces between words. */
async function longOnes(shop: DemoManifest): Promise<Partial<Record<Still, string>>> {
  const itemName = longItem.padEnd(200, "-ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  const [choose, payable, done] = await Promise.all([
    startCheckout(shop, {
      open: true,
      fiatAmount: "123456789012",
      fiatCurrency: "KRW",
      itemName: "에티오피아 예가체프 원두 드립백 세트 ".repeat(9).slice(0, 200),
      itemDescription: "볶은 날: 어제.\n물 온도 92도, 2분 30초.",
    }),
    pending(shop, 999_999_999_999_123_456n, { itemName, itemDescription: longItem }),
    pending(shop, 999_123_456n, { itemName, ...urlsOf(shop) }).then(async (checkout) => {
      await pay(shop, String(checkout.depositAddress), 999_123_456n);
      return untilStatus(shop, checkout.id, "PAID");
    }),
  ]);
  return { "long-choose": choose.id, "long-pay": payable.id, "long-paid": done.id };
}

async function receive(shop: DemoManifest, checkout: CheckoutResource, units: bigint) {
  await pay(shop, String(checkout.depositAddress), units);
  await untilReceived(shop, checkout.id, units);
  return checkout;
}

function urlsOf({ baseUrl }: DemoManifest) {
  return { successUrl: `${baseUrl}/shop?thanks=1`, cancelUrl: `${baseUrl}/shop?cancelled=1` };
}

/** A checkout on the second chain, whose blocks `hold` keeps back: what is sent there confirms when a test wants. */
export function onSecondChain(demo: DemoManifest): Promise<CheckoutResource> {
  const chain = chainOf(demo, 31338);
  return startCheckout(demo, { chainId: chain.chainId, tokenAddress: tokenOf(chain), ...urlsOf(demo) });
}
