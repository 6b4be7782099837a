/** Imported first, so that the message appears before anything that requires a newer Node. */
const MINIMUM = [20, 15];

const [major, minor] = process.versions.node.split(".").map(Number);
if (major < MINIMUM[0] || (major === MINIMUM[0] && minor < MINIMUM[1])) {
  console.error(
    `Dragoman needs Node.js ${MINIMUM.join(".")} or later, and this is ${process.version}: install a newer one.`,
  );
  process.exit(1);
}
