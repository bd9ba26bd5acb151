import { chainOf, pay, tokenOf } from "../support/chain";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/screenshot";

test("seen, but not yet final: the page counts confirmations and asks for nothing", async ({
  page,
  demo,
}) => {
  const chain = chainOf(demo, 31338);
  const checkout = await startCheckout(demo, { chainId: 31338, tokenAddress: tokenOf(chain) });
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();

  // The second block is held back, so that the first is long enough to look at.
  await askNode(chain.rpcUrl, "evm_setIntervalMining", 0);
  try {
    const txHash = await pay(demo, String(checkout.depositAddress), 10_000_000n, { chainId: 31338 });
    await askNode(chain.rpcUrl, "evm_mine");
    await expect(title(page, "Payment seen")).toBeVisible();
    await expect(title(page, "Payment seen")).toBeFocused();
    await expect(page.getByText("Confirming 1 of 2")).toBeVisible();
    await expect(page.getByText(txHash)).toBeVisible();
    await expect(page.getByText(/Nothing more to do/)).toBeVisible();
    await expect(page.getByRole("button")).toHaveCount(0);
    await keepScreenshot(page, "checkout-confirming");
    await expectFit(page);
  } finally {
    await askNode(chain.rpcUrl, "evm_setIntervalMining", 1);
  }
  await expect(title(page, "Paid")).toBeVisible();
});

async function askNode(rpcUrl: string, method: string, ...params: unknown[]): Promise<void> {
  const response = await fetch(rpcUrl, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
  });
  const { error } = await response.json();
  if (error !== undefined) throw new Error(`${method}: ${error.message}`);
}
