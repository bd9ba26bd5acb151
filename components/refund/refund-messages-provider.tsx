"use client";

import { createContext, type ReactNode, use } from "react";
import type { RefundLiveMessages } from "./messages/catalogue";

const MessagesContext = createContext<RefundLiveMessages | null>(null);

/** Hands the page's language to client components; server components take it as a prop. */
export function RefundMessagesProvider(props: { messages: RefundLiveMessages; children: ReactNode }) {
  return <MessagesContext value={props.messages}>{props.children}</MessagesContext>;
}

/** @throws Error outside of a RefundMessagesProvider */
export function useRefundMessages(): RefundLiveMessages {
  const messages = use(MessagesContext);
  if (messages === null) throw new Error("useRefundMessages needs a RefundMessagesProvider above it");
  return messages;
}
