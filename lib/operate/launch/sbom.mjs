import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { dependencies } from "./dependencies.mjs";
import { root } from "./run.mjs";

/** The software bill of materials, which the build writes. */
export const SBOM = path.join(root, ".next/sbom.cdx.json");

/** Writes the software bill of materials as CycloneDX 1.6 (ECMA-424). Equal lock files give equal files. */
export function writeSbom(file = SBOM) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, `${JSON.stringify(sbom(), null, 2)}\n`);
}

export function sbom() {
  const { name, version, license } = JSON.parse(fs.readFileSync(path.join(root, "package.json"), "utf8"));
  const components = dependencies().map(component);
  const own = { type: "application", "bom-ref": name, name, version, licenses: [{ license: { id: license } }] };
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify([version, components]))}`,
    version: 1,
    metadata: { component: own },
    components,
  };
}

/** @param {import("./dependencies.mjs").Dependency} dependency */
function component({ name, version, licence, integrity, isOptional }) {
  const [group, base] = name.startsWith("@") ? name.split("/") : [undefined, name];
  const purl = `pkg:npm/${group ? `${encodeURIComponent(group)}/` : ""}${base}@${encodeURIComponent(version)}`;
  return {
    type: "library",
    "bom-ref": purl,
    ...(group ? { group } : {}),
    name: base,
    version,
    scope: isOptional ? "optional" : "required",
    ...(licence ? { licenses: [licenceChoice(licence)] } : {}),
    ...(integrity?.startsWith("sha512-")
      ? { hashes: [{ alg: "SHA-512", content: Buffer.from(integrity.slice(7), "base64").toString("hex") }] }
      : {}),
    purl,
  };
}

/** The licence as an SPDX id, an SPDX expression, or a name that is neither. */
function licenceChoice(licence) {
  if (/ (?:AND|OR) /.test(licence)) return { expression: licence };
  return { license: licence.includes(" ") ? { name: licence } : { id: licence } };
}

/** A UUID (version 8, RFC 9562) derived from a text. */
function uuidOf(text) {
  const bytes = createHash("sha256").update(text).digest().subarray(0, 16);
  bytes[6] = (bytes[6] & 0x0f) | 0x80;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
