import { CodeBlock } from "./prose";

/** Files that a merchant may copy, whole. */
export function CopyableFiles({ files }: { files: readonly { name: string; text: string }[] }) {
  return files.map(({ name, text }) => (
    <details key={name} className="docs-details">
      <summary>{name}</summary>
      <CodeBlock code={text} label={name} />
    </details>
  ));
}
