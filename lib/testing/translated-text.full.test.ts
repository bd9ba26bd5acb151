import { fileURLToPath } from "node:url";
import ts from "typescript";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * A browser's translation replaces each text node. React, which keeps the node, then shows the old words, or fails
 * when it removes them. An element's only child, and a text in an element of its own, are safe.
 */
test("a text beside others has an element of its own on customers' pages, or isn't translated", () => {
  const { options, fileNames } = readProject();
  const isPage = (file: string) => /\/components\/(checkout|payment-link|refund|ui)\/.*\.tsx$/.test(file);
  const files = fileNames.filter((file) => file.endsWith(".d.ts") || isPage(file));
  const program = ts.createProgram(files, options);
  const checker = program.getTypeChecker();
  const found: string[] = [];

  const visit = (node: ts.Node, file: ts.SourceFile): void => {
    if ((ts.isJsxElement(node) || ts.isJsxFragment(node)) && !isUntranslated(node))
      for (const text of textsBesideOthers(node, checker)) {
        const { line } = file.getLineAndCharacterOfPosition(text.getStart());
        found.push(`${file.fileName.slice(root.length)}:${line + 1} ${text.getText()}`);
      }
    // A component that is a text alone stands beside others, too.
    if (
      ts.isArrowFunction(node) &&
      ts.isCallExpression(node.parent) &&
      /^onDemand$/.test(node.parent.expression.getText())
    )
      if (!ts.isBlock(node.body) && isText(checker.getTypeAtLocation(node.body)))
        found.push(`${file.fileName.slice(root.length)} ${node.getText()}`);
    ts.forEachChild(node, (child) => visit(child, file));
  };
  const pages = program
    .getSourceFiles()
    .filter(({ fileName }) => isPage(fileName) && !fileName.includes(".test."));
  for (const page of pages) visit(page, page);
  expect(pages.length).toBeGreaterThan(70);
  expect(found).toEqual([]);
}, 120_000);

function readProject(): ts.ParsedCommandLine {
  const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
  const project = ts.getParsedCommandLineOfConfigFile(`${root}/tsconfig.json`, { noEmit: true }, host);
  if (project === undefined) throw new Error("tsconfig.json can't be read");
  return project;
}

function textsBesideOthers(
  element: ts.JsxElement | ts.JsxFragment,
  checker: ts.TypeChecker,
): ts.Expression[] {
  const children = element.children.filter(
    (child) =>
      !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) &&
      !(ts.isJsxExpression(child) && child.expression === undefined),
  );
  if (children.length < 2 && ts.isJsxElement(element) && !takesElements(element, checker)) return [];
  return children.flatMap((child) => {
    const expression = ts.isJsxExpression(child) ? child.expression : undefined;
    if (expression === undefined || expression.getText() === '" "') return [];
    return isText(checker.getTypeAtLocation(expression)) ? [expression] : [];
  });
}

/** Whether a component takes any children: what it puts beside them is unknown here. */
function takesElements({ openingElement: { tagName } }: ts.JsxElement, checker: ts.TypeChecker): boolean {
  if (ts.isIdentifier(tagName) && /^[a-z]/.test(tagName.text)) return false;
  const [signature] = checker.getTypeAtLocation(tagName).getCallSignatures();
  const props = signature?.getParameters()[0];
  const children = props && checker.getTypeOfSymbol(props).getProperty("children");
  return (
    children !== undefined && checker.typeToString(checker.getTypeOfSymbol(children)).includes("ReactNode")
  );
}

/** Whether a value may be a text; one that may be an element, too, gets its own where it is made. */
function isText(type: ts.Type): boolean {
  const kinds = type.isUnion() ? type.types : [type];
  if (kinds.some(({ flags }) => flags & ts.TypeFlags.Object)) return false;
  return kinds.some(({ flags }) => flags & (ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike));
}

function isUntranslated(node: ts.Node): boolean {
  for (let at: ts.Node | undefined = node; at !== undefined; at = at.parent)
    if (ts.isJsxElement(at) && /\btranslate="no"/.test(at.openingElement.attributes.getText())) return true;
  return false;
}
