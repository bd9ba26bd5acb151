import { createHash } from "node:crypto";
import { newId } from "@/lib/platform/ids";
import { createCheckout } from "./api";
import type { MadeProject } from "./projects";
import { manifest, withDatabase } from "./stack";

const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");

/** One of everything that a project can hold and that has an id, as rows. */
export async function fillProject({ projectId, serverKey, serverKeyId, apiKeyId }: MadeProject) {
  const { chains } = manifest();
  const [chain] = chains;
  const [token] = chain?.tokens ?? [];
  if (chain === undefined || token === undefined) throw new Error("the demo has no chain");
  const { id: checkoutId } = await createCheckout(
    { ...manifest(), serverKey },
    { amount: "1000000", chainId: chain.chainId, tokenAddress: token.address },
  );
  const soon = new Date(Date.now() + 86_400_000);
  const ids = {
    checkoutId,
    keyId: apiKeyId,
    serverKeyId,
    linkId: newId("lnk"),
    endpointId: newId("whe"),
    deliveryId: newId("whd"),
    refundId: newId("rfd"),
    changeId: newId("wch"),
    invitationId: newId("inv"),
    settlementId: newId("stl"),
  };
  await withDatabase(async ({ prisma }) => {
    const eventId = newId("evt");
    const wallet = `0x${"ab".repeat(20)}`;
    await prisma.paymentLink.create({
      data: {
        id: ids.linkId,
        projectId,
        slug: `foreign-${ids.linkId.slice(-20)}`,
        itemName: "A link of others",
        amountUnits: "1000000",
      },
    });
    await prisma.webhookEndpoint.create({
      data: {
        id: ids.endpointId,
        projectId,
        url: "https://others.example/hook",
        kinds: ["checkout.paid"],
        disabledAt: new Date(),
      },
    });
    await prisma.outboxEvent.create({
      data: {
        id: eventId,
        projectId,
        endpointId: ids.endpointId,
        kind: "endpoint.test",
        sequence: 0,
        body: "{}",
      },
    });
    await prisma.webhookDelivery.create({
      data: {
        id: ids.deliveryId,
        eventId,
        endpointId: ids.endpointId,
        status: "FAILED",
        nextAttemptAt: soon,
        completedAt: new Date(),
      },
    });
    await prisma.refund.create({
      data: {
        id: ids.refundId,
        projectId,
        checkoutId,
        amountUnits: "1",
        chainId: chain.chainId,
        tokenAddress: token.address.toLowerCase(),
        status: "AWAITING_APPROVAL",
      },
    });
    await prisma.walletChange.create({
      data: {
        id: ids.changeId,
        projectId,
        fromWallet: wallet,
        toWallet: `0x${"cd".repeat(20)}`,
        effectiveAt: soon,
      },
    });
    await prisma.invitation.create({
      data: {
        id: ids.invitationId,
        projectId,
        email: "invited@people.example",
        role: "VIEWER",
        tokenHash: hashOf(ids.invitationId),
        expiresAt: soon,
      },
    });
    await prisma.settlement.create({ data: { id: ids.settlementId, projectId, chainId: chain.chainId } });
  });
  return { ...ids, token, chainId: chain.chainId };
}
