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
import { buildChain, newId, noon, uniqueHex } from "../builders";
import { openMailReceiver } from "../mail-receiver";
import type { World } from "../world";

type Role = "OWNER" | "ADMIN" | "DEVELOPER" | "VIEWER";

export const operatorAddress = "operator@service.example";

/** The service's letters, with a real mail server and projects whose people have addresses. */
export async function openMailbox(world: World) {
  const { stores } = world;
  const { pool } = stores.database;
  const receiver = await openMailReceiver();
  world.onClose(() => receiver.close());
  const warnings: string[] = [];
  const deps: LetterParts & { mail: NonNullable<LetterParts["mail"]>; checkoutPageUrl: string } = {
    clock: world.deps.clock,
    log: {
      info: () => undefined,
      warn: (fields, message) => void warnings.push(`${message} ${JSON.stringify(fields)}`),
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
  };
  const mailbox = {
    receiver,
    deps,
    warnings,
    /** A project whose people have addresses by their role, `<role>@<name>.example`. */
    project: async (name: string, kinds: readonly ProjectMailKind[]) => {
      const projectId = await stores.createProject({ name });
      await pool.query("UPDATE projects SET mail_kinds = $2 WHERE id = $1", [projectId, kinds]);
      for (const role of ["OWNER", "ADMIN", "DEVELOPER", "VIEWER"] as const)
        await mailbox.member(projectId, role, `${role.toLowerCase()}@${projectId}.example`.replace("_", "-"));
      return projectId;
    },
    member: async (projectId: string, role: Role, email: string) => {
      const userId = newId("usr");
      await pool.query("INSERT INTO users (id, email) VALUES ($1, $2)", [userId, email]);
      await pool.query("INSERT INTO memberships (user_id, project_id, role) VALUES ($1, $2, $3::role)", [
        userId,
        projectId,
        role,
      ]);
    },
    /** A checkout that was paid at that time, with its event. */
    paid: async (projectId: string, at: Date, status = "PAID"): Promise<Checkout> => {
      const checkout = await stores.createCheckout({ projectId, itemName: "Coffee" });
      await pool.query(
        "UPDATE checkouts SET status = $2::checkout_status, payment_tx_hash = $4, paid_units = 4500000, total_paid_units = 4500000, paid_at = $3 WHERE id = $1",
        [checkout.id, status, at, uniqueHex(32)],
      );
      await mailbox.event(checkout, "checkout.paid", 2, at);
      return checkout;
    },
    event: async (
      { id, projectId }: Pick<Checkout, "id" | "projectId">,
      kind: EventKind,
      sequence: number,
      at: Date,
    ) => {
      await pool.query(
        "INSERT INTO outbox_events (id, project_id, checkout_id, kind, sequence, body, created_at) VALUES ($1, $2, $3, $4, $5, '{}', $6)",
        [newId("evt"), projectId, id, kind, sequence, at],
      );
    },
    /** Writes and sends, as upkeep and its run do. */
    minute: async () => {
      await writeLetters(mailbox.deps);
      while ((await sendLetters(mailbox.deps)) > 0);
    },
    digests: async () => {
      await writeDigests(mailbox.deps);
      while ((await sendLetters(mailbox.deps)) > 0);
    },
    /** The stored e-mails, oldest first. */
    letters: async () =>
      (
        await pool.query<{ recipient: string; status: string; attempts: number; error: string | null }>(
          "SELECT recipient, status, attempt_count AS attempts, last_error AS error FROM mail_messages ORDER BY created_at, dedupe_key",
        )
      ).rows,
    /** The e-mails that the mail server received. */
    delivered: () =>
      receiver.received.map(({ to, headers, text }) => ({ to: to.join(), subject: headers.subject, text })),
    /** One letter each to owner and admin of the project, and to nobody else. */
    expectOwnerLetters: (projectId: string, subject: string, text: string) => {
      const to = [addressOf(projectId, "ADMIN"), addressOf(projectId, "OWNER")];
      const letters = mailbox.delivered().sort((a, b) => a.to.localeCompare(b.to));
      expect(letters).toEqual(to.map((address) => ({ to: address, subject, text })));
    },
    /** Everything gone but the people and projects. */
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
      world.now = noon;
      mailbox.warnings.length = 0;
    },
  };
  return mailbox;
}

/** The addresses of a project's people with a role, as `project` made them. */
export function addressOf(projectId: string, role: Role): string {
  return `${role.toLowerCase()}@${projectId}.example`.replace("_", "-");
}
