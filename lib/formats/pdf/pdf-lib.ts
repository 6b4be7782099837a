import type * as PdfLib from "@cantoo/pdf-lib";

let loaded: typeof PdfLib | undefined;

/** Loads the PDF writing library on first use, because it is large and most documents are not PDF. */
export async function loadPdfLib(): Promise<void> {
  loaded ??= await import("@cantoo/pdf-lib");
}

/** The library, after {@link loadPdfLib}. */
export function pdfLib(): typeof PdfLib {
  if (!loaded) throw new Error("pdf-lib is not loaded.");
  return loaded;
}
