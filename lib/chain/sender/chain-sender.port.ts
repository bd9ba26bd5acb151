import type { DepositTerms as AddressTerms } from "@/lib/chain/contracts/deposit-address.rules";
import type { SigningKind } from "@/lib/chain/contracts/signing.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { SharedError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Fees, GasOfDay } from "./sending.rules";

/** A call for a wallet of the service, with the limits under which it is signed. */
export type PreparedCall = Fees & {
  to: Hex;
  data: Hex;
  /** Native coin that it sends, in wei; none unless given. */
  valueWei?: bigint;
  gasLimit: bigint;
  /** The most that it can cost besides that coin, in wei, including a rollup's data fee. */
  maxCostWei: bigint;
  /** About what it costs at the present price, besides that coin, in wei. */
  costNowWei: bigint;
};

export type SignedTransaction = Fees & {
  to: Hex;
  gasLimit: bigint;
  maxCostWei: bigint;
  nonce: bigint;
  txHash: Hex;
  rawTransaction: Hex;
};

/** A deposit address with its inputs: enough to deploy it and to move its balance. */
export type DepositTerms = AddressTerms & { depositAddress: Hex };

/** A deposit to sweep, and its token. */
export type SweepItem = DepositTerms & { tokenAddress: Hex };

/** Tokens to send from a deposit address to a customer. */
export type RefundCall = DepositTerms & { tokenAddress: Hex; to: Hex; amountUnits: bigint };

/** A customer's signed payment; times are Unix seconds. */
export type SignedAuthorization = {
  kind: SigningKind;
  tokenAddress: Hex;
  from: Hex;
  to: Hex;
  amountUnits: bigint;
  validAfter: bigint;
  validBefore: bigint;
  /** 32 bytes. */
  nonce: Hex;
  signature: Hex;
  /** r, s, v of the permit for Permit2; null unless the kind is EIP2612. */
  permitSignature: Hex | null;
};

/** The simulated batch, in the order of the items. */
export type PreparedSweep = {
  /** Which items would succeed. */
  succeeds: readonly boolean[];
  call: PreparedCall;
};

/** What a token's issuer has blocked. */
export type TokenBlocks = {
  paused: boolean;
  /** The accounts that the token blocks. */
  blocked: readonly Hex[];
};

/** A signed form of a transaction, as far as its receipt needs explaining. */
export type SentForm = Pick<Fees, "type" | "maxFeePerGas"> & { txHash: Hex };

/** The outcome of our transaction as of the newest block. */
export type MinedTransaction = {
  txHash: Hex;
  status: "success" | "reverted";
  blockNumber: bigint;
  blockHash: Hex;
  gasUsed: bigint;
  /** Gas at its price, plus the rollup's data fee. */
  costWei: bigint;
};

/** The same according to nodes now, possibly not final yet. */
export type SeenTransaction = MinedTransaction & {
  /**
   * False when only one of several nodes says that it reverted: its purpose would be free to be sent again.
   */
  isAgreed: boolean;
};

/** A call not worth signing now; `reason` says whether waiting can help. */
export class CallRefused extends SharedError {
  static override readonly errorName = "CallRefused";
  readonly reason: "REVERTED" | "NOTHING_SWEPT" | "FEE_ABOVE_CEILING" | "NO_GAS_MONEY";
  /** For NO_GAS_MONEY: the call's highest cost, in wei; null when the node did not price it. */
  readonly neededWei: bigint | null;

  constructor(reason: CallRefused["reason"], message: string, neededWei: bigint | null = null) {
    super(message);
    this.reason = reason;
    this.neededWei = neededWei;
  }
}

/**
 * Writes to one chain with one wallet. Methods that need a node throw `ChainUnavailable` when none answers. Every
 * `prepare…` simulates and prices the call now, and throws `CallRefused` when it would revert, gas is above the limit,
 * or the wallet cannot pay.
 */
export type ChainSender = {
  readonly chainId: number;
  /** The wallet; lower-case. */
  readonly operatorAddress: Hex;
  /** The factory call that sweeps all items. @throws CallRefused also when no item would succeed */
  prepareSweep(items: readonly SweepItem[]): Promise<PreparedSweep>;
  /** What the token's issuer has blocked between these accounts; lower-case. */
  tokenBlocks(tokenAddress: Hex, accounts: readonly Hex[]): Promise<TokenBlocks>;
  /** The factory call that refunds from a deposit; this wallet must be its refund authority. */
  prepareRefund(refund: RefundCall): Promise<PreparedCall>;
  /** The call that submits a customer's authorization, with at most `gasCap` gas. */
  prepareRelay(authorization: SignedAuthorization, gasCap: bigint): Promise<PreparedCall>;
  /** A call without effect: the wallet sends zero to itself. */
  prepareFill(): Promise<PreparedCall>;
  /** Sends all of the wallet's native coin, less the most that this can cost. */
  prepareEmptying(to: Hex): Promise<PreparedCall & { valueWei: bigint }>;
  /** The current fees. @throws CallRefused FEE_ABOVE_CEILING */
  fees(): Promise<Fees>;
  /** The wallet's transaction count at the newest block, its next free nonce. */
  minedNonce(): Promise<bigint>;
  /** The same at that block, as far as a quorum of nodes shows it: if it is final, lower nonces are used for good. */
  minedNonceAt(blockNumber: bigint): Promise<bigint>;
  /** The mined one of these transactions; null when a quorum of nodes answers and has none of them. */
  mined(forms: readonly SentForm[]): Promise<SeenTransaction | null>;
  /** The wallet's native balance, in wei. */
  balance(): Promise<bigint>;
  /** Signs; sends nothing. */
  sign(call: Omit<PreparedCall, "costNowWei">, nonce: bigint): Promise<SignedTransaction>;
  /**
   * Signs the same call and nonce with other fees, from the bytes of an earlier attempt. Sends nothing, but may read
   * the rollup's current data fee.
   */
  signAgain(rawTransaction: Hex, fees: Fees): Promise<SignedTransaction>;
  /** Sends raw bytes. `accepted` also for errors which imply that the node may have them already. */
  broadcast(rawTransaction: Hex): Promise<{ accepted: boolean; message: string | null }>;
};

/** The purpose of a transaction; its own row is locked, marked and completed together with the transaction. */
export type OutgoingOwner =
  | { purpose: "SETTLEMENT"; settlementId: string }
  | { purpose: "REFUND"; refundId: string }
  | { purpose: "RELAY"; authorizationId: string }
  | { purpose: "FILL" };

/**
 * The owner before signing: a refund that was sent before may only replace that transaction, and a customer's payment
 * is sent only while its checkout has received what it had when it was judged.
 */
export type UnsentOwner =
  | Exclude<OutgoingOwner, { purpose: "REFUND" | "RELAY" }>
  | (Extract<OutgoingOwner, { purpose: "RELAY" }> & { totalPaidUnits: bigint })
  | (Extract<OutgoingOwner, { purpose: "REFUND" }> & { inPlaceOf: string | null });

/** One signed form of a transaction. */
export type Attempt = Fees & {
  /** Starts at 1. */
  ordinal: number;
  txHash: Hex;
  rawTransaction: Hex;
  broadcastCount: number;
  lastBroadcastAt: Date | null;
  createdAt: Date;
};

/** A signed transaction without a known outcome. */
export type OpenTransaction = {
  id: string;
  chainId: number;
  /** The wallet that signed. */
  walletAddress: Hex;
  owner: OutgoingOwner;
  nonce: bigint;
  gasLimit: bigint;
  /** The most that its most expensive attempt can cost, in wei. */
  maxCostWei: bigint;
  createdAt: Date;
  /** Oldest first; at least one. At most one of them is ever mined. */
  attempts: readonly Attempt[];
};

export type TransactionOutcome =
  | ({ kind: "mined" } & MinedTransaction)
  /** Another transaction used its nonce for good. */
  | { kind: "replaced" };

export type RefundCap = {
  since: Date;
  /** Whether the refund fits beside these, summed by token. */
  admits: (sent: readonly (TokenRef & { amountUnits: bigint })[]) => boolean;
};

export type StoreSigned = {
  transactionId: string;
  owner: UnsentOwner;
  /** The merchant for whom the gas is spent; null for none. */
  projectId: string | null;
  chainId: number;
  walletAddress: Hex;
  /**
   * The chain's next nonce: used when the wallet has no nonce row yet or lags, and as the start of the search for gaps.
   */
  firstNonce: bigint;
  /** Only this nonce: a gap to fill. Null for the lowest unused one. */
  onlyNonce: bigint | null;
  /**
   * The wallet's limit on the chain since `since`, including this transaction, and one owner's share (`fitsDailyCap`);
   * null for no limit.
   */
  cap: { limitWei: bigint; since: Date } | null;
  /** The wallet's daily refund cap, checked under its lock against the refunds signed since then. */
  refundCap?: RefundCap | undefined;
  maxCostWei: bigint;
  sign: (nonce: bigint) => Promise<SignedTransaction>;
  at: Date;
};

export type StoreSignedResult =
  | { kind: "stored"; transaction: OpenTransaction }
  /**
   * Another worker signed for this owner; or it must not be sent now (a refund while a settlement of its deposit is
   * open) or any more; or the refund exceeds the daily cap; or the requested nonce is in use.
   */
  | { kind: "taken" }
  | ({ kind: "over_cap" } & GasOfDay)
  /** `firstNonce` is so far above our next nonce that we do not believe the node. */
  | { kind: "nonce_leap"; knownNonce: bigint };
