import "server-only";
import PDFDocument from "pdfkit";
import { encode } from "uqr";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { fontRuns, type Run, readFont, type Weight } from "./fonts";

const margin = 56;
const labelWidth = 130;
const valueLeft = margin + labelWidth + 16;
const ink = "#171717";
const muted = "#5f5f5f";
const line = "#e2e2e2";

type Style = { size: number; weight: Weight; color: string };

const styles = {
  title: { size: 22, weight: 600, color: ink },
  merchant: { size: 13, weight: 400, color: muted },
  label: { size: 10, weight: 400, color: muted },
  value: { size: 10, weight: 400, color: ink },
} as const satisfies Record<string, Style>;

const logoSide = 48;

/**
 * A receipt as a tagged PDF on A4, with fonts that hold its own characters alone.
 *
 * @param logo PNG; decoration, since the merchant's name is beside it
 */
export async function drawReceipt(receipt: ReceiptDocument, logo: Buffer | null = null): Promise<Buffer> {
  const { title, merchantName, language, at } = receipt;
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
  const runsOf = await fontRuns(language, [title, merchantName, ...receipt.rows.flat()]);
  await registerFonts(pdf, receipt, runsOf);
  const root = pdf.struct("Document");
  pdf.addStructure(root);
  const write = (
    text: string,
    { size, weight, color }: Style,
    x: number,
    y: number,
    width: number,
    link: string | null = null,
  ) => {
    let end = y;
    // Line by line: where the font changes, a line break at the end of a run would be lost.
    for (const row of text.split("\n")) {
      const runs = runsOf(row);
      if (runs.length === 0) {
        end += size * 1.2;
        continue;
      }
      runs.forEach((run, index) => {
        pdf.font(fontName(run.font, weight)).fontSize(size).fillColor(color);
        const continued = index < runs.length - 1;
        const options = { width, link, continued, baseline: "alphabetic" as const };
        if (index === 0) pdf.text(run.text, x, end + size, options);
        else pdf.text(run.text, options);
      });
      end = pdf.y - size;
    }
    return end;
  };
  const whole = pdf.page.width - 2 * margin;
  const valueWidth = pdf.page.width - margin - valueLeft;
  let y = margin;
  if (logo !== null) {
    pdf.markContent("Artifact");
    pdf.image(logo, margin + whole - logoSide, margin, { fit: [logoSide, logoSide] });
    pdf.endMarkedContent();
  }
  const headWidth = logo === null ? whole : whole - logoSide - 16;
  root.add(
    pdf.struct("H1", {}, () => {
      y = write(title, styles.title, margin, y, headWidth);
    }),
  );
  root.add(
    pdf.struct("P", {}, () => {
      y = write(merchantName, styles.merchant, margin, y, headWidth) + 20;
    }),
  );
  for (const [label, value] of receipt.rows) {
    if (y > pdf.page.height - 2 * margin) {
      pdf.addPage();
      y = margin;
    }
    // Without a label, it belongs to the row above.
    const top = label === "" ? y - 12 : y;
    if (label !== "") {
      pdf.markContent("Artifact");
      pdf
        .moveTo(margin, top)
        .lineTo(margin + whole, top)
        .lineWidth(0.5)
        .stroke(line);
      pdf.endMarkedContent();
    }
    root.add(
      pdf.struct("P", {}, () => {
        const labelEnd = label === "" ? top : write(label, styles.label, margin, top + 8, labelWidth);
        y =
          Math.max(
            labelEnd,
            write(
              value,
              styles.value,
              valueLeft,
              top + 8,
              valueWidth,
              value === receipt.payUrl ? value : null,
            ),
          ) + 6;
      }),
    );
  }
  if (receipt.payUrl !== null) {
    if (y + 16 + codeSide > pdf.page.height - margin) {
      pdf.addPage();
      y = margin;
    }
    const url = receipt.payUrl;
    root.add(pdf.struct("Figure", { alt: url }, () => drawCode(pdf, url, valueLeft, y + 16)));
  }
  root.end();
  pdf.end();
  await ended;
  return Buffer.concat(parts);
}

/** Millimetre-sized modules: a phone reads it from paper. */
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

const fontName = (font: string, weight: Weight) => `${font} ${weight}`;

async function registerFonts(
  pdf: PDFKit.PDFDocument,
  { title, merchantName, rows }: ReceiptDocument,
  runsOf: (text: string) => Run[],
): Promise<void> {
  const plain = [merchantName, ...rows.flat()];
  const needed = new Map<string, { font: string; weight: Weight; text: string }>();
  const collect = (text: string, weight: Weight) => {
    for (const { font, text: part } of runsOf(text)) {
      const name = fontName(font, weight);
      needed.set(name, { font, weight, text: `${needed.get(name)?.text ?? ""}${part}` });
    }
  };
  collect(title, 600);
  for (const text of plain) collect(text, 400);
  for (const [name, { font, weight, text }] of needed)
    pdf.registerFont(name, await readFont(font, weight, text));
}
