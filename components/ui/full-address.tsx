/**
 * A whole address for comparison, with its ends emphasised as in wallets. When it needs two lines, both have the same
 * length, so that no line has only four characters.
 */
export function FullAddress({ value }: { value: string }) {
  return (
    <span dir="ltr" translate="no" className="font-mono">
      <strong className="font-semibold">{value.slice(0, 6)}</strong>
      {value.slice(6, 22)}
      <wbr />
      {value.slice(22, -4)}
      <strong className="font-semibold">{value.slice(-4)}</strong>
    </span>
  );
}
