import { randomBytes } from "node:crypto";
import { createKeyAdmissions } from "@/lib/api/limits/key-admission.store";
import { createPaymentStores, outgoingOwners } from "@/lib/api/wiring/stores";
import { createReconcileStore } from "@/lib/books/reconcile.store";
import { createOutgoingStore } from "@/lib/chain/sender/outgoing/outgoing.store";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { createPaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import { createPendingCheckoutStore } from "@/lib/checkouts/pending-checkout.store";
import { createReplacementStore } from "@/lib/checkouts/requote/replacement.store";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createIdempotencyStore } from "@/lib/platform/limits/idempotency.store";
import { createSecretBox } from "@/lib/platform/secret-box";
import { hashApiKey } from "@/lib/projects/keys/project-keys.store";
import { createProjectStore, type KeyHolder } from "@/lib/projects/project.store";
import { createProjectAdmin, type NewProject } from "@/lib/projects/project-admin.store";
import { createWalletCodeStore } from "@/lib/projects/wallets/wallet-code.store";
import type { Quote } from "@/lib/rates/quote.rules";
import { createRateStore } from "@/lib/rates/rate.store";
import { createRefundStore } from "@/lib/refunds/refund.store";
import { createSettlementStore } from "@/lib/settlement/settlement.store";
import { createAuthorizationStore } from "@/lib/signed/authorization.store";
import { createStraySweeps } from "@/lib/strays/stray.store";
import {
  createWebhookEndpointStore,
  type NewWebhookEndpoint,
} from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { createWebhookStore } from "@/lib/webhooks/webhook-claim.store";
import { createWebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.store";
import { anyName, buildCheckout, buildEvent, buildQuote, newId, noon } from "../builders";
import { type LentDatabase, lendTestDatabase, type Tidiness } from "../database";

export type TestStores = Awaited<ReturnType<typeof openStores>>;

/** Every Postgres adapter on a database that no other test uses meanwhile. */
export async function openStores({ lent, ...tidiness }: Tidiness & { lent?: LentDatabase | undefined }) {
  const { database, databaseUrl, giveBack } = lent ?? (await lendTestDatabase(tidiness));
  const dataKey = randomBytes(32);
  const secretBox = createSecretBox(dataKey);
  /** Errors logged by the stores. */
  const alarms: { fields: object; message: string }[] = [];
  const admin = createProjectAdmin(database, newId);
  const checkouts = createCheckoutStore(database, secretBox);
  const endpoints = createWebhookEndpointStore(database, secretBox, newId);
  return {
    database,
    databaseUrl,
    dataKey,
    admin,
    projects: createProjectStore(database),
    /** The holder of a key at that time; null for none. */
    findKeyHolder: async (key: string, at = noon): Promise<KeyHolder | null> => {
      const request = { keyHash: hashApiKey(key), kind: "server", projectId: null, origin: null } as const;
      const admissions = createKeyAdmissions(database, { now: () => at });
      return (await admissions.admit({ ...request, limits: [] })).holder;
    },
    checkouts,
    replacements: createReplacementStore(database, secretBox),
    ...createPaymentStores(database),
    pendingCheckouts: createPendingCheckoutStore(database, secretBox),
    incidents: createIncidentStore(database, {
      info: () => undefined,
      warn: () => undefined,
      error: (fields, message) => void alarms.push({ fields, message }),
    }),
    alarms,
    authorizations: createAuthorizationStore(database),
    balances: createBalanceStore(database),
    /** Everything, to be reconciled. */
    books: createReconcileStore(database),
    idempotency: createIdempotencyStore(database, secretBox),
    outgoing: createOutgoingStore(database, outgoingOwners),
    refunds: createRefundStore(database, secretBox),
    settlements: createSettlementStore(database),
    straySweeps: createStraySweeps(database, secretBox),
    webhooks: createWebhookStore(database, secretBox),
    endpoints,
    deliveryLog: createWebhookDeliveryLog(database, secretBox),
    rates: createRateStore(database),
    walletCodes: createWalletCodeStore(database),
    paymentLinks: createPaymentLinkStore(database, secretBox),
    createProject: async (overrides: Partial<NewProject> = {}): Promise<string> => {
      const { projectId } = await admin.createProject({
        name: anyName,
        settlementWallet: `0x${"a".repeat(40)}`,
        refundMode: "STRICT",
        settlementPolicy: "IMMEDIATE",
        at: noon,
        ...overrides,
      });
      return projectId;
    },
    /** With any URL, and with the given secret. */
    createWebhookEndpoint: async ({
      secret,
      at,
      ...endpoint
    }: Pick<NewWebhookEndpoint, "projectId" | "url" | "kinds"> & { secret: string; at: Date }) => {
      const id = newId("whe");
      const row = { ...endpoint, id, description: null, createdAt: at };
      await endpoints.transaction((tx) => tx.insert(row, secret));
      return { endpointId: id };
    },
    /** Inserts a checkout with its quote, timeline and event. */
    createCheckout: async (overrides: Partial<Checkout> & Pick<Checkout, "projectId">): Promise<Checkout> => {
      const checkout = buildCheckout({ itemName: anyName, ...overrides });
      await checkouts.insert(
        checkout,
        firstQuote(checkout),
        [{ kind: "checkout.created", details: null, at: checkout.createdAt }],
        buildEvent(checkout),
        null,
      );
      return checkout;
    },
    close: giveBack,
  };
}

function firstQuote({ chainId, tokenAddress, amountUnits }: Checkout): Quote | null {
  if (chainId === null || tokenAddress === null || amountUnits === null) return null;
  return buildQuote({ chainId, tokenAddress, amountUnits });
}
