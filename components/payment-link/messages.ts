import "server-only";
import type { Language } from "@/lib/platform/i18n/language.rules";

/** The few words of a payment link's page. `{merchant}` stands for the name; see `fill`. */
export type LinkWords = {
  pageTitle: string;
  go: string;
  hint: string;
  busy: string;
  notNow: string;
  goneTitle: string;
  goneHint: string;
  paidTitle: string;
  paidHint: string;
  receipt: string;
  endedTitle: string;
  endedHint: string;
  until: string;
  openPrice: string;
  amount: string;
  amountShape: string;
  amountSmall: string;
  soldOutTitle: string;
  soldOutHint: string;
};

export const linkWords: Readonly<Record<Language, LinkWords>> = {
  en: {
    pageTitle: "Pay {merchant}",
    go: "Continue to payment",
    hint: "You choose how to pay on the next page. You haven't paid anything yet.",
    busy: "Too many tries. Please wait a minute and try again.",
    notNow: "{merchant} can't accept this payment right now. Try again later, or contact them.",
    goneTitle: "This payment link doesn't work",
    goneHint: "It was closed or is incomplete. Ask the person who sent it for a new one.",
    paidTitle: "This invoice is paid",
    paidHint: "You don't need to pay anything. The receipt shows the payment.",
    receipt: "Show receipt",
    endedTitle: "This invoice can no longer be paid",
    endedHint: "Its last day has passed. Ask {merchant} for a new one.",
    until: "You can pay until {date} (UTC).",
    openPrice: "You choose the amount",
    amount: "Amount in {currency}",
    amountShape: "Enter an amount like {example}.",
    amountSmall: "This amount is too small. Enter a larger one.",
    soldOutTitle: "Sold out",
    soldOutHint: "Nothing is left right now. Ask {merchant} if there will be more.",
  },
  ko: {
    pageTitle: "{merchant} 결제",
    go: "결제 계속하기",
    hint: "결제 방법은 다음 페이지에서 선택합니다. 아직 결제하지 않으셨습니다.",
    busy: "시도가 너무 많습니다. 1분 후 다시 시도해 주세요.",
    notNow: "{merchant}에서 지금은 이 결제를 받을 수 없습니다. 나중에 다시 시도하거나 상점에 문의해 주세요.",
    goneTitle: "사용할 수 없는 결제 링크입니다",
    goneHint: "링크가 닫혔거나 완전하지 않습니다. 링크를 보낸 사람에게 새 링크를 요청해 주세요.",
    paidTitle: "이 청구서는 결제되었습니다",
    paidHint: "더 결제하실 금액이 없습니다. 영수증에서 결제를 확인하실 수 있습니다.",
    receipt: "영수증 보기",
    endedTitle: "이 청구서는 더 이상 결제할 수 없습니다",
    endedHint: "결제 기한이 지났습니다. {merchant}에 새 청구서를 요청해 주세요.",
    until: "{date}(UTC)까지 결제하실 수 있습니다.",
    openPrice: "금액을 직접 정하실 수 있습니다",
    amount: "금액({currency})",
    amountShape: "{example}와 같은 형식으로 금액을 입력해 주세요.",
    amountSmall: "금액이 너무 작습니다. 더 큰 금액을 입력해 주세요.",
    soldOutTitle: "품절되었습니다",
    soldOutHint: "지금은 남은 수량이 없습니다. 추가 판매 여부는 {merchant}에 문의해 주세요.",
  },
  de: {
    pageTitle: "An {merchant} zahlen",
    go: "Weiter zur Zahlung",
    hint: "Auf der nächsten Seite wählen Sie, wie Sie bezahlen. Sie haben noch nichts bezahlt.",
    busy: "Zu viele Versuche. Bitte warten Sie eine Minute und versuchen Sie es erneut.",
    notNow:
      "{merchant} kann diese Zahlung gerade nicht annehmen. Versuchen Sie es später erneut oder wenden Sie sich an den Händler.",
    goneTitle: "Dieser Zahlungslink funktioniert nicht",
    goneHint:
      "Er wurde geschlossen oder ist unvollständig. Bitten Sie die Person, die ihn geschickt hat, um einen neuen.",
    paidTitle: "Diese Rechnung ist bezahlt",
    paidHint: "Sie müssen nichts mehr zahlen. Der Beleg zeigt die Zahlung.",
    receipt: "Beleg zeigen",
    endedTitle: "Diese Rechnung kann nicht mehr bezahlt werden",
    endedHint: "Ihr letzter Tag ist vorbei. Bitten Sie {merchant} um eine neue.",
    until: "Sie können bis {date} (UTC) zahlen.",
    openPrice: "Sie bestimmen den Betrag",
    amount: "Betrag in {currency}",
    amountShape: "Geben Sie einen Betrag wie {example} ein.",
    amountSmall: "Dieser Betrag ist zu klein. Geben Sie einen größeren ein.",
    soldOutTitle: "Ausverkauft",
    soldOutHint: "Im Moment ist nichts mehr da. Fragen Sie {merchant}, ob es wieder etwas gibt.",
  },
  es: {
    pageTitle: "Pagar a {merchant}",
    go: "Continuar al pago",
    hint: "En la página siguiente elige cómo pagar. Aún no ha pagado nada.",
    busy: "Demasiados intentos. Espere un minuto y vuelva a intentarlo.",
    notNow: "{merchant} no puede aceptar este pago ahora. Inténtelo más tarde o contacte con la tienda.",
    goneTitle: "Este enlace de pago no funciona",
    goneHint: "Está cerrado o incompleto. Pida uno nuevo a la persona que se lo envió.",
    paidTitle: "Esta factura está pagada",
    paidHint: "No tiene que pagar nada más. El recibo muestra el pago.",
    receipt: "Ver el recibo",
    endedTitle: "Esta factura ya no se puede pagar",
    endedHint: "Su último día ha pasado. Pida una nueva a {merchant}.",
    until: "Puede pagar hasta el {date} (UTC).",
    openPrice: "Usted elige el importe",
    amount: "Importe en {currency}",
    amountShape: "Escriba un importe como {example}.",
    amountSmall: "Este importe es demasiado pequeño. Escriba uno mayor.",
    soldOutTitle: "Agotado",
    soldOutHint: "Ahora no queda nada. Pregunte a {merchant} si habrá más.",
  },
  fr: {
    pageTitle: "Payer {merchant}",
    go: "Continuer vers le paiement",
    hint: "À la page suivante, vous choisissez comment payer. Vous n’avez encore rien payé.",
    busy: "Trop de tentatives. Attendez une minute, puis réessayez.",
    notNow:
      "{merchant} ne peut pas recevoir ce paiement pour le moment. Réessayez plus tard ou contactez la boutique.",
    goneTitle: "Ce lien de paiement ne fonctionne pas",
    goneHint: "Il est fermé ou incomplet. Demandez-en un nouveau à la personne qui l’a envoyé.",
    paidTitle: "Cette facture est payée",
    paidHint: "Vous n’avez plus rien à payer. Le reçu montre le paiement.",
    receipt: "Voir le reçu",
    endedTitle: "Cette facture ne peut plus être payée",
    endedHint: "Son dernier jour est passé. Demandez-en une nouvelle à {merchant}.",
    until: "Vous pouvez payer jusqu’au {date} (UTC).",
    openPrice: "Vous choisissez le montant",
    amount: "Montant en {currency}",
    amountShape: "Saisissez un montant comme {example}.",
    amountSmall: "Ce montant est trop petit. Saisissez-en un plus grand.",
    soldOutTitle: "Épuisé",
    soldOutHint: "Il ne reste rien pour le moment. Demandez à {merchant} s’il y en aura d’autres.",
  },
  ja: {
    pageTitle: "{merchant} へのお支払い",
    go: "お支払いに進む",
    hint: "お支払い方法は次のページで選びます。まだお支払いは行われていません。",
    busy: "試行回数が多すぎます。1分後にもう一度お試しください。",
    notNow:
      "{merchant} は現在このお支払いを受け付けられません。後でもう一度お試しいただくか、お問い合わせください。",
    goneTitle: "この支払いリンクは使えません",
    goneHint: "リンクが閉じられているか、不完全です。送り主に新しいリンクをご依頼ください。",
    paidTitle: "この請求書は支払い済みです",
    paidHint: "お支払いの必要はありません。領収書でお支払いを確認できます。",
    receipt: "領収書を見る",
    endedTitle: "この請求書はもうお支払いいただけません",
    endedHint: "支払期限が過ぎました。{merchant} に新しい請求書をご依頼ください。",
    until: "{date}（UTC）までお支払いいただけます。",
    openPrice: "金額をお選びいただけます",
    amount: "金額（{currency}）",
    amountShape: "{example} のように金額を入力してください。",
    amountSmall: "金額が小さすぎます。より大きい金額を入力してください。",
    soldOutTitle: "売り切れました",
    soldOutHint: "現在、在庫がありません。再販については {merchant} にお問い合わせください。",
  },
  pt: {
    pageTitle: "Pagar a {merchant}",
    go: "Continuar para o pagamento",
    hint: "Na próxima página, você escolhe como pagar. Você ainda não pagou nada.",
    busy: "Muitas tentativas. Aguarde um minuto e tente novamente.",
    notNow: "{merchant} não pode aceitar este pagamento agora. Tente mais tarde ou fale com a loja.",
    goneTitle: "Este link de pagamento não funciona",
    goneHint: "Ele foi fechado ou está incompleto. Peça um novo à pessoa que o enviou.",
    paidTitle: "Esta fatura está paga",
    paidHint: "Você não precisa pagar mais nada. O recibo mostra o pagamento.",
    receipt: "Ver recibo",
    endedTitle: "Esta fatura não pode mais ser paga",
    endedHint: "O último dia passou. Peça uma nova a {merchant}.",
    until: "Você pode pagar até {date} (UTC).",
    openPrice: "Você escolhe o valor",
    amount: "Valor em {currency}",
    amountShape: "Digite um valor como {example}.",
    amountSmall: "Este valor é muito pequeno. Digite um maior.",
    soldOutTitle: "Esgotado",
    soldOutHint: "Não resta nada no momento. Pergunte a {merchant} se haverá mais.",
  },
  zh: {
    pageTitle: "向 {merchant} 付款",
    go: "继续付款",
    hint: "您将在下一页选择付款方式。您尚未支付任何款项。",
    busy: "尝试次数过多。请一分钟后重试。",
    notNow: "{merchant} 目前无法接收此付款。请稍后重试，或联系商家。",
    goneTitle: "此付款链接无法使用",
    goneHint: "链接已关闭或不完整。请向发送链接的人索取新链接。",
    paidTitle: "此账单已付款",
    paidHint: "您无需再支付。收据中可查看付款。",
    receipt: "查看收据",
    endedTitle: "此账单已无法支付",
    endedHint: "付款期限已过。请向 {merchant} 索取新的账单。",
    until: "您可在 {date}（UTC）前付款。",
    openPrice: "由您决定金额",
    amount: "金额（{currency}）",
    amountShape: "请输入类似 {example} 的金额。",
    amountSmall: "金额太小。请输入更大的金额。",
    soldOutTitle: "已售罄",
    soldOutHint: "目前没有剩余。请向 {merchant} 询问是否会再有。",
  },
};
