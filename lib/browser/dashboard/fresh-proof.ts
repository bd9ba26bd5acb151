"use client";

import type { ApiAnswer } from "@/lib/browser/api";

/** Asks its reader to show once more who they are; answers whether they did. */
export type ProofDialog = () => Promise<boolean>;

let dialog: ProofDialog | null = null;

/** The frame of the dashboard hands in its one dialog. @returns takes it away again */
export function placeProofDialog(placed: ProofDialog): () => void {
  dialog = placed;
  return () => {
    if (dialog === placed) dialog = null;
  };
}

/** Sends the request again after a fresh proof, if the service asks for one and the reader gives it. */
export async function withFreshProof<T>(send: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  const answer = await send();
  if (answer.ok || answer.error.code !== "REAUTHENTICATION_REQUIRED" || dialog === null) return answer;
  return (await dialog()) ? send() : answer;
}
