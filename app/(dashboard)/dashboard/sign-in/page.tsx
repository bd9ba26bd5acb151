import { redirect } from "next/navigation";
import { signInWords } from "@/components/dashboard/messages/sign-in";
import { OtherWaysIn, SignInPage } from "@/components/dashboard/sign-in/sign-in-page";
import { providerNames } from "@/lib/api/auth/oauth";
import { readSecondStep, readSession } from "@/lib/api/auth/session";
import { walletHost } from "@/lib/api/dashboard/wallet-host";
import { getDeps } from "@/lib/api/deps";
import { env } from "@/lib/api/settings/env";
import { returnPath } from "@/lib/platform/values/url.rules";

export const metadata = { title: signInWords.signIn.title };

type Props = { searchParams: Promise<Record<string, string | string[] | undefined>> };

export default async function Page({ searchParams }: Props) {
  const { next, step, error, notice } = await searchParams;
  const path = returnPath(text(next));
  if ((await readSession()) !== null)
    // Someone who is in was on the way to link the other service.
    redirect(text(error) === null ? path : "/dashboard/account?error=provider");
  if (!(await getDeps().people.exist())) redirect("/dashboard/setup");
  return (
    <SignInPage
      next={path}
      atSecondStep={step === "code" && (await readSecondStep()) !== null}
      isDemo={env().APP_MODE === "demo"}
      notice={notice === "reset" || notice === "signedOut" ? notice : null}
      problem={text(error)}
      beside={<OtherWaysIn providers={providerNames(env())} walletHost={walletHost()} next={path} />}
    />
  );
}

function text(value: string | string[] | undefined): string | null {
  return typeof value === "string" ? value : null;
}
