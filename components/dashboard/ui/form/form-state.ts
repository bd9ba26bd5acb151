"use client";

import { createContext } from "react";

type FormStateValue = {
  pending: boolean;
  faults: ReadonlyMap<string, string>;
  /** Registers a field that shows its own error. @returns unregisters it */
  place?: (name: string) => () => void;
};

/** Result of a form's last submission; fields read their own errors from it. */
export const FormState = createContext<FormStateValue>({
  pending: false,
  faults: new Map(),
});
