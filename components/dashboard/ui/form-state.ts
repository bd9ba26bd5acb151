"use client";

import { createContext } from "react";

/** What a form's last attempt came to; fields read their own fault from it. */
export const FormState = createContext<{ pending: boolean; faults: ReadonlyMap<string, string> }>({
  pending: false,
  faults: new Map(),
});
