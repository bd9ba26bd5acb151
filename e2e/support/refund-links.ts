import { createHash, randomBytes } from "node:crypto";
import type { DemoManifest } from "@/lib/demo/identity";
import type { RefundLinkView } from "@/lib/refunds/refund.schema";
import { type Answer, call } from "./api";
import { chainOf, sendFrom, untilMined } from "./chain";
import { expectRefund, postRefund } from "./refunds";
import { withDatabase } from "./stack";

/** A link of the right shape that opens nothing. */
export const unknownToken = "0".repeat(43);

export function tokenOf(url: string | null): string {
  const token = url?.split("/r/")[1];
  if (token === undefined) throw new Error(`${url} is no refund's link`);
  return token;
}

/** A new refund of one unit, waiting for its customer. @returns the last part of its link */
export async function claimToken(shop: DemoManifest, checkoutId: string, amount = "1"): Promise<string> {
  return tokenOf(expectRefund(await postRefund(shop, checkoutId, { json: { amount } })).claimUrl);
}

/** Gives a refund the link at which the merchant's wallet signs, as `npm run admin -- sign-link` does. */
export async function signToken(demo: DemoManifest, refundId: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await withDatabase(async (database) => {
    const hash = createHash("sha256").update(token).digest("hex");
    const signExpiresAt = new Date(Date.now() + 24 * 3_600_000);
    await database.prisma.refund.update({
      where: { id: refundId },
      data: { signTokenHash: hash, signExpiresAt },
    });
  }, demo.databaseUrl);
  return token;
}

/** Lets the time of a refund's link for the customer be over. */
export async function expireClaim(demo: DemoManifest, refundId: string): Promise<void> {
  await withDatabase(async (database) => {
    const claimExpiresAt = new Date(Date.now() - 1_000);
    await database.prisma.refund.update({ where: { id: refundId }, data: { claimExpiresAt } });
  }, demo.databaseUrl);
}

/** A refund that the merchant's wallet has paid, and the transaction. Its checkout must be settled. */
export async function paidByMerchant(
  demo: DemoManifest,
  checkoutId: string,
): Promise<{ token: string; txHash: string }> {
  // To no one else: one transfer pays the oldest of the refunds that it fits.
  const json = { amount: "1", destinationAddress: `0x${randomBytes(20).toString("hex")}` };
  return payAsMerchant(demo, expectRefund(await postRefund(demo, checkoutId, { json })).id);
}

/** Sends a refund that waits for the merchant's wallet from it; the service isn't told. */
export async function payAsMerchant(
  demo: DemoManifest,
  refundId: string,
): Promise<{ token: string; txHash: string }> {
  const token = await signToken(demo, refundId);
  const { body } = await getLink(demo, token);
  if (!body.ok || body.data.call === null) throw new Error(`nothing to sign: ${JSON.stringify(body)}`);
  const { from, to, data } = body.data.call;
  const txHash = await sendFrom(demo, from, { to, data }, chainOf(demo).chainId);
  await untilMined(demo, txHash);
  return { token, txHash };
}

export function getLink(demo: DemoManifest, token: string): Promise<Answer<RefundLinkView>> {
  return call(`${demo.baseUrl}/r/${token}`);
}

export function postLink(
  demo: DemoManifest,
  token: string,
  json: unknown,
  action: "" | "/transaction" = "",
): Promise<Answer<RefundLinkView>> {
  return call(`${demo.baseUrl}/r/${token}${action}`, { method: "POST", json });
}
