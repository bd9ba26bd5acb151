/** One line over the page's end, shown while its scripts have not started: on a slow line, or in an old browser. */
export function NotStarted({ words }: { words: string }) {
  return (
    <p
      role="status"
      className="not-started pointer-events-none fixed inset-x-0 bottom-0 z-20 bg-ink px-4 py-2 text-center text-ground text-sm print:hidden"
    >
      {words}
    </p>
  );
}
