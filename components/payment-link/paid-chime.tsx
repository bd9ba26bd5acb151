"use client";

import { useEffect, useRef } from "react";

let audio: AudioContext | undefined;

/** Browsers let a page sound only from a press on. Without sound the till is silent. */
export function readyChime(): void {
  try {
    audio ??= new AudioContext();
    void audio.resume().catch(() => undefined);
  } catch {
    audio = undefined;
  }
}

/** Sounds when the payment arrives while the page is open; not for one that was paid before. */
export function PaidChime({ isPaid }: { isPaid: boolean }) {
  const wasPaid = useRef(isPaid);
  useEffect(() => {
    if (isPaid && !wasPaid.current) chime();
    wasPaid.current = isPaid;
  }, [isPaid]);
  return null;
}

/** Seconds from now, and hertz. */
const tones = [
  [0, 880],
  [0.16, 1_318],
] as const;

function chime(): void {
  if (audio?.state !== "running") return;
  for (const [after, frequency] of tones) {
    const at = audio.currentTime + after;
    const volume = new GainNode(audio, { gain: 0.25 });
    // A tone that ends at once clicks.
    volume.gain.setValueAtTime(0.25, at);
    volume.gain.exponentialRampToValueAtTime(0.001, at + 0.4);
    const tone = new OscillatorNode(audio, { frequency });
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + 0.4);
  }
}
