import { signInBy } from "@/lib/browser/dashboard/entry";

/** Signs in whoever just chose a password, and goes on; should that fail, they do it themselves. */
export async function enterAs(email: string, password: string, next: string): Promise<void> {
  const answer = await signInBy("password", { email, password });
  location.assign(answer.ok ? next : `/dashboard/sign-in?next=${encodeURIComponent(next)}`);
}
