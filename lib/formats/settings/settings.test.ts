import { describe, expect, test } from "vitest";
import { withinCpuMs } from "@/e2e/cpu-time";
import { formatContract } from "@/e2e/doubles/format-contract";
import type { Format, FormatOptions } from "@/lib/formats/format";
import { chooseFormat } from "@/lib/formats/registry";
import { ini } from "./ini";
import { toml } from "./toml";

async function read(format: Format, source: string, options: FormatOptions = {}) {
  const { segments } = await format.open(Buffer.from(source), options);
  return segments.map(({ key, text }) => [key, text]);
}

formatContract(toml, {
  fixtures: [
    {
      name: "messages of go-i18n",
      bytes: Buffer.from(
        `# Messages\ntitle = "Welcome to \\"us\\"" # now\n[cat]\none = 'One fine cat'\nother = """\nSome fine cats\nsleep here"""\nlist = ["First of all", 'then more',]\npoint = { label = "A small label", size = 3, at = 2024-01-01 10:00:00 }\nid = "no_text_here"\n`,
      ),
      texts: [
        'Welcome to "us"',
        "One fine cat",
        "Some fine cats\nsleep here",
        "First of all",
        "then more",
        "A small label",
      ],
    },
  ],
});

formatContract(ini, {
  fixtures: [
    {
      name: "Joomla",
      bytes: Buffer.from(
        '; A note\nCOM_TITLE="Welcome to us"\nCOM_LINK="Click <a href="_QQ_"x"_QQ_">here now</a> please"\nCOM_URL="https://x.y"\n',
      ),
      texts: ["Welcome to us", "Click here now please"],
    },
    {
      name: "plain, with sections and CRLF",
      bytes: Buffer.from("[menu]\r\nopen = Open the file\r\nsize = 12\r\n\r\n[about]\r\ntext=Made by us  \r\n"),
      texts: ["Open the file", "Made by us"],
    },
  ],
});

describe("keys of settings", () => {
  test("the key of a setting is its full path, including the section", async () => {
    expect(await read(toml, 'a.b = "Some words"\n[[x.y]]\nc = "More words"\n')).toEqual([
      ["a.b", "Some words"],
      ["x.y.c", "More words"],
    ]);
    expect(await read(ini, "[a]\nb = Some words\n")).toEqual([["a.b", "Some words"]]);
  });

  test("settings are translated at the keys that the caller lists, whatever their content", async () => {
    expect(await read(toml, 'slug = "big-cats"\n', { keys: ["slug"] })).toEqual([["slug", "big-cats"]]);
  });
});

test("an INI file of comments and sections has no text to translate, and a file without keys is not read as INI", async () => {
  for (const source of ["; Some words\n\n[menu]\n# open = Open the file\n", "[menu] ; of the window\r\n", "\n"]) {
    expect(chooseFormat(Buffer.from(source), "a.ini").id).toBe("ini");
    expect(await read(ini, source)).toEqual([]);
  }
  expect(ini.matches(Buffer.from("Some words\n"), "ini")).toBe(false);
});

test.each([
  ["toml", toml, `a = ${"[".repeat(100_000)}`],
  ["toml", toml, 'a = "never closed'],
])("hostile settings are refused: %s", async (_, format, source) => {
  const open = () => format.open(Buffer.from(source), {}).catch((error) => error);
  expect(await withinCpuMs(2_000, open)).toMatchObject({ name: "UnreadableFile" });
});
