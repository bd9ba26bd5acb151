/**
 * An address to be compared: whole, in the order of its characters, its ends set off as wallets show them. Where it
 * does not fit into one line, both lines are as long: none is left with four characters that no one looks at.
 */
export function FullAddress({ value }: { value: string }) {
  return (
    <span dir="ltr" className="font-mono">
      <strong className="font-semibold">{value.slice(0, 6)}</strong>
      {value.slice(6, 22)}
      <wbr />
      {value.slice(22, -4)}
      <strong className="font-semibold">{value.slice(-4)}</strong>
    </span>
  );
}
