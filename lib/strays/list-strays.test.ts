import { expect, test } from "vitest";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { StrayCursor } from "@/lib/strays/stray.rules";
import { listStrays } from "./list-strays";

const access = { projectId: "prj_1" } as ProjectAccess;

const at: StrayCursor = { checkoutId: "chk_5", chainId: 1, tokenAddress: null };

const lookedTo: StrayCursor = { checkoutId: "chk_7", chainId: 1, tokenAddress: null };

const found = (looked: StrayCursor | null) => ({ page: async () => ({ strays: [], lookedTo: looked }) });

test("links to the next and the previous page when a search finds nothing in its bounds", async () => {
  const list = (kind: "after" | "before", looked: StrayCursor | null) =>
    listStrays({ strayList: found(looked) }, access, { kind, cursor: at });
  const beyond = { kind: "after", cursor: lookedTo };
  expect(await list("before", lookedTo)).toEqual({
    items: [],
    newer: { kind: "before", cursor: lookedTo },
    older: beyond,
  });
  expect(await list("after", lookedTo)).toMatchObject({ items: [], older: beyond });
  // There is no more to look at.
  expect(await list("before", null)).toEqual({ items: [], newer: null, older: null });
});
