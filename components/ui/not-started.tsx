/**
 * One line at the window's lower edge, and below the page's last line, shown while its scripts have not started: on a
 * slow line, or in an old browser. A child of the body.
 */
export function NotStarted({ words }: { words: string }) {
  return (
    <p
      role="status"
      className="not-started pointer-events-none sticky bottom-0 z-20 overflow-hidden bg-ink px-4 text-center text-ground text-sm print:hidden"
    >
      {words}
    </p>
  );
}
