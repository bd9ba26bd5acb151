import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { createSecretBox, resealSecrets } from "@/lib/platform/secret-box";
import { newId, noon } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { storedSecrets } from "./stored-secrets";

const [before, after] = [randomBytes(32), randomBytes(32)];
const oldBox = createSecretBox(before);
const newBox = createSecretBox(after);
const both = createSecretBox(after, before);

const { stores, project } = await fileWorld([], { tidy: "every secret is sealed by the test" });
const projectId = project.id;

beforeEach(async () => {
  const { prisma } = stores.database;
  await prisma.webhookSecret.deleteMany({});
  await prisma.idempotencyKey.deleteMany({});
  await prisma.user.deleteMany({});
});

async function addSecret(box = oldBox): Promise<bigint> {
  const { prisma } = stores.database;
  const endpoint = { id: newId("whe"), projectId, url: "https://a.example", kinds: [] };
  await prisma.webhookEndpoint.create({ data: endpoint });
  const row = { endpointId: endpoint.id, ciphertext: box.seal("whsec_a", endpoint.id) };
  return (await prisma.webhookSecret.create({ data: row })).id;
}

test("seals everything again once, so that only the new key opens it", async () => {
  const { prisma } = stores.database;
  await addSecret();
  await addSecret(newBox);
  const user = { id: newId("usr"), email: "ada@shop.example", createdAt: noon };
  await prisma.user.create({ data: { ...user, totpSecret: oldBox.seal("totp", user.id) } });
  // More than one page, and one that is still being worked on.
  const answers = Array.from({ length: 501 }, (_, number) => `key ${number}`);
  await prisma.idempotencyKey.createMany({
    data: answers.map((key) => ({
      projectId,
      key,
      fingerprint: "f",
      statusCode: 200,
      responseBody: oldBox.seal("{}", `${projectId}/${key}`),
    })),
  });
  await prisma.idempotencyKey.create({
    data: { projectId, key: "open", fingerprint: "f", leasedUntil: noon },
  });

  expect(await resealSecrets(storedSecrets(stores.database), newBox, both)).toEqual([
    { kind: "webhook secrets", total: 2, resealed: 1 },
    { kind: "second factors", total: 1, resealed: 1 },
    { kind: "kept answers", total: 501, resealed: 501 },
  ]);
  for (const { ciphertext, endpointId } of await prisma.webhookSecret.findMany())
    expect(newBox.open(ciphertext, endpointId)).toBe("whsec_a");
  const { totpSecret } = await prisma.user.findUniqueOrThrow({ where: { id: user.id } });
  expect(newBox.open(totpSecret ?? "", user.id)).toBe("totp");
  for (const { key, responseBody } of await prisma.idempotencyKey.findMany({
    where: { key: { not: "open" } },
  }))
    expect(newBox.open(responseBody ?? "", `${projectId}/${key}`)).toBe("{}");

  const again = await resealSecrets(storedSecrets(stores.database), newBox, both);
  expect(again.map(({ resealed }) => resealed)).toEqual([0, 0, 0]);
});

test("a secret that neither key opens is named, and stays as it is", async () => {
  const id = await addSecret(createSecretBox(randomBytes(32)));
  const stored = () => stores.database.prisma.webhookSecret.findUniqueOrThrow({ where: { id } });
  const was = await stored();
  await expect(resealSecrets(storedSecrets(stores.database), newBox, both)).rejects.toThrow(was.endpointId);
  expect(await stored()).toEqual(was);
});

test("doesn't overwrite what was changed since it was read", async () => {
  const { prisma } = stores.database;
  const id = await addSecret();
  const userId = newId("usr");
  await prisma.user.create({
    data: { id: userId, email: "ada@shop.example", totpSecret: "read", createdAt: noon },
  });
  const key = { projectId, key: "answered" };
  await prisma.idempotencyKey.create({
    data: { ...key, fingerprint: "f", statusCode: 200, responseBody: "read" },
  });
  const changes: Record<string, () => Promise<unknown>> = {
    "webhook secrets": () => prisma.webhookSecret.update({ where: { id }, data: { ciphertext: "newer" } }),
    "second factors": () => prisma.user.update({ where: { id: userId }, data: { totpSecret: "newer" } }),
    "kept answers": () => prisma.idempotencyKey.updateMany({ where: key, data: { responseBody: "newer" } }),
  };
  for (const [kind, pages] of Object.entries(storedSecrets(stores.database)))
    for await (const page of pages)
      for (const { save } of page) {
        await changes[kind]?.();
        await save("resealed");
      }
  const [secret, user, answer] = [
    await prisma.webhookSecret.findUniqueOrThrow({ where: { id } }),
    await prisma.user.findUniqueOrThrow({ where: { id: userId } }),
    await prisma.idempotencyKey.findFirstOrThrow({ where: key }),
  ];
  expect([secret.ciphertext, user.totpSecret, answer.responseBody]).toEqual(["newer", "newer", "newer"]);
});
