"use client";

import { useEffect, useState } from "react";
import { readTab, writeTab } from "@/lib/browser/checkout-memory";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";

export type SlowHintProps = {
  /** The words while everything goes as usual. */
  text: string;
  network: string;
  /** Names the wait, so that a reload doesn't start it again. */
  wait: string;
  /** How long it usually takes. */
  usualMs: number;
};

const times = 3;

/** Says that it takes longer than usual, and that nothing is lost, after three times the usual time. */
export default function SlowHint({ text, network, wait, usualMs }: SlowHintProps) {
  const t = useMessages();
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    const key = `checkout:wait:${wait}`;
    const since = Number(readTab(key) ?? Date.now());
    writeTab(key, String(since));
    const timer = setTimeout(() => setSlow(wait), since + times * usualMs - Date.now());
    return () => clearTimeout(timer);
  }, [wait, usualMs]);
  return <span role="status">{slow === wait ? fill(t.takesLonger, { network }) : text}</span>;
}
