import { address, checksummed } from "@/lib/platform/primitives.schema";

/** What someone typed as an address: read, or why it cannot be one, as the message that says so. */
export type NamedAddress =
  | { kind: "none" }
  | { kind: "good"; typed: string; checksummed: string }
  | { kind: "bad"; typed: string; problem: "badShape" | "badHash" | "badName" | "badChecksum" | "badWallet" };

/**
 * Reads an address that was typed or pasted; spaces in it and around it are forgiven, as some wallets show groups.
 *
 * @example readAddress("alice.eth") // { kind: "bad", typed: "alice.eth", problem: "badName" }
 */
export function readAddress(text: string | null): NamedAddress {
  if (text === null) return { kind: "none" };
  // What is shown again must not be longer than anything that could be an address.
  const typed = text.replace(/\s+/g, "").slice(0, 200);
  const read = address.safeParse(typed);
  if (read.success) return { kind: "good", typed, checksummed: checksummed(read.data) };
  if (/^0x[0-9a-fA-F]{40}$/.test(typed)) return { kind: "bad", typed, problem: "badChecksum" };
  if (/^0x[0-9a-fA-F]{64}$/.test(typed)) return { kind: "bad", typed, problem: "badHash" };
  if (/^[^\s/:]+\.[a-z]{2,}$/i.test(typed)) return { kind: "bad", typed, problem: "badName" };
  return { kind: "bad", typed, problem: "badShape" };
}
