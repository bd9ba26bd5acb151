import "server-only";
import PDFDocument from "pdfkit";
import { encode } from "uqr";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { directionOf } from "@/lib/platform/i18n/language.rules";
import { cleanText, isRightToLeft } from "@/lib/platform/values/text.rules";
import { type FontTexts, fontsFor, readFont, type Weight } from "./fonts";
import { type Line, lineSetter } from "./set-lines";

const margin = 56;
const labelWidth = 100;
/** From the side on which the document begins. */
const valueLeft = margin + labelWidth + 16;
const ink = "#171717";
const muted = "#5f5f5f";
const line = "#e2e2e2";

type Style = { size: number; weight: Weight; color: string };

const styles = {
  title: { size: 16, weight: 600, color: ink },
  headline: { size: 34, weight: 600, color: ink },
  merchant: { size: 13, weight: 600, color: ink },
  label: { size: 10, weight: 400, color: muted },
  value: { size: 10, weight: 400, color: ink },
} as const satisfies Record<string, Style>;

const lineHeight = 1.3;

const logoSide = 48;

/**
 * A receipt as a tagged PDF on A4, with fonts that hold its own characters alone.
 *
 * @param logo PNG; decoration, since the merchant's name is beside it
 */
export async function drawReceipt(receipt: ReceiptDocument, logo: Buffer | null = null): Promise<Buffer> {
  const { title, merchantName, merchantDetails, language, at, headline, groups, code } = receipt;
  const pdf = new PDFDocument({
    size: "A4",
    margin,
    tagged: true,
    lang: language,
    displayTitle: true,
    pdfVersion: "1.7",
    info: { Title: `${title} · ${merchantName}`, Author: merchantName, CreationDate: at, ModDate: at },
  });
  const parts: Buffer[] = [];
  pdf.on("data", (part: Buffer) => parts.push(part));
  const ended = new Promise<void>((resolve, reject) => pdf.once("end", resolve).once("error", reject));
  const texts = textsOf(receipt);
  const fonts = await fontsFor(
    language,
    texts.map(([text]) => text),
  );
  await registerFonts(pdf, texts, fonts);
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const isMirrored = directionOf(language) === "rtl";
  /** The left edge of what begins `x` away from the side on which the document begins. */
  const leftOf = (x: number, width: number) => (isMirrored ? pdf.page.width - x - width : x);
  const write = (
    text: string,
    { size, weight, color }: Style,
    x: number,
    y: number,
    width: number,
    link: string | null = null,
  ) => {
    const setLines = lineSetter(fonts.runsOf, (run) =>
      pdf.font(fontName(run.font, weight)).fontSize(size).widthOfString(run.text),
    );
    let end = y;
    const draw = ({ runs, width: used }: Line) => {
      let left = leftOf(x, used);
      for (const run of runs) {
        pdf.font(fontName(run.font, weight)).fontSize(size).fillColor(color);
        pdf.text(run.text, left, end + size, { link, lineBreak: false, baseline: "alphabetic" });
        left += pdf.widthOfString(run.text);
      }
      end += size * lineHeight;
    };
    for (const row of text.split("\n")) setLines(row, width).forEach(draw);
    return end;
  };
  const whole = pdf.page.width - 2 * margin;
  const valueWidth = pdf.page.width - margin - valueLeft;
  let y = margin;
  const addPage = () => {
    pdf.addPage();
    y = margin;
  };
  const paragraph = (text: string, style: Style, x: number, kind: "P" | "H1" = "P") => {
    root.add(
      pdf.struct(kind, readAs(text), () => {
        y = write(text, style, x, y, margin + whole - x);
      }),
    );
  };
  const headLeft = logo === null ? margin : margin + logoSide + 16;
  if (logo !== null) {
    pdf.markContent("Artifact");
    pdf.image(logo, leftOf(margin, logoSide), margin, { fit: [logoSide, logoSide] });
    pdf.endMarkedContent();
  }
  paragraph(merchantName, styles.merchant, headLeft);
  if (merchantDetails !== null) paragraph(merchantDetails, styles.label, headLeft);
  y = Math.max(y, logo === null ? 0 : margin + logoSide) + 32;
  paragraph(title, styles.title, margin, "H1");
  y += 6;
  paragraph(headline.label, styles.label, margin);
  paragraph(headline.value, styles.headline, margin);
  y += 24;
  for (const rows of groups) {
    rule();
    for (const row of rows) {
      if (y > pdf.page.height - 2 * margin) addPage();
      root.add(
        pdf.struct("P", readAs(row.label, row.value), () => {
          y =
            Math.max(
              write(row.label, styles.label, margin, y, labelWidth),
              write(row.value, styles.value, valueLeft, y, valueWidth),
            ) + 4;
        }),
      );
    }
    y += 8;
  }
  if (y + 32 + codeSide > pdf.page.height - margin) addPage();
  rule();
  y += 8;
  root.add(
    pdf.struct("Figure", { alt: code.url }, () => drawCode(pdf, code.url, leftOf(margin, codeSide), y)),
  );
  root.add(
    pdf.struct("P", readAs(code.label, code.url), () => {
      const left = margin + codeSide + 16;
      const width = pdf.page.width - margin - left;
      const end = write(code.label, styles.label, left, y, width);
      write(code.url, styles.value, left, end + 2, width, code.url);
    }),
  );
  root.end();
  pdf.end();
  await ended;
  return Buffer.concat(parts);

  function rule() {
    pdf.markContent("Artifact");
    pdf
      .moveTo(margin, y)
      .lineTo(margin + whole, y)
      .lineWidth(0.5)
      .stroke(line);
    pdf.endMarkedContent();
    y += 10;
  }
}

/** Modules of more than a millimetre: a phone reads it from paper. */
const codeSide = 120;

function drawCode(pdf: PDFKit.PDFDocument, url: string, x: number, y: number): void {
  const { data, size } = encode(url, { ecc: "M", border: 0 });
  const module = codeSide / size;
  data.forEach((row, line) => {
    row.forEach((dark, column) => {
      if (dark) pdf.rect(x + column * module, y + line * module, module, module);
    });
  });
  pdf.fill(ink);
}

/** Drawn from left to right, a text from right to left isn't in the order in which it is read aloud. */
function readAs(...texts: readonly string[]) {
  const actual = cleanText(texts.join("\n"));
  return isRightToLeft(actual) ? { actual } : {};
}

const fontName = (font: string, weight: Weight) => `${font} ${weight}`;

/** Every text with its weight, the most important first. */
function textsOf({ title, merchantName, merchantDetails, headline, groups, code }: ReceiptDocument) {
  const bold = [headline.value, merchantName, title];
  const plain = [
    merchantDetails ?? "",
    headline.label,
    ...groups.flat().flatMap(({ label, value }) => [label, value]),
    code.label,
    code.url,
  ];
  return [...bold.map((text) => [text, 600] as const), ...plain.map((text) => [text, 400] as const)];
}

async function registerFonts(
  pdf: PDFKit.PDFDocument,
  texts: ReturnType<typeof textsOf>,
  { neededBy }: FontTexts,
): Promise<void> {
  for (const weight of [400, 600] as const) {
    const ofWeight = texts.flatMap(([text, own]) => (own === weight ? [text] : []));
    for (const [font, characters] of neededBy(ofWeight))
      pdf.registerFont(fontName(font, weight), await readFont(font, weight, characters));
  }
}
