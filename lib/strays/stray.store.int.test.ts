import { beforeAll, expect, test } from "vitest";
import { transact } from "@/lib/platform/database";
import type { Place } from "@/lib/platform/lists/list-place.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { usdc, usdt } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { listStrays } from "./list-strays";
import type { StrayCursor } from "./stray.rules";
import { createStrayListStore } from "./stray.store";

// More than what one look judges: strays are rare in it.
const deposits = 5_400;
const { stores, project } = await fileWorld();
const projectId = project.id;
let strangers: string;
const idOf = (number: number) => `chk_9${`${number}`.padStart(25, "0")}`;

beforeAll(async () => {
  strangers = await stores.createProject();
  const { pool } = stores.database;
  const { id } = await stores.createCheckout({ projectId, tokenAddress: usdc });
  await transact(pool, async (connection) => {
    await connection.query("SET LOCAL world.tidy = 'one look is as long as the project has rows'");
    await connection.query(
      `INSERT INTO checkouts SELECT made.*
      FROM checkouts AS checkout, generate_series(1, ${deposits}) AS n,
        jsonb_populate_record(checkout, jsonb_build_object(
          'id', 'chk_9' || lpad(n::text, 25, '0'), 'deposit_address', '0x' || lpad(n::text, 40, 'e'),
          'project_id', CASE WHEN n % 1000 = 7 THEN $2 ELSE checkout.project_id END)) AS made
      WHERE checkout.id = $1`,
      [id, strangers],
    );
    await connection.query(
      `INSERT INTO deposit_holdings (checkout_id, chain_id, token_address, project_id, amount_units)
      SELECT id, 31337, CASE WHEN right(id, 4) IN ('5300', '0200') OR project_id = $3 THEN $2 ELSE $1 END,
        project_id, 1
      FROM checkouts WHERE id LIKE 'chk_9%'`,
      [usdc, usdt, strangers],
    );
    await connection.query(
      `INSERT INTO native_balances (checkout_id, chain_id, amount_wei, block_number, seen_at)
      SELECT id, 31337, 5, 1, now() FROM unnest($1::text[]) AS id`,
      [[200, 3, 7].map(idOf)],
    );
  });
  await pool.query("ANALYZE");
});

const first: Place<StrayCursor> = { kind: "first" };
const read = (place: Place<StrayCursor>, project = projectId) =>
  listStrays(
    { strayList: createStrayListStore(stores.database) },
    { projectId: project } as ProjectAccess,
    place,
    2,
  );
const told = ({ items }: Awaited<ReturnType<typeof read>>) =>
  items.map(({ checkoutId, tokenAddress }) => [checkoutId, tokenAddress]);

test("strays are read part by part to the last, though one look does not reach it, and back", async () => {
  const coin = null;
  const parts = [];
  const places = [];
  for (let place: Place<StrayCursor> | null = first; place !== null; ) {
    places.push(place);
    const part: Awaited<ReturnType<typeof read>> = await read(place);
    parts.push(told(part));
    place = part.older;
  }
  const expected = [
    [idOf(5_300), usdt],
    [idOf(200), usdt],
    [idOf(200), coin],
    [idOf(3), coin],
  ];
  expect(parts.flat()).toEqual(expected);
  // The first look ends before the second stray, and says so by leading on.
  expect(parts[0]).toEqual([expected[0]]);
  expect(places[1]).toMatchObject({ kind: "after" });

  const back = [];
  const end = { checkoutId: idOf(0), chainId: 1, tokenAddress: null };
  for (let place: Place<StrayCursor> | null = { kind: "before", cursor: end }; place !== null; ) {
    const part: Awaited<ReturnType<typeof read>> = await read(place);
    back.unshift(...told(part));
    place = part.newer;
  }
  expect(back).toEqual(expected);
});

test("returns its own project's only", async () => {
  const part = await read(first, strangers);
  expect(part.items.every(({ checkoutId }) => Number(checkoutId.slice(-4)) % 1_000 === 7)).toBe(true);
  expect(part.items).toHaveLength(2);
  expect(part.newer).toBeNull();
  expect(part.older).not.toBeNull();
});
