import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { buildChain, usdc } from "@/lib/testing/builders";
import { UncountedNotice } from "./money-notices";

const chain = buildChain();
const stray = {
  id: "pay_1",
  chainId: chain.chainId,
  tokenAddress: usdc,
  amountUnits: 5_000_000n,
  counts: false,
  status: "final",
} as const;

function draw(transfer: typeof stray | (Omit<typeof stray, "status"> & { status: "reverted" }), paid = 0n) {
  return renderToStaticMarkup(
    <UncountedNotice
      basePath="/shop"
      checkout={{ totalPaidUnits: paid }}
      transfers={[transfer]}
      refunds={[]}
      chains={[chain]}
    />,
  );
}

test("an unpaid checkout says what arrived and doesn't count, and leads to the decision", () => {
  const html = draw(stray);
  expect(html.replace(/<[^>]*>/g, "")).toMatch(/^5\.00 USDC arrived on .*doesn.*t count/);
  expect(html).toContain('href="/shop/inbox?kind=stray"');
  expect(draw({ ...stray, status: "reverted" })).toBe("");
  expect(draw(stray, 1n)).toBe("");
});
