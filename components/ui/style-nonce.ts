declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Radix locks the page's scrolling with a style element, which the content security policy lets in only with the page's
 * nonce; its loader looks for it under this name. Imported by whatever may open such a layer.
 */
if (typeof document !== "undefined")
  globalThis.__webpack_nonce__ ??= document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

export {};
