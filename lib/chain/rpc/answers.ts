import type { Hex } from "@/lib/platform/values/hex.rules";

export type RpcCall = {
  method: string;
  params: readonly unknown[];
  /**
   * What a refusal of this call alone means. `fails`: the node failed; the default. `shrinks`: its caller sends a
   * smaller call. `says nothing`: a stranger may have chosen the hash, address or code that it is about, so no failure
   * of it, whatever its words, says anything about the node.
   */
  refusal?: "fails" | "shrinks" | "says nothing" | undefined;
};

/** A call of a contract, at the state after that block. */
export function ethCall(to: Hex, input: Hex, block: bigint | "latest" = "latest"): RpcCall {
  return {
    method: "eth_call",
    params: [{ to, data: input }, block === "latest" ? block : toQuantity(block)],
  };
}

/** The same question about the state after that block, for one that ends with a block. */
export function atBlock({ params, ...call }: RpcCall, block: bigint): RpcCall {
  return { ...call, params: [...params.slice(0, -1), toQuantity(block)] };
}

/** More than any wallet's check of a signature takes with a transfer. */
const strangersGas = 1_000_000n;

/** A call that may run a stranger's code, which must not keep a node busy until it gives up. */
export function boundedCall(to: Hex, input: Hex): RpcCall {
  return {
    method: "eth_call",
    params: [{ to, data: input, gas: toQuantity(strangersGas) }, "latest"],
    refusal: "says nothing",
  };
}

/** A node's answer to one call: its result, or its refusal. */
export type RpcAnswer = { ok: true; result: unknown } | RpcError;
export type RpcError = {
  ok: false;
  code: number;
  message: string;
  data: unknown;
  /** The call was sent alone: no other call of a batch is at fault. */
  isAlone?: true;
};

/** The subject of a refusal: a pruned state, or anything else. */
export type RefusalKind = "state" | "other";

/** A node's own refusal of a call. */
export class RpcRefusal extends Error {
  override readonly name = "RpcRefusal";
  readonly kind: RefusalKind;

  constructor(answer: RpcError, kind: RefusalKind = "other") {
    super(`${answer.message} (${answer.code})`);
    this.kind = kind;
  }
}

/** The result, when there is one. @throws RpcRefusal */
export function resultOf(answer: RpcAnswer): unknown {
  if (!answer.ok) throw new RpcRefusal(answer);
  return answer.result;
}

/** The answer to the call at this index. @throws UnusableAnswer when missing */
export function answerAt(answers: readonly RpcAnswer[], index: number): RpcAnswer {
  const answer = answers[index];
  if (answer === undefined) throw new UnusableAnswer("a question was not answered", true);
  return answer;
}

/** Whether a refusal is a rate limit: it says nothing about the request itself. */
export function isRateLimit(answer: RpcError): boolean {
  return (
    [429, -32005, -32029].includes(answer.code) ||
    /rate.?limit|too many requests|request (?:count|limit)|capacity|quota|throttl/i.test(answer.message)
  );
}

/** JSON-RPC 2.0: the method does not exist. Geth words it "does not exist/is not available". */
const isUnsupported = ({ code, message }: RpcError) => code === -32_601 || /\bmethod\b/i.test(message);

/** Wordings of geth, Erigon, Nethermind, Besu, Blast and providers while a block or transaction is not indexed. */
const notKnownYet =
  /\bindexing\b|not (?:yet |fully )?(?:available|found|indexed|known)|(?:unknown|missing) (?:block|header|transaction|receipt)|no such (?:block|transaction)|does(?: not|n't) exist/i;

/** EIP-1474: the resource was not found. */
const resourceNotFound = -32_001;

/** The result about a block or transaction; null when the node answers, in any form, that it does not know it yet. */
export function knownResultOf(answer: RpcAnswer): unknown {
  if (answer.ok || isRateLimit(answer) || isUnsupported(answer)) return resultOf(answer);
  return isUnknown(answer) ? null : resultOf(answer);
}

const isUnknown = ({ code, message }: RpcError) => code === resourceNotFound || notKnownYet.test(message);

/** `knownResultOf` for one of several strangers' questions; undefined when the node refuses this one and can't say. */
export function sayableResultOf(answer: RpcAnswer): unknown {
  if (answer.ok || isRateLimit(answer) || isUnsupported(answer) || !answer.isAlone)
    return knownResultOf(answer);
  return isUnknown(answer) ? null : undefined;
}

/** Whether the chain itself refused to run the call: any node would. */
export function isRevert(answer: RpcError): boolean {
  if (isRateLimit(answer)) return false;
  return (
    answer.code === 3 ||
    /revert|out ?of ?gas|gas required exceeds|invalid (?:opcode|jump)|(?:bad|invalid) instruction|stack (?:under|over)flow|write protection|OpcodeNotFound|InvalidFEOpcode|StackUnderflow/i.test(
      answer.message,
    )
  );
}

export const maxMessageLength = 300;

/**
 * Matches a response, single or batch, to its calls by id.
 * @param conceal removes secrets from a node's message
 * @throws UnusableAnswer
 */
export function readAnswers(
  response: unknown,
  count: number,
  conceal: (text: string) => string,
): RpcAnswer[] {
  // The refusal of a whole batch is a single answer without our id.
  const items: readonly unknown[] = Array.isArray(response) ? response : [response];
  const answers: (RpcAnswer | undefined)[] = Array.from({ length: count });
  for (const value of items) {
    if (!isObject(value)) throw new UnusableAnswer("a response is not an object", true);
    const answer = readAnswer(value, conceal);
    if (items.length === 1 && !answer.ok) return Array.from({ length: count }, () => answer);
    const id = readId(value.id);
    if (!Number.isInteger(id) || id < 0 || id >= count)
      throw new UnusableAnswer("a response is to a question that was not asked", true);
    if (answers[id] !== undefined) throw new UnusableAnswer("a question was answered twice", true);
    answers[id] = answer;
  }
  return answers.map((answer) => {
    if (answer === undefined) throw new UnusableAnswer("a question was not answered", true);
    return answer;
  });
}

/** Some gateways return our number as text. */
function readId(id: unknown): number {
  if (typeof id === "string" && /^\d{1,6}$/.test(id)) return Number(id);
  return typeof id === "number" ? id : Number.NaN;
}

function readAnswer(item: Readonly<Record<string, unknown>>, conceal: (text: string) => string): RpcAnswer {
  if (item.error === undefined || item.error === null) {
    if (!("result" in item)) throw new UnusableAnswer("a response has neither result nor error", true);
    return { ok: true, result: item.result };
  }
  const error = isObject(item.error) ? item.error : { message: item.error };
  return {
    ok: false,
    code: typeof error.code === "number" ? error.code : 0,
    // Before cutting: half a key would not be recognised.
    message: conceal(String(error.message ?? "no message")).slice(0, maxMessageLength),
    data: error.data,
  };
}

/** A node's answer violates the Ethereum JSON-RPC specification. */
export class UnusableAnswer extends Error {
  override readonly name = "UnusableAnswer";
  /** Answers are missing or cut: a smaller request may be answered in full. */
  readonly isIncomplete: boolean;

  constructor(message: string, isIncomplete = false) {
    super(message);
    this.isIncomplete = isIncomplete;
  }
}

const hashPattern = /^0x[0-9a-f]{64}$/i;
const addressPattern = /^0x[0-9a-f]{40}$/i;
const quantityPattern = /^0x[0-9a-f]{1,64}$/i;
const dataPattern = /^0x(?:[0-9a-f]{2})*$/i;

/** For block numbers and similar; PostgreSQL's bigint is far larger. */
const maxInteger = BigInt(Number.MAX_SAFE_INTEGER);

export function object(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (!isObject(value)) throw unusable(what, "an object");
  return value;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function array(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unusable(what, "an array");
  return value;
}

/** 32 bytes, lower-case. */
export function hash(value: unknown, what: string): Hex {
  return matching(value, hashPattern, what, "32 bytes");
}

/** 20 bytes, lower-case. */
export function address(value: unknown, what: string): Hex {
  return matching(value, addressPattern, what, "an address");
}

/** Bytes of any length, lower-case. */
export function data(value: unknown, what: string): Hex {
  return matching(value, dataPattern, what, "bytes");
}

/** A number up to 2^256 − 1. */
export function quantity(value: unknown, what: string): bigint {
  return BigInt(matching(value, quantityPattern, what, "a number"));
}

/** A number up to 2^53 − 1: of blocks, logs, seconds, transactions. */
export function integer(value: unknown, what: string): bigint {
  const number = quantity(value, what);
  if (number > maxInteger) throw unusable(what, "a number in range");
  return number;
}

/** A number in the specification's form: no leading zeros. */
export function toQuantity(value: bigint): Hex {
  return `0x${value.toString(16)}`;
}

function matching(value: unknown, pattern: RegExp, what: string, expected: string): Hex {
  if (typeof value !== "string" || !pattern.test(value)) throw unusable(what, expected);
  return value.toLowerCase() as Hex;
}

function unusable(what: string, expected: string): UnusableAnswer {
  return new UnusableAnswer(`${what} is not ${expected}`);
}
