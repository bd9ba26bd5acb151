import "server-only";
import { makeProjectDepositsDue } from "@/lib/checkouts/balances/deposit-holdings.store";
import { createDepositStore } from "@/lib/checkouts/deposits.store";
import { createMailFacts } from "@/lib/insights/mail-facts.store";
import { createMailStore } from "@/lib/letters/mail.store";
import type { LetterParts } from "@/lib/letters/mail-facts.port";
import { createSmtpSender } from "@/lib/letters/smtp-sender";
import type { Database } from "@/lib/platform/database";
import { perProcess } from "@/lib/platform/process/per-process";
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
import { createSavedViewStore } from "@/lib/projects/views/saved-view.store";
import type { Env } from "@/lib/settings/env";
import { getChains } from "./chains";
import { getProcess } from "./process";

/** Projects, their settings and their teams. */
export const getProjects = perProcess("projects", () => {
  const { settings, database, common } = getProcess();
  return {
    ...getChains(),
    mail: createMail(settings, database),
    projects: createProjectStore(database),
    deposits: createDepositStore(database),
    looks: createProjectLooks(database),
    redrawPicture,
    projectLifecycle: createProjectLifecycle(database),
    team: createTeamStore(database),
    settings: createSettingsStore(database, makeProjectDepositsDue),
    walletChanges: createWalletChangeStore(database),
    auditLog: createAuditLog(database),
    requestLog: createRequestLog(database),
    savedViews: createSavedViewStore(database),
    invitations: createInvitationStore(database),
    memberships: createMembershipStore(database),
    projectKeys: createProjectKeys(database, common.newId),
    allowedOrigins: createAllowedOrigins(database),
    frameOrigins: createFrameOrigins(database),
    quickstart: createQuickstartReader(database),
  };
});

/** Dependencies for e-mail, if the settings name a mail server. */
function createMail(settings: Env, database: Database): LetterParts["mail"] {
  const { SMTP_URL, MAIL_FROM, OPERATOR_EMAIL, BASE_URL, CHECKOUT_PAGE_URL } = settings;
  if (SMTP_URL === undefined || MAIL_FROM === undefined) return null;
  return {
    facts: createMailFacts(database),
    letters: createMailStore(database),
    sender: createSmtpSender({
      server: SMTP_URL,
      from: MAIL_FROM,
      ownHost: new URL(BASE_URL).hostname,
      ownOrigins: [BASE_URL, CHECKOUT_PAGE_URL].map((url) => new URL(url).origin),
    }),
    operatorAddress: OPERATOR_EMAIL ?? null,
  };
}
