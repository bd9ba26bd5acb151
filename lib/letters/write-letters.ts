import { dayMs } from "@/lib/platform/values/time.rules";
import type { LetterDeps } from "./mail-facts.port";
import { incidentLetter, incidentPatience } from "./operator-letters";
import { ownerLetter } from "./owner-letters";
import { disabledEndpointLetter, latePaymentLetter, paidLetter } from "./project-letters";

/** Older facts were e-mailed before, or are too old for a project that just turned e-mails on. */
const newsMs = dayMs;

/** The next run, a minute later, finds the rest. */
const perRun = 200;

const noticesPerRun = 2_000;

/**
 * Writes e-mails about new facts. Each is found in the facts and keyed by them, so a crash, a second worker or a
 * repeated run writes none twice.
 */
export async function writeLetters({ clock, chains, dashboardUrl, mail }: LetterDeps): Promise<void> {
  if (mail === null) return;
  const { facts, letters, operatorAddress } = mail;
  const now = clock.now();
  const since = new Date(now.getTime() - newsMs);
  const endpoints = await facts.disabledEndpoints(since, perRun);
  const late = await facts.latePayments(since, perRun);
  const paid = await facts.paidCheckouts(since, perRun);
  const incidents =
    operatorAddress === null
      ? []
      : await facts.incidents(since, now, incidentPatience, operatorAddress, perRun);
  await letters.writeNotices(since, noticesPerRun, now, (notice) => ownerLetter(notice, dashboardUrl));
  await letters.write(
    [
      ...incidents.map((incident) => incidentLetter(incident, chains)),
      ...endpoints.map(disabledEndpointLetter),
      ...late.map((payment) => latePaymentLetter(payment, { chains, dashboardUrl })),
      ...paid.map((payment) => paidLetter(payment, chains, dashboardUrl)),
    ],
    now,
  );
}
