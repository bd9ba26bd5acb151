import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import {
  call,
  everyAct,
  everyButton,
  idsInPlay,
  inProject,
  inputOf,
  makeValue,
  pathIds,
  press,
} from "./acts";
import type { Act, Context } from "./context";
import type { World } from "./world";

/** A shop must not read or change another shop's rows. */
async function judged(
  { world, random, instance, shop }: Context,
  what: string,
  isForeign: (ownerOf: ReadonlyMap<string, string>, other: string) => boolean,
  act: (ids: Record<string, string[]>) => Promise<{ status: number }>,
): Promise<void> {
  const { ids, ownerOf } = await idsInPlay(world);
  if (random.chance(0.8))
    for (const [name, all] of Object.entries(ids))
      ids[name] = all.filter((id) => ownerOf.get(id) === shop.projectId);
  const { projectId: other } = world.shops.find(({ projectId }) => projectId !== shop.projectId) ?? shop;
  const before = await rowsOf(world, other);
  const { status } = await act(ids);
  if (instance.cuts.isDead) return;
  if (status < 300 && isForeign(ownerOf, other))
    world.findings.push(`${what} answers ${status}, and is another shop's`);
  if (before !== (await rowsOf(world, other)))
    world.findings.push(`${what} of ${shop.projectId} changed rows of ${other}`);
}

/** Any act of the API, with any key or none, on ids of any shop. */
export const anyAct: Act = async (context) => {
  const { world, random, instance, shop } = context;
  const id = random.pick(everyAct);
  const operation: Operation = operations[id];
  const schema = operation.method === "GET" ? operation.query : operation.body;
  const key = random.chance(0.2) ? "" : operation.keyKind === "server" ? shop.key : shop.apiKey;
  let path: Record<string, string> = {};
  await judged(
    context,
    id,
    // Anyone may act for a customer; with a key, only in its own project.
    (ownerOf, other) =>
      operation.keyKind !== "none" &&
      (key === "" || Object.values(path).some((given) => ownerOf.get(given) === other)),
    (ids) => {
      path = pathIds(operation, ids, random);
      const input = schema === null ? undefined : makeValue(schema, "", random, ids);
      return call(world, instance, id, {
        key,
        ids: path,
        input: operation.method === "GET" ? textsOf(input) : input,
      });
    },
  );
};

/** Those that move money, wallets or keys come more often. */
const favourites = [
  ...[
    "sweepNow",
    "requestRefund",
    "approveRefund",
    "cancelRefund",
    "acceptPayment",
    "returnStray",
    "countStray",
    "sweepStray",
  ],
  ...[
    "requestWalletChange",
    "cancelWalletChange",
    "rotateServerKey",
    "revokeServerKey",
    "rotateEndpointSecret",
  ],
  ...[
    "replayDelivery",
    "replayFailed",
    "updateEndpoint",
    "disableEndpoint",
    "enableEndpoint",
    "changeGuardedSettings",
  ],
];

/** Any act of the dashboard by an owner, in any project. */
export const anyButton: Act = async (context) => {
  const { world, random, instance, shop } = context;
  const name = random.pick(random.chance(0.6) ? favourites : everyButton);
  const asked = random.chance(0.9) ? shop : { ...random.pick(world.shops), owner: shop.owner };
  await judged(
    context,
    name,
    () => inProject.has(name) && asked.projectId !== shop.projectId,
    async (ids) => {
      const answer = await press(world, instance, asked, name, makeValue(inputOf(name), "", random, ids));
      // The shop's software gets a key at once.
      if (answer.status === 200 && /(?:rotate|revoke)ServerKey/.test(name)) {
        const made = await press(world, instance, shop, "createServerKey", { expiresInDays: null });
        shop.key = String(made.body.data?.key ?? shop.key);
      }
      return answer;
    },
  );
};

const textsOf = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]));

/** All that a project has, as one text. */
async function rowsOf(world: World, projectId: string): Promise<string> {
  const [row] = await world.query<{ text: string }>(
    `SELECT concat(
      (SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM checkouts c WHERE project_id = $1),
      (SELECT md5(string_agg(r::text, ',' ORDER BY id)) FROM refunds r WHERE project_id = $1),
      (SELECT md5(string_agg(s::text, ',' ORDER BY id)) FROM settlements s WHERE project_id = $1),
      (SELECT md5(string_agg(w::text, ',' ORDER BY id)) FROM webhook_endpoints w WHERE project_id = $1),
      (SELECT md5(string_agg(l::text, ',' ORDER BY id)) FROM payment_links l WHERE project_id = $1),
      (SELECT md5(string_agg(p::text, ',' ORDER BY id)) FROM projects p WHERE id = $1)) AS text`,
    [projectId],
  );
  return row?.text ?? "";
}
