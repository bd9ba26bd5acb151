/** Code as it is to be typed or read; `label` says what it is. */
export function CodeBlock({ code, label }: { code: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
      tabIndex={0}
      className="docs-block"
    >
      <pre>
        <code>{code}</code>
      </pre>
    </section>
  );
}

/** A value as JSON. */
export function JsonBlock({ value, label }: { value: unknown; label: string }) {
  return <CodeBlock code={JSON.stringify(value, null, 2)} label={label} />;
}
