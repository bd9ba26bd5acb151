export function settingText(name: string, value: string): string;
export function isQuoted(value: string): boolean;
export function ownServer(variables: Readonly<Record<string, string | undefined>>): {
  host: string;
  port: number;
};
