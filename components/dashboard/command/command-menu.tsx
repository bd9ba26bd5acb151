"use client";

import { Search } from "lucide-react";
import { lazy, Suspense, useCallback, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { commandWords as words } from "@/components/dashboard/messages/shell";
import { type CommandMenuProps, type CommandText, commandInputStyle } from "./command-input";

/** Loaded only when opened. */
const CommandPalette = lazy(async () => ({ default: (await import("./command-palette")).CommandPalette }));

const subscribeNever = () => () => undefined;
/** The server cannot know it, so it first renders the other key. */
const readIsMac = () => /Mac|iPhone|iPad/.test(navigator.platform);

/** The field in the header that opens the command menu; Ctrl+K or Cmd+K opens and closes it from anywhere. */
export function CommandMenu(props: CommandMenuProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [open, setOpen] = useState(false);
  // Here, so that it keeps the words typed while the palette loads.
  const [text, setText] = useState("");
  const isMac = useSyncExternalStore(subscribeNever, readIsMac, () => false);

  const show = useCallback(() => {
    setOpen(true);
    dialog.current?.showModal();
    // Existing content is not mounted again, and does not focus by itself.
    dialog.current?.querySelector("input")?.focus();
  }, []);
  const close = () => dialog.current?.close();

  useEffect(() => {
    const toggle = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || event.altKey || event.shiftKey) return;
      if (event.ctrlKey === event.metaKey) return;
      const element = dialog.current;
      // One dialog at a time: a form's question comes first.
      if (element === null || (!element.open && document.querySelector("dialog[open]") !== null)) return;
      event.preventDefault();
      if (element.open) element.close();
      else show();
    };
    document.addEventListener("keydown", toggle);
    return () => document.removeEventListener("keydown", toggle);
  }, [show]);

  return (
    <>
      <button
        type="button"
        onClick={show}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="scripted button-compact text-muted hover:bg-well max-md:size-10 max-md:px-0 md:min-w-48 md:justify-start md:border-line md:bg-well md:hover:border-line-strong"
      >
        <Search className="size-4 max-md:size-5" aria-hidden="true" />
        <span className="max-md:sr-only">{words.open}</span>
        <span className="ms-auto text-sm max-md:hidden" aria-hidden="true">
          {isMac ? "⌘K" : "Ctrl K"}
        </span>
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the keyboard closes a dialog by Escape. */}
      <dialog
        ref={dialog}
        aria-label={words.open}
        // The close event fires in the next frame: by then the shortcut may have opened it again.
        onClose={({ currentTarget }) => {
          setOpen(currentTarget.open);
          if (!currentTarget.open) setText("");
        }}
        onClick={(event) => event.target === event.currentTarget && close()}
        className="mx-auto mt-[10dvh] mb-auto max-h-[80dvh] w-[calc(100vw-2rem)] max-w-xl overflow-hidden rounded-2xl border border-line bg-card p-0 text-ink backdrop:bg-scrim"
      >
        {open && (
          <Suspense fallback={<Loading text={text} onText={setText} />}>
            <CommandPalette {...props} text={text} onText={setText} onDone={close} />
          </Suspense>
        )}
      </dialog>
    </>
  );
}

const focus = (field: HTMLInputElement | null) => field?.focus();

/** The same field, as long as the palette's code is on its way. */
function Loading({ text, onText }: CommandText) {
  return (
    <>
      <input
        ref={focus}
        aria-label={words.open}
        value={text}
        onChange={({ target }) => onText(target.value)}
        placeholder={words.placeholder}
        className={commandInputStyle}
      />
      <p role="status" className="caption px-4 py-6">
        {words.loading}
      </p>
    </>
  );
}
