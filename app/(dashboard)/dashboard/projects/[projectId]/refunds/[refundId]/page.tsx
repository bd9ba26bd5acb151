import type { ReactNode } from "react";
import { refundNext, refundState, refundWords } from "@/components/dashboard/messages/refunds";
import { moneyWords } from "@/components/dashboard/messages/settlements";
import { known } from "@/components/dashboard/messages/text";
import { chainName, displayText } from "@/components/dashboard/money/display-units";
import { OnChain, TokenAmount } from "@/components/dashboard/money/token-amount";
import { RefundActions } from "@/components/dashboard/refunds/refund-actions";
import { displayTokenAmount, RefundBadge } from "@/components/dashboard/refunds/refund-parts";
import { Card, Facts, PageHeader } from "@/components/dashboard/ui/card";
import { ShortHex, WholeAddress } from "@/components/dashboard/ui/hex";
import { Link } from "@/components/dashboard/ui/link";
import { Moment } from "@/components/dashboard/ui/moment";
import { Notice } from "@/components/dashboard/ui/notice";
import { RefreshWhileOpen } from "@/components/dashboard/ui/refresh-while-open";
import { Steps } from "@/components/ui/steps";
import { found, type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { isRefundOver } from "@/lib/checkouts/refund-facts.rules";
import { isGoingBack, refundProgress, refundSteps } from "@/lib/checkouts/refund-progress.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { listContacts, readProjectRefund } from "@/lib/refunds/dashboard/read-refunds";
import type { RefundDetails, RefundRequester } from "@/lib/refunds/dashboard/refund-views.rules";

export const generateMetadata = titled(() => refundWords.form.button);

export default async function RefundPage({ params }: ProjectPage<"refundId">) {
  const { projectId, refundId } = await params;
  const access = await requireProject(projectId);
  const deps = getMerchant();
  const refund = await found(readProjectRefund(deps, access, refundId));
  const { chains } = deps;
  const may = {
    approve: access.may("refunds.approve"),
    cancel: access.may("refunds.cancel"),
    request: access.may("refunds.request"),
    sign: access.may("refunds.sign"),
  };
  const { status, failureCode, claimLink } = refund;
  const { step } = refundProgress(refund);
  const token = findToken(chains, refund)?.token;
  const amount = token === undefined ? refund.id : displayTokenAmount(refund.amountUnits, token);
  return (
    <>
      <RefreshWhileOpen open={!isRefundOver(status)} changed={`${status} ${refund.timeline.length}`} />
      <PageHeader
        title={amount}
        description={
          <span className="flex flex-wrap items-center gap-2">
            <RefundBadge refund={refund} />
            {refundState(refund).waits}
          </span>
        }
        back={{ href: `/dashboard/projects/${projectId}/refunds`, label: words.back }}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-4">
          <Card title={words.next}>
            {isGoingBack(step) && (
              <Steps
                label={words.steps}
                words={refundSteps.map((each) => refundWords.steps[each])}
                done={refundSteps.indexOf(step) + 1}
                doneWord={words.stepDone}
                isNextActive={false}
                className="grid-cols-4"
              />
            )}
            <p className="mb-4 max-w-2xl text-sm">{refundNext(refund)}</p>
            {status === "FAILED" && failureCode !== null && (
              <div className="mb-4">
                <Notice kind="bad">{known(refundWords.failures, failureCode) ?? failureCode}</Notice>
              </div>
            )}
            {status === "AWAITING_ADDRESS" && claimLink !== null && (
              <p className="caption mb-4">
                {refundWords.claim.holdsUntil} <Moment at={claimLink.expiresAt} />
              </p>
            )}
            <RefundActions
              projectId={projectId}
              refundId={refundId}
              status={status}
              amount={amount}
              destinationAddress={refund.destinationAddress}
              facts={approvalFacts(chains, refund)}
              contacts={await listContacts(deps, access, refund.checkoutId)}
              may={may}
            />
          </Card>
          <Card title={words.facts}>
            <Facts facts={factsOf(projectId, chains, refund)} />
          </Card>
        </div>
        <Card title={words.timeline}>
          <ol className="flex flex-col gap-4 text-sm">
            {refund.timeline.map(({ kind, at }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a timeline only ever grows at its end.
              <li key={index} className="border-line border-s-2 ps-3">
                {known(refundWords.timelineKinds, kind) ?? kind}
                <span className="caption block">
                  <Moment at={at} exact />
                </span>
              </li>
            ))}
          </ol>
        </Card>
      </div>
    </>
  );
}

const { detail: words } = refundWords;
/** Facts for an owner's approval: destination, requester and reason. */
function approvalFacts(
  chains: readonly Chain[],
  { destinationAddress, requester, reason, ...refund }: RefundDetails,
): { label: string; value: ReactNode }[] {
  return [
    { label: words.amount, value: <TokenAmount {...refund} chains={chains} units={refund.amountUnits} /> },
    { label: words.network, value: chainName(chains, refund.chainId) },
    {
      label: words.destination,
      value:
        destinationAddress === null ? (
          refundWords.noAddress
        ) : (
          <WholeAddress value={destinationAddress} what={moneyWords.address} />
        ),
    },
    { label: words.requester, value: requesterText(requester) },
    { label: words.type, value: refundWords.types[refund.refundType] },
    { label: words.reason, value: displayText(reason) ?? words.none },
  ];
}

function requesterText(requester: RefundRequester): string {
  const { requesters } = refundWords;
  switch (requester.kind) {
    case "member":
      return displayText(requester.name) ?? requesters.unknown;
    case "key":
      return fill(requesters.key, { lastFour: requester.lastFour });
    default:
      return requesters[requester.kind];
  }
}

function factsOf(
  projectId: string,
  chains: readonly Chain[],
  refund: RefundDetails,
): { label: string; value: ReactNode }[] {
  const { chainId, checkoutId, payment, txHash } = refund;
  const hash = payment?.txHash ?? txHash;
  // The title has the amount, and the timeline the times.
  const decisive = approvalFacts(chains, refund).filter(
    ({ label, value }) => label !== words.amount && value !== words.none,
  );
  return [
    ...decisive,
    {
      label: words.checkout,
      value: (
        <Link href={`/dashboard/projects/${projectId}/checkouts/${checkoutId}`} className="text-link">
          {displayText(refund.referenceId) ?? checkoutId}
        </Link>
      ),
    },
    ...(hash === null
      ? []
      : [
          {
            label: words.transaction,
            value: <OnChain chains={chains} chainId={chainId} tx={hash} what={moneyWords.transaction} />,
          },
        ]),
    ...(payment === null
      ? []
      : [
          {
            label: words.paidFrom,
            value: payment.fromAccount === "DEPOSIT" ? words.paidFromDeposit : words.paidFromWallet,
          },
        ]),
    { label: words.id, value: <ShortHex value={refund.id} what={words.id} /> },
  ];
}
