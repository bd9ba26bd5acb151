/** Confirms beside a button that it worked, each time anew. */
export function Saved({ text, times }: { text: string; times: number }) {
  return (
    <p role="status" className="caption me-auto self-center">
      {times > 0 && <span key={times}>{text}</span>}
    </p>
  );
}
