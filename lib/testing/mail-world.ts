import { expect } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { createMailFacts } from "@/lib/insights/mail-facts.store";
import { createMailStore } from "@/lib/letters/mail.store";
import type { LetterParts } from "@/lib/letters/mail-facts.port";
import type { ProjectMailKind } from "@/lib/letters/mail-kinds.rules";
import { sendLetters } from "@/lib/letters/send-letters";
import { createSmtpSender } from "@/lib/letters/smtp-sender";
import { writeDigests, writeLetters } from "@/lib/letters/write-letters";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { buildChain, later, newId, noon, uniqueHex } from "./builders";
import { type MailReceiver, openMailReceiver } from "./mail-receiver";
import { openTestStores, type TestStores } from "./stores";

type Role = "OWNER" | "ADMIN" | "DEVELOPER" | "VIEWER";

/** Letters on a database of their own, with a real mail server and a clock that tests move. */
export type MailWorld = {
  stores: TestStores;
  receiver: MailReceiver;
  deps: LetterParts & { mail: NonNullable<LetterParts["mail"]>; checkoutPageUrl: string };
  now: Date;
  warnings: string[];
  /** A project whose people have addresses by their role, `<role>@<name>.example`. */
  project(name: string, kinds: readonly ProjectMailKind[]): Promise<string>;
  member(projectId: string, role: Role, email: string): Promise<void>;
  /** A checkout that was paid at that time, with its event. */
  paid(projectId: string, at: Date, status?: string): Promise<Checkout>;
  event(
    checkout: Pick<Checkout, "id" | "projectId">,
    kind: EventKind,
    sequence: number,
    at: Date,
  ): Promise<void>;
  /** Writes and sends, as upkeep and its run do. */
  minute(): Promise<void>;
  digests(): Promise<void>;
  /** The stored e-mails, oldest first. */
  letters(): Promise<{ recipient: string; status: string; attempts: number; error: string | null }[]>;
  /** The e-mails that the mail server received. */
  delivered(): { to: string; subject: string | undefined; text: string }[];
  /** One letter each to owner and admin of the project, and to nobody else. */
  expectOwnerLetters(projectId: string, subject: string, text: string): void;
  /** Everything gone but the people and projects. */
  clear(): Promise<void>;
  close(): Promise<void>;
};

export const operatorAddress = "operator@service.example";

export async function openMailWorld(): Promise<MailWorld> {
  const stores = await openTestStores();
  const receiver = await openMailReceiver();
  const { pool } = stores.database;
  const world: MailWorld = {
    stores,
    receiver,
    now: noon,
    warnings: [],
    deps: {
      clock: { now: () => world.now },
      log: {
        info: () => undefined,
        warn: (fields, message) => void world.warnings.push(`${message} ${JSON.stringify(fields)}`),
        error: () => undefined,
      },
      chains: [buildChain()],
      checkoutPageUrl: "https://pay.service.example",
      dashboardUrl: "https://dashboard.service.example",
      mail: {
        facts: createMailFacts(stores.database),
        letters: createMailStore(stores.database),
        sender: createSmtpSender({
          server: { host: "127.0.0.1", port: receiver.port, implicitTls: false, login: null },
          from: { name: "Pay", address: "pay@service.example" },
          ownHost: "service.example",
          ownOrigins: ["https://pay.service.example", "https://dashboard.service.example"],
        }),
        operatorAddress,
      },
    },
    project: async (name, kinds) => {
      const projectId = await stores.createProject({ name });
      await pool.query("UPDATE projects SET mail_kinds = $2 WHERE id = $1", [projectId, kinds]);
      for (const role of ["OWNER", "ADMIN", "DEVELOPER", "VIEWER"] as const)
        await world.member(projectId, role, `${role.toLowerCase()}@${projectId}.example`.replace("_", "-"));
      return projectId;
    },
    member: async (projectId, role, email) => {
      const userId = newId("usr");
      await pool.query("INSERT INTO users (id, email) VALUES ($1, $2)", [userId, email]);
      await pool.query("INSERT INTO memberships (user_id, project_id, role) VALUES ($1, $2, $3::role)", [
        userId,
        projectId,
        role,
      ]);
    },
    paid: async (projectId, at, status = "PAID") => {
      const checkout = await stores.createCheckout({ projectId, itemName: "Coffee" });
      await pool.query(
        "UPDATE checkouts SET status = $2::checkout_status, payment_tx_hash = $4, paid_units = 4500000, total_paid_units = 4500000, paid_at = $3 WHERE id = $1",
        [checkout.id, status, at, uniqueHex(32)],
      );
      await world.event(checkout, "checkout.paid", 2, at);
      return checkout;
    },
    event: async ({ id, projectId }, kind, sequence, at) => {
      await pool.query(
        "INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at) VALUES ($1, $2, $3, $4, $5, '{}', $6)",
        [newId("evt"), projectId, id, kind, sequence, at],
      );
    },
    minute: async () => {
      await writeLetters(world.deps);
      while ((await sendLetters(world.deps)) > 0);
    },
    digests: async () => {
      await writeDigests(world.deps);
      while ((await sendLetters(world.deps)) > 0);
    },
    letters: async () =>
      (
        await pool.query(
          "SELECT recipient, status, attempt_count AS attempts, last_error AS error FROM mail_messages ORDER BY created_at, dedupe_key",
        )
      ).rows,
    delivered: () =>
      receiver.received.map(({ to, headers, text }) => ({ to: to.join(), subject: headers.subject, text })),
    expectOwnerLetters: (projectId, subject, text) => {
      const to = [addressOf(projectId, "ADMIN"), addressOf(projectId, "OWNER")];
      const letters = world.delivered().sort((a, b) => a.to.localeCompare(b.to));
      expect(letters).toEqual(to.map((address) => ({ to: address, subject, text })));
    },
    clear: async () => {
      await pool.query("DELETE FROM mail_messages");
      await pool.query("DELETE FROM owner_notices");
      await pool.query("DELETE FROM incidents");
      await pool.query("DELETE FROM rate_limits");
      await pool.query("UPDATE webhook_endpoints SET disabled_at = NULL, disabled_reason = NULL");
      await pool.query("UPDATE projects SET mail_kinds = '{}'");
      receiver.received.length = 0;
      receiver.refuseWith = null;
      receiver.beforeAnswer = async () => undefined;
      world.now = later(0);
      world.warnings.length = 0;
    },
    close: async () => {
      await receiver.close();
      await stores.close();
    },
  };
  return world;
}

/** The addresses of a project's people with a role, as `project` made them. */
export function addressOf(projectId: string, role: Role): string {
  return `${role.toLowerCase()}@${projectId}.example`.replace("_", "-");
}
