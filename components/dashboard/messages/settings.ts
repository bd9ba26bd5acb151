import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { ProjectMailKind } from "@/lib/letters/mail-kinds.rules";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { type ApiKeyUse, apiKeyUseTexts } from "@/lib/projects/keys/api-key.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";
import { inLanguages, type Words } from "./in-languages";

/** The words of a project's settings. */
const settingsEnglish = {
  title: "Settings",
  tabsLabel: "Settings",
  tabs: { general: "General", payments: "Payments", security: "Security", apiKeys: "API keys" },
  paymentsPage: "Payment settings",
  walletAndRefunds: "Refunds and other wallets",
  serverKeys: "Server keys",
  serverKeysHint: "Create, rotate and revoke the keys that your server uses.",
  serverKeysLink: "Manage server keys",
  save: "Save",
  saved: "Saved.",
  readOnly: "Only admins and owners can change these settings.",
  readOnlyOwner: "Only owners can change these settings.",

  looks: "How customers see you",
  looksHint: "On the payment page, in receipts and in e-mails.",
  name: "Name",
  nameHint: "Up to 80 characters.",
  accent: "Accent colour",
  accentHint: "If this colour is hard to read, we use the nearest readable shade.",
  accentPick: "Pick a colour",
  accentOwn: "Use your own colour",
  accentPreview: "Preview",
  accentColors: (light: string, dark: string) => `Shown as ${light} in light and ${dark} in dark.`,
  accentThemes: { light: "Light", dark: "Dark" },
  accentSample: "Pay 4.50 USDC",
  accentLink: "How we calculated this",
  receiptDetails: "Details on receipts",
  receiptDetailsHint: "Such as your address and tax number. Up to 500 characters.",
  support: "Support contact",
  supportHint: "An e-mail address or https link. Customers see it when something went wrong with a payment.",
  logo: "Logo",
  logoHint:
    "PNG, JPEG or WebP, up to 256 KiB. We make it square on white and keep nothing else from the file.",
  logoChoose: "Choose a picture",
  logoReplace: "Replace picture",
  logoNone: "No logo yet. Customers see the first letter of the name.",
  logoAlt: "The logo as customers see it",
  logoRemove: "Remove",
  logoRemoveTitle: "Remove the logo?",
  logoRemoveText: "Customers see the first letter of the name instead.",
  logoSending: "Uploading…",
  logoSaved: "Logo saved.",
  logoTooLarge: "This file is larger than 256 KiB. Choose a smaller one.",

  letters: "E-mails",
  lettersHint:
    "Sent to the owners and admins of this project. E-mails about a new settlement wallet and invitations are always sent.",
  lettersOff: "The operator of this service hasn't set up e-mail, so we send none.",
  mailKinds: {
    "checkout.late_paid": { label: "Late payment", hint: "You decide whether to accept or refund it." },
    "checkout.paid": { label: "Payment received", hint: "One e-mail for each paid checkout." },
    "endpoint.disabled": { label: "Webhook endpoint disabled", hint: "It failed for days." },
    "payments.digest": { label: "Daily summary", hint: "Each day with payments." },
    "payments.weekly": { label: "Weekly summary", hint: "On Mondays, beside the week before." },
  } satisfies Record<ProjectMailKind, { label: string; hint: string }>,

  danger: "Delete this project",
  dangerText:
    "Its keys stop working at once, open invitations are revoked, and the project disappears from the dashboard. Payments to its addresses still go to your wallet. You can't undo this here.",
  delete: "Delete project",
  deleteTitle: "Delete this project?",
  deleteName: (name: string) => `Type ${name} to confirm`,

  tokens: "Tokens and networks",
  tokensHint: "What customers can choose from. Existing checkouts keep what they offered.",
  tokensNone: "The operator of this service hasn't enabled any networks.",
  pricing: "Amounts",
  tolerance: "Tolerance for underpayments (%)",
  toleranceHint: "0.5% accepts 99.50 for a 100.00 checkout. 0% requires the exact amount.",
  minimum: "Smallest checkout",
  minimumHint: "In stablecoins. Smaller checkouts can't be created. 0 allows any amount.",
  speed: "Confirmation speed",
  speedHint: "How long we wait before a payment counts as paid.",
  speeds: {
    FAST: {
      label: "Fast",
      hint: "Payments up to 100 tokens count after a few blocks. If the network reverts one, you bear the loss.",
    },
    STANDARD: {
      label: "Standard",
      hint: "Small payments wait for a few blocks, large ones until the network makes them final.",
    },
    CAREFUL: { label: "Careful", hint: "Every payment waits until the network makes it final." },
  } satisfies Record<ConfirmationSpeed, { label: string; hint: string }>,
  late: "Late payments",
  lateHint: "Payments that arrive after the checkout expired. The price may have changed.",
  latePolicies: {
    HOLD: { label: "Ask me", hint: "You accept or refund each one." },
    ACCEPT: { label: "Accept", hint: "They count as paid, unless the checkout was cancelled or continued." },
    REFUND: { label: "Refund", hint: "We refund them once the customer enters an address." },
  },
  requote: "Expired checkouts",
  requoteLabel: "Let customers continue at the current price",
  requoteHint:
    "For fiat prices, if nothing was paid. The customer gets a new checkout for the same order; its amount follows the current exchange rate.",
  settlement: "Settlement",
  settlementHint: "When money moves from deposit addresses to your wallet. We pay the network fee.",
  policies: {
    BATCHED: { label: "In batches", hint: "Up to 50 payments at a time, or after ten minutes." },
    IMMEDIATE: { label: "Right away", hint: "Each payment as soon as it's final." },
    MANUAL: { label: "Manually", hint: "When you choose “Sweep now” under Settlements." },
  } satisfies Record<SettlementPolicy, { label: string; hint: string }>,
  hold: "Hours to wait before settlement",
  holdHint:
    "We wait this long after a checkout is paid. Until then, you can refund it from its deposit address, and convenient mode needs no signature. 0 means no wait. “Sweep now” still works.",
  rule: (chain: string) => `On ${chain}`,
  ruleSame: "Same as above",
  api: "API",
  apiKeyUse: "Where do you use your API key?",
  apiKeyUses: {
    BROWSER: { label: "In browsers", hint: apiKeyUseTexts.BROWSER },
    SERVER: { label: "On my server only", hint: apiKeyUseTexts.SERVER },
  } satisfies Record<ApiKeyUse, { label: string; hint: string }>,
  apiKeys: "API keys may create checkouts",
  apiKeysHint: "If you turn this off, only a server key, a payment link or the dashboard creates checkouts.",
  serverRate: "Server rate limit",
  serverRateText: (perMinute: number) =>
    `${perMinute.toLocaleString("en")} requests per minute, set by the operator of this service.`,

  wallet: "Settlement wallet",
  walletHint:
    "Where your payments go. A change takes effect after 24 hours, or right away if you sign it with the current wallet.",
  walletNow: "Current",
  walletSince: "Existing checkouts keep the wallet they were created with.",
  walletNew: "New settlement wallet",
  walletNewHint:
    "A wallet whose key you hold, on every network you accept. Don't use an exchange's deposit address.",
  walletAsk: "Change wallet",
  walletRequest: "Request change",
  walletOwners: "Only owners can change the wallet.",
  waiting: "Settlement wallet change pending",
  waitingText: (who: string) => `Requested by ${who}.`,
  waitingSomebody: "a former member",
  waitingThen: "New",
  waitingAt: "Takes effect",
  waitingCancel: "Cancel change",
  waitingCancelTitle: "Cancel the wallet change?",
  waitingCancelText: "Payments keep going to the current wallet.",
  sign: "Apply now",
  signTitle: "Sign with the current wallet",
  signText:
    "Sign with a wallet in this browser. Or sign the exact text elsewhere, for example in the Safe app, and paste the signature.",
  signMessage: "Text to sign",
  signature: "Signature",
  signWith: "A wallet in this browser",
  signConfirm: "Apply change",
  signOther: (wallet: string) =>
    `This is a different wallet. Choose the account ${shortHex(withChecksums(wallet))} and try again.`,
  bannerText: (wallet: string) => `Settlement wallet change pending: ${wallet}.`,
  bannerAt: "It takes effect on",
  bannerLink: "View or cancel",

  refunds: "Who can send refunds",
  refundsHint: "Applies to new checkouts. Existing checkouts keep their setting.",
  refundModes: {
    STRICT: {
      label: "Strict",
      hint: "Only your settlement wallet can send money back from a deposit address: you sign each refund.",
    },
    CONVENIENT: {
      label: "Convenient",
      hint: "This service's refund wallet sends refunds for you, up to the limit below.",
    },
  },
  convenientWarning:
    "Convenient mode trusts the operator of this service: anyone with its refund wallet's key could send unsettled money anywhere. The service enforces the limits, not the contract.",
  exposed: "Exposed now",
  exposedNone: "Nothing. No money is at the deposit addresses of convenient checkouts.",
  exposedCount: (count: number) => (count === 1 ? "1 checkout" : `${count.toLocaleString("en")} checkouts`),
  limit: "Daily refunds without approval",
  limitHint:
    "In stablecoins, for refunds requested through the API. Above it, an owner has to approve each refund. 0 requires approval for every refund.",
  wallets: "Other allowed wallets",
  walletsHint:
    "A server key can set another wallet when it creates a checkout. Enter one address per line to allow only those and the settlement wallet. Leave it empty to allow any.",
} as const;

const settingsKorean: Words<typeof settingsEnglish> = {
  title: "설정",
  tabsLabel: "설정",
  tabs: { general: "일반", payments: "결제", security: "보안", apiKeys: "API 키" },
  paymentsPage: "결제 설정",
  walletAndRefunds: "환불과 다른 지갑",
  serverKeys: "서버 키",
  serverKeysHint: "서버에서 사용하는 키를 만들고 교체하고 폐기합니다.",
  serverKeysLink: "서버 키 관리",
  save: "저장",
  saved: "저장했습니다.",
  readOnly: "관리자와 소유자만 이 설정을 변경할 수 있습니다.",
  readOnlyOwner: "소유자만 이 설정을 변경할 수 있습니다.",

  looks: "고객에게 보이는 정보",
  looksHint: "결제 페이지, 영수증, 이메일에 표시됩니다.",
  name: "이름",
  nameHint: "최대 80자.",
  accent: "강조 색상",
  accentHint: "읽기 어려운 색이면 가장 가까운 읽기 쉬운 색을 사용합니다.",
  accentPick: "색상 선택",
  accentOwn: "직접 정한 색상 사용",
  accentPreview: "미리보기",
  accentColors: (light, dark) => `라이트 테마에서는 ${light}, 다크 테마에서는 ${dark}(으)로 표시됩니다.`,
  accentThemes: { light: "라이트", dark: "다크" },
  accentSample: "4.50 USDC 결제",
  accentLink: "금액 계산 방법",
  receiptDetails: "영수증 표시 정보",
  receiptDetailsHint: "주소, 사업자등록번호 등. 최대 500자.",
  support: "고객 문의처",
  supportHint: "이메일 주소 또는 https 링크. 결제에 문제가 생기면 고객에게 표시됩니다.",
  logo: "로고",
  logoHint:
    "PNG, JPEG 또는 WebP, 최대 256KiB. 흰 배경의 정사각형으로 만들고 파일의 다른 정보는 보관하지 않습니다.",
  logoChoose: "이미지 선택",
  logoReplace: "이미지 교체",
  logoNone: "아직 로고가 없습니다. 고객에게는 이름의 첫 글자가 표시됩니다.",
  logoAlt: "고객에게 보이는 로고",
  logoRemove: "삭제",
  logoRemoveTitle: "로고를 삭제할까요?",
  logoRemoveText: "고객에게는 이름의 첫 글자가 대신 표시됩니다.",
  logoSending: "업로드 중…",
  logoSaved: "로고를 저장했습니다.",
  logoTooLarge: "파일이 256KiB보다 큽니다. 더 작은 파일을 선택해 주세요.",

  letters: "이메일",
  lettersHint:
    "이 프로젝트의 소유자와 관리자에게 보냅니다. 새 정산 지갑과 초대에 관한 이메일은 항상 보냅니다.",
  lettersOff: "이 서비스의 운영자가 이메일을 설정하지 않아 이메일을 보내지 않습니다.",
  mailKinds: {
    "checkout.late_paid": { label: "늦은 결제", hint: "수락할지 환불할지 결정합니다." },
    "checkout.paid": { label: "결제 완료", hint: "완료된 결제마다 한 통씩 보냅니다." },
    "endpoint.disabled": { label: "웹훅 엔드포인트 중지", hint: "며칠 동안 실패한 경우입니다." },
    "payments.digest": { label: "일일 요약", hint: "결제가 있는 날마다 보냅니다." },
    "payments.weekly": { label: "주간 요약", hint: "월요일마다 지난주와 비교해 보냅니다." },
  },

  danger: "프로젝트 삭제",
  dangerText:
    "키가 즉시 중지되고, 대기 중인 초대가 취소되며, 대시보드에서 프로젝트가 사라집니다. 이 프로젝트의 주소로 들어오는 결제는 계속 내 지갑으로 갑니다. 여기에서는 되돌릴 수 없습니다.",
  delete: "프로젝트 삭제",
  deleteTitle: "이 프로젝트를 삭제할까요?",
  deleteName: (name) => `확인을 위해 ${name}을(를) 입력해 주세요`,

  tokens: "토큰과 네트워크",
  tokensHint: "고객이 선택할 수 있는 토큰과 네트워크입니다. 기존 결제는 생성 당시의 선택지를 유지합니다.",
  tokensNone: "이 서비스의 운영자가 사용할 네트워크를 설정하지 않았습니다.",
  pricing: "금액",
  tolerance: "부족 결제 허용 오차(%)",
  toleranceHint: "0.5%면 100.00 결제에 99.50도 인정합니다. 0%면 정확한 금액만 인정합니다.",
  minimum: "최소 결제 금액",
  minimumHint: "스테이블코인 기준입니다. 더 작은 결제는 만들 수 없습니다. 0이면 제한이 없습니다.",
  speed: "확인 속도",
  speedHint: "결제를 완료로 처리하기 전에 기다리는 정도입니다.",
  speeds: {
    FAST: {
      label: "빠르게",
      hint: "100토큰 이하의 결제는 몇 블록 후 인정합니다. 네트워크가 결제를 되돌리면 손실은 상점이 부담합니다.",
    },
    STANDARD: {
      label: "표준",
      hint: "소액 결제는 몇 블록을, 고액 결제는 네트워크의 최종 확정을 기다립니다.",
    },
    CAREFUL: { label: "신중하게", hint: "모든 결제가 네트워크의 최종 확정을 기다립니다." },
  },
  late: "늦은 결제",
  lateHint: "결제가 만료된 뒤 도착한 결제입니다. 가격이 바뀌었을 수 있습니다.",
  latePolicies: {
    HOLD: { label: "직접 결정", hint: "건마다 수락하거나 환불합니다." },
    ACCEPT: { label: "수락", hint: "취소되었거나 새 결제로 이어진 경우가 아니면 결제 완료로 처리합니다." },
    REFUND: { label: "환불", hint: "고객이 주소를 입력하면 환불합니다." },
  },
  requote: "만료된 결제",
  requoteLabel: "고객이 현재 가격으로 계속할 수 있게 허용",
  requoteHint:
    "법정화폐 가격이고 아무것도 결제되지 않은 경우입니다. 고객은 같은 주문의 새 결제를 받으며, 금액은 현재 환율을 따릅니다.",
  settlement: "정산",
  settlementHint:
    "입금 주소에서 내 지갑으로 자금을 옮기는 시점입니다. 네트워크 수수료는 서비스가 부담합니다.",
  policies: {
    BATCHED: { label: "모아서", hint: "한 번에 최대 50건씩, 또는 10분 후에 정산합니다." },
    IMMEDIATE: { label: "즉시", hint: "각 결제가 최종 확정되는 대로 정산합니다." },
    MANUAL: { label: "수동", hint: "정산 페이지에서 “지금 정산”을 누를 때 정산합니다." },
  },
  hold: "정산 전 대기 시간(시간)",
  holdHint:
    "결제 완료 후 이 시간만큼 기다립니다. 그동안은 입금 주소에서 환불할 수 있으며, 간편 모드에서는 서명이 필요 없습니다. 0이면 기다리지 않습니다. “지금 정산”은 계속 사용할 수 있습니다.",
  rule: (chain) => `${chain} 네트워크`,
  ruleSame: "위와 같음",
  api: "API",
  apiKeyUse: "API 키를 어디에서 사용하나요?",
  apiKeyUses: {
    BROWSER: {
      label: "브라우저",
      hint: "키를 누구나 볼 수 있습니다. 성공·취소 페이지가 허용된 출처에 있는 결제만 만들 수 있고, 목록에는 API 키로 만든 결제만 메타데이터 없이 표시됩니다. 성공 페이지는 결제가 완료되어야, 주문 번호는 요청에서 주문 번호로 찾을 때만 표시됩니다. 결제의 공개 정보에서는 ID를 아는 누구나 주문 번호를 볼 수 있습니다.",
    },
    SERVER: {
      label: "서버에서만",
      hint: "키는 비밀입니다. 성공·취소 페이지를 자유롭게 정해 결제를 만들고 모든 결제를 전부 조회할 수 있으며, 웹 페이지에서는 응답을 읽을 수 없습니다. 이전 키는 페이지에 노출되었을 수 있으므로 이 설정을 선택한 뒤 만든 키에만 적용됩니다. 새 키를 만들고 이전 키를 폐기해 주세요.",
    },
  },
  apiKeys: "API 키로 결제 생성 허용",
  apiKeysHint: "끄면 서버 키, 결제 링크, 대시보드로만 결제를 만들 수 있습니다.",
  serverRate: "서버 요청 한도",
  serverRateText: (perMinute) =>
    `분당 ${perMinute.toLocaleString("ko")}건. 이 서비스의 운영자가 정한 값입니다.`,

  wallet: "정산 지갑",
  walletHint:
    "결제 금액을 받는 지갑입니다. 변경은 24시간 후 적용되며, 현재 지갑으로 서명하면 바로 적용됩니다.",
  walletNow: "현재",
  walletSince: "기존 결제는 생성 당시의 지갑을 유지합니다.",
  walletNew: "새 정산 지갑",
  walletNewHint:
    "받는 모든 네트워크에서 직접 키를 보유한 지갑이어야 합니다. 거래소 입금 주소는 사용하지 마세요.",
  walletAsk: "지갑 변경",
  walletRequest: "변경 요청",
  walletOwners: "소유자만 지갑을 변경할 수 있습니다.",
  waiting: "정산 지갑 변경 대기 중",
  waitingText: (who) => `요청자: ${who}`,
  waitingSomebody: "이전 팀원",
  waitingThen: "새 지갑",
  waitingAt: "적용 시각",
  waitingCancel: "변경 취소",
  waitingCancelTitle: "지갑 변경을 취소할까요?",
  waitingCancelText: "결제 금액은 계속 현재 지갑으로 갑니다.",
  sign: "지금 적용",
  signTitle: "현재 지갑으로 서명",
  signText:
    "이 브라우저의 지갑으로 서명해 주세요. Safe 앱 등 다른 곳에서 같은 문구에 서명한 뒤 서명을 붙여 넣어도 됩니다.",
  signMessage: "서명할 문구",
  signature: "서명",
  signWith: "이 브라우저의 지갑",
  signConfirm: "변경 적용",
  signOther: (wallet) =>
    `다른 지갑입니다. ${shortHex(withChecksums(wallet))} 계정을 선택하고 다시 시도해 주세요.`,
  bannerText: (wallet) => `정산 지갑 변경 대기 중: ${wallet}.`,
  bannerAt: "적용 시각:",
  bannerLink: "확인 또는 취소",

  refunds: "환불을 보내는 주체",
  refundsHint: "새 결제에 적용됩니다. 기존 결제는 생성 당시의 설정을 유지합니다.",
  refundModes: {
    STRICT: {
      label: "엄격",
      hint: "정산 지갑만 입금 주소의 자금을 돌려보낼 수 있습니다. 환불마다 직접 서명합니다.",
    },
    CONVENIENT: {
      label: "간편",
      hint: "아래 한도까지 이 서비스의 환불 지갑이 대신 환불을 보냅니다.",
    },
  },
  convenientWarning:
    "간편 모드는 이 서비스의 운영자를 신뢰하는 방식입니다. 환불 지갑의 키를 가진 사람은 정산되지 않은 자금을 어디로든 보낼 수 있습니다. 한도는 컨트랙트가 아니라 서비스가 지킵니다.",
  exposed: "현재 노출된 금액",
  exposedNone: "없음. 간편 모드 결제의 입금 주소에 자금이 없습니다.",
  exposedCount: (count) => `결제 ${count.toLocaleString("ko")}건`,
  limit: "승인 없는 일일 환불 한도",
  limitHint:
    "스테이블코인 기준이며 API로 요청한 환불에 적용됩니다. 한도를 넘으면 건마다 소유자의 승인이 필요합니다. 0이면 모든 환불에 승인이 필요합니다.",
  wallets: "추가로 허용된 지갑",
  walletsHint:
    "서버 키는 결제를 만들 때 다른 지갑을 지정할 수 있습니다. 한 줄에 주소를 하나씩 입력하면 그 주소와 정산 지갑만 허용합니다. 비워 두면 모두 허용합니다.",
};

export const settingsWords = inLanguages(settingsEnglish, settingsKorean);

const list = new Intl.ListFormat("en");

/** What a contract wallet means, said before it is saved. */
const walletFieldEnglish = {
  contract: (networks: string[]) => `This is a contract wallet, such as a Safe, on ${list.format(networks)}.`,
  strict:
    "In strict mode, nothing settles on its own: you sign one transaction per network for up to 50 deposits.",
  convenient: "In convenient mode, this service's refund wallet settles for you.",
  missing: (networks: string[]) =>
    `It isn't deployed on ${list.format(networks)}. Deploy it there at the same address before you accept payments. Until then, payments stay at their deposit addresses.`,
  unknown:
    "We couldn't check this wallet on every network. Checkouts can be created once we know whether it is a contract.",
  again: "To use this wallet, press the button again.",
} as const;

const listKorean = new Intl.ListFormat("ko");

const walletFieldKorean: Words<typeof walletFieldEnglish> = {
  contract: (networks) => `${listKorean.format(networks)} 네트워크에서 Safe와 같은 컨트랙트 지갑입니다.`,
  strict:
    "엄격 모드에서는 자동으로 정산되지 않습니다. 네트워크마다 최대 50건을 트랜잭션 하나로 직접 서명합니다.",
  convenient: "간편 모드에서는 이 서비스의 환불 지갑이 대신 정산합니다.",
  missing: (networks) =>
    `${listKorean.format(networks)} 네트워크에 배포되어 있지 않습니다. 결제를 받기 전에 같은 주소로 배포해 주세요. 그때까지 결제 금액은 입금 주소에 남습니다.`,
  unknown: "일부 네트워크에서 이 지갑을 확인하지 못했습니다. 컨트랙트인지 확인되면 결제를 만들 수 있습니다.",
  again: "이 지갑을 사용하려면 버튼을 다시 눌러 주세요.",
};

export const walletFieldWords = inLanguages(walletFieldEnglish, walletFieldKorean);
