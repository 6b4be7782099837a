import { expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import { chooseFormat } from "@/lib/formats/registry";
import { mjml } from "./mjml";

const MAIL = Buffer.from(`<mjml lang="en">
  <mj-head>
    <mj-title>The title</mj-title>
    <mj-preview>A short preview</mj-preview>
    <mj-attributes><mj-all font-family="Left here" /></mj-attributes>
    <mj-style>.left { color: red; }</mj-style>
  </mj-head>
  <mj-body>
    <mj-section><mj-column>
      <mj-text color="red">Hello {{ name }}, <b>some words</b><br/>and more</mj-text>
      <mj-button href="https://a.example">Order now</mj-button>
      <mj-image src="a.png" alt="A picture" />
      <!-- left here -->
    </mj-column></mj-section>
  </mj-body>
</mjml>
`);

formatContract(mjml, {
  fixtures: [
    {
      name: "a mail",
      bytes: MAIL,
      texts: ["The title", "A short preview", "Hello {{ name }}, some words\nand more", "Order now", "A picture"],
    },
  ],
});

test("translated MJML declares the target's language and direction, and MJML is recognised by its content", async () => {
  expect(chooseFormat(MAIL, "mail").id).toBe("mjml");
  const document = await mjml.open(MAIL, {});
  const { bytes } = await document.write(
    document.segments.map(() => ({ text: "مرحبا" })),
    "ar",
  );
  expect(Buffer.from(bytes).toString()).toMatch(/^<mjml dir="rtl" lang="ar">/);
});

test.each([["<mj-text>".repeat(60_000)], ["<mj-style>".repeat(60_000)], ["<mj-text a".repeat(60_000)]])(
  "hostile MJML is read in linear time",
  async (source) => {
    await withinCpuMs(2_000, () => mjml.open(Buffer.from(source), {}));
  },
);
