import { createHash, randomBytes } from "node:crypto";
import { getAddress } from "viem";
import { parseSiweMessage } from "viem/siwe";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a wallet signs to prove its identity (EIP-4361). */
export type SignInMessage = {
  /** Host, with a non-default port. */
  domain: string;
  address: Hex;
  /** One sentence: what the signature does. */
  statement: string;
  uri: string;
  chainId: number;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
};

export type SignInMessages = {
  /** At least eight unguessable letters and digits, and the hash that is stored. */
  newNonce(): { nonce: string; hash: string };
  hashNonce(nonce: string): string;
  write(message: SignInMessage): string;
  /** @returns null for any text that `write` would not produce exactly */
  read(text: string): SignInMessage | null;
};

const nonceBytes = 16;

export const signInMessages: SignInMessages = {
  newNonce: () => {
    const nonce = randomBytes(nonceBytes).toString("hex");
    return { nonce, hash: hashNonce(nonce) };
  },
  hashNonce,
  write,
  read: (text) => {
    const message = parse(text);
    // viem's two patterns leave gaps between them, and ignore trailing text.
    return message !== null && write(message) === text ? message : null;
  },
};

function hashNonce(nonce: string): string {
  return createHash("sha256").update(nonce).digest("hex");
}

/** Our own lines, because viem's `createSiweMessage` rejects one-word hosts, such as those of a private network. */
function write(message: SignInMessage): string {
  return [
    `${message.domain} wants you to sign in with your Ethereum account:`,
    getAddress(message.address),
    "",
    message.statement,
    "",
    `URI: ${message.uri}`,
    "Version: 1",
    `Chain ID: ${message.chainId}`,
    `Nonce: ${message.nonce}`,
    `Issued At: ${message.issuedAt.toISOString()}`,
    `Expiration Time: ${message.expiresAt.toISOString()}`,
  ].join("\n");
}

function parse(text: string): SignInMessage | null {
  const { domain, address, statement, uri, chainId, nonce, issuedAt, expirationTime } =
    parseSiweMessage(text);
  if (domain === undefined || address === undefined || statement === undefined) return null;
  if (uri === undefined || chainId === undefined || nonce === undefined) return null;
  if (!isDate(issuedAt) || !isDate(expirationTime)) return null;
  return {
    domain,
    address: address.toLowerCase() as Hex,
    statement,
    uri,
    chainId,
    nonce,
    issuedAt,
    expiresAt: expirationTime,
  };
}

function isDate(date: Date | undefined): date is Date {
  return date !== undefined && !Number.isNaN(date.getTime());
}
