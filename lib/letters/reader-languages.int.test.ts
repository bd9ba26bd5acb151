import { beforeEach, expect, test } from "vitest";
import { createKey } from "@/lib/projects/keys/manage-keys";
import { createProjectKeys } from "@/lib/projects/keys/project-keys.store";
import type { ProjectParts, TeamParts } from "@/lib/projects/projects.parts";
import { changeSettings } from "@/lib/projects/settings/change-settings";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { removeMember } from "@/lib/projects/team/manage-members";
import { createTeamStore } from "@/lib/projects/team/team.store";
import { later, newId, noon, uniqueHex } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { addressOf, openMailbox } from "@/lib/testing/world/letters";
import { openTestAccess } from "@/lib/testing/world/people";

const world = await fileWorld();
const mailbox = await openMailbox(world);
let projectId: string;

/** A shop in Seoul with a Korean owner and an English admin. */
beforeEach(async () => {
  await mailbox.clear();
  projectId = await mailbox.project("커피 가게", [
    "checkout.late_paid",
    "checkout.paid",
    "endpoint.disabled",
    "payments.digest",
  ]);
  await query("UPDATE projects SET time_zone = 'Asia/Seoul' WHERE id = $1", [projectId]);
  await speaks(addressOf(projectId, "OWNER"), "ko");
  await speaks(addressOf(projectId, "ADMIN"), "en");
});

const query = (text: string, values: unknown[] = []) => world.stores.database.pool.query(text, values);
const speaks = (email: string, language: string) =>
  query("UPDATE users SET language = $2 WHERE email = $1", [email, language]);
const received = (role: "OWNER" | "ADMIN") =>
  mailbox.receiver.received.filter(({ to }) => to.includes(addressOf(projectId, role)));

async function late(): Promise<string> {
  const { id } = await world.stores.createCheckout({ projectId, referenceId: "A-7" });
  await query(
    "UPDATE checkouts SET status = 'LATE_PAID', paid_at = $2, payment_tx_hash = $3, paid_units = 1234500000, total_paid_units = 1234500000 WHERE id = $1",
    [id, noon, uniqueHex(32)],
  );
  await mailbox.event({ id, projectId }, "checkout.late_paid", 2, noon);
  return id;
}

test("two members of a project get one fact in their own language, as text and as HTML", async () => {
  const checkoutId = await late();
  await mailbox.minute();
  const [[korean, ...others], [english]] = [received("OWNER"), received("ADMIN")];
  expect(others).toEqual([]);
  expect(korean?.headers.subject).toBe("커피 가게: 늦은 결제, Local 네트워크의 1,234.50 USDC");
  expect(
    korean?.text,
  ).toBe(`주문 "A-7"의 결제에 만료 후 Local 네트워크의 1,234.50 USDC 금액이 들어왔습니다. 이 입금은 최종 확정되었고, 금액은 결제 주소에 안전하게 있습니다.

수락하기 전에는 결제된 것으로 처리되지 않습니다. 가격이 여전히 맞고 상품을 제공할 수 있다면 수락해 주세요. 수락하면 내 지갑으로 정산됩니다. 그렇지 않으면 환불해 주세요.

결제: https://dashboard.service.example/dashboard/projects/${projectId}/checkouts/${checkoutId}
`);
  expect(korean?.html).toContain('<html lang="ko">');
  expect(korean?.html).toContain("<h1>커피 가게: 늦은 결제, Local 네트워크의 1,234.50 USDC</h1>");
  expect(english?.headers.subject).toBe("커피 가게: late payment of 1,234.50 USDC on Local");
  expect(english?.text).toContain("after it expired. The payment is final");
  expect(english?.html).toContain('<html lang="en">');
});

test("payments, digests, disabled endpoints and changes are Korean, with the shop's times", async () => {
  await mailbox.paid(projectId, noon);
  await mailbox.paid(projectId, later(-24 * 3_600_000));
  await query(
    "INSERT INTO webhook_endpoints (id, project_id, url, kinds, disabled_at, disabled_reason) VALUES ($1, $2, 'https://hooks.example/x', '{checkout.paid}', $3, 'It failed.')",
    [newId("whe"), projectId, noon],
  );
  const actor = await openTestAccess(world.stores, projectId, "OWNER");
  const settings = createSettingsStore(world.stores.database, async () => undefined);
  await changeSettings({ ...mailbox.deps, settings } as never, actor, { apiKeyCreatesCheckouts: false });
  await mailbox.minute();
  await mailbox.digests();
  const letters = received("OWNER").sort((a, b) =>
    (a.headers.subject ?? "").localeCompare(b.headers.subject ?? ""),
  );
  for (const { headers, text, html } of letters) {
    expect(headers.subject).toMatch(/ .*\p{Script=Hangul}/u);
    expect(html).toContain('<html lang="ko">');
    expect(text).not.toMatch(/checkouts?\b(?!\/)|\bpayment|\bCheckout:/);
  }
  const all = letters.map(({ text }) => text).join("\n");
  expect(letters).toHaveLength(4);
  expect(all).toContain('"Coffee"(주문 "order-1")의 대금으로 Local 네트워크의 4.50 USDC을(를) 받았습니다.');
  expect(all).toContain("2026년 1월 1일 21:00 GMT+9부터 커피 가게의 웹훅을");
  expect(all).toContain("커피 가게의 2025년 12월 31일 결제");
  expect(all).toContain("결제 완료: 1건\n  Local 네트워크의 4.50 USDC");
  expect(all).toContain(
    ": 설정 변경, 2026년 1월 1일 21:00 GMT+9\n  브라우저 키로 결제 생성 허용: 예 → 아니요(으)로 변경",
  );
});

test("a removed Korean is told in Korean, and the English admin of their keys in English", async () => {
  const remover = await openTestAccess(world.stores, projectId, "OWNER");
  const leaver = await openTestAccess(world.stores, projectId, "ADMIN");
  await speaks(leaver.signedIn.email, "ko");
  await createKey(
    partsOf<ProjectParts>({ ...mailbox.deps, projectKeys: createProjectKeys(world.stores.database, newId) }),
    leaver,
    {
      kind: "server",
      expiresInDays: null,
    },
  );
  await removeMember(
    partsOf<TeamParts>({ ...mailbox.deps, team: createTeamStore(world.stores.database) }),
    remover,
    leaver.userId,
  );
  await mailbox.minute();
  const told = mailbox.receiver.received.find(
    ({ to, headers }) => to.includes(leaver.signedIn.email) && !headers.subject?.includes(": "),
  );
  expect(told?.headers.subject).toBe("커피 가게에서 제외되었습니다");
  expect(told?.text).toContain("2026년 1월 1일 21:00 GMT+9에 커피 가게에서 나를 내보냈습니다.");
  const subjects = (role: "OWNER" | "ADMIN") => received(role).map(({ headers }) => headers.subject);
  expect(subjects("ADMIN")).toContainEqual(expect.stringMatching(/: 1 secret key of .* still works$/));
  const texts = received("OWNER").map(({ text }) => text);
  expect(texts).toContainEqual(
    expect.stringMatching(/: 팀원 내보내기, .*\n {2}대상: .*\n {2}역할: 관리자\n/),
  );
  expect(subjects("OWNER")).toContainEqual(expect.stringMatching(/ 님의 비밀 키 1개가 계속 작동합니다$/));
});

test.each([
  "<script>alert(1)</script>",
  "__proto__",
  "constructor",
  "ko\r\nBcc: all@evil.example\r\n",
  "de",
  "",
])("a stored language %j that the dashboard hasn't is none", async (language) => {
  await speaks(addressOf(projectId, "OWNER"), language);
  await late();
  await mailbox.minute();
  const [letter] = received("OWNER");
  expect(letter?.html).toContain('<html lang="en">');
  expect(letter?.headers).not.toHaveProperty("bcc");
  const { rows } = await query("SELECT DISTINCT language FROM mail_messages");
  expect(rows).toEqual([{ language: "en" }]);
});
