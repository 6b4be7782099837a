/** Imported first: whatever needs a newer Node must not be reached before this sentence. */
const LEAST = [20, 15];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < LEAST[0] || (major === LEAST[0] && minor < LEAST[1])) {
  console.error(
    `Dragoman needs Node.js ${LEAST.join(".")} or later, and this is ${process.version}: install a newer one.`,
  );
  process.exit(1);
}
