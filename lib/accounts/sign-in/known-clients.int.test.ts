import { expect, test } from "vitest";
import { requestReset } from "@/lib/accounts/password/reset-password";
import { fileWorld } from "@/lib/testing/world";
import { passwordProof, peopleOf } from "@/lib/testing/world/people";
import type { ClientFacts } from "./session.store";
import { enter, signInByPassword } from "./sign-in";

const world = await fileWorld();
const people = peopleOf(world);

const password = "correct horse battery";

/** The account's limit is 5 a minute. */
async function guessWith(email: string, client: () => ClientFacts, guesses: number): Promise<string[]> {
  const ends: string[] = [];
  for (let guess = 0; guess < guesses; guess++)
    ends.push(await end(signInByPassword(people.deps, { email, password: "wrong" }, client())));
  return ends;
}

const end = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: { code?: string }) => error.code ?? String(error),
  );

const signIn = (email: string, client: ClientFacts) =>
  end(signInByPassword(people.deps, { email, password }, client));

async function sessionOf(userId: string, client: ClientFacts): Promise<string> {
  const entered = await enter(
    people.deps,
    { userId, method: "password", proof: passwordProof },
    client,
    null,
  );
  if (entered.kind !== "SIGNED_IN") throw new Error("a second factor was asked for");
  return entered.sessionId;
}

test("strangers' wrong passwords lock out neither a browser nor a network that signed in before", async () => {
  const { userId, email } = await people.createUser();
  const home = people.client();
  const lastSession = await sessionOf(userId, home);
  await people.deps.sessions.end(lastSession, world.now);
  expect(await guessWith(email, people.client, 6)).toContain("RATE_LIMIT_EXCEEDED");

  expect(await signIn(email, people.client())).toBe("RATE_LIMIT_EXCEEDED");
  expect(await signIn(email, home)).toBe("done");
  expect(await signIn(email, { ...people.client(), lastSession })).toBe("done");
  expect(await end(requestReset(people.deps, email, home))).toBe("done");
});

test("another person's browser and network count as a stranger's", async () => {
  const [owner, other] = [await people.createUser(), await people.createUser()];
  const home = people.client();
  const lastSession = await sessionOf(other.userId, home);
  await guessWith(owner.email, people.client, 6);
  expect(await signIn(owner.email, { ...home, lastSession })).toBe("RATE_LIMIT_EXCEEDED");
  expect(await signIn(owner.email, { ...people.client(), lastSession: "ses_unknown" })).toBe(
    "RATE_LIMIT_EXCEEDED",
  );
});

test("a browser that signed in before has few tries, too, wherever it is", async () => {
  const { userId, email } = await people.createUser();
  const [lastSession, phone] = [
    await sessionOf(userId, people.client()),
    await sessionOf(userId, people.client()),
  ];
  const [cafe, home] = [people.client(), people.client()];
  for (const client of [cafe, home]) await sessionOf(userId, client);
  const ends = await guessWith(email, () => ({ ...people.client(), lastSession }), 6);
  expect(ends.filter((each) => each === "UNAUTHORIZED")).toHaveLength(5);
  expect(ends.at(-1)).toBe("RATE_LIMIT_EXCEEDED");
  expect(await guessWith(email, () => cafe, 6)).toContain("RATE_LIMIT_EXCEEDED");
  // Each of the owner's others has its own, and strangers still have theirs.
  for (const client of [{ ...people.client(), lastSession: phone }, home, people.client()])
    expect(await signIn(email, client)).toBe("done");
});
