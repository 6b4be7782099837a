import type * as PdfLib from "@cantoo/pdf-lib";

let loaded: typeof PdfLib | undefined;

/** Loads the library that writes PDF on first use: most documents are not PDF, and it is large. */
export async function loadPdfLib(): Promise<void> {
  loaded ??= await import("@cantoo/pdf-lib");
}

/** The library, after {@link loadPdfLib}. */
export function pdfLib(): typeof PdfLib {
  if (!loaded) throw new Error("pdf-lib is not loaded.");
  return loaded;
}
