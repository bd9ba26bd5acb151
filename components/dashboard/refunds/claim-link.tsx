import { refundWords } from "../messages/refunds";
import { SecretOnce } from "../ui/form/secret-once";

/** A customer's link that was just made: whoever has it says where the money goes. */
export function ClaimLink({ url }: { url: string }) {
  const words = refundWords.claim;
  return (
    <div className="flex flex-col gap-2">
      <p className="text-sm">{words.made}</p>
      <SecretOnce secret={url} what={words.what} hint={words.once} />
    </div>
  );
}
