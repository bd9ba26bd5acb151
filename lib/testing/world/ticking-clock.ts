import type { Clock } from "@/lib/platform/clock";

/** Shows `time`, and a millisecond more each time that it is asked again. */
export function tickingClock(time: () => Date): Clock {
  let asked = { since: Number.NaN, times: 0 };
  return {
    now: () => {
      const since = time().getTime();
      asked = { since, times: asked.since === since ? asked.times + 1 : 0 };
      return new Date(since + asked.times);
    },
  };
}
