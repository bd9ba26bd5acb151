/** Says beside a button that what it does was done; again each time. */
export function Saved({ text, times }: { text: string; times: number }) {
  return (
    <p role="status" className="caption me-auto self-center">
      {times > 0 && <span key={times}>{text}</span>}
    </p>
  );
}
