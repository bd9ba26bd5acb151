/** Puts values into a message: `fill("Pay {merchant}", { merchant: "Corner Coffee" })`. */
export function fill(message: string, values: Readonly<Record<string, string | number>>): string {
  return message.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
