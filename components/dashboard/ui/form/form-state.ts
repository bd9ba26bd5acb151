"use client";

import { createContext } from "react";

type FormStateValue = {
  pending: boolean;
  faults: ReadonlyMap<string, string>;
  /** Says that a field is there to show its fault. @returns says that it is not any more */
  place?: (name: string) => () => void;
};

/** What a form's last attempt came to; fields read their own fault from it. */
export const FormState = createContext<FormStateValue>({
  pending: false,
  faults: new Map(),
});
