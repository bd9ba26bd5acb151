import type { Hex } from "@/lib/platform/hex.rules";

/** What a wallet signs to show whose it is (EIP-4361). */
export type SignInMessage = {
  /** Host, with the port where it is not the scheme's own. */
  domain: string;
  address: Hex;
  /** One sentence: what signing does. */
  statement: string;
  uri: string;
  chainId: number;
  nonce: string;
  issuedAt: Date;
  expiresAt: Date;
};

export type SignInMessages = {
  /** At least eight letters and figures that nobody can guess, with the hash under which they are stored. */
  newNonce(): { nonce: string; hash: string };
  hashNonce(nonce: string): string;
  write(message: SignInMessage): string;
  /** @returns null for whatever `write` would not have written so, to the letter */
  read(text: string): SignInMessage | null;
};
