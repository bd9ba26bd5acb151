"use client";

import { useEffect, useState } from "react";

/** A time in the reader's own zone, below the shop's; nothing where both are equal, and without scripts. */
export default function LocalTime({ iso, locale }: { iso: string; locale: string }) {
  const [text, setText] = useState("");
  useEffect(() => {
    const at = new Date(iso);
    if (at.getTimezoneOffset() === 0) return;
    const format = new Intl.DateTimeFormat(locale, {
      year: "numeric",
      month: "short",
      day: "numeric",
      hour: "numeric",
      minute: "2-digit",
      timeZoneName: "short",
      calendar: "gregory",
      numberingSystem: "latn",
    });
    setText(format.format(at));
  }, [iso, locale]);
  return text === "" ? null : <span className="block">{text}</span>;
}
