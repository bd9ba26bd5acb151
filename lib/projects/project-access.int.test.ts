import { afterAll, beforeAll, expect, test } from "vitest";
import { permissions, roles } from "@/lib/accounts/roles.rules";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { noon } from "@/lib/testing/builders";
import { openTestAccess } from "@/lib/testing/project-access";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { openProject } from "./project-access";

let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});

afterAll(() => stores.close());

const open = async (signedIn: Parameters<typeof openProject>[1], projectId: string) =>
  openProject({ memberships: createMembershipStore(stores.database) }, signedIn, projectId).then(
    (access) => access.projectId,
    (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
  );

test("strangers' projects, deleted ones and those that never were cannot be told apart", async () => {
  const [mine, others, deleted] = await Promise.all([1, 2, 3].map(() => stores.createProject()));
  const { signedIn } = await openTestAccess(stores, mine ?? "");
  await stores.database.prisma.membership.create({
    data: { userId: signedIn.userId, projectId: deleted ?? "", role: "OWNER" },
  });
  await stores.admin.deleteProject(deleted ?? "", noon);

  expect(await open(signedIn, mine ?? "")).toBe(mine);
  const nowhere = [
    "prj_00000000000000000000000000",
    "",
    "prj_",
    "' OR 1=1 --",
    `${mine}\u0000`,
    mine?.toUpperCase(),
  ];
  const answers = await Promise.all([others, deleted, ...nowhere].map((id) => open(signedIn, id ?? "")));
  expect(new Set(answers)).toEqual(new Set(["PROJECT_NOT_FOUND: Project not found."]));
});

test("each role is let do what the table says, and told what it takes otherwise", async () => {
  const projectId = await stores.createProject();
  for (const role of roles) {
    const access = await openTestAccess(stores, projectId, role);
    expect(access.role).toBe(role);
    for (const permission of permissions) {
      const refusal = /^Your role in this project doesn't allow this/;
      if (access.may(permission)) {
        expect(() => access.require(permission)).not.toThrow();
        expect(access.as(permission)).toEqual({ projectId, userId: access.userId });
      } else {
        expect(() => access.require(permission)).toThrow(refusal);
        expect(() => access.as(permission)).toThrow(refusal);
      }
    }
  }
});

test("the list of a person has their projects alone, by name, without deleted ones", async () => {
  const [first, second, gone] = await Promise.all([1, 2, 3].map(() => stores.createProject()));
  await stores.createProject();
  const { userId } = await openTestAccess(stores, first ?? "", "VIEWER");
  await stores.database.prisma.membership.createMany({
    data: [second, gone].map((projectId) => ({ userId, projectId: projectId ?? "", role: "ADMIN" as const })),
  });
  await stores.admin.deleteProject(gone ?? "", noon);
  const listed = await createMembershipStore(stores.database).list(userId);
  expect(Object.fromEntries(listed.map(({ projectId, role }) => [projectId, role]))).toEqual({
    [first ?? ""]: "VIEWER",
    [second ?? ""]: "ADMIN",
  });
});
