import { expect } from "@playwright/test";
import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { latestValidBefore } from "@/lib/checkouts/state/signable.rules";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import { type RefundResource, refundResource } from "@/lib/checkouts/views/refund-resource.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { paymentToSign } from "@/lib/signed/typed-data.rules";
import { type Answer, call, createCheckout, getPublic, untilStatus } from "./api";
import { chainOf, pay, tokenOf } from "./chain";
import { expectData, postPublic } from "./contract";
import { type MadeProject, openProjects } from "./projects";

/** A wallet that is not a token, deposit or factory. */
export const customer = getAddress(`0x${"f1".repeat(20)}`);

/** The service as one project's backend sees it. */
export function shopOf(demo: DemoManifest, { projectId, serverKey, apiKey }: MadeProject): DemoManifest {
  return { ...demo, projectId, serverKey, apiKey };
}

/** A shop whose wallet is the demo merchant's, which signs in the browser. It settles by hand. */
export async function makeMerchantShop(
  demo: DemoManifest,
  refundMode: "STRICT" | "CONVENIENT",
): Promise<DemoManifest> {
  const projects = openProjects(demo);
  const settlementWallet = demo.merchant.address.toLowerCase() as Hex;
  const made = await projects
    .make({ name: "Corner Coffee", refundMode, settlementWallet })
    .finally(() => projects.close());
  return shopOf(demo, made);
}

type Request = { json?: unknown; headers?: Record<string, string>; base?: string };

export function postRefund(
  shop: DemoManifest,
  checkoutId: string,
  { base = shop.baseUrl, headers = {}, ...request }: Request,
): Promise<Answer<RefundResource>> {
  return call(`${base}/v1/checkouts/${checkoutId}/refunds`, {
    method: "POST",
    headers: { "x-api-key": shop.serverKey, ...headers },
    ...request,
  });
}

export function postCancel(
  shop: DemoManifest,
  checkoutId: string,
  { base = shop.baseUrl, headers = {} }: Omit<Request, "json"> = {},
): Promise<Answer<{ id: string; status: "CANCELLED" }>> {
  return call(`${base}/v1/checkouts/${checkoutId}/cancel`, {
    method: "POST",
    headers: { "x-api-key": shop.serverKey, ...headers },
  });
}

export function getRefunds(
  shop: DemoManifest,
  checkoutId: string,
  { query = "", base = shop.baseUrl }: { query?: string; base?: string } = {},
): Promise<Answer<RefundResource[]>> {
  return call(`${base}/v1/checkouts/${checkoutId}/refunds${query}`, {
    headers: { "x-api-key": shop.serverKey },
  });
}

/** A refund as its creation answers it. */
export function expectRefund(answer: Answer<unknown>): RefundResource {
  return expectShape(expectData(answer, 201, refundResource));
}

function expectShape(refund: RefundResource): RefundResource {
  expect(refund.id).toMatch(/^rfd_[0-9a-hjkmnp-tv-z]{26}$/);
  expect(refund.amount).toMatch(/^[1-9]\d{0,77}$/);
  for (const address of [refund.tokenAddress, refund.destinationAddress])
    if (address !== null) expect(address).toBe(getAddress(address));
  expect(new Date(refund.createdAt).toISOString()).toBe(refund.createdAt);
  return refund;
}

/** A checkout in local USDC that waits for its payment. */
export function pending(shop: DemoManifest, amount: bigint, more: object = {}): Promise<CheckoutResource> {
  const chain = chainOf(shop);
  return createCheckout(shop, {
    amount: amount.toString(),
    chainId: chain.chainId,
    tokenAddress: tokenOf(chain),
    ...more,
  });
}

/** The same, paid and confirmed; of a project that settles by hand, so that it stays so. */
export async function paid(shop: DemoManifest, amount: bigint, received = amount): Promise<CheckoutResource> {
  const checkout = await pending(shop, amount);
  await pay(shop, String(checkout.depositAddress), received);
  return untilStatus(shop, checkout.id, "PAID");
}

/** The same, paid by a wallet's signature (EIP-3009). */
export async function paidBySignature(
  shop: DemoManifest,
  amount: bigint,
  more: object = {},
): Promise<CheckoutResource> {
  const [{ payer }, checkout] = [shop, await pending(shop, amount, more)];
  const { signing, expiresAt } = await getPublic(shop, checkout.id);
  if (signing?.kind !== "EIP3009") throw new Error(`${checkout.id} can't be paid by a signature`);
  const terms = {
    chainId: Number(checkout.chainId),
    tokenAddress: String(checkout.tokenAddress) as Hex,
    from: payer.address as Hex,
    to: String(checkout.depositAddress) as Hex,
    amountUnits: amount,
    validAfter: 0n,
    validBefore: latestValidBefore(new Date(expiresAt)),
    nonce: generatePrivateKey(),
  };
  const account = privateKeyToAccount(payer.privateKey as Hex);
  const { chainId, tokenAddress, from, nonce } = terms;
  const answer = await postPublic(shop, checkout.id, "authorize", {
    kind: "EIP3009",
    chainId,
    tokenAddress,
    from,
    value: amount.toString(),
    validAfter: 0,
    validBefore: Number(terms.validBefore),
    nonce,
    signature: await account.signTypedData(paymentToSign("EIP3009", terms, signing.domain)),
  });
  if (answer.status !== 200) throw new Error(`the signature was answered ${answer.status}`);
  return untilStatus(shop, checkout.id, "PAID");
}

/** Cancelled with a part of its price received for good. */
export async function cancelledInPart(shop: DemoManifest, received: bigint): Promise<CheckoutResource> {
  const checkout = await pending(shop, received * 2n);
  await pay(shop, String(checkout.depositAddress), received);
  await untilReceived(shop, checkout.id, received);
  const { status } = await postCancel(shop, checkout.id);
  if (status !== 200) throw new Error(`${checkout.id} was not cancelled: ${status}`);
  return checkout;
}

/** Waits until this much is confirmed. */
export async function untilReceived(shop: DemoManifest, checkoutId: string, units: bigint): Promise<void> {
  const headers = { "x-api-key": shop.serverKey };
  const get = async () => {
    const { body } = await call<CheckoutResource>(`${shop.baseUrl}/v1/checkouts/${checkoutId}`, { headers });
    return body.ok ? body.data.paidAmount : body.error.code;
  };
  await expect.poll(get, { timeout: 30_000, intervals: [200] }).toBe(units.toString());
}
