import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { strayWords } from "@/components/dashboard/messages/strays";
import { StrayList } from "@/components/dashboard/strays/stray-list";
import { requireProject } from "@/lib/server/dashboard/access";
import { getDeps } from "@/lib/server/deps";
import { listStrays } from "@/lib/services/settlement-desk/list-strays";

export const metadata = { title: strayWords.title };

type Props = { params: Promise<{ projectId: string }> };

export default async function StraysPage({ params }: Props) {
  const access = await requireProject((await params).projectId);
  const deps = getDeps();
  return (
    <StrayList
      projectId={access.projectId}
      chains={deps.chains}
      {...(await listStrays(deps, access))}
      canSweep={access.may("settlements.request")}
      walletWords={checkoutMessages({ language: "en", locale: "en" }).live}
    />
  );
}
