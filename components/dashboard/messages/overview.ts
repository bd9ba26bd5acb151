import type { RangeName } from "@/lib/insights/overview-range.rules";
import { inLanguages, type Words } from "./in-languages";

/** What one bar of a chart stands for. */
export type Step = "hour" | "day" | "week";

/** The words of the overview and its charts. */
const overviewEnglish = {
  title: "Overview",
  range: "Range",
  ranges: {
    today: "Today",
    "7d": "7 days",
    "30d": "30 days",
    "90d": "90 days",
    year: "Year",
  } satisfies Record<RangeName, string>,
  chooseDays: "Choose days",
  from: "From",
  to: "To",
  show: "Show",
  rangeIgnored: "Choose up to two years, with the first day before the last. You're seeing the last 30 days.",
  countedAt: "Updated",
  notCounted: "The first figures appear within two minutes.",
  previous: {
    today: "same hours yesterday",
    "7d": "previous 7 days",
    "30d": "previous 30 days",
    "90d": "previous 90 days",
    year: "previous year",
    days: "previous period",
  } satisfies Record<RangeName | "days", string>,
  nothingBefore: (before: string) => `No data for the ${before}`,
  /** Without a percentage: there is none of 0. */
  wasBefore: (before: string, value: string) => `${before}: ${value}`,
  compared: (change: string, before: string, value: string) => `${change} · ${before}: ${value}`,
  revenue: "Revenue",
  revenueNote: (received: string, refunded: string) => `${received} received, ${refunded} refunded`,
  dollars: (amount: string) => `${amount} USD`,
  money: "Where the money is",
  moneyNote: "In all totals, 1 token counts as 1 USD.",
  held: "At deposit addresses now",
  settledDays: (days: string) => `Settled to your wallets, ${days}`,
  notWhole: (what: string) => `${what} or more`,
  noMoney: "Nothing",
  settlements: "Settlements",
  volume: "Volume",
  volumeNote: (step: Step) => `Payments received per ${step}, all tokens added up.`,
  paid: "Paid checkouts",
  created: "Created",
  conversion: "Conversion",
  conversionOf: (paid: string, created: string) => `${paid} of ${created} checkouts paid`,
  conversionNote: (step: Step) => `Share of each ${step}'s checkouts that were paid.`,
  converted: "Paid",
  noneCreated: "No checkouts",
  timeToPaid: "Average time to payment",
  timeNote: (step: Step) => `From creation to final payment, on average per ${step}.`,
  durations: {
    days: (count: number) => `${count} d`,
    hours: (count: number) => `${count} h`,
    minutes: (count: number) => `${count} min`,
    seconds: (count: number) => `${count} s`,
  },
  checkouts: "Checkouts",
  createdAndPaid: (created: string, paid: string) => `${created} created, ${paid} paid checkouts`,
  checkoutsNote: (step: Step) => `Checkouts created and paid per ${step}.`,
  byToken: "By token",
  byNetwork: "By network",
  token: "Token",
  network: "Network",
  noNetwork: "Not chosen yet",
  share: "Share of payments",
  unlisted: (count: number) =>
    `${count.toLocaleString("en")} ${count === 1 ? "payment was" : "payments were"} in tokens that are no longer listed. We count them above, but not in the volume.`,
  table: "As a table",
  tableOf: (what: string) => `${what}, as a table`,
  time: "Time (UTC)",
  chartOf: (what: string, days: string) => `${what}, ${days}`,
  latest: "Latest checkouts",
  allCheckouts: "All checkouts",
  nothing: "No data for these days.",
} as const;

const stepsKorean: Readonly<Record<Step, string>> = { hour: "시간", day: "일", week: "주" };

const overviewKorean: Words<typeof overviewEnglish> = {
  title: "개요",
  range: "기간",
  ranges: {
    today: "오늘",
    "7d": "7일",
    "30d": "30일",
    "90d": "90일",
    year: "1년",
  },
  chooseDays: "날짜 선택",
  from: "시작",
  to: "끝",
  show: "보기",
  rangeIgnored:
    "최대 2년까지, 시작일이 끝나는 날보다 앞서도록 선택해 주세요. 지금은 최근 30일을 보여 줍니다.",
  countedAt: "업데이트",
  notCounted: "2분 안에 첫 수치가 표시됩니다.",
  previous: {
    today: "어제 같은 시간",
    "7d": "이전 7일",
    "30d": "이전 30일",
    "90d": "이전 90일",
    year: "이전 1년",
    days: "이전 기간",
  },
  nothingBefore: (before) => `${before} 데이터 없음`,
  wasBefore: (before, value) => `${before}: ${value}`,
  compared: (change, before, value) => `${change} · ${before}: ${value}`,
  revenue: "매출",
  revenueNote: (received, refunded) => `받은 금액 ${received}, 환불 ${refunded}`,
  dollars: (amount) => `${amount} USD`,
  money: "자금 위치",
  moneyNote: "모든 합계에서 1토큰을 1 USD로 계산합니다.",
  held: "현재 입금 주소에 있음",
  settledDays: (days) => `지갑으로 정산됨, ${days}`,
  notWhole: (what) => `${what} 이상`,
  noMoney: "없음",
  settlements: "정산",
  volume: "거래액",
  volumeNote: (step) => `${stepsKorean[step]}별로 받은 결제이며, 모든 토큰을 합한 값입니다.`,
  paid: "완료된 결제",
  created: "생성됨",
  conversion: "결제 전환율",
  conversionOf: (paid, created) => `결제 ${created}건 중 ${paid}건 완료`,
  conversionNote: (step) => `${stepsKorean[step]}별로 생성된 결제 중 완료된 비율입니다.`,
  converted: "완료됨",
  noneCreated: "결제 없음",
  timeToPaid: "평균 결제 소요 시간",
  timeNote: (step) => `생성부터 최종 결제까지 걸린 ${stepsKorean[step]}별 평균 시간입니다.`,
  durations: {
    days: (count) => `${count}일`,
    hours: (count) => `${count}시간`,
    minutes: (count) => `${count}분`,
    seconds: (count) => `${count}초`,
  },
  checkouts: "결제",
  createdAndPaid: (created, paid) => `생성된 결제 ${created}건, 완료된 결제 ${paid}건`,
  checkoutsNote: (step) => `${stepsKorean[step]}별로 생성되고 완료된 결제입니다.`,
  byToken: "토큰별",
  byNetwork: "네트워크별",
  token: "토큰",
  network: "네트워크",
  noNetwork: "아직 선택 안 함",
  share: "결제 비중",
  unlisted: (count) =>
    `더 이상 지원하지 않는 토큰의 결제 ${count.toLocaleString("ko")}건이 있습니다. 위 건수에는 포함되지만 거래액에는 포함되지 않습니다.`,
  table: "표로 보기",
  tableOf: (what) => `${what}, 표로 보기`,
  time: "시각(UTC)",
  chartOf: (what, days) => `${what}, ${days}`,
  latest: "최근 결제",
  allCheckouts: "모든 결제",
  nothing: "이 기간의 데이터가 없습니다.",
};

export const overviewWords = inLanguages(overviewEnglish, overviewKorean);

const deposits = (count: string, isOne: boolean) => `${count} ${isOne ? "deposit" : "deposits"}`;
const endpoints = (count: string, isOne: boolean) => `${count} webhook ${isOne ? "endpoint" : "endpoints"}`;
const refunds = (count: string, isOne: boolean) => `${count} ${isOne ? "refund" : "refunds"}`;

/** The list of what needs attention. A count of `most` stands for that or more. */
const attentionEnglish = {
  title: "Needs attention",
  counts: {
    latePayments: (count: string, isOne: boolean) =>
      `${count} late or partial ${isOne ? "payment" : "payments"} to review`,
    excessRequests: (count: string, isOne: boolean) =>
      `${count} ${isOne ? "overpayment" : "overpayments"} requested back`,
    refundsAwaitingApproval: (count: string, isOne: boolean) => `${refunds(count, isOne)} to approve`,
    refundsAwaitingSignature: (count: string, isOne: boolean) => `${refunds(count, isOne)} to sign`,
    refundsAwaitingAddress: (count: string, isOne: boolean) =>
      `${refunds(count, isOne)} waiting for the customer's address`,
    endpointsFailing: (count: string, isOne: boolean) => `${endpoints(count, isOne)} failing`,
    endpointsDisabled: (count: string, isOne: boolean) =>
      `${endpoints(count, isOne)} disabled after long failure`,
    strayFunds: (count: string, isOne: boolean) =>
      `${count} wrong-token or wrong-network ${isOne ? "payment" : "payments"}`,
    frozen: (count: string, isOne: boolean) =>
      `${deposits(count, isOne)} frozen after a chain reorganisation`,
    closed: (count: string, isOne: boolean) => `${deposits(count, isOne)} to sweep from your wallet`,
    parked: (count: string, isOne: boolean) => `${deposits(count, isOne)} whose last sweep failed`,
  },
  orMore: (count: number) => `${count} or more`,
  incidentOf: "Operator",
  wallet: "Settlement wallet",
  walletWaits: "a change takes effect on",
  where: (network: string) => ` on ${network}`,
  unknownIncident: (where: string) => `An incident for the operator to review${where}`,
} as const;

const attentionKorean: Words<typeof attentionEnglish> = {
  title: "확인 필요",
  counts: {
    latePayments: (count) => `검토할 늦은 결제 또는 일부 결제 ${count}건`,
    excessRequests: (count) => `환불 요청된 초과 결제 ${count}건`,
    refundsAwaitingApproval: (count) => `승인할 환불 ${count}건`,
    refundsAwaitingSignature: (count) => `서명할 환불 ${count}건`,
    refundsAwaitingAddress: (count) => `고객 주소를 기다리는 환불 ${count}건`,
    endpointsFailing: (count) => `실패 중인 웹훅 엔드포인트 ${count}개`,
    endpointsDisabled: (count) => `오랜 실패로 중지된 웹훅 엔드포인트 ${count}개`,
    strayFunds: (count) => `다른 토큰이나 네트워크로 들어온 오입금 ${count}건`,
    frozen: (count) => `체인 재구성으로 보류된 입금 ${count}건`,
    closed: (count) => `내 지갑으로 정산할 입금 ${count}건`,
    parked: (count) => `최근 정산에 실패한 입금 ${count}건`,
  },
  orMore: (count) => `${count}+`,
  incidentOf: "운영자",
  wallet: "정산 지갑",
  walletWaits: "변경 적용 시각:",
  where: (network) => `${network}: `,
  unknownIncident: (where) => `${where}운영자가 확인할 장애가 있습니다`,
};

export const attentionWords = inLanguages(attentionEnglish, attentionKorean);

/** The first page of a project that has no checkout yet. */
const welcomeEnglish = {
  title: "Take your first payment",
  description: "Three steps, a few minutes. On a test network you use play money.",
  steps: [
    {
      title: "Create a server key",
      text: "Your backend creates checkouts with it. We show it only once.",
      link: "Keys",
    },
    {
      title: "Create a checkout",
      text: "Enter your key and run this. Your customer pays at the checkoutUrl in the response.",
    },
    {
      title: "Receive the webhook",
      text: "Add a webhook endpoint, then open the checkoutUrl and pay. We notify your backend once the payment counts.",
      link: "Webhooks",
    },
  ],
  command: "the command",
  byDeveloper: "Ask a developer of this project to do this.",
  quickstart: "Quickstart in TypeScript and Python",
  withoutCode: "Without code: a payment link",
} as const;

const welcomeKorean: Words<typeof welcomeEnglish> = {
  title: "첫 결제 받기",
  description: "세 단계, 몇 분이면 됩니다. 테스트 네트워크에서는 가상 자금을 사용합니다.",
  steps: [
    {
      title: "서버 키 만들기",
      text: "백엔드가 이 키로 결제를 만듭니다. 키는 한 번만 표시됩니다.",
      link: "키",
    },
    {
      title: "결제 만들기",
      text: "키를 입력하고 실행해 주세요. 고객은 응답의 checkoutUrl에서 결제합니다.",
    },
    {
      title: "웹훅 받기",
      text: "웹훅 엔드포인트를 추가한 뒤 checkoutUrl을 열어 결제해 보세요. 결제가 인정되면 백엔드에 알립니다.",
      link: "웹훅",
    },
  ],
  command: "명령",
  byDeveloper: "이 프로젝트의 개발자에게 요청해 주세요.",
  quickstart: "TypeScript와 Python으로 빠른 시작",
  withoutCode: "코드 없이: 결제 링크",
};

export const welcomeWords = inLanguages(welcomeEnglish, welcomeKorean);

/** Incidents by kind; `where` names the network, or is empty. */
const incidentsEnglish = {
  PAYMENT_REVERTED: (where) => `A chain reorganisation reverted a payment${where}. We hold its settlement`,
  REFUND_REVERTED: (where) => `A chain reorganisation reverted a refund${where}. We hold its settlement`,
  CHAIN_LOST: (where) => `We can't follow new blocks${where}, so we don't see payments there`,
  CHAIN_MISCONFIGURED: (where) => `Nodes and settings don't match${where}, so payments or sweeps wait there`,
  BALANCE_ABOVE_BOOKS: (where) => `A deposit address${where} holds more than the ledger shows`,
  BALANCE_BELOW_BOOKS: (where) => `A deposit address${where} holds less than the ledger shows`,
  NODE_DOWN: (where) => `A node isn't responding${where}. We use another one, with none left to check it`,
  INNGEST_DOWN: () => "The Inngest server isn't responding. The service runs its background jobs itself",
  NODES_DISAGREE: (where) => `Two nodes disagree${where}, so payments wait`,
  OUT_OF_GAS: (where) => `The operator's wallet is out of gas${where}, so sweeps and refunds wait`,
  DAILY_CAP_REACHED: (where) => `The operator's wallet has reached its daily limit${where}`,
  TRANSACTION_STUCK: (where) => `A transaction is stuck${where}. It continues once gas is cheaper`,
  TOKEN_PAUSED: (where) => `A token's issuer has paused it${where}. We'll retry sweeps`,
  ACCOUNT_BLACKLISTED: (where) =>
    `A token blocks a wallet or deposit address${where}. We'll retry its sweeps`,
  SWEEP_REFUSED: (where) => `A token refuses sweeps${where}. We'll retry them`,
  NONCE_LEAP: (where) => `A node reports an impossible transaction count${where}, so we send nothing there`,
} as const satisfies Record<string, (where: string) => string>;

const incidentsKorean: Words<typeof incidentsEnglish> = {
  PAYMENT_REVERTED: (where) => `${where}체인 재구성으로 결제가 되돌려졌습니다. 정산을 보류합니다`,
  REFUND_REVERTED: (where) => `${where}체인 재구성으로 환불이 되돌려졌습니다. 정산을 보류합니다`,
  CHAIN_LOST: (where) => `${where}새 블록을 따라갈 수 없어 결제를 감지하지 못합니다`,
  CHAIN_MISCONFIGURED: (where) => `${where}노드와 설정이 맞지 않아 결제나 정산이 대기 중입니다`,
  BALANCE_ABOVE_BOOKS: (where) => `${where}입금 주소의 잔액이 원장보다 많습니다`,
  BALANCE_BELOW_BOOKS: (where) => `${where}입금 주소의 잔액이 원장보다 적습니다`,
  NODE_DOWN: (where) =>
    `${where}노드가 응답하지 않습니다. 다른 노드를 사용하지만 이를 대조할 노드가 없습니다`,
  INNGEST_DOWN: () => "Inngest 서버가 응답하지 않습니다. 서비스가 백그라운드 작업을 직접 실행합니다",
  NODES_DISAGREE: (where) => `${where}두 노드의 응답이 달라 결제 처리가 대기 중입니다`,
  OUT_OF_GAS: (where) => `${where}운영자 지갑의 가스비가 부족해 정산과 환불이 대기 중입니다`,
  DAILY_CAP_REACHED: (where) => `${where}운영자 지갑이 일일 한도에 도달했습니다`,
  TRANSACTION_STUCK: (where) => `${where}트랜잭션이 멈춰 있습니다. 가스비가 내려가면 계속됩니다`,
  TOKEN_PAUSED: (where) => `${where}토큰 발행사가 토큰을 중단했습니다. 정산을 다시 시도합니다`,
  ACCOUNT_BLACKLISTED: (where) => `${where}토큰이 지갑이나 입금 주소를 차단했습니다. 정산을 다시 시도합니다`,
  SWEEP_REFUSED: (where) => `${where}토큰이 정산을 거부합니다. 다시 시도합니다`,
  NONCE_LEAP: (where) => `${where}노드가 불가능한 트랜잭션 수를 알려 아무것도 보내지 않습니다`,
};

export const incidents = inLanguages(incidentsEnglish, incidentsKorean);

/**
 * An incident in words; one of a later version without its kind.
 *
 * @param network its name, null where it is about none or the place is plain
 */
export function incidentText(kind: string, network: string | null): string {
  const where = network === null ? "" : attentionWords.where(network);
  const found = Object.entries(incidents).find(([name]) => name === kind);
  return (found?.[1] ?? attentionWords.unknownIncident)(where);
}
