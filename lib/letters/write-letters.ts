import { dayMs } from "@/lib/platform/durations.rules";
import type { LetterDeps } from "./mail-facts.port";
import { incidentLetter, incidentPatience } from "./operator-letters";
import { ownerLetter } from "./owner-letter";
import { disabledEndpointLetter, latePaymentLetter } from "./project-letters";

/** What is older was told before, or is no news to who turned letters on just now. */
const newsMs = dayMs;
/** The rest is found a minute later. */
const perRun = 200;
const noticesPerRun = 2_000;

/**
 * Writes the letters of what happened since nobody was told. Found in the facts and named after them, so a crash, a
 * second worker or a repeated run writes none twice, and what writes the facts need not know of letters.
 */
export async function writeLetters({
  clock,
  chains,
  checkoutPageUrl,
  dashboardUrl,
  mail,
}: LetterDeps): Promise<number> {
  if (mail === null) return 0;
  const { facts, letters, operatorAddress } = mail;
  const now = clock.now();
  const since = new Date(now.getTime() - newsMs);
  const endpoints = await facts.disabledEndpoints(since, perRun);
  const late = await facts.latePayments(since, perRun);
  const incidents =
    operatorAddress === null
      ? []
      : await facts.incidents(since, now, incidentPatience, operatorAddress, perRun);
  const told = await letters.writeNotices(since, noticesPerRun, now, (untold) =>
    ownerLetter(untold, dashboardUrl),
  );
  const found = await letters.write(
    [
      ...incidents.map((incident) => incidentLetter(incident, chains)),
      ...endpoints.map(disabledEndpointLetter),
      ...late.map((payment) => latePaymentLetter(payment, { chains, checkoutPageUrl })),
    ],
    now,
  );
  return told + found;
}
