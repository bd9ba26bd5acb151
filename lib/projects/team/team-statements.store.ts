import type { Statement } from "@/lib/platform/database";

export const lockProject: Statement = {
  name: "team_lock_project",
  text: "SELECT name FROM projects WHERE id = $1 AND deleted_at IS NULL FOR NO KEY UPDATE",
};

const isServerKeyInForce = (now: string) => `
  key.kind = 'SERVER' AND key.revoked_at IS NULL AND (key.expires_at IS NULL OR key.expires_at > ${now}::timestamptz)`;

export const countServerKeysOf: Statement = {
  name: "team_count_server_keys",
  text: `
    SELECT count(*) AS count FROM api_keys AS key
    WHERE key.project_id = $1 AND key.created_by_id = $2 AND ${isServerKeyInForce("$3")}`,
};

export const selectPerson: Statement = {
  name: "team_person",
  text: "SELECT email, name FROM users WHERE id = $1",
};

/** The condition on the action is that of two partial indexes. */
const sent = (condition: string) => `
  SELECT count(*)::int FROM audit_log AS log
  WHERE log.action IN ('team.invited', 'team.invitation_renewed') AND log.created_at >= $2::timestamptz AND ${condition}`;

export const countSent: Statement = {
  name: "team_count_sent",
  text: `
    SELECT (${sent("log.project_id = $1")}) AS by_project,
      (${sent("(log.project_id = $1 OR log.user_id = $4) AND log.details->>'email' = $3")}) AS to_address,
      (${sent("log.user_id = $4")}) AS by_person`,
};

export const selectMembers: Statement = {
  name: "team_members",
  text: `
    SELECT person.id AS user_id, person.email, person.name, member.role, member.created_at,
      person.totp_enabled_at IS NOT NULL AS has_second_factor,
      (SELECT count(*)::int FROM api_keys AS key
        WHERE key.project_id = $1 AND key.created_by_id = person.id AND ${isServerKeyInForce("$2")}) AS server_keys
    FROM memberships AS member JOIN users AS person ON person.id = member.user_id
    WHERE member.project_id = $1
    ORDER BY member.role, member.created_at, person.id LIMIT 500`,
};

export const selectRole: Statement = {
  name: "team_role",
  text: "SELECT role FROM memberships WHERE project_id = $1 AND user_id = $2",
};

export const countOtherOwners: Statement = {
  name: "team_other_owners",
  text: `
    SELECT count(*) AS count FROM memberships AS member
    JOIN users AS person ON person.id = member.user_id AND person.disabled_at IS NULL
    WHERE member.project_id = $1 AND member.user_id <> $2 AND member.role = 'OWNER'`,
};

export const updateRole: Statement = {
  name: "team_set_role",
  text: "UPDATE memberships SET role = $3::role WHERE project_id = $1 AND user_id = $2",
};

export const deleteMember: Statement = {
  name: "team_remove",
  text: "DELETE FROM memberships WHERE project_id = $1 AND user_id = $2",
};

export const selectMemberByEmail: Statement = {
  name: "team_member_by_email",
  text: `
    SELECT FROM users AS person JOIN memberships AS member ON member.user_id = person.id AND member.project_id = $1
    WHERE person.email = $2`,
};

const open =
  "invitation.project_id = $1 AND invitation.accepted_at IS NULL AND invitation.revoked_at IS NULL";
const invitations = `
  SELECT invitation.id, invitation.email, invitation.role, coalesce(person.name, person.email) AS invited_by,
    invitation.created_at, invitation.expires_at
  FROM invitations AS invitation LEFT JOIN users AS person ON person.id = invitation.invited_by_id
  WHERE ${open}`;

export const selectInvitations: Statement = {
  name: "team_invitations",
  text: `${invitations} ORDER BY invitation.created_at DESC, invitation.id DESC LIMIT 500`,
};

export const selectInvitation: Statement = {
  name: "team_invitation",
  text: `${invitations} AND (invitation.id = $2::text OR invitation.email = $3::text)`,
};

export const countInvitations: Statement = {
  name: "team_count_invitations",
  text: `SELECT count(*) AS count FROM invitations AS invitation WHERE ${open}`,
};

export const insertInvitation: Statement = {
  name: "team_invite",
  text: `
    INSERT INTO invitations (id, project_id, email, role, token_hash, mailed, invited_by_id, created_at, expires_at)
    VALUES ($1, $2, $3, $4::role, $5, $6, $7, $8, $9)`,
};

export const renewInvitation: Statement = {
  name: "team_renew_invitation",
  text: `
    UPDATE invitations AS invitation SET token_hash = $3, mailed = $4, expires_at = $5, invited_by_id = $6
    WHERE ${open} AND invitation.id = $2`,
};

export const revokeInvitation: Statement = {
  name: "team_revoke_invitation",
  text: `UPDATE invitations AS invitation SET revoked_at = $3 WHERE ${open} AND invitation.id = $2`,
};

export const revokeInvitationsOf: Statement = {
  name: "team_revoke_invitations_of",
  text: `
    UPDATE invitations AS invitation SET revoked_at = $4
    WHERE ${open} AND invitation.invited_by_id = $2 AND invitation.role = ANY ($3::role[]) RETURNING id`,
};

export const cancelWalletChangeOf: Statement = {
  name: "team_cancel_wallet_change_of",
  text: `
    UPDATE wallet_changes SET cancelled_at = $3
    WHERE project_id = $1 AND requested_by_id = $2 AND applied_at IS NULL AND cancelled_at IS NULL
    RETURNING id`,
};
