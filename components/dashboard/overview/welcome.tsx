import { Code } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { curlCommand } from "@/lib/api/curl-command.rules";
import { overviewWords, welcomeWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { PageHeader } from "../ui/page-header";

type Props = {
  /** The project's own address. */
  base: string;
  /** Origin of the API. */
  origin: string;
  attention: React.ReactNode;
  /** Without the permission, steps are shown without a link. */
  may: { manageKeys: boolean; manageWebhooks: boolean };
};

/** Shown for a project without a checkout: the way to its first payment. */
export function Welcome({ base, origin, attention, may }: Props) {
  const { key, create, webhook } = words.steps;
  const steps = [
    {
      ...key,
      body: may.manageKeys ? <StepLink href={`${base}/developers/keys`}>{key.link}</StepLink> : <NotYours />,
    },
    { ...create, body: <Code what={words.command}>{createCommand(origin)}</Code> },
    {
      ...webhook,
      body: may.manageWebhooks ? (
        <StepLink href={`${base}/developers/webhooks`}>{webhook.link}</StepLink>
      ) : (
        <NotYours />
      ),
    },
  ];
  return (
    <div className="flex flex-col gap-4">
      <PageHeader title={overviewWords.title} />
      {attention}
      <Card title={words.title} description={words.description}>
        <ol className="flex flex-col gap-6">
          {steps.map(({ title, text, body }, index) => (
            <li key={title} className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3">
              <span
                aria-hidden="true"
                className="grid size-8 place-items-center rounded-full bg-accent-soft font-medium text-accent text-sm"
              >
                {index + 1}
              </span>
              <div className="min-w-0 pt-1">
                <h3 className="font-medium">{title}</h3>
                <p className="mb-2 text-muted text-sm">{text}</p>
                {body}
              </div>
            </li>
          ))}
        </ol>
        <p className="mt-6 flex flex-wrap gap-x-6 gap-y-2 border-line border-t pt-4 text-sm">
          <StepLink href={`${base}/developers`}>{words.quickstart}</StepLink>
          <StepLink href={`${base}/links`}>{words.withoutCode}</StepLink>
        </p>
      </Card>
    </div>
  );
}

function StepLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link href={href} className="text-link text-sm">
      {children}
    </Link>
  );
}

function NotYours() {
  return <p className="text-muted text-sm">{words.byDeveloper}</p>;
}

function createCommand(origin: string): string {
  return curlCommand({
    url: `${origin}/v1/checkouts`,
    idempotencyKey: "first-payment",
    body: { fiatAmount: "4.50", fiatCurrency: "USD", itemName: "Coffee", referenceId: "order-1" },
  });
}
