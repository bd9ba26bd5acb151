import { afterEach, beforeEach, describe, expect, it, test, vi } from "vitest";
import { permissions, roles } from "@/lib/accounts/roles.rules";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { later, noon } from "@/lib/testing/builders";
import { fileWorld, testWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";
import { openTestAccess } from "@/lib/testing/world/people";
import { isNeighbours } from "@/lib/testing/world/twins";
import { deleteEndpoint } from "@/lib/webhooks/endpoints/manage-endpoints";
import { openProject } from "./project-access";
import { createQuickstartReader } from "./quickstart-reader.store";

const { stores } = await fileWorld();
let projectId: string;

beforeEach(async () => {
  projectId = await stores.createProject({ settlementPolicy: "MANUAL", refundMode: "CONVENIENT" });
});
afterEach(() => {
  vi.restoreAllMocks();
});

describe("isOriginAllowed", () => {
  const origin = "https://shop.example";

  test("is true when a live project allows exactly this origin", async () => {
    const isOriginAllowed = (text: string) => stores.projects.isOriginAllowed(text, null);
    const own = `https://${projectId.slice(4)}.example`;
    expect(await isOriginAllowed(own)).toBe(false);
    await stores.admin.allowOrigins(projectId, [own], noon);
    const asked = await Promise.all([own, `${own}.`, own.toUpperCase(), `${own}:8443`].map(isOriginAllowed));
    expect(asked).toEqual([true, false, false, false]);
    await stores.admin.deleteProject(projectId, noon);
    expect(await isOriginAllowed(own)).toBe(false);
  });

  test("of a project uses its own list, and is false while its API key stays on its server", async () => {
    const own = `https://${projectId.slice(4)}.example`;
    const neighbour = await stores.createProject();
    await stores.admin.allowOrigins(projectId, [own], noon);
    const { isOriginAllowed } = stores.projects;
    expect([await isOriginAllowed(own, projectId), await isOriginAllowed(own, neighbour)]).toEqual([
      true,
      false,
    ]);
    const allowed = async () => [await isOriginAllowed(own, projectId), await isOriginAllowed(own, null)];
    await stores.database.prisma.project.update({
      where: { id: projectId },
      data: { apiKeyUse: "SERVER", apiKeyUseSince: noon },
    });
    expect(await allowed()).toEqual([false, false]);
    // A key made since then is a secret; a page may show an earlier one until it is revoked.
    await stores.admin.createApiKey({ projectId, kind: "api", at: later(1) });
    expect(await allowed()).toEqual([false, false]);
    const { keyId } = await stores.admin.createApiKey({ projectId, kind: "api", at: noon });
    expect(await allowed()).toEqual([true, true]);
    await stores.admin.revokeApiKey({ projectId, keyId, at: later(1) });
    expect(await allowed()).toEqual([false, false]);
  });

  test("stores origins as browsers send them, and refuses the whole list for an invalid one", async () => {
    await stores.admin.allowOrigins(projectId, ["HTTPS://Bücher.example:443", origin, origin], noon);
    const allowed = async () => (await stores.projects.findById(projectId))?.allowedOrigins;
    expect(await allowed()).toEqual([origin, "https://xn--bcher-kva.example"]);
    const wrong = ["null", "*", "https://*.shop.example", `${origin}/`, `${origin}.`, "http://shop.example"];
    for (const text of wrong) {
      const both = stores.admin.allowOrigins(projectId, ["https://other.example", text], noon);
      await expect(both).rejects.toThrow(RangeError);
    }
    expect(await allowed()).toHaveLength(2);
  });
});

describe("project access", () => {
  const open = async (signedIn: Parameters<typeof openProject>[1], projectId: string) =>
    openProject({ memberships: createMembershipStore(stores.database) }, signedIn, projectId).then(
      (access) => access.projectId,
      (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
    );

  test("another person's, deleted and unknown projects are indistinguishable", async () => {
    const [mine, others, deleted] = await Promise.all([1, 2, 3].map(() => stores.createProject()));
    const { signedIn } = await openTestAccess(stores, mine ?? "");
    await stores.database.prisma.membership.create({
      data: { userId: signedIn.userId, projectId: deleted ?? "", role: "OWNER" },
    });
    await stores.admin.deleteProject(deleted ?? "", noon);

    expect(await open(signedIn, mine ?? "")).toBe(mine);
    const never = ["prj_00000000000000000000000000", "", "prj_", "' OR 1=1 --"];
    const nowhere = [...never, `${mine}\u0000`, mine?.toUpperCase()];
    const answers = await Promise.all([others, deleted, ...nowhere].map((id) => open(signedIn, id ?? "")));
    expect(new Set(answers)).toEqual(new Set(["PROJECT_NOT_FOUND: Project not found."]));
  });

  test("allows each role's permissions in the table, and names the required role otherwise", async () => {
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

  test("lists a person's projects only, by name, without deleted ones", async () => {
    const [first, second, gone] = await Promise.all([1, 2, 3].map(() => stores.createProject()));
    await stores.createProject();
    const { userId } = await openTestAccess(stores, first ?? "", "VIEWER");
    await stores.database.prisma.membership.createMany({
      data: [second, gone].map((projectId) => ({
        userId,
        projectId: projectId ?? "",
        role: "ADMIN" as const,
      })),
    });
    await stores.admin.deleteProject(gone ?? "", noon);
    const listed = await createMembershipStore(stores.database).list(userId);
    const own = listed.filter(({ projectId: id }) => !isNeighbours(id));
    expect(Object.fromEntries(own.map(({ projectId, role }) => [projectId, role]))).toEqual({
      [first ?? ""]: "VIEWER",
      [second ?? ""]: "ADMIN",
    });
  });
});

describe("read quickstart", () => {
  const world = testWorld();
  const desk = endpointDesk(world);

  it("returns each step of a project's own progress", async () => {
    const { stores } = world;
    const { owner } = desk;
    const stranger = await desk.stranger();
    const access = await openTestAccess(stores, owner.projectId, "VIEWER");
    const other = await openTestAccess(stores, stranger.projectId, "VIEWER");
    const read = ({ projectId } = access) =>
      createQuickstartReader(stores.database).read(projectId, world.now);
    const nothing = { hasKey: false, checkoutId: null, endpointId: null, isDelivered: false };
    expect(await read()).toEqual(nothing);

    const { projectId } = owner;
    const over = { at: later(-2, world.now), expiresAt: world.now };
    await stores.admin.createApiKey({ projectId, kind: "server", ...over });
    expect(await read()).toEqual(nothing);
    const { keyId } = await stores.admin.createApiKey({ projectId, kind: "server", at: world.now });
    expect(await read()).toEqual({ ...nothing, hasKey: true });
    expect(await read(other)).toEqual(nothing);
    await stores.admin.revokeApiKey({ projectId, keyId, at: world.now });
    expect(await read()).toEqual(nothing);

    const { id: endpointId } = await desk.create();
    const { checkoutId } = await desk.tell();
    expect(await read()).toMatchObject({ checkoutId, endpointId, isDelivered: false });
    const failed = await desk.claimOne();
    await desk.record(failed, { kind: "exhausted" });
    expect(await read()).toMatchObject({ isDelivered: false });

    await desk.tell();
    const delivered = await desk.claimOne();
    await desk.record(delivered, { kind: "delivered" });
    expect(await read()).toMatchObject({ isDelivered: true });
    await deleteEndpoint(world.deps, owner, endpointId);
    expect(await read()).toMatchObject({ endpointId: null });
    expect(await read(other)).toEqual(nothing);
  });
});
