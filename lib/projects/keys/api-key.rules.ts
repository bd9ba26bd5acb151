const alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const secretLength = 43;
const checksumLength = 6;
const base62Text = new RegExp(`^[0-9A-Za-z]{${secretLength + checksumLength}}$`);

export type ApiKeyKind = "server" | "api";

/** Who can read a project's API key (docs/decisions/008-keys-of-a-project.md). */
export const apiKeyUses = ["BROWSER", "SERVER"] as const;
export type ApiKeyUse = (typeof apiKeyUses)[number];

/** What a key of either use can do, in the one sentence that every document uses. Neither moves money. */
export const apiKeyUseTexts: Readonly<Record<ApiKeyUse, string>> = {
  BROWSER:
    "Anyone may read the key: it creates checkouts whose success and cancel pages are on your allowed origins, and its list has only checkouts that such a key created, without metadata, without the success page until they are paid, and without the reference unless the request filters by it. The public view of a checkout shows its reference to everyone who knows the id.",
  SERVER:
    "The key is a secret: it creates checkouts with any success and cancel page, lists every checkout in full, and no page can read its answers. This applies to keys created after you choose it, because a page may have shown the earlier ones: create a new key and revoke the old one.",
};

/** What a server key may do, each with all of those before it (docs/decisions/008-keys-of-a-project.md). */
export const keyScopes = ["read", "create", "all"] as const;
export type KeyScope = (typeof keyScopes)[number];

/** Whether a key of this scope may do what needs the other. */
export function coversScope(scope: KeyScope, needed: KeyScope): boolean {
  return keyScopes.indexOf(scope) >= keyScopes.indexOf(needed);
}

/** The prefix that shows a key's kind (spec §5). */
export const apiKeyPrefixes: Readonly<Record<ApiKeyKind, string>> = { server: "svc_server_", api: "svc_sk_" };

/**
 * The text of a key: prefix, 32 random bytes in base62, and a CRC-32 checksum, so that a mistyped key is refused
 * without a lookup (spec §5).
 */
export function formatApiKey(kind: ApiKeyKind, secret: Uint8Array): string {
  if (secret.length !== 32) throw new RangeError("a key has 32 random bytes");
  let value = 0n;
  for (const byte of secret) value = value * 256n + BigInt(byte);
  const body = `${apiKeyPrefixes[kind]}${base62(value, secretLength)}`;
  return `${body}${base62(BigInt(crc32(body)), checksumLength)}`;
}

/** The kind according to a key's prefix, before any lookup; null when it has neither prefix. */
export function apiKeyKind(key: string): ApiKeyKind | null {
  if (key.startsWith(apiKeyPrefixes.server)) return "server";
  return key.startsWith(apiKeyPrefixes.api) ? "api" : null;
}

/** Whether prefix, length, alphabet and checksum are those of a key. */
export function isWellFormedApiKey(key: string): boolean {
  const kind = apiKeyKind(key);
  if (kind === null || !base62Text.test(key.slice(apiKeyPrefixes[kind].length))) return false;
  const body = key.slice(0, -checksumLength);
  return key.slice(-checksumLength) === base62(BigInt(crc32(body)), checksumLength);
}

function base62(value: bigint, length: number): string {
  let text = "";
  for (let rest = value; rest > 0n; rest /= 62n) text = `${alphabet[Number(rest % 62n)]}${text}`;
  return text.padStart(length, "0");
}

const crcTable = Array.from({ length: 256 }, (_, index) => {
  let entry = index;
  for (let bit = 0; bit < 8; bit++) entry = entry & 1 ? (entry >>> 1) ^ 0xedb88320 : entry >>> 1;
  return entry >>> 0;
});

/** CRC-32 (ISO 3309) of ASCII text. */
function crc32(text: string): number {
  let crc = 0xffffffff;
  for (let index = 0; index < text.length; index++) {
    crc = (crc >>> 8) ^ (crcTable[(crc ^ text.charCodeAt(index)) & 0xff] ?? 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

/** Whether the key is active at that moment. */
export function isInForce(
  { expiresAt, revokedAt }: { expiresAt: Date | null; revokedAt: Date | null },
  now: Date,
): boolean {
  return revokedAt === null && (expiresAt === null || expiresAt > now);
}

/** Choices for the days until a new key expires. */
export const keyLives = [7, 30, 90, 365] as const;
