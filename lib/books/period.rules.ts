import { fault } from "@/lib/platform/faults/fault.rules";
import { dayBounds, paramOf, readDay, type SearchParams } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { Period } from "./movement.rules";

/** Bookings of the last minute may still be on their way into the ledger: a period's content never changes later. */
const bookingMs = minuteMs;

/**
 * The period of the days `from` and `to`, inclusive; without them from the beginning, and up to a minute ago.
 *
 * @throws CheckoutError VALIDATION_ERROR for anything but a day, and for a period that is empty or still to come
 */
export function readPeriod(params: SearchParams, now: Date, timeZone: string): Period {
  const days = { fromDay: dayOf(params, "from"), toDay: dayOf(params, "to"), timeZone };
  const { from, before } = dayBounds(days);
  const latest = new Date(now.getTime() - bookingMs);
  const end = before === null || before > latest ? latest : before;
  if (from !== null && from >= end)
    throw new CheckoutError("VALIDATION_ERROR", fault("books.period"), {
      param: "from",
    });
  return { from, before: end, timeZone };
}

function dayOf(params: SearchParams, name: "from" | "to"): string | null {
  const text = paramOf(params, name);
  if (text === null) return null;
  const day = readDay(text);
  if (day === null)
    throw new CheckoutError("VALIDATION_ERROR", fault("books.day", { name }), { param: name });
  return day;
}
