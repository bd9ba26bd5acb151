/** One-time codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds. */
export type Totp = {
  /** 20 random bytes in base32, as an app takes them. */
  newSecret(): string;
  /** What an app reads from a QR code: `otpauth://totp/…`. */
  uri(secret: string, accountName: string): string;
  /**
   * The time step of which this is the code: the present one, or one beside it, because clocks differ.
   * @returns null for a wrong code
   */
  stepOf(secret: string, code: string, now: Date): bigint | null;
};

/** A code for when the device is lost. */
export type RecoveryCode = {
  /** 80 random bits in base32, lower-case, in groups of four. */
  code: string;
  /** SHA-256 of the code without its hyphens, hex. */
  hash: string;
};

export type NewRecoveryCode = () => RecoveryCode;
/** The hash under which a code is found, however it is grouped and whatever case it is typed in. */
export type HashRecoveryCode = (code: string) => string;
