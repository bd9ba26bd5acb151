"use client";

import type { ApiAnswer } from "@/lib/browser/api";

/** Asks for a fresh proof of identity; resolves to whether it was given. */
export type ProofDialog = () => Promise<boolean>;

let dialog: ProofDialog | null = null;

/** The dashboard's frame registers its single dialog. @returns a function that removes it */
export function placeProofDialog(placed: ProofDialog): () => void {
  dialog = placed;
  return () => {
    if (dialog === placed) dialog = null;
  };
}

/** Repeats the request after a fresh proof of identity, if the service requires one and the person gives it. */
export async function withFreshProof<T>(send: () => Promise<ApiAnswer<T>>): Promise<ApiAnswer<T>> {
  const answer = await send();
  if (answer.ok || answer.error.code !== "REAUTHENTICATION_REQUIRED" || dialog === null) return answer;
  return (await dialog()) ? send() : answer;
}
