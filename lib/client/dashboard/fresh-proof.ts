"use client";

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

/** False where no dialog stands, or its reader went away. */
export function askForProof(): Promise<boolean> {
  return dialog === null ? Promise.resolve(false) : dialog();
}
