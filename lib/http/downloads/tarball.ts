import { gzipSync } from "node:zlib";

const BLOCK = 512;
/** The modification time that npm gives all files, so that equal content gives equal bytes. */
const MODIFIED = Date.UTC(1985, 9, 26, 8, 15) / 1000;

/** A compressed tar archive (POSIX ustar) of an npm package, with its files below `package/`. Paths: up to 90 bytes. */
export function packageTarball(files: Readonly<Record<string, string | Buffer>>): Buffer {
  const blocks = Object.entries(files).flatMap(([name, content]) => {
    const bytes = Buffer.from(content);
    return [header(`package/${name}`, bytes.length), bytes, Buffer.alloc(-bytes.length & (BLOCK - 1))];
  });
  return gzipSync(Buffer.concat([...blocks, Buffer.alloc(2 * BLOCK)]));
}

function header(name: string, size: number): Buffer {
  const block = Buffer.alloc(BLOCK);
  const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, "0")}\0`;
  const put = (offset: number, text: string) => block.write(text, offset, "latin1");
  put(0, name);
  put(100, octal(0o644, 7) + octal(0, 7) + octal(0, 7) + octal(size, 11) + octal(MODIFIED, 11));
  // The checksum is computed as if its own field contained spaces.
  put(148, " ".repeat(8));
  put(156, "0");
  put(257, "ustar\x0000");
  put(
    148,
    `${octal(
      block.reduce((sum, byte) => sum + byte, 0),
      6,
    )} `,
  );
  return block;
}
