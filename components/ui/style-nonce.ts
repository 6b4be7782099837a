declare global {
  var __webpack_nonce__: string | undefined;
}

/**
 * Radix locks scrolling with a style element, which the content security policy allows only with the page's nonce; its
 * loader reads the nonce under this name. Imported by everything that opens such a layer.
 */
if (typeof document !== "undefined")
  globalThis.__webpack_nonce__ ??= document.querySelector<HTMLScriptElement>("script[nonce]")?.nonce;

export {};
