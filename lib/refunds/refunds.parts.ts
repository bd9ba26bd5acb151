import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainNodes, TransactionReceipt } from "@/lib/chain/reader/chain-reader.port";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { RefundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { SenderDeps } from "@/lib/chain/sender/send-call";
import type { VerifyMessage } from "@/lib/chain/wallets.chain";
import type { AgreeParts } from "@/lib/checkouts/balances/agree-on-deposits";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { Mail } from "@/lib/letters/send-letters";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import type { Log } from "@/lib/platform/log";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { WalletParts } from "@/lib/projects/projects.parts";
import type { HandedIn } from "./record-refund-payments";
import type { RefundStore } from "./refund.store";

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

/** The same, with e-mail. */
export type RefundMailParts = RefundLinkParts & {
  /** Null without a mail server. */
  mail: Mail;
  /** Origin of the dashboard. */
  dashboardUrl: string;
  rateLimiter: RateLimiter;
};

/** The same where the answer has a call to sign. */
export type RefundCallParts = RefundLinkParts &
  WalletParts & {
    refundCalls: RefundCalls;
    /** The wallet from which the service refunds by itself; null without a refund key. */
    refundWallet: Hex | null;
  };

/**
 * Records a mined transaction's transfers and refunds of one checkout, as the scanner does. Payments supply it.
 *
 * @param handIn names the refund for which the transaction was submitted
 * @throws CheckoutError TRANSACTION_NOT_FOUND (not mined yet, or no node answered), TRANSACTION_REVERTED
 */
export type RecordTransaction = (
  transaction: { chainId: number; txHash: Hex },
  checkout: Pick<Checkout, "id" | "depositAddress">,
  handIn: (receipt: TransactionReceipt) => Promise<HandedIn>,
) => Promise<void>;

/** What customers and merchants' wallets act with. */
export type RefundPageParts = RefundCallParts &
  RefundMailParts & {
    log: Log;
    reader: (chainId: number) => ChainNodes;
    checkouts: CheckoutStore;
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
