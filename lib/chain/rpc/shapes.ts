import type { Hex } from "@/lib/platform/values/hex.rules";

/** A node's answer violates the Ethereum JSON-RPC specification. */
export class UnusableAnswer extends Error {
  override readonly name = "UnusableAnswer";
}

const hashPattern = /^0x[0-9a-f]{64}$/i;
const addressPattern = /^0x[0-9a-f]{40}$/i;
const quantityPattern = /^0x[0-9a-f]{1,64}$/i;
const dataPattern = /^0x(?:[0-9a-f]{2})*$/i;

/** For block numbers and similar; PostgreSQL's bigint is far larger. */
const maxInteger = BigInt(Number.MAX_SAFE_INTEGER);

export function object(value: unknown, what: string): Readonly<Record<string, unknown>> {
  if (typeof value !== "object" || value === null || Array.isArray(value)) throw unusable(what, "an object");
  return value as Record<string, unknown>;
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
