import { beforeAll, describe, expect, it } from "vitest";
import { SettingsError } from "@/lib/settings/variables";
import { runAdminCommand } from "@/lib/testing/admin-commands";
import { later } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { endpointDesk } from "@/lib/testing/world/endpoints";

const world = await fileWorld();
const desk = endpointDesk(world);
let projectId: string;
/** Loopback, so that no name server is asked. */
const url = "http://127.0.0.1:9/hook";

beforeAll(async () => {
  projectId = desk.owner.projectId;
});

const adminWith = (settings: { dataKey?: () => Buffer }, ...args: string[]) =>
  runAdminCommand(world.stores.databaseUrl, ["webhooks", ...args], settings);
const admin = (...args: string[]) => adminWith({}, ...args);

const own = (...args: string[]) => admin(...args, "--project", projectId);
const idIn = (text: string, prefix: string) => new RegExp(`${prefix}_[0-9a-z]{26}`).exec(text)?.[0] ?? "";

async function create(...args: string[]): Promise<string> {
  const { exitCode, text } = await own("create", "--url", url, ...args);
  expect(exitCode, text).toBe(0);
  return idIn(text, "whe");
}

describe("npm run admin -- webhooks", () => {
  it("creates, shows, changes, and removes", async () => {
    const made = await own(
      "create",
      "--url",
      url,
      "--kinds",
      "checkout.paid,refund.failed",
      "--description",
      "Till",
    );
    expect(made.text).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/m);
    const id = idIn(made.text, "whe");
    expect((await own("list")).text).toContain(`${id}  ${url}\n    Till\n    enabled`);
    expect((await own("update", id, "--kinds", "all", "--description", "")).text).toContain(
      "checkout.created",
    );
    expect((await own("show", id)).text).toMatch(/secret active since [^ ]+$/);
    expect((await own("list")).text).not.toContain("Till");
    expect((await own("disable", id)).text).toContain("Disabled by hand.");
    expect(await own("test", id)).toMatchObject({ exitCode: 1, text: expect.stringContaining("disabled") });
    expect((await own("enable", id)).text).toContain("enabled, created");
    expect(await own("delete", id)).toMatchObject({ exitCode: 0 });
    expect(await own("show", id)).toEqual({ exitCode: 1, text: "Webhook endpoint not found." });
    const acts = ["created", "updated", "disabled", "enabled", "deleted"].map(
      (act) => `webhook_endpoint.${act}`,
    );
    expect(await desk.audited(id)).toEqual(acts);
  });

  it("rotates the secret, beside the old one or at once, and keeps neither in the open", async () => {
    const id = await create();
    const first = await own("rotate", id);
    expect(first.text).toContain("also signs until");
    expect((await own("show", id)).text.match(/secret active since/g)).toHaveLength(2);
    const second = await own("rotate", id, "--now");
    expect(second.text).toContain("no longer signs");
    expect((await own("show", id)).text.match(/secret active since/g)).toHaveLength(1);
    const told = /whsec_(\S+)/.exec(second.text)?.[1] ?? "";
    const stored = await world.query("SELECT ciphertext FROM webhook_secrets WHERE endpoint_id = $1", [id]);
    expect(stored).toHaveLength(1);
    expect(JSON.stringify(stored)).not.toContain(told);
  });

  it("needs the service's data key only to store a secret", async () => {
    const without = {
      dataKey: () => {
        throw new SettingsError("Set DATA_KEY");
      },
    };
    await expect(adminWith(without, "create", "--url", url, "--project", projectId)).rejects.toThrow(
      "DATA_KEY",
    );
    expect(await adminWith(without, "list", "--project", projectId)).toMatchObject({ exitCode: 0 });
  });

  it("sends a test, shows its result, and sends it again", async () => {
    const id = await create();
    const sent = await own("test", id);
    const deliveryId = idIn(sent.text, "whd");
    world.now = later(60_000, new Date());
    const [claimed] = (await desk.claim()).filter((delivery) => delivery.id === deliveryId);
    if (claimed === undefined) throw new Error("it is due");
    const responseBody = "no\nattempt 2\u001b[31m\u202e such page";
    await desk.record(claimed, { kind: "exhausted" }, { statusCode: 404, responseBody });
    expect((await own("log", id, "--status", "FAILED")).text).toMatch(
      new RegExp(`${deliveryId} {2}FAILED {2}endpoint.test {2}- {2}1 attempt {2}404$`),
    );
    const shown = await own("delivery", deliveryId);
    expect(shown.text).toContain('"event":"endpoint.test"');
    expect(shown.text.split("\n").at(-1)).toBe("no\\nattempt 2\\u001b[31m\\u202e such page");
    expect((await own("replay", deliveryId)).text).toBe(`${deliveryId}: sending again.`);
    expect((await own("log", id, "--status", "PENDING")).text).toContain(deliveryId);
    const range = ["--from", "2020-01-01", "--to", "2090-01-01"];
    expect((await own("replay-failed", id, ...range)).text).toBe("Sending 0 failed and 0 missed events.");
    expect((await own("log", id, "--kind", "refund.failed")).text).toBe("No deliveries found.");
  });

  it.each([
    [["create", "--url", "https://10.0.0.1/"], "not public"],
    [["create", "--url", "https://pay.example.com/hook"], "own address"],
    [["create", "--url", url, "--kinds", "checkout.paid,nothing"], "--kinds 1"],
    [["create", "--url", url, "--kinds", "checkout.paid,checkout.paid"], "--kinds has a kind twice"],
    [["create", "--url", url, "--description", "\u001b[2J"], "--description must have no control characters"],
    [["log", "whe_nobody", "--from", "soon"], "--from must be a time"],
    [
      ["replay-failed", "whe_nobody", "--from", "2026-02-01", "--to", "2026-01-01"],
      "--to must be after from",
    ],
    [["replay", "whd_nobody"], "Webhook delivery not found."],
  ])("refuses %j", async (args, why) => {
    expect(await own(...args)).toMatchObject({ exitCode: 1, text: expect.stringContaining(why) });
  });

  it("finds nothing of another project", async () => {
    const id = await create();
    const { projectId: other } = await desk.stranger();
    expect((await admin("list", "--project", other)).text).toBe("The project has no webhook endpoints.");
    for (const verb of ["show", "disable", "enable", "delete", "rotate", "test", "log"])
      expect(await admin(verb, id, "--project", other), verb).toEqual({
        exitCode: 1,
        text: "Webhook endpoint not found.",
      });
    expect(await desk.audited(id)).toHaveLength(1);
  });

  it.each([
    [["list"], "webhooks list: --project is missing.", "--project ID"],
    [["show", "--project", "prj_1"], "webhooks show: ENDPOINT is missing.", "ENDPOINT --project ID"],
    [
      ["rotate", "whe_1", "--project", "prj_1", "--kinds", "all"],
      "webhooks rotate: Unknown option '--kinds'.",
      "ENDPOINT --project ID [--now]",
    ],
  ])("%j prints the error and that verb's usage only", async (args, fault, takes) => {
    const { exitCode, text } = await admin(...args);
    const [first, usage, ...rest] = text.split("\n");
    expect([exitCode, first]).toEqual([2, fault]);
    expect(usage).toBe(`Usage: npm run admin -- webhooks ${args[0]} ${takes}`);
    expect(rest).toHaveLength(1);
  });

  it("names an unknown verb, with similar ones", async () => {
    const { exitCode, text } = await admin("unknown", "--project", "prj_1");
    expect([exitCode, text.split("\n")[0]]).toEqual([2, 'Unknown command "webhooks unknown".']);
    expect(text).toContain("webhooks create --project ID --url URL");
    expect(text).not.toContain("refund");
  });
});
