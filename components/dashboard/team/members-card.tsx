import { MemberButtons } from "@/components/dashboard/settings/team-forms";
import type { Role } from "@/lib/accounts/roles.rules";
import { shellWords } from "../messages/shell";
import { teamWords } from "../messages/team";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { type Column, DataTable } from "../ui/list/data-table";
import { Moment } from "../ui/moment";

type Member = {
  userId: string;
  email: string;
  name: string | null;
  role: Role;
  joinedAt: Date;
  hasSecondFactor: boolean;
  serverKeys: number;
};

type Props = {
  projectId: string;
  members: readonly Member[];
  ownId: string;
  /** The roles that the visitor may assign and change. */
  gives: readonly Role[];
};

/** The members of a project. */
export function MembersCard({ projectId, members, ownId, gives }: Props) {
  const columns: readonly Column<Member>[] = [
    {
      key: "person",
      header: teamWords.person,
      cell: ({ userId, name, email }) => (
        <div className="min-w-0">
          <span className="flex flex-wrap items-center gap-2">
            <bdi className="wrap-anywhere font-medium">{name ?? email}</bdi>
            {userId === ownId && <Badge tone="accent">{teamWords.you}</Badge>}
          </span>
          {name !== null && <span className="caption wrap-anywhere">{email}</span>}
        </div>
      ),
    },
    { key: "role", header: teamWords.role, cell: ({ role }) => shellWords.roles[role] },
    {
      key: "factor",
      header: teamWords.secondFactor,
      cell: ({ hasSecondFactor }) => (
        <Badge tone={hasSecondFactor ? "ok" : "neutral"}>
          {hasSecondFactor ? teamWords.on : teamWords.off}
        </Badge>
      ),
    },
    {
      key: "joined",
      header: teamWords.joined,
      wideOnly: true,
      cell: ({ joinedAt }) => <Moment at={joinedAt} />,
    },
    {
      key: "actions",
      header: teamWords.actions,
      align: "end",
      cell: ({ userId, name, email, role, serverKeys }) => (
        <MemberButtons
          projectId={projectId}
          member={{ userId, who: name ?? email, role, serverKeys }}
          gives={gives.includes(role) ? gives : []}
          isSelf={userId === ownId}
        />
      ),
    },
  ];
  return (
    <Card title={teamWords.members} flush>
      <DataTable
        caption={teamWords.membersCaption}
        columns={columns}
        rows={members}
        rowKey={({ userId }) => userId}
      />
    </Card>
  );
}
