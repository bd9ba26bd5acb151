import { expect, type Page } from "@playwright/test";

export type Looks = {
  /** How often the page has begun to look at its checkout. */
  begun(): Promise<number>;
  /** The same, once it has the answers to all of them and knows when to look again. */
  settled(): Promise<number>;
  /** How often the page has heard that the network is back. */
  online(): Promise<number>;
};

/** Counts in the page itself, whose own steps come in no other order there. Before the page is opened. */
export async function watchLooks(page: Page, checkoutId: string): Promise<Looks> {
  await page.addInitScript((path) => {
    const looks = { begun: 0, underway: 0, online: 0 };
    Object.assign(window, { looks });
    window.addEventListener("online", () => {
      looks.online += 1;
    });
    const ask = window.fetch.bind(window);
    const end = () => {
      looks.underway -= 1;
    };
    window.fetch = async (input, init) => {
      if (input !== path) return ask(input, init);
      looks.begun += 1;
      looks.underway += 1;
      try {
        const response = await ask(input, init);
        // An unchanged answer has no JSON; its empty body is read as text.
        for (const name of ["json", "text"] as const) {
          const read = response[name].bind(response);
          response[name] = () => read().finally(end);
        }
        return response;
      } catch (error) {
        end();
        throw error;
      }
    };
  }, `/api/c/${checkoutId}`);
  const noted = () =>
    page.evaluate(() => Reflect.get(window, "looks") as { begun: number; underway: number; online: number });
  return {
    begun: async () => (await noted()).begun,
    settled: async () => {
      await expect.poll(async () => (await noted()).underway).toBe(0);
      return (await noted()).begun;
    },
    online: async () => (await noted()).online,
  };
}
