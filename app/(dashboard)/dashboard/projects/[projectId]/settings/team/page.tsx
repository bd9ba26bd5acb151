import { teamWords } from "@/components/dashboard/messages/team";
import { InvitationsCard } from "@/components/dashboard/team/invitations-card";
import { MembersCard } from "@/components/dashboard/team/members-card";
import { PageHeader } from "@/components/dashboard/ui/page-header";
import { roles } from "@/lib/accounts/roles.rules";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { getTeam } from "@/lib/projects/team/manage-members";
import { mayGive } from "@/lib/projects/team/team.rules";

export const metadata = { title: teamWords.title };

type Props = { params: Promise<{ projectId: string }> };

export default async function TeamPage({ params }: Props) {
  const access = await requireProject((await params).projectId, "team.read");
  const deps = getDeps();
  const { members, invitations } = await getTeam(deps, access);
  const gives = roles.filter((role) => mayGive(access.role, role));
  const place = { projectId: access.projectId, gives };
  return (
    <>
      <PageHeader title={teamWords.title} />
      <div className="flex flex-col gap-5">
        <MembersCard {...place} members={members} ownId={access.userId} />
        {access.may("team.manage") && (
          <InvitationsCard {...place} invitations={invitations} now={deps.clock.now()} />
        )}
      </div>
    </>
  );
}
