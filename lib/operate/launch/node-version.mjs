/** Imported first, so that the message appears before any module that requires a newer Node is loaded. */
const MINIMUM = [20, 15];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  console.error(
    `Dragoman needs Node.js ${MINIMUM.join(".")} or later, and this is ${process.version}: install a newer one.`,
  );
  process.exit(1);
}
