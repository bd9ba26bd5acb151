"use client";

import { createContext, type ReactNode, use } from "react";
import type { Messages } from "./messages";

const MessagesContext = createContext<Messages | null>(null);

/** Hands the page's language to client components; server components take it as a prop. */
export function MessagesProvider({ messages, children }: { messages: Messages; children: ReactNode }) {
  return <MessagesContext value={messages}>{children}</MessagesContext>;
}

/** @throws Error outside of a MessagesProvider */
export function useMessages(): Messages {
  const messages = use(MessagesContext);
  if (messages === null) throw new Error("useMessages needs a MessagesProvider above it");
  return messages;
}
