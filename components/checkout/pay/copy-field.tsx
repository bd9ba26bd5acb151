"use client";

import {
  type ClipboardEvent,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useMessages } from "../messages-provider";

type Props = {
  label: string;
  value: string;
  /** The value as the page's language writes it; without scripts, and when copied, it stays plain. */
  displayValue?: string;
  suffix?: string;
  kind?: "amount" | "address" | "code";
  /** The value as it is to be compared, such as `FullAddress`; rendered by the server, too. */
  whole?: ReactNode;
  copyLabel: string;
  /** Rendered by the server, so that they add nothing to the first scripts. */
  signs: { copy: ReactNode; copied: ReactNode };
  /** Announced after copying. */
  copiedMessage: string;
};

const neverChanges = () => () => undefined;

const kindClasses = { amount: "font-semibold", address: "text-sm", code: "font-mono text-sm" };

/** A value to be taken along: selectable as a whole, with a button that copies it and says so. */
export function CopyField(props: Props) {
  const {
    label,
    value,
    displayValue = value,
    suffix,
    kind = "amount",
    whole,
    copyLabel,
    signs,
    copiedMessage,
  } = props;
  const t = useMessages();
  const id = useId();
  const text = useRef<HTMLSpanElement>(null);
  const [outcome, setOutcome] = useState<"copied" | "refused" | null>(null);

  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 3_000);
    return () => clearTimeout(timer);
  }, [outcome]);

  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value);
      setOutcome("copied");
    } catch {
      // Refused, or no secure context: the old command may still work; otherwise the text stays selected.
      if (text.current !== null) getSelection()?.selectAllChildren(text.current);
      setOutcome(document.execCommand("copy") ? "copied" : "refused");
    }
  };

  // The server writes it as it is copied: without scripts, nothing else could be.
  const visibleValue = useSyncExternalStore(
    neverChanges,
    () => displayValue,
    () => value,
  );
  const copyPlain = (event: ClipboardEvent) => {
    event.preventDefault();
    event.clipboardData.setData("text/plain", value);
  };

  return (
    <div>
      <p id={id} className="caption">
        {label}
      </p>
      <div className="mt-1 flex items-center gap-3 rounded-xl border border-line bg-well py-1.5 ps-4 pe-1.5">
        <p translate="no" className={`wrap-anywhere min-w-0 flex-1 py-1 ${kindClasses[kind]}`}>
          <span dir="ltr">
            <span ref={text} onCopy={visibleValue === value ? undefined : copyPlain} className="select-all">
              {whole ?? visibleValue}
            </span>
            {suffix !== undefined && <span className="font-normal text-muted">{` ${suffix}`}</span>}
          </span>
        </p>
        <button
          type="button"
          onClick={() => void copy()}
          aria-label={copyLabel}
          className="scripted grid size-10 shrink-0 place-items-center rounded-lg text-muted transition-colors duration-150 hover:bg-card hover:text-ink"
        >
          {outcome === "copied" ? signs.copied : signs.copy}
        </button>
      </div>
      <p role="status" className={outcome === "refused" ? "caption mt-1" : "sr-only"}>
        {outcome === "copied" && <span>{copiedMessage}</span>}
        {outcome === "refused" && <span>{t.copyFailed}</span>}
      </p>
    </div>
  );
}
