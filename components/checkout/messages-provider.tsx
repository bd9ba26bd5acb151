"use client";

import { createContext, type ReactNode, use } from "react";
import type { LiveMessages } from "./messages/catalogue";

const MessagesContext = createContext<LiveMessages | null>(null);

/** Hands the page's language to client components; server components take it, and more words, as a prop. */
export function MessagesProvider({ messages, children }: { messages: LiveMessages; children: ReactNode }) {
  return <MessagesContext value={messages}>{children}</MessagesContext>;
}

/** @throws Error outside of a MessagesProvider */
export function useMessages(): LiveMessages {
  const messages = use(MessagesContext);
  if (messages === null) throw new Error("useMessages needs a MessagesProvider above it");
  return messages;
}
