import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";

export const mostListed = 5;

/**
 * The e-mail addresses that requests for money back left, each once, oldest first. Anyone with the checkout's page can
 * leave one, so a member chooses.
 */
export function contactsIn(requests: readonly TimelineEntry["details"][]): string[] {
  const contacts = requests.flatMap((details) =>
    typeof details?.contact === "string" ? [details.contact] : [],
  );
  return [...new Set(contacts)].slice(0, mostListed);
}
