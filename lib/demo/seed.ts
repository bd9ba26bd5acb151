import { hash } from "@node-rs/argon2";
import type { TokenRef } from "@/lib/chain/token.rules";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase, type Database } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import { createSecretBox } from "@/lib/platform/secret-box";
import { PictureRefused, pictureOf, redrawPicture, setProjectLogo } from "@/lib/projects/looks/change-looks";
import { createProjectLooks } from "@/lib/projects/looks/project-looks.store";
import { createProjectAdmin, type ProjectAdmin } from "@/lib/projects/project-admin.store";
import type { WebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { createWebhookEndpointStore } from "@/lib/webhooks/endpoints/webhook-endpoint.store";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { type Identity, walletOf } from "./identity";

const side = 192;

type Point = { x: number; y: number };

/** How far a point is outside of a shape, in pixels; negative within. */
type Shape = (point: Point) => number;

const roundedBox =
  (center: Point, half: Point, radius: number): Shape =>
  ({ x, y }) => {
    const [dx, dy] = [Math.abs(x - center.x) - half.x + radius, Math.abs(y - center.y) - half.y + radius];
    return Math.hypot(Math.max(dx, 0), Math.max(dy, 0)) + Math.min(Math.max(dx, dy), 0) - radius;
  };

const ring =
  (center: Point, radius: number, halfWidth: number): Shape =>
  ({ x, y }) =>
    Math.abs(Math.hypot(x - center.x, y - center.y) - radius) - halfWidth;

const coffee = [0x6b, 0x3f, 0x24];

const milk = [0xfb, 0xf3, 0xe6];

/** A cup with its handle, a saucer, and two wisps of steam. */
const cup: readonly Shape[] = [
  roundedBox({ x: 86, y: 104 }, { x: 42, y: 34 }, 18),
  ring({ x: 128, y: 98 }, 17, 6),
  roundedBox({ x: 92, y: 150 }, { x: 56, y: 5 }, 5),
  roundedBox({ x: 72, y: 48 }, { x: 4, y: 13 }, 4),
  roundedBox({ x: 100, y: 42 }, { x: 4, y: 15 }, 4),
];

/** The logo of the demo's coffee shop: a PNG, as a merchant would upload. */
export async function shopLogo(): Promise<Buffer> {
  const pixels = Buffer.alloc(side * side * 3);
  for (let y = 0; y < side; y++) {
    for (let x = 0; x < side; x++) {
      const outside = Math.min(...cup.map((shape) => shape({ x: x + 0.5, y: y + 0.5 })));
      // A smooth edge, one pixel wide.
      const share = Math.min(Math.max(0.5 - outside, 0), 1);
      for (const [channel, dark] of coffee.entries())
        pixels[(y * side + x) * 3 + channel] = dark + ((milk[channel] ?? 0) - dark) * share;
    }
  }
  return pictureOf(pixels, { width: side, height: side }, null, { left: 0, top: 0 });
}

export type SeedInput = {
  databaseUrl: string;
  identity: Identity;
  tokens: readonly TokenRef[];
  /** The demo shop's origin, which may embed the payment page. */
  shopOrigin: string;
  /** Where it receives its events. */
  shopWebhookUrl: string;
  /** One more receiver of all events, signed with the same secret. */
  extraWebhookUrl: string | undefined;
};

/**
 * The demo's data: a merchant with two projects, their keys and webhook endpoints. A second start finds them and adds
 * only what is new.
 */
export async function seed(input: SeedInput): Promise<NonNullable<Identity["seeded"]>> {
  const database = createDatabase(input.databaseUrl, { maxConnections: 2 });
  try {
    const admin = createProjectAdmin(database, newId);
    const secretBox = createSecretBox(Buffer.from(input.identity.dataKey, "base64"));
    const endpoints = createWebhookEndpointStore(database, secretBox, newId);
    const known = input.identity.seeded;
    const isThere =
      known !== null &&
      (await database.prisma.project.findUnique({ where: { id: known.first.projectId } })) !== null;
    const seeded = isThere ? known : await makeProjects(admin, input);
    await admin.allowOrigins(seeded.first.projectId, [input.shopOrigin], new Date());
    const urls = [
      input.shopWebhookUrl,
      ...(input.extraWebhookUrl === undefined ? [] : [input.extraWebhookUrl]),
    ];
    for (const url of urls)
      await keepEndpoint(endpoints, seeded.first.projectId, url, input.identity.webhookSecret);
    if (!isThere) await giveLogo(database, seeded.first.projectId);
    return seeded;
  } finally {
    await database.close();
  }
}

async function makeProjects(admin: ProjectAdmin, input: SeedInput): Promise<NonNullable<Identity["seeded"]>> {
  const at = new Date();
  const { email, password } = input.identity.login;
  const owner =
    (await admin.findUserByEmail(email)) ??
    (await admin.createUser({ email, passwordHash: await hash(password), at }));
  const make = async (
    settings: Pick<
      Parameters<ProjectAdmin["createProject"]>[0],
      "name" | "settlementWallet" | "refundMode" | "settlementPolicy" | "apiKeyUse"
    >,
  ) => {
    const { projectId } = await admin.createProject({ ...settings, ownerId: owner.userId, at });
    await admin.acceptTokens(projectId, input.tokens, at);
    const { key: serverKey } = await admin.createApiKey({ projectId, kind: "server", at });
    const { key: apiKey } = await admin.createApiKey({ projectId, kind: "api", at });
    return { projectId, serverKey, apiKey };
  };
  return {
    first: await make({
      name: "Corner Coffee",
      settlementWallet: lower(walletOf(input.identity, "merchant").address),
      refundMode: "CONVENIENT",
      settlementPolicy: "IMMEDIATE",
      apiKeyUse: "SERVER",
    }),
    second: await make({
      name: "Second Shop",
      settlementWallet: lower(walletOf(input.identity, "secondMerchant").address),
      refundMode: "STRICT",
      settlementPolicy: "MANUAL",
      apiKeyUse: "BROWSER",
    }),
  };
}

/** Like a merchant: the file is validated and re-encoded. */
async function giveLogo(database: Database, projectId: string): Promise<void> {
  const deps = { clock: createSystemClock(), looks: createProjectLooks(database), redrawPicture };
  try {
    await setProjectLogo(deps, { projectId, userId: null }, await shopLogo());
  } catch (error) {
    // Where the picture library doesn't run, the shop has its letter.
    if (!(error instanceof PictureRefused)) throw error;
  }
}

async function keepEndpoint(
  endpoints: WebhookEndpointStore,
  projectId: string,
  url: string,
  secret: string,
): Promise<void> {
  if ((await endpoints.list(projectId)).some((endpoint) => endpoint.url === url)) return;
  const endpoint = {
    id: newId("whe"),
    projectId,
    url,
    kinds: eventKinds,
    description: null,
    createdAt: new Date(),
  };
  await endpoints.transaction((tx) => tx.insert(endpoint, secret));
}

function lower(address: `0x${string}`): `0x${string}` {
  return address.toLowerCase() as `0x${string}`;
}
