import { z } from "zod";
import type { ByPerson } from "@/lib/accounts/sign-in/signed-in";
import type { Chain } from "@/lib/chain/chains.rules";
import { act } from "@/lib/platform/acts";
import { address, nothing, text } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { alignColumns } from "@/lib/platform/values/text.rules";
import type { ByInProject } from "./project-access";
import { checkWallet, foundProjectFor, listProjects, removeProject } from "./project-lifecycle";
import type { ProjectParts } from "./projects.parts";
import { projectName } from "./settings/settings.schema";

/** How projects begin and end. A person founds theirs with a payment link, in the room of links. */
export const projectActs = {
  checkWallet: act(
    { fresh: false, input: z.object({ wallet: address }) },
    (parts: ProjectParts, { signedIn }: ByPerson, { wallet }) => checkWallet(parts, signedIn, wallet),
    {
      account: {
        name: "checkWallet",
        output: z.object({
          /** Unknown while a network does not answer and no other shows a contract. */
          kind: z.enum(["key", "contract", "unknown"]),
          deployedOn: z.array(z.string()),
          missingOn: z.array(z.string()),
        }),
        show: (check) => check,
      },
    },
  ),
  foundFor: act(
    { input: z.object({ owner: text(254), name: projectName, wallet: address }) },
    (parts: Parameters<typeof foundProjectFor>[0], _, { owner, name, wallet }) =>
      foundProjectFor(parts, owner, { name, settlementWallet: wallet }),
    {
      command: {
        name: "projects create",
        says: "creates a project that accepts every token in CHAINS",
        anywhere: true,
        options: { owner: "--owner EMAIL", name: "--name NAME", wallet: "--wallet ADDRESS" },
        show: ({ projectId }, { chains }: { chains: readonly Chain[] }, { owner, wallet }) => {
          const accepted = chains.map(
            (chain) => `${chain.tokens.map(({ symbol }) => symbol).join(", ")} on ${chain.name}`,
          );
          return [
            projectId,
            `${owner} owns it. Payments settle to ${checksummed(wallet)}.`,
            `It accepts ${accepted.join("; ")}.`,
          ];
        },
      },
    },
  ),
  list: act({}, (parts: Pick<ProjectParts, "projectLifecycle">) => listProjects(parts), {
    command: {
      name: "projects list",
      says: "lists the newest 100 projects and their owners",
      reads: true,
      anywhere: true,
      show: (projects) =>
        projects.length === 0
          ? ["There are no projects. To create one, run `projects create`."]
          : alignColumns(
              projects.map(({ projectId, name, owner, createdAt }) => [
                projectId,
                createdAt.toISOString(),
                owner === null ? "no owner" : owner,
                name,
              ]),
            ),
    },
  }),
  remove: act(
    { permission: "project.delete", fresh: true, input: z.object({ name: text(400) }) },
    async (parts: ProjectParts, { access }: ByInProject, { name }) => {
      await removeProject(parts, access, name);
      return access.projectId;
    },
    {
      dashboard: { name: "deleteProject", output: nothing },
      command: {
        name: "projects delete",
        says: "deletes a project and its keys; payments still reach its wallet",
        word: "NAME",
        typed: { read: ({ word }) => ({ name: word }) },
        show: (projectId) => [`${projectId}: deleted.`],
      },
    },
  ),
};
