import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import type { BalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { DepositStore } from "@/lib/checkouts/deposits.store";
import type { PositionStore } from "@/lib/checkouts/state/chain-position.store";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import type { Log } from "@/lib/platform/log";
import type { ExpiryStore } from "./expiry.store";
import type { PaymentStore } from "./payment.store";
import type { HintStore } from "./payment-hints.store";
import type { RecordedLogStore } from "./recorded-logs.store";
import type { ScanMemory } from "./scan/scan-memory";
import type { ScanProgressStore } from "./scan-progress.store";

/** What one submitted transaction is read and recorded with. */
export type RecordParts = {
  clock: Clock;
  newId: NewId;
  chains: readonly Chain[];
  log: Log;
  payments: PaymentStore;
  deposits: DepositStore;
  hints: HintStore;
  checkouts: CheckoutStore;
  rateLimiter: RateLimiter;
  reader: (chainId: number) => ChainNodes;
};

/** What chains are scanned with, and payments confirmed and expired. */
export type ScanParts = RecordParts & {
  positions: PositionStore;
  scanProgress: ScanProgressStore;
  recordedLogs: RecordedLogStore;
  expiry: ExpiryStore;
  balances: BalanceStore;
  incidents: IncidentStore;
  memory: ScanMemory;
};
