import type { InboxAct } from "@/lib/insights/inbox/inbox.rules";

/** The form of the buttons in the rows, which lie outside it: dialogs have forms of their own. */
export const inboxForm = "inbox-decisions";

/** A button's value: what it does, and for which rows. */
export function decisionValue(act: InboxAct, ids: readonly string[]): string {
  return JSON.stringify([act, ids]);
}
