"use client";

import { useState } from "react";
import type { Role } from "@/lib/accounts/roles.rules";
import { shellWords } from "../messages/shell";
import { teamWords } from "../messages/team";
import { Field } from "../ui/form/field";

/** Which role, with what it may do. */
export function RoleField({ roles, initial }: { roles: readonly Role[]; initial: Role }) {
  const [role, setRole] = useState<Role>(initial);
  return (
    <Field name="role" label={teamWords.role} hint={teamWords.roleHints[role]}>
      {(control) => (
        <select
          {...control}
          value={role}
          onChange={(event) => setRole(event.target.value as Role)}
          className="field-compact"
        >
          {roles.map((each) => (
            <option key={each} value={each}>
              {shellWords.roles[each]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
