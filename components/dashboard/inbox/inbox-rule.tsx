import { inboxWords as words } from "@/components/dashboard/messages/inbox";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { Link } from "@/components/dashboard/ui/link";
import { Notice } from "@/components/dashboard/ui/notice";
import { fill } from "@/lib/platform/i18n/message.rules";
import { percentText } from "./percent-text";

type Props = {
  projectId: string;
  /** In basis points; null for none. */
  rule: number | null;
  offered: number | null;
  mayChange: boolean;
};

/** The rule for late payments, or the one that the last decisions suggest. */
export function InboxRule({ projectId, rule, offered, mayChange }: Props) {
  if (rule !== null)
    return (
      <p className="mb-4 text-sm">
        {fill(words.rule.active, { percent: percentText(rule) })}{" "}
        <Link href={`/dashboard/projects/${projectId}/settings/payments`} className="text-link">
          {words.rule.change}
        </Link>
      </p>
    );
  if (offered === null || !mayChange) return null;
  const percent = percentText(offered);
  return (
    <div className="mb-4">
      <Notice
        action={
          <ConfirmProjectAction
            projectId={projectId}
            action="changeSettings"
            input={{ lateAcceptBps: offered }}
            label={words.rule.add}
            title={fill(words.rule.title, { percent })}
            description={fill(words.rule.text, { percent })}
            confirm={words.rule.add}
          />
        }
      >
        {fill(words.rule.offer, { percent })}
      </Notice>
    </div>
  );
}
