import type { ApiKeyKind } from "@/lib/projects/keys/api-key.rules";
import type { TestTool } from "@/lib/projects/test-tools.rules";
import { inLanguages, type Words } from "./in-languages";

/** The words of the pages about keys and origins. */
const keyEnglish = {
  title: "Keys",
  description: "Your programs sign in with these. We show each key only once, when you create it.",
  tabsLabel: "Keys and origins",
  tabs: { api: "API keys", server: "Security: server keys", origins: "Allowed origins" },
  reference: "API reference",
  kinds: {
    api: {
      title: "API keys",
      description:
        "An API key creates checkouts and can't move money. What it can read depends on where you use it, in browsers or on your server. You choose in the payment settings.",
      create: "Create API key",
      empty: "No active API keys.",
    },
    server: {
      title: "Server keys",
      description:
        "For your backend only. A server key reads every checkout, cancels checkouts and requests refunds. Never put it into a page, an app or a repository.",
      create: "Create server key",
      empty: "No active server keys.",
    },
  } satisfies Record<ApiKeyKind, object>,
  needsAdmin: "Only admins and owners can create, rotate and revoke server keys.",
  ended: "Inactive keys",
  columns: {
    key: "Key",
    created: "Created",
    by: "Created by",
    used: "Last used",
    ends: "Expires",
    ended: "Ended",
    how: "How",
    actions: "Action",
  },
  operator: "Operator",
  goneAccount: "A closed account",
  left: "Creator left the project",
  never: "Never",
  noEnd: "Never",
  rotated: "Rotated",
  revoked: "Revoked",
  expired: "Expired",
  life: "Expires",
  lifeHint: "A key that expires does less harm if it leaks.",
  lives: (days: number | null) => (days === null ? "Never" : `After ${days} days`),
  made: "Your new key",
  madeKey: "key",
  done: "I've saved it",
  tryIt: "Create your first checkout with it:",
  snippet: "request",
  languages: { curl: "curl", typescript: "TypeScript" },
  languageLabel: "Language",
  rotate: "Rotate",
  rotateTitle: (key: string) => `Rotate ${key}`,
  rotateDescription: "You get a new key of the same kind. Choose what happens to the old one.",
  oldKey: "The old key",
  overlap: { yes: "keeps working for 24 hours", no: "stops working now" },
  overlapHint: "If it may have leaked, stop it now.",
  revoke: "Revoke",
  revokeTitle: (key: string) => `Revoke ${key}?`,
  revokeDescription: "Requests with this key fail from now on. You can't undo this.",
  origins: {
    title: "Allowed origins",
    description:
      "Pages on these origins can embed your payment page. If your API key is for browsers, they can also use it, and its checkouts can return to them.",
    column: "Origin",
    add: "Allow origin",
    label: "Origin",
    hint: "https:// and a host, like https://shop.example. No path, trailing slash or wildcard.",
    placeholder: "https://shop.example",
    remove: "Remove",
    removeTitle: (origin: string) => `Remove ${origin}?`,
    removeDescription: "Its pages can no longer use your API keys or embed your payment page.",
    empty: "No allowed origins",
    emptyHint:
      "Servers don't need one. Add your shop's origin before its pages use an API key or embed the payment page.",
  },
} as const;

const keyKorean: Words<typeof keyEnglish> = {
  title: "키",
  description: "프로그램이 서비스에 인증할 때 사용합니다. 키는 생성할 때 한 번만 표시됩니다.",
  tabsLabel: "키와 출처",
  tabs: { api: "API 키", server: "보안: 서버 키", origins: "허용된 출처" },
  reference: "API 문서",
  kinds: {
    api: {
      title: "API 키",
      description:
        "API 키는 결제를 만들 수 있지만 자금은 옮길 수 없습니다. 조회할 수 있는 범위는 브라우저와 서버 중 어디에서 쓰는지에 따라 다르며, 결제 설정에서 선택합니다.",
      create: "API 키 만들기",
      empty: "사용 중인 API 키가 없습니다.",
    },
    server: {
      title: "서버 키",
      description:
        "백엔드 전용입니다. 서버 키로 모든 결제를 조회하고, 결제를 취소하고, 환불을 요청할 수 있습니다. 웹 페이지, 앱, 저장소에 절대 넣지 마세요.",
      create: "서버 키 만들기",
      empty: "사용 중인 서버 키가 없습니다.",
    },
  },
  needsAdmin: "관리자와 소유자만 서버 키를 만들고 교체하고 폐기할 수 있습니다.",
  ended: "사용하지 않는 키",
  columns: {
    key: "키",
    created: "생성 시각",
    by: "만든 사람",
    used: "마지막 사용",
    ends: "만료",
    ended: "종료 시각",
    how: "사유",
    actions: "작업",
  },
  operator: "운영자",
  goneAccount: "삭제된 계정",
  left: "만든 사람이 프로젝트를 나감",
  never: "없음",
  noEnd: "만료 없음",
  rotated: "교체됨",
  revoked: "폐기됨",
  expired: "만료됨",
  life: "만료",
  lifeHint: "만료되는 키는 유출되어도 피해가 적습니다.",
  lives: (days) => (days === null ? "만료 없음" : `${days}일 후`),
  made: "새 키",
  madeKey: "키",
  done: "저장했습니다",
  tryIt: "이 키로 첫 결제를 만들어 보세요.",
  snippet: "요청",
  languages: { curl: "curl", typescript: "TypeScript" },
  languageLabel: "언어",
  rotate: "교체",
  rotateTitle: (key) => `${key} 교체`,
  rotateDescription: "같은 종류의 새 키를 받습니다. 기존 키를 어떻게 할지 선택해 주세요.",
  oldKey: "기존 키",
  overlap: { yes: "24시간 동안 계속 사용", no: "지금 중지" },
  overlapHint: "유출되었을 수 있다면 지금 중지해 주세요.",
  revoke: "폐기",
  revokeTitle: (key) => `${key}을(를) 폐기할까요?`,
  revokeDescription: "지금부터 이 키를 사용하는 요청은 실패합니다. 되돌릴 수 없습니다.",
  origins: {
    title: "허용된 출처",
    description:
      "이 출처의 페이지에 결제 페이지를 넣을 수 있습니다. 브라우저용 API 키라면 그 페이지에서 키를 사용할 수 있고, 결제 후 그 페이지로 돌아올 수 있습니다.",
    column: "출처",
    add: "출처 허용",
    label: "출처",
    hint: "https://와 호스트만 입력해 주세요. 예: https://shop.example. 경로, 끝의 슬래시, 와일드카드는 넣지 않습니다.",
    placeholder: "https://shop.example",
    remove: "삭제",
    removeTitle: (origin) => `${origin}을(를) 삭제할까요?`,
    removeDescription: "이 출처의 페이지에서 API 키를 사용하거나 결제 페이지를 넣을 수 없게 됩니다.",
    empty: "허용된 출처가 없습니다",
    emptyHint:
      "서버에는 필요하지 않습니다. 상점 페이지에서 API 키를 사용하거나 결제 페이지를 넣으려면 먼저 상점의 출처를 추가해 주세요.",
  },
};

export const keyWords = inLanguages(keyEnglish, keyKorean);

/** The words of the quickstart. */
const quickstartEnglish = {
  title: "Quickstart",
  description: "Three steps to your first paid order. We tick them off as you go.",
  reference: "API reference",
  step: (number: number) => `Step ${number}`,
  done: "Done",
  open: "To do",
  allDone: "All done: your shop can take payments.",
  key: {
    title: "Create a key",
    server: "A server key is for your backend. We show it only once and fill it into the request below.",
    api: "Your role can create API keys, which can create checkouts. Admins create server keys.",
    viewer: "Ask a developer of this project to create a key.",
  },
  request: {
    title: "Create a checkout",
    description: "Run this in a terminal. Your customer pays at the checkoutUrl in the response.",
    waiting: "Create a key above, or enter one of yours.",
    keyPlaceholder: { server: "svc_server_…", api: "svc_sk_…" },
    made: "Your latest checkout:",
    language: "Language",
    what: "request",
  },
  webhook: {
    title: "Receive a webhook",
    description:
      "We notify your server when a checkout is paid. Add your endpoint, verify its signatures with the secret you get, and send a test event.",
    add: "Add endpoint",
    test: "Send a test event",
    language: "Language of the receiver",
    what: "receiver",
    helper: "verify-webhook.ts and all events",
  },
  next: {
    title: "Next steps",
    testTools: "Pay it with the test tools",
    client: "A typed client to copy",
    embed: "Checkout on your own page",
  },
} as const;

const quickstartKorean: Words<typeof quickstartEnglish> = {
  title: "빠른 시작",
  description: "세 단계로 첫 주문을 결제받을 수 있습니다. 진행하면 단계가 자동으로 완료 표시됩니다.",
  reference: "API 문서",
  step: (number) => `${number}단계`,
  done: "완료",
  open: "할 일",
  allDone: "모두 완료했습니다. 이제 결제를 받을 수 있습니다.",
  key: {
    title: "키 만들기",
    server: "서버 키는 백엔드에서 사용합니다. 한 번만 표시되며 아래 요청에 자동으로 입력됩니다.",
    api: "현재 역할로는 결제를 만들 수 있는 API 키를 생성할 수 있습니다. 서버 키는 관리자가 생성합니다.",
    viewer: "이 프로젝트의 개발자에게 키를 만들어 달라고 요청해 주세요.",
  },
  request: {
    title: "결제 만들기",
    description: "터미널에서 실행해 주세요. 고객은 응답의 checkoutUrl에서 결제합니다.",
    waiting: "위에서 키를 만들거나 가지고 있는 키를 입력해 주세요.",
    keyPlaceholder: { server: "svc_server_…", api: "svc_sk_…" },
    made: "최근 결제:",
    language: "언어",
    what: "요청",
  },
  webhook: {
    title: "웹훅 받기",
    description:
      "결제가 완료되면 서버에 알립니다. 엔드포인트를 추가하고, 발급된 시크릿으로 서명을 검증한 뒤 테스트 이벤트를 보내 보세요.",
    add: "엔드포인트 추가",
    test: "테스트 이벤트 보내기",
    language: "수신 서버의 언어",
    what: "수신 코드",
    helper: "verify-webhook.ts와 모든 이벤트",
  },
  next: {
    title: "다음 단계",
    testTools: "테스트 도구로 결제하기",
    client: "복사해서 쓰는 타입 클라이언트",
    embed: "내 페이지에 결제 넣기",
  },
};

export const quickstartWords = inLanguages(quickstartEnglish, quickstartKorean);

/** The words of the request log. */
const requestEnglish = {
  title: "Request log",
  description:
    "Requests made with your keys in the last 30 days, up to 100,000. We don't log bodies, query strings or keys. Requests with an unknown key don't appear here.",
  search: "Request id",
  searchHint: "The x-request-id of a response",
  status: "Status",
  all: "All",
  classes: { "2xx": "Successful", "4xx": "Refused", "5xx": "Failed" },
  operation: "Operation",
  columns: {
    request: "Request",
    status: "Status",
    error: "Error",
    duration: "Duration",
    at: "Time",
    id: "Request id",
  },
  milliseconds: (count: number) => `${count.toLocaleString("en")} ms`,
  none: "No requests yet",
  noneHint: "Call the API with one of your keys. The request appears here within seconds.",
} as const;

const requestKorean: Words<typeof requestEnglish> = {
  title: "요청 기록",
  description:
    "최근 30일 동안 내 키로 보낸 요청을 최대 100,000건까지 보여 줍니다. 본문, 쿼리 문자열, 키는 기록하지 않습니다. 알 수 없는 키로 보낸 요청은 표시되지 않습니다.",
  search: "요청 ID",
  searchHint: "응답의 x-request-id",
  status: "상태",
  all: "전체",
  classes: { "2xx": "성공", "4xx": "거절", "5xx": "실패" },
  operation: "작업",
  columns: {
    request: "요청",
    status: "상태",
    error: "오류",
    duration: "소요 시간",
    at: "시각",
    id: "요청 ID",
  },
  milliseconds: (count) => `${count.toLocaleString("ko")}ms`,
  none: "아직 요청이 없습니다",
  noneHint: "내 키로 API를 호출해 보세요. 몇 초 안에 요청이 표시됩니다.",
};

export const requestWords = inLanguages(requestEnglish, requestKorean);

/** The words of the test tools. */
const testToolEnglish = {
  title: "Test tools",
  description:
    "Simulate what customers and chains do. Payments happen on this machine's local chains, and your endpoints get real signed webhooks.",
  create: "New test checkout",
  pick: "Choose a checkout",
  pickDescription: "This project's latest checkouts. Or create one for 12.50 USD.",
  none: "No checkouts yet",
  noneHint: "Create one here or with the API.",
  other: "Choose another",
  chosen: "Checkout",
  unknown: "This project has no checkout with this id.",
  facts: { status: "Status", price: "Price", received: "Received", expires: "Expires", pages: "Open" },
  pay: "Payment page",
  details: "Checkout and timeline",
  toolsTitle: "What should happen?",
  tools: {
    exact: { name: "Pay exactly", help: "The full amount due." },
    under: { name: "Pay too little", help: "Half of the amount due." },
    over: { name: "Pay too much", help: "The amount due plus 10%." },
    late: { name: "Pay late", help: "The checkout expires now, then the full amount arrives." },
    wrong_chain: {
      name: "Pay on the wrong network",
      help: "The same token on the other local chain: a stray payment.",
    },
    reorg: {
      name: "Revert the payment",
      help: "A chain reorganisation replaces the latest payment's block and all later ones, including other payments in them.",
    },
    expire: { name: "Expire now", help: "The checkout expires within seconds." },
  } satisfies Record<TestTool, { name: string; help: string }>,
  done: (tool: string) => `Done: ${tool}.`,
  transaction: "Transaction",
} as const;

const testToolKorean: Words<typeof testToolEnglish> = {
  title: "테스트 도구",
  description:
    "고객과 체인의 동작을 시뮬레이션합니다. 결제는 이 컴퓨터의 로컬 체인에서 일어나며, 엔드포인트는 실제로 서명된 웹훅을 받습니다.",
  create: "새 테스트 결제",
  pick: "결제 선택",
  pickDescription: "이 프로젝트의 최근 결제입니다. 12.50 USD 결제를 새로 만들 수도 있습니다.",
  none: "아직 결제가 없습니다",
  noneHint: "여기에서 만들거나 API로 만들어 주세요.",
  other: "다른 결제 선택",
  chosen: "결제",
  unknown: "이 프로젝트에 이 ID의 결제가 없습니다.",
  facts: { status: "상태", price: "가격", received: "받은 금액", expires: "만료 시각", pages: "열기" },
  pay: "결제 페이지",
  details: "결제와 타임라인",
  toolsTitle: "무엇을 시뮬레이션할까요?",
  tools: {
    exact: { name: "정확히 결제", help: "남은 금액 전액을 보냅니다." },
    under: { name: "부족하게 결제", help: "남은 금액의 절반을 보냅니다." },
    over: { name: "초과 결제", help: "남은 금액보다 10% 더 보냅니다." },
    late: { name: "늦게 결제", help: "결제를 지금 만료시킨 뒤 전액을 보냅니다." },
    wrong_chain: {
      name: "다른 네트워크로 결제",
      help: "다른 로컬 체인에서 같은 토큰을 보냅니다. 오입금이 됩니다.",
    },
    reorg: {
      name: "결제 되돌리기",
      help: "체인 재구성으로 최근 결제의 블록과 그 이후 블록이 모두 교체됩니다. 그 안의 다른 결제도 포함됩니다.",
    },
    expire: { name: "지금 만료", help: "몇 초 안에 결제가 만료됩니다." },
  },
  done: (tool) => `완료: ${tool}`,
  transaction: "트랜잭션",
};

export const testToolWords = inLanguages(testToolEnglish, testToolKorean);
