import { signInWords } from "@/components/dashboard/messages/sign-in";
import { ResetPasswordPage } from "@/components/dashboard/sign-in/reset-page";
import { getDeps } from "@/lib/server/deps";
import { isResetLinkGood } from "@/lib/services/accounts/reset/is-reset-link-good";

export const metadata = { title: signInWords.reset.setTitle };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <ResetPasswordPage token={token} isGood={await isResetLinkGood(getDeps(), token)} />;
}
