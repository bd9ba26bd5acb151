import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import type { EventKind } from "@/lib/webhooks/events.rules";
import korean from "./ko/event-help.json";

type EventHelp = Readonly<Record<EventKind, string>>;

/** When each kind of event occurs. @param english as the documentation of the API tells it */
export function eventHelpOf(english: EventHelp): EventHelp {
  return dashboardLanguage() === "ko" ? korean : english;
}
