"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, type ReactNode, useEffect, useRef, useState, useTransition } from "react";
import { Delete, TriangleAlert } from "@/components/ui/icons";
import { isAboveLimit, pressKey, readTypedAmount } from "@/lib/checkouts/links/payment-link.rules";

type AmountProps = {
  decimalPlaces: number;
  /** The page's decimal separator. */
  separator: string;
  /** What was typed before. */
  typed: string;
  back: string;
  /** The id of what is wrong with it. */
  problemId: string | undefined;
  /** The most that can be charged, as a decimal and in words; null without a limit. */
  limit: { most: string; text: string } | null;
};

type Props = {
  slug: string;
  submit: string;
  /** Over the display, or over the button where there is none. */
  title: ReactNode;
  /** Null where the link has a price. */
  amount: AmountProps | null;
};

/** Starts a sale. With scripts the document stays, and with it the right to sound; without, it is a plain form. */
export function TillForm({ slug, submit, title, amount }: Props) {
  const router = useRouter();
  const [sending, setSending] = useState(false);
  const [moving, startMove] = useTransition();
  const [refusals, setRefusals] = useState(0);
  const busy = sending || moving;

  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy) return;
    const form = event.currentTarget;
    const display = form.elements.namedItem("amount");
    const most = amount?.limit?.most ?? null;
    if (display instanceof HTMLInputElement && isAboveLimit(readTypedAmount(display.value), most)) {
      display.focus();
      setRefusals((before) => before + 1);
      return;
    }
    readyChime();
    setSending(true);
    try {
      const fields = [...new FormData(form)].map(([name, value]) => [name, String(value)]);
      const answer = await fetch(form.action, {
        method: "POST",
        // It leads to a page, of which we take the address.
        headers: { accept: "text/html" },
        body: new URLSearchParams(fields),
      });
      startMove(() => router.push(answer.url));
      setSending(false);
    } catch {
      // The browser says that there is no connection.
      form.submit();
    }
  };

  return (
    <form
      method="post"
      action={`/l/${slug}`}
      noValidate
      onSubmit={(event) => void send(event)}
      // On a wide screen the keys stand beside the display.
      className={`grid w-full max-w-[26rem] gap-4 ${amount === null ? "" : "md:landscape:max-w-[72rem] md:landscape:grid-cols-2 md:landscape:content-center md:landscape:gap-8"}`}
    >
      <input type="hidden" name="till" value="1" />
      {amount === null ? title : <Keypad {...amount} title={title} refusals={refusals} busy={busy} />}
      <button
        type="submit"
        disabled={busy}
        className={`button button-primary min-h-20 text-long ${amount === null ? "" : "md:landscape:self-start"}`}
      >
        {submit}
      </button>
    </form>
  );
}

/** A display and large keys. Digits of a keyboard go to the display, too. */
function Keypad(props: AmountProps & { title: ReactNode; refusals: number; busy: boolean }) {
  const { decimalPlaces, separator, typed, back, problemId, limit, title, refusals, busy } = props;
  const display = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(typed);
  const [scripted, setScripted] = useState(false);
  useEffect(() => setScripted(true), []);
  useEffect(() => {
    // Again after an amount that was refused.
    if (scripted && !busy) display.current?.focus();
  }, [scripted, busy]);
  const isAbove = limit !== null && isAboveLimit(readTypedAmount(text), limit.most);
  const ids = [...(limit === null ? [] : ["limit"]), ...(problemId === undefined ? [] : [problemId])];
  const keys = [..."123456789", ...(decimalPlaces === 0 ? [] : [separator]), "0", "00"];
  return (
    <>
      <div className="grid gap-2 md:landscape:self-end">
        <div className="mb-2">{title}</div>
        {/* Numbers are typed from left to right in every language. */}
        <div dir="ltr" className="relative">
          <input
            ref={display}
            name="amount"
            value={text}
            onChange={({ target }) => setText(target.value)}
            // The keys below replace the device's keyboard.
            inputMode={scripted ? "none" : "decimal"}
            aria-labelledby="screen-title"
            aria-invalid={isAbove || problemId !== undefined || undefined}
            aria-describedby={ids.join(" ") || undefined}
            required
            maxLength={40}
            autoComplete="off"
            placeholder={decimalPlaces === 0 ? "0" : `0${separator}${"0".repeat(decimalPlaces)}`}
            className="field min-h-20 px-16 text-center font-semibold text-[2.5rem] md:landscape:min-h-28 md:landscape:text-[3.5rem]"
          />
          <button
            type="button"
            aria-label={back}
            disabled={text === ""}
            // The focus stays in the display.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setText((before) => pressKey(before, "back", decimalPlaces))}
            className="scripted absolute inset-y-2 end-2 grid w-14 place-items-center rounded-lg text-muted hover:bg-well disabled:opacity-40"
          >
            <Delete className="size-8" />
          </button>
        </div>
        {limit !== null && (
          // One line that changes its look alone, so that no key moves under a finger.
          <p
            id="limit"
            className={`flex items-center justify-center gap-2 ${isAbove ? "font-semibold text-warn" : "text-muted"}`}
          >
            {isAbove && <TriangleAlert className="size-5 shrink-0" />}
            <span>{limit.text}</span>
          </p>
        )}
        {limit !== null && isAbove && refusals > 0 && (
          <p key={refusals} role="alert" className="sr-only">
            {limit.text}
          </p>
        )}
      </div>
      <div
        dir="ltr"
        className="scripted grid grid-cols-3 gap-2 md:landscape:col-start-2 md:landscape:row-span-2 md:landscape:row-start-1"
      >
        {keys.map((key) => (
          <button
            key={key}
            type="button"
            // The focus stays in the display.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => setText((before) => pressKey(before, key, decimalPlaces))}
            className={`button button-secondary min-h-16 text-display md:portrait:min-h-20 md:landscape:min-h-[min(8rem,13dvh)] ${
              key === "0" && decimalPlaces === 0 ? "col-span-2" : ""
            }`}
          >
            {key}
          </button>
        ))}
      </div>
    </>
  );
}

let audio: AudioContext | undefined;

/** Browsers let a page sound only from a press on. Without sound the till is silent. */
function readyChime(): void {
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
