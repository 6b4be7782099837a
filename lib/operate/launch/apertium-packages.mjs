import { wantedPackages } from "./apertium.mjs";

/**
 * Prints the Debian packages for a value of APERTIUM_PACKAGES, for images and scripts: `node
 * lib/operate/launch/apertium-packages.mjs [default|all|list]`.
 */
console.log(wantedPackages(process.argv[2] ?? "default").join(" "));
