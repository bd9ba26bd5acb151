"use client";

import { createContext, type ReactNode, use } from "react";
import type { RefundMessages } from "./messages";

const MessagesContext = createContext<RefundMessages | null>(null);

/** Hands the page's language to client components; server components take it as a prop. */
export function RefundMessagesProvider(props: { messages: RefundMessages; children: ReactNode }) {
  return <MessagesContext value={props.messages}>{props.children}</MessagesContext>;
}

/** @throws Error outside of a RefundMessagesProvider */
export function useRefundMessages(): RefundMessages {
  const messages = use(MessagesContext);
  if (messages === null) throw new Error("useRefundMessages needs a RefundMessagesProvider above it");
  return messages;
}
