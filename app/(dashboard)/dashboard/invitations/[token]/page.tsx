import { InvitationPage } from "@/components/dashboard/sign-in/invitation-page";
import { viewInvitation } from "@/lib/accounts/new-account";
import { readSession } from "@/lib/api/auth/session";
import { getDeps } from "@/lib/api/deps";

export const metadata = { title: "Invitation" };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const [invited, signedIn] = await Promise.all([viewInvitation(getDeps(), token), readSession()]);
  return <InvitationPage token={token} invited={invited} signedInAs={signedIn?.email ?? null} />;
}
