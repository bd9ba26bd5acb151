-- API keys that are in force show less from now on: the audit log says what, and owners get a letter of it.
WITH "narrowed" AS (
  INSERT INTO "audit_log" ("project_id", "action", "target", "details", "created_at")
  SELECT project."id", 'project.api_key_narrowed', project."id",
    jsonb_build_object(
      'noLongerListed', 'checkouts created by a server key, a payment link or in the dashboard; metadata; success pages of unpaid checkouts; references, unless the request filters by one',
      'nowRefused', 'success and cancel pages outside your allowed origins',
      'toKeepTheWholeList', 'choose “On my server only” in the payment settings, create a new API key, and revoke the old one'
    ),
    now()
  FROM "projects" AS project
  WHERE project."deleted_at" IS NULL AND project."api_key_use" = 'BROWSER' AND EXISTS (
    SELECT FROM "api_keys" AS key
    WHERE key."project_id" = project."id" AND key."kind" = 'API' AND key."revoked_at" IS NULL
      AND (key."expires_at" IS NULL OR key."expires_at" > now())
  )
  RETURNING "id", "project_id", "created_at"
)
INSERT INTO "owner_notices" ("audit_id", "user_id", "created_at")
SELECT narrowed."id", member."user_id", narrowed."created_at"
FROM "narrowed" AS narrowed
JOIN "memberships" AS member ON member."project_id" = narrowed."project_id" AND member."role" = 'OWNER';
