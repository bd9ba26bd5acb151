import { z } from "zod";
import type { Hex } from "@/lib/platform/hex.rules";
import { address, chainId, text } from "@/lib/platform/primitives.schema";

/** Which wallet is to be asked for its signature, and on which network it is. */
export const walletQuestion = z.object({ address, chainId });

/** A text of ours (EIP-4361), and what a wallet made of it. */
export const walletProof = z.object({
  message: text(2_000),
  signature: z
    .string()
    .max(4_098)
    .regex(/^0x([0-9a-fA-F]{2})+$/, "must be 0x and an even number of hex digits")
    .transform((value) => value.toLowerCase() as Hex),
});
