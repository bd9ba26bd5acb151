import { expect, test } from "@playwright/test";
import type { KeyKind } from "@/lib/api/operations/operation";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { type ApiKeyKind, formatApiKey } from "@/lib/projects/keys/api-key.rules";
import { type Answer, call } from "../support/api";
import { expectFailure, withoutRequestId } from "../support/contract";
import { everyOperation, pathOf } from "../support/operation-requests";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { manifest } from "../support/stack";

const demo = manifest();
let projects: Projects;

test.beforeAll(() => {
  projects = openProjects(demo);
});
test.afterAll(() => projects.close());

/** What each family says of a key (spec §7). */
const families: Record<
  Exclude<KeyKind, "none">,
  { missing: ErrorCode; otherKind: ErrorCode; unknown: ErrorCode; takes: ApiKeyKind; read: string }
> = {
  server: {
    missing: "SERVER_KEY_REQUIRED",
    otherKind: "INVALID_KEY_TYPE",
    unknown: "PROJECT_NOT_FOUND",
    takes: "server",
    read: "/v1/checkouts",
  },
  project: {
    missing: "UNAUTHORIZED",
    otherKind: "FORBIDDEN",
    unknown: "UNAUTHORIZED",
    takes: "api",
    read: "/dashboard/projects/{projectId}/checkouts",
  },
  sdk: {
    missing: "AUTH_PROJECT_REQUIRED",
    otherKind: "INVALID_KEY_TYPE",
    unknown: "AUTH_PROJECT_NOT_FOUND",
    takes: "api",
    read: "/sdk/project",
  },
};

const secret = () => crypto.getRandomValues(new Uint8Array(32));
const prefixes = { server: "svc_server_", api: "svc_sk_" };
const otherKind = (kind: ApiKeyKind): ApiKeyKind => (kind === "server" ? "api" : "server");

/** Wrong in all that is judged after the key: the origin, the type and the syntax of the body. */
const wrongOtherwise = { origin: "https://evil.example", "content-type": "text/plain" };

for (const operation of everyOperation) {
  if (operation.keyKind === "none") continue;
  const { missing, otherKind: wrongKind, unknown, takes } = families[operation.keyKind];
  const { method } = operation;
  const body = method === "POST" ? { body: "{" } : {};
  const ask = (key: string | null) =>
    call(`${demo.baseUrl}${pathOf(demo, operation)}`, {
      method,
      ...body,
      headers: { ...wrongOtherwise, ...(key === null ? {} : { "x-api-key": key }) },
    });

  test.describe(`a key for ${operation.operationId}`, () => {
    test(`that is missing or empty is ${missing}, before all else`, async () => {
      for (const key of [null, "", "  "]) expectFailure(await ask(key), missing);
    });

    test(`of the other kind is ${wrongKind}, whether there is such a key or not`, async () => {
      const other = otherKind(takes);
      const own = other === "server" ? demo.serverKey : demo.apiKey;
      for (const key of [own, formatApiKey(other, secret()), prefixes[other], `${prefixes[other]}x`])
        expectFailure(await ask(key), wrongKind);
    });

    test(`that nobody has is ${unknown}, before the origin and the body`, async () => {
      const right = formatApiKey(takes, secret());
      for (const key of [
        right,
        right.slice(0, -1),
        `${right}0`,
        right.toUpperCase(),
        `${right}, ${right}`,
        "undefined",
      ])
        expectFailure(await ask(key), unknown);
    });
  });
}

for (const [family, { unknown, takes, read }] of Object.entries(families)) {
  test.describe(`the life of a key of the ${family} family`, () => {
    const idOf = (project: MadeProject) => (takes === "server" ? project.serverKeyId : project.apiKeyId);
    const keyOf = (project: MadeProject) => (takes === "server" ? project.serverKey : project.apiKey);
    const ask = ({ projectId }: MadeProject, key: string): Promise<Answer<unknown>> =>
      call(`${demo.baseUrl}${read.replace("{projectId}", projectId)}`, { headers: { "x-api-key": key } });

    test("a revoked key is refused with the very next request", async () => {
      const project = await projects.make();
      const [key, keyId] = [keyOf(project), idOf(project)];
      const running = Array.from({ length: 20 }, () => ask(project, key));
      expect((await ask(project, key)).status).toBe(200);
      await projects.admin.revokeApiKey({ projectId: project.projectId, keyId, at: new Date() });
      const answer = await ask(project, key);
      expectFailure(answer, unknown);
      await Promise.all(running);
      // No way to tell that it once was a key.
      const never = await ask(project, formatApiKey(takes, secret()));
      expect(withoutRequestId(answer)).toBe(withoutRequestId(never));
    });

    test("a rotated key goes on with overlap and ends without, and the new one works", async () => {
      for (const overlap of [true, false]) {
        const project = await projects.make();
        const made = await projects.admin.rotateApiKey({
          projectId: project.projectId,
          keyId: idOf(project),
          at: new Date(),
          overlap,
        });
        expect((await ask(project, made?.key ?? "")).status).toBe(200);
        const old = await ask(project, keyOf(project));
        if (overlap) expect(old.status).toBe(200);
        else expectFailure(old, unknown);
      }
    });

    test("a rotated key is refused when its 24 hours are over", async () => {
      const project = await projects.make();
      const at = new Date(Date.now() - 24 * 3_600_000);
      const keyId = idOf(project);
      await projects.admin.rotateApiKey({ projectId: project.projectId, keyId, at, overlap: true });
      expectFailure(await ask(project, keyOf(project)), unknown);
    });

    test("an expired key is refused", async () => {
      const project = await projects.make();
      const { projectId } = project;
      const expiresAt = new Date(Date.now() - 1);
      const { key } = await projects.admin.createApiKey({
        projectId,
        kind: takes,
        at: new Date(),
        expiresAt,
      });
      expectFailure(await ask(project, key), unknown);
    });

    test("a deleted project's key is refused", async () => {
      const project = await projects.make();
      expect((await ask(project, keyOf(project))).status).toBe(200);
      await projects.admin.deleteProject(project.projectId, new Date());
      expectFailure(await ask(project, keyOf(project)), unknown);
    });

    test("its use is recorded, and shown without the key", async () => {
      const project = await projects.make();
      const before = Date.now();
      expect((await ask(project, keyOf(project))).status).toBe(200);
      const listed = async () =>
        (await projects.admin.listApiKeys(project.projectId, new Date())).find(
          ({ keyId }) => keyId === idOf(project),
        );
      await expect
        .poll(async () => (await listed())?.lastUsedAt?.getTime(), { timeout: 30_000 })
        .toBeGreaterThanOrEqual(before);
      expect(JSON.stringify(await listed())).not.toContain(keyOf(project).slice(12, -4));
    });
  });
}
