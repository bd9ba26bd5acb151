import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainNodes } from "@/lib/chain/reader/chain-reader.port";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { RefundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { SenderDeps } from "@/lib/chain/sender/send-call";
import type { VerifyMessage } from "@/lib/chain/wallets.chain";
import type { AgreeParts } from "@/lib/checkouts/balances/agree-on-deposits";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { WalletParts } from "@/lib/projects/projects.parts";
import type { RefundStore } from "./refund.store";
import type { RecordTransaction } from "./refund-steps";

/** What refunds are decided with. */
export type RefundParts = {
  clock: Clock;
  newId: NewId;
  chains: readonly Chain[];
  refunds: RefundStore;
};

/** The same where the answer has a link to a page. */
export type RefundLinkParts = RefundParts & {
  /** Origin of the customer's pages. */
  checkoutPageUrl: string;
};

/** The same where the answer has a call to sign. */
export type RefundCallParts = RefundLinkParts &
  WalletParts & {
    refundCalls: RefundCalls;
    /** The wallet from which the service refunds by itself; null without a refund key. */
    refundWallet: Hex | null;
  };

/** What customers and merchants' wallets act with. */
export type RefundPageParts = RefundCallParts & {
  log: Log;
  reader: (chainId: number) => ChainNodes;
  checkouts: CheckoutStore;
  rateLimiter: RateLimiter;
  verifyMessage: VerifyMessage;
  recordTransaction: RecordTransaction;
};

/** What refunds are sent with. */
export type RefundSenderParts = SenderDeps &
  AgreeParts & {
    refunds: RefundStore;
    /** The refund wallet's sender; null without a refund key. */
    refundSender: (chainId: number) => ChainSender | null;
    /** Limit of the refund wallet per chain and day, in `dailyUnits`. */
    refundDailyCap: bigint;
  };
