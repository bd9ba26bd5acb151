import type { ReactNode } from "react";

/** A line of the document's text: `code` and **bold** are all that it uses of Markdown. */
export function RichText({ children }: { children: string }): ReactNode {
  return children.split(/(`[^`]+`|\*\*[^*]+\*\*)/).map((part, index) => {
    // The parts of a fixed text never change places.
    const key = `${index}`;
    if (part.startsWith("`")) {
      return (
        <code key={key} className="docs-code">
          {part.slice(1, -1)}
        </code>
      );
    }
    if (part.startsWith("**")) return <strong key={key}>{part.slice(2, -2)}</strong>;
    return part;
  });
}

/** Paragraphs; a list among them is a list of points. */
export function Prose({ paragraphs }: { paragraphs: readonly (string | readonly string[])[] }) {
  return paragraphs.map((paragraph) =>
    typeof paragraph === "string" ? (
      <p key={paragraph} className="docs-measure">
        <RichText>{paragraph}</RichText>
      </p>
    ) : (
      <ul key={paragraph[0]} className="docs-measure list-disc space-y-2 pl-5 marker:text-muted">
        {paragraph.map((point) => (
          <li key={point}>
            <RichText>{point}</RichText>
          </li>
        ))}
      </ul>
    ),
  );
}
