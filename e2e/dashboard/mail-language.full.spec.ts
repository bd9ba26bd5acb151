import { expect, request, test } from "@playwright/test";
import { makePerson, signIn } from "../support/dashboard";
import { openProjects } from "../support/projects";
import { manifest, withDatabase } from "../support/stack";

test("a person's e-mails get the language that their dashboard shows, and no other", async () => {
  const projects = openProjects(manifest());
  const { projectId } = await projects.make();
  await projects.close();
  const person = await makePerson({ projectId, role: "VIEWER" });
  const context = await request.newContext({
    baseURL: manifest().baseUrl,
    // The proxy reads the language of requests for a page alone.
    extraHTTPHeaders: { accept: "text/html", "accept-language": "ko-KR,ko;q=0.9" },
  });
  const stored = () =>
    withDatabase(
      async ({ prisma }) => (await prisma.user.findUniqueOrThrow({ where: { id: person.userId } })).language,
    );
  const visit = async (query: string, headers: Record<string, string> = {}) => {
    const answer = await context.get(`/dashboard/account${query}`, { headers });
    expect(answer.status()).toBe(200);
    return stored();
  };

  await signIn(context, person);
  expect(await visit("")).toBe("ko");
  expect(await visit("?lang=en")).toBe("en");
  expect(await visit("")).toBe("en");
  expect(await visit("?lang=%3Cscript%3E")).toBe("en");
  expect(await visit("?lang=ko")).toBe("ko");
  // Not a language of the dashboard, so it shows English.
  expect(await visit("?lang=de")).toBe("en");
  expect(await visit("?lang=ko")).toBe("ko");
  expect(await visit("", { "x-page-locale": "en', language = 'xx" })).toBe("ko");
  // A page that anyone may see stores nothing.
  await context.get("/docs/get-started?lang=en");
  expect(await stored()).toBe("ko");
  await context.dispose();
});
