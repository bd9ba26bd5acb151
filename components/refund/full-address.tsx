/** An address to be compared: whole, in the order of its characters, its ends set off as wallets show them. */
export function FullAddress({ value }: { value: string }) {
  return (
    <span dir="ltr" className="break-all font-mono">
      <strong className="font-semibold">{value.slice(0, 6)}</strong>
      <span className="text-muted">{value.slice(6, -4)}</span>
      <strong className="font-semibold">{value.slice(-4)}</strong>
    </span>
  );
}
