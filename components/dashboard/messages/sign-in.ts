import { inLanguages, type Words } from "./in-languages";

/** The words of sign-in. */
const signInEnglish = {
  brand: "Stablecoin Checkout",
  email: "E-mail",
  password: "Password",
  newPassword: "New password",
  newPasswordHint: "At least 12 characters. A few random words work well.",
  name: "Your name",
  optional: "optional",
  show: "Show",
  hide: "Hide",
  showPassword: "Show password",
  hidePassword: "Hide password",
  capsLock: "Caps Lock is on.",
  needsScript: "The dashboard needs JavaScript. Turn it on in your browser.",

  signIn: {
    title: "Sign in",
    submit: "Sign in",
    forgot: "Forgot your password?",
    demo: "This is a demo. Your login is in the terminal and in .data/demo.json.",
    invitationOnly: "New here? Ask a project's team to invite you.",
  },
  code: {
    title: "Enter your code",
    explanation: "Open your authenticator app to get it.",
    label: "Six-digit code",
    hint: "No phone? Enter one of your recovery codes.",
    submit: "Continue",
    back: "Use another account",
  },
  notices: {
    reset: "Password set. Every browser was signed out. Sign in with your new password.",
    signedOut: "You're signed out.",
  },
  problems: {
    AccessDenied: "This account can't sign in here. Ask a project's team to invite you.",
    OAuthAccountNotLinked:
      "This account isn't linked to an account here. Sign in another way, then link it on your account page.",
    other: "Sign-in with that service failed. Try again, or sign in another way.",
  },
  setup: {
    title: "Set up the dashboard",
    explanation: "Create the first account. You can then invite others.",
    token: "Setup token",
    tokenHint: "The service printed it at startup. To create another one, run:",
    tokenCommand: "npm run admin -- setup-token",
    submit: "Create account",
  },
  reset: {
    title: "Reset your password",
    explanation:
      "Enter your e-mail address. If it has an account, we'll send you a link that works for an hour.",
    submit: "Send link",
    sentTitle: "Check your e-mail",
    sent: "If this address has an account, a link is on its way. It works once, within an hour.",
    again: "Nothing there? Check your spam folder, or try again in a few minutes.",
    noMail: "This service doesn't send e-mail. Ask its operator for a link. They create one with:",
    noMailCommand: "npm run admin -- reset-link <e-mail>",
    back: "Back to sign-in",
    setTitle: "Set a new password",
    setExplanation: "We sign out every browser. Then sign in with your new password.",
    setSubmit: "Set password",
    overTitle: "This link no longer works",
    over: "It was used or has expired. Request a new one.",
    anew: "Request new link",
  },
  invitation: {
    page: "Invitation",
    title: (project: string) => `Join ${project}`,
    asks: (by: string | null, role: string) =>
      by === null ? `You're invited as ${role}.` : `${by} invited you as ${role}.`,
    sentTo: "Sent to",
    accept: "Join",
    signInFirst: "This address already has an account. Sign in to join.",
    signIn: "Sign in",
    otherPerson: (email: string) =>
      `You're signed in as ${email}, but this invitation was sent to another address. Sign out to use it.`,
    signOut: "Sign out",
    create: "Create account and join",
    overTitle: "This invitation no longer works",
    over: "It was used, was revoked or has expired. Ask the person who invited you for a new one.",
    roles: { OWNER: "owner", ADMIN: "admin", DEVELOPER: "developer", VIEWER: "viewer" },
  },
} as const;

const signInKorean: Words<typeof signInEnglish> = {
  brand: "Stablecoin Checkout",
  email: "이메일",
  password: "비밀번호",
  newPassword: "새 비밀번호",
  newPasswordHint: "12자 이상. 서로 관련 없는 단어 몇 개를 이어 쓰면 좋습니다.",
  name: "이름",
  optional: "선택 사항",
  show: "표시",
  hide: "숨기기",
  showPassword: "비밀번호 표시",
  hidePassword: "비밀번호 숨기기",
  capsLock: "Caps Lock이 켜져 있습니다.",
  needsScript: "대시보드를 사용하려면 JavaScript가 필요합니다. 브라우저에서 켜 주세요.",

  signIn: {
    title: "로그인",
    submit: "로그인",
    forgot: "비밀번호를 잊으셨나요?",
    demo: "데모입니다. 로그인 정보는 터미널과 .data/demo.json에 있습니다.",
    invitationOnly: "처음이신가요? 프로젝트 팀에 초대를 요청해 주세요.",
  },
  code: {
    title: "인증 코드 입력",
    explanation: "인증 앱을 열어 코드를 확인해 주세요.",
    label: "6자리 코드",
    hint: "휴대폰이 없나요? 복구 코드를 입력해 주세요.",
    submit: "계속",
    back: "다른 계정 사용",
  },
  notices: {
    reset: "비밀번호를 설정했습니다. 모든 브라우저에서 로그아웃되었습니다. 새 비밀번호로 로그인해 주세요.",
    signedOut: "로그아웃되었습니다.",
  },
  problems: {
    AccessDenied: "이 계정으로는 로그인할 수 없습니다. 프로젝트 팀에 초대를 요청해 주세요.",
    OAuthAccountNotLinked:
      "이 계정은 여기의 계정과 연결되어 있지 않습니다. 다른 방법으로 로그인한 뒤 내 계정 페이지에서 연결해 주세요.",
    other: "이 서비스로 로그인하지 못했습니다. 다시 시도하거나 다른 방법으로 로그인해 주세요.",
  },
  setup: {
    title: "대시보드 설정",
    explanation: "첫 계정을 만들어 주세요. 이후 다른 사람을 초대할 수 있습니다.",
    token: "설정 토큰",
    tokenHint: "서비스를 시작할 때 출력되었습니다. 새로 만들려면 다음을 실행해 주세요.",
    tokenCommand: "npm run admin -- setup-token",
    submit: "계정 만들기",
  },
  reset: {
    title: "비밀번호 재설정",
    explanation: "이메일 주소를 입력해 주세요. 계정이 있으면 1시간 동안 유효한 링크를 보내 드립니다.",
    submit: "링크 보내기",
    sentTitle: "이메일을 확인해 주세요",
    sent: "이 주소의 계정이 있으면 링크를 보냈습니다. 1시간 안에 한 번만 사용할 수 있습니다.",
    again: "받지 못하셨나요? 스팸함을 확인하거나 몇 분 후 다시 시도해 주세요.",
    noMail:
      "이 서비스는 이메일을 보내지 않습니다. 운영자에게 링크를 요청해 주세요. 링크를 만드는 명령은 다음과 같습니다.",
    noMailCommand: "npm run admin -- reset-link <이메일>",
    back: "로그인으로 돌아가기",
    setTitle: "새 비밀번호 설정",
    setExplanation: "모든 브라우저에서 로그아웃됩니다. 이후 새 비밀번호로 로그인해 주세요.",
    setSubmit: "비밀번호 설정",
    overTitle: "이 링크는 더 이상 사용할 수 없습니다",
    over: "이미 사용했거나 만료되었습니다. 새 링크를 요청해 주세요.",
    anew: "새 링크 요청",
  },
  invitation: {
    page: "초대",
    title: (project) => `${project} 참여`,
    asks: (by, role) =>
      by === null ? `${role}(으)로 초대되었습니다.` : `${by} 님이 ${role}(으)로 초대했습니다.`,
    sentTo: "받는 사람:",
    accept: "참여",
    signInFirst: "이 주소의 계정이 이미 있습니다. 참여하려면 로그인해 주세요.",
    signIn: "로그인",
    otherPerson: (email) =>
      `${email}(으)로 로그인되어 있지만 이 초대는 다른 주소로 보낸 것입니다. 초대를 사용하려면 로그아웃해 주세요.`,
    signOut: "로그아웃",
    create: "계정 만들고 참여",
    overTitle: "이 초대는 더 이상 사용할 수 없습니다",
    over: "이미 사용했거나, 취소되었거나, 만료되었습니다. 초대한 사람에게 새 초대를 요청해 주세요.",
    roles: { OWNER: "소유자", ADMIN: "관리자", DEVELOPER: "개발자", VIEWER: "뷰어" },
  },
};

export const signInWords = inLanguages(signInEnglish, signInKorean);
