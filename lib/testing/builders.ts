import { ulid } from "ulid";
import { defaultConfirmations, defaultSending } from "@/lib/chain/chain-defaults.rules";
import { type Chain, defaultFilterAddresses, ether } from "@/lib/chain/chains.rules";
import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import type { SeenSizes } from "@/lib/chain/rpc/sizes";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { MinedTransaction, SignedTransaction, StoreSigned } from "@/lib/chain/sender/chain-sender.port";
import { type Checkout, untouched } from "@/lib/checkouts/checkout.rules";
import { toOrder } from "@/lib/checkouts/order-fields.rules";
import type { NewLog, NewTransfer } from "@/lib/checkouts/state/chain-logs.rules";
import { eventBody } from "@/lib/checkouts/views/webhook-event.schema";
import type { NewId } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { OutboxEvent } from "@/lib/webhooks/outbox.store";

/** Test data: every builder returns a valid whole, and a test states only the fields it is about. */
export const noon = new Date("2026-01-01T12:00:00.000Z");

/** A shop's, a person's or an item's name: scripts of both directions, an emoji, and what HTML, SQL, CSV and mail may trip on. */
export const anyName = 'Café "O’Neill" & <b>شاي</b> 茶 ☕ 50 % \\n {x}\u200b';

export const usdc: Hex = `0x${"c".repeat(40)}`;
export const usdt: Hex = `0x${"d".repeat(40)}`;

export const newId: NewId = (prefix) => `${prefix}_${ulid().toLowerCase()}`;

export function later(ms: number, date: Date = noon): Date {
  return new Date(date.getTime() + ms);
}

/** A promise, and what fulfils it. */
export function openPromise<T = void>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => undefined;
  const promise = new Promise<T>((fulfil) => {
    resolve = fulfil;
  });
  return { promise, resolve };
}

let count = 0;

/** A hex text of its own, `bytes` long. */
export function uniqueHex(bytes: 20 | 32): Hex {
  count += 1;
  return `0x${count.toString(16).padStart(bytes * 2, "0")}`;
}

/** The hash of block `number` on a branch of a chain: another fork has others. */
export function blockHash(number: bigint, fork = 0): Hex {
  return `0x${fork.toString(16)}${number.toString(16).padStart(63, "0")}`;
}

export function buildHeader(number: bigint, fork = 0): BlockHeader {
  return {
    number,
    hash: blockHash(number, fork),
    parentHash: blockHash(number - 1n, fork),
    timestamp: later(Number(number) * 1_000),
  };
}

/** The sizes of a node that has not answered yet. */
export const nothingSeen: SeenSizes = {
  calls: { accepted: null, refused: null },
  blocks: { accepted: null, refused: null },
  addresses: { accepted: null, refused: null },
  balances: { accepted: null, refused: null },
};

/** The local chain 31337 with USDC and USDT. */
export function buildChain(overrides: Partial<Chain> = {}): Chain {
  const chainId = overrides.chainId ?? 31337;
  return {
    chainId,
    name: chainId === 31337 ? "Local" : `Local ${chainId}`,
    blockExplorerUrl: null,
    local: true,
    tokens: [
      { symbol: "USDC", name: "USD Coin", address: usdc, decimals: 6 },
      { symbol: "USDT", name: "Tether USD", address: usdt, decimals: 6 },
    ],
    pollIntervalMs: 100,
    maxBatch: 100,
    maxBlockRange: 1_000,
    maxFilterAddresses: defaultFilterAddresses,
    confirmations: defaultConfirmations(chainId),
    sending: defaultSending(chainId),
    nativeCurrency: ether,
    nativeCoinUsd: null,
    ...overrides,
  };
}

/** PENDING, priced 4.50 USD in USDC on chain 31337. */
export function buildCheckout(overrides: Partial<Checkout> & Pick<Checkout, "projectId">): Checkout {
  const merchantAddress: Hex = `0x${"a".repeat(40)}`;
  return {
    id: newId("chk"),
    status: "PENDING",
    createdVia: "server_key",
    createdAt: noon,
    expiresAt: later(30 * 60_000),
    watchUntil: later(24 * 3_600_000),
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: 4_500_000n,
    fixedChainId: 31337,
    tokenFixed: true,
    selectionCount: 0,
    depositAddress: uniqueHex(20),
    merchantAddress,
    refundAuthority: merchantAddress,
    openSweep: true,
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    exchangeRateUsed: "1",
    exchangeRateAt: noon,
    exchangeRateProvider: "fixed",
    toleranceBps: 0,
    confirmationSpeed: "STANDARD",
    ...toOrder({ itemName: "Coffee", referenceId: "order-1" }),
    ...untouched,
    ...overrides,
  };
}

/** The first quote of a checkout whose token is known. */
export function buildQuote(overrides: Partial<Quote> = {}): Quote {
  return {
    chainId: 31337,
    tokenAddress: usdc,
    amountUnits: 4_500_000n,
    exchangeRate: "1",
    exchangeRateAt: noon,
    exchangeRateProvider: "fixed",
    ...overrides,
  };
}

export function buildEvent(
  checkout: Pick<Checkout, "id" | "projectId">,
  { body, ...overrides }: Partial<OutboxEvent> = {},
): OutboxEvent {
  const event = {
    id: newId("evt"),
    projectId: checkout.projectId,
    checkoutId: checkout.id,
    kind: "checkout.created" as const,
    sequence: 1,
    createdAt: noon,
    ...overrides,
  };
  const { id, kind, sequence, createdAt } = event;
  const after = { ...buildCheckout(checkout), eventSequence: sequence };
  return { ...event, body: body ?? eventBody(id, kind, after, createdAt) };
}

/** A log in block 10 of fork 0, in a transaction of its own. */
export function buildTransfer(
  checkout: Pick<Checkout, "id">,
  overrides: Partial<NewTransfer> = {},
): NewTransfer {
  return { ...buildSweep(checkout), id: newId("pay"), fromAddress: `0x${"f".repeat(40)}`, ...overrides };
}

export function buildSweep(checkout: Pick<Checkout, "id">, overrides: Partial<NewLog> = {}): NewLog {
  const blockNumber = overrides.blockNumber ?? 10n;
  return {
    id: newId("swp"),
    checkoutId: checkout.id,
    chainId: 31337,
    tokenAddress: usdc,
    blockNumber,
    blockHash: blockHash(blockNumber),
    blockTimestamp: later(Number(blockNumber) * 1_000),
    txHash: uniqueHex(32),
    logIndex: 0,
    amountUnits: 4_500_000n,
    ...overrides,
  };
}

export function buildPosition(overrides: Partial<ChainPosition> = {}): ChainPosition {
  const blockNumber = overrides.blockNumber ?? 10n;
  return {
    chainId: 31337,
    blockNumber,
    blockHash: blockHash(blockNumber),
    blockTimestamp: later(Number(blockNumber) * 1_000),
    safeNumber: null,
    finalizedNumber: null,
    tagsAdvancedAt: noon,
    advancedAt: noon,
    checkedAt: noon,
    gapReadThrough: null,
    recheckedNumber: null,
    recheckedAt: noon,
    ...overrides,
  };
}

/** Signed under this nonce, for 100 wei a gas. */
export function buildSigned(nonce: bigint, overrides: Partial<SignedTransaction> = {}): SignedTransaction {
  return {
    to: usdc,
    gasLimit: 50_000n,
    type: "eip1559",
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 1n,
    maxCostWei: 5_000_000n,
    nonce,
    txHash: uniqueHex(32),
    rawTransaction: uniqueHex(32),
    ...overrides,
  };
}

/** What a wallet is to sign under its lowest unused nonce; it fills a gap by default. */
export function buildSigning(
  overrides: Partial<StoreSigned> & Pick<StoreSigned, "walletAddress">,
): StoreSigned {
  return {
    transactionId: newId("otx"),
    owner: { purpose: "FILL" },
    projectId: null,
    chainId: 31337,
    firstNonce: 0n,
    onlyNonce: null,
    cap: null,
    maxCostWei: 5_000_000n,
    sign: async (nonce) => buildSigned(nonce),
    at: noon,
    ...overrides,
  };
}

/** Mined in block 20. */
export function buildMined(overrides: Partial<MinedTransaction> = {}): MinedTransaction & { kind: "mined" } {
  return {
    kind: "mined",
    txHash: uniqueHex(32),
    status: "success",
    blockNumber: 20n,
    blockHash: uniqueHex(32),
    gasUsed: 40_000n,
    costWei: 3_000_000n,
    ...overrides,
  };
}
