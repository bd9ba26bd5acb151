import { Suspense, use } from "react";
import { renderToReadableStream } from "react-dom/server";
import { expect, test, vi } from "vitest";

// Modules of this test alone: the set-up has placed English in those that the files of a worker share.
vi.resetModules();
const { LanguageProvider } = await import("./language");
const { columns } = (await import("@/components/dashboard/messages/checkouts")).linkWords;

function Late({ until }: { until: Promise<void> }) {
  use(until);
  return [1].map(() => columns.item);
}

test("renders concurrent pages each in its own language, including streamed parts", async () => {
  let open = () => {};
  const until = new Promise<void>((resolve) => {
    open = resolve;
  });
  const pages = await Promise.all(
    (["ko", "en"] as const).map((language) =>
      renderToReadableStream(
        <LanguageProvider language={language}>
          <Suspense>
            <Late until={until} />
          </Suspense>
        </LanguageProvider>,
      ),
    ),
  );
  open();
  const [korean = "", english = ""] = await Promise.all(pages.map((page) => new Response(page).text()));
  expect([korean.includes("상품"), korean.includes("Item")]).toEqual([true, false]);
  expect([english.includes("Item"), english.includes("상품")]).toEqual([true, false]);
});

test("throws when a word is rendered outside a frame that sets the language", async () => {
  const page = renderToReadableStream(<Late until={Promise.resolve()} />, { onError: () => undefined });
  await expect(page).rejects.toThrow("No frame has named the page's language.");
});
