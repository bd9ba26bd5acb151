import { Feather } from "lucide-react";
import { useMessages } from "../messages-provider";

/** The way to pay with a signature only. */
export function GaslessOffer({ disabled, onChoose }: { disabled: boolean; onChoose: () => void }) {
  const t = useMessages();
  return (
    <>
      <button type="button" disabled={disabled} onClick={onChoose} className="button button-primary mt-4">
        <Feather className="size-5" aria-hidden="true" />
        {t.gaslessPay}
      </button>
      <p className="caption mt-2">{t.gaslessHint}</p>
    </>
  );
}
