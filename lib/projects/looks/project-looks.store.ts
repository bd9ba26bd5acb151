import type { AuditEntry } from "@/lib/accounts/audit.store";
import { type Database, run, type Statement } from "@/lib/platform/database";
import { changeProject } from "@/lib/projects/project-lifecycle.store";
import type { LogoReader, ProjectLooks } from "./project-looks.port";

/** Logos and colours of projects in Postgres. */
export function createProjectLooks({ pool }: Pick<Database, "pool">): ProjectLooks & LogoReader {
  const change = (entry: AuditEntry, statement: Statement, values: unknown[]) =>
    changeProject(pool, entry, async (connection) => {
      await run(connection, statement, [entry.projectId, ...values]);
      return "changed";
    });

  return {
    saveLogo: (logo, entry) =>
      logo === null
        ? change(entry, deleteLogo, [])
        : change(entry, saveLogo, [logo.digest, logo.mediaType, logo.bytes, entry.at]),

    saveAccent: (accentColor, entry) => change(entry, saveAccent, [accentColor]),

    findLogo: async (digest) => {
      const [row] = await run<{ media_type: string; bytes: Buffer }>(pool, selectLogo, [digest]);
      return row === undefined ? null : { mediaType: row.media_type, bytes: row.bytes };
    },
  };
}

const saveLogo: Statement = {
  name: "project_save_logo",
  text: `
    INSERT INTO project_logos (project_id, digest, media_type, bytes, uploaded_at)
    VALUES ($1, $2, $3, $4, $5)
    ON CONFLICT (project_id) DO UPDATE SET digest = excluded.digest, media_type = excluded.media_type,
      bytes = excluded.bytes, uploaded_at = excluded.uploaded_at`,
};
const deleteLogo: Statement = {
  name: "project_delete_logo",
  text: "DELETE FROM project_logos WHERE project_id = $1",
};
const saveAccent: Statement = {
  name: "project_save_accent",
  text: "UPDATE projects SET accent_color = $2 WHERE id = $1",
};
const selectLogo: Statement = {
  name: "project_logo_find",
  text: "SELECT media_type, bytes FROM project_logos WHERE digest = $1 LIMIT 1",
};
