import { KeyRound } from "lucide-react";
import { accountWords } from "@/components/dashboard/messages/account";
import { Card } from "@/components/dashboard/ui/card";
import { ConfirmAccountAction } from "@/components/dashboard/ui/form/dialog";
import { Moment } from "@/components/dashboard/ui/moment";
import { fill } from "@/lib/platform/i18n/message.rules";
import { AddPasskey } from "./add-passkey";

const words = accountWords.passkeys;

type Listed = { id: string; name: string; createdAt: Date; lastUsedAt: Date | null };

/** The passkeys that sign their owner in. */
export function PasskeysCard({ passkeys, canAdd }: { passkeys: readonly Listed[]; canAdd: boolean }) {
  return (
    <Card title={words.title} description={words.description}>
      <div className="flex flex-col gap-4">
        {passkeys.length === 0 ? (
          <p className="text-muted text-sm">{words.none}</p>
        ) : (
          <ul className="divide-y divide-line">
            {passkeys.map((passkey) => (
              <Passkey key={passkey.id} {...passkey} />
            ))}
          </ul>
        )}
        {canAdd ? <AddPasskey /> : <p className="caption">{words.unavailable}</p>}
      </div>
    </Card>
  );
}

function Passkey({ id, name, createdAt, lastUsedAt }: Listed) {
  return (
    <li className="flex min-h-12 items-center gap-3 py-2 text-sm">
      <KeyRound className="size-5 shrink-0 text-muted" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <bdi className="wrap-anywhere block font-medium">{name}</bdi>
        <span className="caption block">
          {words.added} <Moment at={createdAt} />
          {" · "}
          {lastUsedAt === null ? (
            words.unused
          ) : (
            <>
              {words.used} <Moment at={lastUsedAt} />
            </>
          )}
        </span>
      </span>
      <ConfirmAccountAction
        action="removePasskey"
        label={words.remove}
        ariaLabel={fill(words.removeLabel, { name })}
        title={fill(words.removeTitle, { name })}
        description={words.removeDescription}
        confirm={words.remove}
        variant="danger"
        input={{ passkeyId: id }}
      />
    </li>
  );
}
