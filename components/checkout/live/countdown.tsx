"use client";

import { type ReactNode, useEffect, useState } from "react";
import { fillCount } from "@/lib/platform/i18n/message.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { LiveMessages } from "../messages/catalogue";
import { useMessages } from "../messages-provider";

/** Time left by the server's clock: calm until the last quarter, spoken at milestones only. */
export function Countdown(props: {
  createdAt: string;
  expiresAt: string;
  serverTime: string;
  /** Replaces the label where space is limited. */
  icon: ReactNode;
}) {
  const t = useMessages();
  const expiresAt = Date.parse(props.expiresAt);
  const serverTime = Date.parse(props.serverTime);
  const [leftMs, setLeftMs] = useState(expiresAt - serverTime);
  const [spoken, setSpoken] = useState("");

  useEffect(() => {
    // The device's clock may be wrong; only its distance to the server's is used.
    const offset = serverTime - Date.now();
    let before = expiresAt - serverTime;
    const tick = () => {
      const left = expiresAt - (Date.now() + offset);
      const milestone = milestoneCrossed(before, left);
      before = left;
      setLeftMs(left);
      if (milestone !== null) setSpoken(spokenMilestone(milestone, t));
    };
    const timer = setInterval(tick, 1_000);
    return () => clearInterval(timer);
  }, [expiresAt, serverTime, t]);

  const urgent = isLastQuarter(leftMs, expiresAt - Date.parse(props.createdAt));
  return (
    <div className="scripted">
      <p className="caption max-md:sr-only">{t.timeLeft}</p>
      <p className={`flex items-center gap-1.5 ${urgent ? "font-semibold text-warn" : "font-medium"}`}>
        {props.icon}
        <span role="timer">{formatTimeLeft(leftMs)}</span>
      </p>
      <p role="status" className="sr-only">
        {spoken}
      </p>
    </div>
  );
}

function spokenMilestone(minutes: number, t: LiveMessages): string {
  if (minutes === 0) return t.timeIsUpSpoken;
  return fillCount(t.timeLeftMinutes, minutes, t.locale.language, { count: minutes });
}

/** Time left as a clock: "29:07", "1:04:00"; whole seconds, rounded up so that 0:00 means over. */
export function formatTimeLeft(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000));
  const two = (value: number) => value.toString().padStart(2, "0");
  const hours = Math.floor(seconds / 3_600);
  const minutes = Math.floor((seconds % 3_600) / 60);
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** Emphasis comes only in the last quarter of the time given. */
export function isLastQuarter(leftMs: number, wholeMs: number): boolean {
  return leftMs * 4 <= wholeMs;
}

const milestonesMinutes = [10, 5, 1] as const;

/**
 * The milestone crossed between two updates, for screen readers: minutes left, or 0 when time ran out; null for none.
 * Of several (after sleep) the latest counts.
 */
export function milestoneCrossed(beforeMs: number, leftMs: number): number | null {
  if (beforeMs > 0 && leftMs <= 0) return 0;
  const crossed = milestonesMinutes.filter(
    (minutes) => beforeMs > minutes * minuteMs && leftMs <= minutes * minuteMs,
  );
  return crossed.at(-1) ?? null;
}
