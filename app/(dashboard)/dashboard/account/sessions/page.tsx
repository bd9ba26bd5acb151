import { accountWords } from "@/components/dashboard/messages/account";
import { known } from "@/components/dashboard/messages/text";
import { Badge, Card } from "@/components/dashboard/ui/card";
import { ConfirmAccountAction } from "@/components/dashboard/ui/form/dialog";
import { DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import { deviceWords } from "@/lib/accounts/browser.rules";
import { listSessions } from "@/lib/accounts/sign-in/sessions";
import { requireSession } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getAccounts } from "@/lib/api/wiring/accounts";
import { fill } from "@/lib/platform/i18n/message.rules";

export const generateMetadata = titled(() => accountWords.sessions.title);

/** The browsers in which a person is signed in. */
export default async function Page() {
  const sessions = await listSessions(getAccounts(), await requireSession());
  return (
    <Card
      flush
      title={words.title}
      description={words.description}
      actions={
        sessions.length > 1 ? (
          <ConfirmAccountAction
            action="endOtherSessions"
            label={words.endOthers}
            title={words.endOthersTitle}
            description={words.endOthersDescription}
            confirm={words.endOthers}
            variant="danger"
            input={{}}
          />
        ) : undefined
      }
    >
      <DataTable
        caption={words.caption}
        rows={sessions}
        rowKey={({ sessionId }) => sessionId}
        columns={[
          {
            key: "device",
            header: words.device,
            cell: ({ userAgent, isCurrent }) => (
              <span className="flex flex-wrap items-center gap-2 font-medium">
                {nameOf(userAgent)}
                {isCurrent && <Badge tone="ok">{words.current}</Badge>}
              </span>
            ),
          },
          {
            key: "address",
            header: words.address,
            cell: ({ clientAddress }) => (
              <span className="wrap-anywhere tabular-nums">{clientAddress ?? words.unknownAddress}</span>
            ),
          },
          { key: "method", header: words.method, cell: ({ method }) => methodOf(method) },
          { key: "seen", header: words.seen, cell: ({ lastSeenAt }) => <Moment at={lastSeenAt} /> },
          {
            key: "end",
            header: words.action,
            align: "end",
            cell: ({ sessionId, isCurrent, userAgent }) =>
              isCurrent ? (
                <span className="caption">{words.here}</span>
              ) : (
                <ConfirmAccountAction
                  action="endSession"
                  label={words.end}
                  ariaLabel={fill(words.endLabel, { device: nameOf(userAgent) })}
                  title={words.endTitle}
                  description={fill(words.endDescription, { device: nameOf(userAgent) })}
                  confirm={words.end}
                  variant="danger"
                  input={{ sessionId }}
                />
              ),
          },
        ]}
      />
    </Card>
  );
}

const words = accountWords.sessions;

function nameOf(userAgent: string | null): string {
  return deviceWords(userAgent) ?? words.unknownDevice;
}

function methodOf(method: string): string {
  return known(words.methods, method) ?? words.otherMethod;
}
