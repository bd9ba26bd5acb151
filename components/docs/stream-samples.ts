import type { PathOperation } from "@/lib/api/openapi/types";

const eventStream = "text/event-stream";

/** What a stream tells, as the document describes it; undefined where the answer is JSON. */
export function streamOf({ responses }: PathOperation) {
  return responses[200]?.content?.[eventStream];
}

/** How a stream is followed, in every language. */
export function streamCode(url: string) {
  return {
    curl: `curl -N ${url}`,
    typescript: [
      `const stream = new EventSource("${url}");`,
      'let shown = "";',
      "stream.onmessage = ({ data }) => {",
      '  if (data !== shown) console.log("look again");',
      "  shown = data;",
      "};",
    ].join("\n"),
    python: [
      "import requests",
      "",
      "with requests.get(",
      `    "${url}",`,
      "    stream=True,",
      "    timeout=15,",
      ") as stream:",
      "    stream.raise_for_status()",
      "    for line in stream.iter_lines():",
      '        if line.startswith(b"data: "):',
      "            print(line)",
    ].join("\n"),
  };
}
