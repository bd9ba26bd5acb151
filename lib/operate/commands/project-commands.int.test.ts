import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getLogo } from "@/lib/projects/looks/change-looks";
import { createProjectLooks } from "@/lib/projects/looks/project-looks.store";
import { runAdminCommand } from "@/lib/testing/admin-commands";
import { newId, noon } from "@/lib/testing/builders";
import { raceToWrite } from "@/lib/testing/gate";
import { plainPicture } from "@/lib/testing/pictures";
import { fileWorld } from "@/lib/testing/world";

const { stores, project } = await fileWorld();
const projectId = project.id;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "logos-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const admin = (...args: string[]) => runAdminCommand(stores.databaseUrl, args);
const projects = (...args: string[]) => admin("projects", ...args);
const own = (verb: string, ...args: string[]) => projects(verb, "--project", projectId, ...args);

async function file(name: string, bytes: Uint8Array | string): Promise<string> {
  const where = path.join(folder, name);
  await writeFile(where, bytes);
  return where;
}
const picture = (background: string) => plainPicture({ width: 30, height: 30 }, background).png().toBuffer();

/** What customers are shown of the project. */
async function looks() {
  const { id } = await stores.createCheckout({ projectId });
  const found = await stores.checkouts.findPublic(id);
  return { accentColor: found?.accentColor, logoDigest: found?.logoDigest };
}
const acts = async () =>
  (await stores.database.prisma.auditLog.findMany({ where: { projectId }, orderBy: { id: "asc" } })).map(
    ({ action }) => action,
  );

describe("npm run admin -- projects logo", () => {
  const served = (digest: string) => getLogo({ logos: createProjectLooks(stores.database) }, digest);

  it("shows the picture to customers and merchant, until it is replaced or removed", async () => {
    const { exitCode, text } = await own("logo", "--file", await file("logo.svg", await picture("green")));
    expect(exitCode, text).toBe(0);
    const digest = text.match(/\/logos\/([0-9a-f]{64})/)?.[1] ?? "";
    expect(await looks()).toMatchObject({ logoDigest: digest });
    expect((await stores.projects.findById(projectId))?.logoDigest).toBe(digest);
    const { bytes, mediaType } = await served(digest);
    expect([mediaType, Buffer.from(bytes).toString("latin1", 8, 12)]).toEqual(["image/webp", "WEBP"]);

    await own("logo", "--file", await file("other.png", await picture("red")));
    const { logoDigest } = await looks();
    expect(logoDigest).not.toBe(digest);
    await expect(served(digest)).rejects.toMatchObject({ code: "NOT_FOUND" });

    expect((await own("logo", "--none")).text).toBe("The project has no logo.");
    expect(await looks()).toMatchObject({ logoDigest: null });
    await expect(served(String(logoDigest))).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await acts()).toEqual(["project.logo_changed", "project.logo_changed", "project.logo_removed"]);
  });

  it("stores a picture shared by two projects once, while one of them uses it", async () => {
    const other = await stores.createProject();
    const same = await file("same.png", await picture("blue"));
    await own("logo", "--file", same);
    await projects("logo", "--project", other, "--file", same);
    const { logoDigest } = await looks();
    await own("logo", "--none");
    expect((await served(String(logoDigest))).mediaType).toBe("image/webp");
  });

  it.each([
    ["an SVG by another name", '<svg xmlns="http://www.w3.org/2000/svg"/>', /Choose a PNG, JPEG or WebP/],
    ["an empty file", "", /Choose a PNG, JPEG or WebP/],
    ["257 KiB", "x".repeat(257 * 1024), /up to 256 KiB/],
  ])("refuses %s, and changes nothing", async (_, content, message) => {
    await own("logo", "--file", await file("good.png", await picture("green")));
    const before = [await looks(), await acts()];
    const { exitCode, text } = await own("logo", "--file", await file("logo.png", content));
    expect([exitCode, text]).toEqual([1, expect.stringMatching(message)]);
    expect([await looks(), await acts()]).toEqual(before);
  });

  it("refuses invalid files", async () => {
    const logo = await file("good.png", await picture("green"));
    for (const args of [[], ["--file", logo, "--none"]])
      expect(await own("logo", ...args)).toMatchObject({
        exitCode: 2,
        text: expect.stringMatching(/^projects logo: Give either --file or --none\.\nUsage: .*PICTURE/),
      });
    expect((await own("logo", "--file", path.join(folder, "nowhere"))).text).toMatch(
      /Can't read the file: ENOENT/,
    );
    expect((await own("logo", "--file", folder)).text).toMatch(/Can't read the file: EISDIR/);
    const unknown = await projects("logo", "--project", newId("prj"), "--file", logo);
    expect(unknown).toEqual({ exitCode: 1, text: "Project not found." });
  });
});

describe("npm run admin -- projects accent", () => {
  it("gives the pages a colour, and takes it away", async () => {
    expect(await own("accent", "--color", "#0A7D4B")).toMatchObject({ exitCode: 0 });
    expect(await looks()).toMatchObject({ accentColor: "#0a7d4b" });
    expect(await own("accent", "--none")).toMatchObject({ exitCode: 0 });
    expect(await looks()).toMatchObject({ accentColor: null });
    expect((await acts()).slice(-2)).toEqual(["project.accent_changed", "project.accent_changed"]);
  });

  it.each(["green", "#fff", "#0a7d4b;}"])("refuses %s", async (color) => {
    expect(await own("accent", "--color", color)).toMatchObject({ exitCode: 1 });
    expect(await looks()).toMatchObject({ accentColor: null });
  });

  it("refuses a deleted project", async () => {
    const gone = await stores.createProject();
    await stores.admin.deleteProject(gone, new Date());
    const { exitCode, text } = await projects("accent", "--project", gone, "--color", "#0a7d4b");
    expect([exitCode, text]).toEqual([1, "Project not found."]);
  });
});

describe("npm run admin -- projects api-key", () => {
  const use = async () => (await stores.projects.findById(projectId))?.apiKeyUse;

  it("sets the key's use: browsers, the default, or a server", async () => {
    const before = (await acts()).length;
    expect(await use()).toBe("BROWSER");
    const { exitCode, text } = await own("api-key", "--use", "server");
    expect([exitCode, text]).toEqual([0, expect.stringMatching(/^The key is a secret/)]);
    await own("api-key", "--use", "server");
    expect(await use()).toBe("SERVER");
    expect((await own("api-key", "--use", "browser")).text).toMatch(/^Anyone may read the key/);
    expect(await use()).toBe("BROWSER");
    expect((await acts()).slice(before)).toEqual(["project.setting_changed", "project.setting_changed"]);
  });

  it.each(["BROWSER", "both", ""])("refuses %j", async (value) => {
    expect(await own("api-key", "--use", value)).toMatchObject({
      exitCode: 1,
      text: "Add --use browser or --use server.",
    });
    const unknown = await projects("api-key", "--project", newId("prj"), "--use", "server");
    expect(unknown).toEqual({ exitCode: 1, text: "Project not found." });
  });
});

describe("npm run admin -- projects hold", () => {
  const hours = async () =>
    (await stores.database.prisma.project.findUniqueOrThrow({ where: { id: projectId } }))
      .settlementHoldHours;

  it("holds settlement back for hours, and notes each change", async () => {
    const before = (await acts()).length;
    expect((await own("hold", "--hours", "48")).text).toBe(
      "Settlement waits 48 hours after a checkout is PAID.",
    );
    expect(await hours()).toBe(48);
    await own("hold", "--hours", "48");
    expect((await own("hold", "--hours", "0")).text).toBe("Settlement no longer waits.");
    expect(await hours()).toBe(0);
    expect((await acts()).slice(before)).toEqual(["project.setting_changed", "project.setting_changed"]);
  });

  it.each(["721", "-1", "1.5", "two", ""])("refuses %j hours", async (value) => {
    expect(await own("hold", `--hours=${value}`)).toEqual({
      exitCode: 1,
      text: "Enter --hours as a whole number from 0 to 720.",
    });
  });
});

describe("npm run admin -- projects origins", () => {
  const origins = async () => (await stores.projects.findById(projectId))?.allowedOrigins;

  it("allows in the form that browsers send, and forbids, once each", async () => {
    const before = (await acts()).length;
    expect(await own("origins", "--allow", "https://Shop.example:443")).toEqual({
      exitCode: 0,
      text: "Allowed:\nhttps://shop.example",
    });
    await own("origins", "--allow", "https://shop.example");
    await own("origins", "--allow", "http://localhost:3000");
    expect(await origins()).toEqual(["http://localhost:3000", "https://shop.example"]);
    await own("origins", "--forbid", "https://shop.example");
    await own("origins", "--forbid", "https://shop.example");
    expect((await own("origins", "--forbid", "http://localhost:3000")).text).toBe(
      "The project allows no origins.",
    );
    expect((await acts()).slice(before)).toEqual([
      "project.origin_allowed",
      "project.origin_allowed",
      "project.origin_forbidden",
      "project.origin_forbidden",
    ]);
  });

  it("limits their number, also for two concurrent additions", async () => {
    const many = Array.from({ length: 49 }, (_, index) => `https://shop-${index}.example`);
    await stores.admin.allowOrigins(projectId, many, new Date());
    const ends = await raceToWrite(stores.database, "allowed_origins", [
      () => own("origins", "--allow", "https://a.example"),
      () => own("origins", "--allow", "https://b.example"),
    ]);
    const answers = ends.flatMap((end) => (end.status === "fulfilled" ? [end.value] : []));
    expect(answers.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1]);
    expect(answers.map(({ text }) => text).join("")).toContain(
      "A project can have at most 50 origins. Remove one first.",
    );
    expect(await origins()).toHaveLength(50);
  });

  it.each(["*", "https://shop.example/", "http://shop.example", "null"])("refuses %s", async (origin) => {
    const before = await origins();
    expect((await own("origins", "--allow", origin)).text).toMatch(/^Enter an origin like https/);
    expect(await origins()).toEqual(before);
  });

  it("refuses invalid origins", async () => {
    expect((await own("origins")).text).toMatch(
      /^projects origins: Give either --allow or --forbid\.\nUsage: /,
    );
    const both = await own("origins", "--allow", "https://a.example", "--forbid", "https://b.example");
    expect(both.exitCode).toBe(2);
    const unknown = await projects("origins", "--project", newId("prj"), "--allow", "https://a.example");
    expect(unknown).toEqual({ exitCode: 1, text: "Project not found." });
  });
});

describe("npm run admin -- projects create, keys create", () => {
  const wallet = `0x${"5a".repeat(20)}`;
  const create = (owner: string, to = wallet) =>
    projects("create", "--owner", owner, "--name", "Second shop", "--wallet", to);

  it("make a project of an account, and keys for it, each written down", async () => {
    const { id: userId, email } = await stores.database.prisma.user.create({
      data: { id: newId("usr"), email: "ada@shop.example", createdAt: noon },
    });
    const made = await create(email);
    expect(made.exitCode).toBe(0);
    const id = made.text.split("\n")[0] ?? "";
    const found = await stores.database.prisma.project.findUniqueOrThrow({
      where: { id },
      include: { memberships: true },
    });
    expect(found).toMatchObject({ name: "Second shop", settlementWallet: wallet, refundMode: "STRICT" });
    expect(found.memberships).toMatchObject([{ userId, role: "OWNER" }]);

    const keys = (...args: string[]) => admin("keys", "create", "--project", id, ...args);
    expect((await keys("--kind", "server")).text).toMatch(/^svc_server_\w+\n/);
    expect((await keys("--kind", "server", "--scope", "read")).text).toMatch(/^svc_server_\w+\n/);
    expect((await keys("--kind", "api", "--days", "30")).text).toMatch(/^svc_sk_\w+\n/);
    expect(await keys("--kind", "both")).toMatchObject({
      exitCode: 1,
      text: expect.stringContaining("--kind"),
    });
    expect(await keys("--kind", "api", "--days", "0")).toMatchObject({ exitCode: 1 });
    // What a script's empty variable may become never makes a key without an end.
    expect(await keys("--kind", "api", "--days", "null")).toMatchObject({ exitCode: 1 });
    for (const refused of [
      ["--kind", "server", "--scope", "refund"],
      ["--kind", "api", "--scope", "read"],
    ])
      expect(await keys(...refused)).toMatchObject({ exitCode: 1, text: expect.stringContaining("--scope") });
    const listed = (await admin("keys", "list", "--project", id)).text.split("\n");
    expect(listed.map((line) => line.split(/\s+/)[2])).toEqual(["all", "read", "all"]);
    const log = await stores.database.prisma.auditLog.findMany({
      where: { projectId: id },
      orderBy: { id: "asc" },
    });
    expect(log.map(({ action, userId: by }) => [action, by])).toEqual([
      ["project.created", null],
      ["api_key.created", null],
      ["api_key.created", null],
      ["api_key.created", null],
    ]);
  });

  it("are refused without an account, a wallet or a project", async () => {
    expect(await create("nobody@shop.example")).toMatchObject({ exitCode: 1 });
    expect(await create("nobody@shop.example", `0x${"0".repeat(40)}`)).toMatchObject({ exitCode: 1 });
    const unknown = await admin("keys", "create", "--project", newId("prj"), "--kind", "server");
    expect(unknown).toEqual({ exitCode: 1, text: "Project not found." });
  });
});
