import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { ApiKeyKind, ApiKeyUse } from "./api-key.rules";

/** A project as the use cases see it. */
export type Project = {
  id: string;
  name: string;
  /** SHA-256 of its logo, hex; null where there is none. */
  logoDigest: string | null;
  settlementWallet: Hex;
  refundMode: "STRICT" | "CONVENIENT";
  settlementPolicy: "IMMEDIATE" | "BATCHED" | "MANUAL";
  toleranceBps: number;
  confirmationSpeed: ConfirmationSpeed;
  apiKeyUse: ApiKeyUse;
  apiKeyCreatesCheckouts: boolean;
  /** Of the Server API; null for the service's default. */
  serverRequestsPerMinute: number | null;
  /** A checkout below it is refused. */
  minimumUnits: bigint;
  /** Refunds by API of one day up to this sum need no approval. */
  refundDailyLimitUnits: bigint;
  /** Wallets that a create may name; empty for any. */
  allowedWallets: readonly Hex[];
  acceptedTokens: readonly TokenRef[];
  /** Browser origins that may call keyed endpoints, exactly as browsers send them. */
  allowedOrigins: readonly string[];
};

export type KeyHolder = { keyId: string; kind: ApiKeyKind; project: Project };

export type ProjectStore = {
  /**
   * The holder of the key with this SHA-256 (hex): null when it is unknown, revoked, expired, or its
   * project deleted. Notes the use of the key, at most once a minute.
   */
  findKeyHolder(keyHash: string, now: Date): Promise<KeyHolder | null>;
  findById(projectId: string): Promise<Project | null>;
  /**
   * Whether this project, or without one any project, lets pages of the origin use its API key. A preflight carries no
   * key, so this is all that it can ask.
   */
  isOriginAllowed(origin: string, projectId: string | null): Promise<boolean>;
};
