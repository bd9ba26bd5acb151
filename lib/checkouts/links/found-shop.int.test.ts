import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeAll, expect, test } from "vitest";
import { askWallet, type WalletPurpose } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createProjectLifecycle } from "@/lib/projects/project-lifecycle.store";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { newId, noon } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { peopleOf } from "@/lib/testing/world/people";
import { type FoundShopParts, foundShop, type NewShop } from "./found-shop";

const world = await fileWorld();
const people = peopleOf(world, [{ chainId: 31337, rpcUrls: ["http://127.0.0.1:9"] }]);
let deps: FoundShopParts;
let owner: SignedIn;

beforeAll(async () => {
  const { database } = world.stores;
  deps = partsOf<FoundShopParts>({
    ...world.deps,
    ...people.deps,
    chains: world.deps.chains,
    projectLifecycle: createProjectLifecycle(database),
    memberships: createMembershipStore(database),
  });
  owner = {
    ...(await people.createUser()),
    sessionId: newId("ses"),
    name: null,
    hasPassword: true,
    walletAddress: null,
    hasSecondFactor: false,
    hasPasskey: false,
    language: null,
    authenticatedAt: noon,
  };
});

const key = () => privateKeyToAccount(generatePrivateKey());
type Wallet = ReturnType<typeof key>;
const lower = ({ address }: Wallet) => address.toLowerCase() as Hex;

async function signedBy(wallet: Wallet, kind: "settle" | "link" = "settle") {
  const purpose: WalletPurpose = { kind, userId: owner.userId, email: owner.email };
  const { message } = await askWallet(deps, { address: lower(wallet), chainId: 31337 }, purpose);
  return { message, signature: await wallet.signMessage({ message }) };
}

const found = (shop: Partial<NewShop> & Pick<NewShop, "settlementWallet">) =>
  foundShop(deps, owner, { name: "Corner Coffee", ...shop });
const projects = () => world.stores.database.prisma.project.count();

test("a shop has a link at which the customer enters the amount", async () => {
  const { projectId } = await found({ settlementWallet: lower(key()), linkName: "Corner Coffee" });
  const links = await world.stores.database.prisma.paymentLink.findMany({ where: { projectId } });
  expect(links).toMatchObject([
    { itemName: "Corner Coffee", fiatAmount: null, fiatCurrency: "USD", singlePayment: false },
  ]);
});

test("a connected wallet is the one that signed, for this purpose, once", async () => {
  const wallet = key();
  const walletProof = await signedBy(wallet);
  await found({ settlementWallet: lower(wallet), walletProof });
  const before = await projects();
  const refused = [
    { settlementWallet: lower(wallet), walletProof },
    { settlementWallet: lower(key()), walletProof: await signedBy(wallet) },
    { settlementWallet: lower(wallet), walletProof: await signedBy(wallet, "link") },
  ];
  for (const shop of refused) expect(await outcome(found(shop))).toBe("INVALID_SIGNATURE");
  expect(await projects()).toBe(before);
});

test("a shop whose tokens can't carry a price has no link, and exists", async () => {
  const { projectId } = await foundShop({ ...deps, chains: [] }, owner, {
    name: "Corner Coffee",
    settlementWallet: lower(key()),
    linkName: "Corner Coffee",
  });
  expect(await world.stores.database.prisma.paymentLink.count({ where: { projectId } })).toBe(0);
});
