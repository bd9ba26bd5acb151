import { CopyButton } from "./copy-button";

/** Text for a terminal or an editor, to be copied whole. */
export function Code({ children, what }: { children: string; what: string }) {
  return (
    <div className="flex items-start gap-2 rounded-xl border border-line bg-well py-2 ps-4 pe-2 text-start">
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard. */}
      <pre tabIndex={0} dir="ltr" className="min-w-0 flex-1 overflow-x-auto py-1 font-mono text-ink text-sm">
        <code>{children}</code>
      </pre>
      <CopyButton value={children} what={what} />
    </div>
  );
}
