/** A PDF page: operators of its content, in fonts F1 Helvetica, F2 Helvetica-Bold, F3 Times-Roman, and the form X1. */
export type FixturePage = string;

/** A minimal PDF (ISO 32000). `form` is the content of the form X1; the picture P1 has four pixels. */
export function pdfFile(pages: readonly FixturePage[], { form = "", title = "" } = {}): Buffer {
  const fonts = "/Font << /F1 3 0 R /F2 4 0 R /F3 5 0 R >>";
  const resources = `<< ${fonts} /XObject << /P1 6 0 R /X1 7 0 R >> >>`;
  const font = (name: string) => `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  const first = 8;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R /Lang (en-GB) >>",
    `<< /Type /Pages /Kids [${pages.map((_, i) => `${first + i * 2} 0 R`).join(" ")}] /Count ${pages.length} >>`,
    font("Helvetica"),
    font("Helvetica-Bold"),
    font("Times-Roman"),
    stream(
      "/Type /XObject /Subtype /Image /Width 2 /Height 2 /ColorSpace /DeviceGray /BitsPerComponent 8",
      "\x00\xff\xff\x00",
    ),
    stream(`/Type /XObject /Subtype /Form /BBox [0 0 595 842] /Resources << ${fonts} >>`, form),
    ...pages.flatMap((content, i) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources ${resources} /Contents ${first + i * 2 + 1} 0 R >>`,
      stream("", content),
    ]),
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const at = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return at;
  });
  const xref = file.length;
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R /Info << /Title (${title}) >> >>\nstartxref\n${xref}\n%%EOF`;
  return Buffer.from(file, "latin1");
}

function stream(entries: string, content: string): string {
  return `<< ${entries} /Length ${content.length} >>\nstream\n${content}\nendstream`;
}

/** Lines of text below each other, 12 points apart, in Helvetica of 10 points. */
export function linesAt(x: number, y: number, lines: readonly string[], font = "F1", size = 10): string {
  return lines.map((line, i) => `BT /${font} ${size} Tf 1 0 0 1 ${x} ${y - i * 12} Tm (${line}) Tj ET`).join("\n");
}
