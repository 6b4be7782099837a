import { wantedPackages } from "./apertium.mjs";

/**
 * Prints the Apertium packages of a setting, for images and scripts: `node lib/operate/launch/apertium-packages.mjs
 * [default|all|list]`.
 */
console.log(wantedPackages(process.argv[2] ?? "default").join(" "));
