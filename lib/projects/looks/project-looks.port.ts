import type { AuditEntry } from "@/lib/accounts/audit.store";
import { SharedError } from "@/lib/platform/values/errors.rules";

/** A picture as it is served. */
export type Logo = {
  /** SHA-256 of the bytes, lower-case hex. */
  digest: string;
  mediaType: "image/webp";
  bytes: Uint8Array;
};

/** Why a file is not taken as a picture, in words for anyone who sent it. */
export class PictureRefused extends SharedError {
  static override readonly errorName = "PictureRefused";
}

/**
 * Draws a PNG, JPEG or WebP anew, judged by its content: small enough to be served, and with nothing of the file in it
 * but what can be seen.
 *
 * @throws PictureRefused
 */
export type RedrawPicture = (file: Uint8Array) => Promise<Logo>;

/** How a project looks on its customers' pages. */
export type ProjectLooks = {
  /**
   * @param logo null takes it away
   * @param entry what is written down of it; names the project
   * @returns false when there is no such project
   */
  saveLogo(logo: Logo | null, entry: AuditEntry): Promise<boolean>;
  /** The same for the colour. @param accentColor #rrggbb, lower-case; null for the service's */
  saveAccent(accentColor: string | null, entry: AuditEntry): Promise<boolean>;
};

/** Finds the picture at an address. */
export type LogoReader = {
  /** Whichever project shows it; null when none does. */
  findLogo(digest: string): Promise<{ mediaType: string; bytes: Uint8Array } | null>;
};
