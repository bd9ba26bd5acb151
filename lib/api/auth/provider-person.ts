import { z } from "zod";
import type { ProviderPerson } from "@/lib/accounts/oauth/authorize-by-provider";
import { isMailAddress } from "@/lib/mail/mail-kinds.rules";

// No "server-only" here: nothing in it is secret, and its tests run outside Next.

const googleClaims = z.object({
  sub: z.string().min(1).max(255),
  email: z.string().optional(),
  // Some of Google's tokens carry it as text.
  email_verified: z.union([z.boolean(), z.enum(["true", "false"])]).optional(),
});

/**
 * Who Google says that somebody is, by the claims of its id token.
 * @throws z.ZodError for what is none
 */
export function googlePerson(claims: unknown): ProviderPerson {
  const { sub, email, email_verified: verified } = googleClaims.parse(claims);
  const isVerified = verified === true || verified === "true";
  return { provider: "google", subject: sub, verifiedEmail: isVerified ? address(email) : null };
}

const githubProfile = z.object({
  id: z.int().positive(),
  /** Of `GET /user/emails`; the profile's own `email` says nothing of whether it is verified. */
  emails: z.array(z.object({ email: z.string(), primary: z.boolean(), verified: z.boolean() })).optional(),
});

/**
 * Who GitHub says that somebody is. Only the address that they chose as theirs counts, and only once it is verified:
 * any other may be one that they had long ago.
 * @throws z.ZodError for what is no profile
 */
export function githubPerson(profile: unknown): ProviderPerson {
  const { id, emails = [] } = githubProfile.parse(profile);
  const own = emails.find(({ primary, verified }) => primary && verified);
  return { provider: "github", subject: String(id), verifiedEmail: address(own?.email) };
}

function address(email: string | undefined): string | null {
  return email !== undefined && isMailAddress(email) ? email.toLowerCase() : null;
}
