import { randomBytes } from "node:crypto";
import type { RefundStatus } from "@/lib/checkouts/refunds/refund.rules";
import { createDatabase } from "@/lib/platform/database";
import { expect, expectFit, test, title, untilHeard } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { signToken } from "../support/refund-links";
import { customer, expectRefund, paid, postRefund, shopOf } from "../support/refunds";
import { keepLooks } from "../support/screenshot";

const txHash = `0x${randomBytes(32).toString("hex")}`;

/** A refund's outcomes for anyone with its link; none needs an action. */
const notices: {
  link: "claim" | "sign";
  data: { status: RefundStatus; txHash?: string };
  heading: string;
}[] = [
  { link: "claim", data: { status: "PROCESSING", txHash }, heading: "On its way" },
  { link: "claim", data: { status: "FAILED" }, heading: "The refund couldn't be sent" },
  { link: "claim", data: { status: "CANCELLED" }, heading: "This refund was cancelled" },
  { link: "sign", data: { status: "AWAITING_APPROVAL" }, heading: "Almost there" },
  { link: "sign", data: { status: "CANCELLED" }, heading: "This refund was cancelled" },
];

test("each end of a refund is a screen of its own", async ({ page, demo }) => {
  test.setTimeout(180_000);
  const projects = openProjects(demo);
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  try {
    const shop = shopOf(demo, await projects.make({ refundMode: "STRICT", name: "Corner Coffee" }));
    await page.clock.install();
    const refunds = await Promise.all(
      notices.map(async ({ link }) => {
        const checkout = await paid(shop, 1_000_000n);
        const json = { amount: "250000", ...(link === "sign" && { destinationAddress: customer }) };
        return expectRefund(await postRefund(shop, checkout.id, { json }));
      }),
    );
    for (const [at, { link, data, heading }] of notices.entries()) {
      const refund = refunds[at];
      if (refund === undefined) throw new Error("each notice has a refund");
      const token =
        link === "sign" ? await signToken(shop, refund.id) : String(refund.claimUrl).split("/r/")[1];
      await page.goto(`/r/${token}`);
      await expect(
        title(page, link === "sign" ? "Sign this refund" : "Where should your refund go?"),
      ).toBeVisible();
      await untilHeard(page);
      await database.prisma.refund.update({
        where: { id: refund.id },
        data: { ...data, destinationAddress: customer.toLowerCase() },
      });
      // The page asks again after a while.
      await page.clock.fastForward(60_000);
      await expect(title(page, heading)).toBeVisible();
      await expect(title(page, heading)).toBeFocused();
      // What is shown can be copied; there is nothing else to do.
      const buttons = page.getByRole("button", { name: /^(?!Copy)/ });
      await expect(buttons.filter({ visible: true })).toHaveCount(0);
      await keepLooks(page, `refund-${link}-${data.status.toLowerCase()}`);
      await expectFit(page);
    }
  } finally {
    await database.close();
    await projects.close();
  }
});
