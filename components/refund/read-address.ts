import { checksummed, parseAddress } from "@/lib/platform/values/checksum.rules";

/** A typed address: valid, or with the message that explains the fault. */
export type NamedAddress =
  | { kind: "none" }
  | { kind: "good"; typed: string; checksummed: string }
  | { kind: "bad"; typed: string; problem: "badShape" | "badHash" | "badName" | "badChecksum" | "badWallet" };

/**
 * Reads a typed or pasted address; ignores spaces, since some wallets show groups.
 *
 * @example readAddress("alice.eth") // { kind: "bad", typed: "alice.eth", problem: "badName" }
 */
export function readAddress(text: string | null): NamedAddress {
  if (text === null) return { kind: "none" };
  // Shown again, it must not be longer than any address.
  const typed = text.replace(/\s+/g, "").slice(0, 200);
  const address = parseAddress(typed);
  if (address !== null) return { kind: "good", typed, checksummed: checksummed(address) };
  if (/^0x[0-9a-fA-F]{40}$/.test(typed)) return { kind: "bad", typed, problem: "badChecksum" };
  if (/^0x[0-9a-fA-F]{64}$/.test(typed)) return { kind: "bad", typed, problem: "badHash" };
  if (/^[^\s/:]+\.[a-z]{2,}$/i.test(typed)) return { kind: "bad", typed, problem: "badName" };
  return { kind: "bad", typed, problem: "badShape" };
}
