import { NewCheckoutForm } from "@/components/dashboard/checkouts/new-checkout-form";
import { newCheckoutWords as words } from "@/components/dashboard/messages/checkouts";
import { PageHeader } from "@/components/dashboard/ui/card";
import { Notice } from "@/components/dashboard/ui/notice";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { payableChains } from "@/lib/checkouts/views/read-checkout";
import { offeredCurrencies } from "@/lib/rates/get-rates";

export const generateMetadata = titled(() => words.title);

export default async function Page({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId, "checkouts.create");
  const deps = getCheckouts();
  const payable = await payableChains(deps, access);
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={words.title}
        description={words.description}
        back={{ href: `/dashboard/projects/${access.projectId}/checkouts`, label: words.back }}
      />
      {payable.length === 0 ? (
        <Notice kind="warn">{words.noTokens}</Notice>
      ) : (
        <NewCheckoutForm
          projectId={access.projectId}
          payable={payable}
          currencies={(await offeredCurrencies(deps)).map(({ code }) => code)}
        />
      )}
    </div>
  );
}
