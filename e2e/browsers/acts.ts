// biome-ignore-all lint/performance/useDomNodeTextContent: a person reads only what is seen.
import { expect } from "@playwright/test";
import type { OpenBrowser } from "./browsers";

/** What a person reads and presses, by the visible words. */
export function actsIn(browser: OpenBrowser) {
  const words = () => browser.call(() => document.body.innerText.replace(/\s+/g, " "));
  return {
    words,
    path: () => browser.call(() => location.pathname),
    reads: (text: RegExp, message?: string) =>
      expect.poll(words, { message: message ?? String(text) }).toMatch(text),
    heading: (text: RegExp) =>
      expect
        .poll(() => browser.call(() => document.querySelector("h1")?.innerText ?? ""), {
          message: String(text),
        })
        .toMatch(text),
    /** Until the page's scripts answer presses. */
    started: () =>
      expect
        .poll(() => browser.call(() => document.documentElement.hasAttribute("data-started")), {
          message: "the page's scripts have started",
        })
        .toBe(true),
    press: (name: string) =>
      expect
        .poll(() => browser.call(pressByName, name), {
          message: `there is something to press with the name ${name}`,
        })
        .toBe(true),
    fill: (label: string, text: string) =>
      expect
        .poll(() => browser.call(fillByLabel, label, text), {
          message: `there is a field with the label ${label}`,
        })
        .toBe(true),
  };
}

function pressByName(name: string): boolean {
  const all = document.querySelectorAll<HTMLElement>("button, a, summary, [role=option]");
  const found = [...all].find((element) => {
    const own = (element.getAttribute("aria-label") ?? element.innerText).replace(/\s+/g, " ").trim();
    return own.startsWith(name) && element.getClientRects().length > 0;
  });
  found?.click();
  return found !== undefined;
}

function fillByLabel(name: string, text: string): boolean {
  const inputs = [...document.querySelectorAll("input")];
  const labelled = (input: HTMLInputElement) => [
    input.getAttribute("aria-label"),
    input.placeholder,
    ...[...(input.labels ?? [])].map((label) => label.innerText),
  ];
  const found = inputs.find((input) => labelled(input).some((label) => label?.trim().startsWith(name)));
  if (found === undefined) return false;
  // React keeps a field's last value, and takes no event for a change that it made itself.
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set?.call(found, text);
  found.dispatchEvent(new Event("input", { bubbles: true }));
  return true;
}
