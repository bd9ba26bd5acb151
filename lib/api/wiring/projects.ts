import "server-only";
import { makeProjectDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import { createProjectKeys } from "@/lib/projects/keys/project-keys.store";
import { createAuditLog, createRequestLog } from "@/lib/projects/logs/logs.store";
import { redrawPicture } from "@/lib/projects/looks/change-looks";
import { createProjectLooks } from "@/lib/projects/looks/project-looks.store";
import { createProjectStore } from "@/lib/projects/project.store";
import { createProjectLifecycle } from "@/lib/projects/project-lifecycle.store";
import { createQuickstartReader } from "@/lib/projects/quickstart-reader.store";
import { createAllowedOrigins, createFrameOrigins } from "@/lib/projects/settings/origins.store";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { createWalletChangeStore } from "@/lib/projects/settings/wallet-change.store";
import { createInvitationStore } from "@/lib/projects/team/invitation.store";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { createTeamStore } from "@/lib/projects/team/team.store";
import { getChains } from "./chains";
import { createMail } from "./mail";
import { getProcess, perProcess } from "./process";

/** Projects, their settings and their teams. */
export const getProjects = perProcess("projects", () => {
  const { settings, database, common } = getProcess();
  return {
    ...getChains(),
    mail: createMail(settings, database),
    projects: createProjectStore(database),
    looks: createProjectLooks(database),
    redrawPicture,
    projectLifecycle: createProjectLifecycle(database),
    team: createTeamStore(database),
    settings: createSettingsStore(database, makeProjectDepositsDue),
    walletChanges: createWalletChangeStore(database),
    auditLog: createAuditLog(database),
    requestLog: createRequestLog(database),
    invitations: createInvitationStore(database),
    memberships: createMembershipStore(database),
    projectKeys: createProjectKeys(database, common.newId),
    allowedOrigins: createAllowedOrigins(database),
    frameOrigins: createFrameOrigins(database),
    quickstart: createQuickstartReader(database),
  };
});
