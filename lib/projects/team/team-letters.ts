import type { Role } from "@/lib/accounts/roles.rules";
import type { Letter } from "@/lib/mail/mail-store.port";
import { describeTime, inert, paragraphs } from "@/lib/mail/plain-text";
import { hourMs } from "@/lib/platform/durations.rules";

const nameLength = 60;

/** Of what somebody does to and fro, an hour tells each end of it once. */
const hourOf = (at: Date) => Math.floor(at.getTime() / hourMs);

type LostRole = {
  projectId: string;
  projectName: string;
  userId: string;
  person: { email: string; name: string | null };
  /** Null for who did it to themselves. */
  by: string | null;
  /** What the person is now; null for who is out. */
  after: Role | null;
  at: Date;
  dashboardUrl: string;
};

/** Somebody was put out of a project, or may do less there: to them. */
export function lostRoleLetter(change: LostRole & { by: string }): Letter {
  const { projectId, userId, after, at, dashboardUrl } = change;
  const name = inert(change.projectName, nameLength);
  const by = inert(change.by, nameLength);
  const kind = after === null ? "team.removed" : "team.role_lowered";
  return {
    dedupeKey: [kind, projectId, userId, after ?? "out", hourOf(at)].join("/"),
    kind,
    projectId,
    recipient: change.person.email,
    subject:
      after === null ? `You were removed from ${name}` : `You are ${after.toLowerCase()} of ${name} now`,
    body:
      after === null
        ? paragraphs(
            `${by} removed you from ${name} at ${describeTime(at)}. You see nothing of it any more, and come back only by an invitation.`,
            "Invitations that you sent are withdrawn. Your account stays as it is.",
            "If you think that this is a mistake, ask them.",
          )
        : paragraphs(
            `${by} changed your role in ${name} at ${describeTime(at)}: you are ${after.toLowerCase()} from now on.`,
            "What you may do there now, its pages show:",
            `${dashboardUrl}/dashboard/projects/${projectId}`,
          ),
  };
}

/** Somebody who may not see server keys any more made some that work: to everybody who can rotate them. */
export function keysKnownLetter(
  change: LostRole & { serverKeys: number },
  reader: { userId: string; email: string },
): Letter {
  const { projectId, userId, person, by, after, serverKeys, at, dashboardUrl } = change;
  const name = inert(change.projectName, nameLength);
  const who = inert(person.name ?? person.email, nameLength);
  const keys = serverKeys === 1 ? "1 server key" : `${serverKeys} server keys`;
  const role = after?.toLowerCase();
  const what =
    by === null
      ? after === null
        ? `${who} left ${name}`
        : `${who} became ${role} of ${name}`
      : after === null
        ? `${inert(by, nameLength)} removed ${who} from ${name}`
        : `${inert(by, nameLength)} made ${who} ${role} of ${name}`;
  return {
    dedupeKey: ["team.keys_known", projectId, userId, after ?? "out", hourOf(at), reader.userId].join("/"),
    kind: "team.keys_known",
    projectId,
    recipient: reader.email,
    subject: `${name}: ${keys} of ${who} still ${serverKeys === 1 ? "works" : "work"}`,
    body: paragraphs(
      `${what} at ${describeTime(at)}. ${keys} that ${who} made ${serverKeys === 1 ? "is" : "are"} still in force: keys belong to the project, and your backend may use them.`,
      "Whoever knows a server key reads every checkout and asks for refunds. If they may have kept one, rotate it:",
      `${dashboardUrl}/dashboard/projects/${projectId}/developers/keys/server`,
    ),
  };
}
