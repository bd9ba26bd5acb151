import type { AuditEntry } from "@/lib/accounts/audit.store";
import { SharedError } from "@/lib/platform/values/errors.rules";

/** A picture as served. */
export type Logo = {
  /** SHA-256 of the bytes, lower-case hex. */
  digest: string;
  mediaType: "image/webp";
  bytes: Uint8Array;
};

/** Why a file is refused as a picture, in words for its uploader. */
export class PictureRefused extends SharedError {
  static override readonly errorName = "PictureRefused";
}

/**
 * Re-encodes a PNG, JPEG or WebP, recognised by its content: small enough to serve, and with nothing of the file but
 * its visible content.
 *
 * @throws PictureRefused
 */
export type RedrawPicture = (file: Uint8Array) => Promise<Logo>;

/** How a project looks on its customers' pages. */
export type ProjectLooks = {
  /**
   * @param logo null removes it
   * @param entry the audit entry; names the project
   * @returns false when there is no such project
   */
  saveLogo(logo: Logo | null, entry: AuditEntry): Promise<boolean>;
  /** The same for the colour. @param accentColor #rrggbb, lower-case; null for the service's default */
  saveAccent(accentColor: string | null, entry: AuditEntry): Promise<boolean>;
};

/** Finds the picture at an address. */
export type LogoReader = {
  /** From any project that shows it; null when none does. */
  findLogo(digest: string): Promise<{ mediaType: string; bytes: Uint8Array } | null>;
};
