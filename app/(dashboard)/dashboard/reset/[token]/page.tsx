import { signInWords } from "@/components/dashboard/messages/sign-in";
import { ResetPasswordPage } from "@/components/dashboard/sign-in/reset-page";
import { isResetLinkGood } from "@/lib/accounts/password/reset-password";
import { getDeps } from "@/lib/api/deps";

export const metadata = { title: signInWords.reset.setTitle };

export default async function Page({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  return <ResetPasswordPage token={token} isGood={await isResetLinkGood(getDeps(), token)} />;
}
