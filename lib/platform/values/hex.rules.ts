/** An EVM address or hash as lower-case `0x` text: the form that the service stores and compares. */
export type Hex = `0x${string}`;

/**
 * An address or hash shortened in the middle. @example shortHex("0x5fbdb2315678afecb367f032d93f642f64180aa3") //
 * "0x5fbdb2…180aa3"
 */
export function shortHex(value: string): string {
  return `${value.slice(0, 8)}…${value.slice(-6)}`;
}
