import type { SettlementStatus, WaitingReason } from "@/lib/settlement/dashboard/settlement-views.rules";
import { inLanguages, type Words } from "./in-languages";

type Reason = NonNullable<WaitingReason>;

/** The words of settlements and sweeps. */
const settlementEnglish = {
  title: "Settlements",
  description: "Payments moved, or about to move, from deposit addresses to your settlement wallet.",
  caption: "Settlements, newest first",
  statuses: { PENDING: "In progress", COMPLETED: "Completed", FAILED: "Failed" } satisfies Record<
    SettlementStatus,
    string
  >,
  itemStatuses: { PENDING: "In progress", SWEPT: "Swept", FAILED: "Failed" },
  columns: {
    amounts: "Amount",
    network: "Network",
    status: "Status",
    deposits: "Deposits",
    transaction: "Transaction",
    gas: "Gas paid",
    opened: "Created",
    checkout: "Checkout",
    why: "Reason",
  },
  failedOf: (failed: number) => `${failed} failed`,
  requested: "on request",
  noTransaction: "not sent yet",
  noGas: "–",
  filter: { status: "Status", network: "Network" },
  policies: {
    IMMEDIATE: "Each payment moves to your wallet as soon as it's final.",
    BATCHED: "Payments move to your wallet up to 50 at a time, or after ten minutes.",
    MANUAL: "Payments stay at deposit addresses until you sweep them here.",
  },
  unswept: {
    title: "At deposit addresses",
    none: "All payments have been swept.",
    change: "Settings",
    partial: (deposits: number) =>
      `Totals include only the latest ${deposits.toLocaleString("en")} deposits.`,
    deposits: (count: number) => (count === 1 ? "1 deposit" : `${count.toLocaleString("en")} deposits`),
    caption: "Money at deposit addresses, and why",
    columns: { amount: "Amount", deposits: "Deposits", why: "Reason", examples: "Checkouts" },
  },
  reasons: {
    frozen: "A chain reorganisation reverted a counted payment. The operator has to review it first.",
    stray: "Wrong token or network: see stray funds.",
    not_paid: "The checkout isn't paid, or its late payment isn't accepted.",
    not_final: "Not final on its network yet.",
    refund_open: "A refund is open and may be paid from here.",
    being_settled: "Being swept now.",
    closed: "Only your own wallet can sweep these. Sign one transaction for all of them above.",
    not_deployed:
      "Your contract wallet isn't deployed on this network, so money sent there could be lost. Deploy it at the same address, or refund the customer.",
    wallet_unknown: "We're checking whether your wallet is a contract.",
    held: "Held for refunds, as set in your settings. “Sweep now” moves it right away.",
    parked: "The token refused its last sweep. We retry after a minute, then less often, up to once an hour.",
    below_floor: "Costs more gas than it's worth right now. It waits for more, or for “Sweep now”.",
  } satisfies Record<Reason, string>,
  ready: "Will be swept next.",
  readyByHand: "Ready for “Sweep now”.",
  batches: {
    title: "Waiting for your wallet",
    text: "Your settlement wallet is a contract, such as a Safe, and only it can sweep these deposits. One transaction sweeps all of them on a network.",
    deposits: (count: number, network: string) =>
      `${count === 1 ? "1 deposit" : `${count.toLocaleString("en")} deposits`} on ${network}`,
    sweptBy: "Swept by",
    label: "Sign one transaction",
    limited: (most: number) => `A transaction sweeps up to ${most} deposits. Sign again for the rest.`,
    notDeployed: (network: string) =>
      `This wallet isn't deployed on ${network}. Deploy it there at the same address, then sign.`,
  },
  gas: {
    title: "Gas paid for you",
    none: "Nothing yet.",
    purposes: { SETTLEMENT: "Sweeps", REFUND: "Refunds", RELAY: "Gasless payments" },
    transactions: (count: number) =>
      count === 1 ? "1 transaction" : `${count.toLocaleString("en")} transactions`,
  },
  empty: {
    title: "No settlements yet",
    text: "Once a payment is final, we move it to your settlement wallet and list it here.",
  },
  detail: {
    back: "Settlements",
    facts: "Settlement",
    items: "Deposits",
    id: "Settlement id",
    completed: "Completed",
    none: "–",
  },
  failed: "Unknown reason.",
  failures: {
    SWEEP_REFUSED: "The token refuses transfers from this address.",
    NOT_SWEPT: "The sweep failed on the network: the token refused the transfer.",
    FROZEN: "The checkout was frozen in the meantime.",
    REVERTED: "The transaction would have failed, so we didn't send it.",
    NO_REFUND_KEY: "The service no longer has the refund key for this address.",
    NOTHING_SWEPT: "It would have moved nothing, so we didn't send it.",
    TRANSACTION_REVERTED: "The whole transaction failed. We'll try its deposits again.",
    TRANSACTION_REPLACED: "Another transaction replaced it. We'll try its deposits again.",
  } as Readonly<Record<string, string>>,
  sweep: {
    label: "Sweep now",
    labelOn: (network: string) => `Sweep now on ${network}`,
    title: "Sweep to your wallet now?",
    chainText: (network: string) =>
      `We move everything ready at deposit addresses on ${network} to your checkouts' settlement wallets, regardless of your settlement policy and gas costs. Checkouts that can still be paid or have an open refund stay.`,
    checkoutText:
      "We move the money at this checkout's address to its settlement wallet, regardless of your settlement policy and gas costs.",
    confirm: "Sweep now",
    opened: (deposits: number) =>
      deposits === 1 ? "Sweeping 1 deposit." : `Sweeping ${deposits.toLocaleString("en")} deposits.`,
    nothing: "There's nothing to sweep right now.",
    left: (deposits: number, reason: string) => `${deposits.toLocaleString("en")} not swept: ${reason}`,
    notAgreed: "Two nodes disagree about it. We'll check again.",
    close: "Close",
  },
  sign: {
    label: "Sign the sweep",
    title: "Sweep with your own wallet",
    text: "Your wallet calls the deposit factory, which can send this deposit only to the checkout's settlement wallet. You pay the gas.",
    only: "Signed by",
    anyone: "Any wallet. It only pays the gas.",
    to: "Money goes to",
    prepare: "Continue",
    loading: "Loading wallets…",
    wrongWallet: "This wallet can't sign this sweep. Choose another wallet.",
    send: "Send the sweep",
    confirm: (wallet: string) => `Confirm in ${wallet}.`,
    sent: "Sent. The deposits show as swept once the network confirms it.",
    demoWallet: "Demo merchant wallet",
    batchText:
      "One transaction sweeps these deposits to your settlement wallet and nowhere else. Your wallet pays the gas.",
    noWallet: "We found no wallet in this browser. Install one, or open this page in your wallet's browser.",
    multisig: "Signing in Safe or another multisig?",
    multisigText:
      "Create a transaction there with these values. The deposits show as swept once the network confirms it.",
    contract: "To",
    value: "Value",
    data: "Data",
  },
} as const;

const settlementKorean: Words<typeof settlementEnglish> = {
  title: "정산",
  description: "입금 주소에서 정산 지갑으로 옮겼거나 곧 옮길 결제입니다.",
  caption: "정산, 최신순",
  statuses: { PENDING: "진행 중", COMPLETED: "완료", FAILED: "실패" },
  itemStatuses: { PENDING: "진행 중", SWEPT: "정산됨", FAILED: "실패" },
  columns: {
    amounts: "금액",
    network: "네트워크",
    status: "상태",
    deposits: "입금",
    transaction: "트랜잭션",
    gas: "가스비",
    opened: "생성 시각",
    checkout: "결제",
    why: "사유",
  },
  failedOf: (failed) => `${failed}건 실패`,
  requested: "요청함",
  noTransaction: "아직 보내지 않음",
  noGas: "–",
  filter: { status: "상태", network: "네트워크" },
  policies: {
    IMMEDIATE: "각 결제는 최종 확정되는 대로 내 지갑으로 이동합니다.",
    BATCHED: "결제는 한 번에 최대 50건씩, 또는 10분 후에 내 지갑으로 이동합니다.",
    MANUAL: "결제는 여기에서 정산할 때까지 입금 주소에 남습니다.",
  },
  unswept: {
    title: "입금 주소에 있는 자금",
    none: "모든 결제가 정산되었습니다.",
    change: "설정",
    partial: (deposits) => `합계에는 최근 입금 ${deposits.toLocaleString("ko")}건만 포함됩니다.`,
    deposits: (count) => `입금 ${count.toLocaleString("ko")}건`,
    caption: "입금 주소에 있는 자금과 사유",
    columns: { amount: "금액", deposits: "입금", why: "사유", examples: "결제" },
  },
  reasons: {
    frozen: "체인 재구성으로 인정된 결제가 되돌려졌습니다. 운영자가 먼저 확인해야 합니다.",
    stray: "다른 토큰이나 네트워크입니다. 오입금에서 확인해 주세요.",
    not_paid: "결제가 완료되지 않았거나 늦은 결제가 수락되지 않았습니다.",
    not_final: "아직 네트워크에서 최종 확정되지 않았습니다.",
    refund_open: "진행 중인 환불이 있으며 이 자금에서 보낼 수 있습니다.",
    being_settled: "지금 정산하고 있습니다.",
    closed: "내 지갑으로만 정산할 수 있습니다. 위에서 트랜잭션 하나로 모두 서명해 주세요.",
    not_deployed:
      "컨트랙트 지갑이 이 네트워크에 배포되어 있지 않아 보낸 자금을 잃을 수 있습니다. 같은 주소로 배포하거나 고객에게 환불해 주세요.",
    wallet_unknown: "지갑이 컨트랙트인지 확인하고 있습니다.",
    held: "설정에 따라 환불을 위해 보류 중입니다. “지금 정산”을 누르면 바로 옮깁니다.",
    parked:
      "토큰이 최근 정산을 거부했습니다. 1분 후 다시 시도하며, 이후 간격을 늘려 최대 1시간마다 시도합니다.",
    below_floor:
      "지금은 금액보다 가스비가 더 듭니다. 금액이 더 쌓이거나 “지금 정산”을 누를 때까지 기다립니다.",
  },
  ready: "다음에 정산됩니다.",
  readyByHand: "“지금 정산”으로 정산할 수 있습니다.",
  batches: {
    title: "내 지갑을 기다리는 중",
    text: "정산 지갑이 Safe와 같은 컨트랙트이므로 그 지갑으로만 정산할 수 있습니다. 네트워크마다 트랜잭션 하나로 모두 정산합니다.",
    deposits: (count, network) => `${network} 네트워크의 입금 ${count.toLocaleString("ko")}건`,
    sweptBy: "정산하는 지갑",
    label: "트랜잭션 하나로 서명",
    limited: (most) => `트랜잭션 하나로 최대 ${most}건을 정산합니다. 나머지는 다시 서명해 주세요.`,
    notDeployed: (network) =>
      `이 지갑은 ${network} 네트워크에 배포되어 있지 않습니다. 같은 주소로 배포한 뒤 서명해 주세요.`,
  },
  gas: {
    title: "서비스가 부담한 가스비",
    none: "아직 없습니다.",
    purposes: { SETTLEMENT: "정산", REFUND: "환불", RELAY: "가스비 없는 결제" },
    transactions: (count) => `트랜잭션 ${count.toLocaleString("ko")}건`,
  },
  empty: {
    title: "아직 정산이 없습니다",
    text: "결제가 최종 확정되면 정산 지갑으로 옮기고 여기에 표시합니다.",
  },
  detail: {
    back: "정산",
    facts: "정산 정보",
    items: "입금",
    id: "정산 ID",
    completed: "완료 시각",
    none: "–",
  },
  failed: "알 수 없는 사유입니다.",
  failures: {
    SWEEP_REFUSED: "토큰이 이 주소에서 보내는 것을 거부합니다.",
    NOT_SWEPT: "네트워크에서 정산이 실패했습니다. 토큰이 전송을 거부했습니다.",
    FROZEN: "그사이 결제가 보류되었습니다.",
    REVERTED: "트랜잭션이 실패할 것이어서 보내지 않았습니다.",
    NO_REFUND_KEY: "서비스에 이 주소의 환불 키가 더 이상 없습니다.",
    NOTHING_SWEPT: "옮길 금액이 없어 보내지 않았습니다.",
    TRANSACTION_REVERTED: "트랜잭션 전체가 실패했습니다. 입금을 다시 정산합니다.",
    TRANSACTION_REPLACED: "다른 트랜잭션으로 대체되었습니다. 입금을 다시 정산합니다.",
  },
  sweep: {
    label: "지금 정산",
    labelOn: (network) => `${network}에서 지금 정산`,
    title: "지금 내 지갑으로 정산할까요?",
    chainText: (network) =>
      `정산 정책과 가스비에 관계없이 ${network} 네트워크의 입금 주소에서 준비된 자금을 모두 각 결제의 정산 지갑으로 옮깁니다. 아직 결제할 수 있거나 진행 중인 환불이 있는 결제는 남겨 둡니다.`,
    checkoutText: "정산 정책과 가스비에 관계없이 이 결제의 주소에 있는 자금을 정산 지갑으로 옮깁니다.",
    confirm: "지금 정산",
    opened: (deposits) => `입금 ${deposits.toLocaleString("ko")}건을 정산합니다.`,
    nothing: "지금 정산할 자금이 없습니다.",
    left: (deposits, reason) => `${deposits.toLocaleString("ko")}건 정산 안 함: ${reason}`,
    notAgreed: "두 노드의 응답이 다릅니다. 다시 확인합니다.",
    close: "닫기",
  },
  sign: {
    label: "정산에 서명",
    title: "내 지갑으로 정산",
    text: "지갑이 입금 팩토리를 호출하며, 팩토리는 이 입금을 결제의 정산 지갑으로만 보낼 수 있습니다. 가스비는 내 지갑에서 냅니다.",
    only: "서명하는 지갑",
    anyone: "모든 지갑. 가스비만 냅니다.",
    to: "받는 지갑",
    prepare: "계속",
    loading: "지갑을 불러오는 중…",
    wrongWallet: "이 지갑으로는 정산에 서명할 수 없습니다. 다른 지갑을 선택해 주세요.",
    send: "정산 보내기",
    confirm: (wallet) => `${wallet}에서 확인해 주세요.`,
    sent: "보냈습니다. 네트워크에서 확인되면 입금이 정산됨으로 표시됩니다.",
    demoWallet: "데모 상점의 지갑",
    batchText: "트랜잭션 하나로 이 입금들을 정산 지갑으로만 정산합니다. 가스비는 내 지갑에서 냅니다.",
    noWallet:
      "이 브라우저에서 지갑을 찾지 못했습니다. 지갑을 설치하거나 지갑의 브라우저에서 이 페이지를 열어 주세요.",
    multisig: "Safe 등 다중 서명 지갑으로 서명하나요?",
    multisigText:
      "그 지갑에서 이 값으로 트랜잭션을 만들어 주세요. 네트워크에서 확인되면 입금이 정산됨으로 표시됩니다.",
    contract: "받는 주소",
    value: "값",
    data: "데이터",
  },
};

export const settlementWords = inLanguages(settlementEnglish, settlementKorean);

/** The words of stray funds. */
const strayEnglish = {
  title: "Stray funds",
  description:
    "Money that reached a checkout's address but doesn't count as its payment: a different token or network, or the network's own coin.",
  caption: "Stray funds, newest checkout first",
  columns: { what: "Amount", checkout: "Checkout", found: "Found", act: "Action" },
  seen: "last checked",
  empty: {
    title: "No stray funds",
    text: "When a customer sends a different token or uses a different network, you'll see it here. It never pays a checkout on its own.",
  },
  acts: {
    openRefund: "View open refund",
    return: "Return",
    returnTitle: (amount: string) => `Return ${amount}`,
    returnText: "Creates a refund of the full amount. Returned money never counts as payment.",
    returnConfirm: "Return",
    count: "Count as payment",
    countTitle: (amount: string) => `Count ${amount} as payment`,
    countText:
      "The checkout counts as paid with this token on this network, on time or late depending on the payment's block. You can't undo this, but you can refund it later.",
    countConfirm: "Count as payment",
    sweep: "Sweep",
    sweepTitle: (amount: string) => `Sweep ${amount}`,
    sweepText: "Sends it to your settlement wallet. After that, you can't return it from here or count it.",
    sweepConfirm: "Sweep",
  },
  explain: {
    title: "Return, count or sweep?",
    text: "Return sends the money back to an address that your customer gives or proves. Count as payment accepts a stablecoin that covers the checkout's amount. Sweep sends the money to your wallet. Choose one for each payment.",
    unknown:
      "An unlisted token can use any name, even “USDC”. Look up its contract before you sign anything: most of these tokens are worthless, and some lead to malicious pages.",
  },
  stays: {
    open: "You can return, count or sweep this once the checkout is paid or has expired.",
    frozen: "The operator has to review this checkout first.",
    settling: "Being swept now.",
    role: "An admin can decide on this.",
  },
} as const;

const strayKorean: Words<typeof strayEnglish> = {
  title: "오입금",
  description:
    "결제 주소에 도착했지만 결제로 인정되지 않은 자금입니다. 다른 토큰, 다른 네트워크, 네트워크의 기본 코인이 해당합니다.",
  caption: "오입금, 최신 결제순",
  columns: { what: "금액", checkout: "결제", found: "발견 시각", act: "작업" },
  seen: "마지막 확인",
  empty: {
    title: "오입금이 없습니다",
    text: "고객이 다른 토큰을 보내거나 다른 네트워크를 사용하면 여기에 표시됩니다. 자동으로 결제 처리되지는 않습니다.",
  },
  acts: {
    openRefund: "진행 중인 환불 보기",
    return: "반환",
    returnTitle: (amount) => `${amount} 반환`,
    returnText: "전액을 환불로 만듭니다. 반환한 금액은 결제로 인정되지 않습니다.",
    returnConfirm: "반환",
    count: "결제로 인정",
    countTitle: (amount) => `${amount}을(를) 결제로 인정`,
    countText:
      "이 네트워크의 이 토큰으로 결제된 것으로 처리하며, 제시간인지 늦었는지는 결제된 블록을 따릅니다. 되돌릴 수 없지만 나중에 환불할 수 있습니다.",
    countConfirm: "결제로 인정",
    sweep: "지갑으로 이동",
    sweepTitle: (amount) => `${amount}을(를) 지갑으로 이동`,
    sweepText: "정산 지갑으로 보냅니다. 이후에는 여기에서 반환하거나 결제로 인정할 수 없습니다.",
    sweepConfirm: "지갑으로 이동",
  },
  explain: {
    title: "반환, 결제로 인정, 지갑으로 이동의 차이",
    text: "반환은 고객이 알려 주거나 증명한 주소로 돌려보냅니다. 결제로 인정은 결제 금액을 채우는 스테이블코인을 결제로 받아들입니다. 지갑으로 이동은 자금을 내 지갑으로 보냅니다. 건마다 하나를 선택해 주세요.",
    unknown:
      "지원하지 않는 토큰은 “USDC”를 포함해 어떤 이름이든 쓸 수 있습니다. 서명하기 전에 컨트랙트를 확인해 주세요. 이런 토큰은 대부분 가치가 없으며, 일부는 악성 페이지로 연결됩니다.",
  },
  stays: {
    open: "결제가 완료되거나 만료되면 반환, 결제로 인정, 지갑으로 이동을 할 수 있습니다.",
    frozen: "운영자가 먼저 이 결제를 확인해야 합니다.",
    settling: "지금 정산하고 있습니다.",
    role: "관리자가 결정할 수 있습니다.",
  },
};

export const strayWords = inLanguages(strayEnglish, strayKorean);

/** The words of amounts and of lists of money. */
const moneyEnglish = {
  unknownToken: "Unknown token",
  unknownTokenHint:
    "We don't list this token's contract, so we don't add its amount to any total. Look it up before you trust it.",
  units: (units: string) => `${units} units`,
  unknownChain: (chainId: number) => `Chain ${chainId}`,
  transaction: "transaction",
  address: "address",
} as const;

const moneyKorean: Words<typeof moneyEnglish> = {
  unknownToken: "알 수 없는 토큰",
  unknownTokenHint:
    "이 토큰의 컨트랙트는 지원 목록에 없으므로 합계에 포함하지 않습니다. 신뢰하기 전에 확인해 주세요.",
  units: (units) => `${units} 단위`,
  unknownChain: (chainId) => `체인 ${chainId}`,
  transaction: "트랜잭션",
  address: "주소",
};

export const moneyWords = inLanguages(moneyEnglish, moneyKorean);
