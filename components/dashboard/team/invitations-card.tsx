import { MailOpen } from "lucide-react";
import { InvitationButtons, InviteSomebody } from "@/components/dashboard/settings/team-forms";
import type { Role } from "@/lib/accounts/roles.rules";
import { shellWords } from "../messages/shell";
import { teamWords } from "../messages/team";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { type Column, DataTable } from "../ui/list/data-table";
import { EmptyState } from "../ui/list/empty-state";
import { Moment } from "../ui/moment";

type Invitation = {
  invitationId: string;
  email: string;
  role: Role;
  invitedBy: string | null;
  expiresAt: Date;
};

type Props = {
  projectId: string;
  invitations: readonly Invitation[];
  gives: readonly Role[];
  now: Date;
};

/** Pending invitations. */
export function InvitationsCard({ projectId, invitations, gives, now }: Props) {
  const columns: readonly Column<Invitation>[] = [
    {
      key: "email",
      header: teamWords.email,
      cell: ({ email }) => <span className="wrap-anywhere font-medium">{email}</span>,
    },
    { key: "role", header: teamWords.role, cell: ({ role }) => shellWords.roles[role] },
    {
      key: "by",
      header: teamWords.invitedBy,
      wideOnly: true,
      cell: ({ invitedBy }) => <bdi className="wrap-anywhere">{invitedBy ?? teamWords.somebody}</bdi>,
    },
    {
      key: "expires",
      header: teamWords.expires,
      cell: ({ expiresAt }) =>
        expiresAt <= now ? <Badge tone="warn">{teamWords.expired}</Badge> : <Moment at={expiresAt} />,
    },
    {
      key: "actions",
      header: teamWords.actions,
      align: "end",
      cell: ({ invitationId, email, role }) =>
        gives.includes(role) && (
          <InvitationButtons projectId={projectId} invitationId={invitationId} email={email} />
        ),
    },
  ];
  return (
    <Card
      title={teamWords.invitations}
      description={teamWords.invitationsHint}
      actions={<InviteSomebody projectId={projectId} gives={gives} />}
      flush
    >
      {invitations.length === 0 ? (
        <EmptyState icon={MailOpen} title={teamWords.invitationsNone} />
      ) : (
        <DataTable
          caption={teamWords.invitationsCaption}
          columns={columns}
          rows={invitations}
          rowKey={({ invitationId }) => invitationId}
        />
      )}
    </Card>
  );
}
