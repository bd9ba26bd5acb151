import { randomBytes } from "node:crypto";
import { open as openFile } from "node:fs/promises";
import { createAccountTokenStore, createPeopleStore } from "@/lib/accounts/people.store";
import { createSecondFactorStore } from "@/lib/accounts/second-factor/second-factor.store";
import { perChain } from "@/lib/chain/chains.rules";
import { usesTags } from "@/lib/chain/confirmation-policy.rules";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { createChainReader } from "@/lib/chain/reader/chain-reader.chain";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import { createWalletCode } from "@/lib/chain/wallets.chain";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import { makeProjectDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import { createCheckoutStore } from "@/lib/checkouts/checkout.store";
import { createDepositStore } from "@/lib/checkouts/deposits.store";
import { createPaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import { createPendingCheckoutStore } from "@/lib/checkouts/pending-checkout.store";
import { createPositionStore } from "@/lib/checkouts/state/chain-position.store";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase } from "@/lib/platform/database";
import { fault } from "@/lib/platform/faults/fault.rules";
import { newId } from "@/lib/platform/ids";
import { createIncidentStore } from "@/lib/platform/incidents/incident.store";
import { createLog } from "@/lib/platform/log";
import { createSecretBox } from "@/lib/platform/secret-box";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { createProjectKeys } from "@/lib/projects/keys/project-keys.store";
import { announceAct } from "@/lib/projects/logs/acts.store";
import { redrawPicture } from "@/lib/projects/looks/change-looks";
import { createProjectLooks } from "@/lib/projects/looks/project-looks.store";
import { createProjectStore, createServerLimit } from "@/lib/projects/project.store";
import { createProjectLifecycle } from "@/lib/projects/project-lifecycle.store";
import { createAllowedOrigins } from "@/lib/projects/settings/origins.store";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { createWalletChangeStore } from "@/lib/projects/settings/wallet-change.store";
import { createWalletCodeStore } from "@/lib/projects/wallets/wallet-code.store";
import { createRefundStore } from "@/lib/refunds/refund.store";
import type { OperatorSettings } from "@/lib/settings/operator-settings";
import { SettingsError } from "@/lib/settings/variables";
import { createSettlementStore } from "@/lib/settlement/settlement.store";
import { createStrayListStore, createStraySweeps } from "@/lib/strays/stray.store";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { createWebhookUrlCheck } from "@/lib/webhooks/sender/outgoing-address";
import { newWebhookSecret } from "@/lib/webhooks/sender/webhook-sender";
import { createWebhookDeliveryLog } from "@/lib/webhooks/webhook-delivery-log.store";

/** The file, or enough bytes to show that it is too large. @throws CheckoutError VALIDATION_ERROR */
async function readUpload(path: string, maxBytes: number): Promise<Uint8Array> {
  try {
    const file = await openFile(path);
    const read = file.read(Buffer.alloc(maxBytes + 1));
    const { buffer, bytesRead } = await read.finally(() => file.close());
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CheckoutError("VALIDATION_ERROR", fault("commands.file", { reason }), { param: "file" });
  }
}

/** What the commands work with, beside the service. */
export type AdminDeps = ReturnType<typeof openAdmin>["deps"];

const secretKeyBytes = 32;

/** A wallet that no one owns: it may sweep only what anyone may. */
const anyone = `0x${"0".repeat(40)}` as const;

export function openAdmin(settings: OperatorSettings) {
  const { chains, checkoutPageUrl, dashboardUrl } = settings;
  const database = createDatabase(settings.databaseUrl(), { maxConnections: 2 });
  const reader = perChain(chains, (chain) =>
    createChainReader({ ...chain, usesTags: usesTags(chain.confirmations) }),
  );
  const log = createLog("silent");
  // These read and write nothing sealed, so any key works.
  const secretBox = createSecretBox(Buffer.alloc(secretKeyBytes));
  const ownBox = () => createSecretBox(settings.dataKey(), settings.previousDataKey ?? undefined);
  const clock = createSystemClock();
  const deps = {
    clock,
    log,
    newId,
    chains,
    checkouts: createCheckoutStore(database, secretBox),
    deposits: createDepositStore(database),
    pendingCheckouts: createPendingCheckoutStore(database, secretBox),
    positions: createPositionStore(database),
    refunds: createRefundStore(database, secretBox),
    refundCalls,
    /** No output shows a transaction to sign. */
    refundWallet: null,
    /** The wallet from which the service refunds and sweeps; null without its key. @throws SettingsError */
    ownRefundWallet: settings.refundWallet,
    walletCode: createWalletCode({
      clock,
      log,
      readers: chains.map(({ chainId }) => reader(chainId)),
      store: createWalletCodeStore(database),
    }),
    depositAddresses,
    settlements: createSettlementStore(database),
    straySweeps: createStraySweeps(database, secretBox),
    endpoints: createWebhookEndpointStore(
      database,
      {
        seal: (...secret) => ownBox().seal(...secret),
        open: (...sealed) => ownBox().open(...sealed),
      },
      newId,
    ),
    deliveryLog: createWebhookDeliveryLog(database, secretBox),
    strayList: createStrayListStore(database),
    projects: createProjectStore(database),
    projectKeys: createProjectKeys(database, newId),
    projectLifecycle: createProjectLifecycle(database),
    settings: createSettingsStore(database, makeProjectDepositsDue),
    walletChanges: createWalletChangeStore(database),
    paymentLinks: createPaymentLinkStore(database, secretBox),
    saveServerLimit: createServerLimit(database),
    fiatCurrencies: settings.fiatCurrencies,
    allowHttpLoopback: settings.webhookPolicy.allowPrivateLoopback,
    looks: createProjectLooks(database),
    allowedOrigins: createAllowedOrigins(database),
    redrawPicture,
    readUpload,
    checkWebhookUrl: createWebhookUrlCheck(settings.webhookPolicy),
    newWebhookSecret: () => newWebhookSecret(randomBytes),
    people: createPeopleStore(database),
    secondFactors: createSecondFactorStore(database, secretBox),
    accountTokens: createAccountTokenStore(database),
    balances: createBalanceStore(database),
    /** Commands do not ask rate providers. */
    rates: {
      current: () => Promise.reject(new CheckoutError("CONFLICT", fault("commands.noAmount"))),
    },
    incidents: createIncidentStore(database, log),
    reader,
    sender: (chainId: number) => ({ chainId, operatorAddress: anyone }),
    /** Notifies the running service of a change that may have made work due. */
    announceAct: () => announceAct(database),
    /** Origin of the dashboard. @throws SettingsError when no setting names it */
    dashboardUrl: () => known(dashboardUrl),
  };
  // Not copied with the others: a command that prints no link needs no such setting.
  const origins = Object.defineProperty({ ...deps }, "checkoutPageUrl", {
    get: () => known(checkoutPageUrl),
  });
  return {
    deps: origins as typeof deps & {
      /** Origin of the customer's pages. @throws SettingsError when no setting names it */
      readonly checkoutPageUrl: string;
    },
    close: () => database.close(),
  };
}

function known(origin: string | null): string {
  if (origin !== null) return origin;
  throw new SettingsError("Set BASE_URL to the service's value: the link leads to one of its pages.");
}
