import { History } from "lucide-react";
import { shellWords } from "@/components/dashboard/messages/shell";
import { teamWords } from "@/components/dashboard/messages/team";
import { SettingsFrame } from "@/components/dashboard/settings/settings-frame";
import { InvitationButtons, InviteSomebody, MemberButtons } from "@/components/dashboard/settings/team-forms";
import { auditPage } from "@/components/dashboard/shell/pages";
import { Badge, Card } from "@/components/dashboard/ui/card";
import { Link } from "@/components/dashboard/ui/link";
import { DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import { type Role, roles } from "@/lib/accounts/roles.rules";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { getTeam } from "@/lib/projects/team/manage-members";
import { mayGive } from "@/lib/projects/team/team.rules";

export const generateMetadata = titled(() => teamWords.title);

export default async function TeamPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId, "team.read");
  const deps = getProjects();
  const { members, invitations } = await getTeam(deps, access);
  const gives = roles.filter((role) => mayGive(access.role, role));
  const place = { projectId: access.projectId, gives };
  return (
    <SettingsFrame
      access={access}
      actions={
        access.may("audit.read") && (
          <Link
            href={`/dashboard/projects/${access.projectId}${auditPage.path}`}
            className="button-compact button-quiet"
          >
            <History className="size-4" aria-hidden="true" />
            {shellWords.pages.audit}
          </Link>
        )
      }
    >
      <MembersCard {...place} members={members} ownId={access.userId} />
      {access.may("team.manage") && (
        <InvitationsCard {...place} invitations={invitations} now={deps.clock.now()} />
      )}
    </SettingsFrame>
  );
}

type Team = Awaited<ReturnType<typeof getTeam>>;

/** @property gives the roles that the visitor may assign and change */
type Place = { projectId: string; gives: readonly Role[] };

type MembersProps = Place & { members: Team["members"]; ownId: string };

/** The members of a project. */
function MembersCard({ projectId, members, ownId, gives }: MembersProps) {
  return (
    <Card title={teamWords.members} flush>
      <DataTable
        caption={teamWords.membersCaption}
        columns={[
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
        ]}
        rows={members}
        rowKey={({ userId }) => userId}
      />
    </Card>
  );
}

type InvitationsProps = Place & { invitations: Team["invitations"]; now: Date };

/** Pending invitations. */
function InvitationsCard({ projectId, invitations, gives, now }: InvitationsProps) {
  return (
    <Card
      title={teamWords.invitations}
      description={teamWords.invitationsHint}
      actions={<InviteSomebody projectId={projectId} gives={gives} />}
      flush
    >
      {invitations.length === 0 ? (
        <p className="caption px-5 pb-4">{teamWords.invitationsNone}</p>
      ) : (
        <DataTable
          caption={teamWords.invitationsCaption}
          columns={[
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
          ]}
          rows={invitations}
          rowKey={({ invitationId }) => invitationId}
        />
      )}
    </Card>
  );
}
