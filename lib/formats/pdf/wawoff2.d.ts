declare module "wawoff2/decompress.js" {
  /** TrueType or OpenType data of a WOFF2 file, as a view of memory that the next call overwrites. */
  export default function decompress(bytes: Uint8Array): Promise<Uint8Array>;
}
