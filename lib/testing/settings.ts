import { createHash } from "node:crypto";
import { parseEnv } from "@/lib/settings/env";
import { SettingsError } from "@/lib/settings/variables";

/** A key that looks random, the same each time. */
export const madeKey = (name: string) => createHash("sha256").update(`${name} of a test`).digest();

export const ownKey = `0x${madeKey("operator").toString("hex")}`;

/** The required settings of a service in production, and no others. */
export const completeSettings = {
  BASE_URL: "https://pay.example",
  DATABASE_URL: "postgresql://svc:secret-word@db.example:5432/checkout",
  DATA_KEY: madeKey("data").toString("base64"),
  OPERATOR_PRIVATE_KEY: ownKey,
  REFUND_AUTHORITY: "0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed",
  CHAINS: JSON.stringify([{ chainId: 8453, rpcUrls: ["https://rpc.example/base"] }]),
};

export const localChains = JSON.stringify([{ chainId: 31337, rpcUrls: ["http://127.0.0.1:8545"] }]);

/** The message of the refusal; empty when the settings are accepted. */
export function refusal(variables: Record<string, string | undefined>): string {
  try {
    parseEnv({ ...completeSettings, ...variables });
    return "";
  } catch (error) {
    if (error instanceof SettingsError) return error.message;
    throw error;
  }
}
